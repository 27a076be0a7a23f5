"""A game reviewed on the page: what the server answers, and what is kept."""

from __future__ import annotations

import json
import time
from pathlib import Path
from random import Random
from typing import Any

import pytest
from oddsfish.engine import ChessPosition, Position, games
from oddsfish.engine.options import options_for
from oddsfish.protocols.page import reviews
from oddsfish.protocols.page.position_request import PositionRequest
from oddsfish.reviews.judgement import MARKS
from oddsfish.reviews.positions import Reviewing, search_all, usual_limits
from oddsfish.reviews.reviewed import reviewed
from oddsfish.reviews.text import note, player_rows
from page_server import Server, Talk, place, serving

RATED = {"names": ["Ann", "Bob"], "rating": 1100}
MATE = ("e2e4", "e7e5", "f1c4", "d7d6", "d1h5", "g8f6", "h5f7")
EARLY = {"chess": 6, "connect4": 22, "tictactoe": 0}  # moves before the game that is reviewed


def played(position: Position[Any], moves: int, seed: int) -> list[str]:
    """A game of random moves."""
    random = Random(seed)
    found: list[str] = []
    while len(found) < moves and position.ending() is None:
        found.append(str(position.notation(random.choice(position.moves()))))
        position.play(found[-1])
    return found


def ask(talk: Talk, where: dict[str, Any], **more: Any) -> list[dict[str, Any]]:
    return talk.until(talk.send("review", place=where, **{**RATED, **more}))


@pytest.mark.parametrize("game", ["chess", "connect4", "tictactoe", "hilo"])
def test_a_review_is_that_of_the_command(talk: Talk, tmp_path: Path, game: str) -> None:
    """And the second time it is there at once."""
    where = place(game, "5", "high 9", "low 2")
    if game != "hilo":
        position = games.find(game).start(None, options_for(games.find(game)))
        played(position, EARLY[game], 2)
        where = place(game, fen=position.fen()) | {"moves": played(position, 8, 3)}
    told = ask(talk, where)
    assert "error" not in told[-1], told[-1]
    made = json.loads(ask(talk, where, file="json")[-1]["text"])
    (own,) = made["games"]
    asked = PositionRequest(games.find(game), (), where["fen"], tuple(where["moves"]))
    found = reviews.played(asked, ("Ann", "Bob"))
    limits = usual_limits(found, {})
    reviewing = Reviewing((found,), {"nodes": reviews.NODES} if "nodes" in limits else limits, {})
    (wanted,) = reviewed(reviewing, search_all(reviewing, tmp_path / "journal", 2))
    last = told[-1]
    assert [move["mark"] for move in last["moves"]] == [MARKS[move.judgement] for move in wanted.moves]
    assert [move["note"] for move in last["moves"]] == [note(move, 1100) for move in wanted.moves]
    assert list(map(tuple, last["players"])) == player_rows(wanted)
    assert [value for message in told for value in message.get("chances", ())] == [
        round(percent, 1) for percent in wanted.percents
    ]
    assert [move["judgement"] for move in own["moves"]] == [move.judgement for move in wanted.moves]
    again = ask(talk, where)
    assert len(again) == 2 and again[-1] == {**last, "id": again[-1]["id"]}


def test_a_review_that_is_stopped_goes_on_where_it_was(tmp_path: Path) -> None:
    where = place("chess", *played(ChessPosition(), 60, 5))
    with serving(tmp_path) as server, server.connect() as connection:
        talk = Talk(connection)
        number = talk.send("review", place=where, **RATED)
        begun = talk.until(number, lambda told: told.get("reviewed", 0) > 1)
        talk.connection.send(json.dumps({"id": number, "ask": "stop"}))
        assert talk.until(number)[-1] == {"id": number, "done": True, "stopped": True}
        number = talk.send("review", place=where, **RATED)
        assert talk.hear()["reviewed"] >= begun[-1]["reviewed"]
        second = talk.send("review", place=where, **RATED)  # it waits for the first, and goes on from there
        assert talk.until(second, lambda told: told.get("waiting"))[-1]["waiting"]
        talk.connection.send(json.dumps({"id": number, "ask": "stop"}))
        assert talk.until(second, lambda told: "reviewed" in told)[-1]["reviewed"] >= begun[-1]["reviewed"]
        talk.connection.send(json.dumps({"id": second, "ask": "stop"}))
        talk.until(second)
    (kept,) = (tmp_path / "oddsfish" / "reviews").glob("*.jsonl")
    kept.write_text(kept.read_text().replace('"lines"', '"cines"'))
    with serving(tmp_path) as server, server.connect() as connection:
        fault = ask(Talk(connection), where)[-1]["error"]
        assert "is no entry of a review" in fault and "\n" not in fault


def test_the_pgn_of_a_review_has_names_marks_and_values(talk: Talk) -> None:
    told = ask(talk, place("chess", *MATE), file="pgn")[-1]
    assert told["file"] == "chess-review.pgn"
    assert '[White "Ann"]' in told["text"] and "Nf6 $4" in told["text"] and "[%eval" in told["text"]
    assert ask(talk, place("chess", *MATE), file="html")[-1]["text"].startswith("<!DOCTYPE html>")


@pytest.mark.parametrize(
    ("where", "more", "said"),
    [
        (place("hilo", "5"), {}, "no move to review"),
        (place("chess"), {}, "no move to review"),
        (place("chess", "e2e5"), {}, "e2e5"),
        (place("chess", "e2e4"), {"file": "exe"}, "choose pgn, html, json"),
    ],
)
def test_what_cannot_be_reviewed_is_said(talk: Talk, where: dict[str, Any], more: dict[str, str], said: str) -> None:
    assert said in ask(talk, where, **more)[-1]["error"]


def test_only_so_many_reviews_are_kept(tmp_path: Path, server: Server) -> None:
    for number in range(reviews.MOST_KEPT + 5):
        (tmp_path / f"{number}.jsonl").touch()
    (tmp_path / "notes.txt").touch()
    (tmp_path / "folder.jsonl").mkdir()
    (tmp_path / "link.jsonl").symlink_to("nowhere")
    reviews.tidy(tmp_path)
    assert len([*tmp_path.iterdir()]) == reviews.MOST_KEPT + 3


def test_a_stop_at_any_moment_leaves_the_review_free(tmp_path: Path) -> None:
    where = place("chess", *played(ChessPosition(), 40, 6))
    with serving(tmp_path) as server, server.connect() as connection:
        talk = Talk(connection)
        for pause in range(30):
            number = talk.send("review", place=where, **RATED)
            time.sleep(pause / 5000)
            talk.connection.send(json.dumps({"id": number, "ask": "stop"}))
            assert "error" not in talk.until(number)[-1]
        number = talk.send("review", place=where, **RATED)
        assert talk.until(number, lambda told: told.get("reviewed", 0) > 2)[-1]["reviewed"] > 2
        talk.connection.send(json.dumps({"id": number, "ask": "stop"}))
        talk.until(number)
