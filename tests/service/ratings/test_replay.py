"""Rating results one after the other: order, rests, levels with several seats, and players who vanish."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from service.ratings.replay import MOST_TIMEOUTS, Replay, SeatChange
from service.ratings.results import Result
from service.ratings.scale import NEW, after, rate

START = datetime(2026, 5, 4, 12, tzinfo=UTC)


def won(winner: str, loser: str, at: datetime = START, name: str = "g", *, on_time: bool = False) -> Result:
    return Result(name, "siesta", at, (winner, loser), (1, 2), (loser,) if on_time else ())


def rated(replay: Replay, result: Result) -> list[SeatChange]:
    changes = replay.apply(result)
    assert not isinstance(changes, str)
    return changes


def test_the_second_of_two_games_in_one_second_begins_with_the_outcome_of_the_first() -> None:
    replay = Replay()
    first = rated(replay, won("account:ann", "account:bob", name="a"))
    second = rated(replay, won("account:ann", "account:cyd", name="b"))
    assert second[0].before == first[0].after
    assert replay.standings["account:ann"].games == 2


def test_the_strength_that_a_game_uses_is_the_one_that_is_shown_after_a_rest() -> None:
    replay, later = Replay(), START + timedelta(days=365)
    before = rated(replay, won("account:ann", "account:bob"))[0].after
    assert replay.strength("account:ann", later) == after(before, timedelta(days=365))
    assert rated(replay, won("account:ann", "account:bob", later))[0].before == after(before, timedelta(days=365))


def test_a_level_with_two_seats_gets_the_mean_of_both() -> None:
    replay = Replay()
    result = Result("g", "siesta", START, ("account:ann", "level:3", "level:3"), (2, 1, 3))
    changes = rated(replay, result)
    _, first, second = rate([NEW] * 3, [2, 1, 3])
    assert changes[1].after == changes[2].after
    assert changes[1].after.mean == (first.mean + second.mean) / 2
    assert replay.standings["level:3"].games == 1


def test_of_30_games_lost_on_time_at_once_the_first_few_count_and_the_others_count_for_nobody() -> None:
    replay = Replay()
    outcomes = [
        replay.apply(won(f"account:p{number}", "account:gone", START + timedelta(hours=number), on_time=True))
        for number in range(30)
    ]
    assert [each == "vanished" for each in outcomes] == [False] * MOST_TIMEOUTS + [True] * (30 - MOST_TIMEOUTS)
    assert replay.standings["account:gone"].games == MOST_TIMEOUTS
    assert f"account:p{MOST_TIMEOUTS}" not in replay.standings


def test_a_loss_on_time_counts_again_after_two_weeks_and_other_games_always() -> None:
    replay = Replay()
    for _ in range(MOST_TIMEOUTS):
        rated(replay, won("account:ann", "account:bob", on_time=True))
    rated(replay, won("account:ann", "account:bob", START + timedelta(days=1)))
    assert replay.apply(won("account:ann", "account:bob", START + timedelta(days=13), on_time=True)) == "vanished"
    rated(replay, won("account:ann", "account:bob", START + timedelta(days=14), on_time=True))


@pytest.mark.parametrize("ranks", [(1, 2), (2, 1), (1, 1)])
def test_a_game_that_counts_for_nobody_changes_nothing(ranks: tuple[int, ...]) -> None:
    replay = Replay()
    for _ in range(MOST_TIMEOUTS):
        rated(replay, won("account:ann", "account:bob", on_time=True))
    before = dict(replay.standings)
    again = Result("g", "siesta", START, ("account:ann", "account:bob"), ranks, ("account:bob",))
    assert replay.apply(again) == "vanished"
    assert replay.standings == before
