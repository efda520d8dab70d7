"""Limits hold exactly, also for accounts above them from before a limit was lowered."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from functools import partial

import pytest
from flask import Flask

from service.challenges.lobby import challenge_anybody
from service.challenges.terms import NewChallenge
from service.config.environment import Config
from service.db.engines import transaction
from service.language.errors import Refused
from service.models import Account, EndedBy, Game, GameStatus, OnTimeout, Visibility
from service.play import chat, reports
from service.play.clocks import enforce_deadline
from service.play.games import NewGame, SeatWish, create_game
from service.play.imports import import_record
from service.play.seating import lock_game, seat_of
from service.play.substitutes import take_over
from service.security.rates import Rates
from tests.service.conftest import FakeClock
from tests.service.foreign import resigned, short_record
from tests.service.tables import person, table

pytestmark = pytest.mark.usefixtures("app")
Deed = Callable[[], object]


@pytest.fixture
def settings(sqlite_settings: Config) -> Config:
    """Use SQLite alone, because nothing here depends on the database."""
    return sqlite_settings


def saying(clock: FakeClock) -> list[Deed]:
    of = table("ada", "bob")
    return [partial(chat.post, of.id, of.players[0], words, clock()) for words in ("Hello!", "Are you there?")]


def reporting(clock: FakeClock) -> list[Deed]:
    of = table("ada", "bob")
    ada, bob = of.players
    said = [chat.post(of.id, bob, words, clock()).id for words in ("one", "two")]
    return [partial(reports.report, of.id, ada, each, "abuse", "", clock()) for each in said]


def challenging(clock: FakeClock) -> list[Deed]:
    ada = person("ada")
    return [partial(challenge_anybody, ada, NewChallenge(each), clock()) for each in ("siesta", "dawn")]


def bringing_in(clock: FakeClock) -> list[Deed]:
    before, ada, after = (person(name) for name in ("zed", "ada", "yan"))
    records = short_record(), resigned()
    for other in (before, after):
        for each in records:
            import_record(other, each, Visibility.PRIVATE, clock())
    return [partial(import_record, ada, each, Visibility.PRIVATE, clock()) for each in records]


def taking_over(clock: FakeClock) -> list[Deed]:
    eve = person("eve")
    return [partial(taken_over, eve, clock()), partial(take_over, left(clock), 0, eve, clock())]


def taken_over(eve: Account, now: datetime) -> Game:
    """Create a game in which Eve plays as a substitute."""
    game = create_game(eve, NewGame("seasons", [SeatWish(me=True), SeatWish(ai=1)], shuffle_seats=False), now)
    with transaction():
        seat_of(lock_game(game.id), 0).taken_over_at = now
    return game


def left(clock: FakeClock) -> str:
    """Create a game in which seat 0 ran out of time."""
    of = table("ada", "bob", "cyd", on_timeout=OnTimeout.SUBSTITUTE)
    of.look()
    assert enforce_deadline(of.id, clock.advance(days=3, seconds=1))
    return of.id


LIMITED: Mapping[str, tuple[str, Callable[[FakeClock], list[Deed]]]] = {
    "challenges-enough": ("challenges", challenging),
    "substitute-enough": ("substitutes", taking_over),
    "too-many-imports": ("imports", bringing_in),
    "too-many-messages": ("messages", saying),
    "too-many-reports": ("reports", reporting),
}


@pytest.mark.parametrize("code", LIMITED)
def test_whoever_has_as_many_as_are_allowed_or_more_gets_none(app: Flask, code: str, clock: FakeClock) -> None:
    limit, deeds = LIMITED[code]
    first, another = deeds(clock)
    first()
    for most in (0, 1):
        app.extensions["rates"] = Rates({limit: most})
        with pytest.raises(Refused, match=code):
            another()
    app.extensions["rates"] = Rates({limit: 2})
    another()


def test_seats_that_were_taken_over_count_while_they_are_played_on(app: Flask, clock: FakeClock) -> None:
    app.extensions["rates"] = Rates({"substitutes": 1})
    eve, (of, another) = [person(name) for name in ("zoe", "eve", "amy")][1], (left(clock), left(clock))
    for other in ("zoe", "amy"):
        taken_over(person(other), clock())
    create_game(eve, NewGame("seasons", [SeatWish(me=True), SeatWish(ai=1)]), clock())
    for status, left_by in (
        (GameStatus.FINISHED, None),
        (GameStatus.CANCELLED, None),
        (GameStatus.ACTIVE, EndedBy.TIME),
    ):
        game = taken_over(eve, clock())
        with transaction():
            held = lock_game(game.id)
            held.status, seat_of(held, 0).left_by = status, left_by

    take_over(of, 0, eve, clock())
    with pytest.raises(Refused, match="substitute-enough"):
        take_over(another, 0, eve, clock())
