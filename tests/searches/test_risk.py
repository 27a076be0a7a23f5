"""Risk and Humanlike: what the tournament search gives up, and what people play."""

from __future__ import annotations

import gc
import re
from collections import Counter
from collections.abc import Callable
from random import Random

import pytest
from engine_process import EngineProcess
from oddsfish.engine import ChessPosition, Connect4Position, Info, Limits, Position, analyse
from oddsfish.engine.games.chess.human.model import HumanModel
from oddsfish.engine.options import Options, Value
from oddsfish.engine.searches.factory import create
from oddsfish.engine.session import Session

MIDDLEGAME = "r1bqkbnr/ppp2ppp/2np4/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 4"
BETS = [  # positions where errors of any kind may change the move; in which ones they do depends on the search
    "2k5/7b/8/2K2P2/1p2P3/8/4n3/8 w - - 0 1",
    "8/3b4/1b6/1k6/5P2/1p2B3/2n1K3/8 w - - 0 1",
    "8/1N6/N7/8/3k2PN/K7/8/8 b - - 0 1",
    "8/6n1/5P1k/5n2/2K5/4B3/8/8 b - - 0 1",
    "4K3/8/n2r4/5b2/2B5/6b1/7k/8 w - - 0 1",
    "8/P3p3/7R/5NK1/1P3N2/2k1p3/8/8 b - - 0 1",
    "8/8/P5p1/5b2/1p6/3kP3/8/K7 w - - 0 1",
    "k7/4B3/8/3K4/5P2/6p1/B7/8 b - - 0 1",
    "8/p6p/p6p/2K1k3/4b3/8/8/8 w - - 6 48",
    "4K3/5ppp/3b4/8/3k4/8/3r4/8 w - - 3 42",
]
MATE = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"


def positions(count: int) -> list[ChessPosition]:
    """Positions from games of a weak player against itself, which are not over."""
    random = Random(5)
    found: list[ChessPosition] = []
    while len(found) < count:
        position = ChessPosition()
        for _ in range(random.randrange(6, 40)):
            options: dict[str, Value] = {"TiePolicy": "random", "Seed": random.randrange(1000)}
            position.play(str(analyse(position, "AlphaBeta", Limits(depth=2), options).move))
            if position.ending() is not None:
                break
        if position.ending() is None and len(position.moves()) > 1:
            found.append(position)
    return found


def test_without_risk_it_is_the_same_search_node_for_node() -> None:
    for position in positions(5):
        plain = analyse(position, "PVS", Limits(depth=7))
        asked = analyse(position, "PVS", Limits(depth=7), {"Risk": 0, "OpponentElo": 900, "Opponent": "softmax"})
        assert (plain.nodes, plain.move, plain.score) == (asked.nodes, asked.move, asked.score)


@pytest.mark.parametrize("opponent", ["Auto", "human", "softmax", "blunder", "uniform"])
def test_no_more_is_given_up_than_the_risk_and_no_more_time_taken_than_its_share(opponent: str) -> None:
    """Without a remark the move is that of the same search without risk, on 75 % of the nodes."""
    remarks = []
    for position in (*map(ChessPosition, BETS), *positions(15)):
        told: list[str] = []
        options: dict[str, Value] = {"Risk": 100, "Opponent": opponent, "OpponentElo": 1100}
        best = analyse(position, "PVS", Limits(nodes=15_000))

        def listen(info: Info, told: list[str] = told) -> None:
            told.append(info.remark)

        result = analyse(position, "PVS", Limits(nodes=20_000), options, report=listen)
        assert result.nodes <= 20_000
        said = [remark for remark in told if remark]
        assert said == [result.remark] * bool(result.remark)
        if not said:
            assert result.move == best.move
            continue
        (remark,) = said
        remarks.append(remark)
        form = r"(\w+) instead of (\w+): ([\d.]+) pawns less .*, which [\w ]+ % of .* find; \+([\d.]+) % expected score"
        found = re.fullmatch(form, remark)
        assert found is not None, remark
        move, instead, less, more = found.groups()
        assert (result.move, best.move) == (move, instead) and move != instead
        assert float(less) <= 1.0 and 5 <= float(more) <= 100
        assert result.score.centi >= best.score.centi - 100
        assert result.pv[0] == move
        if opponent == "uniform":
            position.play(move)
            assert f"which {100 / len(position.moves()):.0f} % of" in remark
    assert len(remarks) > 1, remarks


def test_nothing_is_risked_against_an_opponent_that_does_not_err() -> None:
    options: dict[str, Value] = {"Risk": 60, "Opponent": "optimal"}
    for position in positions(3):
        assert (
            analyse(position, "PVS", Limits(depth=6), options).nodes == analyse(position, "PVS", Limits(depth=6)).nodes
        )


def test_a_mate_is_never_given_up() -> None:
    for _ in range(3):
        result = analyse(ChessPosition(MATE), "PVS", Limits(nodes=20_000), {"Risk": 300, "OpponentElo": 800})
        assert result.move == "a1a8" and result.score.plies == 1


@pytest.mark.parametrize(
    ("fen", "limits", "risk"),
    [
        ("8/8/K7/8/8/3Q2p1/8/7k w - - 0 1", Limits(nodes=400), 100),
        ("8/8/K7/8/8/3Q2p1/8/7k w - - 0 1", Limits(nodes=800), 100),
        ("8/8/K7/8/8/3Q2p1/8/7k w - - 0 1", Limits(depth=3), 300),
        ("7K/1P6/k7/8/8/8/8/8 w - - 0 1", Limits(depth=4), 300),
    ],
)
def test_a_stalemate_is_no_gain(fen: str, limits: Limits, risk: int) -> None:
    """Quiescence knows none: behind depth 1, a stalemate would look like a good move to which there is no reply."""
    result = analyse(ChessPosition(fen), "PVS", limits, {"Risk": risk})
    position = ChessPosition(fen)
    position.play(str(result.move))
    assert position.ending() is None


@pytest.mark.parametrize(
    ("search", "position", "options"),
    [
        ("PVS", ChessPosition, {"Risk": 100}),
        ("PVS", ChessPosition, {"Risk": 100, "Opponent": "softmax"}),
        ("Expectimax", ChessPosition, {"Opponent": "human", "Table": True}),
        ("Humanlike", ChessPosition, {}),
        ("Solver", Connect4Position, {"Opponent": "softmax"}),
    ],
)
def test_a_search_that_asks_a_model_is_freed_at_once(
    search: str, position: Callable[[], Position], options: dict[str, Value]
) -> None:
    """With its table: no circle of references keeps it until the garbage is collected."""
    kind = type(create(search, position()))
    gc.collect()
    gc.disable()
    try:
        others = {id(each): each for each in gc.get_objects() if type(each) is kind}  # of other tests
        analyse(position(), search, Limits(depth=2), options)
        assert not [each for each in gc.get_objects() if type(each) is kind and id(each) not in others]
    finally:
        gc.enable()


@pytest.mark.parametrize("evaluation", ["Simplified", "Material", "SEF", "Tapered"])
def test_the_score_of_humanlike_is_in_centipawns_for_every_evaluation(evaluation: str) -> None:
    for fen in (MIDDLEGAME, MATE):
        result = analyse(ChessPosition(fen), "Humanlike", Limits(depth=1), {"Evaluation": evaluation})
        usual = analyse(ChessPosition(fen), "Humanlike", Limits(depth=1))
        assert result.move == usual.move and result.score.centi == pytest.approx(usual.score.centi)


def test_in_analysis_nothing_is_given_up() -> None:
    options = {"Risk": 100, "UCI_AnalyseMode": True}
    assert (
        analyse(ChessPosition(MIDDLEGAME), "PVS", Limits(depth=7), options).nodes
        == analyse(ChessPosition(MIDDLEGAME), "PVS", Limits(depth=7)).nodes
    )


def test_who_the_opponent_is_says_how_it_is_rated_unless_that_was_set() -> None:
    options = Options()
    for said, elo in (
        ("none 1234 human Ann Other", 1234),
        ("GM 2800 human Somebody", 2400),
        ("none none computer Stockfish 17", 1500),
        ("none 3000 computer Stockfish 17", 1500),
        ("IM none human Nobody", 1500),
        ("none 400 human Beginner", 800),
        ("", 1500),
        ("<empty>", 1500),
        ("1500", 1500),
    ):
        options.set("UCI_Opponent", said)
        assert options["OpponentElo"] == elo, said
    options.set("OpponentElo", "1700")
    options.set("UCI_Opponent", "none 1234 human Ann Other")
    assert options["OpponentElo"] == 1700


def test_it_draws_as_often_as_the_model_says_and_the_same_with_a_seed() -> None:
    position = ChessPosition(MIDDLEGAME)
    options = Options()
    options.set("Search", "Humanlike")
    options.set("HumanlikeElo", "1200")
    weights = dict(zip(map(position.notation, position.moves()), HumanModel(1200).weights(position), strict=True))
    games = []
    for _ in range(2):
        session = Session(position, options)
        games.append([session.search(Limits(depth=1)).move for _ in range(2000)])
    assert games[0] == games[1]
    counts = Counter(games[0])
    total = sum(weights.values())
    for move, weight in weights.items():
        share = weight / total
        assert abs(counts[move] - 2000 * share) <= 5 * (2000 * share * (1 - share)) ** 0.5 + 1, move
    options.set("Seed", "7")
    other = Session(position, options)
    assert [other.search(Limits(depth=1)).move for _ in range(50)] != games[0][:50]


def test_only_the_moves_that_are_asked_for() -> None:
    position = ChessPosition(MIDDLEGAME)
    chosen = ("a2a3", "h2h3")
    for seed in range(5):
        assert analyse(position, "Humanlike", Limits(depth=1, moves=chosen), {"Seed": seed}).move in chosen


def test_the_engine_says_how_many_people_play_it() -> None:
    with EngineProcess() as engine:
        engine.send("setoption name Search value Humanlike", "setoption name HumanlikeElo value 1100")
        lines = engine.go("go movetime 50")
        (remark,) = [line for line in lines if line.startswith("info string")]
        assert remark.endswith("of players of 1100 play it") and lines[-1].split()[1] in remark
        engine.send("setoption name UCI_Variant value cfour")
        assert any("cannot search connect4" in line or "knows chess" in line for line in engine.go("go depth 1"))
