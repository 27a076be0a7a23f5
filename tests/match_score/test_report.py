"""The report of a match, as a file and in a real browser: what it loads, counts and draws; its games on a board."""

from __future__ import annotations

import json
import os
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from html.parser import HTMLParser
from itertools import permutations
from pathlib import Path
from random import Random
from typing import Any

import chess
import pytest
from oddsfish.matches.record import Ply, Record, Termination
from oddsfish.matches.report.page import page as page_text
from oddsfish.matches.report.page import write_report
from oddsfish.matches.score.standings import standings_of
from oddsfish.matches.score.statistics import mean_interval
from oddsfish.matches.settings import Engine, Match
from page_browser import chromium
from random_records import random_record
from slow_games import Grid, guessed, split

HOSTILE = ("</script><img src=x onerror=document.title='hacked'>", "<b>B</b> & 'C' \"D\" \u2028 <!--")
Rules = tuple[tuple[str, str], ...]
SLIPPERY: Rules = (("Rules", "fullboard"), ("Slip", "true"), ("SlipStraight", "8"))
FACTS = {"Time control": "10+0.1", "Elo": "+12.3 ± 9.1"}
# Both castlings, a capture en passant, a promotion that captures, a check.
EVERYTHING = (
    *("e2e4", "d7d5", "e4d5", "e7e5", "d5e6", "b8c6", "g1f3", "d8d6", "f1e2", "c8d7", "e1g1", "e8c8", "e6f7", "d8e8"),
    *("f7g8n", "h8g8", "f1e1", "d6h2", "g1f1"),
)
SHUFFLED = "bnrkqrnb/pppppppp/8/8/8/8/PPPPPPPP/1R1K3R w HBhb - 0 1"  # Chess960: Kd1 with rooks on b1 and h1
CHESS = {
    "standard": [
        (EVERYTHING, ""),
        (("a7a8q", "h8h7"), "7k/P7/8/8/8/8/8/K7 w - - 3 40"),
        (("h7h6", "a2a4"), "7k/7p/8/8/8/8/P7/K7 b - - 3 40"),
    ],
    "fischerandom": [
        (("d1h1", "a7a6", "f1e1"), SHUFFLED),
        (("d1b1", "a7a6", "d1e1"), SHUFFLED),
        (("e1h1",), "4k3/8/8/8/8/8/8/4K2R w H - 0 1"),
        (("g1h1", "e8d7"), "4k3/8/8/8/8/8/8/6KR w H - 0 1"),  # the king stays where it is
        (("b1a1", "e8e7"), "4k3/8/8/8/8/8/8/RK6 w A - 0 1"),
        (("f1g1", "e8d7"), "4k3/8/8/8/8/8/8/5KR1 w G - 0 1"),  # they change places
    ],
}


# --- Games ---


def games_of(
    count: int, variant: str = "standard", players: int = 2, rules: Rules = (), most: int = 80
) -> list[Record]:
    match = Match(tuple(Engine(name) for name in "ABC"[:players]), variant, rules, games=2, repeat=2)
    return [random_record(number, match, Random(number), most=most) for number in range(1, count + 1)]


def fixed_game(moves: Sequence[str], variant: str = "standard", start: str = "", number: int = 1) -> Record:
    """A game of chess from moves as protocols write them."""
    board = chess.Board(start or chess.STARTING_FEN, chess960=variant == "fischerandom")
    plies = []
    for text in moves:
        move = board.parse_uci(text)
        plies.append(Ply(text, board.san(move), 0.5, 9.0, 25, None, 8, 1000))
        board.push(move)
    played = tuple(plies)
    return Record(number, 1, 1, (0, 1), ("A", "B"), variant, start, played, "*", Termination.UNFINISHED, "interrupted")


def chess_games(variant: str) -> list[Record]:
    return [fixed_game(moves, variant, start, n) for n, (moves, start) in enumerate(CHESS[variant], 1)]


def boards_of(record: Record) -> list[chess.Board]:
    """The position before the first ply, and after each."""
    boards = [chess.Board(record.start or chess.STARTING_FEN, chess960=record.variant == "fischerandom")]
    for ply in record.plies:
        boards.append(boards[-1].copy())
        boards[-1].push_uci(ply.move)
    return boards


MATCHES = {
    "chess": games_of(12),
    "cfour": games_of(6, "cfour"),
    "connect4": games_of(6, "connect4", rules=SLIPPERY),
    "hilo": games_of(40, "hilo"),
    "three players": games_of(6, players=3),
    "one game": games_of(1),
    "nothing finished": [fixed_game(EVERYTHING)],
    "nothing begun": [fixed_game([])],
    "no games": [],
}


RULES = {"connect4": SLIPPERY}  # the rules of these matches, if they are not the usual ones


def names_of(kind: str) -> str:
    return "ABC" if kind == "three players" else "AB"


# --- What is counted ---


def test_the_standings_are_what_the_games_say() -> None:
    """Counted once more from each player's view: three players, 60 pairs of games from the same opening."""
    rng = Random(1)
    records: list[Record] = []
    for number in range(1, 121):
        pair, leg = (number + 1) // 2, 2 - number % 2
        seats = tuple(rng.sample(range(3), 2)) if leg == 1 else records[-1].seats[::-1]
        result = rng.choice(["1-0", "0-1", "1/2-1/2", "*"])
        ending = rng.choice([Termination.TIME, Termination.CHECKMATE]) if result != "*" else Termination.UNFINISHED
        loser = rng.randrange(2) if ending.fault else None
        records.append(Record(number, pair, leg, seats, ("", ""), "standard", "", (), result, ending, "", loser))
    standings = standings_of("ABC", records)
    unpaired = standings_of("ABC", [*records, replace(records[0], number=121, leg=3)])
    finished = [record for record in records if record.finished]
    for one, other in permutations(range(3), 2):
        made: dict[int, list[int]] = {}  # half points, by pair
        for record in finished:
            if set(record.seats) == {one, other}:
                points = {"1-0": (2, 0), "0-1": (0, 2), "1/2-1/2": (1, 1)}[record.result]
                made.setdefault(record.pair, []).append(points[record.seats.index(one)])
        counts = standings.between(one, other)
        half_points = [points for both in made.values() for points in both]
        assert (counts.wins, counts.draws, counts.losses) == tuple(map(half_points.count, (2, 1, 0)))
        whole = [sum(both) for both in made.values() if len(both) == 2]
        assert counts.pairs == tuple(map(whole.count, range(5))) and any(counts.pairs)
        assert not any(unpaired.between(one, other).pairs)
    for one in range(3):
        assert standings.of(one).points == sum(standings.between(one, other).points for other in {0, 1, 2} - {one})
    assert dict(standings.ranked_endings()) == Counter(record.ending for record in finished)
    assert standings.unfinished == len(records) - len(finished)
    assert standings.faults == Counter((r.seats[r.loser], r.ending) for r in finished if r.loser is not None)


def test_time_and_depth_leave_the_opening_out_and_go_to_who_moved() -> None:
    """White is the first seat even if Black moves first."""
    plies = (
        Ply("e7e5", "e5"),
        Ply("e2e4", "e4", 2.0, depth=10, pieces=32, choices=20),
        Ply("g8f6", "Nf6", 1.0, depth=7),
    )
    start = chess.STARTING_FEN.replace(" w ", " b ")
    found = standings_of(
        "AB", [replace(fixed_game([]), seats=(1, 0), start=start, plies=plies, result="1-0", ending=Termination.TIME)]
    )
    black, white = found.efforts
    assert found.between(1, 0).wins == 1
    assert (white.seconds.count, white.seconds.value, white.depth.value) == (1, 2.0, 10)
    assert (black.seconds.count, black.seconds.value, black.depth.value) == (1, 1.0, 7)
    assert {key: mean.value for key, mean in white.by_pieces.items()} == {32: 2.0}
    assert (list(white.time_by_move), list(black.time_by_move)) == ([1], [2])


def test_utilities_have_an_interval_and_are_compared_on_the_same_deck() -> None:
    values = [(1, 0, 2.0), (1, 1, 3.0), (2, 0, -1.0), (2, 1, 1.0), (3, 0, 2.0)]
    records = [
        Record(n, deck, 1, (seat,), ("A",), "hilo", "", (), "*", Termination.PLAYED, "", None, utility)
        for n, (deck, seat, utility) in enumerate(values)
    ]
    standings = standings_of("AB", records)
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


def data_of(text: str) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """The data, as other programs may read them: the numbers of the page, and those of each game, one game a line."""
    data = json.loads(text.split('id="data">')[1].partition("</script>")[0])
    lines = text.split('id="plies">')[1].partition("</script>")[0].strip().split("\n")
    return data, [json.loads(line) for line in lines if line]


@pytest.mark.parametrize("kind", MATCHES)
def test_the_file_is_whole_and_loads_nothing(tmp_path: Path, kind: str) -> None:
    """With any names of players, and the same for any order of the games. Each symbol stands at its letter."""
    records, names, rules = MATCHES[kind], [*HOSTILE, "C"][: len(names_of(kind))], RULES.get(kind, ())
    text = written(tmp_path, records, names, HOSTILE[0], rules)
    page = Page(text)
    assert page.loads == [] and "<img" not in text
    assert len(page.ids) == len(set(page.ids))
    assert "10+0.1" in page.texts
    assert written(tmp_path, records[::-1], names, HOSTILE[0], rules) == text
    data, plies = data_of(text)
    assert [game["number"] for game in data["games"]] == [record.number for record in records]
    assert [game["texts"] for game in plies] == [[ply.text for ply in record.plies] for record in records]
    if records:
        symbols = data["board"]["symbols"]
        drawings = dict(re.findall(r'<g id="piece-(\w+)"[^>]*>(.*?)(?=<g id="pi)', text + '<g id="pi', re.DOTALL))
        assert list(drawings) == list("abcdefghijklmnop"[: len(symbols)])
        for name, drawing in zip(symbols, drawings.values(), strict=True):
            mark = {"red disc": "<path", "yellow disc": 'fill="none"'}.get(name, f'class="{name}"')
            assert (f">{name.split()[1]}</text>" if kind == "hilo" else mark) in drawing, name


def test_what_cannot_be_shown_is_refused(tmp_path: Path) -> None:
    broken = replace(fixed_game([], number=7), plies=(Ply("e4e5", "e5"),))
    with pytest.raises(ValueError, match=r"game 7 cannot be replayed: illegal move: e4e5$"):
        write_report(tmp_path / "report.html", "A match", "AB", [broken], {})
    with pytest.raises(ValueError, match=r"is one of .*hilo.*, not 'checkers'"):
        write_report(tmp_path / "report.html", "A match", "AB", [replace(fixed_game([]), variant="checkers")], {})
    assert list(tmp_path.iterdir()) == []


def test_many_games_stay_small(tmp_path: Path) -> None:
    """2,000 games of 150 plies may take 15 MB, which is 50 bytes a ply."""
    usual: dict[str, Any] = {"seconds": 0.412, "clock": 9.87, "score": -135, "mate": None, "depth": 12}
    games = [
        replace(record, plies=tuple(replace(ply, **usual) for ply in record.plies))
        for record in games_of(24, most=150)
        if len(record.plies) > 100
    ]
    records = [replace(record, number=number) for number, record in enumerate(games * 5)]
    plies = sum(len(record.plies) for record in records)
    empty = len(written(tmp_path, [fixed_game([])]))
    assert (len(written(tmp_path, records).encode()) - empty) / plies < 50


def played(steps: str) -> Iterator[tuple[dict[int, str], str]]:
    """Decode the data: the pieces by cell, and the marks, before the first ply and after each."""
    placed: dict[int, str] = {}
    for step in steps.split():
        changed, _, marked = step.partition("|")
        for cell, piece in re.findall(r"(\d+)([a-z.])", changed):
            placed[int(cell)] = piece
        yield {cell: piece for cell, piece in placed.items() if piece != "."}, marked


@pytest.mark.parametrize("variant", CHESS)
def test_the_data_replay_games(tmp_path: Path, variant: str) -> None:
    records = [*chess_games(variant), *(games_of(12)[9:] if variant == "standard" else [])]
    data, plies = data_of(written(tmp_path, records))
    for record, fields in zip(records, plies, strict=True):
        for (placed, marked), board in zip(played(fields["steps"]), boards_of(record), strict=True):
            found = {cell: data["board"]["symbols"]["abcdefghijkl".index(piece)] for cell, piece in placed.items()}
            assert found == expected(board)
            assert (f"C{king_in_turn(board)}" in marked) == board.is_check()


# --- The browser ---


@dataclass
class Browser:
    """One page after another; collects what went wrong, and every request."""

    context: Any
    folder: Path
    page: Any = None

    def open(self, records: Sequence[Record], names: Sequence[str] = "AB", rules: Rules = ()) -> Any:
        self.close()
        self.faults: list[str] = []
        self.requests: list[str] = []
        path = self.folder / "report.html"
        write_report(path, "A match", names, records, FACTS, rules)
        page = self.page = self.context.new_page()
        page.set_viewport_size({"width": 1280, "height": 900})
        page.on("console", lambda message: self.faults.append(message.text) if message.type != "log" else None)
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("request", lambda request: self.requests.append(request.url))
        page.goto(path.as_uri())
        return page

    def close(self) -> None:
        """Close the page; check that nothing went wrong, and that nothing else was loaded."""
        if self.page:
            assert self.faults == []
            assert self.requests == [(self.folder / "report.html").as_uri()]
            self.page.close()


@pytest.fixture(scope="module")
def context() -> Iterator[Any]:
    with chromium() as program:
        scheme: Any = os.environ.get("COLOR_SCHEME", "light")
        context = program.new_context(color_scheme=scheme)
        context.set_default_timeout(10_000)
        yield context


@pytest.fixture
def browser(context: Any, tmp_path: Path) -> Iterator[Browser]:
    browser = Browser(context, tmp_path)
    yield browser
    browser.close()


def cell_of(square: str, columns: int = 8, rows: int = 8) -> int:
    """Cells are counted row by row from the upper left one."""
    return columns * (rows - int(square[1])) + "abcdefgh".index(square[0])


def king_in_turn(board: chess.Board) -> int:
    return cell_of(chess.square_name(board.king(board.turn) or 0))


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


@pytest.mark.parametrize("kind", ["chess", "connect4", "hilo", "one game", "nothing begun", "no games"])
def test_a_page_fits_any_width(browser: Browser, kind: str) -> None:
    page = browser.open(MATCHES[kind], names_of(kind), RULES.get(kind, ()))
    assert page.title() == "A match"
    chart = "section:not(#games) figure > svg"
    wide = page.eval_on_selector_all(chart, "charts => charts.map(chart => chart.getAttribute('viewBox'))")
    assert page.evaluate("document.documentElement.scrollWidth") <= 1280
    page.set_viewport_size({"width": 400, "height": 900})
    if wide:  # they are drawn anew
        page.wait_for_function(
            f"wide => document.querySelector('{chart}').getAttribute('viewBox') !== wide", arg=wide[0]
        )
    assert page.evaluate("document.documentElement.scrollWidth") <= 400
    for figure in page.query_selector_all("figure:not([hidden])"):
        assert figure.query_selector(":scope > svg"), figure.inner_text()


@pytest.mark.parametrize("variant", CHESS)
def test_every_position_of_a_game_is_shown(browser: Browser, variant: str) -> None:
    records = chess_games(variant)
    page = browser.open(records)
    for record in records:
        page.click(f"[data-game='{record.number}'] button")
        page.click("#first")
        before, *boards = boards_of(record)
        assert (pieces(page), current(page)) == (expected(before), None)
        for ply, board in zip(record.plies, boards, strict=True):
            page.keyboard.press("ArrowRight")
            assert pieces(page) == where(page) == expected(board), ply.move
            assert current(page) == ply.text
            if not before.is_castling(board.peek()):
                assert marks(page) == {cell_of(ply.move[:2]), cell_of(ply.move[2:4])}
            assert marks(page, "check") == ({king_in_turn(board)} if board.is_check() else set())
            before = board
        assert page.is_disabled("#forward")


def test_a_game_is_stepped_through_in_every_way_and_the_board_flips(browser: Browser) -> None:
    record = fixed_game(EVERYTHING)
    page = browser.open([record])
    boards = [expected(board) for board in boards_of(record)]
    assert pieces(page) == boards[-1]  # as it ended
    keys = page.keyboard.press
    steps: list[tuple[Callable[[], object], int]] = [
        (lambda: keys("ArrowLeft"), -2),
        (lambda: keys("ArrowRight"), -1),
        (lambda: keys("ArrowRight"), -1),
        (lambda: page.click("#moves [data-ply='5']"), 5),
        (lambda: keys("Home"), 0),
        (lambda: keys("End"), -1),
        (lambda: page.click("#back"), -2),
        (lambda: page.focus("#by-player"), -2),
        (lambda: keys("ArrowLeft"), -2),  # is the list's there
        (lambda: page.click("#flip"), -2),
    ]
    for step, place in steps:
        step()
        assert pieces(page) == boards[place]
    assert where(page) == {63 - cell: piece for cell, piece in boards[-2].items()}
    assert page.eval_on_selector_all("#board .frame:not([hidden])", "all => all.map(g => g.dataset.bottom)") == ["1"]


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
    for ply, wanted in enumerate(("+1.00", "−1.00", "+#3", "−25.00"), 1):
        page.click(f"#moves [data-ply='{ply}']")
        shown = page.inner_text("#ply")
        assert wanted in shown and plies[ply - 1].text in shown and "500 ms" in shown and "1k" in shown


def test_the_match_is_counted_and_drawn(browser: Browser) -> None:
    records = MATCHES["chess"]
    finished = [record for record in records if record.finished]
    assert 0 < len(finished) < len(records)
    page = browser.open(records)
    standings = standings_of(("A", "B"), records)
    mine, theirs = standings.of(0), standings.of(1)
    assert f"{mine.points:g} – {theirs.points:g}" in page.inner_text(".result")
    header = page.inner_text("header")
    assert f"{len(finished)} games finished" in header and f"{len(records) - len(finished)} unfinished" in header
    assert "lost by a fault" in page.inner_text("header .badge.fault")
    assert len(page.query_selector_all("#cross-table tbody tr")) == 2
    assert "illegal move" in page.inner_text("#how-games-ended")
    assert curve_points(page, "#score-over-time") == [1 + len(finished)]
    counted = [ply for record in finished for ply in record.plies if ply.seconds is not None]
    lines = curve_points(page, "#by-number-of-pieces")
    assert len(lines) == 2
    assert max(lines) <= len({ply.pieces for ply in counted})
    numbers = [ply.choices for ply in counted]
    bars = page.eval_on_selector_all("#by-number-of-legal-moves .bar", "bars => bars.length")
    assert bars == max(numbers) - min(numbers) + 1
    assert len(curve_points(page, "#time-and-depth")) == 4
    page.hover("#score-over-time svg rect")
    assert "games finished" in page.inner_text("#score-over-time .tip")


def visible(page: Any) -> list[int]:
    numbers = "rows => rows.map(row => Number(row.dataset.game))"
    return list(page.eval_on_selector_all("#list tbody tr:not([hidden])", numbers))


def test_games_are_filtered_and_sorted(browser: Browser) -> None:
    records = MATCHES["three players"]
    page = browser.open(records, "ABC")
    page.select_option("#by-player", "2")
    assert visible(page) == [3, 4, 5, 6]
    assert len(page.query_selector_all("#cross-table tbody tr")) == 3
    assert len(curve_points(page, "#score-over-time")) == 3
    records = MATCHES["chess"]
    page = browser.open(records)
    assert visible(page) == list(range(1, 13))
    page.select_option("#by-ending", "fault")
    assert visible(page) == [record.number for record in records if record.ending.fault]
    page.select_option("#by-ending", "=unfinished")
    assert visible(page) == [record.number for record in records if not record.finished]
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
    page.click("#list thead >> text=Result")
    results = {record.number: record.result for record in records}
    assert [results[n] for n in visible(page)] == sorted(results.values())
    page.click("#list thead >> text=#")
    page.click("#list thead >> text=#")
    assert visible(page) == list(range(12, 0, -1))


def test_a_game_is_chosen_and_has_its_curves(browser: Browser) -> None:
    """By keyboard and by address; a click on a curve goes to its ply."""
    records = MATCHES["chess"]
    record = max(records, key=lambda record: len(record.plies))
    page = browser.open(records)
    page.focus(f"[data-game='{record.number}'] button")
    page.keyboard.press("Enter")
    for _ in range(2):
        assert page.inner_text("#game").startswith(f"Game {record.number}: {' – '.join(record.names)}")
        assert page.url.endswith(f"#{record.number}")
        page.reload()
    del browser.requests[1:]  # the same file again
    sides = [record.plies[side::2] for side in (0, 1)]
    told = [sum(ply.score is not None or ply.mate is not None for ply in plies) for plies in sides]
    assert curve_points(page, "#evaluation") == told
    assert curve_points(page, "#clock") == [sum(ply.clock is not None for ply in plies) for plies in sides]
    page.query_selector("#clock").scroll_into_view_if_needed()
    box = page.query_selector("#evaluation .pick").bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    ply = int(page.get_attribute("#moves [aria-current]", "data-ply"))
    assert abs(ply - len(record.plies) / 2) <= 1
    for figure in ("#evaluation", "#clock"):
        marker = page.query_selector(f"{figure} .marker").bounding_box()
        assert abs(marker["x"] - box["x"] - box["width"] / 2) < box["width"] / len(record.plies) + 4
    for ending, shown in ((Termination.UNFINISHED, "unfinished"), (Termination.ILLEGAL, "illegal move: ")):
        record = next(record for record in records if record.ending is ending)
        page.click(f"[data-game='{record.number}'] button")
        loser = record.names[record.loser] if record.loser is not None else ""
        assert f"{shown}{loser}" in page.inner_text("#end .badge")
        assert page.inner_text("#game").endswith("*") == (not record.finished)
        assert len(page.query_selector_all("#moves button")) == len(record.plies)


def test_hostile_names_do_nothing(browser: Browser) -> None:
    page = browser.open(games_of(2), HOSTILE)
    assert page.title() == "A match"
    assert HOSTILE[0] in page.inner_text("#cross-table")
    assert HOSTILE[0] in page.inner_text("#game")
    assert page.query_selector("img") is None
    assert page.query_selector("#game b b") is None


DISCS = ("red disc", "yellow disc")


@pytest.mark.parametrize("variant", ["cfour", "connect4"])
def test_connect4_is_replayed(browser: Browser, variant: str) -> None:
    """If the first four in a row wins, it is marked; if the most fours win, they are counted."""
    full_board = variant == "connect4"
    records = MATCHES[variant]
    won = [record for record in records if record.ending is Termination.WON]
    record = min(won, key=lambda record: len(record.plies))
    page = browser.open(records, rules=RULES.get(variant, ()))
    page.click(f"[data-game='{record.number}'] button")
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


def test_a_connect4_game_may_start_anywhere(browser: Browser) -> None:
    drops = tuple(Ply(letter, letter, 0.1) for letter in "dc")
    record = replace(fixed_game([]), variant="connect4", start="7/7/7/7/3r3/3y2r y 4", plies=drops)
    page = browser.open([record])
    red, yellow = DISCS
    discs = {"d1": yellow, "g1": red, "d2": red, "d3": yellow, "c1": red}
    assert pieces(page) == {cell_of(square, 7, 6): disc for square, disc in discs.items()}
    assert "4." in page.inner_text("#moves")
    page.click("#first")
    assert pieces(page) == {cell_of(square, 7, 6): disc for square, disc in discs.items() if square not in ("d3", "c1")}


def test_hilo_is_shown_as_a_card(browser: Browser) -> None:
    records = MATCHES["hilo"]
    page = browser.open(records)
    values = [record.utility for record in records if record.seats == (0,) and record.utility is not None]
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
