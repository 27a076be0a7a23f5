"""The help of the command line, in the layout of cutechess-cli."""

from __future__ import annotations

import textwrap

from ..game.adjudication import CYCLE_LENGTHS
from ..score.sprt import ERROR_RATE
from ..settings import Engine, Match, Openings, Run
from .variant_option import help_on_variants

WIDTH = 78
COLUMN = 24  # where explanations begin


def help_text() -> str:
    """The whole help, with all variants."""
    lines = ["Play one of these variants (default: the first):"]
    for variant in help_on_variants():
        lines += textwrap.wrap(variant, WIDTH - COLUMN, break_on_hyphens=False)
    first, *rest = lines
    shown = [f"  {'-variant VARIANT':{COLUMN - 2}}{first}", *(" " * COLUMN + line for line in rest)]
    return TEXT.replace("VARIANTS", "\n".join(shown) + "\n")


TEXT = f"""\
Usage:

  oddsfish match -engine [eng_options] -engine [eng_options]... [options]
  oddsfish match -check COMMAND [ARGUMENTS]

The command line is that of cutechess-cli. Options of cutechess-cli that this
runner lacks are refused by name.

Options:

  -help                 Show this text
  -version              Show the version
  -check COMMAND        Check, step by step, whether an engine does what its
                        users rely on. Instead of COMMAND and its arguments,
                        engine options may follow: cmd= arg= args= dir= conf=
                        proto= startup= option.NAME=
  -engine OPTIONS       Add an engine; see the engine options below
  -each OPTIONS         Set options for every engine; the options of an engine
                        itself override them
VARIANTS  -games N              Play N games per encounter and round (default: {Match.games})
  -rounds N             Play N rounds of all encounters (default: {Match.rounds})
  -repeat [N]           Play each opening twice (or N times); the players
                        change sides after each game
  -tournament TYPE      How players are paired:
                        'round-robin': each player meets each other player
                        (default)
                        'gauntlet': the first engine meets all others
                        'swiss': players with similar scores meet, nobody
                        twice; -rounds sets the rounds
                        'knockout': the loser of an encounter is out
  -seeds N              In a gauntlet, the first N engines meet all others
                        (default: 1). In 'swiss' and 'knockout', the first N
                        engines are seeded in this order, and all others are
                        drawn at random (default: 0)
  -noswap               The players of an encounter do not change sides
  -reverse              Swap the colours of every game
  -concurrency N        Play N games at the same time (default: {Run.concurrency})
  -use-affinity [LIST]  Keep each game and its engines on processors of its
                        own, from a list such as 3,5,7-11 (default: all
                        processors)
  -wait N               Wait N milliseconds between two games of the same
                        worker (default: 0)
  -openings file=FILE format=FORMAT order=ORDER plies=PLIES start=START
                        Start games from the openings in FILE.
                        FORMAT: 'pgn' (default if the game supports it) or
                        'epd', one position per line. Files may be compressed
                        by gzip or zstd.
                        ORDER: 'sequential' (default) or 'random'.
                        PLIES: maximum number of plies to play from each
                        opening (default: {Openings.plies}).
                        START: number of the first opening (default: {Openings.start}).
                        After the last opening, the first one follows.
  -random-plies N       Play N random plies after the opening, which do not
                        end the game
  -srand N              Random seed for openings, moves, slips and cards
  -draw movenumber=NUMBER movecount=COUNT score=SCORE
                        Adjudicate a draw if both scores have stayed within
                        SCORE centipawns of zero for COUNT consecutive moves,
                        and at least NUMBER moves have been played. Captures
                        and pawn moves restart the count.
  -resign movecount=COUNT score=SCORE [twosided=true|false]
                        Adjudicate a loss for a player whose score has been at
                        least SCORE centipawns below zero for COUNT
                        consecutive moves. With twosided, the opponent's score
                        must have been as far above zero.
  -maxmoves N           Adjudicate a draw after N moves by each side; 0 for
                        never (default)
  -draw-cycle           Adjudicate a draw once a player's own last moves are
                        the same cycle of {CYCLE_LENGTHS[0]} to {CYCLE_LENGTHS[-1]} moves twice in a row,
                        regardless of the opponent's moves
  -tb PATH              Adjudicate by Syzygy endgame tables, as soon as they
                        give a certain result; PATH is one directory, or
                        several as in $PATH
  -sprt elo0=E0 elo1=E1 [alpha=A] [beta=B] [model=MODEL]
                        Stop as soon as the results show whether the first
                        engine is E1 (H1) or E0 Elo (H0) stronger than the
                        second, with error rates A and B (default: {ERROR_RATE:g}).
                        MODEL is 'normalized' (default), 'logistic' or
                        'bayesian'.
  -pgnout FILE [min] [fi] [append=true|false]
                        Append the games to FILE; 'min' omits comments, 'fi'
                        omits unfinished games. With append=false, FILE is
                        emptied when a new match begins. This and every other
                        option with a FILE also accepts file=FILE.
  -epdout FILE [append=true|false]
                        Append the last position of each game to FILE
  -results FILE         Record everything about each game in FILE (default:
                        the name of the PGN followed by .results.jsonl); only
                        one run at a time can write to it
  -resume               Continue the match with these results where it was
                        stopped; missing games and positions are added to the
                        PGN and EPD
  -recover              Restart an engine that crashes or hangs, and continue
  -startup-ms N         Milliseconds within which an engine must send 'uciok';
                        same as -each startup=
  -ping-ms N            Milliseconds within which an engine must answer
                        'isready'; same as -each ping=
  -strict               Check every variation that an engine reports, and warn
                        if it is illegal, begins with another move, goes past
                        the end of the game, or contradicts an earlier mate
  -ratinginterval N     Show the table after every N games; 0 for only at the
                        end (default)
  -event EVENT          Name of the event in the PGN
  -site SITE            Name of the site in the PGN
  -watch                Draw a game while it is played; needs a terminal, and
                        rich (pip install rich)
  -report FILE          Write a report as one HTML file
  -scheduler ADDRESS    Play on the workers of a Dask scheduler, at
                        tcp://HOST:PORT
  -debug [all]          Show everything that engines read and write

Engine options:

  cmd=COMMAND           The program, searched for on PATH
  arg=ARG               An argument of the program; may be repeated
  args=ARGS             All arguments in one text, split as by a shell
  dir=DIR               The working directory of the program
  conf=NAME             Instead of cmd=, the name of the engine in the file
                        engines.json of this machine
  name=NAME             The engine's name (default: the name that it reports)
  proto=PROTOCOL        'uci' or 'ugi', as the variant requires; or, without a
                        program, 'random' (random moves) or 'human' (a person
                        at the terminal)
  tc=TIMECONTROL        MOVES/TIME+INCREMENT: TIME for MOVES moves, or for all
                        moves if MOVES is omitted. TIME is in seconds or
                        minutes:seconds, INCREMENT in seconds per move. 'inf'
                        for no limit
  st=N                  N seconds per move; cannot be combined with tc=
  depth=N               Search at most N plies
  nodes=N               Search at most N nodes
  timemargin=N          Milliseconds by which the engine may exceed its time
  restart=MODE          'on': a new process for every game; 'auto' (default)
                        and 'off': the same process for all games
  ponder                Let the engine think while its opponent does; needs
                        proto=uci
  startup=N             Seconds within which the engine must be ready
                        (default: {Engine.startup:g})
  ping=N                Seconds within which the engine must answer 'isready'
                        (default: {Engine.ping:g})
  option.NAME=VALUE     Set the engine's option NAME
"""
