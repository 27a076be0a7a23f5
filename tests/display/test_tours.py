"""Guided tours: every step can be shown, and the claims of its text about searches are true."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from oddsfish.engine import Limits, Result, analyse, games
from oddsfish.engine.display.tree import build, parse, trace
from oddsfish.engine.games.chess.tours import BEGINNER, EXPERIENCED
from oddsfish.engine.options import options_for
from oddsfish.engine.position import Position
from oddsfish.engine.registry.tour import Look, Tour

TOURS = [(game.name, tour) for game in games.shipped().values() for tour in game.tours()]
every = pytest.mark.parametrize(("game", "tour"), TOURS, ids=[f"{game} {tour.name}" for game, tour in TOURS])


def at(game: str, fen: str, moves: tuple[str, ...], rules: Mapping[str, str]) -> Position:
    known = games.find(game)
    words = [word for move in moves for word in move.split()]
    return known.read(fen or None, words, options_for(known, rules))


def ask(game: str, tour: Tour, step: int, look: Look) -> Result[str]:
    position = at(game, tour.fen, tour.steps[step].moves, tour.rules)
    if look.rules:
        position = at(game, position.fen(), (), {**tour.rules, **look.rules})
    return analyse(position, look.search, Limits(depth=look.depth), dict(look.options))


def tour_named(game: str, name: str) -> Tour:
    return next(tour for tour in games.find(game).tours() if tour.name == name)


@every
def test_every_step_can_be_shown(game: str, tour: Tour) -> None:
    names = [step.title for step in tour.steps]
    assert len({*names}) == len(names) > 3 and tour.title
    for number, step in enumerate(tour.steps):
        position = at(game, tour.fen, step.moves, tour.rules)
        assert step.text.endswith(".") and "  " not in step.text
        if step.tree:
            assert trace(parse(step.tree), step.search)
        for look in step.looks:
            if look.after:
                position.parse(look.after)
            else:
                assert ask(game, tour, number, look).move


def test_chess_tells_what_people_overlook() -> None:
    tour = tour_named("chess", "people")
    found = {
        step.title: ask("chess", tour, number, look).move
        for number, step in enumerate(tour.steps)
        for look in step.looks
        if not look.after
    }
    assert found["Planning for a perfect opponent"] in ("b1c3", "g1f3")
    assert found["Planning for a beginner"] == "d1h5"
    assert found["Planning for somebody with experience"] == "d1h5"
    assert found["What it costs"] in ("b1c3", "g1f3")
    position = at("chess", tour.fen, (), {})
    for options, overlooked in ((BEGINNER, "14 in a hundred"), (EXPERIENCED, "five in a hundred")):
        replies = build(position, "Expectimax", 3, options, levels=1, above=["d1h5"]).children
        mated = {child.move: child.probability or 0.0 for child in replies if child.value > 50_000}
        assert max(mated, key=mated.__getitem__) == "g8f6"
        assert round(100 * sum(mated.values())) == {"14 in a hundred": 14, "five in a hundred": 5}[overlooked]
        assert any(overlooked in step.text for step in tour.steps)


def test_chess_tells_what_searches_find() -> None:
    tour = tour_named("chess", "opponents")
    found = {
        step.title: [ask("chess", tour, number, look) for look in step.looks if not look.after]
        for number, step in enumerate(tour.steps)
    }
    (perfect,), (uniform,), (greedy,), (deep,) = (
        found["Planning for a perfect opponent"],
        found["Planning for one that plays anything"],
        found["Planning for one that takes what it sees"],
        found["And against a strong one?"],
    )
    assert (perfect.move, perfect.score.centi) == ("c4b5", 275)
    assert (uniform.move, uniform.score.centi) == ("f3e5", 6264)
    assert greedy.move == "h2h4" and deep.move not in ("f3e5", "h2h4")

    titles = [step.title for step in tour.steps]
    (replies,) = tour.steps[titles.index("Where that value comes from")].looks
    node = build(at("chess", tour.fen, (), {}), "Expectimax", 3, dict(replies.options), levels=1, above=("f3e5",))
    worth = {child.move: child.value for child in node.children}
    mates = {move for move, value in worth.items() if value > 90_000}
    assert len(worth) == 34 and mates == {"g8e7", "c6e7"} and min(worth, key=worth.__getitem__) == "d6e5"
    mated = at("chess", tour.fen, tour.steps[titles.index("After Nxe5")].moves, {})
    assert mated.ending() is not None


def test_connect4_tells_what_searches_find() -> None:
    tour = tour_named("connect4", "slips")
    chosen = {
        step.title: [ask("connect4", tour, number, look).move for look in step.looks]
        for number, step in enumerate(tour.steps)
    }
    assert chosen["Who forgets chance goes for the centre"] == ["d"]
    assert chosen["Who plans for chance sees the danger"] == ["a"]
    assert chosen["Where to build"] == ["c", "e"]
    assert chosen["Red has to block"] == ["e", "e"]
    assert chosen["It slips"] == ["e"]
    number = [step.title for step in tour.steps].index("Seven plies later")
    worse = ask("connect4", tour, number, tour.steps[number].looks[0])
    assert worse.score.value < 0
    end = at("connect4", "", tour.steps[-1].moves, tour.rules)
    assert end.ending() is not None and end.player() == 0


def test_the_lessons_count_nodes() -> None:
    """The numbers of nodes in their texts are those of the searches."""
    counted = 0
    for game, tour in TOURS:
        if not tour.name.startswith("lesson-"):
            continue
        for number, step in enumerate(tour.steps):
            for look in step.looks:
                nodes = f"{ask(game, tour, number, look).nodes:,}"
                if "nodes" in step.text and step.looks == (look,):
                    assert nodes in step.text, (step.title, nodes)
                    counted += 1
            if step.tree and "13 nodes" in step.text:
                steps = trace(parse(step.tree), step.search)
                visited = len({each.frame.node for each in steps})
                assert {"The best order": 9, "The worst order": 13}[step.title] == visited
    assert counted == 10


def test_the_lessons_say_what_searches_find() -> None:
    horizon = tour_named("chess", "lesson-horizon")
    moves = [
        ask("chess", horizon, number, look).move for number, step in enumerate(horizon.steps) for look in step.looks
    ]
    assert moves == ["d3d5", "g1f1", "g1f1", "g1f1"]
    risk = tour_named("hilo", "lesson-risk")
    for number, best in ((2, "high"), (3, "low")):
        root = parse(risk.steps[number].tree)
        values = {child.name: trace(child, "expectimax")[-1].returned for child in root.children}
        assert max(values, key=lambda name: values[name]) == best  # type: ignore[arg-type, return-value]
    assert tour_named("connect4", "lesson-chance").steps[0].text.count("188,241") == 1
