"""Ranges of ratings: who is paired depends on the ratings at that moment; without one, a player counts as a new one."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from sqlalchemy import update

from service.challenges.asking import challenge_bot
from service.challenges.lobby import challenge_anybody, meet_all, open_challenges, take_up
from service.challenges.terms import NewChallenge
from service.db.engines import transaction
from service.language.errors import Invalid
from service.models import Account, Rating
from service.ratings.results import pool_of
from tests.service.challenges.asking import asked, refused
from tests.service.conftest import FakeClock
from tests.service.tables import person

pytestmark = pytest.mark.usefixtures("app")
POOL = pool_of("siesta", {})
STRONG = NewChallenge("siesta", rating_from=1700)
OF_NEWCOMERS = NewChallenge("siesta", rating_from=1400, rating_to=1600)


def rate(account: Account, mean: float, clock: FakeClock, pool: str | None = POOL) -> None:
    with transaction() as current:
        current.add(Rating(pool=pool, account_id=account.id, mean=mean, deviation=60.0, games=30, rated_at=clock()))


def test_only_a_player_of_that_rating_sees_and_accepts_a_challenge(ada: Account, clock: FakeClock) -> None:
    strong, weak, unknown = person("strong"), person("weak"), person("unknown")
    rate(strong, 1800, clock)
    rate(weak, 1300, clock)
    made, _ = challenge_anybody(ada, STRONG, clock())
    seen = {each.name: len(open_challenges(each, clock())) for each in (strong, weak, unknown)}
    assert seen == {"strong": 1, "weak": 0, "unknown": 0}
    assert refused(lambda: take_up(made.id, weak, clock())) == "rating-out-of-range"
    assert {seat.account_id for seat in take_up(made.id, strong, clock()).seats} == {ada.id, strong.id}


def test_a_player_without_a_rating_in_that_kind_of_game_counts_as_1500(ada: Account, clock: FakeClock) -> None:
    unknown = person("unknown")
    rate(unknown, 1900, clock, "dawn")
    made, _ = challenge_anybody(ada, OF_NEWCOMERS, clock())
    assert [each.rating for each in open_challenges(unknown, clock())] == [None]
    assert take_up(made.id, unknown, clock()).to_move is not None


def test_challenges_are_paired_by_the_ratings_at_that_time(ada: Account, clock: FakeClock) -> None:
    bob = person("bob")
    rate(bob, 1600, clock)
    challenge_anybody(ada, STRONG, clock())
    _, game = challenge_anybody(bob, NewChallenge("siesta"), clock())
    assert (game, meet_all(clock())) == (None, 0)
    with transaction() as current:
        current.execute(update(Rating).values(mean=1750.0))
    assert meet_all(clock()) == 1


def test_both_ranges_count(ada: Account, clock: FakeClock) -> None:
    bob = person("bob")
    rate(ada, 1300, clock)
    rate(bob, 1800, clock)
    challenge_anybody(ada, STRONG, clock())
    _, game = challenge_anybody(bob, STRONG, clock())
    assert game is None


def test_the_lobby_tells_the_rating_of_who_waits(ada: Account, clock: FakeClock) -> None:
    rate(ada, 1640, clock)
    challenge_anybody(ada, NewChallenge("siesta"), clock())
    [found] = open_challenges(None, clock())
    assert found.rating is not None
    assert found.rating.value == 1640
    with transaction():
        ada.hidden_since = clock()
    assert [each.rating for each in open_challenges(None, clock())] == [None]


def test_a_rated_challenge_meets_rated_ones_alone(ada: Account, clock: FakeClock) -> None:
    challenge_anybody(ada, NewChallenge("siesta", rated=True), clock())
    _, unrated = challenge_anybody(person("bob"), NewChallenge("siesta"), clock())
    _, rated = challenge_anybody(person("cyd"), NewChallenge("siesta", rated=True), clock())
    assert unrated is None
    assert rated is not None
    assert rated.rated


def test_bots_are_asked_by_their_ratings_and_those_without_one_count_as_1500(
    ada: Account, bots: Callable[..., Account], clock: FakeClock
) -> None:
    bots("rusty")
    rate(bots("sparky"), 1800, clock)
    strong = challenge_bot(ada, NewChallenge("siesta", rating_from=1700), clock())
    assert asked(strong) == "sparky"
    newcomer = challenge_bot(person("cyd"), NewChallenge("siesta", rating_to=1600), clock())
    assert asked(newcomer) == "rusty"


def test_a_range_goes_from_low_to_high(ada: Account, clock: FakeClock) -> None:
    wish = NewChallenge("siesta", rating_from=1700, rating_to=1600)
    assert refused(lambda: challenge_anybody(ada, wish, clock()), Invalid) == "no-challenge"
