"""The report of a match, as a file and in a real browser: what it loads, counts and draws; its games on a board."""

from __future__ import annotations

import json
import os
import random
import re
import shutil
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import chess
import pytest
from oddsfish.engine import Connect4Position, HiloPosition
from oddsfish.matches.record import Ply, Record, Termination
from oddsfish.matches.report.page import page as page_text
from oddsfish.matches.report.page import write_report
from oddsfish.matches.score.standings import Standings, standings_of
from oddsfish.matches.score.statistics import mean_interval
from slow_games import FIRST_CARDS, Grid, guessed, split

HOSTILE = "</script><img src=x onerror=document.title='hacked'>"
Rules = tuple[tuple[str, str], ...]
SLIPPERY: Rules = (("Rules", "fullboard"), ("Slip", "true"), ("SlipStraight", "8"))
FACTS = {"Time control": "10+0.1", "Elo": "+12.3 ± 9.1"}
# Both castlings, a capture en passant, a promotion that captures, a check.
EVERYTHING = (
    *("e2e4", "d7d5", "e4d5", "e7e5", "d5e6", "b8c6", "g1f3", "d8d6", "f1e2", "c8d7", "e1g1", "e8c8", "e6f7", "d8e8"),
    *("f7g8n", "h8g8", "f1e1", "d6h2", "g1f1"),
)
SHUFFLED = "bnrkqrnb/pppppppp/8/8/8/8/PPPPPPPP/1R1K3R w HBhb - 0 1"  # Chess960: Kd1 with rooks on b1 and h1
CASTLED_SHORT, CASTLED_LONG = ["d1h1", "a7a6", "f1e1"], ["d1b1", "a7a6", "d1e1"]


# --- Made-up games ---


def effort(rng: random.Random, clocks: list[float], index: int, pieces: int, choices: int) -> dict[str, Any]:
    """What a ply out of the opening carries."""
    seconds = round(rng.expovariate(1 / 0.4) * choices / 30, 3)
    clocks[index % 2] = round(max(clocks[index % 2] - seconds, 0.0) + 0.1, 3)
    depth = rng.randint(6, 14) + (32 - pieces) // 6
    return {"seconds": seconds, "clock": clocks[index % 2], "depth": depth, "nodes": int(seconds * 1.3e6)}


def chess_game(number: int, seats: tuple[int, int] = (0, 1), plies: int = 80, names: Sequence[str] = "AB") -> Record:
    rng = random.Random(number)
    board = chess.Board()
    clocks = [10.0, 10.0]
    found: list[Ply] = []
    value = 0.0
    while len(found) < plies and not board.is_game_over():
        move = rng.choice(list(board.legal_moves))
        pieces, choices = chess.popcount(board.occupied), board.legal_moves.count()
        fields = effort(rng, clocks, len(found), pieces, choices) if len(found) >= 4 else {}
        value += rng.gauss(0.02, 30)
        if fields:
            fields["score"] = int(value if board.turn else -value)
        found.append(Ply(move.uci(), board.san(move), pieces=pieces, choices=choices, **fields))
        board.push(move)
    result, ending = rng.choice(
        [
            ("1-0", Termination.RESIGNED),
            ("0-1", Termination.RESIGNED),
            ("1/2-1/2", Termination.DRAW_ADJUDICATED),
            ("1-0", Termination.TIME),
        ]
    )
    loser = 1 if ending is Termination.TIME else None
    began = 1e9 + 10 * number
    who = tuple(names[seat] for seat in seats)
    pair, leg = (number + 1) // 2, 2 - number % 2
    reason = f"{who[1]} lost on time" if loser is not None else "by agreement of the scores"
    return Record(
        number, pair, leg, seats, who, "standard", "", tuple(found), result, ending, reason, loser, None, began, 60.0
    )


def fixed_game(moves: Sequence[str], variant: str = "standard", start: str = "", **fields: Any) -> Record:
    """A game of chess from moves as protocols write them."""
    board = chess.Board(start or chess.STARTING_FEN, chess960=variant == "fischerandom")
    plies = []
    for text in moves:
        move = board.parse_uci(text)
        plies.append(Ply(text, board.san(move), 0.5, 9.0, 25, None, 8, 1000))
        board.push(move)
    values = {"number": 1, "result": "*", "ending": Termination.UNFINISHED, "reason": "interrupted", **fields}
    return Record(
        pair=1, leg=1, seats=(0, 1), names=("A", "B"), variant=variant, start=start, plies=tuple(plies), **values
    )


def chess_match(games: int, names: Sequence[str] = "AB", plies: int = 80) -> list[Record]:
    return [chess_game(n, (0, 1) if n % 2 else (1, 0), plies, names) for n in range(1, games + 1)]


def connect4_game(number: int, variant: str, slips: bool = False) -> Record:
    rng = random.Random(number)
    position = Connect4Position(rules="fullboard" if slips else "classic", weights=(8, 1, 1) if slips else None)
    clocks = [5.0, 5.0]
    plies: list[Ply] = []
    while position.ending() is None:
        moves = position.moves()
        move = rng.choice(moves)
        chances = position.chances(move)
        certain = rng.choices([c for c, _ in chances], [p for _, p in chances])[0] if chances else move
        text = position.notation(certain)
        column = "abcdefg".index(text[-1])
        if variant == "cfour":
            text = f"P@{text}{position.height(column) + 1}"
        score = {"mate": 5} if len(plies) > 30 else {"score": rng.randint(-300, 300)}
        plies.append(Ply(text, text, **effort(rng, clocks, len(plies), len(plies), len(moves)), **score))
        position.play(certain)
    ending = position.ending()
    won = getattr(ending, "player", 0 if isinstance(ending, float) and ending > 0 else 1)
    drawn = ending == 0.0
    seats = (0, 1) if number % 2 else (1, 0)
    result = "1/2-1/2" if drawn else ("1-0", "0-1")[won]
    kind = Termination.DRAWN if drawn else Termination.WON
    pair, leg = (number + 1) // 2, 2 - number % 2
    names = tuple("AB"[seat] for seat in seats)
    return Record(
        number, pair, leg, seats, names, variant, "", tuple(plies), result, kind, "four in a row", began=1e9 + number
    )


def hilo_game(number: int, seat: int) -> Record:
    rng = random.Random(f"{number // 2}")
    card = rng.choice(FIRST_CARDS)
    position = HiloPosition(card)
    plies = [Ply(str(card), str(card))]
    for _ in range(4):
        up = int(position.fen().split()[0])
        guess = ("high", "low")[(up > 7) ^ (seat == 1 and up == 5)]
        text = f"{guess} {rng.randint(1, 13)}"
        plies.append(Ply(text, text, 0.01, None, 140, None, 4, 900, choices=2))
        position.play(position.parse_certain(text))
        if position.ending() is not None:
            break
    utility = position.value()
    pair, leg = (number + 1) // 2, 2 - number % 2
    return Record(
        number,
        pair,
        leg,
        (seat,),
        ("AB"[seat],),
        "hilo",
        "",
        tuple(plies),
        "*",
        Termination.PLAYED,
        "played",
        None,
        utility,
        1e9,
    )


def hilo_match(games: int) -> list[Record]:
    return [hilo_game(n, (n + 1) % 2) for n in range(1, games + 1)]


def with_faults(records: list[Record]) -> list[Record]:
    """The first game lost by an illegal move of seat 1, the last one unfinished."""
    first, *rest, last = records
    plies = last.plies[:20]
    return [
        replace(
            first,
            result=("1-0", "0-1")[first.seats[0]],
            ending=Termination.ILLEGAL,
            loser=1 - first.seats[0],
            reason="e1e5",
        ),
        *rest,
        replace(last, result="*", ending=Termination.UNFINISHED, loser=None, reason="interrupted", plies=plies),
    ]


# --- What is counted ---


def decided(number: int, result: str, seats: tuple[int, int], pair: int = 1, start: str = "") -> Record:
    ending = Termination.UNFINISHED if result == "*" else Termination.CHECKMATE
    return Record(number, pair, 1, seats, ("A", "B"), "standard", start, (), result, ending, "")


def tally(records: Sequence[Record]) -> Standings:
    return standings_of(("A", "B", "C"), records)


def test_the_cross_table_counts_from_each_players_view() -> None:
    results = [("1-0", (0, 1)), ("1-0", (1, 0)), ("1/2-1/2", (0, 1)), ("0-1", (1, 0)), ("*", (0, 1)), ("1-0", (2, 0))]
    standings = tally([decided(n, result, seats, pair=n) for n, (result, seats) in enumerate(results)])
    mine, theirs = standings.between(0, 1), standings.between(1, 0)
    assert (mine.wins, mine.draws, mine.losses) == (2, 1, 1)
    assert (theirs.wins, theirs.draws, theirs.losses) == (1, 1, 2)
    assert (standings.of(0).points, standings.of(0).games) == (2.5, 5)
    assert standings.between(1, 2).games == 0


def test_white_is_the_first_seat_even_if_black_moves_first() -> None:
    start = chess.STARTING_FEN.replace(" w ", " b ")
    record = decided(1, "1-0", (0, 1), start=start)  # seat 1 moves first, as Black
    assert tally([record]).between(0, 1).wins == 1
    moved = replace(record, plies=(Ply("e7e5", "e5", 2.0), Ply("e2e4", "e4", 1.0)))
    found = tally([moved]).efforts
    assert (found[1].seconds.value, found[0].seconds.value) == (2.0, 1.0)


def test_opening_pairs_are_counted_when_complete() -> None:
    records = [
        decided(1, "1-0", (0, 1), 1),
        decided(2, "0-1", (1, 0), 1),
        decided(3, "1-0", (0, 1), 2),
        decided(4, "1-0", (1, 0), 2),
        decided(5, "1-0", (0, 1), 3),
        decided(6, "*", (1, 0), 3),
        decided(7, "1/2-1/2", (0, 1), 4),
        decided(8, "1-0", (1, 0), 4),
    ]
    assert tally(records).between(0, 1).pairs == (0, 1, 1, 0, 1)
    thrice = [replace(record, leg=leg) for record, leg in zip(records[:3], (1, 2, 3), strict=True)]
    assert tally(thrice).between(0, 1).pairs == (0, 0, 0, 0, 0)


def test_faults_are_counted_by_loser() -> None:
    standings = tally(with_faults(chess_match(4)))
    assert dict(standings.ranked_endings())[Termination.ILLEGAL] == 1
    assert standings.faults[1, Termination.ILLEGAL] == 1
    assert standings.unfinished == 1


def test_time_and_depth_leave_the_opening_out() -> None:
    plies = (
        Ply("e2e4", "e4"),
        Ply("e7e5", "e5", 2.0, depth=10, pieces=32, choices=20),
        Ply("g1f3", "Nf3", 1.0, depth=7),
    )
    found = tally([replace(decided(1, "1-0", (1, 0)), plies=plies)]).efforts
    assert (found[0].seconds.count, found[0].seconds.value, found[0].depth.value) == (1, 2.0, 10)
    assert (found[1].seconds.count, found[1].seconds.value, found[1].depth.value) == (1, 1.0, 7)
    assert {key: mean.value for key, mean in found[0].by_pieces.items()} == {32: 2.0}
    assert list(found[1].time_by_move) == [2]


def test_utilities_have_an_interval_and_are_compared_on_the_same_deck() -> None:
    values = [(1, 0, 2.0), (1, 1, 3.0), (2, 0, -1.0), (2, 1, 1.0), (3, 0, 2.0)]
    records = [
        Record(n, deck, 1, (seat,), ("A",), "hilo", "", (), "*", Termination.PLAYED, "", None, utility)
        for n, (deck, seat, utility) in enumerate(values)
    ]
    standings = tally(records)
    assert standings.utility(0) == [2.0, -1.0, 2.0]
    assert standings.difference(1, 0) == [1.0, 2.0]
    text = page_text("HiLo", ("A", "B"), records, {})
    mean, error = mean_interval([2.0, -1.0, 2.0])
    assert mean is not None and error is not None
    assert f"{mean - error:.3f} to {mean + error:.3f}".replace("-", "−") in text
    mean, error = mean_interval([1.0, 2.0])
    assert f"+{mean:.3f} ± {error:.3f}" in text


# --- The file ---


class Page(HTMLParser):
    """Checks that elements are closed in order, and collects what could load something."""

    VOID = ("meta", "link", "img", "br", "input", "hr")

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.loads: list[str] = []
        self.texts: list[str] = []
        self.ids: list[str] = []
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in self.VOID:
            self.open.append(tag)
        if tag in ("img", "link", "iframe", "object", "embed", "audio", "video", "base"):
            self.loads.append(tag)
        for name, value in attrs:
            if name in ("src", "href", "xlink:href", "action", "srcset") and not (value or "").startswith("#"):
                self.loads.append(f"{tag} {name}={value}")
            if name.startswith("on"):
                self.loads.append(f"{tag} {name}")
            if name == "id":
                self.ids.append(value or "")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in self.VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


def written(
    tmp_path: Path, records: Sequence[Record], names: Sequence[str] = "AB", title: str = "A match", rules: Rules = ()
) -> str:
    path = tmp_path / "report.html"
    write_report(path, title, names, records, FACTS, rules)
    assert [file.name for file in tmp_path.iterdir()] == ["report.html"]
    return path.read_text(encoding="utf-8")


MATCHES = {
    "chess": with_faults(chess_match(12)),
    "cfour": [connect4_game(n, "cfour") for n in range(1, 7)],
    "connect4": [connect4_game(n, "connect4", slips=True) for n in range(1, 7)],
    "hilo": hilo_match(40),
    "one game": chess_match(1),
    "nothing finished": [fixed_game(EVERYTHING)],
    "nothing begun": [fixed_game([])],
    "no games": [],
}


RULES = {"connect4": SLIPPERY}  # of these matches, if others than the usual ones


@pytest.mark.parametrize("kind", MATCHES)
def test_the_page_is_whole_and_loads_nothing(tmp_path: Path, kind: str) -> None:
    page = Page(written(tmp_path, MATCHES[kind], rules=RULES.get(kind, ())))
    assert page.loads == []
    assert len(page.ids) == len(set(page.ids))
    assert "10+0.1" in page.texts


def test_the_same_match_gives_the_same_file(tmp_path: Path) -> None:
    records = chess_match(6)
    assert written(tmp_path, records) == written(tmp_path, records[::-1])


def test_names_cannot_be_markup(tmp_path: Path) -> None:
    text = written(tmp_path, chess_match(2, (HOSTILE, "B")), (HOSTILE, "B"), title=HOSTILE)
    assert Page(text).loads == []
    assert "<img" not in text


def test_a_game_that_cannot_be_is_named(tmp_path: Path) -> None:
    broken = replace(fixed_game([], number=7), plies=(Ply("e4e5", "e5"),))
    with pytest.raises(ValueError, match=r"game 7 cannot be replayed: illegal move: e4e5$"):
        write_report(tmp_path / "report.html", "A match", "AB", [broken], {})
    assert list(tmp_path.iterdir()) == []


def test_a_game_of_an_unknown_kind_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"is one of .*hilo.*, not 'checkers'"):
        write_report(tmp_path / "report.html", "A match", "AB", [replace(fixed_game([]), variant="checkers")], {})


def test_many_games_stay_small(tmp_path: Path) -> None:
    """As 2,000 games of 150 plies would be: 15 MB are 50 bytes a ply."""
    records = chess_match(40, plies=150)
    plies = sum(len(record.plies) for record in records)
    empty = len(written(tmp_path, [fixed_game([])]))
    assert (len(written(tmp_path, records).encode()) - empty) / plies < 50


# --- The browser ---


@dataclass
class Browser:
    """One page after another; collects what went wrong, and every request."""

    context: Any
    folder: Path
    page: Any = None

    def open(self, records: Sequence[Record], names: Sequence[str] = "AB", width: int = 1280, rules: Rules = ()) -> Any:
        self.faults: list[str] = []
        self.requests: list[str] = []
        path = self.folder / "report.html"
        write_report(path, "A match", names, records, FACTS, rules)
        if self.page:
            self.page.close()
        page = self.page = self.context.new_page()
        page.set_viewport_size({"width": width, "height": 900})
        page.on("console", lambda message: self.faults.append(message.text) if message.type != "log" else None)
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("request", lambda request: self.requests.append(request.url))
        page.goto(path.as_uri())
        return page

    def check(self) -> None:
        assert self.faults == []
        assert self.requests == [(self.folder / "report.html").as_uri()]


@pytest.fixture(scope="module")
def context() -> Iterator[Any]:
    sync = pytest.importorskip("playwright.sync_api", reason="playwright is not installed: pip install playwright")
    program = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome", "chrome"))), None)
    if program is None:
        pytest.skip("no chromium and no chrome on PATH")
    with sync.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        context = browser.new_context(color_scheme=os.environ.get("COLOR_SCHEME", "light"))
        context.set_default_timeout(10_000)
        yield context
        browser.close()


@pytest.fixture
def browser(context: Any, tmp_path: Path) -> Iterator[Browser]:
    browser = Browser(context, tmp_path)
    yield browser
    browser.check()  # after every test
    browser.page.close()


def cell_of(square: str, columns: int = 8, rows: int = 8) -> int:
    """Cells are counted row by row from the upper left one."""
    return columns * (rows - int(square[1])) + "abcdefgh".index(square[0])


def pieces(page: Any) -> dict[int, str]:
    found = page.eval_on_selector_all(
        "#pieces use[data-piece]", "uses => uses.map(use => [Number(use.dataset.cell), use.dataset.piece])"
    )
    return dict(found)


def where(page: Any) -> dict[int, str]:
    """The pieces of chess by the cell in which they are seen, from what the browser has laid out and drawn."""
    script = """uses => uses.map(use => {
        const board = document.getElementById('board').getBoundingClientRect();
        const box = use.getBoundingClientRect();
        const pixels = board.width / document.getElementById('board').viewBox.baseVal.width;
        const cell = 45 * pixels, margin = (board.width - 8 * cell) / 2;
        const column = Math.floor((box.x + box.width / 2 - board.x - margin) / cell);
        const row = Math.floor((box.y + box.height / 2 - board.y - margin) / cell);
        const drawing = document.querySelector(use.getAttribute('href'))?.querySelector('[class]');
        return [8 * row + column, drawing?.getAttribute('class')];
    })"""
    return dict(page.eval_on_selector_all("#pieces use", script))


def expected(board: chess.Board) -> dict[int, str]:
    return {
        cell_of(chess.square_name(square)): f"{chess.COLOR_NAMES[piece.color]} {chess.piece_name(piece.piece_type)}"
        for square, piece in board.piece_map().items()
    }


def marks(page: Any, kind: str = "last") -> set[int]:
    return set(page.eval_on_selector_all(f"[data-mark={kind}]", "uses => uses.map(use => Number(use.dataset.cell))"))


def current(page: Any) -> str | None:
    found = page.eval_on_selector_all("#moves [aria-current]", "buttons => buttons.map(b => b.textContent)")
    assert len(found) <= 1
    return found[0] if found else None


def curve_points(page: Any, figure: str) -> list[int]:
    """How many points each curve of a figure has."""
    script = "curves => curves.map(curve => curve.points.numberOfItems)"
    return list(page.eval_on_selector_all(f"{figure} polyline", script))


@pytest.mark.parametrize("kind", MATCHES)
@pytest.mark.parametrize("width", [pytest.param(1280, marks=pytest.mark.slow), 400])
def test_a_page_opens_and_fits(browser: Browser, kind: str, width: int) -> None:
    page = browser.open(MATCHES[kind], width=width, rules=RULES.get(kind, ()))
    assert page.title() == "A match"
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    for figure in page.query_selector_all("figure:not([hidden])"):
        assert figure.query_selector(":scope > svg"), figure.inner_text()


@pytest.mark.parametrize(
    ("moves", "variant", "start"),
    [
        (EVERYTHING, "standard", ""),
        (CASTLED_SHORT, "fischerandom", SHUFFLED),
        pytest.param(CASTLED_LONG, "fischerandom", SHUFFLED, marks=pytest.mark.slow),
        pytest.param(["e1h1"], "fischerandom", "4k3/8/8/8/8/8/8/4K2R w H - 0 1", marks=pytest.mark.slow),
        (["g1h1", "e8d7"], "fischerandom", "4k3/8/8/8/8/8/8/6KR w H - 0 1"),  # the king stays where it is
        pytest.param(["b1a1", "e8e7"], "fischerandom", "4k3/8/8/8/8/8/8/RK6 w A - 0 1", marks=pytest.mark.slow),
        (["f1g1", "e8d7"], "fischerandom", "4k3/8/8/8/8/8/8/5KR1 w G - 0 1"),  # they change places
        pytest.param(["a7a8q", "h8h7"], "standard", "7k/P7/8/8/8/8/8/K7 w - - 3 40", marks=pytest.mark.slow),
        (["h7h6", "a2a4"], "standard", "7k/7p/8/8/8/8/P7/K7 b - - 3 40"),
    ],
)
def test_every_position_of_a_game_is_shown(browser: Browser, moves: list[str], variant: str, start: str) -> None:
    page = browser.open([fixed_game(moves, variant, start)])
    page.click("#first")
    board = chess.Board(start or chess.STARTING_FEN, chess960=variant == "fischerandom")
    assert pieces(page) == expected(board)
    assert current(page) is None
    for text in moves:
        move = board.parse_uci(text)
        san = board.san(move)
        castling = board.is_castling(move)
        board.push(move)
        page.click("#forward")
        assert pieces(page) == expected(board), text
        assert where(page) == expected(board), text
        assert current(page) == san
        if not castling:
            assert marks(page) == {cell_of(text[:2]), cell_of(text[2:4])}
        king = chess.square_name(board.king(board.turn) or 0)
        assert marks(page, "check") == ({cell_of(king)} if board.is_check() else set())
    assert page.is_disabled("#forward")


def test_a_game_is_stepped_through_in_every_way(browser: Browser) -> None:
    page = browser.open([fixed_game(EVERYTHING)])
    boards = [chess.Board()]
    for text in EVERYTHING:
        boards.append(boards[-1].copy())
        boards[-1].push_uci(text)
    assert pieces(page) == expected(boards[-1])  # as it ended
    page.keyboard.press("ArrowLeft")
    assert pieces(page) == expected(boards[-2])
    page.keyboard.press("ArrowRight")
    assert pieces(page) == expected(boards[-1])
    page.keyboard.press("ArrowRight")
    assert pieces(page) == expected(boards[-1])
    page.click("#moves [data-ply='5']")
    assert pieces(page) == expected(boards[5])
    page.keyboard.press("Home")
    assert pieces(page) == expected(boards[0])
    page.keyboard.press("End")
    assert pieces(page) == expected(boards[-1])
    page.click("#back")
    assert pieces(page) == expected(boards[-2])
    page.focus("#by-player")
    page.keyboard.press("ArrowLeft")  # is the list's there
    assert pieces(page) == expected(boards[-2])


def test_the_board_flips(browser: Browser) -> None:
    page = browser.open([fixed_game(EVERYTHING)])
    board = chess.Board()
    for text in EVERYTHING:
        board.push_uci(text)
    page.click("#flip")
    assert where(page) == {63 - cell: piece for cell, piece in expected(board).items()}
    assert page.eval_on_selector_all("#board .frame:not([hidden])", "all => all.map(g => g.dataset.bottom)") == ["1"]


def test_curves_follow_the_game(browser: Browser) -> None:
    records = chess_match(3)
    page = browser.open(records)
    page.click("[data-game='2'] button")
    plies = records[1].plies
    counts = [sum(ply.score is not None for ply in plies[side::2]) for side in (0, 1)]
    assert curve_points(page, "#evaluation") == counts
    assert curve_points(page, "#clock") == counts
    page.query_selector("#clock").scroll_into_view_if_needed()
    box = page.query_selector("#evaluation .pick").bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    ply = int(page.get_attribute("#moves [aria-current]", "data-ply"))
    assert abs(ply - len(plies) / 2) <= 1
    for figure in ("#evaluation", "#clock"):
        marker = page.query_selector(f"{figure} .marker").bounding_box()
        assert abs(marker["x"] - box["x"] - box["width"] / 2) < box["width"] / len(plies) + 4
    shown = page.inner_text("#ply")
    assert str(plies[ply - 1].depth) in shown
    assert plies[ply - 1].text in shown


def test_evaluations_are_whites_and_mates_are_at_the_edge(browser: Browser) -> None:
    record = fixed_game(["e2e4", "e7e5", "g1f3", "g8f6"])
    scores: list[dict[str, Any]] = [{"score": 100}, {"score": 100}, {"score": None, "mate": 3}, {"score": 2500}]
    plies = tuple(replace(ply, **fields) for ply, fields in zip(record.plies, scores, strict=True))
    page = browser.open([replace(record, plies=plies)])
    heights = page.eval_on_selector_all(
        "#evaluation polyline", "curves => curves.map(curve => [...curve.points].map(point => point.y))"
    )
    (white, mate), (black, clamped) = heights
    middle = (mate + clamped) / 2
    assert white - middle == pytest.approx(middle - black)
    assert middle - white == pytest.approx((middle - mate) / 10, abs=0.2)
    shown = []
    for ply in (1, 2, 3, 4):
        page.click(f"#moves [data-ply='{ply}']")
        shown.append(page.inner_text("#ply"))
    assert [text in part for text, part in zip(("+1.00", "−1.00", "+#3", "−25.00"), shown, strict=True)] == [True] * 4


def test_charts_of_the_match_have_their_points(browser: Browser) -> None:
    records = with_faults(chess_match(12))
    page = browser.open(records)
    assert curve_points(page, "#score-over-time") == [1 + 11]
    counted = [ply for record in records[:-1] for ply in record.plies if ply.seconds is not None]
    lines = curve_points(page, "#by-number-of-pieces")
    assert len(lines) == 2
    assert max(lines) <= len({ply.pieces for ply in counted})
    numbers = [ply.choices for ply in counted]
    bars = page.eval_on_selector_all("#by-number-of-legal-moves .bar", "bars => bars.length")
    assert bars == max(numbers) - min(numbers) + 1
    assert len(curve_points(page, "#time-and-depth")) == 4
    page.hover("#score-over-time svg rect")
    assert "games finished" in page.inner_text("#score-over-time .tip")


def test_charts_are_drawn_anew_for_another_width(browser: Browser) -> None:
    page = browser.open(chess_match(4))
    wide = page.get_attribute("#score-over-time > figure > svg", "viewBox")
    page.set_viewport_size({"width": 400, "height": 800})
    page.wait_for_function(
        "wide => document.querySelector('#score-over-time > figure > svg').getAttribute('viewBox') !== wide", arg=wide
    )
    assert page.evaluate("document.documentElement.scrollWidth") <= 400


def test_the_summary_counts_what_was_finished(browser: Browser) -> None:
    records = with_faults(chess_match(12))
    page = browser.open(records)
    standings = standings_of(("A", "B"), records)
    mine, theirs = standings.of(0), standings.of(1)
    assert f"{mine.points:g} – {theirs.points:g}" in page.inner_text(".result")
    assert mine.games == 11
    header = page.inner_text("header")
    assert "11 games finished" in header
    assert "1 unfinished" in header
    assert "lost by a fault" in page.inner_text("header .badge.fault")
    rows = page.eval_on_selector_all("#cross-table tbody tr", "rows => rows.map(row => row.innerText)")
    assert len(rows) == 2
    assert "illegal move" in page.inner_text("#how-games-ended .badge.fault >> nth=0") + page.inner_text(
        "#how-games-ended"
    )


def visible(page: Any) -> list[int]:
    return [
        int(n)
        for n in page.eval_on_selector_all("#list tbody tr:not([hidden])", "rows => rows.map(r => r.dataset.game)")
    ]


def test_games_are_filtered(browser: Browser) -> None:
    records = with_faults(chess_match(12))
    page = browser.open(records)
    assert visible(page) == list(range(1, 13))
    page.select_option("#by-ending", "fault")
    assert visible(page) == [record.number for record in records if record.ending.fault]
    page.select_option("#by-ending", "=unfinished")
    assert visible(page) == [12]
    page.select_option("#by-ending", "")
    page.select_option("#by-result", "1/2-1/2")
    assert visible(page) == [record.number for record in records if record.result == "1/2-1/2"]
    page.select_option("#by-player", "1")
    page.select_option("#by-result", "won")
    won = [r.number for r in records if r.result == ("1-0" if r.seats[0] == 1 else "0-1")]
    assert visible(page) == won
    assert page.inner_text("#shown") == f"{len(won)} of 12 games"
    page.select_option("#by-player", "")
    assert visible(page) == list(range(1, 13))


def test_games_of_one_player_of_three_are_filtered(browser: Browser) -> None:
    seats = [(0, 1), (1, 0), (0, 2), (2, 0), (1, 2), (2, 1)]
    page = browser.open([chess_game(n, pair, 10, "ABC") for n, pair in enumerate(seats, start=1)], "ABC")
    page.select_option("#by-player", "2")
    assert visible(page) == [3, 4, 5, 6]
    assert len(page.query_selector_all("#cross-table tbody tr")) == 3
    assert len(curve_points(page, "#score-over-time")) == 3


def test_games_are_sorted(browser: Browser) -> None:
    records = chess_match(12)
    page = browser.open(records)
    page.click("#list thead >> text=Result")
    results = {record.number: record.result for record in records}
    assert [results[n] for n in visible(page)] == sorted(results.values())
    page.click("#list thead >> text=#")
    page.click("#list thead >> text=#")
    assert visible(page) == list(range(12, 0, -1))


def test_a_game_is_chosen_by_keyboard_and_by_address(browser: Browser) -> None:
    records = chess_match(5)
    page = browser.open(records)
    page.focus("[data-game='3'] button")
    page.keyboard.press("Enter")
    assert page.inner_text("#game").startswith("Game 3: A – B")
    assert page.url.endswith("#3")
    page.reload()
    assert page.inner_text("#game").startswith("Game 3: ")
    browser.requests.pop()  # the same file again


def test_an_unfinished_game_is_shown_as_such(browser: Browser) -> None:
    page = browser.open(with_faults(chess_match(4)))
    page.click("[data-game='4'] button")
    assert "unfinished" in page.inner_text("#end")
    assert page.inner_text("#game").endswith("*")
    assert len(page.query_selector_all("#moves button")) == 20
    page.click("[data-game='1'] button")
    assert "illegal move: B" in page.inner_text("#end .badge.fault")


def test_hostile_names_do_nothing(browser: Browser) -> None:
    names = (HOSTILE, "<b>B</b> & 'C' \"D\" \u2028 <!--")
    page = browser.open(chess_match(4, names), names)
    assert page.title() == "A match"
    assert HOSTILE in page.inner_text("#cross-table")
    assert HOSTILE in page.inner_text("#game")
    assert page.query_selector("img") is None
    assert page.query_selector("#game b b") is None


DISCS = ("red disc", "yellow disc")


@pytest.mark.parametrize("variant", ["cfour", "connect4"])
def test_connect4_is_replayed(browser: Browser, variant: str) -> None:
    """Where the first four wins, they are marked; where the most win, they are counted."""
    full_board = variant == "connect4"
    record, other = (connect4_game(number, variant, slips=full_board) for number in (1, 2))
    page = browser.open([record, other], rules=SLIPPERY if full_board else ())
    page.click("#first")
    assert pieces(page) == {}
    grid = Grid()
    fours = (0, 0)
    discs: dict[int, str] = {}
    for index, ply in enumerate(record.plies):
        page.keyboard.press("ArrowRight")
        _, column = split(ply.move)
        grid.stacks[column].append(index % 2)
        cell = cell_of(f"{'abcdefg'[column]}{len(grid.stacks[column])}", 7, 6)
        discs[cell] = DISCS[index % 2]
        assert pieces(page) == discs
        fours = grid.fours(0), grid.fours(1)
        four = marks(page, "line")
        if full_board or not any(fours):
            assert (marks(page), four) == ({cell}, set())
        else:
            assert marks(page) == set() and cell in four and len(four) >= 4
            assert {discs[place] for place in four} == {DISCS[index % 2]}
        assert page.inner_text("#said") == (f"Fours: Red ● {fours[0]}, Yellow ○ {fours[1]}" if full_board else "")
        assert current(page) == ply.text
    assert any(fours)
    assert page.query_selector("#flip") is None
    assert all(name in page.inner_text("#list thead") for name in ("Red", "Yellow"))
    assert len(page.query_selector_all("#board defs [id^=piece-]")) == 2
    assert page.query_selector("#board defs #piece-a path")  # red bears a cross
    assert page.query_selector("#board defs #piece-b circle + circle")  # yellow a ring


def test_a_connect4_game_may_start_anywhere(browser: Browser) -> None:
    drops = tuple(Ply(letter, letter, 0.1) for letter in "dc")
    record = replace(connect4_game(1, "connect4"), start="7/7/7/7/3r3/3y2r y 4", plies=drops)
    page = browser.open([record])
    red, yellow = DISCS
    discs = {"d1": yellow, "g1": red, "d2": red, "d3": yellow, "c1": red}
    assert pieces(page) == {cell_of(square, 7, 6): disc for square, disc in discs.items()}
    assert "4." in page.inner_text("#moves")
    page.click("#first")
    assert pieces(page) == {cell_of(square, 7, 6): disc for square, disc in discs.items() if square not in ("d3", "c1")}


def test_hilo_is_shown_as_a_card(browser: Browser) -> None:
    records = hilo_match(40)
    page = browser.open(records)
    values = [record.utility or 0.0 for record in records if record.seats == (0,)]
    assert f"{sum(values) / len(values):.3f}".replace("-", "−") in page.inner_text("#utility")
    assert page.query_selector("#cross-table") is None
    assert len(page.query_selector_all("#utility .bar")) == 2 * 9
    chosen = max(records, key=lambda record: len(record.plies))
    page.click(f"[data-game='{chosen.number}'] button")
    page.click("#first")
    assert pieces(page) == {} and page.inner_text("#said") == ""
    utility = Fraction(1)
    for number, ply in enumerate(chosen.plies):
        page.click("#forward")
        *guess, card = ply.move.split()
        if number:
            utility = guessed(int(chosen.plies[number - 1].move.split()[-1]), utility, guess[0], int(card))
        assert current(page) == ply.text
        assert pieces(page) == {0: f"card {card}"}
        drawing = "uses => uses.map(use => document.querySelector(use.getAttribute('href'))?.textContent)"
        assert page.eval_on_selector_all("#pieces use", drawing) == [card]
        left = 4 - number
        said = page.inner_text("#said")
        assert said.startswith(f"Utility {float(utility):.6g}, {left} draw{'s' * (left != 1)} left")
        assert ("; low: " in said and "; high: " in said) == (left > 0 and utility > 0)
    assert page.is_disabled("#forward")


def test_data_is_json(tmp_path: Path) -> None:
    """Also for other readers: the numbers of the page are in one place."""
    text = written(tmp_path, chess_match(2))
    data = json.loads(text.split('id="data">')[1].split("</script>")[0])
    assert [game["number"] for game in data["games"]] == [1, 2]
    lines = text.split('id="plies">')[1].split("</script>")[0].strip().split("\n")
    assert [len(json.loads(line)["texts"]) for line in lines] == [80, 80]


def played(steps: str) -> Iterator[tuple[dict[int, str], str]]:
    """What a reader of the data sees: what stands where before the first ply and after each, and what is marked."""
    placed: dict[int, str] = {}
    for step in steps.split():
        changed, _, marked = step.partition("|")
        for cell, piece in re.findall(r"(\d+)([a-z.])", changed):
            placed[int(cell)] = piece
        yield {cell: piece for cell, piece in placed.items() if piece != "."}, marked


@pytest.mark.parametrize(
    ("moves", "variant", "start"),
    [(EVERYTHING, "standard", ""), (CASTLED_SHORT, "fischerandom", SHUFFLED), (CASTLED_LONG, "fischerandom", SHUFFLED)],
)
def test_the_data_replay_a_game(tmp_path: Path, moves: list[str], variant: str, start: str) -> None:
    text = written(tmp_path, [fixed_game(moves, variant, start)])
    symbols = json.loads(text.split('id="data">')[1].split("</script>")[0])["board"]["symbols"]
    fields = json.loads(text.split('id="plies">')[1].split("</script>")[0])
    board = chess.Board(start or chess.STARTING_FEN, chess960=variant == "fischerandom")
    seen = list(played(fields["steps"]))
    assert len(seen) == len(moves) + 1
    for (placed, marked), move in zip(seen, ["", *moves], strict=True):
        if move:
            board.push_uci(move)
        assert {cell: symbols["abcdefghijkl".index(piece)] for cell, piece in placed.items()} == expected(board)
        king = cell_of(chess.square_name(board.king(board.turn) or 0))
        assert (f"C{king}" in marked) == board.is_check()


@pytest.mark.parametrize("kind", ["chess", "cfour", "connect4", "hilo"])
def test_every_symbol_is_drawn_under_its_letter(tmp_path: Path, kind: str) -> None:
    text = written(tmp_path, MATCHES[kind], rules=RULES.get(kind, ()))
    symbols = json.loads(text.split('id="data">')[1].split("</script>")[0])["board"]["symbols"]
    drawings = dict(re.findall(r'<g id="piece-(\w+)"[^>]*>(.*?)(?=<g id="pi)', text, re.DOTALL))
    assert list(drawings) == list("abcdefghijklmnop"[: len(symbols)])
    for name, drawing in zip(symbols, drawings.values(), strict=True):
        mark = {"red disc": "<path", "yellow disc": 'fill="none"'}.get(name, f'class="{name}"')
        assert (f">{name.split()[1]}</text>" if kind == "hilo" else mark) in drawing, name
