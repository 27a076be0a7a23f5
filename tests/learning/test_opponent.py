"""Models fitted to an opponent: their judgements against the compiled searches, and fits to games of known models."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, fsum, log
from random import Random
from typing import Any

import pytest
from oddsfish.engine import Limits, Position, analyse, games, plain
from oddsfish.engine.options import Value, options_for
from oddsfish.learning.likelihood import FALL, MODELS, Blunder, OpponentModel, Softmax, maximise
from oddsfish.learning.opponent import CHANCE, Fit, akaike, chance, fit, gather, luck, uniform
from oddsfish.learning.replies import Decision, Judgement, Judging, Moves, judge

MIDDLEGAME = "r1bqkbnr/ppp2ppp/2np4/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 4"


# The judgements of a model.


@pytest.mark.parametrize(
    ("variant", "rules", "fen", "options"),
    [
        ("standard", {}, MIDDLEGAME, {}),
        ("standard", {}, MIDDLEGAME.replace(" w ", " b "), {"Evaluation": "Material", "Quiescence": "true"}),
        ("standard", {}, MIDDLEGAME.replace(" w ", " b "), {"Evaluation": "SEF", "MateDistance": "false"}),
        ("tictactoe", {}, "3/3/3 x", {}),
        ("connect4", {"Slip": "true"}, "", {}),
    ],
)
@pytest.mark.parametrize(("model", "depth"), [("softmax", 1), ("softmax", 2), ("blunder", 2)])
def test_probabilities_are_those_of_the_compiled_model(
    variant: str, rules: dict[str, str], fen: str, options: dict[str, str], model: str, depth: int
) -> None:
    """The value of our move is the mean of the values of the replies, weighted by their probabilities."""
    game, found = games.find_variant(variant)
    settings = options_for(game, {**found.rules, **rules, **options})
    position = game.read(fen or None, (), settings)
    lead = certain_text(position, 0)  # a move of the opponent's, so that the second player is to move at the root
    position.play(lead)
    position.configure(settings)
    ours = certain_text(position, 3)
    opponent: dict[str, Value] = {
        "Opponent": model,
        "OpponentTemperature": 70,
        "OpponentBlunder": 300,
        "OpponentDepth": depth,
    }
    sign = 1 if position.player() == 0 else -1
    below = position.clone()
    below.play(ours)
    judging, total = Judging((depth,), options), 0.0
    for reply in below.moves():
        outcomes = below.chances(reply) or [(reply, 1.0)]
        played = Moves("game", variant, tuple(rules.items()), fen, (lead, ours, below.notation(outcomes[0][0])), (3,))
        (decision,) = judge(judging, [played], 0).decisions
        skill = 1 / 70 if model == "softmax" else 0.7
        likely = exp(MODELS[model](decision.judgements).logs(skill)[0])
        total += likely * fsum(often * sign * leaf(below, certain, options) for certain, often in outcomes)
    if position.chance:  # the compiled model is applied after every outcome, the plain one only after this one
        weigh = plain.softmax(70, depth) if model == "softmax" else plain.blunder(0.3, depth)
        weights = weigh(below, below.moves())
        means = [fsum(often * leaf(below, end, options) for end, often in below.chances(m)) for m in below.moves()]
        wanted = sign * fsum(weight * mean for weight, mean in zip(weights, means, strict=True)) / fsum(weights)
    else:
        result = analyse(position, "Expectimax", Limits(depth=2), {"MultiPV": 256, **options, **opponent})
        (wanted,) = (line.score.value for line in result.lines if line.move == ours)
    assert total == pytest.approx(wanted, rel=1e-9, abs=1e-9)


def certain_text(position: Position[Any], number: int) -> str:
    """The text of a move, or of its likeliest outcome if chance decides."""
    move = position.moves()[number]
    return position.notation((position.chances(move) or [(move, 1.0)])[0][0])


def leaf(position: Position[Any], move: Any, options: dict[str, str]) -> float:
    """What a search at its depth's end finds behind a move, from player 0's view, as the root's side sees it."""
    if options.get("Quiescence") == "true":
        text = position.notation(move)
        result = analyse(position, "AlphaBeta", Limits(depth=1), {"MultiPV": 256, **options})
        sign = 1 if position.player() == 0 else -1
        return next(sign * line.score.value for line in result.lines if line.move == text)
    position.play(move)
    value = position.value()
    position.undo()
    return value


# Games of known models.


def play(
    weigh: plain.Weigh, seed: int, moves: int, variant: str = "standard", depths: tuple[int, ...] = (1, 2, 3)
) -> list[Decision]:
    """`moves` choices of both sides, drawn with the weights of a model. Each game begins with four random moves."""
    game, found = games.find_variant(variant)
    options = options_for(game, found.rules)
    random = Random(seed)
    played: list[Moves] = []
    made = 0
    while made < moves:
        position = game.read(None, (), options)
        texts: list[str] = []
        while position.ending() is None and len(texts) < 40:
            choices = position.moves()
            weights = [1.0] * len(choices) if len(texts) < 4 else weigh(position, choices)
            (move,) = random.choices(choices, weights)
            texts.append(position.notation(move))
            position.play(move)
        asked = tuple(range(5, len(texts) + 1))[: moves - made]
        made += len(asked)
        played.append(Moves(f"game {len(played) + 1}", variant, (), "", tuple(texts), asked))
    return list(gather(Judging(depths, {}), played).decisions)


def best(fits: Sequence[Fit]) -> Fit:
    return max(fits, key=lambda found: found.log_likelihood)


@pytest.mark.parametrize(
    ("name", "depth", "weigh", "truth"),
    [
        ("softmax", 2, plain.softmax(80, 2, plain.AlphaBeta()), 80),
        ("blunder", 1, plain.blunder(0.25, 1, plain.AlphaBeta()), 250),
    ],
)
def test_a_model_and_its_depth_are_found_again(name: str, depth: int, weigh: plain.Weigh, truth: float) -> None:
    decisions = play(weigh, 1, 300)
    fits = fit(decisions, (1, 2, 3), ("softmax", "blunder"))
    found = best(fits)
    assert (found.name, found.depth) == (name, depth)
    assert found.low is not None and found.value is not None and found.high is not None
    assert found.low < truth < found.high and found.low < found.value < found.high < 2 * found.low
    assert all(chance(other, found) < CHANCE for other in fits if other is not found)
    assert akaike(found, uniform(decisions)) < -100


@pytest.mark.slow
def test_an_interval_holds_the_truth_nineteen_times_in_twenty() -> None:
    """It does for at least 48 of 60 Connect-4 players with 60 choices each: fewer have a probability of 1/10,000."""
    held = 0
    for seed in range(60):
        (found,) = fit(play(plain.softmax(300, 1), seed, 60, "connect4", (1,)), (1,), ("softmax",))
        held += (found.low or 0) <= 300 and (found.high is None or found.high >= 300)
    assert held >= 48


@pytest.mark.parametrize("variant", ["standard", "tictactoe", "connect4"])
def test_who_plays_anything_is_no_better_than_uniform_by_more_than_chance(variant: str) -> None:
    """Each of six players is taken for another with probability 1/20; three or more of them with 2/1000."""
    taken = 0
    for seed in range(6):
        decisions = play(plain.uniform(), seed, 100, variant)
        even = uniform(decisions)
        fits = fit(decisions, (1, 2, 3), ("softmax", "blunder"))
        assert all(found.log_likelihood >= even - 1e-9 for found in fits)
        taken += min(luck(found, even) for found in fits) * len(fits) < CHANCE
    assert taken <= 2


@pytest.mark.parametrize("variant", ["standard", "connect4"])
def test_who_always_plays_the_best_has_no_temperature_and_makes_no_blunders(variant: str) -> None:
    decisions = play(plain.softmax(0, 2, plain.AlphaBeta()), 4, 60, variant)
    fits = fit(decisions, (1, 2), ("softmax", "blunder"))
    softmax, blunder = [found for found in fits if found.depth == 2]
    assert softmax.value == blunder.value == softmax.low == blunder.low == softmax.whole == 0
    assert softmax.high and blunder.high and blunder.high < 100
    assert softmax.log_likelihood == pytest.approx(blunder.log_likelihood)
    assert chance(softmax, blunder) == 1
    assert best(fits).depth == 2


# The likelihood.


def random_judgements(seed: int) -> list[Judgement]:
    random = Random(seed)
    found = []
    for _ in range(random.randrange(1, 30)):
        amounts = {0.0, *(random.choice([1.0, 10.0, 50.0, 1e5]) * random.random() for _ in range(random.randrange(6)))}
        worse = tuple((amount, random.randrange(1, 4)) for amount in sorted(amounts))
        found.append(Judgement(random.choice(sorted(amounts)[: random.randrange(1, 7)]), worse))
    return found


@pytest.mark.parametrize("kind", [Softmax, Blunder])
@pytest.mark.parametrize("seed", range(12))
def test_the_estimate_is_the_maximum_and_the_interval_its_profile(kind: type[OpponentModel], seed: int) -> None:
    """The slope is compared with finite differences of the likelihood."""
    model = kind(random_judgements(seed))
    found = maximise(model)
    if found is None:
        assert all(len(judgement.worse) == 1 for judgement in model.judgements)
        return
    top = model.total(found.skill)
    assert found.low <= found.skill <= found.high
    for factor in (0.5, 0.9, 0.999, 1.001, 1.1, 2):
        other = found.skill * factor
        if 0 < other < model.surest:
            assert model.total(other) <= top + 1e-9
    assert top >= model.total(0.0) - 1e-9
    for end, last in ((found.low, 0.0), (found.high, model.surest)):
        if end == last:
            assert model.total(end) >= top - FALL - 1e-6
        else:
            assert model.total(end) == pytest.approx(top - FALL, abs=1e-5)
    for skill in (0.003, 0.2, 0.7):
        step = 1e-7
        wanted = (model.total(skill + step) - model.total(skill - step)) / (2 * step)
        assert model.slope(skill) == pytest.approx(wanted, rel=1e-3, abs=1e-3)


def test_two_moves_by_hand() -> None:
    """The better of two moves was chosen 80 times in 100, so that the estimates can be computed by hand."""
    better, worse = Judgement(0.0, ((0.0, 1), (50.0, 1))), Judgement(50.0, ((0.0, 1), (50.0, 1)))
    decisions = [Decision(str(number), (better if number < 80 else worse,)) for number in range(100)]
    softmax, blunder = fit(decisions, (1,), ("softmax", "blunder"))
    assert softmax.value == pytest.approx(50 / log(4)) and softmax.whole == 36
    assert blunder.value == pytest.approx(400)  # half of the blunders are the better move by luck
    wanted = 80 * log(0.8) + 20 * log(0.2)
    assert softmax.log_likelihood == pytest.approx(wanted) == pytest.approx(blunder.log_likelihood)
    assert uniform(decisions) == pytest.approx(-100 * log(2))
    assert softmax.interval == (26, 55)  # of the share of better moves: 0.7144 - 0.8705


def test_moves_that_are_all_alike_say_nothing() -> None:
    decisions = [Decision("", (Judgement(0.0, ((0.0, 5),)),))] * 3
    for found in fit(decisions, (1,), ("softmax", "blunder")):
        assert (found.value, found.low, found.high, found.informs) == (None, None, None, False)
        assert found.log_likelihood == pytest.approx(uniform(decisions))


def test_one_move_that_is_the_worst_of_two() -> None:
    judgement = Judgement(50.0, ((0.0, 1), (50.0, 1)))
    found = maximise(Softmax([judgement]))
    assert found is not None and found.skill == found.low == 0
    assert found.high == pytest.approx(log(2 * exp(FALL) - 1) / 50)
    softmax, blunder = fit([Decision("", (judgement,))], (1,), ("softmax", "blunder"))
    assert softmax.value is None and softmax.high is None and softmax.whole is None
    assert blunder.value == blunder.high == 1000


def test_a_temperature_is_not_rounded_down_to_0() -> None:
    """With a temperature of 0, a move that was played would have the probability 0."""
    near = [Judgement(0.0, ((0.0, 1), (0.1, 1)))] * 9 + [Judgement(0.1, ((0.0, 1), (0.1, 1)))]
    (found,) = fit([Decision("", (judgement,)) for judgement in near], (1,), ("softmax",))
    assert found.value is not None and 0 < found.value < 0.5 and found.whole == 1
