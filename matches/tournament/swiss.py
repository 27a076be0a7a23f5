"""Who plays whom in the next round of a Swiss tournament: the Dutch system of FIDE, simplified."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import groupby
from random import Random

from .matching import Matching, bits, places

WHITE, BLACK = 1, -1
NONE, MILD, STRONG, ABSOLUTE = range(4)  # how strong a colour preference is
DOWN, UP = 1, -1  # floats: against a lower score, or the bye; against a higher score


@dataclass(frozen=True)
class Pairing:
    """A round to play. pairs: those of the best players first; in each, White (of the first game) first."""

    pairs: tuple[tuple[int, int], ...]
    bye: int | None = None


@dataclass(frozen=True)
class Round:
    """A round that was played. points: the half points of every player in it, a bye counted as a win."""

    pairing: Pairing
    points: tuple[int, ...]


@dataclass
class Player:
    """A player after the earlier rounds. colours: in the rounds with a game; floated: in the last round, 0 if not."""

    number: int
    score: int = 0
    colours: list[int] = field(default_factory=list)
    met: set[int] = field(default_factory=set)
    had_bye: bool = False
    floated: int = 0

    @property
    def balance(self) -> int:
        """The rounds with White minus the rounds with Black."""
        return sum(self.colours)

    @property
    def preference(self) -> tuple[int, int]:
        """The colour that is due to the player, and the strength of this preference (article 1.7)."""
        if not self.colours:
            return 0, NONE
        last = self.colours[-1]
        if abs(self.balance) > 1:
            return (BLACK if self.balance > 0 else WHITE), ABSOLUTE
        if self.colours[-2:] == [last, last]:
            return -last, ABSOLUTE
        return (-self.balance, STRONG) if self.balance else (-last, MILD)


def most_rounds(players: int) -> int:
    """The number of rounds in which everybody meets everybody."""
    return players - 1 + players % 2


def pair_round(history: Sequence[Round], players: int, seed: int) -> Pairing:
    """The next round. Players are numbered from 0 in the order of their seeding.

    Nobody meets anybody twice or has a second bye. ValueError if there is no such round, which can only be after half
    as many rounds as players (rounded up; G. Dirac, 1952). The seed draws the colour of player 0 in the first round.

    The rules are those of the FIDE Handbook, C.04.3 (July 2025), simplified. FIDE counts by each criterion how many
    players a pairing fails, and takes the pairing that fails the fewest. Here the players make demands one by one, and
    in every step those of higher rank ask first. A demand is granted if some pairing of everybody meets it together
    with all that were granted before.

    1. Two players with the same absolute colour preference do not meet (C3). First ask those who prefer White.
    2. The lowest in rank of the players who may have the bye has it (C2, C5).
    3. From the highest score down, each player stays in its bracket if possible, else moves down to the next one (C4,
       C6, C7). Higher scores ask first. Among equal ones, first are those who do not prefer the colour that more than
       half of the bracket prefer (for C12), then those who floated down in the last round (C14).
    4. In a bracket, two with the same colour preference do not meet, then two with the same strong one (C12, C13).
    5. Players who moved down meet the highest in rank of the others, preferably those who did not float up in the last
       round (C15). Then each player in the upper half meets one in the lower half, both from the top (4.2). If that is
       impossible, some of the lowest in the upper half meet each other, as do some of the highest in the lower half
       (for 4.3).

    Left out are the exceptions for topscorers (C10, C11), since it is not known here which round is the last; what is
    best for the next bracket (C8); and unplayed games, earlier floats and their score differences (C9, C16 to C21).

    Step 3 moves down the fewest players, and those with the lowest scores, if the players below can be paired with any
    of them. The reason is that the sets of players that pairs in a bracket can cover are the independent sets of a
    matroid (J. Edmonds and D. Fulkerson, 1965).
    """
    if players < 2:
        raise ValueError(f"a Swiss tournament needs at least 2 players, not {players}")
    if len(history) >= most_rounds(players):
        raise ValueError(f"{players} players have at most {most_rounds(players)} rounds in which nobody meets twice")
    ranked = sorted(standings(history, players), key=lambda player: (-player.score, player.number))
    matching = Matching(may_meet(ranked))
    if not matching.complete():
        raise ValueError(f"round {len(history) + 1} has no pairing in which nobody meets twice: play fewer rounds")
    for group in alike(ranked, ABSOLUTE):
        for place in places(group):
            matching.forbid(place, group)
    paired = list(range(players))
    if players % 2:
        paired.remove(next(place for place in reversed(paired) if matching.settle(place, players)))
    pair_brackets(matching, ranked, paired)
    first = Random(seed).choice((WHITE, BLACK))
    pairs = ((ranked[place], ranked[mate]) for place in paired if (mate := matching.mates[place]) > place)
    bye = ranked[matching.mates[players]].number if players % 2 else None
    return Pairing(tuple(by_colour(better, other, first) for better, other in pairs), bye)


def standings(history: Sequence[Round], players: int) -> list[Player]:
    found = [Player(number) for number in range(players)]
    for number, played in enumerate(history, 1):
        pairs, bye = played.pairing.pairs, played.pairing.bye
        present = [player for pair in pairs for player in pair] + ([] if bye is None else [bye])
        if sorted(present) != list(range(players)) or len(played.points) != players:
            raise ValueError(f"round {number} must have each of the {players} players once, and the points of each")
        for first, second in pairs:
            white, black = found[first], found[second]
            white.met.add(second)
            black.met.add(first)
            white.colours.append(WHITE)
            black.colours.append(BLACK)
            white.floated = (white.score > black.score) - (white.score < black.score)
            black.floated = -white.floated
        if bye is not None:
            found[bye].had_bye, found[bye].floated = True, DOWN
        for player, points in zip(found, played.points, strict=True):
            player.score += points
    return found


def may_meet(ranked: Sequence[Player]) -> list[int]:
    """The opponents whom each player may meet, by rank, as bits. With an odd number, the bye has the last place."""
    place_of = {player.number: place for place, player in enumerate(ranked)}
    everybody = (1 << len(ranked)) - 1
    found = [everybody ^ bits([place, *(place_of[one] for one in ranked[place].met)]) for place in range(len(ranked))]
    if len(ranked) % 2:
        without = [place for place, player in enumerate(ranked) if not player.had_bye]
        for place in without:
            found[place] |= 1 << len(ranked)
        found.append(bits(without))
    return found


def alike(ranked: Sequence[Player], least: int) -> tuple[int, int]:
    """The players who prefer White and those who prefer Black, at least this strongly, as bits."""
    wishes = [player.preference for player in ranked]
    white, black = (
        bits(place for place, (colour, strength) in enumerate(wishes) if colour == wanted and strength >= least)
        for wanted in (WHITE, BLACK)
    )
    return white, black


def pair_brackets(matching: Matching, ranked: Sequence[Player], paired: Sequence[int]) -> None:
    """Steps 3 to 5 for every bracket: the players with one score, and those who moved down to them."""
    wishes = [group for least in (MILD, STRONG) for group in alike(ranked, least)]
    below, moved = bits(paired), 0
    for _, group in groupby(paired, key=lambda place: ranked[place].score):
        residents = bits(group)
        below ^= residents
        bracket = residents | moved
        usual = next((wish for wish in wishes[:2] if 2 * (wish & bracket).bit_count() > bracket.bit_count()), 0)
        order = sorted(
            places(bracket),
            key=lambda place: (-ranked[place].score, usual >> place & 1, ranked[place].floated != DOWN, place),
        )
        leaving = bits([place for place in order if not matching.forbid(place, below)])
        staying = bracket ^ leaving
        for wish in wishes:
            keep_apart(matching, staying & wish, staying & ~wish)
        pair_bracket(matching, ranked, staying, moved & staying)
        moved = leaving


def keep_apart(matching: Matching, group: int, others: int) -> None:
    """Demand that no two of a group meet. If it is larger than the others, demand that no two of the others meet."""
    apart = min(group, others, key=int.bit_count)
    for place in places(apart):
        matching.forbid(place, apart)


def pair_bracket(matching: Matching, ranked: Sequence[Player], left: int, moved: int) -> None:
    """Step 5 for the players who stay in a bracket, some of whom moved down to it."""
    for place in places(moved):
        if left >> place & 1:
            others = sorted(places(left), key=lambda one: (moved >> one & 1, ranked[one].floated == UP, one))
            left ^= 1 << place | 1 << matching.meet_first(place, others)
    rest = list(places(left))
    upper, lower = bits(rest[: len(rest) // 2]), bits(rest[len(rest) // 2 :])
    for place in places(upper):
        matching.forbid(place, upper)
    for place in reversed([*places(lower)]):
        matching.forbid(place, lower)
    for place in rest:
        if left >> place & 1:
            others = [*places(left & lower), *reversed([*places(left & upper)])]
            left ^= 1 << place | 1 << matching.meet_first(place, others)


def by_colour(better: Player, other: Player, first: int) -> tuple[int, int]:
    """Two players who meet, White first (article 5.2). first: the colour of the first player in the first round."""
    white = colour_of_better(better, other, first) == WHITE
    return (better.number, other.number) if white else (other.number, better.number)


def colour_of_better(better: Player, other: Player, first: int) -> int:
    (wanted, strength), (others, other_strength) = better.preference, other.preference
    if not wanted and not others:
        return -first if better.number % 2 else first
    if wanted != others:
        return wanted or -others
    if strength != other_strength:
        return wanted if strength > other_strength else -wanted
    if strength == ABSOLUTE and abs(better.balance) != abs(other.balance):
        return wanted if abs(better.balance) > abs(other.balance) else -wanted
    history = zip(reversed(better.colours), reversed(other.colours), strict=False)
    return next((-colour for colour, of_other in history if colour != of_other), wanted)
