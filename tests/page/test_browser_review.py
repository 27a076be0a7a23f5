"""A review in a real browser: a game goes in, its worst move is found, and the game goes on from there."""

from __future__ import annotations

import re
from dataclasses import asdict
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import chess.pgn
from oddsfish.engine.results import Score
from oddsfish.reviews.judgement import MARKS, judge

if TYPE_CHECKING:
    from page_browser import Tab

PGN = """[Event "?"]
[White "Ann"]
[Black "Bob"]
[Result "1-0"]

1. e4 {[%clk 0:03:00]} e5 {[%clk 0:02:58]} 2. Bc4 {[%clk 0:02:57]} d6 {[%clk 0:02:30]} 3. Qh5 {[%clk 0:02:50.5]} Nf6
{[%clk 0:00:09]} 4. Qxf7# {[%clk 0:02:49]} 1-0
"""


def test_somebody_finds_the_worst_move_of_a_game(tab: Tab, tmp_path: Path) -> None:
    path = tmp_path / "game.pgn"
    path.write_text(PGN)
    tab.open("review", "chess")
    tab.sees("Load a game below")
    tab.page.locator("input[type=file]").set_input_files(path)
    tab.button("3… Nf6??").click()
    note = tab.page.locator(".note-of")
    tab.wait(lambda: "Nf6?? loses in 1" in note.inner_text())
    assert "Of players of 1500" in note.inner_text()
    tab.sees("Clock: 0:09.")
    tab.page.get_by_role("row", name=re.compile("^Bob 3 .* 0 0 1 0$")).wait_for()
    tab.page.get_by_role("row", name=re.compile("^Ann 4 ")).wait_for()
    tab.choose("Compare with players rated", "1000")
    tab.wait(lambda: "Of players of 1000" in note.inner_text(), "for the people of the other rating")
    picture = tab.page.get_by_role("img", name=re.compile("^Winning chances"))
    tab.holds("h5", "white queen")
    picture.hover(position={"x": 2, "y": 20})
    tab.holds("e2", "white pawn")  # the position that is pointed at
    tab.page.mouse.move(0, 0)
    tab.holds("h5", "white queen")
    for kind in ("PGN", "HTML", "JSON"):
        with tab.page.expect_download() as download:
            tab.press(f"Save {kind}")
        download.value.save_as(tmp_path / f"review.{kind.lower()}")
    with (tmp_path / "review.pgn").open() as file:
        read = chess.pgn.read_game(file)
    assert read is not None and not read.errors and read.headers["White"] == "Ann" and read.headers["Result"] == "1-0"
    assert next(iter(read.mainline())).clock() == 180
    (bad,) = (node for node in read.mainline() if chess.pgn.NAG_BLUNDER in node.nags)
    assert bad.ply() == 6 and bad.eval() is not None

    tab.page.reload()
    tab.page.get_by_role("row", name=re.compile("^Bob 3 ")).wait_for()
    tab.button("3… Nf6??").click()
    tab.press("Play on against a player of 1000")
    strength = tab.page.get_by_label("Strength of Black")
    tab.wait(lambda: strength.input_value() == "HumanlikeElo 1000")
    assert tab.page.get_by_role("combobox", name="Black", exact=True).input_value() == "Humanlike"
    tab.holds("h5", "white queen")


def test_a_game_that_was_played_is_reviewed(tab: Tab) -> None:
    """In any game, also with outcomes of chance."""
    tab.open("play", "tictactoe", moves="a1~b1~b2~c3~a3")
    tab.press("Review")
    tab.page.get_by_role("row", name=re.compile("^Person 3 ")).wait_for()
    tab.button("1… b1??").wait_for()
    tab.open("review", "hilo", moves="5~high 9~low 2")
    tab.page.get_by_role("row", name=re.compile("^Player 2 ")).wait_for()
    tab.sees(re.compile(r"^Expected utility: [\d.]+\.$"))


def test_the_browser_judges_as_a_review_does(tab: Tab) -> None:
    """Scores of every kind: estimates, mates and known results, exact or bounds; in games for two and for one."""
    random = Random(5)

    def score() -> Score:
        kind = random.randrange(4)
        bound = random.choice(("", "", "lower", "upper", "unknown"))
        centi = random.choice((0, 1, 60, 699, 700, 701, 999, 1000, 2000, *range(-1500, 1500, 37))) * random.choice(
            (1, -1)
        )
        if kind == 0:
            return Score(float(centi), centi, random.choice((1, 2, 7, -2, -8)), bound)
        if kind == 1:
            result = random.choice((-1, 0, 1))
            return Score(float(result), 100 * result, random.choice((None, 0)) if result else None, bound, result)
        return Score(float(centi), centi, None, bound)

    triples = [(score(), score(), random.choice((0.0, 0.0, 8.5, 600.0))) for _ in range(4000)]
    tab.open("play", "tictactoe")
    module = tab.page.locator("link[rel=modulepreload][href$='score.js']").get_attribute("href")
    act = (
        "async ([module, given]) => { const {judge} = await import(module); return given.map((all) => judge(...all)); }"
    )
    found = tab.page.evaluate(act, [module, [[asdict(one), asdict(other), par] for one, other, par in triples]])
    wanted = [MARKS[judge(one, other, par)] for one, other, par in triples]
    assert found == wanted and set(wanted) == {*MARKS.values()}


def test_an_address_with_a_senseless_rating_is_reviewed_all_the_same(tab: Tab) -> None:
    for rating in ("99999", "1500.5", "x"):
        tab.open("review", "tictactoe", moves="a1~b1", rating=rating)
        tab.page.get_by_role("row", name=re.compile("^Cross 1 ")).wait_for()
    tab.open("review", "chess", moves="e2e4~f7f5", rating="2300")
    tab.page.get_by_role("row", name=re.compile("^Black 1 ")).wait_for()
    assert tab.page.get_by_role("combobox", name="Compare with players rated").input_value() == "2300"


def test_a_review_that_runs_says_what_it_has_found_and_can_be_stopped(tab: Tab) -> None:
    """A queen is lost at the third move, and the game goes on for long."""
    loss = ["e2e4", "e7e5", "d1h5", "g8f6", "h5e5", "f8e7", "e5e7", "d8e7"]
    shuffle = ["b1c3", "b8c6", "c3b1", "c6b8", "g1f3", "f6g8", "f3g1", "g8f6"]
    tab.open("review", "chess", moves="~".join([*loss, *shuffle * 12]))
    tab.button("4. Qxe7+").wait_for()
    tab.sees("Largest losses so far:")
    tab.press("Stop")
    tab.sees(re.compile(r"^Stopped after \d+ of 105 positions\.$"))
    tab.press("Review")
    tab.sees(re.compile(r"^\d+ of 105 positions$"))
