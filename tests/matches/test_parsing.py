"""The command line: the settings that it gives, and the one-line error if it is wrong."""

import shlex
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oddsfish.engine import games
from oddsfish.matches.cli import cutechess_only, entrants, timecontrol
from oddsfish.matches.cli.parsing import OPTIONS, parse
from oddsfish.matches.cli.usage import help_text
from oddsfish.matches.score.sprt import Sprt
from oddsfish.matches.settings import (
    Adjudication,
    Draw,
    Engine,
    Match,
    Openings,
    Resign,
    Run,
    TimeControl,
)

A = Engine("", "a", time=TimeControl(1.0))
B = Engine("", "b", time=TimeControl(1.0))
VARIANTS = ", ".join(games.variants())
TWO = "-engine cmd=a -engine cmd=b -each tc=1 "
UGI = Engine("", "a", protocol="ugi", depth=2)
RANDOM = Engine("", protocol="random")


@pytest.mark.parametrize(
    ("line", "match"),
    [
        (TWO, Match((A, B))),
        (
            TWO + "-resign movecount=3 score=600 twosided=true -maxmoves 200 -draw-cycle -tb a:b",
            Match((A, B), rules=Adjudication(None, Resign(3, 600, True), 200, True, "a:b")),
        ),
        (TWO + "-srand 0 -random-plies 8 -site -5", Match((A, B), seed=0, random_plies=8, site="-5")),
        (TWO + "-sprt elo0=-1.5 elo1=.5", Match((A, B), sprt=Sprt(-1.5, 0.5))),
        (
            TWO + "-sprt elo0=0 elo1=5 alpha=0.1 beta=0.01 model=normalized",
            Match((A, B), sprt=Sprt(0, 5, 0.1, 0.01, "normalized")),
        ),
        (TWO + "-variant fischerandom", Match((A, B), "fischerandom")),
        ("-engine cmd=a -engine proto=random -each depth=2 -variant connect4", Match((UGI, RANDOM), "connect4")),
        (
            "-engine cmd=a depth=2 -engine proto=random -variant connect4 rules=FullBoard Slip=TRUE slipleft=007",
            Match((UGI, RANDOM), "connect4", (("Rules", "fullboard"), ("Slip", "true"), ("SlipLeft", "7"))),
        ),
        ("-engine cmd=a depth=2 -variant hilo -games 10", Match((UGI,), "hilo", games=10)),
        (
            "-engine proto=human tc=5:00 -engine proto=random",
            Match((Engine("", protocol="human", time=TimeControl(300.0)), RANDOM)),
        ),
    ],
)
def test_what_is_played(line: str, match: Match) -> None:
    assert parse(shlex.split(line))[0] == match


@pytest.mark.parametrize(
    ("words", "engine"),
    [
        ("cmd=x tc=40/1:30+0.5", Engine("", "x", time=TimeControl(90.0, 0.5, 40))),
        ("cmd=x tc=0/10+.1", Engine("", "x", time=TimeControl(10.0, 0.1))),
        ("cmd=x st=0.25", Engine("", "x", time=TimeControl(per_move=0.25))),
        ("cmd=x tc=inf nodes=5000", Engine("", "x", nodes=5000)),
        ("cmd=x tc=1 timemargin=50", Engine("", "x", time=TimeControl(1.0), margin=0.05)),
        ("cmd=x tc=1 startup=2.5 restart=on", Engine("", "x", time=TimeControl(1.0), startup=2.5, restart=True)),
        ("conf=x tc=1", Engine("", conf="x", time=TimeControl(1.0))),
        ("cmd=x tc=1 ponder ping=2", Engine("", "x", time=TimeControl(1.0), ponder=True, ping=2.0)),
        ("cmd=x tc=1 dir=/x/y 'name=An engine'", Engine("An engine", "x", directory="/x/y", time=TimeControl(1.0))),
        (
            "cmd=x tc=1 arg=-m 'arg=a b' arg= \"args=-u 'c d' e\"",
            Engine("", "x", ("-m", "a b", "", "-u", "c d", "e"), time=TimeControl(1.0)),
        ),
        (
            "cmd=x tc=1 option.Hash=16 'option.Clear Hash=' option.Path=a=b",
            Engine("", "x", options=(("Hash", "16"), ("Clear Hash", ""), ("Path", "a=b")), time=TimeControl(1.0)),
        ),
    ],
)
def test_an_engine(words: str, engine: Engine) -> None:
    match, _ = parse(shlex.split(f"-engine {words} -engine cmd=y st=1"))
    assert match.engines[0] == engine


def test_each_is_told_the_same() -> None:
    words = "cmd=x arg=1 dir=y depth=3 nodes=4 timemargin=5 option.Hash=6 startup=7 restart=on st=8"
    alone, _ = parse(f"-engine {words} -engine cmd=y st=1".split())
    both, _ = parse(f"-engine name=y -each {words} -engine name=z".split())
    assert both.engines == tuple(replace(alone.engines[0], name=name) for name in "yz")


@pytest.mark.parametrize(
    ("own", "each", "expected"),
    [
        ("cmd=x tc=1", "tc=2", Engine("", "x", time=TimeControl(1.0))),
        ("cmd=x tc=inf depth=3", "st=2", Engine("", "x", depth=3)),
        ("cmd=x", "cmd=z tc=1", Engine("", "x", time=TimeControl(1.0))),
        ("cmd=x depth=1", "depth=2 nodes=7", Engine("", "x", depth=1, nodes=7)),
        ("cmd=x arg=1", "arg=2 tc=1", Engine("", "x", ("1", "2"), time=TimeControl(1.0))),
        (
            "cmd=x option.hash=1",
            "option.Hash=2 option.Threads=1 tc=1",
            Engine("", "x", options=(("Threads", "1"), ("hash", "1")), time=TimeControl(1.0)),
        ),
        (
            "proto=random",
            "cmd=z option.Hash=2 depth=3 arg=4 tc=1",
            Engine("", protocol="random", time=TimeControl(1.0)),
        ),
    ],
)
def test_an_engine_s_own_words_go_before_those_for_each(own: str, each: str, expected: Engine) -> None:
    match, _ = parse(f"-engine {own} -engine cmd=y -each {each}".split())
    assert match.engines[0] == expected


@pytest.mark.parametrize(
    ("line", "run"),
    [
        ("", Run()),
        ("-concurrency 2 -ratinginterval 10 -debug -watch", Run(2, rating_interval=10, debug=True, watch=True)),
        ("-debug all", Run(debug=True)),
        (
            "-pgnout a.pgn fi min -epdout b.epd -results c -report d.html -resume",
            Run(
                pgn="a.pgn",
                pgn_minimal=True,
                pgn_finished_only=True,
                epd="b.epd",
                results="c",
                resume=True,
                report="d.html",
            ),
        ),
        ("-scheduler tcp://[::1]:8786", Run(scheduler="tcp://[::1]:8786")),
        ("-use-affinity 0", Run(affinity=(0,))),
        (
            "-pgnout a append=false min -epdout b append=false",
            Run(pgn="a", pgn_anew=True, pgn_minimal=True, epd="b", epd_anew=True, results="a.results.jsonl"),
        ),
    ],
)
def test_how_it_is_run(line: str, run: Run) -> None:
    assert parse((TWO + line).split())[1] == run


def test_what_fishtest_runs() -> None:
    match, run = parse(
        shlex.split(
            "-recover -repeat -games 2 -rounds 233 -tournament gauntlet -pgnout new.pgn -site https://x.org/tests "
            "-event 'Batch 295: master vs master' -srand 12345 -resign movecount=3 score=600 "
            "-draw movenumber=34 movecount=8 score=20 -variant standard -concurrency 1 "
            "-openings file=book.epd format=epd order=random plies=16 start=52569 "
            "-engine cmd='Stockfish dev' name=New tc=inf nodes=5000 dir='Chess Engines/' option.Hash=16 "
            "-engine cmd=Stockfish name=Base tc=inf nodes=5000 option.Hash=16 -ratinginterval 1"
        )
    )
    new = Engine("New", "Stockfish dev", directory="Chess Engines/", options=(("Hash", "16"),), nodes=5000)
    assert match == Match(
        (new, replace(new, name="Base", command="Stockfish", directory="")),
        games=2,
        rounds=233,
        repeat=2,
        tournament="gauntlet",
        openings=Openings("book.epd", "epd", "random", 16, 52569),
        seed=12345,
        rules=Adjudication(Draw(34, 8, 20), Resign(3, 600)),
        recover=True,
        event="Batch 295: master vs master",
        site="https://x.org/tests",
    )
    assert run == Run(1, pgn="new.pgn", results="new.pgn.results.jsonl", rating_interval=1)


ONE = "-engine cmd=a "
CONNECT4 = "-engine cmd=a depth=1 -engine cmd=b depth=1 -variant connect4 "
HILO = "-engine cmd=a depth=1 -variant hilo "


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        # Options.
        ("", "a match needs two engines, not 0"),
        ("-variant hilo", "a match needs an engine, not 0"),
        ("foo " + TWO, "'foo' stands before any option"),
        (TWO + "-eech tc=1", "no such option: '-eech'; did you mean -each?"),
        (TWO + "-zzz", "no such option: '-zzz'; see -help"),
        (TWO + "-games 2 -games 2", "-games is given twice"),
        (TWO + "-games", "-games needs a word behind it"),
        (TWO + "-games 1 2", "-games takes one word behind it: '2' is too many"),
        (TWO + "-recover now", "-recover takes no word behind it: 'now' is too many"),
        (TWO + "-event ''", "-event has an empty word behind it"),
        (TWO + "-event 'a\u202eb'", "has a character that no name or option may have: '\\u202e'"),
        (TWO + "-event " + "x" * 256, "-event is longer than the 255 characters"),
        # Numbers.
        *(
            (TWO + f"-games {number}", f"-games is a whole number from 1 to 10000000, not {number!a}")
            for number in ("0", "1.5", "\uff11\uff12", "1_0", "9" * 30)
        ),
        (TWO + "-games ' 1'", "-games is a whole number from 1 to 10000000, not ' 1'"),
        (TWO + "-rounds 9999999 -games 2", "-games and -rounds make more than 10000000 games"),
        (TWO + "-concurrency 0", "-concurrency is a whole number from 1 to 1024"),
        (TWO + "-random-plies 1001", "-random-plies is a whole number from 0 to 1000"),
        # Groups.
        (TWO + "-draw movecount=8 score=20", "-draw needs movenumber="),
        (TWO + "-draw movenumber=1 movecount=8 score=20 score=20", "-draw: score= is given twice"),
        (TWO + "-draw 8 20", "-draw takes movenumber=, movecount=, score=, not '8'"),
        (TWO + "-resign movecount=1 score=0", "-resign score= is a whole number from 1"),
        (TWO + "-resign movecount=1 score=5 twosided=yes", "-resign twosided= is one of true, false, not 'yes'"),
        (TWO + "-sprt elo0=5 elo1=0", "-sprt: elo0 must be less than elo1"),
        (TWO + "-sprt elo0=nan elo1=1", "-sprt elo0= is a number from -4000 to 4000, not 'nan'"),
        (TWO + "-sprt elo0=0 elo1=1e1", "-sprt elo1= is a number"),
        (TWO + "-sprt elo0=0 elo1=1 alpha=0", "-sprt: alpha must lie between 0 and 0.5"),
        (TWO + "-sprt elo0=0 elo1=1 model=logistical", "not 'logistical'; did you mean logistic?"),
        (TWO + "-openings file=", "-openings: file= has no value"),
        (TWO + "-openings file=a start=0", "-openings start= is a whole number from 1"),
        (TWO + "-openings a.pgn", "-openings takes file=, format=, order=, plies=, start=, not 'a.pgn'"),
        (TWO + "-pgnout a.pgn mini", "one of min, fi, append=true, append=false, not 'mini'; did you mean min?"),
        (TWO + "-pgnout a.pgn min fi x y", "-pgnout takes at most 4 words behind it: 'y' is too many"),
        (TWO + "-scheduler localhost", "-scheduler is an address, tcp://HOST:PORT, not 'localhost'"),
        (TWO + "-scheduler tcp://host:70000", "-scheduler is an address"),
        (TWO + "-pgnout nodes=true", "-pgnout"),
        (TWO + "-pgnout p.pgn append=no", "-pgnout append= is one of true, false, not 'no'"),
        (TWO + "-epdout p append=true append=true", "-epdout takes at most 2 words"),
        (TWO + "-pgnout p append=true append=true", "-pgnout: append= is given twice"),
        (TWO + "-epdout p min", "-epdout takes append=true or append=false behind the file, not 'min'"),
        (TWO + "-use-affinity 99999", "-use-affinity: a processor is a whole number from 0 to 4095"),
        (TWO + "-use-affinity 4095", "-use-affinity: there is no processor 4095 here"),
        (TWO + "-use-affinity 0,0", "-use-affinity names processor 0 twice"),
        (TWO + "-use-affinity 1-0", "-use-affinity: a processor is a whole number from 1"),
        (TWO + "-use-affinity 0 -concurrency 2", "-use-affinity has 1 processors, too few for -concurrency 2"),
        (TWO + "-use-affinity 0 -scheduler tcp://a:1", "-use-affinity is for games of this machine"),
        (TWO + "-wait 5 -scheduler tcp://a:1", "-wait is for games of this machine"),
        (TWO + "-startup-ms 0", "-startup-ms is a whole number from 1"),
        (ONE + "-engine cmd=b -each tc=1 startup=1 -startup-ms 5", "-startup-ms and -each startup= exclude each other"),
        (ONE + "ponder=true", "engine 1: 'ponder=true' is no option of an engine; did you mean ponder?"),
        (CONNECT4 + "-each ponder", "engine 1: ponder is for proto=uci"),
        (TWO + "-engine proto=random ponder", "engine 3: ponder means nothing to proto=random"),
        (CONNECT4 + "-strict", "-strict is for chess, not connect4"),
        (TWO + "-report a=b", "-report"),
        # Engines.
        (ONE + "-engine cmd=b -each depth=1 name=x", "-each name= would give all engines the same name"),
        (ONE + "name=x -engine cmd=b name=x -each depth=1", "two engines have the name 'x'"),
        (ONE + f"name={'x' * 256} -engine cmd=b -each depth=1", "engine 1: name= is longer than the 255 characters"),
        (ONE + "tc=1 -engine tc=1", "engine 2 has neither cmd= nor conf="),
        (ONE + "tc=1 -engine cmd=b conf=b", "engine 2: cmd= and conf= exclude each other"),
        (ONE + "cmd=b tc=1", "engine 1: cmd= is given twice"),
        (ONE + "tc=1 -engine cmd=", "engine 2: cmd= has no value"),
        (ONE + "tc=inf -engine cmd=b", "engine 1 may think for ever"),
        (ONE + "-engine cmd=b -each tc=1 st=1", "-each: tc= and st= exclude each other"),
        (ONE + "dept=1", "engine 1: 'dept=1' is no option of an engine; did you mean depth=?"),
        (ONE + "option.=1", "engine 1: option.NAME=VALUE needs a NAME"),
        (ONE + "option.Hash", "engine 1: 'option.Hash' is no option of an engine; did you mean option.NAME=?"),
        (ONE + "-engine foo", "engine 2: 'foo' is no option of an engine; did you mean 'cmd=foo'?"),
        (ONE + "option.Hash=1 option.hash=2", "engine 1: option.hash= is given twice"),
        (ONE + "'args=a \"b'", "engine 1: args= has a quotation or a backslash without an end"),
        (ONE + "proto=usi", "engine 1: proto= is one of uci, ugi, random, human, not 'usi'"),
        (ONE + "proto=ugi", "engine 1: standard is played over proto=uci, not ugi"),
        (ONE + ONE + "-variant connect4 -each proto=uci", "engine 1: connect4 is played over proto=ugi, not uci"),
        (ONE + "depth=0", "engine 1: depth= is a whole number from 1"),
        (ONE + "timemargin=0.5", "engine 1: timemargin= is a whole number from 0"),
        (ONE + "depth=1 option.UCI_Variant=chess", "engine 1: option.UCI_Variant= is not for an engine to choose"),
        (CONNECT4 + "-each option.slip=true", "engine 1: option.slip= is not for an engine to choose"),
        (TWO + "-engine proto=random cmd=x", "engine 3: cmd= means nothing to proto=random"),
        (TWO + "-engine proto=human option.Hash=1", "engine 3: option.Hash= means nothing to proto=human"),
        # Variants.
        (TWO + "-variant chess", f"-variant is one of {VARIANTS}, not 'chess'"),
        *((TWO + f"-variant {name}", f"one of {VARIANTS}, not '{name}'") for name in ("crazyhouse", "os", "..")),
        (TWO + "-variant fischerrandom", "not 'fischerrandom'; did you mean fischerandom?"),
        (TWO + "-variant " + "x" * 500, f"{VARIANTS}, not 'xxx"),
        (TWO + "-variant cfour Slip=true", "-variant cfour has no rules to choose: 'Slip=true' is too many"),
        (CONNECT4 + "Rules=popout", "-variant connect4: Rules is one of classic, fullboard, not 'popout'"),
        (CONNECT4 + "Slip=true SlipStraight=0", "-variant connect4: SlipStraight is a number from 1 to 1000"),
        (CONNECT4 + "SlipLeft=2", "-variant connect4: SlipLeft= means nothing without Slip=true"),
        (CONNECT4 + "-openings file=a format=pgn", "-openings format=pgn is for chess"),
        (CONNECT4 + "-draw-cycle", "-draw-cycle is for chess, not connect4"),
        (CONNECT4 + "-tb a", "-tb is for chess, not connect4"),
        (HILO + "-pgnout x", "-pgnout is for games of two players"),
        # Contradictions.
        (TWO + "-engine cmd=c -sprt elo0=0 elo1=1", "-sprt tests two engines against each other, not 3"),
        (TWO + "-repeat", "-repeat 2 needs as many games from an opening"),
        (TWO + "-engine cmd=c -rounds 2 -repeat", "-repeat 2 needs as many games from an opening"),
        (TWO + "-resume", "-resume needs what was kept of the match"),
        (TWO + "-watch -scheduler tcp://a:1", "-watch shows games of this machine"),
        (TWO + "-engine proto=human -scheduler tcp://a:1", "proto=human plays at this terminal"),
        (TWO + "-engine proto=human -concurrency 2", "proto=human plays one game at a time"),
        (TWO + "-pgnout a -results x/../a", "-pgnout and -results name the same file"),
        (TWO + "-openings file=a -report a", "-openings and -report name the same file"),
        # cutechess-cli's.
        *((TWO + f"{option} 1", f"{option} is an option of cutechess-cli") for option in cutechess_only.OPTIONS),
        *((ONE + f"{word}=1", f"engine 1: {word} is an option of") for word in cutechess_only.ENGINE_WORDS),
        *((ONE + word, f"engine 1: {word} is an option of cutechess-cli") for word in ("trust", "whitepov")),
        *((TWO + f"-tournament {name}", f"-tournament {name} is an option of") for name in cutechess_only.TOURNAMENTS),
        (TWO + "-check oddsfish", "-check stands alone: oddsfish match -check COMMAND"),
        (TWO + "-tournament suiss", "one of round-robin, gauntlet, swiss, knockout, not 'suiss'; did you mean swiss?"),
        (TWO + "-tournament swiss -rounds 2", "2 players have at most 1 rounds in which nobody meets twice"),
        (TWO + "-tournament knockout -rounds 2", "-rounds means nothing to -tournament knockout"),
        (HILO + "-tournament swiss", "-tournament swiss needs two players a game; hilo is a game for one"),
        (TWO + "-tournament swiss -seeds 3", "-seeds 3 are more than the 2 engines"),
        (TWO + "-tournament swiss -games 10001", "-tournament swiss: a round has more than 10000 games"),
        (TWO + "-engine proto=human -use-affinity 0", "-use-affinity is for worker processes"),
        (TWO + "-seeds 1", "-seeds means nothing to -tournament round-robin"),
        (TWO + "-openings file=a policy=round", "-openings policy is an option of cutechess-cli"),
        (ONE + "proto=xboard", "engine 1: proto=xboard is an option of cutechess-cli"),
    ],
)
def test_what_makes_no_sense_is_refused(line: str, reason: str) -> None:
    if "-each" in line.rsplit("-variant", maxsplit=1)[-1] and "-variant" in line:
        line = line.replace(" depth=1", "", 1).replace("-each ", "-each depth=1 ")
    with pytest.raises(ValueError, match=r".") as caught:
        parse(shlex.split(line))
    assert reason in str(caught.value)
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 400


def test_what_is_no_time_control_is_refused() -> None:
    for text in (
        *("", "0", "0+1", "-1", "1+", "1+-1", "1e5", "nan", "INF", "40/inf", "40/", "/5", "a/5", "-4/5", "1:60", ":30"),
        *("0.5:30", "1:2:3", "1:30+0:01", " 5", "5.", "1,5", "\uff15", "9" * 40, "0.0001", "1+0.0001", "9999999:00"),
        *("40/60/60", "1++1", "40.5/60"),
    ):
        with pytest.raises(ValueError, match=r"^tc=") as caught:
            timecontrol.read(text)
        assert str(caught.value).isprintable()
    with pytest.raises(ValueError, match=r"^engine 1: tc="):
        parse(["-engine", "cmd=a", "tc=0", "-engine", "cmd=b", "tc=1"])


def test_what_is_no_time_for_a_move_is_refused() -> None:
    for text in ("", "0", "-1", "inf", "1:00", "1e1", "1 ", "1+1", "\u0661", "0.0001", "99999999"):
        with pytest.raises(ValueError, match=r"^st=, seconds for a move, is a number from 0.001 to 10000000, not"):
            timecontrol.read_per_move(text)


def test_the_help_names_every_option() -> None:
    text = help_text()
    assert max(map(len, text.split("\n"))) <= 78
    shown = {line.split()[0] for line in text.split("\n") if line.startswith("  ") and line[2] != " "}
    assert set(OPTIONS) <= shown
    assert {word.partition("=")[0] for word in shown} >= {*entrants.WORDS, "arg", "args", "option.NAME"}


def test_the_help_names_every_variant_and_its_rules() -> None:
    text = " ".join(help_text().split())
    places = [
        text.index(words) for words in ("'standard': chess ", "'fischerandom': Chess960; ", "'cfour': ", "'hilo': ")
    ]
    assert max(places) < text.index(" -games ")
    assert "'connect4 [Rules=classic|fullboard] [Slip=true] [SlipStraight=N] [SlipLeft=N] [SlipRight=N]': " in text


WORDS = [
    *OPTIONS,
    *cutechess_only.OPTIONS[:3],
    *(f"{word}=" for word in (*entrants.WORDS, "args", "option.x", "file", "format", "elo0", "elo1", "score")),
    *("cmd=a", "tc=1", "depth=1", "proto=random", "proto=ugi", "connect4", "hilo", "gauntlet", "Slip=true", "2", "-1"),
    *("nodes=\ud800", "a\0b", "1e999", "tcp://a:1", "movecount=1", "twosided=true", "x" * 300, "", " ", "=", "-", "--"),
]


@settings(max_examples=300, deadline=None)
@given(st.lists(st.one_of(st.sampled_from(WORDS), st.text(max_size=12)), max_size=12), st.booleans())
def test_any_words_are_obeyed_or_refused(words: list[str], sound: bool) -> None:
    try:
        match, run = parse([*TWO.split(), *words] if sound else words)
    except ValueError as error:
        assert str(error).isprintable()
        assert 0 < len(str(error)) < 400
    else:
        assert match.engines
        assert run.concurrency > 0
