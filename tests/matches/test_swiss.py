"""Swiss tournaments: no two players meet twice, and of all pairings the right one is chosen by the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from copy import deepcopy
from dataclasses import replace
from itertools import combinations, pairwise
from random import Random

import pytest
from oddsfish.matches.tournament.swiss import Pairing, Round, most_rounds, pair_round

Result = Callable[[Random, int, int], int]  # of an encounter, in half points of the first
RESULTS: dict[str, Result] = {
    "random": lambda random, first, second: random.randrange(3),
    "draws": lambda random, first, second: 1,
    "better": lambda random, first, second: 2 * (first < second),
    "upsets": lambda random, first, second: 2 * (first > second),
    "likely": lambda random, first, second: (
        1 if random.random() < 0.4 else 2 * (random.random() < 0.5 + (second - first) / 40)
    ),
    "white": lambda random, first, second: 2,
}
BYE = -1


def result_of(pairing: Pairing, players: int, result: Result, random: Random) -> Round:
    points = [2] * players
    for first, second in pairing.pairs:
        points[first] = result(random, first, second)
        points[second] = 2 - points[first]
    return Round(pairing, tuple(points))


def tournament(players: int, rounds: int, result: Result, seed: int) -> list[Round]:
    """Up to `rounds` rounds, as long as there is a pairing."""
    random = Random(seed)
    history: list[Round] = []
    while len(history) < rounds:
        try:
            pairing = pair_round(history, players, seed)
        except ValueError as failure:
            assert str(failure) == (
                f"round {len(history) + 1} has no pairing in which nobody meets twice: play fewer rounds"
            )
            break
        history.append(result_of(pairing, players, result, random))
    return history


class State:
    """What is known before a round, by plain counting; players, opponents and byes are numbers, colours W and B."""

    def __init__(self, history: Sequence[Round], players: int) -> None:
        self.players = range(players)
        self.score = [0] * players
        self.colours = [""] * players
        self.opponents: list[list[int]] = [[] for _ in self.players]
        self.floated = [0] * players
        for played in history:
            before = self.score.copy()
            for first, second in played.pairing.pairs:
                self.colours[first] += "W"
                self.colours[second] += "B"
                for one, other in ((first, second), (second, first)):
                    self.opponents[one].append(other)
                    self.floated[one] = before[one] - before[other]
            if played.pairing.bye is not None:
                self.opponents[played.pairing.bye].append(BYE)
                self.floated[played.pairing.bye] = 1
            self.score = [score + more for score, more in zip(self.score, played.points, strict=True)]
        self.ranked = sorted(self.players, key=lambda one: (-self.score[one], one))

    def balance(self, one: int) -> int:
        return self.colours[one].count("W") - self.colours[one].count("B")

    def wish(self, one: int) -> tuple[str, int]:
        """The colour that is due, and how strongly: 3 absolute, 2 strong, 1 mild, 0 not at all."""
        balance, last = self.balance(one), self.colours[one][-2:]
        if balance > 1 or (balance >= -1 and last == "WW"):
            return "B", 3
        if balance < -1 or last == "BB":
            return "W", 3
        if balance:
            return ("B" if balance > 0 else "W"), 2
        return ("B" if last[-1] == "W" else "W", 1) if last else ("", 0)

    def both_absolute(self, one: int, other: int) -> bool:
        return BYE not in (one, other) and self.wish(one) == self.wish(other) and self.wish(one)[1] == 3


def mates(pairing: Pairing) -> dict[int, int]:
    found = {one: other for pair in pairing.pairs for one, other in (pair, pair[::-1])}
    return found if pairing.bye is None else found | {pairing.bye: BYE}


# --- Laws that hold in every tournament ---


def check_round(history: Sequence[Round], pairing: Pairing, players: int) -> None:
    found = mates(pairing)
    assert sorted(found) == list(range(players))
    assert len(pairing.pairs) == players // 2
    assert (pairing.bye is None) == (players % 2 == 0)
    before = State(history, players)
    assert all(other not in before.opponents[one] for one, other in found.items())
    check_colours(before, pairing)
    tops = [min(before.ranked.index(one) for one in pair) for pair in pairing.pairs]
    assert tops == sorted(tops)


def check_colours(before: State, pairing: Pairing) -> None:
    """Article 5.2: both preferences, the stronger one, the opposite of the last difference, the higher ranked's."""
    for first, second in pairing.pairs:
        better, other = sorted((first, second), key=before.ranked.index)
        (mine, strength), (others, other_strength) = before.wish(better), before.wish(other)
        got = "W" if first == better else "B"
        if mine != others:
            assert got in (mine or got, {"W": "B", "B": "W"}.get(others, got))
            assert not (mine and others) or got == mine
            continue
        if not mine:
            continue
        differences = [
            latest
            for latest in zip(reversed(before.colours[better]), reversed(before.colours[other]), strict=False)
            if latest[0] != latest[1]
        ]
        wider = abs(before.balance(better)) - abs(before.balance(other)) if strength == other_strength == 3 else 0
        if strength != other_strength:
            assert (got == mine) == (strength > other_strength)
        elif wider:
            assert (got == mine) == (wider > 0)
        elif differences:
            assert got != differences[0][0]
        else:
            assert got == mine


@pytest.mark.parametrize("result", RESULTS)
@pytest.mark.parametrize("parity", [0, 1])
def test_nobody_meets_twice_in_as_many_rounds_as_there_are(result: str, parity: int) -> None:
    """There are at least half as many rounds as players."""
    for players in range(2 + parity, 41, 2):
        history = tournament(players, most_rounds(players), RESULTS[result], seed=players)
        for number, played in enumerate(history):
            check_round(history[:number], played.pairing, players)
        assert (players + 1) // 2 <= len(history) <= most_rounds(players)


@pytest.mark.parametrize("players", [511, 512])
@pytest.mark.parametrize("result", ["likely", "draws"])
def test_large_fields_are_paired_too(players: int, result: str) -> None:
    history = tournament(players, 9, RESULTS[result], seed=players)
    assert len(history) == 9
    for number, played in enumerate(history):
        check_round(history[:number], played.pairing, players)
        before = State(history[:number], players)
        assert not any(before.both_absolute(*pair) for pair in played.pairing.pairs)


def test_nobody_has_a_colour_three_times_running_or_thrice_more_often() -> None:
    """In up to half as many rounds as players; the comparison with all pairings checks more rounds."""
    for players in range(8, 41):
        for result in RESULTS.values():
            after = State(tournament(players, players // 2, result, seed=players), players)
            assert not any("WWW" in colours or "BBB" in colours for colours in after.colours)
            assert max(abs(after.balance(one)) for one in after.players) <= 2


def test_in_the_first_round_the_upper_half_meets_the_lower_in_order() -> None:
    drawn = set()
    for players in range(2, 60):
        half = players // 2
        for seed in range(4):
            pairing = pair_round([], players, seed)
            assert [set(pair) for pair in pairing.pairs] == [{i, i + half} for i in range(half)]
            assert pairing.bye == (players - 1 if players % 2 else None)
            better_is_white = [first < second for first, second in pairing.pairs]
            assert all(one != other for one, other in pairwise(better_is_white))
            drawn.add((seed, better_is_white[0]))
    assert len(drawn) == 4  # the seed alone decides
    assert len({white for _, white in drawn}) == 2


@pytest.mark.parametrize("doublings", range(1, 10))
def test_without_upsets_one_player_leads_after_as_many_rounds_as_the_field_halves(doublings: int) -> None:
    players = 2**doublings
    rounds = min(doublings, most_rounds(players))
    history = tournament(players, rounds, RESULTS["better"], seed=doublings)
    score = State(history, players).score
    assert score[0] == 2 * rounds
    assert max(score[1:], default=0) < score[0]
    scores = [State(history[:number], players).score for number in range(rounds)]
    for before, played in zip(scores, history, strict=True):
        assert all(before[first] == before[second] for first, second in played.pairing.pairs)


# --- What the pairing depends on ---


def test_the_same_history_gives_the_same_round_whatever_was_asked_before() -> None:
    asked = [
        (tournament(players, 4, RESULTS["random"], seed), players, seed) for players in (6, 9, 20) for seed in (1, 2)
    ]
    copies = deepcopy(asked)
    answers = [pair_round(*one) for one in asked]
    for _ in range(3):
        order = list(range(len(asked)))
        Random(3).shuffle(order)
        for number in order:
            assert pair_round(*copies[number]) == answers[number]
    assert asked == copies


def test_encounters_of_many_games_are_paired_as_of_one() -> None:
    for players in (5, 12, 17):
        history = tournament(players, 5, RESULTS["random"], seed=players)
        many = [replace(played, points=tuple(6 * points for points in played.points)) for played in history]
        for number in range(5):
            assert pair_round(many[:number], players, 1) == pair_round(history[:number], players, 1)


def test_after_the_first_round_the_seed_is_nothing() -> None:
    for players in (4, 11, 16):
        history = tournament(players, 3, RESULTS["random"], seed=players)
        for number in (1, 2):
            assert len({pair_round(history[:number], players, seed) for seed in range(8)}) == 1


# --- Compared with all pairings of small fields ---


def all_rounds(before: State) -> list[dict[int, int]]:
    """Every round in which nobody meets twice or has a second bye."""

    def complete(left: tuple[int, ...]) -> Iterator[dict[int, int]]:
        if not left:
            yield {}
        for other in left[1:]:
            if other not in before.opponents[left[0]]:
                for rest in complete(tuple(one for one in left[1:] if one != other)):
                    yield {left[0]: other, other: left[0]} | rest

    odd = (BYE,) if len(before.players) % 2 else ()
    return [{one: some[one] for one in before.players} for some in complete((*before.players, *odd))]


class Elimination:
    """The rounds that are left by the demands, one after the other. A demand that would leave none is not granted."""

    def __init__(self, before: State) -> None:
        self.before = before
        self.rounds = all_rounds(before)
        self.all = {*before.players, BYE}

    def demand(self, one: int, others: set[int]) -> bool:
        """Demand that a player meets one of these; return whether it was granted."""
        left = [some for some in self.rounds if some[one] in others]
        self.rounds = left or self.rounds
        return bool(left)

    def run(self) -> dict[int, int]:
        before, everybody = self.before, set(self.before.players)
        for colour in "WB":
            for one in self.of_wish(everybody, colour, 3):
                self.demand(one, {other for other in self.all if not before.both_absolute(one, other)})
        if len(everybody) % 2:
            everybody.remove(next(one for one in reversed(before.ranked) if self.demand(one, {BYE})))
        moved: set[int] = set()
        for score in sorted({before.score[one] for one in everybody}, reverse=True):
            bracket = moved | {one for one in everybody if before.score[one] == score}
            leaving = {one for one in self.in_order(bracket) if not self.demand(one, bracket)}
            self.pair(bracket - leaving, moved - leaving)
            moved = leaving
        assert len(self.rounds) == 1
        return self.rounds[0]

    def of_wish(self, among: Iterable[int], colour: str, least: int) -> list[int]:
        wish = self.before.wish
        return [one for one in self.by_rank(among) if wish(one)[0] == colour and wish(one)[1] >= least]

    def by_rank(self, some: Iterable[int]) -> list[int]:
        return sorted(some, key=self.before.ranked.index)

    def in_order(self, bracket: set[int]) -> list[int]:
        """The players of a bracket, in the order in which they ask to stay."""
        before = self.before
        common = [colour for colour in "WB" if 2 * len(self.of_wish(bracket, colour, 1)) > len(bracket)]
        return sorted(
            self.by_rank(bracket),
            key=lambda one: (-before.score[one], before.wish(one)[0] in common, before.floated[one] <= 0),
        )

    def pair(self, staying: set[int], movers: set[int]) -> None:
        for least in (1, 2):
            for colour in "WB":
                alike = set(self.of_wish(staying, colour, least))
                apart = min(alike, staying - alike, key=len)
                for one in self.by_rank(apart):
                    self.demand(one, self.all - apart)
        left = set(staying)
        for one in self.by_rank(movers):
            residents = self.by_rank(left - movers)
            others = sorted(residents, key=lambda other: self.before.floated[other] < 0) + self.by_rank(left & movers)
            left -= self.meet_first(one, others, left)
        rest = self.by_rank(left)
        upper, lower = rest[: len(rest) // 2], rest[len(rest) // 2 :]
        for half in (upper, lower[::-1]):
            for one in half:
                self.demand(one, self.all.difference(half))
        for one in rest:
            left -= self.meet_first(one, [*lower, *reversed(upper)], left)

    def meet_first(self, one: int, others: list[int], left: set[int]) -> set[int]:
        if one not in left:
            return set()
        return {one, next(other for other in others if other in left and self.demand(one, {other}))}


def small_tournaments(sizes: Iterable[int], seeds: int) -> Iterator[tuple[list[Round], int]]:
    for players in sizes:
        for result in RESULTS.values():
            for seed in range(seeds):
                yield tournament(players, most_rounds(players), result, seed), players


@pytest.mark.parametrize(
    ("sizes", "seeds", "after"), [(range(2, 9), 12, 0), (range(9, 11), 4, 0), (range(11, 13), 6, 5)]
)
def test_a_round_is_the_one_that_the_demands_leave_of_all(sizes: range, seeds: int, after: int) -> None:
    """In larger fields only the later rounds, which have few enough pairings."""
    rounds = 0
    for history, players in small_tournaments(sizes, seeds):
        for number in range(after, len(history)):
            pairing = history[number].pairing
            assert mates(pairing) == Elimination(State(history[:number], players)).run()
            rounds += 1
    assert rounds > 300


def test_there_is_no_round_exactly_when_none_is_found() -> None:
    ended_early = 0
    for history, players in small_tournaments(range(2, 9), seeds=12):
        if len(history) < most_rounds(players):
            assert not all_rounds(State(history, players))
            ended_early += 1
    assert ended_early > 20


def test_two_with_the_same_absolute_preference_meet_only_where_all_rounds_have_such_two() -> None:
    needed = 0
    for history, players in small_tournaments(range(2, 9), seeds=12):
        for number, played in enumerate(history):
            before = State(history[:number], players)
            if any(before.both_absolute(*pair) for pair in played.pairing.pairs):
                assert all(any(before.both_absolute(*pair) for pair in some.items()) for some in all_rounds(before))
                needed += 1
    assert needed > 5


def inner_pairings(bracket: Sequence[int], may_meet: Callable[[int, int], bool]) -> Iterator[frozenset[int]]:
    """Who is left over, for each way to pair some of a bracket."""
    if not bracket:
        yield frozenset()
        return
    one, *rest = bracket
    for left in inner_pairings(rest, may_meet):
        yield left | {one}
    for other in rest:
        if may_meet(one, other):
            yield from inner_pairings([some for some in rest if some != other], may_meet)


def test_the_fewest_move_down_and_those_of_the_lowest_scores_if_the_others_can_be_paired_all_the_same() -> None:
    """The rule of FIDE (C6, C7), where the completion (C4) does not depend on who of the least number moves down."""
    compared = 0
    for history, players in small_tournaments(range(2, 9), seeds=8):
        for number, played in enumerate(history):
            before, ours = State(history[:number], players), mates(played.pairing)
            rounds = [some for some in all_rounds(before) if not any(before.both_absolute(*p) for p in some.items())]
            compared += sum(compare_leaving(before, ours, rounds)) if ours in rounds else 0
    assert compared > 1000


def compare_leaving(before: State, ours: dict[int, int], rounds: list[dict[int, int]]) -> Iterator[bool]:
    """For each bracket, whether the law can be seen in it."""
    rounds = [some for some in rounds if [some[one] == BYE for one in some] == [ours[one] == BYE for one in some]]
    moved: set[int] = set()
    for score in sorted(set(before.score), reverse=True):
        bracket = moved | {one for one in before.players if before.score[one] == score and ours[one] != BYE}
        leaving = {frozenset(one for one in bracket if some[one] not in bracket) for some in rounds}
        inner = set(
            inner_pairings(
                sorted(bracket),
                lambda one, other: other not in before.opponents[one] and not before.both_absolute(one, other),
            )
        )
        fewest = min(map(len, inner))
        if all(some in leaving for some in inner if len(some) == fewest):
            best = min(
                sorted((before.score[one] for one in some), reverse=True) for some in inner if len(some) == fewest
            )
            left = [one for one in bracket if ours[one] not in bracket]
            assert sorted((before.score[one] for one in left), reverse=True) == best
            yield True
        moved = {one for one in bracket if ours[one] not in bracket}
        rounds = [some for some in rounds if all(some[one] == ours[one] for one in bracket - moved)]


def test_where_nobody_has_met_the_fewest_meet_with_the_same_preference() -> None:
    """As many as are left with the commoner preference when every other player meets one of them (C12)."""
    with_clashes = 0
    for players in (6, 8, 11, 16, 30, 31, 40):
        for result in RESULTS.values():
            history = tournament(players, min(6, most_rounds(players)), result, seed=players)
            for number, played in enumerate(history):
                before = State(history[:number], players)
                brackets: dict[int, list[tuple[int, int]]] = {}
                for first, second in played.pairing.pairs:
                    brackets.setdefault(min(before.score[first], before.score[second]), []).append((first, second))
                for pairs in brackets.values():
                    together = {one for pair in pairs for one in pair}
                    if any(other in before.opponents[one] for one, other in combinations(together, 2)):
                        continue
                    commonest = Counter(before.wish(one)[0] for one in together)
                    fewest = max(0, commonest["W"] - len(pairs), commonest["B"] - len(pairs))
                    wishes = [[before.wish(one)[0] for one in pair] for pair in pairs]
                    assert sum(one == other != "" for one, other in wishes) == fewest
                    with_clashes += fewest > 0
    assert with_clashes > 20


# --- A tournament that bbpPairings paired ---

# Its fifth seed 42 of 10 players, from the tests of caissify-pairings (tests/fixtures/fide_official/bbp_10p5r_s42.trf),
# as in a FIDE Tournament Report File: opponent, colour and result of every player in every round.
PAIRED_BY_BBP = """
 6b= 4w0 10b1 8w1  2b0
 7w1 5b0  3w0 9b1  1w1
 8b= 6w1  2b1 4w=  5b1
 9w1 1b1  5w= 3b=  6w1
10b1 2w1  4b= 6w=  3w0
 1w= 3b0  7w1 5b=  4b0
 2b0 8w=  6b0 10w1 9b1
 3w= 7b=  9w= 1b0 10w0
 4b0 10w= 8b= 2w0  7w0
 5w0 9b=  1w0 7b0  8b1
"""


def test_a_published_tournament_is_paired_as_it_was() -> None:
    rows = [line.split() for line in PAIRED_BY_BBP.strip().splitlines()]
    history: list[Round] = []
    for number in range(5):
        column = [row[number] for row in rows]
        whites = {(one, int(text[:-2]) - 1) for one, text in enumerate(column) if text[-2] == "w"}
        pairing = pair_round(history, len(rows), seed=0)
        assert set(pairing.pairs) == whites
        history.append(Round(pairing, tuple("0=1".index(text[-1]) for text in column)))


# --- What is refused ---

FIRST = Round(Pairing(((0, 1), (2, 3))), (2, 0, 1, 1))


@pytest.mark.parametrize(
    ("history", "players", "message"),
    [
        ([], 1, "a Swiss tournament needs at least 2 players, not 1"),
        ([FIRST] * 3, 4, "4 players have at most 3 rounds in which nobody meets twice"),
        ([FIRST], 5, "round 1 must have each of the 5 players once, and the points of each"),
        ([FIRST, replace(FIRST, points=(2, 0, 1))], 4, "round 2 must have each of the 4 players once"),
        ([replace(FIRST, pairing=Pairing(((0, 1), (1, 3))))], 4, "round 1 must have each of the 4 players once"),
        ([replace(FIRST, pairing=Pairing(((0, 1),), 2))], 4, "round 1 must have each of the 4 players once"),
    ],
)
def test_a_history_that_cannot_be_is_refused(history: list[Round], players: int, message: str) -> None:
    with pytest.raises(ValueError, match=f"^{message}") as failure:
        pair_round(history, players, 0)
    assert "\n" not in str(failure.value)


@pytest.mark.parametrize(("players", "rounds"), [(2, 1), (3, 3), (4, 3), (7, 7), (512, 511)])
def test_everybody_can_meet_everybody_once(players: int, rounds: int) -> None:
    assert most_rounds(players) == rounds
