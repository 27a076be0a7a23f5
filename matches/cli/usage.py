"""The help of the command line, laid out as cutechess-cli lays out its own."""

from __future__ import annotations

import textwrap

from ..game.adjudication import CYCLE_LENGTHS
from ..score.sprt import ERROR_RATE
from ..settings import Engine, Match, Openings, Run
from .variant_option import help_on_variants

WIDTH = 78
COLUMN = 24  # where explanations begin


def help_text() -> str:
    """The whole of it, with the variants that there are."""
    lines = ["Play one of, the first if none is asked for:"]
    for variant in help_on_variants():
        lines += textwrap.wrap(variant, WIDTH - COLUMN, break_on_hyphens=False)
    first, *rest = lines
    shown = [f"  {'-variant VARIANT':{COLUMN - 2}}{first}", *(" " * COLUMN + line for line in rest)]
    return TEXT.replace("VARIANTS", "\n".join(shown) + "\n")


TEXT = f"""\
Usage:

  oddsfish match -engine [eng_options] -engine [eng_options]... [options]

The command line is that of cutechess-cli. What that has and this runner has
not is refused by name.

Options:

  -help                 Show this text
  -version              Show the version
  -engine OPTIONS       Add an engine; see the engine options below
  -each OPTIONS         The same options for every engine; those of an engine
                        itself override them
VARIANTS  -games N              Play N games per encounter and round (default: {Match.games})
  -rounds N             Play N rounds, each of all encounters (default: {Match.rounds})
  -repeat [N]           Play each opening twice (or N times), the players
                        changing sides after each game
  -tournament TYPE      Who meets whom:
                        'round-robin': each player meets each (default)
                        'gauntlet': the first engine meets all others
  -concurrency N        Play N games at the same time (default: {Run.concurrency})
  -openings file=FILE format=FORMAT order=ORDER plies=PLIES start=START
                        Begin games as in FILE. FORMAT: 'pgn' (default where
                        the game has it) or 'epd', a position in each line.
                        ORDER: 'sequential' (default) or 'random'. PLIES: so
                        many plies of each game are taken (default: {Openings.plies}).
                        START: the number of the first one (default: {Openings.start}).
                        After the last comes the first.
  -random-plies N       Then play N random plies, which do not end the game
  -srand N              Seed of openings, moves, slips and cards
  -draw movenumber=NUMBER movecount=COUNT score=SCORE
                        A draw if both scores have been within SCORE
                        centipawns of zero for COUNT moves on end, and NUMBER
                        moves have been played. Captures and pawn moves begin
                        the count anew.
  -resign movecount=COUNT score=SCORE [twosided=true|false]
                        A loss for a player whose score has been at least
                        SCORE centipawns below zero for COUNT moves on end;
                        twosided, only if the other one's has been as far
                        above it
  -maxmoves N           A draw after N moves of both; 0 for never (default)
  -draw-cycle           A draw once a player's own last moves are {CYCLE_LENGTHS[0]} to {CYCLE_LENGTHS[-1]} moves
                        twice over, whatever the other one has played
  -tb PATH              The result that Syzygy endgame tables say, as soon as
                        they do so for sure; PATH is one directory, or
                        several as in $PATH
  -sprt elo0=E0 elo1=E1 [alpha=A] [beta=B] [model=MODEL]
                        Stop as soon as results tell whether the first engine
                        is E1 (H1) or E0 Elo (H0) stronger than the second,
                        with error rates A and B (default: {ERROR_RATE:g}). MODEL is
                        'normalized' (default), 'logistic' or 'bayesian'.
  -pgnout FILE [min] [fi]
                        Append the games to FILE, or file=FILE, as with every
                        option that has one; 'min' without comments, 'fi' only
                        those that have been finished
  -epdout FILE          Append the last position of each game to FILE
  -results FILE         Keep all that is known of each game in FILE (default:
                        the name of the PGN with .results.jsonl behind it);
                        one run at a time writes to it
  -resume               Go on where the match with these results was stopped;
                        what is missing in the PGN or EPD is added
  -recover              Restart an engine that crashed or hangs, and go on
  -ratinginterval N     Show the table after every N games; 0 for only at the
                        end (default)
  -event EVENT          Event of the PGN
  -site SITE            Site of the PGN
  -watch                Draw a game while it is played; needs a terminal, and
                        rich (pip install rich)
  -report FILE          Write a report as one HTML file
  -scheduler ADDRESS    Play on the workers of a Dask scheduler, at
                        tcp://HOST:PORT
  -debug [all]          Show all that engines read and write

Engine options:

  cmd=COMMAND           The program, searched for on PATH
  arg=ARG               An argument for it; may be repeated
  args=ARGS             Arguments in one text, as a shell reads them
  dir=DIR               The directory in which it runs
  conf=NAME             Instead of cmd=, the name under which the file
                        engines.json of the machine has it
  name=NAME             Its name (default: what it calls itself)
  proto=PROTOCOL        'uci' or 'ugi', whichever the variant needs; or no
                        program but 'random': any move, or 'human': at
                        the terminal
  tc=TIMECONTROL        MOVES/TIME+INCREMENT: so many moves in TIME, all if
                        MOVES is left out; TIME is seconds or
                        minutes:seconds, INCREMENT is seconds for each move.
                        'inf' for no limit
  st=N                  N seconds for each move; not together with tc=
  depth=N               Search at most N plies
  nodes=N               Search at most N nodes
  timemargin=N          Milliseconds by which it may exceed its time
  restart=MODE          'on': a new process for every game; 'auto' (default)
                        and 'off': the same for all
  startup=N             Seconds until it must be ready (default: {Engine.startup:g})
  option.NAME=VALUE     Set the engine's option NAME
"""
