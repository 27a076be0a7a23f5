"""The requests of a page, and the answers to them."""

from __future__ import annotations

import asyncio
import json
import time
from statistics import median
from typing import Any

import pytest
from oddsfish.engine import Connect4Position, games
from oddsfish.protocols.page import connection as conversation
from oddsfish.protocols.page import game_text
from oddsfish.protocols.page.as_json import Json
from oddsfish.protocols.page.message import LARGEST, Fields
from oddsfish.protocols.page.shared import Served, Workers
from oddsfish.protocols.page.thinking import Thinking
from page_server import Server, Talk, place
from websockets.exceptions import ConnectionClosed

SLIPPING = {"Slip": "true", "SlipStraight": "3", "SlipLeft": "1", "SlipRight": "1"}
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


MORE: dict[str, dict[str, Any]] = {  # what a request has besides a place
    "play": {"move": "e4"},
    "search": {"limits": {"depth": 1}, "options": {}},
    "tree": {"search": "Minimax", "depth": 1},
    "review": {"names": [], "rating": 1500},
    "write": {"names": []},
}


@pytest.mark.parametrize("game", games.shipped())
def test_every_game_is_shown_and_played_to_its_end(talk: Talk, game: str) -> None:
    """Always the last legal move is played. The page sends back what it was told, and nothing gets lost."""
    answer = talk.ask("begin", place=place(game))
    shown = answer["position"]
    for _ in range(500):
        shown = answer["position"]
        drawn = shown["diagram"]
        assert len(drawn["cells"]) == drawn["columns"] * drawn["rows"]
        for move in shown["moves"]:
            assert all(0 <= cell < len(drawn["cells"]) for step in move["cells"] for cell in step)
            assert not move["odds"] or sum(odd["chance"] for odd in move["odds"]) == pytest.approx(1)
        if shown["over"]:
            break
        answer = talk.ask("play", place=place(game, *answer["moves"]), move=shown["moves"][-1]["move"])
        again = talk.ask("position", place=place(game, *answer["moves"]))
        assert (again["position"], again["moves"]) == (answer["position"], answer["moves"])
        assert len(again["texts"]) == len(answer["moves"])
    assert shown["over"] and shown["ending"] and shown["moves"] == []
    assert "over" in talk.ask("play", place=place(game, *answer["moves"]), move="e4")["error"]


def test_what_is_stopped_before_it_has_begun_ends_all_the_same(talk: Talk) -> None:
    """Both messages come at once, for more searches than a page may have running at a time."""
    for _ in range(30):
        number = talk.send("search", place=place("chess"), options={}, limits={})
        talk.connection.send(json.dumps({"id": number, "ask": "stop"}))
        assert "error" not in talk.until(number)[-1]


def test_a_move_is_pointed_out_by_its_cells(talk: Talk) -> None:
    castling = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
    for asked, cells in (
        (place("chess"), {"e2e4": [[52], [36]]}),
        (place("connect4", "d"), {"d": [[31, 24, 17, 10, 3, 38]]}),
        (place("chess", fen=castling), {"e1g1": [[60], [62]]}),
        (place("chess", fen=castling, UCI_Chess960="true"), {"e1h1": [[60], [63, 62]], "e1a1": [[60], [56, 58]]}),
    ):
        shown = talk.ask("position", place=asked)["position"]
        assert {each["move"]: each["cells"] for each in shown["moves"] if each["move"] in cells} == cells
    for moves, said in (([], "Red X to move"), (["d"], "Yellow O to move")):  # the symbols of the discs are named, too
        assert talk.ask("position", place=place("connect4", *moves))["position"]["diagram"]["status"] == said


def test_chance_is_told_before_and_after(talk: Talk) -> None:
    moves = talk.ask("position", place=place("connect4", **SLIPPING))["position"]["moves"]
    assert [round(odd["chance"], 3) for odd in moves[3]["odds"]] == [0.6, 0.2, 0.2]
    seen = {talk.ask("play", place=place("connect4", **SLIPPING), move="d")["moves"][0] for _ in range(100)}
    assert seen == {"d>c", "d", "d>e"}
    assert talk.ask("play", place=place("connect4", **SLIPPING), move="4")["move"] == "d"
    assert talk.ask("play", place=place("hilo", "7"), move="h")["move"] == "high"  # as in lists of values
    dealt = {talk.ask("begin", place=place("hilo"))["moves"][0] for _ in range(200)}
    assert dealt == {str(card) for card in range(2, 13)}


WRONG = [
    (place("chess", fen="8/8/8/8/8/8/8/8 w - - 0 1"), "king"),
    (place("chess", "e2e5"), "e2e5"),
    (place("go"), "a game is one of chess"),
    (place("chess", Slip="true"), "no rule"),
    (place("connect4", Slip="perhaps"), "true or false"),
    (place("hilo", "0"), "0"),
]


@pytest.mark.parametrize("ask", ["position", "play", "search", "tree", "review", "write"])
def test_what_makes_no_sense_is_an_error_in_one_line(talk: Talk, ask: str) -> None:
    for given, complaint in WRONG:
        error = talk.ask(ask, place=given, **MORE.get(ask, {}))["error"]
        assert complaint in error and "\n" not in error
    assert talk.ask("position", place=place("chess"))["position"]["fen"] == START


def test_every_column_is_solved(talk: Talk) -> None:
    number = talk.send(
        "search",
        place=place("connect4", *"ddddd"),
        options={"Search": "Solver", "MultiPV": "7"},
        limits={"movetime": 20000},
    )
    lines = talk.until(number)[-1]["lines"]
    assert len(lines) == 7 and all(line["score"]["bound"] == "" for line in lines)
    assert lines[0]["move"] == "d"


def test_random_moves_go_on_from_move_to_move_and_differ_from_game_to_game(talk: Talk) -> None:
    def chosen(*moves: str) -> str:
        limits = {"depth": 1}
        asked = talk.send("search", place=place("connect4", *moves), options={"Search": "Random"}, limits=limits)
        return str(talk.until(asked)[-1]["move"])

    assert len({chosen() for _ in range(30)}) > 2
    assert len({chosen(*"abcabc"[:count]) for count in range(7) for _ in range(5)}) > 2


@pytest.mark.parametrize("search", ["PVS", "AlphaBeta"])
def test_as_many_lines_as_were_asked_for_are_told_to_the_end(talk: Talk, search: str) -> None:
    """If it is stopped in the middle of a depth, the reported depth is that of the lines."""
    number = talk.send("search", place=place("chess"), options={"Search": search, "MultiPV": "3"}, limits={})
    talk.until(number, lambda told: told.get("depth", 0) > 3)
    talk.connection.send(json.dumps({"id": number, "ask": "stop"}))
    last = talk.until(number)[-1]
    assert last["done"] and last["move"] and len(last["lines"]) == 3 and last["lines"][0]["pv"]
    assert last["depth"] == max(line["depth"] for line in last["lines"])


@pytest.mark.parametrize(
    ("game", "search", "rules"), [("connect4", "Expectimax", {"Slip": "true"}), ("chess", "PVS", {})]
)
def test_even_lines_are_of_one_depth(talk: Talk, game: str, search: str, rules: dict[str, str]) -> None:
    """Also those of a search that ends in the middle of a depth. In each message, every line has another move.

    Updates come at most twenty times a second.
    """
    options, limits = {"Search": search, "MultiPV": "256"}, {"movetime": 700}
    began = time.perf_counter()
    told = talk.until(talk.send("search", place=place(game, **rules), options=options, limits=limits, even=True))
    assert len([message for message in told if "lines" in message]) <= 20 * (time.perf_counter() - began) + 2
    for message in told:
        lines = message.get("lines", [])
        assert len({line["move"] for line in lines}) == len(lines)
    assert {line["depth"] for line in told[-1]["lines"]} == {told[-1]["depth"]} and told[-1]["depth"] > 1


def test_only_what_is_allowed_can_be_set(talk: Talk) -> None:
    for options, complaint in (
        ({"Debug Log File": "/tmp/x"}, "cannot set"),
        ({"SyzygyPath": "/etc"}, "cannot set"),
        ({"Clear Hash": ""}, "cannot set"),
        ({"Hash": "1024"}, "at most"),
        ({"MultiPV": "0"}, "from 1"),
        ({"Search": "Nothing"}, "Nothing"),
        ({"Search": "Solver"}, "Solver"),
    ):
        told = talk.until(talk.send("search", place=place("chess"), options=options, limits={"depth": 1}))
        assert complaint in told[-1]["error"] and len(told) <= 2


MALFORMED = (
    "{",
    "[]",
    '{"id": 1}',
    '{"id": 1, "ask": "nothing"}',
    '{"id": "1", "ask": "stop"}',
    '{"id": true, "ask": "stop"}',
    '{"id": -1, "ask": "stop"}',
    '{"id": NaN, "ask": "stop"}',
    '{"id": 1, "ask": "stop", "more": 1}',
    '{"id": 1, "ask": "position"}',
    '{"id": 1, "ask": "position", "place": {"game": "chess", "moves": "e2e4"}}',
    '{"id": 1, "ask": "position", "place": {"game": "chess", "moves": [1]}}',
    '{"id": 1, "ask": "position", "place": {"game": "chess", "rules": {"a": 1}}}',
    '{"id": 1, "ask": "search", "place": {"game": "chess"}, "limits": {"depth": 1.5}}',
    '{"id": 1, "ask": "tree", "place": {"game": "chess"}, "search": "Minimax", "depth": 1, "low": 1' + "0" * 400 + "}",
    "[" * 60000,
    '{"id": ' + "9" * 5000 + ', "ask": "stop"}',
)


def test_what_no_page_writes_ends_that_connection_alone(server: Server, talk: Talk) -> None:
    messages: list[tuple[str | bytes, int]] = [(b"bytes", 1008), ("x" * (LARGEST + 1), 1009)]
    messages += [(text, 1008) for text in MALFORMED]
    for message, code in messages:
        with server.connect() as other:
            other.send(message)
            with pytest.raises(ConnectionClosed) as ended:
                other.recv(timeout=10)
            assert ended.value.rcvd is not None and ended.value.rcvd.code == code, message[:80]
    assert talk.ask("position", place=place("chess"))["position"]["fen"] == START


def test_more_searches_than_workers_wait_and_come_in_turn(talk: Talk) -> None:
    """Four search at once, by default."""
    limits: list[dict[str, int]] = [{}] * 4 + [{"movetime": 300}] * 2  # the first ones search until they are stopped
    numbers = [
        talk.send("search", place=place("chess"), options={"Search": "AlphaBeta"}, limits=limit) for limit in limits
    ]
    waited: set[int] = set()
    done: list[int] = []
    while len(done) < len(numbers):
        message = talk.hear()
        if message.get("waiting"):
            waited.add(message["id"])
            if len(waited) == 2:
                for number in numbers[:4]:
                    talk.connection.send(json.dumps({"id": number, "ask": "stop"}))
        if message.get("done"):
            done.append(message["id"])
    assert waited == set(numbers[4:]) and set(done) == set(numbers)


def test_what_is_typed_and_too_long_is_said(talk: Talk) -> None:
    """An address, a move, a file: no reason to end the connection."""
    for where in (place("x" * 99), place("chess", fen="x" * 999), place("chess", "x" * 99), place("chess", A="x" * 99)):
        assert "at most" in talk.ask("position", place=where)["error"]
    assert "at most" in talk.ask("position", place=place("tictactoe", *["a1"] * 9999))["error"]
    assert "at most" in talk.ask("play", place=place("chess"), move="e" * 99)["error"]
    assert "at most" in talk.ask("read", game="chess", text="e4 " * 20000)["error"]


def test_a_tree_unfolds_as_it_is_built(talk: Talk) -> None:
    """Each node that is asked for by itself equals the same node of the whole tree."""
    from oddsfish.engine.display import tree

    position = Connect4Position(weights=(3, 1, 1))
    whole = tree.build(position, "AlphaBeta", 2)
    asked = {"place": place("connect4", **SLIPPING), "search": "AlphaBeta", "depth": 2}
    told = talk.until(talk.send("tree", **asked))[-1]
    root, scale = told["node"], told["scale"]
    assert root["value"] == whole.value and scale == 100.0 and len(root["children"]) == len(whole.children)
    child, outcome = whole.children[0], whole.children[0].children[1]
    told = root["children"][0]["children"][1]
    assert (told["value"], told["more"], told["kind"]) == (outcome.value, len(outcome.children), outcome.kind)
    low, high = told["low"], told["high"]
    grown = talk.until(talk.send("tree", **asked, above=[outcome.move], low=low, high=high))[-1]["node"]
    assert [(node["move"], node["value"], node["bound"]) for node in grown["children"]] == [
        (node.move, node.value, node.bound) for node in outcome.children
    ]
    assert child.kind == "Chance"
    for wrong, said in (({"search": "PVS"}, "no tree"), ({"depth": 9}, "choose a smaller depth")):
        assert said in talk.until(talk.send("tree", **{**asked, **wrong}))[-1]["error"]


def test_a_tree_has_its_moves_as_people_read_them(talk: Talk) -> None:
    asked = {"place": place("chess", "e2e4"), "search": "AlphaBeta", "depth": 2, "above": ["e7e5"]}
    told = talk.until(talk.send("tree", **asked))[-1]
    assert ("g1f3", "Nf3") in [(node["move"], node["text"]) for node in told["node"]["children"]]
    assert told["scale"] == 1.0


def test_games_go_out_and_come_back(talk: Talk) -> None:
    played: list[tuple[str, dict[str, str]]] = [
        ("chess", {}),
        ("connect4", {"Slip": "true"}),
        ("hilo", {}),
        ("tictactoe", {}),
    ]
    for game, rules in played:
        answer = talk.ask("begin", place=place(game, **rules))
        for _ in range(5):
            if answer["position"]["over"]:
                break
            answer = talk.ask(
                "play", place=place(game, *answer["moves"], **rules), move=answer["position"]["moves"][0]["move"]
            )
        saved = talk.ask("write", place=place(game, *answer["moves"], **rules), names=["A", "B"])
        read = talk.ask("read", game=game, text=saved["text"])
        again = talk.ask("position", place={key: read[key] for key in ("game", "rules", "fen", "moves")})
        assert again["position"]["fen"] == answer["position"]["fen"], saved
    assert talk.ask("read", game="chess", text=f" {START} ")["fen"] == START


@pytest.mark.parametrize(
    ("game", "fen", "rules"),
    [
        ("chess", START, {"UCI_Chess960": "true"}),
        ("connect4", "7/7/7/7/7/7 r", {"Slip": "true", "SlipLeft": "2"}),
        ("hilo", "5 2.5 3", {}),
    ],
)
def test_a_fen_is_by_the_rules_of_the_page(talk: Talk, game: str, fen: str, rules: dict[str, str]) -> None:
    read = talk.ask("read", game=game, text=fen, rules=rules)
    assert (read["fen"], read["rules"], read["moves"]) == (fen, rules, [])
    assert "no rule" in talk.ask("read", game=game, text=fen, rules={"Hash": "3"})["error"]


def test_a_game_as_long_as_a_page_takes_gets_no_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conversation, "MOST_MOVES", 2)
    asked = {"place": place("chess", "e2e4"), "move": "e5"}
    moves = conversation.play(Fields(asked))["moves"]
    assert moves == ["e2e4", "e7e5"]
    with pytest.raises(ValueError, match="at most 2 moves"):
        conversation.play(Fields({"place": place("chess", *moves), "move": "d4"}))


def test_counters_beyond_what_a_fen_holds_are_read_again(talk: Talk) -> None:
    fen = "1k6/8/8/8/8/8/8/RK4nr w - - 0 9999"
    moves: list[str] = []
    for move in ("a1a2", "h1h2", "a2a1", "h2h1"):
        answer = talk.ask("play", place=place("chess", *moves, fen=fen), move=move)
        moves, reached = answer["moves"], answer["position"]["fen"]
        assert talk.ask("read", game="chess", text=reached)["fen"] == reached


@pytest.mark.parametrize(
    ("game", "text", "moves"),
    [
        ("chess", "1. e4 e5 2. Nf3", ["e2e4", "e7e5", "g1f3"]),
        ("chess", " e4 e5\n", ["e2e4", "e7e5"]),
        ("connect4", "1. d c 2. d", ["d", "c", "d"]),
        ("connect4", " 4455 ", ["d", "d", "e", "e"]),
        ("tictactoe", "b2 a1", ["b2", "a1"]),
        ("hilo", "5 1. high 9 2. low 3 *", ["5", "high 9", "low 3"]),
        ("hilo", "5 high 9\nlow 3", ["5", "high 9", "low 3"]),
        ("chess", '[Event "x"]\n\n1. e4 {[%clk 0:01:00]} *\n\n[Event "y"]\n\n1. d4 *\n', ["e2e4"]),
        ("chess", "\ufeff1. e4\r\ne5\r\n", ["e2e4", "e7e5"]),
        ("chess", "1. e4 e5 1-0 2. d4 d5", ["e2e4", "e7e5"]),
        ("connect4", "1. d e * 2. d e", ["d", "e"]),
    ],
)
def test_moves_alone_are_a_game(talk: Talk, game: str, text: str, moves: list[str]) -> None:
    read = talk.ask("read", game=game, text=text)
    assert (read["moves"], read["fen"]) == (moves, "")


@pytest.mark.parametrize(
    ("game", "text", "complaint"),
    [
        ("chess", "8/8/8/8 w - - 0 1", ""),
        ("chess", '[Variant "connect4"]\n\n1. d d *\n', "a game of Connect-4, not of chess"),
        ("connect4", '[Variant "connect4"]\n\n1. d d 2. d d 3. d d 4. d *\n', "ply 7: 'd' is no legal move there"),
        ("chess", '[Event "?"]\n\n1. e4 e5 2. Ke3 *\n', "ply 3"),
        ("hilo", '[Variant "hilo"]\n\n99 1. high 3 *\n', "99"),
        ("chess", "{hello", "there is no game in it"),
        ("chess", "*", "there is no move in it"),
        ("connect4", "d {x", "a comment has no end"),
        ("hilo", "", "there is no game in it"),
        ("chess", "\x00\ud800", ""),
        ("chess", "https://lichess.org/abcdefgh", "this is a web address"),
        ("chess", "position startpos moves e2e4", "a command to an engine"),
    ],
)
def test_what_is_pasted_and_makes_no_sense_is_said(talk: Talk, game: str, text: str, complaint: str) -> None:
    error = talk.ask("read", game=game, text=text)["error"]
    assert complaint in error and "\n" not in error


def test_what_has_no_end_is_refused_at_once() -> None:
    """Its end is not looked for again from every place."""
    for game in games.shipped():
        for text in ("{" * 32_000, "d d" + "{" * 32_000, "d" + " {" * 16_000):
            began = time.perf_counter()
            with pytest.raises(ValueError, match="no"):
                game_text.read(Fields({"game": game, "text": text}))
            assert time.perf_counter() - began < 0.2


def test_a_long_game_keeps_no_other_page_waiting(server: Server, talk: Talk) -> None:
    """While the server reads long games of one page, another page is answered at once."""
    long = place("chess", *(("g1f3", "g8f6", "f3g1", "f6g8") * 500))
    began = time.perf_counter()
    talk.ask("position", place=long)
    taken = time.perf_counter() - began
    with server.connect() as connection:
        other = Talk(connection)
        numbers = {talk.send("position", place=long) for _ in range(4)}
        waited = []
        until = time.perf_counter() + 3 * taken
        while time.perf_counter() < until:
            began = time.perf_counter()
            other.ask("position", place=place("tictactoe"))
            waited.append(time.perf_counter() - began)
    assert {talk.hear()["id"] for _ in numbers} == numbers
    assert median(waited) < taken / 4, (waited, taken)


@pytest.mark.parametrize("ask", ["position", "search"])
def test_whatever_fails_is_answered(
    ask: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Also an unforeseen one, at once or later. The page gets one line, and the log has more."""

    def fail(*words: object) -> None:
        raise KeyError("x")

    monkeypatch.setattr(conversation, "position_answer", fail)
    monkeypatch.setattr(Thinking, "run", fail)
    said: list[Json] = []

    async def talk() -> None:
        one = conversation.Connection(Served(Workers(1), Workers(1)), said.append)
        more = MORE.get(ask, {})
        await one.obey(json.dumps({"id": 7, "ask": ask, "place": place("chess"), **more}))
        await asyncio.sleep(0.1)
        assert not one.running

    asyncio.run(talk())
    assert said[-1] == {"id": 7, "error": "the request has failed: KeyError('x')"}
    assert [record.message for record in caplog.records] == ["a request has failed"]


async def take(workers: Workers, release: asyncio.Event) -> None:
    async with workers.one(lambda: None):
        await release.wait()


def test_one_that_gives_up_as_its_turn_comes_takes_no_turn() -> None:
    """In one step of the event loop, the search that runs ends, and the next in line is told to stop.

    No other search waits for the one that gives up.
    """

    async def scenario() -> None:
        workers, release = Workers(1), asyncio.Event()
        first = asyncio.create_task(take(workers, release))
        await asyncio.sleep(0)
        second = asyncio.create_task(take(workers, release))
        third = asyncio.create_task(take(workers, release))
        await asyncio.sleep(0)
        release.set()
        second.cancel()
        done = await asyncio.wait_for(asyncio.gather(first, second, third, return_exceptions=True), 5)
        assert done[0] is None and isinstance(done[1], asyncio.CancelledError) and done[2] is None
        assert not workers.free.locked() and workers.waiting == 0

    asyncio.run(scenario())
