"""Random draws, which depend only on the seed: the slips of discs, the cards, and the moves of a random player.

Every game is checked by slow rules of our own, or by python-chess.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace

import pytest
from match_games import play_all
from oddsfish.matches.game.arbiter import Arbiter
from oddsfish.matches.game.loop import make_arbiter
from oddsfish.matches.record import Termination
from oddsfish.matches.settings import Adjudication, Engine, Fixture, Opening
from slow_games import (
    CARDS,
    COLUMNS,
    FIRST_CARDS,
    LOST,
    SLIPPING,
    STRAIGHT,
    Lot,
    alike,
    chi_square,
    replay_connect4,
    replay_hilo,
    split,
)

Rules = tuple[tuple[str, str], ...]

SLIP = (("Slip", "true"),)
RULES: list[tuple[Rules, bool, tuple[int, int, int]]] = [  # as a match has them; whether to a full board; weights
    ((), False, STRAIGHT),
    ((("Rules", "fullboard"),), True, STRAIGHT),
    (SLIP, False, SLIPPING),
    ((("Rules", "fullboard"), *SLIP), True, SLIPPING),
    ((*SLIP, ("SlipStraight", "1"), ("SlipLeft", "0"), ("SlipRight", "7")), False, (1, 0, 7)),
    ((("Rules", "fullboard"), *SLIP, ("SlipStraight", "2"), ("SlipLeft", "5")), True, (2, 5, 1)),
]
RANDOM = Engine("random", protocol="random")


def game(
    variant: str, rules: Rules = (), number: int = 1, seed: str = "7:1", opening: Opening | None = None
) -> Fixture:
    seats = (0,) if variant == "hilo" else (0, 1)
    return Fixture(number, 1, 1, seats, (RANDOM,) * len(seats), opening or Opening(), seed, variant, rules)


def sit(one: Fixture) -> Arbiter:
    """The arbiter of a game, after the moves of its opening."""
    arbiter = make_arbiter(one)
    for move in one.opening.moves:
        arbiter.replay(move)
    return arbiter


@pytest.mark.parametrize(("rules", "full_board", "weights"), RULES)
def test_connect4_by_lot_is_played_by_the_rules(rules: Rules, full_board: bool, weights: tuple[int, int, int]) -> None:
    """Also as cfour, if the rules are the plain ones."""
    for variant in ("connect4", "cfour") if not rules else ("connect4",):
        records = play_all(game(variant, rules, number, f"7:{number}") for number in range(1, 26))
        for record in records:
            replay_connect4(record, full_board, weights)
        assert {record.result for record in records} >= {"1-0", "0-1"}
        assert len({tuple(ply.move for ply in record.plies) for record in records}) == len(records)


def drops(rules: Rules, aims: str, seed: str) -> list[str]:
    """The moves that come of aiming at these columns."""
    arbiter = sit(game("connect4", rules, seed=seed))
    return [arbiter.play(column)[0] for column in aims]


@pytest.mark.parametrize(
    ("rules", "column", "chances"),
    [
        (SLIP, "d", {"d": 0.6, "d>c": 0.2, "d>e": 0.2}),
        (SLIP, "a", {"a": 0.75, "a>b": 0.25}),
        (RULES[4][0], "d", {"d": 1 / 8, "d>e": 7 / 8}),
        (RULES[4][0], "g", {"g": 1.0}),
        (RULES[5][0], "b", {"b": 2 / 8, "b>a": 5 / 8, "b>c": 1 / 8}),
    ],
)
def test_discs_slip_as_often_as_their_weights_say(rules: Rules, column: str, chances: dict[str, float]) -> None:
    counts = Counter(drops(rules, column, f"11:{seed}")[0] for seed in range(2000))
    assert counts.keys() == chances.keys()
    assert chi_square([counts[move] for move in chances], list(chances.values())) < 16


def test_every_decision_has_lots_of_its_own() -> None:
    """Two decisions in succession are independent: all nine pairs come as often as they should."""
    pairs = Counter(tuple(drops(SLIP, "dd", f"12:{seed}")) for seed in range(4000))
    moves = {"d": 0.6, "d>c": 0.2, "d>e": 0.2}
    wanted = {(one, other): p * q for one, p in moves.items() for other, q in moves.items()}
    assert chi_square([pairs[pair] for pair in wanted], list(wanted.values())) < 32


def test_a_disc_does_not_slip_where_there_is_no_room() -> None:
    fen = "2y1r2/2r1y2/2y1r2/2r1y2/2y1r2/2r1y2 r 7"
    for seed in range(50):
        arbiter = sit(game("connect4", SLIP, seed=f"13:{seed}", opening=Opening(fen)))
        assert arbiter.play("d")[0] == "d"
        with pytest.raises(ValueError, match="c"):
            arbiter.play("c")


def test_the_nth_decision_of_the_games_of_a_pair_is_dealt_by_the_same_number() -> None:
    """The games differ, but their slips must fit the same random numbers. Those of other pairs must not fit."""
    rules, full_board, weights = RULES[3]
    first = play_all(game("connect4", rules, 2 * pair - 1, f"7:{pair}") for pair in range(1, 21))
    second = play_all(game("connect4", rules, 2 * pair, f"7:{pair}") for pair in range(1, 21))
    draws: list[list[list[Lot]]] = [
        [replay_connect4(record, full_board, weights) for record in records] for records in (first, second)
    ]
    assert all(alike(one, other) for one, other in zip(*draws, strict=True))
    assert not any(alike(one, other) for one, other in zip(draws[0], draws[1][1:], strict=False))
    moves = [[tuple(ply.move for ply in record.plies) for record in records] for records in (first, second)]
    assert all(one != other for one, other in zip(*moves, strict=True))


def test_moves_of_an_opening_use_up_their_lots() -> None:
    """After six plies the game goes on in the same way, whether they were played or come from an opening."""
    for pair in range(10):
        (whole,) = play_all([game("connect4", SLIP, seed=f"7:{pair}")])
        moves = [ply.move for ply in whole.plies]
        arbiter = sit(game("connect4", SLIP, seed=f"7:{pair}", opening=Opening("", tuple(moves[:6]))))
        assert [arbiter.play(COLUMNS[split(move)[0]])[0] for move in moves[6:]] == moves[6:]


def test_hilo_by_lot_is_played_by_the_rules_and_survived_as_often_as_chance_has_it() -> None:
    games = 1500
    records = play_all(game("hilo", number=number, seed=f"7:{number}") for number in range(1, games + 1))
    decks = [replay_hilo(record)[0] for record in records]
    survived = sum(record.utility != LOST for record in records)
    chance = (7 / 13) ** 4
    assert abs(survived - games * chance) < 4 * (games * chance * (1 - chance)) ** 0.5
    assert {record.result for record in records} >= {"1-0", "0-1"}
    first = Counter(deck[0] for deck in decks)
    assert chi_square([first[card] for card in FIRST_CARDS], [1 / 11] * 11) < 30
    second = Counter(deck[1] for deck in decks)
    assert chi_square([second[card] for card in CARDS], [1 / 13] * 13) < 33


def guess_all(choose: Callable[[int], str], seed: str, fen: str = "") -> list[str]:
    """The cards of a game in which each guess depends on the card that is up."""
    arbiter = sit(game("hilo", seed=seed, opening=Opening(fen)))
    cards = [arbiter.fen().split()[0]]
    while arbiter.verdict() is None:
        cards.append(arbiter.play(choose(int(cards[-1])))[0].split()[1])
    return cards


def test_the_deck_is_the_same_whatever_is_guessed() -> None:
    lengths = Counter[int]()
    for seed in map(str, range(150)):
        longest, *others = sorted(
            (
                guess_all(choose, seed)
                for choose in (lambda _: "low", lambda _: "high", lambda card: "low" if card > 7 else "high")
            ),
            key=lambda cards: -len(cards),
        )
        assert all(longest[: len(cards)] == cards for cards in others)
        lengths[len(longest)] += 1
    assert lengths[5] > 30


def test_a_first_card_that_is_given_changes_none_of_the_others() -> None:
    for seed in map(str, range(20)):
        dealt, *drawn = guess_all(lambda card: "low" if card > 7 else "high", seed)
        for card in FIRST_CARDS:
            given, *same = guess_all(lambda card: "low" if card > 7 else "high", seed, f"{card} 1 4")
            assert given == str(card)
            assert all(one == other for one, other in zip(drawn, same, strict=False))
        assert dealt in map(str, FIRST_CARDS)


def test_whoever_is_at_fault_in_hilo_has_lost_all() -> None:
    verdict = sit(game("hilo")).lost(0, Termination.CRASH, " disconnects: its engine has crashed (exit status 3)")
    assert (verdict.result, verdict.utility, verdict.reason) == (
        "0-1",
        -1.0,
        "Player disconnects: its engine has crashed (exit status 3)",
    )


# The random player: never illegal, as likely to play each move as any other, and the same again from the same seed.

START = game("standard", seed="1:1")
BRIEF = Adjudication(maxmoves=1)


def moves(one: Fixture) -> list[str]:
    (record,) = play_all([one])
    return [ply.move for ply in record.plies]


@pytest.mark.parametrize(("variant", "count"), [("standard", 20), ("connect4", 7)])
def test_every_move_of_either_seat_is_as_likely(variant: str, count: int) -> None:
    """Each first move and each answer comes as often as it should. The seats draw independently."""
    records = play_all(replace(game(variant, number=number), rules=BRIEF) for number in range(700))
    for ply in (0, 1):
        counts = Counter(record.plies[ply].move[:4] for record in records)
        assert len(counts) == count
        assert chi_square(list(counts.values()), [1 / count] * count) < (44 if count == 20 else 22)
    pairs = Counter((record.plies[0].move, record.plies[1].move) for record in records)
    assert len(pairs) > min(280, count * count - 1)
    if variant == "connect4":
        equal = sum(record.plies[0].move == record.plies[1].move for record in records)
        assert abs(equal - 700 / 7) < 4 * (700 * 6 / 49) ** 0.5


def test_seed_number_and_seat_decide_and_nothing_else() -> None:
    one = replace(START, rules=Adjudication(maxmoves=10))
    same = moves(one)
    assert moves(replace(one, pair=2, leg=2, seats=(3, 1), players=(replace(RANDOM, name="another"), RANDOM))) == same
    others = [moves(replace(one, seed="1:2")), moves(replace(one, seed="2:1")), moves(replace(one, number=2))]
    assert len({tuple(each) for each in [same, *others]}) == 4


def test_these_moves_are_those_of_every_machine() -> None:
    """A seed promises the same draws on every machine: users would see a change here."""
    assert moves(replace(START, rules=Adjudication(maxmoves=3))) == ["f2f4", "a7a6", "d2d4", "d7d5", "g2g4", "a6a5"]
    slips = moves(game("connect4", SLIP, seed="1:1"))
    assert slips[:6] == ["f>e", "b>a", "a", "g", "a>b", "a"]
