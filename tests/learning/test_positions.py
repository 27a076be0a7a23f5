"""Files of positions: records, blocks, damage of every kind, games against python-chess, and what is refused."""

from __future__ import annotations

import os
import zlib
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from struct import Struct
from typing import Any

import chess
import numpy as np
import pytest
from oddsfish.engine import games
from oddsfish.engine.net import network
from oddsfish.engine.net.choice import shipped_path
from oddsfish.engine.searches.search import RootMove
from oddsfish.engine.support.text import one_line
from oddsfish.learning.positions import array, block, generation, head, reader, record, recorded_game
from oddsfish.learning.positions.block import Block, GameEnd
from oddsfish.learning.positions.generation import add, generate
from oddsfish.learning.positions.generation_settings import DECIDED, LEVEL, LEVEL_FROM, GenerationSettings
from oddsfish.learning.positions.reader import Reader, summarise
from oddsfish.learning.positions.record import Record, pack, unpack
from oddsfish.learning.positions.recorded_game import Adjudication
from spoiling import spoil

SMALL = GenerationSettings(seed=1, nodes=60)  # of `chess_file`, too
POSITIONS = 300


@pytest.fixture
def whole(chess_file: Path) -> bytes:
    return chess_file.read_bytes()


def boards(seed: int, games: int) -> list[chess.Board]:
    """Positions of random games, half of them of Chess960. Special moves are preferred, and often moves of pawns."""
    random = Random(seed)
    found = []
    for number in range(games):
        chess960 = bool(number % 2)
        board = chess.Board.from_chess960_pos(random.randrange(960)) if chess960 else chess.Board()
        for _ in range(160):
            moves = list(board.legal_moves)
            if not moves:
                break
            eager = [move for move in moves if move.promotion or board.is_castling(move) or board.is_en_passant(move)]
            pawns = [move for move in moves if board.piece_type_at(move.from_square) == chess.PAWN]
            board.push(random.choice(eager or (pawns if random.random() < 0.4 else []) or moves))
            found.append(board.copy(stack=False))
    return found


def starts(data: bytes) -> list[int]:
    """Where the blocks of a whole file begin, and where the last one ends."""
    found = [head.HEADER + int.from_bytes(data[12:16], "little")]
    while found[-1] < len(data):
        found.append(found[-1] + block.HEADER + int.from_bytes(data[found[-1] + 8 : found[-1] + 12], "little"))
    return found


# Records.


def test_a_record_is_given_back_as_it_was() -> None:
    random = Random(5)
    seen: set[str] = set()
    for board in boards(5, 8):
        score, result = random.randint(-32767, 32767), random.choice((0.0, 0.5, 1.0))
        given = Record(board.fen(), score, result, board.chess960)
        data = pack(given)
        assert len(data) == record.SIZE == 32
        found = unpack(data)
        assert found == given
        assert found.position().fen() == found.fen
        assert record.pack_fields(found.position().fields(), score, result, board.chess960) == data
        again = chess.Board(found.fen, chess960=found.chess960)
        assert again.castling_rights == board.clean_castling_rights()
        assert (again.ep_square is not None) == board.has_legal_en_passant()
        assert (again.turn, again.halfmove_clock, again.fullmove_number) == (
            board.turn,
            board.halfmove_clock,
            board.fullmove_number,
        )
        seen |= set(found.fen.split()[2]) | {found.fen.split()[1]} | {found.fen.split()[3][-1]}
    assert seen >= set("KQkq-wb36"), "random games have too little in them"


def test_a_rook_inside_may_castle() -> None:
    fen = "4k3/8/8/8/8/8/8/RR2KR1R w BFk - 9999 9999"
    given = Record("rr2k2r/8/8/8/8/8/8/1RR1K1RR b CGbq - 9999 9999", 0, 0.5, True)
    board = chess.Board(given.fen, chess960=True)
    assert unpack(pack(given)).fen == board.fen()
    assert unpack(pack(Record(fen, 1, 1.0, True))).fen == chess.Board(fen, chess960=True).fen()


def test_a_record_that_makes_no_sense() -> None:
    wrong: dict[str, Any]
    for wrong in ({"fen": "8/8/8/8/8/8/8/8 w - - 0 1"}, {"fen": "nonsense"}, {"score": -32768}, {"result": 0.25}):
        with pytest.raises(ValueError, match=r"king|fields|centipawns|result"):
            pack(Record(chess.STARTING_FEN, 0, 0.5)._replace(**wrong))


def test_bytes_that_are_no_record_are_refused_or_a_position() -> None:
    random = Random(6)
    packed = [pack(Record(board.fen(), 0, 0.5, board.chess960)) for board in boards(6, 4)]
    refused = 0
    for data in packed * 5:
        changed = bytearray(data)
        for _ in range(random.choice((1, 1, 2, 8))):
            changed[random.randrange(32)] = random.randrange(256)
        try:
            found = unpack(bytes(changed))
            assert found.position().fen().split()[0] == found.fen.split()[0]
        except ValueError as refusal:
            refused += 1
            assert "\n" not in str(refusal)
    assert refused
    for place, counter in ((26, 2 * 9999), (30, 10_000)):
        turned = int.from_bytes(packed[0][26:28], "little") % 2 if place == 26 else 0
        with pytest.raises(ValueError, match="counters make no sense"):
            unpack(packed[0][:place] + (counter + turned).to_bytes(2, "little") + packed[0][place + 2 :])
    for size in (0, 31, 33):
        with pytest.raises(ValueError, match="32 bytes"):
            unpack(bytes(size))


# Games.


def watched(
    number: int, settings: GenerationSettings, monkeypatch: pytest.MonkeyPatch
) -> tuple[Block, list[dict[str, Any]]]:
    """A game, and the search results for each of its positions."""
    thought: list[dict[str, Any]] = []

    def think(self: recorded_game.RecordedGame, nodes: int) -> RootMove:
        line = original(self, nodes)
        if nodes == settings.nodes:
            worth = line.value * self.position.scale
            thought.append(
                {
                    "fen": self.position.fen(),
                    "move": self.position.notation(line.move),
                    "score": round(worth),
                    "known": line.exact and not line.forced,
                    "nodes": self.search.nodes,
                }
            )
        return line

    original = recorded_game.RecordedGame.think
    monkeypatch.setattr(recorded_game.RecordedGame, "think", think)
    return recorded_game.RecordedGame(settings, number).play(), thought


@pytest.mark.parametrize("number", [0, 1, 2, 3, 7])  # 7: the first one of Chess960
def test_what_is_recorded_is_what_python_chess_calls_quiet(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = GenerationSettings(seed=2, nodes=300, options={"Evaluation": "Material"} if number == 1 else {})
    found, thought = watched(number, settings, monkeypatch)
    wanted = []
    shuffled = number == 7
    board = chess.Board(thought[0]["fen"], chess960=shuffled)
    assert board.ply() in GenerationSettings().game.selfplay.openings
    for each in thought:
        assert board.fen() == each["fen"]
        move = chess.Move.from_uci(each["move"])
        if each["known"] and not board.is_check() and not board.is_capture(move) and not move.promotion:
            wanted.append(Record(each["fen"], each["score"], found.result, shuffled))
        board.push(move)
        assert each["nodes"] <= max(300, 1000)
    assert list(found) == wanted and wanted
    if found.ending == GameEnd.RULES:
        assert found.plies == board.ply()
        outcome = board.outcome(claim_draw=True)
        assert outcome is not None and {"1-0": 1.0, "1/2-1/2": 0.5, "0-1": 0.0}[outcome.result()] == found.result
    else:
        assert found.plies == board.ply() - 1
        last = [each["score"] for each in thought]
        if found.ending == GameEnd.WON:
            assert all(score > DECIDED for score in last[-4:]) or all(score < -DECIDED for score in last[-4:])
        else:
            assert all(abs(score) <= LEVEL for score in last[-10:]) and found.result == 0.5


def test_a_game_that_does_not_come_about_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recorded_game.RecordedGame, "is_quiet", lambda *_: False)
    monkeypatch.setattr(generation, "BARREN", 2)
    with pytest.raises(ValueError, match="2 games in succession have no quiet position"):
        generate(SMALL, tmp_path / "file", 1)
    monkeypatch.setattr(recorded_game, "UNEVEN", -1)
    with pytest.raises(ValueError, match="100 random openings"):
        recorded_game.play(SMALL, 0)
    game = recorded_game.RecordedGame(SMALL, 0)
    game.halt()
    with pytest.raises(RuntimeError, match="not played"):
        game.play()


@pytest.mark.parametrize(
    ("scores", "first", "settled"),
    [
        ([1501] * 4, 8, (1.0, GameEnd.WON)),
        ([-99_990] * 4, 8, (0.0, GameEnd.WON)),
        ([1501] * 3, 8, None),
        ([1500] * 9, 8, None),
        ([1501, 1501, 1501, -1501, -1501, -1501], 8, None),
        ([1501, 1501, 1501, 0, 1501, 1501, 1501], 8, None),
        ([8, -8] * 5, LEVEL_FROM, (0.5, GameEnd.DRAWN)),
        ([8, -8] * 5, LEVEL_FROM - 1, None),
        ([0] * 9 + [9] + [0] * 9, LEVEL_FROM, None),
    ],
)
def test_adjudication(scores: list[float], first: int, settled: tuple[float, GameEnd] | None) -> None:
    judge = Adjudication()
    *before, last = [judge.add(score, ply) for ply, score in enumerate(scores, first)]
    assert set(before) <= {None} and last == settled


# The file.


def test_what_is_read(chess_file: Path) -> None:
    with Reader(chess_file) as opened:
        blocks = list(opened.blocks())
        assert list(opened.records()) == [found for each in blocks for found in each]
        assert opened.tail == 0 and opened.head.settings == SMALL.to_json()
        assert [each.number for each in blocks] == list(range(len(blocks)))
        assert blocks == [recorded_game.play(SMALL, number) for number in range(len(blocks))]
        counted = summarise(opened)
    records = [found for each in blocks for found in each]
    assert sum(counted.positions.values()) == len(records) and counted.lengths == Counter(map(len, blocks))
    assert sum(counted.scores.values()) == len(records) and counted.scores[records[0].score] >= 1
    assert sum(counted.results.values()) == sum(counted.endings.values()) == len(blocks)


def test_as_arrays(chess_file: Path) -> None:
    with Reader(chess_file) as opened:
        records = list(opened.records())
    for most in (1, 2**20):
        parts = list(array.arrays(chess_file, most))
        assert (len(parts) == 1) == (most > len(records))
        joined = np.concatenate(parts)
        assert joined.itemsize == record.SIZE and joined["score"].tolist() == [each.score for each in records]
        assert array.results(joined).tolist() == [each.result for each in records]
        for codes, each in zip(array.boards(joined), records, strict=True):
            pieces = chess.Board(each.fen).piece_map()
            assert {square for square in range(64) if codes[square] != array.EMPTY} == pieces.keys()
            assert all(record.LETTERS[codes[square]] == piece.symbol() for square, piece in pieces.items())
            rights = chess.SquareSet(chess.Board(each.fen).clean_castling_rights())
            assert {square for square in pieces if codes[square] % record.BLACK == record.CASTLES} == set(rights)


# Damage.


def test_cut_off_at_any_length(whole: bytes, tmp_path: Path) -> None:
    path = tmp_path / "cut"
    path.write_bytes(whole)
    ends = starts(whole)
    for length in range(len(whole) - 1, -1, -5):
        os.truncate(path, length)
        if length < ends[0]:
            with pytest.raises(ValueError, match=r"no file of positions|damaged head") as refusal:
                Reader(path)
            assert "\n" not in str(refusal.value)
            continue
        with Reader(path) as opened:
            count = sum(1 for _ in opened.blocks())
            assert ends[count] == opened.end == max(end for end in ends if end <= length)
            assert opened.tail == length - opened.end


@pytest.mark.parametrize("chunk", [97, 2**20])
def test_any_byte_changed(whole: bytes, chunk: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A changed last game is a tail that is cut off; a change before it is refused with a one-line error."""
    monkeypatch.setattr(reader, "CHUNK", chunk)
    path = tmp_path / "changed"
    path.write_bytes(whole)
    ends = starts(whole)
    random = Random(chunk)
    step = 3 if chunk > 97 else 19
    for place in range(0, len(whole), step):
        with path.open("r+b") as file:  # change a byte and restore the previous one: a new file takes longer
            before = max(0, place - step)
            file.seek(before)
            file.write(whole[before:place] + bytes([whole[place] ^ random.randrange(1, 256)]))
        if place < ends[0]:
            with pytest.raises(ValueError, match=r"no file of positions|of version|damaged head") as refusal:
                Reader(path)
            assert str(path) in str(refusal.value) and "\n" not in str(refusal.value)
            continue
        begins = max(end for end in ends if end <= place)
        with Reader(path) as opened:
            if begins == ends[-2]:
                assert sum(1 for _ in opened.blocks()) == len(ends) - 2
                assert opened.end == begins and opened.tail == ends[-1] - begins
            else:
                with pytest.raises(ValueError, match=f"damaged at byte {begins}, and whole games follow"):
                    list(opened.blocks())


def test_a_game_that_is_missing_or_of_another_file(whole: bytes, tmp_path: Path) -> None:
    path = tmp_path / "file"
    ends = starts(whole)
    path.write_bytes(whole[: ends[0]] + whole[ends[1] :])
    assert f"has game 1 at byte {ends[0]}, where 0 belongs" in refused(path)
    other = head.make(GenerationSettings(seed=3, nodes=60).to_json())
    path.write_bytes(other.data + whole[ends[0] :])
    with Reader(path) as opened:
        assert list(opened.blocks()) == [] and opened.tail == len(whole) - ends[0]


def test_where_there_is_no_room_nothing_of_a_game_is_left(tmp_path: Path) -> None:
    class Full:
        """A file on a disk with room for ten bytes."""

        def __init__(self) -> None:
            self.data = b"abc"

        def write(self, data: memoryview) -> int:
            if len(self.data) > 10:
                raise OSError(28, "No space left on device")
            self.data += data[:8]
            return 8

        def truncate(self, size: int) -> None:
            self.data = self.data[:size]

    file: Any = Full()
    with pytest.raises(OSError, match="No space"):
        add(file, b"x" * 20, 3)
    assert file.data == b"abc"


# What is refused.


def refused(path: Path, settings: GenerationSettings = SMALL) -> str:
    before = {file: file.read_bytes() for file in path.parent.iterdir() if file.is_file()}
    with pytest.raises((ValueError, OSError)) as refusal:
        generate(settings, path, 500)
    assert before == {file: file.read_bytes() for file in path.parent.iterdir() if file.is_file()}
    assert "\n" not in str(refusal.value)
    return str(refusal.value)


def test_a_file_of_something_else_is_left_as_it_is(whole: bytes, tmp_path: Path) -> None:
    path = tmp_path / "file"
    for data in (b"precious\n", b"\0" * 500, b"OFPOSNS\n\n", b"P" + whole[1:]):
        path.write_bytes(data)
        assert "no file of positions" in refused(path)
    path.write_bytes(whole)
    assert "seed was 1, not 2" in refused(path, GenerationSettings(seed=2, nodes=60))
    assert "nodes was 60, not 61" in refused(path, GenerationSettings(seed=1, nodes=61))
    assert "Evaluation was 'Auto', not 'SEF'" in refused(path, GenerationSettings(1, 60, {"evaluation": "SEF"}))
    path.write_bytes(whole[:8] + b"\2" + whole[9:])
    assert "version 2; this reads version 1" in refused(path)
    changed = bytearray(whole)
    changed[starts(whole)[0] + 40] ^= 1
    path.write_bytes(changed)
    assert "damaged at byte" in refused(path)
    assert "not a regular file" in refused(tmp_path)
    os.mkfifo(tmp_path / "fifo")
    assert "not a regular file" in refused(tmp_path / "fifo")
    with pytest.raises(FileNotFoundError):
        generate(SMALL, tmp_path / "none" / "file", 1)


@pytest.mark.parametrize("seed", range(2))
def test_whatever_a_sound_head_says_is_refused_in_one_line(seed: int, whole: bytes, tmp_path: Path) -> None:
    """The settings are spoilt at random, but the checksum of the head is right."""
    random = Random(seed)
    path = tmp_path / "a"
    path.write_bytes(whole)
    with Reader(path) as opened:
        settings, blocks = dict(opened.head.settings), list(opened.blocks())
    asked: list[Callable[[Path], object]] = [
        lambda path: generate(SMALL, path, POSITIONS),
        lambda path: summarise(Reader(path)),
        lambda path: list(array.arrays(path)),
        lambda path: list(Reader(path).records()),
    ]
    refused = 0
    for _ in range(40):
        spoilt = spoil(settings, random)
        made = head.make(spoilt if isinstance(spoilt, dict) else {}, random.choice([record.SIZE] * 3 + [*range(40)]))
        path.write_bytes(made.data + b"".join(each.to_bytes(made.checksum) for each in blocks))
        for ask in asked:
            try:
                ask(path)
            except ValueError as error:
                refused += 1
                assert "\n" not in one_line(str(error)) and len(str(error)) < 400 + len(str(path))
    assert refused > 40


def test_a_head_may_be_nested_too_deep_or_say_a_thing_twice(whole: bytes, tmp_path: Path) -> None:
    path = tmp_path / "a"
    for text in (b'{"a": ' + b"[" * 100_000, b'{"game": "chess", "game": "chess"}', b'{"game": NaN}', b"[]"):
        data = text + b" " * (-len(text) % head.HEADER)
        header = head.LAYOUT.pack(head.MAGIC, block.VERSION, record.SIZE, len(data))
        path.write_bytes(header + head.CHECKSUM.pack(zlib.crc32(data, zlib.crc32(header))) + data)
        with pytest.raises(ValueError, match="damaged head"):
            Reader(path)


def test_a_game_is_chess_by_its_name_and_not_by_the_size_of_records(tmp_path: Path) -> None:
    layout = Struct("<14HhBB")
    assert layout.size == record.SIZE
    packed = b"".join(layout.pack(*range(14), score, 2, 0) for score in (777, -3))
    made = head.make({"game": "other"}, layout.size)
    path = tmp_path / "a"
    path.write_bytes(made.data + Block(0, 1.0, GameEnd.RULES, 70, packed, layout.size).to_bytes(made.checksum))
    assert summarise(Reader(path)).scores == {777: 1, -3: 1}
    with pytest.raises(ValueError, match="has positions of other, not of chess"):
        list(array.arrays(path))
    with pytest.raises(ValueError, match="has positions of other, not of chess"):
        list(Reader(path).records())


def test_headers_without_blocks_do_not_take_for_ever(whole: bytes, tmp_path: Path) -> None:
    """Each header announces a block of two megabytes."""
    path = tmp_path / "a"
    path.write_bytes(whole)
    with Reader(path) as opened:
        data, checksum = opened.head.data, opened.head.checksum
    one = bytearray(block.LAYOUT.pack(block.MAGIC, block.VERSION, 2, 0, block.MOST // 2, 9, 0, checksum))
    path.write_bytes(data + bytes(1) + bytes(one + bytes(4)) * 100_000)
    with pytest.raises(ValueError, match=f"is damaged at byte {len(data)}$"):
        summarise(Reader(path))


def test_a_file_of_another_engine(whole: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "file"
    path.write_bytes(whole)
    monkeypatch.setattr(recorded_game, "UNEVEN", 1)
    assert "another engine, which played game" in refused(path)
    assert generate(SMALL, path, POSITIONS).size == len(whole)  # there is nothing to do
    monkeypatch.undo()
    path.write_bytes(head.make(GenerationSettings(seed=9).to_json()).data)  # other settings, but no games
    generate(SMALL, path, POSITIONS)
    assert path.read_bytes() == whole


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"nodes": 0}, "nodes are a whole number"),
        ({"seed": "1"}, "a seed is a whole number"),
        ({"options": {"Hash": "0"}}, "Hash"),
        ({"options": {"Hsah": "1"}}, "did you mean Hash"),
        ({"options": {"Threads": "2"}}, "none of the options that count"),
        ({"options": {"UCI_Elo": "1500"}}, "none of the options that count"),
        ({"options": {"Evaluation": "Best"}}, "Evaluation"),
    ],
)
def test_settings_that_make_no_sense(wrong: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said) as refusal:
        GenerationSettings(**wrong)
    assert "\n" not in str(refusal.value)


def test_the_network_that_plays_is_told_by_what_is_in_it(tmp_path: Path) -> None:
    """The checksum is the same for the shipped network and its copy. If no network plays, the file does not count."""
    copy = tmp_path / "copy.net"
    copy.write_bytes(shipped_path(games.find("chess")).read_bytes())
    told = [
        GenerationSettings(options=options).to_json()["network"]
        for options in (
            {},
            {"Evaluation": "Net"},
            {"Evaluation": "Net", "EvalFile": str(copy)},
            {"EvalFile": str(copy)},
            {"Evaluation": "Tapered", "EvalFile": str(copy)},
        )
    ]
    assert told == 4 * [network.read(copy).checksum] + [None]
