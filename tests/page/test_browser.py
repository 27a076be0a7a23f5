"""The page in a real browser: every game by every way of pointing, every view, and what could go wrong on the way."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Callable
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from random import Random
from typing import Any

import pytest
from oddsfish.engine import games
from oddsfish.engine.game import Game
from oddsfish.engine.options import options_for
from oddsfish.protocols.page.access import leading
from page_browser import LOOKS, LOST, NARROW, WAYS, WIDE, Look, Tab, Tabs, by_mouse
from page_games import GAMES, PERSON, play_cards
from page_server import Server, serving
from playwright.sync_api import WebSocketRoute
from trained import MODEL

ENOUGH = 12  # moves of a game between searches that may take a hundred
TURNS = 10  # of a random game, before a view is looked at
BACK_RANK = "6k1/5ppp/8/8/8/8/8/4R2K w - - 0 1"  # mate in one: Re8
SENSELESS: tuple[tuple[str, str, dict[str, str], str], ...] = (
    ("play", "go", {}, "no game go"),
    ("play", "chess", {"Slip": "true"}, "Slip"),
    ("analyse", "connect4", {"searches": "PVS"}, "PVS cannot search connect4"),
    ("analyse", "chess", {"search": "PVS"}, "search"),
    ("analyse", "chess", {"searches": "Predictive~PVS"}, "--set Model=FILE"),
    ("tree", "connect4", {"search": "Solver"}, "Solver has no tree to show: choose Minimax"),
    ("tree", "connect4", {"search": "PVS"}, "PVS cannot search connect4"),
    ("tour", "chess", {"tour": "foo"}, "no tour foo of chess"),
    ("play", "chess", {"moves": "e2e4~e2e4"}, "illegal move"),
    ("play", "chess", {"fen": "nonsense"}, "FEN"),
)
ON_ITS_WAY = """
const send = WebSocket.prototype.send;
WebSocket.prototype.send = function (text) {
    if (JSON.parse(text).ask !== "play") return send.call(this, text);
    setTimeout(() => send.call(this, text), 100); // longer than a search of Random takes
    window.onTheWay?.();
};
"""
CHANGED = """(seat) => {
    window.onTheWay = () => setTimeout(() => seat.dispatchEvent(new Event("change")));
}"""
PROMOTION = "8/P6k/8/8/8/8/8/K7 w - - 0 1"


# --- A game of each kind ---


def some(*fast: tuple[object, ...]) -> Callable[..., Any]:
    """Marks all cases as slow that are not among these."""

    def mark(*values: object) -> Any:
        return pytest.param(*values, marks=() if values in fast else pytest.mark.slow, id="-".join(map(str, values)))

    return mark


whole = some(
    ("chess", "mouse", Look(WIDE)),
    ("connect4", "keyboard", Look(NARROW, "dark")),
    ("tictactoe", "touch", Look(NARROW)),
    ("hilo", "mouse", Look(NARROW, "dark")),
)


@pytest.mark.parametrize(
    ("game", "way", "look"),
    [
        whole(game, way, look)
        for game in (*GAMES, "hilo")
        for way in WAYS
        for look in LOOKS
        if (game, way) != ("hilo", "dragging")
    ],
)
def test_a_whole_game(tabs: Tabs, server: Server, game: str, way: str, look: Look) -> None:
    """Of two people, or of cards."""
    tab = tabs.open(server, replace(look, touch=way == "touch"))
    if game == "hilo":
        play_cards(tab, way)
    else:
        GAMES[game].play(tab, WAYS[way])
    assert tab.overflow() == 0


def test_a_game_against_a_search(tab: Tab) -> None:
    """The search answers each move, and its move is announced."""
    tab.open("play", "tictactoe")
    tab.choose("Time for a move", "100")
    for turn in range(5):
        free = tab.board.get_by_role("gridcell", name=re.compile("empty"))
        free.first.click()
        tab.hears("Cross: ")
        tab.wait(lambda turn=turn: len(tab.moves) == 2 * turn + 2 or tab.page.get_by_text("wins").count())  # type: ignore[misc]
        if tab.page.get_by_text("wins").count():
            break
        tab.hears("Nought: ")
    tab.sees(re.compile("Nought wins"))  # who takes the first free cells loses


def test_a_search_plays_as_strong_as_it_is_told(tab: Tab) -> None:
    """By a rating if it supports one, else by its depth. A search that plays exactly has no choice."""
    tab.open("play", "chess")
    tab.choose("Black", "Auto")
    strength = tab.page.get_by_role("combobox", name=re.compile("^Strength of "))
    assert strength.count() == 1
    assert strength.get_by_role("option").all_inner_texts()[:3] == ["full strength", "Elo 1350", "Elo 1450"]
    strength.select_option("UCI_Elo 1350")
    tab.choose("Time for a move", "100")
    tab.type("e4")
    tab.hears("Black: ")
    tab.choose("Black", "AlphaBeta")
    strength.select_option("depth 2")
    tab.type("a3")
    tab.hears("Black: ")
    tab.sees(re.compile("^AlphaBeta: .*, depth 2[.]"))
    tab.choose("Black", "Humanlike")
    assert strength.input_value() == "HumanlikeElo 1500"
    strength.select_option("HumanlikeElo 1100")
    tab.type("h3")
    tab.hears("Black: ")
    tab.sees(re.compile(r"^Humanlike: (\S+), .*[.] \1: .* of players of 1100 play it[.]"))
    tab.open("play", "connect4")
    tab.holds("a row 1", "empty")
    assert strength.count() == 0


def test_an_opponent_is_chosen_by_its_rating(tab: Tab) -> None:
    """People below, the tournament search above; the game is counted by this browser alone."""
    tab.open("play", "chess", fen=BACK_RANK)
    rating = tab.page.get_by_role("slider", name="Rating of Black")
    ladder = games.find("chess").ladder
    for place in (0, len(ladder) - 1):
        rating.fill(str(place))
        tab.sees(str(ladder[place][0]))
        tab.press("New game")
        tab.holds("e1", "white rook")
        tab.type("Re7")
        tab.hears("Black: ")
        tab.sees(re.compile(f"^{ladder[place][1]['Search']}: "))
    tab.press("New game")
    tab.holds("e1", "white rook")
    tab.type("Re8#")
    tab.page.get_by_role("row", name="Oddsfish, rated 3600 1 0 0").wait_for()
    tab.page.reload()
    tab.page.get_by_role("row", name="Oddsfish, rated 3600 1 0 0").wait_for()  # the same game is not counted twice
    with tab.page.expect_download() as download:
        tab.press("Export")
    (kept,) = json.loads(download.value.path().read_text())
    assert (kept["score"], kept["moves"], kept["fen"]) == (1, ["e1e8"], BACK_RANK)
    tab.press("Delete all games")
    assert tab.page.get_by_role("heading", name="Your games").count() == 0


def test_a_move_is_planned_while_the_other_side_thinks(tab: Tab) -> None:
    """It is played if it is legal then, and forgotten if not, or if somebody takes it back."""
    tab.open("play", "chess", fen="7k/8/8/8/8/8/P6P/7K w - - 0 1")
    tab.choose("Black", "PVS")
    tab.choose("Time for a move", "1000")
    for planned, played in ((("a3", "a4"), True), (("h2", "h5"), False)):
        tab.type("a3" if played else "a5")
        tab.sees(re.compile("PVS thinks"))
        by_mouse(tab, *planned)
        tab.hears("Black: ")
        if played:
            tab.holds("a4", "white pawn")
            tab.hears("Black: ")
    assert tab.cell("h2").get_attribute("aria-label") == "h2, white pawn"
    tab.sees("White to move")
    moves = len(tab.moves)
    tab.type("h3")
    tab.sees(re.compile("PVS thinks"))
    by_mouse(tab, "h3", "h4")
    tab.page.evaluate("document.activeElement.blur()")
    tab.page.keyboard.press("ArrowLeft")  # a step back through the game cancels the plan
    tab.holds("h2", "white pawn")
    tab.page.wait_for_timeout(300)
    assert len(tab.moves) == moves + 1
    tab.press("Take back")
    tab.wait(lambda: len(tab.moves) < moves + 1)
    tab.sees("White to move")
    tab.type("a6")
    tab.sees(re.compile("PVS thinks"))
    by_mouse(tab, "h2", "h3")
    by_mouse(tab, "h3")  # taken back
    tab.hears("Black: ")
    tab.sees("White to move")
    tab.holds("h2", "white pawn")


def test_what_a_slip_or_a_guess_can_lead_to_is_shown(tab: Tab) -> None:
    tab.open("play", "connect4", Slip="true")
    tab.choose("Yellow", PERSON)
    tab.cell("d row 1").hover()
    notes = tab.board.locator("xpath=..").locator("text.note")
    assert sorted(notes.all_text_contents()) == ["20 %", "20 %", "60 %"]
    tab.typed.hover()
    assert notes.count() == 0
    tab.open("play", "hilo", moves="5~high 9")
    tab.page.get_by_role("row", name="high 4.2 (4 of 13), 1.4 (1 of 13), -1 (8 of 13)").wait_for()
    assert tab.page.get_by_role("img", name="card 5").count() == 1
    tab.page.get_by_text("How it is played").click()
    tab.sees(re.compile("^An equal card changes nothing"))


def test_a_slider_reaches_every_rating(tab: Tab) -> None:
    tab.open("analyse", "chess", searches="Expectimax")
    slider = tab.page.get_by_role("slider", name="OpponentElo")
    assert [slider.get_attribute(name) for name in ("min", "max", "value")] == ["800", "2400", "1500"]
    slider.fill("2000")
    assert tab.page.get_by_role("combobox", name="Opponent", exact=True).input_value() == "human"


@pytest.mark.parametrize("width", [400, 1280])
def test_the_board_stays_in_sight_beside_four_searches(tabs: Tabs, server: Server, width: int) -> None:
    tab = tabs.open(server, Look(width, "light", touch=False))
    tab.open("analyse", "chess", searches="Minimax~Expectimax~PVS~AlphaBeta")
    tab.page.evaluate("scrollTo(0, 600)")
    box = tab.board.bounding_box()
    assert box is not None and box["y"] >= 0 and box["y"] + box["height"] <= 900
    assert tab.overflow() == 0


def test_without_a_match_the_view_says_how_to_get_one(tab: Tab) -> None:
    tab.page.goto(f"{tab.server.address}/match")
    tab.page.get_by_text(re.compile("^No match is shown here.* --match ")).wait_for()
    assert not tab.page.get_by_role("button", name="Flip").is_visible()


def test_sure_wins_have_the_mark_of_their_game(tab: Tab) -> None:
    """A mate is #; elsewhere a win, a loss and a draw are letters."""
    tab.open("play", "connect4", moves="d~d~d~d~d~c~c")
    tab.page.get_by_label("Show the value of every move, and name blunders").check()
    tab.page.get_by_text(re.compile("^Values.*: .* [WLD][0-9]*[,.]")).wait_for()


def test_a_colour_is_chosen_by_one_click(tab: Tab) -> None:
    def seats() -> list[str]:
        return [tab.page.get_by_role("combobox", name=seat, exact=True).input_value() for seat in ("White", "Black")]

    def first_cell() -> str:
        return tab.cells.first.get_attribute("aria-label") or ""

    tab.open("play", "chess")
    tab.choose("Time for a move", "100")
    tab.choose("Black", "Humanlike")
    tab.press("Black")
    tab.hears("White: ")
    assert seats() == ["Humanlike", PERSON] and first_cell().startswith("h1")  # seen from Black's side
    tab.press("White")
    tab.sees("White to move")
    assert seats() == [PERSON, "Humanlike"] and tab.moves == [] and first_cell().startswith("a8")
    tab.press("either")
    tab.page.get_by_text(re.compile("^(White|Black) to move")).first.wait_for()
    assert sorted(seats()) == ["Humanlike", PERSON]


@pytest.mark.slow
@pytest.mark.parametrize("game", games.shipped())
def test_every_search_is_watched_against_itself(tabs: Tabs, tmp_path: Path, game: str) -> None:
    with serving(tmp_path, "--set", f"Model={MODEL}") as server:
        watch_all(tabs.open(server), game)


def watch_all(tab: Tab, game: str) -> None:
    tab.open("play", game)
    seats = [tab.page.get_by_role("combobox", name=seat, exact=True) for seat in games.find(game).seats]
    searches = [name for name in seats[0].get_by_role("option").all_inner_texts() if name != "a person"]
    assert len(searches) > 3
    for search in searches:
        tab.open("play", game)
        for label, value in (("Time for a move", "100"), ("Pause between moves", "0")):
            if tab.page.get_by_role("combobox", name=label, exact=True).count():
                tab.choose(label, value)
        for seat in seats:
            seat.select_option(search)
        tab.wait(lambda: len(tab.moves) >= ENOUGH or not tab.page.get_by_text("to move").count(), f"for {search}")
        assert tab.complaints == [], search


def test_two_searches_are_watched_and_paused(tab: Tab) -> None:
    tab.open("play", "connect4")
    for label, value in (("Time for a move", "100"), ("Pause between moves", "0"), ("Red", "Random")):
        tab.choose(label, value)
    tab.wait(lambda: len(tab.moves) > 4)
    tab.press("Pause")
    tab.page.wait_for_timeout(400)
    paused = len(tab.moves)
    tab.page.wait_for_timeout(600)
    assert len(tab.moves) == paused
    tab.press("Continue")
    tab.sees(re.compile("wins|draw"))


def test_a_seat_that_changes_while_a_move_is_on_its_way_stops_no_game(tab: Tab) -> None:
    """In chess, because a move of one player is never legal for the other."""
    tab.page.add_init_script(ON_ITS_WAY)
    tab.open("play", "chess")
    tab.choose("Pause between moves", "0")
    tab.page.get_by_role("combobox", name="White", exact=True).evaluate(CHANGED)
    for seat in ("Black", "White"):
        tab.choose(seat, "Random")
    tab.wait(lambda: len(tab.moves) > 10 or tab.complaints)
    assert tab.complaints == []


# --- A game, and what can be done with it ---


def test_take_back_walk_and_flip(tab: Tab) -> None:
    tab.open("play", "chess")
    tab.choose("Black", PERSON)
    for move in ("e4", "c5", "Nf3"):
        tab.type(move)
        tab.hears(f"{move}.")
    assert tab.moves == ["e4", "c5", "Nf3"]
    tab.press("Take back")
    tab.holds("g1", "white knight")
    assert tab.moves == ["e4", "c5"]
    back = tab.button("A move back")
    back.focus()
    for _ in range(2):  # the button keeps the focus as long as it can be pressed
        tab.page.keyboard.press("Enter")
        tab.page.wait_for_timeout(200)
    tab.holds("e2", "white pawn")
    assert tab.page.evaluate("document.activeElement.getAttribute('aria-label')") == "A move on"
    tab.press("To the end")
    tab.holds("c5", "black pawn")
    first = tab.cells.first.get_attribute("aria-label")
    tab.press("Flip")
    assert (first, tab.cells.first.get_attribute("aria-label")) == ("a8, black rook", "h1, white rook")
    by_mouse(tab, "g1", "f3")
    tab.hears("White: Nf3.")


def test_a_pawn_becomes_what_was_chosen(tab: Tab) -> None:
    tab.open("play", "chess", fen=PROMOTION)
    tab.choose("Black", PERSON)
    by_mouse(tab, "a7", "a8")
    choices = tab.page.get_by_role("group", name="Which move?").get_by_role("button")
    names = [choice.get_attribute("aria-label") for choice in choices.all()]
    assert names == ["a8=Q", "a8=R", "a8=B", "a8=N", "Cancel"]
    tab.press("Cancel")
    tab.holds("a7", "white pawn")
    by_mouse(tab, "a7", "a8")
    tab.page.keyboard.press("Escape")
    assert choices.count() == 0
    by_mouse(tab, "a7", "a8")
    tab.press("a8=R")
    tab.holds("a8", "white rook")


def test_hint_values_and_resignation(tab: Tab) -> None:
    tab.open("play", "chess", fen=BACK_RANK)
    tab.press("Hint")
    tab.hears("Move the white rook from e1 to e8 (Re8#): wins in 1.")
    tab.page.get_by_label("Show the value of every move, and name blunders").check()
    tab.page.get_by_text("#1", exact=False).first.wait_for(state="attached")
    tab.page.get_by_text(re.compile("^Values at depth [0-9]+: Re8# #1, ")).wait_for()
    tab.press("Resign")  # it asks, and a test that does not answer says no
    tab.sees("White to move")
    tab.page.once("dialog", lambda dialog: dialog.accept())
    tab.press("Resign")
    tab.hears("White resigns: Black wins")
    by_mouse(tab, "e1", "e8")
    tab.holds("e1", "white rook")
    tab.press("Take back")  # the resignation
    tab.sees("White to move")
    by_mouse(tab, "e1", "e8")
    tab.hears("White: Re8#.")


def test_a_blunder_is_named_until_the_next_move_and_marked_in_the_list(tab: Tab) -> None:
    tab.open("play", "tictactoe", moves="b2~a1")
    tab.choose("Nought", PERSON)
    tab.page.get_by_label("Show the value of every move, and name blunders").check()
    tab.page.get_by_text(re.compile(r"^Values at depth \d: (\w\d #?[^,]+, ){6}\w\d [^,]+\.$")).wait_for()
    tab.type("c1")
    tab.hears("Cross: c1.")
    tab.page.get_by_text(re.compile(r"^Values at depth \d: ([^,]+, ){5}[^,]+\.$")).wait_for()
    tab.type("b1")  # and a3 is not stopped
    tab.sees(re.compile(r"^b1\?\? A blunder"))
    assert tab.moves[-1] == "b1??"
    tab.press("Take back")
    tab.wait(lambda: tab.moves == ["b2", "a1", "c1"])


@pytest.mark.parametrize(("move", "named"), [("Ba6", r"^Ba6\?\? A blunder"), ("Nf3", "")])
def test_a_bishop_that_is_lost_is_a_blunder(tab: Tab, move: str, named: str) -> None:
    """By winning chances, as lichess judges: long before anything is forced."""
    tab.open("play", "chess", moves="e2e4~e7e5")
    tab.choose("Black", PERSON)
    tab.page.get_by_label("Show the value of every move, and name blunders").check()
    tab.page.get_by_text(re.compile(r"^Values.*Nf3 ")).wait_for()
    tab.page.wait_for_timeout(500)  # a little deeper
    tab.type(move)
    tab.hears(f"White: {move}.")
    if named:
        tab.sees(re.compile(named))
    else:
        assert not tab.page.get_by_text(re.compile("A blunder|A mistake|An inaccuracy")).count()


def test_clocks_run_and_who_takes_back_has_the_time_of_that_position(tab: Tab) -> None:
    tab.page.clock.install()
    tab.open("play", "chess")
    tab.choose("Black", PERSON)
    tab.choose("Clock", "60+0")
    clock = tab.page.get_by_text(re.compile(r"^Black \d"))
    assert clock.inner_text() == "Black 1:00"
    tab.type("e4")
    tab.hears("e4.")
    tab.page.clock.fast_forward(20_000)
    tab.wait(lambda: clock.inner_text() in ("Black 0:40", "Black 0:39"))
    assert tab.page.get_by_text("White 1:00").is_visible()
    tab.type("e5")
    tab.hears("e5.")
    tab.page.clock.fast_forward(61_000)
    tab.sees("White has no time left: Black wins")
    assert clock.inner_text() in ("Black 0:40", "Black 0:39")
    tab.press("Take back")
    tab.wait(lambda: tab.moves == ["e4"])  # of two that are asked for the last one is made
    tab.press("Take back")
    tab.sees("White 1:00")
    tab.sees("Black 1:00")
    tab.type("d4")
    tab.hears("d4.")


def test_a_clock_stands_while_its_search_waits_for_others(tabs: Tabs, tmp_path: Path) -> None:
    with serving(tmp_path, "--workers", "1") as server:
        other, tab = tabs.open(server), tabs.open(server)
        other.open("analyse", "chess")
        other.page.get_by_role("row").nth(1).wait_for()
        tab.open("play", "chess")
        tab.choose("Clock", "60+0")
        tab.type("e4")
        tab.sees(re.compile("too many searches are running"))
        tab.page.wait_for_timeout(2500)
        assert tab.page.get_by_text(re.compile(r"^Black \d")).inner_text() in ("Black 1:00", "Black 0:59")
        other.press("Stop all")
        tab.wait(lambda: len(tab.moves) == 2)


# --- Positions and games, in and out ---


def test_what_is_pasted_and_makes_no_sense_is_said(tab: Tab) -> None:
    tab.open("play", "chess")
    box = tab.page.get_by_label(re.compile(r"^A game \(PGN\) or a position"))
    for text in ("8/8/8/8/8/8/8/8 w - - 0 1", "no position", "1. e4 e5\n2. Ke3 *", "x" * 99_999):
        box.fill(text)
        tab.press("Set up")
        tab.complains()
        assert tab.page.get_by_text("The server is gone").count() == 0
    tab.holds("e2", "white pawn")
    tab.type("e4")
    tab.hears("White: e4.")


def test_a_game_goes_out_and_comes_back(tab: Tab, tmp_path: Path) -> None:
    tab.open("play", "chess")
    tab.choose("Black", PERSON)
    for move in ("e4", "e5", "Nf3"):
        tab.type(move)
        tab.hears(f"{move}.")
    with tab.page.expect_download() as download:
        tab.press("Save")
    path = tmp_path / download.value.suggested_filename
    download.value.save_as(path)
    assert path.name == "chess.pgn" and "1. e4 e5 2. Nf3 *" in path.read_text()
    tab.press("Copy FEN")
    box = tab.page.get_by_label(re.compile(r"^A game \(PGN\) or a position"))
    tab.wait(lambda: "5N2" in box.input_value())
    tab.open("play", "chess")
    with tab.page.expect_file_chooser() as chooser:
        tab.press("Load …")
    chooser.value.set_files(path)
    tab.holds("f3", "white knight")
    tab.page.wait_for_timeout(300)
    assert tab.moves == ["e4", "e5", "Nf3"]  # no search plays on in a game of others
    with tab.page.expect_download() as again:
        tab.press("Save")
    assert again.value.path().read_text() == path.read_text()


def test_what_an_address_asks_for_and_there_is_not_is_said_and_the_page_goes_on(tab: Tab) -> None:
    for view, game, more, said in SENSELESS:
        tab.open(view, game, **more)
        tab.complains(said)
    tab.holds("e2", "white pawn")
    tab.type("d4")
    tab.hears("White: d4.")


def test_an_address_that_the_page_has_written_is_no_fault(tab: Tab) -> None:
    for view in ("play", "analyse", "review", "tree", "tour"):
        tab.open(view, "connect4", Slip="true")
        tab.cells.first.wait_for()
        tab.page.wait_for_timeout(300)
        tab.page.reload()
        tab.cells.first.wait_for()
        tab.page.wait_for_timeout(300)
        assert tab.complaints == []


def test_a_tour_leads_back_to_the_game(tab: Tab) -> None:
    tab.open("play", "chess", moves="e2e4")
    for step in ("Next", "Back"):
        tab.page.get_by_role("link", name="Tour").click()
        tab.press("Next")
        tab.button(step).click()
        tab.page.get_by_role("link", name="Play", exact=True).click()
        tab.holds("e4", "white pawn")


def test_back_leads_to_the_view_before(tab: Tab) -> None:
    tab.open("play", "chess", moves="e2e4")
    tab.holds("e4", "white pawn")
    tab.page.get_by_role("link", name="Analyse").click()
    tab.page.get_by_role("heading", name="Analyse chess").wait_for()
    tab.holds("e4", "white pawn")
    tab.page.get_by_role("link", name="Tree", exact=True).click()
    tab.page.get_by_role("heading", name="Tree of chess").wait_for()
    tab.page.go_back()
    tab.page.get_by_role("heading", name="Analyse chess").wait_for()
    tab.page.go_back()
    tab.page.get_by_role("heading", name="Play chess").wait_for()
    tab.holds("e4", "white pawn")


# --- The server, and other tabs ---


def test_a_file_leads_a_browser_in(tabs: Tabs, server: Server, tmp_path: Path) -> None:
    """The token is kept, and is neither in the address nor in the history."""
    tab = tabs.open(server)
    tab.open("play", "tictactoe")
    tab.page.evaluate("localStorage.clear()")
    tab.page.goto("about:blank")
    tab.excused.append(re.compile("^a request to elsewhere: file:"))
    door = tmp_path / "open.html"
    door.write_text(leading(f"{server.address}/analyse?game=chess&moves=e2e4#token={server.token}"))
    tab.page.goto(door.as_uri())
    tab.holds("e4", "white pawn")
    assert tab.page.url == f"{server.address}/analyse?game=chess&moves=e2e4"
    tab.page.reload()
    tab.holds("e4", "white pawn")
    tab.page.evaluate("localStorage.clear()")
    tab.page.reload()
    tab.page.locator("#connection", has_text="open the address that").wait_for()
    tab.page.goto(f"{tab.page.url}#token={server.token}")  # of the same page: a browser loads nothing by itself
    tab.holds("e4", "white pawn")


def test_a_listener_on_another_port_learns_nothing_that_opens_the_page(tabs: Tabs, server: Server) -> None:
    """A browser sends a cookie to every port of a host; what the page keeps belongs to its own."""
    heard: list[bytes] = []

    class Listener(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            heard.append(f"{self.requestline}\n{self.headers}".encode())
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(b"<title>other</title><link rel=icon href=data:,>")

        def log_message(self, *words: object) -> None:
            pass

    tab = tabs.open(server)
    tab.excused.append(re.compile("^a request to elsewhere"))
    tab.open("play", "chess")
    tab.holds("e2", "white pawn")
    with HTTPServer(("127.0.0.1", 0), Listener) as other:
        threading.Thread(target=other.serve_forever, daemon=True).start()
        tab.page.goto(f"http://127.0.0.1:{other.server_address[1]}/")
        kept = tab.page.evaluate(
            "JSON.stringify([document.cookie, {...localStorage}, document.referrer, history.length])"
        )
        other.shutdown()
    assert heard and not any(server.token.encode() in each or b"Cookie" in each for each in heard)
    assert server.token not in kept
    assert tab.page.context.cookies() == []


def test_the_page_goes_on_when_the_server_has_been_restarted(tabs: Tabs, tmp_path: Path) -> None:
    """On the same port, with the same token: the tab connects again, and a bookmark leads to its position.

    With another token it says what to do.
    """
    with serving(tmp_path) as first:
        tab = tabs.open(first)
        tab.excused.append(LOST)
        tab.open("play", "chess")
        tab.choose("Black", PERSON)
        tab.type("e4")
        tab.hears("White: e4.")
        address, port = tab.page.url, int(first.host.rpartition(":")[2])
    tab.sees(re.compile("^The server is gone"))
    with serving(tmp_path, port=port):
        tab.page.get_by_text(re.compile("^The server is gone")).first.wait_for(state="hidden")
        tab.type("c5")
        tab.hears("Black: c5.")
        assert tab.moves == ["e4", "c5"]
        tab.page.goto(address)
        tab.holds("e4", "white pawn")
        assert tab.moves[:1] == ["e4"]  # the opponent plays on
        tab.page.wait_for_load_state("networkidle")  # pictures of pieces may come later than the board
    (tmp_path / "oddsfish" / "page-token").unlink()
    with serving(tmp_path, port=port):
        tab.page.locator("#connection", has_text="open the address that").wait_for()
        tab.check()
        tab.page.close()


def test_two_tabs_play_two_games(tabs: Tabs, server: Server) -> None:
    one = tabs.open(server)
    other = tabs.open(server, beside=one)
    for tab, move in ((one, "e4"), (other, "d4")):
        tab.open("play", "chess")
        tab.choose("Black", PERSON)
        tab.type(move)
        tab.hears(f"White: {move}.")
    one.type("e5")
    one.hears("Black: e5.")
    assert (one.moves, other.moves) == (["e4", "e5"], ["d4"])


# --- Searches ---


def test_four_searches_at_once_and_where_they_differ(tab: Tab) -> None:
    tab.open("analyse", "connect4", searches="Solver~AlphaBeta~Expectimax~Random")
    assert tab.button("Another search").is_disabled()
    panels = tab.page.get_by_role("region", name=re.compile("^(Solver|AlphaBeta|Expectimax|Random)$"))
    assert panels.count() == 4
    tab.wait(lambda: panels.get_by_text(re.compile(r"^Depth \d+, .* nodes")).count() == 4)
    tab.sees(re.compile("^(They differ: .* chooses? .*|All choose .)"))
    tab.press("Stop all")
    tab.wait(lambda: panels.get_by_role("button", name="Start", exact=True).count() == 4)
    line = panels.nth(1).get_by_role("row").nth(1)
    line.hover()
    tab.sees(re.compile("^After "))
    tab.page.get_by_role("button", name="Remove Random").click()
    assert panels.count() == 3 and "searches=Solver%7EAlphaBeta%7EExpectimax" in tab.page.url


def test_positions_that_change_fast_lose_no_search(tab: Tab) -> None:
    """Each change ends four searches and begins four, with replies weighed beside them."""
    tab.open("analyse", "chess", searches="Expectimax~Expectimax~PVS~AlphaBeta")
    panels = tab.page.get_by_role("region", name=re.compile("^(PVS|AlphaBeta|Expectimax)$"))
    tab.wait(lambda: panels.get_by_text(re.compile(r"^Depth \d+, .* nodes")).count() == 4)
    for move in ("e4", "e5", "Nf3", "Nc6", "Bc4"):
        tab.type(move)
        tab.hears(f"{move}.")
    for _ in range(5):
        tab.button("A move back").click()
    tab.wait(lambda: panels.get_by_text(re.compile(r"^Depth \d+, .* nodes")).count() == 4)
    tab.page.get_by_role("region", name="Replies").first.wait_for()
    assert tab.complaints == []


def test_who_stops_all_searches_has_peace_until_they_start_again(tab: Tab) -> None:
    tab.open("analyse", "chess")
    rows = tab.page.get_by_role("table").first.get_by_role("row")
    rows.nth(1).wait_for()
    tab.press("Stop all")
    tab.button("Start").wait_for()
    tab.type("e4")
    tab.holds("e4", "white pawn")
    tab.page.wait_for_timeout(300)
    assert tab.button("Start").is_visible() and rows.count() == 1
    tab.press("Start all")
    rows.nth(1).wait_for()


def test_a_slider_acts_at_once(tab: Tab) -> None:
    tab.open("analyse", "connect4", Slip="true")
    panel = tab.page.get_by_role("region", name="Expectimax")
    panel.get_by_text(re.compile(r"^Depth \d")).wait_for()
    panel.get_by_label("It searches").select_option("depth 1")
    slider = panel.get_by_role("slider", name=re.compile("OpponentBlunder"))
    slider.fill("500")
    panel.get_by_text(re.compile("^Depth 1,")).wait_for()
    assert slider.input_value() == "500"


def test_replies_that_are_not_shown_are_counted_and_a_mate_has_none(tab: Tab) -> None:
    tab.open("analyse", "chess", searches="Expectimax")
    tab.sees(re.compile("^8 more$"))
    tab.open("analyse", "chess", searches="Expectimax", fen="7k/8/6K1/8/8/8/8/R7 w - - 0 1")
    tab.sees(re.compile("^Ra8# ends the game"))


def test_replies_that_decide_come_first_with_the_sum_that_they_make(tab: Tab) -> None:
    fen = "r1bqkbnr/ppp2ppp/2np4/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 4"
    tab.open("analyse", "chess", searches="Expectimax", fen=fen)
    tab.page.get_by_role("region", name="Expectimax").get_by_label("It searches").select_option("depth 3")
    said = (
        r"^2 of 34 let White win: 5[.]9 % . [+]999[.]97 = [+]58[.]82; 32 of 34 do neither: .* Together: [+]62[.]64[.]$"
    )
    tab.page.get_by_text(re.compile(said)).wait_for()
    replies = tab.page.get_by_role("region", name="Replies").get_by_role("row").all_inner_texts()
    assert {row.split()[0] for row in replies[1:3]} == {"Nge7", "Nce7"}


def test_where_a_line_leads_is_not_shown_where_chance_decides_it(tab: Tab) -> None:
    for slip, count in (("false", 1), ("true", 0)):
        tab.open("analyse", "connect4", Slip=slip, searches="AlphaBeta")
        row = tab.page.get_by_role("region", name="Moves and their values").get_by_role("button").first
        row.focus()
        row.hover()
        tab.page.wait_for_timeout(500)
        assert tab.page.locator(".preview .board").count() == count


def test_nothing_can_be_done_before_there_is_a_position(tab: Tab) -> None:

    def welcome(socket: WebSocketRoute) -> None:
        """Pass on only the first message, which is the offer."""
        server = socket.connect_to_server()
        heard: list[str | bytes] = []

        def tell(message: str | bytes) -> None:
            if not heard:
                socket.send(message)
            heard.append(message)

        server.on_message(tell)

    tab.page.route_web_socket("**/socket", welcome)
    for view in ("play", "analyse", "tree"):
        tab.page.goto(f"{tab.server.address}/{view}?game=chess")
        buttons = tab.page.locator("#view button")
        buttons.first.wait_for(state="attached")
        for number in range(buttons.count()):
            if buttons.nth(number).is_visible():
                buttons.nth(number).click(force=True)
        tab.page.locator("#view select").first.focus()
        assert tab.page.evaluate("document.activeElement === document.body")
        assert tab.complaints == []


def test_scores_and_trees_speak_of_moves_and_pawns_as_people_do(tab: Tab) -> None:
    """White is a queen ahead: nine pawns, and none of it in hundredths of them."""
    fen = "7k/8/8/8/8/8/8/1Q5K w - - 0 1"
    tab.open("tree", "chess", fen=fen, depth="2", search="Minimax")
    tab.sees(re.compile("Values are in pawns from the view of White"))
    tab.page.get_by_text("As a list").click()
    tab.page.get_by_role("button", name=re.compile(r"^Unfold \d+ more")).click()
    unfold = tab.button("Unfold Qb8+")
    unfold.click()
    root = tab.page.get_by_role("list", name="The tree").get_by_role("button", name=re.compile("^root"))
    value = re.search(r"[▲▼] (\d+(\.\d+)?)", root.inner_text())
    assert value is not None and 5 < float(value[1]) < 15
    tab.page.get_by_role("button", name=re.compile(r"^Kh7 ")).first.click()
    tab.sees(re.compile(r"^After Q\w+\+? Kh7$"))
    tab.open("analyse", "chess", fen=fen, searches="Expectimax")
    replies = tab.page.get_by_role("region", name="Replies")
    replies.get_by_role("columnheader", name="Value to White in pawns").wait_for()
    assert re.search(r"\bK[gh][78]\b", replies.inner_text())


def test_what_a_game_does_not_have_is_not_offered(tab: Tab) -> None:
    """No opponent in a game of one player, no Flip of a board with one side, no evaluations of other games."""
    for game, flips, sliders in (("chess", 1, 3), ("connect4", 0, 2), ("hilo", 0, 0)):
        tab.open("analyse", game, searches="Expectimax")
        tab.button("Start all").wait_for()
        tab.page.get_by_role("row").nth(1).wait_for()
        assert (tab.button("Flip").count(), tab.page.get_by_role("slider").count()) == (flips, sliders)
    for game, wanted in (
        ("connect4", ["Auto", "Windows", "OpenWindows", "Fours", "Net"]),
        ("tictactoe", ["Auto", "Net"]),
    ):
        tab.open("tree", game, search="Expectimax")
        choices = tab.page.get_by_role("combobox", name="Evaluation").get_by_role("option").all_inner_texts()
        assert choices == wanted


def test_every_view_tells_the_whole_position_and_its_odds(tab: Tab) -> None:
    """If discs slip, the strongest search is one for those rules; the solver is not."""
    for view in ("play", "analyse", "tree"):
        tab.open(view, "hilo", fen="5 1 2")
        tab.sees("Utility 1, 2 draws left")
    for view, said in (("play", "Expectimax thinks"), ("analyse", "Expectimax")):
        tab.open(view, "connect4", Slip="true")
        tab.sees(re.compile("^Chance: .*d: d 60 %, c 20 %, e 20 %"))
        if view == "play":
            tab.type("d")
        tab.sees(re.compile(said))
        assert tab.complaints == []


def test_the_bar_has_room_up_to_a_won_game(tab: Tab) -> None:
    """A mean over won and lost games is far from a won game."""
    tab.open("analyse", "connect4", Slip="true", searches="Expectimax", moves="c~d~b~d~d~d~b")
    tab.sees(re.compile(r"^Depth [4-9], .*−\d{2,3}\.\d\d$"))
    tab.press("Stop all")
    said = tab.page.get_by_role("img", name=re.compile(r"^Red \d+ %$")).get_attribute("aria-label") or ""
    assert 50 < int(said.split()[1]) < 97
    tab.open("analyse", "hilo", searches="Expectimax")
    tab.page.get_by_role("row").nth(1).wait_for()
    assert tab.page.get_by_role("img", name=re.compile("better|%")).count() == 0


# --- What is shown ---


def played(game: Game, chooser: Random) -> list[str]:
    """The first moves of a random game, as an address has them."""
    moves = [beginning for beginning, _ in game.beginnings()[:1]]
    position = game.read(None, moves, options_for(game, {}))
    while len(moves) < TURNS and position.ending() is None:
        move = position.sample(chooser.choice(position.moves()), chooser)
        moves.append(position.notation(move))
        position.play(move)
    return moves


late = some(*(("chess", view, Look(NARROW, "dark")) for view in ("play", "analyse", "review", "tree", "tour")))


@pytest.mark.parametrize(
    ("game", "view", "look"),
    [
        late(game.name, view, look)
        for game in games.shipped().values()
        for view in ("play", "analyse", "review", "tree", "tour")
        if view != "tour" or game.tours()
        for look in LOOKS
    ],
)
def test_every_view_late_in_a_game(tabs: Tabs, server: Server, game: str, view: str, look: Look) -> None:
    """axe finds no violation, nothing is wider than the window, and there is no error."""
    known = games.find(game)
    moves = played(known, Random(f"{game} {view} {look}")) if view != "tour" else []
    tab = tabs.open(server, look)
    tab.open(view, game, **({"moves": "~".join(moves)} if moves else {}))
    tab.page.wait_for_timeout(500)  # searches show what they find
    assert (tab.complaints, tab.violations(), tab.overflow()) == ([], [], 0)
    assert tab.page.get_by_role("heading", name=re.compile(".")).count() >= 1


# --- Positions, files, keys ---


def test_a_position_is_put_together(tab: Tab) -> None:
    tab.open("edit", "chess")
    tab.press("Clear")
    tab.complains("king")
    assert tab.button("Play").is_disabled()
    for piece, cell in (("white king", "e1"), ("black king", "e8"), ("white queen", "d4"), ("white queen", "d5")):
        tab.press(piece)
        by_mouse(tab, cell)
        tab.holds(cell, piece)
    by_mouse(tab, "d5")  # once more: it is taken away
    tab.holds("d5", "empty")
    tab.wait(lambda: tab.page.get_by_label("FEN").input_value() == "4k3/8/8/8/3Q4/8/8/4K3 w - - 0 1")
    tab.choose("To move", "1")
    tab.wait(lambda: "Q4/8/8/4K3 b" in tab.page.get_by_label("FEN").input_value())
    tab.press("Analyse")
    tab.holds("d4", "white queen")
    tab.sees("Black to move")


def test_one_game_of_many_is_chosen(tab: Tab, tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    tags = '[Event "?"]\n[White "{}"]\n[Black "Bob"]\n[Result "*"]\n\n1. {} *\n\n'
    path.write_text("".join(tags.format(f"Ann {number}", move) for number, move in enumerate(("e4", "d4", "c4"))))
    tab.open("analyse", "chess")
    tab.page.locator("input[type=file]").set_input_files(path)
    tab.holds("e4", "white pawn")
    tab.page.get_by_label("3 games in the file; show").select_option(label="3. Ann 2 – Bob, *, ?")
    tab.holds("c4", "white pawn")
    tab.page.get_by_label("3 games in the file; show").select_option(label="2. Ann 1 – Bob, *, ?")
    tab.holds("d4", "white pawn")


def test_keys_do_what_their_help_says(tab: Tab) -> None:
    tab.open("analyse", "chess", moves="e2e4~e7e5~g1f3")
    tab.sees("King's Knight Opening (C40)")
    keyboard = tab.page.keyboard
    keyboard.press("ArrowLeft")
    tab.holds("f3", "empty")
    keyboard.press("Home")
    tab.holds("e4", "empty")
    keyboard.press("End")
    tab.holds("f3", "white knight")
    keyboard.press("f")
    assert tab.cells.first.get_attribute("aria-label") == "h1, white rook"
    by_mouse(tab, "e2")
    keyboard.press("?")
    tab.page.get_by_role("dialog").get_by_text("a move back, a move on").wait_for()
    keyboard.press("Escape")
    tab.typed.focus()
    keyboard.press("f")
    assert tab.cells.first.get_attribute("aria-label") == "h1, white rook"  # it was typed


def test_what_somebody_else_has_stored_does_no_harm(tab: Tab) -> None:
    tab.open("play", "tictactoe")
    for kept in ("[null]", "{", '"x"', "[1, {}]"):
        tab.page.evaluate("(kept) => localStorage.setItem('games', kept)", kept)
        tab.page.reload()
        tab.cells.first.wait_for()
