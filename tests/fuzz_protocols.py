"""Feed a dialect lines that are almost right, and a few that are nothing at all; stop at the first that breaks it.

No line may cause an exception or badly formed output. Each accepted go has one bestmove, and an error leaves the
position and the options unchanged. Runs in one process, with searches that are stopped at once; the same seed and
number of lines give the same lines.
"""

from __future__ import annotations

import argparse
import io
import os
import random
import re
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from oddsfish.engine.option import Option
from oddsfish.engine.registry.catalogue import uci, ugi
from oddsfish.protocols.dialect import Dialect
from oddsfish.protocols.inbox import Inbox
from oddsfish.protocols.streams import Streams
from oddsfish.protocols.uci import Uci
from oddsfish.protocols.ugi import Ugi

MOST_HASH = 16  # MB; more only costs time here
DEEPEST_PERFT = 2
RUNNING_ON = 0.5  # the probability that a search runs on while the next line comes
REPORT_EVERY = 2.0  # seconds

WORDS = (
    *("", "0", "-1", "+1", "--1", "-+1", "1e3", "0x10", "999999999999999999999", "-9223372036854775809", "0000"),
    *("e1g1", "e1h1", "e7e8q", "P@d1", "d>e", "high", "moves d", "name", "value", "moves", "fen", "startpos"),
    *("searchmoves", "<empty>", "true", "quiet", "\u0661", "\u00e9", "\x00", "\ufeff", "\u2028"),
)


@dataclass(frozen=True)
class Vocabulary:
    """A dialect: the parts of its valid lines, the letters to break them with, and the lines that it may answer."""

    speak: Callable[[Streams], Dialect]
    offered: tuple[Option, ...]
    fens: tuple[str, ...]
    starts: tuple[str, ...]
    openings: tuple[str, ...]
    limits: tuple[str, ...]
    others: tuple[str, ...]
    letters: str
    answer: re.Pattern[str]


def answer(name: str, move: str, extra: str) -> re.Pattern[str]:
    """The lines that a dialect may write. move: a pattern of its moves. extra: a pattern of its other lines."""
    tail = r"nodes \d+ nps \d+ hashfull \d+ tbhits \d+ time \d+"
    return re.compile(
        r"info string \S.*"
        rf"|info depth \d+ currmove ({move}) currmovenumber \d+ {tail}"
        r"|info depth \d+ seldepth \d+ multipv \d+ score (cp|mate) -?\d+( (lower|upper)bound)?"
        rf" {tail} pv( ({move}))+"
        r"|info depth 0 score (cp|mate) -?\d+"
        r"|id (name|author) \S.*|option name \S.* type (check|spin|combo|button|string)( \S.*)?"
        rf"|{name}ok|readyok|Nodes searched: \d+|{extra}"
    )


CHESS_MOVE = "[a-h][1-8][a-h][1-8][nbrq]?"
DROP = "P@[a-g][1-6]"
ODDS = r"\S+ \(\d+/13\)"
CONNECT4_BOARD = (
    r"([.XO] ){6}[.XO]|a b c d e f g|(Red X|Yellow O) (to move|wins: four in a row)|Draw: the board is full"
)
HAND = f"{'P' * 21}{'p' * 21}"

UCI_VOCABULARY = Vocabulary(
    Uci,
    uci(),
    fens=(
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 98 1",
        "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
        "7k/6Q1/5K2/8/8/8/8/8 b - - 0 1",
        "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
        "8/P7/8/8/8/8/7p/k1K5 w - -",
        f"7/7/7/7/7/7[{HAND}] w - - 0 1",
        f"7/7/7/7/4p2/4P2[{HAND[1:-1]}] w - - 0 2",
    ),
    starts=("startpos",),
    openings=(
        "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5c6 d7c6 e1g1",
        "d2d4 d7d5 c2c4 d5c4 e2e4 b7b5 a2a4 c7c6 a4b5 c6b5 b1c3",
        "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8 g1f3",
        "e2e4 c7c6 e4e5 d7d5 e5d6 e7d6",
        "P@d1 P@d2 P@e1 e d b",
    ),
    limits=(
        *("depth 2", "nodes 100", "movetime 1", "wtime 10 btime 10", "winc 1 binc 1", "movestogo 3", "mate 1"),
        *("infinite", "ponder", "searchmoves e2e4 d2d4", "perft 1"),
    ),
    others=(
        *("uci", "isready", "ucinewgame", "stop", "ponderhit", "d", "eval", "debug on", "debug off"),
        *("register later", "xboard", "register name A code 1"),
    ),
    letters="KQRBNPkqrbnp12345678/ -wabcdefgh09@[]\t\x00\x7f",
    answer=answer(
        "uci",
        f"{CHESS_MOVE}|{DROP}",
        rf"bestmove ({CHESS_MOVE}( ponder {CHESS_MOVE})?|{DROP}( ponder {DROP})?|\(none\))"
        rf"|({CHESS_MOVE}|{DROP}): \d+"
        r"|([.PNBRQKpnbrqk] ){8}[1-8]|a b c d e f g h|(White|Black) to move"
        r"|(White wins: check|Black wins: check|Draw: stale)mate"
        r"|Draw: (nobody can mate|the third time .*|50 moves .*)"
        r"|Fen: \S+ [wb] \S+ \S+ \d+ \d+|Key: [0-9A-F]{16}|Checkers:( [a-h][1-8])*"
        rf"|{CONNECT4_BOARD}|Fen: \S+\[P*p*\] [wb] - - 0 \d+",
    ),
)

UGI_VOCABULARY = Vocabulary(
    Ugi,
    ugi(),
    fens=(
        "7/7/7/7/7/7 r 1",
        "7/7/7/7/3yy2/3rr2 r 3",
        "7/7/7/7/yyy4/rrrr3 y 4",
        "7/7/7/7/rrrr3/yyyy3 r 5",
        "rryyrry/yyrryyr/rryyrry/yyrryyr/rryyrry/yyrryyr r 22",
        "5yy/rryyrry/yyrryyr/rryyrry/yyrryyr/rryyrrr r 20",
        "5 1 4",
        "9 2.5 1",
        "13 -1 3",
        "1 1e2 0",
        "12 0.5 64",
    ),
    starts=("startpos", "startpos", "4455", "1212121", "4444443"),
    openings=(
        "d d e e c",
        "4 4 5 5 3",
        "P@d1 P@d2 P@e1 P@e2",
        "d>e d e>d 4>5 a>b",
        "5 high 9 low 3 high 3",
        "high 9 low 9 low 1",
        "low 13 high 2",
    ),
    limits=(
        *("depth 2", "nodes 100", "movetime 1", "p1time 10 p2time 10", "p1inc 1 p2inc 1", "movestogo 3", "infinite"),
        *("searchmoves d low", "perft 1"),
    ),
    others=(
        *("ugi", "isready", "uginewgame", "stop", "d", "eval", "debug on", "debug off", "query p1turn"),
        *("query gameover", "query result", "moves d", "moves 5", "moves high 9", "moves d>e"),
        *("setoption name Game value hilo", "setoption name Game value connect4"),
    ),
    letters="ryabcdefgh0123456789/> -+.eP@\t\x00\x7f",
    answer=answer(
        "ugi",
        "[a-g]|low|high|[a-z][1-9]",
        r"bestmove ([a-g]|low|high|[a-z][1-9]|\(none\))|([a-g](>[a-g])?|[a-z][1-9]|(low|high) \d+): \d+"
        # Boards of other games: cells, and the number of the row or the letters of the columns.
        r"|([.A-Z] )+\d|([a-z] )+[a-z]|[A-Z]\w+ (to move|wins: [\w ]+)|Fen: \S+ [a-z]"
        rf"|{CONNECT4_BOARD}|Fours: Red X \d+, Yellow O \d+|(Red X|Yellow O) wins: more fours|Draw: as many fours each"
        r"|\+----\+|\| ( [1-9]|1[0-3]) \||Utility \S+, \d+ draws? left|Wrong: the game is lost, utility -1"
        rf"|No draw is left, utility \S+|(low|high): {ODDS}(, {ODDS})*|Fen: (\S+ [ry] \d+|\d+ \S+ \d+|startpos)"
        r"|response (true|false|p1win|p2win|draw|none)",
    ),
)

VOCABULARIES = {"uci": UCI_VOCABULARY, "ugi": UGI_VOCABULARY}


class Sink(io.RawIOBase):
    """Where the engine's lines go."""

    def __init__(self) -> None:
        self.data = bytearray()

    def write(self, data: bytes) -> int:  # type: ignore[override]
        self.data += data
        return len(data)


class Writer:
    """Makes lines: valid ones, then broken by a few mutations."""

    def __init__(self, seed: int, vocabulary: Vocabulary) -> None:
        self.random = random.Random(seed)
        self.vocabulary = vocabulary

    def line(self) -> bytes:
        choose = self.random.choice
        text = choose((self.position, self.position, self.go, self.option, lambda: choose(self.vocabulary.others)))()
        for _ in range(choose((0, 0, 1, 1, 1, 2, 3, 6))):
            text = choose(MUTATIONS)(self.random, text)
        data = text.replace("\n", " ").encode()
        if self.random.random() < 0.02:
            data = self.random.randbytes(self.random.randint(1, 60)).replace(b"\n", b" ")
        elif self.random.random() < 0.02:
            place = self.random.randint(0, len(data))
            data = data[:place] + self.random.randbytes(2).replace(b"\n", b" ") + data[place:]
        return data

    def position(self) -> str:
        moves = self.random.choice(self.vocabulary.openings).split()
        tail = " moves " + " ".join(moves[: self.random.randint(0, len(moves))]) if self.random.random() < 0.6 else ""
        if self.random.random() < 0.5:
            return f"position {self.random.choice(self.vocabulary.starts)}{tail}"
        return f"position fen {self.random.choice(self.vocabulary.fens)}" + (tail if self.random.random() < 0.2 else "")

    def go(self) -> str:
        return " ".join(("go", *self.random.sample(self.vocabulary.limits, self.random.randint(0, 4))))

    def option(self) -> str:
        option: Option = self.random.choice(self.vocabulary.offered)
        value = str(option.default).lower() if option.kind == "check" else str(option.default)
        if option.kind == "spin":
            value = str(self.random.choice((option.low, option.high, self.random.randint(option.low, option.high))))
        elif option.kind == "combo":
            value = self.random.choice(option.choices)
        elif option.name == "Debug Log File":
            value = "no/such/folder/log.txt"
        return f"setoption name {option.name}" + (f" value {value}" if value else "")


def drop_word(chooser: random.Random, text: str) -> str:
    words = text.split(" ")
    del words[chooser.randrange(len(words))]
    return " ".join(words)


def double_word(chooser: random.Random, text: str) -> str:
    words = text.split(" ")
    place = chooser.randrange(len(words))
    return " ".join(words[:place] + words[place : place + 1] * chooser.choice((2, 3, 50)) + words[place + 1 :])


def swap_words(chooser: random.Random, text: str) -> str:
    words = text.split(" ")
    one, other = chooser.randrange(len(words)), chooser.randrange(len(words))
    words[one], words[other] = words[other], words[one]
    return " ".join(words)


def put_word(chooser: random.Random, text: str) -> str:
    words = text.split(" ")
    place = chooser.randrange(len(words))
    return " ".join((*words[:place], chooser.choice(WORDS), *words[place + chooser.randint(0, 1) :]))


ALL_LETTERS = "".join(vocabulary.letters for vocabulary in VOCABULARIES.values())


def put_letter(chooser: random.Random, text: str) -> str:
    place = chooser.randint(0, len(text))
    return text[:place] + chooser.choice(ALL_LETTERS) + text[place + chooser.randint(0, 1) :]


def drop_letter(chooser: random.Random, text: str) -> str:
    place = chooser.randint(0, len(text))
    return text[:place] + text[place + 1 :]


def cut(chooser: random.Random, text: str) -> str:
    return text[: chooser.randint(0, len(text))]


def change_case(chooser: random.Random, text: str) -> str:
    return chooser.choice((text.upper(), text.title(), text.swapcase()))


MUTATIONS: tuple[Callable[[random.Random, str], str], ...] = (
    *(drop_word, double_word, swap_words, put_word, put_word, put_letter, put_letter, put_letter, drop_letter, cut),
    *(change_case,),
)


def harmless(data: bytes) -> bool:
    """Whether a line asks for nothing that takes long here or writes files outside the working folder."""
    text = data.decode(errors="replace").lower()
    if "perft" in text and any(int(digits) > DEEPEST_PERFT for digits in re.findall(r"\d+", text)):
        return False
    return not ("log" in text and re.search(r"value\s+\S*[/~]", text) and "no/such/folder" not in text)


class Fuzzer:
    """One conversation with the engine, with checks of its answers."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.answer = vocabulary.answer
        self.sink = Sink()
        self.streams = Streams(io.BytesIO(), self.sink)  # type: ignore[arg-type]
        self.dialect = vocabulary.speak(self.streams)
        self.inbox = Inbox(self.dialect)
        self.asked = 0  # searches
        self.refused = 0
        self.started = 0  # counted by the thread that searches; this thread counts the others
        self.moveless = 0  # answered at once, without a search
        self.told = 0
        search = self.dialect.session.search

        def count(*arguments: Any, **options: Any) -> Any:
            self.started += 1
            return search(*arguments, **options)

        self.dialect.session.search = count  # type: ignore[method-assign]

    def state(self) -> tuple[str, dict[str, object]]:
        return self.dialect.session.position.fen(), dict(self.dialect.options)

    def feed(self, data: bytes) -> None:
        """Feed one line, without waiting for the search that it begins; AssertionError says what is wrong."""
        idle = self.inbox.idle.is_open
        if idle:
            self.take()  # the answers to earlier lines
        before = self.state() if idle else None
        self.streams.source = io.BytesIO(data + b"\n")
        for text in self.streams.read():
            self.asked += self.begins_search(text)
            self.inbox.take(text)
        answer = self.take()
        idle = idle and self.inbox.idle.is_open
        if idle and any(line.startswith("info string error: ") for line in answer):
            assert self.state() == before, f"an error changed the state from {before} to {self.state()}"
        if idle and int(self.dialect.options["Hash"]) > MOST_HASH:
            self.dialect.options.set("Hash", "1")

    @property
    def owed(self) -> bool:
        """Whether a search that was asked for has not reported its move yet."""
        return self.asked > self.told + self.refused

    def begins_search(self, text: str) -> bool:
        """Whether a line has to begin a search."""
        command, words = self.dialect.split(text)
        return command == "go" and "perft" not in words

    def stop(self) -> None:
        self.inbox.end()
        self.take()
        begun = self.started + self.moveless
        assert self.told == begun, f"{self.told} bestmoves for {begun} searches"
        assert not self.owed, f"{self.asked} searches were asked for, {self.refused} refused, {begun} begun"

    def take(self) -> list[str]:
        """The lines that have come, each well formed."""
        with self.streams.lock:
            text = self.sink.data.decode()
            self.sink.data.clear()
        assert not text or text.endswith("\n"), f"half a line: {text!r}"
        lines = text.split("\n")[:-1]
        for line in lines:
            assert self.answer.fullmatch(line), f"badly formed: {line!r}"
            assert "the search failed" not in line, line
            self.told += line.startswith("bestmove ")
            self.moveless += line.startswith("info string no move: ")
            self.refused += line.startswith("info string error: go refused")
        return lines


def progress(total: int) -> Iterator[int]:
    """Count to the total, and report the progress and the time left on stderr."""
    began = told = time.monotonic()
    for number in range(total):
        now = time.monotonic()
        if now - told >= REPORT_EVERY:
            told = now
            left = (now - began) / number * (total - number)
            print(f"{number}/{total} lines, {left:.0f} s left", file=sys.stderr, flush=True)
        yield number


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lines", type=int, default=10_000, help="how many (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--dialect", choices=VOCABULARIES, default="uci", help="(default: %(default)s)")
    arguments = parser.parse_args()
    failures: list[str] = []
    threading.excepthook = lambda hook: failures.append(f"in the search: {hook.exc_value!r}")
    patience = random.Random(arguments.seed)
    vocabulary = VOCABULARIES[arguments.dialect]
    writer, fuzzer, last = Writer(arguments.seed, vocabulary), Fuzzer(vocabulary), list[bytes]()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for _ in progress(arguments.lines):
            data = writer.line()
            if not harmless(data):
                continue
            last = [*last[-9:], data]
            try:
                fuzzer.feed(data)
                if fuzzer.owed and patience.random() >= RUNNING_ON:
                    fuzzer.stop()
            except Exception as failure:  # noqa: BLE001 - any exception is a finding
                failures.append(repr(failure))
            if failures:
                print(f"seed {arguments.seed}: {failures[0]}\nthe last lines were:", *last, sep="\n")
                return 1
        fuzzer.stop()
    print(f"{arguments.lines} lines, {fuzzer.started} searches, seed {arguments.seed}: nothing broke")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
