"""The rating scale: ties, who gains and who loses, floors, and growth without games."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import timedelta
from itertools import groupby, pairwise, permutations
from random import Random

import pytest

from service.ratings.scale import FLOOR, NEW, PROVISIONAL, Strength, after, rate, shown

ORDERS = {
    (1, 2): "A > B",
    (1, 1): "A = B",
    (1, 2, 3): "A > B > C",
    (1, 1, 3): "A = B > C",
    (1, 2, 2): "A > B = C",
    (1, 1, 1): "A = B = C",
    (1, 2, 3, 4): "A > B > C > D",
    (1, 1, 3, 4): "A = B > C > D",
    (1, 2, 2, 4): "A > B = C > D",
    (1, 2, 3, 3): "A > B > C = D",
    (1, 1, 1, 4): "A = B = C > D",
    (1, 2, 2, 2): "A > B = C = D",
    (1, 1, 3, 3): "A = B > C = D",
    (1, 1, 1, 1): "A = B = C = D",
}
"""What ranks must do to the means of equal players, by hand: = is the same change, > a better one."""
SEATED = [
    (tuple(ranks[of] for of in order), tuple(order), expected)
    for ranks, expected in ORDERS.items()
    for order in permutations(range(len(ranks)))
]
"""The same in every seating: the ranks by seat, and by seat which letter sits there."""


def compared(expected: str) -> Iterator[tuple[int, str, int]]:
    words = expected.split()
    for (left, sign), (right, _) in pairwise(zip(words[::2], [*words[1::2], ""], strict=True)):
        yield ord(left) - ord("A"), sign, ord(right) - ord("A")


@pytest.mark.parametrize(("ranks", "letters", "expected"), SEATED)
def test_equal_results_change_equal_players_equally_and_better_ones_better(
    ranks: Sequence[int], letters: Sequence[int], expected: str
) -> None:
    by_letter = dict(zip(letters, rate([NEW] * len(ranks), ranks), strict=True))

    for better, sign, worse in compared(expected):
        gap = by_letter[better].mean - by_letter[worse].mean
        assert gap == pytest.approx(0) if sign == "=" else gap > 1


def test_a_draw_of_equal_players_changes_no_mean() -> None:
    assert [each.mean for each in rate([NEW, NEW], [1, 1])] == [1500, 1500]


def test_a_draw_lifts_the_weaker_player_and_lowers_the_stronger_one_by_as_much() -> None:
    weak, strong = rate([Strength(1400, 100), Strength(1600, 100)], [1, 1])
    assert weak.mean - 1400 == pytest.approx(1600 - strong.mean)
    assert weak.mean > 1400


def test_in_10_000_random_games_a_sole_winner_never_loses_and_a_sole_last_one_never_gains() -> None:
    draw = Random(6)
    for _ in range(10_000):
        before = [
            Strength(draw.uniform(0, 3000), draw.choice([FLOOR, draw.uniform(FLOOR, NEW.deviation)]))
            for _ in range(draw.randint(2, 4))
        ]
        ranks = [draw.randint(1, len(before)) for _ in before]
        rated = rate(before, ranks)
        for rank, old, new in zip(ranks, before, rated, strict=True):
            if rank == min(ranks) and ranks.count(rank) == 1:
                assert new.mean >= old.mean
            if rank == max(ranks) and ranks.count(rank) == 1:
                assert new.mean <= old.mean
            assert FLOOR <= new.deviation <= old.deviation


def test_a_long_row_of_games_between_equals_leaves_them_equal_and_less_certain_only_to_the_floor() -> None:
    both = [NEW, NEW]
    for number in range(10_000):
        both = rate(both, [1, 2] if number % 2 else [2, 1])
    assert [each.deviation for each in both] == [FLOOR, FLOOR]
    assert [each.mean for each in both] == [pytest.approx(1500, abs=10)] * 2


def test_the_order_of_the_players_means_nothing() -> None:
    three = [Strength(1500, 100), Strength(1700, 60), Strength(1400, 250)]
    assert rate(three, [2, 1, 3]) == rate(three[::-1], [3, 1, 2])[::-1]


def test_a_year_without_games_makes_a_rating_less_certain_but_no_more_than_a_new_one() -> None:
    sure = Strength(1800, FLOOR)
    deviations = [after(sure, timedelta(days=days)).deviation for days in (0, 1, 30, 365, 36500)]
    assert deviations == sorted(deviations)
    assert (deviations[0], deviations[-1]) == (FLOOR, NEW.deviation)
    assert deviations[-2] > PROVISIONAL
    assert after(sure, timedelta(days=365)).mean == 1800


def test_two_rests_make_a_rating_as_uncertain_as_one_of_the_same_length() -> None:
    rested = after(after(Strength(1500, 80), timedelta(days=10)), timedelta(days=20))
    assert rested.deviation == pytest.approx(after(Strength(1500, 80), timedelta(days=30)).deviation)


def test_a_rating_is_shown_with_twice_its_deviation_and_as_provisional_at_first() -> None:
    assert shown(NEW) == (1500, 500, True)
    assert shown(Strength(1623.4, 80.2)) == (1623, 160, False)


def test_every_order_of_ties_is_in_the_table() -> None:
    groups = {seats: sum(1 for _ in of) for seats, of in groupby(sorted(ORDERS, key=len), key=len)}
    assert groups == {2: 2, 3: 4, 4: 8}
