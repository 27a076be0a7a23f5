"""oddsfish play, as somebody at a terminal or at the other end of a pipe sees it."""

from __future__ import annotations

import os
import pty
import re
import select
import signal
import struct
import subprocess
import termios
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from fcntl import ioctl
from pathlib import Path
from random import Random
from resource import RLIM_INFINITY, RLIMIT_FSIZE, setrlimit
from typing import Any

import pytest
from engine_process import COMMAND, play
from oddsfish.engine import ChessPosition, Connect4Position, HiloPosition, Limits, Position, games
from oddsfish.engine.display.diagram_text import Style
from oddsfish.matches.views.terminal import Terminal
from oddsfish.protocols.commands.play import EVERY_MOVE
from oddsfish.protocols.commands.terminal_games import SearchPlayer, TerminalGames, describe

PATIENCE = 20.0  # seconds
ESCAPES = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]")
COLOURS = re.compile(r"\x1b\[[0-9;]*m")
BACK_RANK = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"
NARROW = 40  # columns
RED_WINS = ("a", "b", "a", "b", "a", "b", "a")
FOOLS_MATE = ("f3", "e5", "g4", "Qh4#")


def people(game: str, *arguments: str) -> list[str]:
    """The arguments of a game between two people."""
    first, second = ("--red", "--yellow") if game == "connect4" else ("--white", "--black")
    return [game, first, "person", second, "person", *arguments]


# Games.


def test_two_people_play_connect4() -> None:
    said = play(*people("connect4"), typed=(*RED_WINS, "n"))
    assert said.count("Red ●, your move:") == 4 and said.count("Yellow ○, your move:") == 3
    assert "  [●]· · · · · ·\n" + "   ● ○ · · · · ·\n" * 2 + "   a b c d e f g" in said
    assert "  ●[○]· · · · ·\n" + "  ● ○ · · · · ·\n" * 2 + "  a b c d e f g" in said
    assert "  (●)· · · · · ·\n" + "  (●)○ · · · · ·\n" * 3 + "   a b c d e f g" in said
    assert "Red ● wins: four in a row." in said
    assert said.endswith("Goodbye.\n")


def test_two_people_play_chess_in_either_notation() -> None:
    for moves in (FOOLS_MATE, ("f2f3", "e7e5", "G2G4", "d8h4")):
        said = play(*people("chess"), typed=(*moves, "n"))
        assert "Black wins: checkmate." in said
        assert "  · · · · · · P[q] 4" in said


@pytest.mark.parametrize(
    ("arguments", "typed", "said"),
    [
        (people("chess", "--fen", "7k/8/6K1/8/8/8/8/2Q5 w - - 0 1"), ["Qc4"], "Draw: stalemate."),
        (people("chess", "--fen", "7k/8/8/8/8/8/6p1/6K1 w - - 0 1"), ["Kxg2"], "Draw: nobody can mate."),
        (people("chess", "--fen", "7k/8/8/8/8/8/8/R5K1 w - - 99 80"), ["Ra2"], "Draw: 50 moves without"),
        (people("chess"), ["Nf3", "Nf6", "Ng1", "Ng8"] * 2, "Draw: the third time for a position.\n"),
        (
            people("connect4", "--rules", "fullboard", "--fen", "yr1yrrr/yyrryry/rryyyry/yyrryrr/ryyyrry/ryyryrr y 21"),
            ["c"],
            "Red ● wins: more fours.",
        ),
    ],
)
def test_an_end_tells_which_rule_it_is_by(arguments: list[str], typed: list[str], said: str) -> None:
    assert said in play(*arguments, typed=tuple(typed))


def test_a_person_plays_a_search() -> None:
    said = play("connect4", "--yellow", "Minimax:2", typed=("d", "resign", "n"))
    assert "You play Red ●, Minimax plays Yellow ○." in said
    assert re.search(r"Yellow ○, Minimax: [a-g]   \([+-]\d+\.\d\d, depth 2, [a-g] [a-g]\)\n", said)
    said = play("connect4", "--yellow", "Minimax:2", "--quiet", typed=("d", "resign", "n"))
    assert re.search(r"Yellow ○, Minimax: [a-g]\n", said)
    assert "Red ● gives up: Yellow ○ wins." in said


@pytest.mark.parametrize(
    ("arguments", "ending"),
    [
        (["connect4", "--red", "AlphaBeta:3", "--yellow", "Random"], r"(Red ●|Yellow ○) wins: |Draw: "),
        (["connect4", "--rules", "fullboard", "--slip", "--depth", "1", "--red", "engine"], r"fours"),
        (
            ["chess", "--white", "engine:2", "--black", "random", "--fen", BACK_RANK],
            "White wins: checkmate",
        ),
        (["hilo", "--first", "random"], r"^(No draw is left, utility \S+|Wrong: the game is lost, utility -1)\.$"),
    ],
)
def test_searches_are_watched(arguments: list[str], ending: str) -> None:
    said = play(*arguments, "--seed", "3")
    assert "your move" not in said and "Rematch" not in said
    assert re.search(ending, said.splitlines()[-1])


def test_a_seed_repeats_a_game() -> None:
    game = ("connect4", "--slip", "--red", "Random", "--yellow", "Random")
    games = {seed: play(*game, "--seed", seed) for seed in ("1", "2")}
    assert games["1"] == play(*game, "--seed", "1") != games["2"]
    assert len(set(re.findall(r"Random: (\w)", games["1"]))) > 2
    assert "Chance follows --seed 1." in games["1"]
    assert "The disc slips to " in games["1"] and "The disc lands in " in games["1"]
    assert "seed" not in play("chess", "--depth", "1")  # where nothing is drawn


def test_a_seed_repeats_a_game_of_weakened_searches() -> None:
    fen = "8/5k2/8/8/3q4/8/1K6/8 w - - 90 1"
    game = ("chess", "--white", "PVS", "--black", "PVS", "--set", "Skill Level=0", "--fen", fen)
    games = {seed: play(*game, "--seed", seed) for seed in ("1", "2", "3")}
    assert games["1"] == play(*game, "--set", "Seed=1")
    assert len({said.partition("\n\n")[2] for said in games.values()}) > 1
    assert "What a search draws by lot follows --seed 1.\n" in games["1"]


def test_a_search_says_why_it_plays_a_move() -> None:
    said = play("chess", "--black", "Humanlike", "--set", "HumanlikeElo=1100", typed=("e4", "quit"))
    assert re.search(r"Black, Humanlike: .*\n   \w+: [\w ]+ % of players of 1100 play it\n", said)


def test_a_hint_is_not_weakened_with_the_opponent() -> None:
    full, weak = (play("chess", "--depth", "5", *more, typed=("hint",)) for more in ((), ("--set", "Skill Level=0")))
    assert full.partition("The value of every move")[2] == weak.partition("The value of every move")[2] != ""


def test_hilo_is_dealt_and_drawn_with_the_seed() -> None:
    cards = set()
    for seed in ("1", "2"):
        said = play("hilo", "--seed", seed, typed=("low", "h", "LOW", "high"))
        assert said == play("hilo", "--seed", seed, typed=("l", "h", "low", "H"))
        assert re.search(r"The card is \d+\.", said)
        cards |= set(re.findall(r"\| +(\d+) \|", said))
    assert len(cards) > 2


def test_hilo_shows_what_is_at_stake() -> None:
    said = play("hilo", "--fen", "5 1 1")
    assert "  |  5 |\n  +----+\n  Utility 1, 1 draw left\n" in said
    assert "  low: 3 (4/13), 1 (1/13), -1 (8/13)\n  high: 1.4 (8/13), 1 (1/13), -1 (4/13)\n" in said
    assert "  low: 1 (1/13), -1 (12/13)\n" in play("hilo", "--fen", "1 1 4")
    assert "  high: 1 (1/13), -1 (12/13)\n" in play("hilo", "--fen", "13 1 4")


# At the prompt.


def test_undo_takes_back_to_the_last_decision() -> None:
    """Also after the end of a game, a resignation, and a decision of chance."""
    said = play("connect4", "--yellow", "AlphaBeta:2", typed=("d", "undo", "undo"))
    boards = re.findall(r"(?:  [·●○ \[\]]{13}\n){6}", said)
    assert len(boards) == 3 and boards[0] == boards[2] != boards[1]
    assert "There is nothing to take back." in said
    said = play(*people("connect4"), typed=(*RED_WINS, "undo", "c", "resign", "undo", "b", "n"))
    assert said.count("Red ● wins: four in a row.") == 1
    assert said.count("Yellow ○ gives up: Red ● wins.") == 1
    assert said.count("Yellow ○ wins: four in a row.") == 1
    said = play("hilo", "--fen", "7 1 4", "--seed", "1", typed=("low", "undo"))
    assert said.count("|  7 |\n  +----+\n  Utility 1, 4 draws left\n") == 2


def test_hint_gives_every_move_a_value() -> None:
    for fen, words in (("7/7/7/7/2rr3/2yyy2 r 3", "loses in 1"), ("7/7/7/7/2rr3/2yyy2 y 3", "wins in [12]")):
        said = play(*people("connect4"), "--fen", fen, "--depth", "3", typed=("hint",))
        assert len(re.findall(rf"[a-g] {words}", said)) == len("abcdefg")
    said = play("chess", "--depth", "1", typed=("hint",))
    assert "Nc3 " in said and len(re.findall(r"\w+ [+-]\d+\.\d\d", said)) == 20
    said = play("hilo", "--fen", "5 1 1", typed=("hint",))
    assert "the mean over chance (Expectimax" in said
    assert "high +0.63" in said and "low +0.38" in said


class Board(Terminal):
    """A terminal that keeps what is shown."""

    def __init__(self) -> None:
        self.style = Style()
        self.width = NARROW
        self.lines: list[str] = []

    def say(self, text: str) -> None:
        self.lines.append(text)

    def show(self, lines: list[str]) -> None:
        self.lines += lines


@pytest.mark.parametrize(
    ("game", "make"),
    [
        ("chess", lambda: ChessPosition(BACK_RANK)),
        ("connect4", lambda: Connect4Position("7/7/7/3y3/2ry3/1rrry2 y 5")),
        ("connect4", lambda: Connect4Position("7/7/7/3y3/2ry3/1rrry2 y 5", "classic", (3, 1, 1))),
        ("hilo", lambda: HiloPosition(5, 1.0, 4)),
    ],
)
def test_a_hint_cut_short_shows_the_last_whole_depth(game: str, make: Callable[[], Position[Any]]) -> None:
    """Wherever a limit ends a search: best first, all of one depth; before depth 1 is done, the values known so far."""
    cut_short = 0
    found_game = games.find(game)
    for nodes in [*range(1, 60), *range(60, 3000, 97)]:
        start = make()
        search = "Expectimax" if start.chance else "AlphaBeta"
        options = {"MultiPV": EVERY_MOVE, "Table": "false"}
        adviser = SearchPlayer(search, Limits(nodes=nodes), start, options)
        found = adviser.think(start, 0)
        depth = found.depth
        expected = (
            SearchPlayer(search, Limits(depth=depth), start, options).think(start, 0).lines if depth else found.lines
        )
        terminal = Board()
        TerminalGames(make, [None], adviser, found_game, terminal, Random(1)).hint()
        assert terminal.lines[0].endswith(f"({search}, depth {depth}):")
        shown = [tuple(cell.split(" ", 1)) for cell in re.split(r"  +", "  ".join(terminal.lines[1:]).strip())]
        assert dict(shown) == {
            found_game.words.spell(start, start.parse(line.move)): describe(line.score) for line in expected
        }
        ranked = sorted((line for line in expected if line.depth), key=lambda line: -line.score.value)
        assert [value for _, value in shown] == [describe(line.score) for line in ranked] + ["?"] * (
            len(expected) - len(ranked)
        )
        cut_short += any(line.depth > depth > 0 for line in found.lines)
    assert cut_short


@pytest.mark.parametrize(
    ("arguments", "moves"),
    [
        (people("chess", "--fen", BACK_RANK), ("Ra8+",)),
        (people("connect4", "--slip", "--seed", "3"), ("d", "d", "d")),
        (people("connect4", "--rules", "fullboard"), RED_WINS),
        (["hilo", "--seed", "5"], ("h", "-1")),
    ],
)
def test_a_game_is_saved_and_gone_on_with(arguments: list[str], moves: tuple[str, ...], tmp_path: Path) -> None:
    """A game of every kind, with its rules."""
    file, game = tmp_path / "game", arguments[0]
    said = play(*arguments, typed=(*moves, "fen", f"save {file}", "quit"))
    assert f"Saved; `oddsfish play {game} --load {file}`" in " ".join(said.split())
    loaded = [*(people(game) if game != "hilo" else [game]), "--load", str(file)]
    told = re.compile(r"(?:move:|undo\)) (\S+/\S+ [^\n]*|\d+ \S+ \d+)\n")
    assert told.findall(play(*loaded, typed=("fen", "quit")))[0] == told.findall(said)[0]
    assert "leave --fen out" in play(*loaded, "--fen", "x", status=2)


def test_a_saved_game_goes_on_between_the_same_players(tmp_path: Path) -> None:
    """With their depths, unless others are named. A name that is none of our searches is ignored."""
    file = tmp_path / "game.txt"
    play("connect4", "--red", "AlphaBeta:4", "--yellow", "person", typed=("d", f"save {file}", "quit"))
    assert '[White "Oddsfish AlphaBeta:4"]\n[Black "Person"]' in file.read_text()
    said = play("connect4", "--load", str(file), typed=("quit",))
    assert "AlphaBeta plays Red ●, you play Yellow ○." in said
    assert ", depth 4" in play("connect4", "--load", str(file), typed=("a", "quit"))
    said = play("connect4", "--load", str(file), "--red", "Minimax:2", typed=("quit",))
    assert "Minimax plays Red ●, you play Yellow ○." in said
    file.write_text(file.read_text().replace("Oddsfish AlphaBeta:4", "Oddsfish 1.0").replace("Person", "Ann"))
    assert "You play Red ●, Solver plays Yellow ○." in play("connect4", "--load", str(file), typed=("quit",))


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("1. e4 e5 2. Ke3 *", "ply 3"),
        ('[Variant "connect4"]\n\n1. d *', "a game of Connect-4, not of chess"),
    ],
)
def test_a_file_that_is_no_game_is_said(tmp_path: Path, text: str, complaint: str) -> None:
    file = tmp_path / "game.pgn"
    file.write_text(text)
    assert complaint in play("chess", "--load", str(file), status=2)


def test_a_file_may_begin_with_a_mark_and_end_its_lines_as_elsewhere(tmp_path: Path) -> None:
    """Some editors write files so. Text after a result belongs to another game."""
    file = tmp_path / "game.pgn"
    file.write_bytes('\ufeff[Event "?"]\r\n\r\n1. e4 e5 1-0\r\n\r\n1. d4 d5 *\r\n'.encode())
    said = play(*people("chess"), "--load", str(file), typed=("fen", "quit"))
    assert "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2" in said


def test_what_is_there_already_stays(tmp_path: Path) -> None:
    """A file, a broken link, and a FIFO, which is not waited for; both for saved games and for trees."""
    (tmp_path / "file.html").write_text("somebody's")
    (tmp_path / "link.html").symlink_to(tmp_path / "elsewhere")
    os.mkfifo(tmp_path / "pipe.html")
    names = [str(tmp_path / name) for name in ("file.html", "link.html", "pipe.html")]
    typed = [f"{command} {name}" for name in names for command in ("save", "tree")]
    said = " ".join(play("tictactoe", "--first", "person", "--second", "person", typed=(*typed, "quit")).split())
    for name in names:
        for refused in ("Not saved", "No tree"):
            assert f"{refused}: {name} is there already, and stays as it is." in said
    assert (tmp_path / "file.html").read_text() == "somebody's" and not (tmp_path / "elsewhere").exists()


def test_what_finds_no_room_leaves_no_file(tmp_path: Path) -> None:
    """The error names the file, and the next attempt finds nothing in its way."""

    def no_room() -> None:
        setrlimit(RLIMIT_FSIZE, (0, RLIM_INFINITY))

    names = [str(tmp_path / name) for name in ("game", "tree.html")]
    done = subprocess.run(
        [*COMMAND, "play", *people("chess")],
        input=f"save {names[0]}\ntree {names[1]}\nsave {tmp_path}/no/game\nquit\n".encode(),
        capture_output=True,
        timeout=60,
        check=True,
        preexec_fn=no_room,
    )
    said = " ".join(done.stdout.decode().split())
    assert f"Not saved: {names[0]}: File too large." in said and f"No tree: {names[1]}: File too large." in said
    assert f"Not saved: {tmp_path}/no/game: No such file or directory." in said and "Errno" not in said
    assert list(tmp_path.iterdir()) == []


def test_the_prompt_knows_moves_eval_new_and_the_tree(tmp_path: Path) -> None:
    page = tmp_path / "t.html"
    typed = ("moves", "eval", "tree", "d", "tree", f"tree {page}", "tree x.png", "new", "flip", "quit")
    said = play("connect4", "--yellow", "Minimax:2", typed=typed)
    assert "your move:   a   b   c   d   e   f   g\n" in said
    assert re.search(r"[+-]\d+\.\d\d to Red ●\.\n", said)
    assert "Minimax, depth 2, values to Red:" in said and "└─ g" in said
    assert page.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    assert "No tree: a tree is written to a file that ends in .html, .svg, .dot" in " ".join(said.split())
    assert said.count("You play Red ●, Minimax plays Yellow ○.") == 2  # the new game has the same sides
    assert "This board has one side alone." in said


def test_the_board_is_turned_for_who_sits_there() -> None:
    whites = play(*people("chess"), typed=("quit",))
    assert whites.index("8\n") < whites.index("1\n") and "a b c d e f g h" in whites
    blacks = play("chess", "--white", "Random", "--black", "person", "--seed", "1", typed=("board", "flip", "quit"))
    boards = re.findall(r"[a-h](?: [a-h]){7}", blacks)
    assert boards == ["h g f e d c b a", "h g f e d c b a", "a b c d e f g h"]


def test_hilo_shows_its_cards_at_the_end() -> None:
    said = play("hilo", "--fen", "7 1 2", "--seed", "2", typed=("1", "1", "1", "n"))
    cards = re.search(r"The cards: 7((?:, \d+)+)\.", said)
    assert cards is not None
    drawn = re.findall(r"The card is (\d+)\.", said)
    assert cards[1].split(", ")[1:] == drawn


def test_watched_searches_wait_for_a_key_or_a_while() -> None:
    moves = ["connect4", "--red", "Random", "--yellow", "Random", "--seed", "1", "--quiet"]
    said = play(*moves, "--delay", "key", typed=("",) * 3)
    assert said.count("Random: ") == 4 and said.endswith("Goodbye.\n")
    for wrong in ("-1", "nan"):
        assert "a number of seconds" in play(*moves, "--delay", wrong, status=2)


def test_rematch_swaps_the_sides() -> None:
    said = play("connect4", "--yellow", "Random", "--seed", "1", typed=("resign", "maybe", "y", "resign", "rematch"))
    assert said.count("You play Red ●, Random plays Yellow ○.") == 2
    assert said.count("Random plays Red ●, you play Yellow ○.") == 1
    assert "Please answer y, n, undo or quit;" in said
    said = play("hilo", "--seed", "1", typed=("resign", "y"))
    assert "Rematch? (y, n, undo)" in said and "Player gives up." in said
    assert said.count("4 draws left") == 2


@pytest.mark.parametrize(
    ("arguments", "complaints"),
    [
        (
            ["connect4", "--fen", "3y3/3r3/3y3/3r3/3y3/3r3 r 4"],
            {"h": "a move is a column", "d": "column d is full"},
        ),
        (
            ["chess", "--fen", "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1"],
            {
                "e2e5": "'e2e5' is no legal move here",
                "bored": "mean board?\n",
                "--": "'--' is no legal move here",
                "0000": "'0000' is no legal move here",
                "Nd2": "'Nd2' could be more than one move",
            },
        ),
        (["hilo"], {"x" * 5000: "a guess is low or high"}),
    ],
)
def test_what_makes_no_sense_is_asked_again(arguments: list[str], complaints: dict[str, str]) -> None:
    said = play(*arguments, "--depth", "1", typed=(*complaints, "", "resign", "n"), COLUMNS="200")
    assert all(said.count(complaint) == 1 for complaint in complaints.values())
    assert said.count("your move:") == 2 + len(complaints)


def test_bytes_that_are_no_text_are_no_move() -> None:
    done = subprocess.run(
        [*COMMAND, "play", "connect4"], input=b"\xff\xfe\x00\nquit\n", capture_output=True, timeout=30, check=True
    )
    assert b"a move is a column" in done.stdout and done.stderr == b""


def test_help_and_board() -> None:
    said = play("chess", typed=("help", "?", "BOARD", "quit"))
    assert said.count("hint    the value of every move") == 2
    assert said.count("  R N B Q K B N R 1\n  a b c d e f g h\n") == 2


def test_the_end_of_input_ends_it() -> None:
    """At a move, and where a rematch is offered."""
    assert play(*people("connect4"), typed=("d",)).endswith(" Goodbye.\n")
    assert play(*people("connect4"), typed=RED_WINS).endswith(" Goodbye.\n")


def test_without_utf_8_it_is_drawn_in_ascii() -> None:
    said = play(*people("connect4"), typed=("d", "c"), PYTHONUTF8="0", PYTHONIOENCODING="ascii")
    assert said.isascii() and "?" not in said
    assert "  . .[O]X . . .\n" in said and "Red X, your move:" in said
    assert play("chess", PYTHONUTF8="0", PYTHONIOENCODING="latin-1:strict")


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["poker"],
        ["connect4", "--red", "Greedy"],
        ["connect4", "--red", "AlphaBeta:"],
        ["connect4", "--red", "AlphaBeta:0"],
        ["connect4", "--white", "person"],
        ["connect4", "--fen", "7/7/7/7/7/7 z 1"],
        ["connect4", "--movetime", "soon"],
        ["chess", "--set", "Hash=0"],
        ["hilo", "--second", "person"],
        ["hilo", "--fen", "0 1 4"],
        ["chess", "--slip-left=2"],
        ["tictactoe", "--set", "UCI_Elo=1500"],
    ],
)
def test_nonsense_gets_one_line(arguments: list[str]) -> None:
    lines = play(*arguments, status=2).splitlines()
    assert len(lines) == 1 and lines[0].startswith("oddsfish: ")


def test_help_tells_how_to_sit_down() -> None:
    for game, sides in (("connect4", "--red --yellow"), ("chess", "--white --black"), ("hilo", "--player")):
        said = play(game, "--help")
        assert all(word in said for word in (*sides.split(), "--first", "--depth", "--movetime", "--seed", "examples:"))


# At a terminal.


class Screen:
    """A pseudo-terminal with a game in it."""

    def __init__(self, *arguments: str, environment: Mapping[str, str]) -> None:
        self.master, slave = pty.openpty()
        ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, NARROW, 0, 0))
        kept = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "COLUMNS", "LINES")}
        self.process = subprocess.Popen(
            [*COMMAND, "play", *arguments],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            start_new_session=True,
            env={**kept, "TERM": "xterm", "PYTHONUTF8": "1", **environment},
        )
        os.close(slave)
        self.seen = ""

    def expect(self, text: str) -> str:
        """Wait until a text has come; return all that came since the last such wait."""
        data = b""
        until = time.monotonic() + PATIENCE
        while text not in data.decode(errors="replace"):
            ready, _, _ = select.select([self.master], [], [], max(0.0, until - time.monotonic()))
            assert ready, f"no {text!r} within {PATIENCE} s, only {data!r}"
            data += self.read()
        self.seen += data.decode()
        return data.decode()

    def read(self) -> bytes:
        try:
            return os.read(self.master, 65536)
        except OSError:  # Linux says so when the other end is closed
            raise AssertionError(f"it has ended, after {self.seen!r}") from None

    def type(self, text: str) -> None:
        os.write(self.master, text.encode())

    def interrupt(self) -> None:
        """As Ctrl-C; again if it fell into the moment before the prompt waits, which readline does not notice."""
        for _ in range(3):
            self.process.send_signal(signal.SIGINT)
            ready, _, _ = select.select([self.master], [], [], 2.0)
            if ready:
                return

    def end(self) -> int:
        return self.process.wait(PATIENCE)


@contextmanager
def screen(*arguments: str, environment: Mapping[str, str] = {}) -> Iterator[Screen]:
    made = Screen(*arguments, environment=environment)
    try:
        yield made
    finally:
        with suppress(ProcessLookupError):
            made.process.kill()
        made.process.wait()
        os.close(made.master)


def test_a_whole_game_at_a_narrow_terminal() -> None:
    with screen(*people("connect4")) as terminal:
        for move in RED_WINS:
            terminal.expect("your move:")
            terminal.type(f"{move}\n")
        terminal.expect("undo)")
        terminal.type("n\n")
        terminal.expect("Goodbye.")
        assert terminal.end() == 0
    lines = ESCAPES.sub("", terminal.seen).split("\r\n")
    assert "Red ● wins: four in a row." in lines
    assert max(map(len, lines)) <= NARROW
    assert "\x1b[31m●\x1b[0m" in terminal.seen and "\x1b[33m○\x1b[0m" in terminal.seen


@pytest.mark.parametrize(
    "arguments",
    [["connect4", "--slip", "--rules", "fullboard"], ["hilo", "--fen", "8 2.5714285714285716 4"], ["chess"]],
)
def test_nothing_is_too_wide(arguments: list[str]) -> None:
    with screen(*arguments, "--depth", "2") as terminal:
        for words in ("hint", "nonsense", "help", "resign"):
            terminal.expect("your move:")
            terminal.type(f"{words}\n")
        terminal.expect("undo)")
        terminal.type("n\n")
        terminal.expect("Goodbye.")
    lines = ESCAPES.sub("", terminal.seen).split("\r\n")
    assert max(map(len, lines)) <= NARROW


@pytest.mark.parametrize("environment", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_no_colour_where_none_is_wanted(environment: dict[str, str]) -> None:
    game = ("connect4", "--fen", "7/7/7/7/7/2yr3 r 2")
    with screen(*game, environment=environment) as terminal:
        terminal.expect("your move:")
    assert "· · ○ ● · · ·" in terminal.seen
    assert not COLOURS.search(terminal.seen)
    assert "\x1b" not in play(*game, TERM="xterm")  # through a pipe


def test_an_interrupt_at_the_prompt_ends_it() -> None:
    with screen("hilo") as terminal:
        terminal.expect("your move: ")
        terminal.interrupt()
        assert "Traceback" not in terminal.expect("Goodbye.")
        assert terminal.end() == 130


def test_an_interrupt_ends_a_search() -> None:
    with screen("chess", "--black", "Minimax:50") as terminal:
        terminal.expect("your move:")
        terminal.type("e4\n")
        time.sleep(0.5)
        began = time.monotonic()
        terminal.interrupt()
        assert "Traceback" not in terminal.expect("Goodbye.")
        assert terminal.end() == 130
        assert time.monotonic() - began < 5


def test_control_d_ends_it() -> None:
    with screen("connect4") as terminal:
        terminal.expect("your move:")
        terminal.type("\x04")
        terminal.expect("Goodbye.")
        assert terminal.end() == 0
