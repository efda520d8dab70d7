"""Limits on invitations: each at its boundary, and with concurrent requests."""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from threading import Barrier

import pytest
from flask import Flask
from sqlalchemy import func, select

from service.bots.accounts import bot_of
from service.config.environment import Config
from service.db import clock
from service.db.engines import session, transaction
from service.language.errors import Conflict, Refused, TooMany
from service.models import Account, Game, Notice
from service.notifications.notices import add_notice
from service.play.games import NewGame, SeatWish, create_game, create_match
from service.play.invitations import lock_inviter, withdraw
from service.play.seats import decline, join, resign
from service.server.app import create_app
from tests.service.conftest import FakeClock
from tests.service.tables import person

LIMITS = {"invitations": 4, "open-invitations": 1, "player-invitations": 5}
RACERS = 20


@pytest.fixture
def settings(settings: Config) -> Config:
    """So few that a test can use them up."""
    return replace(settings, rate_limits=LIMITS)


@pytest.fixture
def ann(app: Flask) -> Account:
    return person("ann")


def invite(creator: Account, *names: str) -> Game:
    """Create a game of Siesta between its host and people known by address."""
    guests = [SeatWish(email=f"{name}@example.net") for name in names]
    return create_game(creator, NewGame("siesta", [SeatWish(me=True), *guests]), clock.now())


def invite_by_name(creator: Account, *names: str) -> Game:
    """Create a game of Siesta between its host and people known by name."""
    guests = [SeatWish(account=name) for name in names]
    return create_game(creator, NewGame("siesta", [SeatWish(me=True), *guests]), clock.now())


def invite_strangers(creator: Account, number: int) -> list[Game]:
    """Create this many games, each with a stranger."""
    first = session().scalar(select(func.count()).select_from(Account)) or 0
    return [invite(creator, f"stranger{first + each}") for each in range(number)]


def test_so_many_strangers_can_be_invited_in_a_day_and_no_more(ann: Account, clock: FakeClock) -> None:
    invite_strangers(ann, 1)
    clock.advance(hours=2)
    invite_strangers(ann, 3)
    clock.advance(hours=21, minutes=59)

    with pytest.raises(TooMany, match="too-many-invitations") as refused:
        invite_strangers(ann, 1)
    assert refused.value.details == {"bucket": "invitations", "most": 4, "retry_after": 60}

    clock.advance(seconds=59)
    with pytest.raises(TooMany, match="too-many-invitations"):
        invite_strangers(ann, 1)
    clock.advance(seconds=1)
    invite_strangers(ann, 1)
    with pytest.raises(TooMany, match="too-many-invitations") as refused:
        invite_strangers(ann, 1)
    assert refused.value.details["retry_after"] == 2 * 3600


def test_what_is_refused_leaves_nothing_behind(ann: Account) -> None:
    invite_strangers(ann, 4)
    before = [session().scalar(select(func.count()).select_from(table)) for table in (Game, Account, Notice)]

    with pytest.raises(TooMany):
        invite(ann, "eve")

    assert before == [session().scalar(select(func.count()).select_from(table)) for table in (Game, Account, Notice)]


def test_a_table_is_invited_whole_or_not_at_all(ann: Account, clock: FakeClock) -> None:
    invite(ann, "bob")
    clock.advance(hours=1)
    invite(ann, "cyd")
    with pytest.raises(TooMany) as refused:
        invite(ann, "dee", "eve", "fay")
    assert refused.value.details["retry_after"] == 23 * 3600
    invite(ann, "dee", "eve")
    clock.advance(hours=23)
    with pytest.raises(TooMany) as refused:
        invite(ann, "fay", "gil", "hal")
    assert refused.value.details["retry_after"] == 3600


def test_a_table_that_is_larger_than_the_cap_can_be_invited_once_a_day(
    sqlite_settings: Config, clock: FakeClock
) -> None:
    app = create_app(replace(sqlite_settings, rate_limits={"invitations": 2}), clock)
    with app.app_context():
        ann = person("ann")
        invite(ann, "bob", "cyd", "dee")
        for number in (1, 3):
            with pytest.raises(TooMany) as refused:
                invite_strangers(ann, number)
            assert refused.value.details["retry_after"] == 24 * 3600
        clock.advance(days=1)
        invite(ann, "eve", "fay", "gil")


def test_who_has_answered_is_no_stranger_any_more(ann: Account) -> None:
    games = invite_strangers(ann, 4)
    for game in games[:2]:
        join(game.id, guest_of(game), clock.now())

    invite_strangers(ann, 2)

    with pytest.raises(TooMany):
        invite_strangers(ann, 1)


def guest_of(game: Game) -> Account:
    """Return the first invited player."""
    account = next(seat.account for seat in game.seats if seat.account_id != game.creator_id)
    assert account is not None
    return account


def test_the_bots_of_a_person_invite_for_that_person(ann: Account) -> None:
    rusty = bot_of(ann, "rusty", clock.now())
    invite_strangers(rusty, 2)
    invite_strangers(ann, 1)
    invite_strangers(bot_of(ann, "sprocket", clock.now()), 1)

    for account in (ann, rusty):
        with pytest.raises(TooMany, match="too-many-invitations"):
            invite_strangers(account, 1)
    invite_strangers(person("bob"), 1)


def test_matches_count_and_who_gets_no_mail_does_not(ann: Account) -> None:
    bot_of(person("bob"), "rusty", clock.now())
    sprocket = bot_of(ann, "sprocket", clock.now())
    for _ in range(6):
        create_game(ann, NewGame("seasons", [SeatWish(me=True), SeatWish(account="rusty")]), clock.now())
        create_game(ann, NewGame("seasons", [SeatWish(me=True), SeatWish(open=True)]), clock.now())
        create_game(ann, NewGame("seasons", [SeatWish(me=True), SeatWish(ai=1)]), clock.now())
        create_game(sprocket, NewGame("seasons", [SeatWish(me=True), SeatWish(account="ann")]), clock.now())
    for number in range(4):
        wish = NewGame("seasons", [SeatWish(me=True), SeatWish(email=f"stranger{number}@example.net")])
        create_match(ann, wish, clock.now())

    with pytest.raises(TooMany, match="too-many-invitations"):
        create_match(ann, NewGame("seasons", [SeatWish(me=True), SeatWish(email="eve@example.net")]), clock.now())


@pytest.mark.parametrize("is_known", [False, True])
def test_an_address_has_one_open_invitation_from_a_person_whether_or_not_it_has_an_account(
    ann: Account, *, is_known: bool
) -> None:
    if is_known:
        person("bob")
    first = invite(ann, "bob")

    for creator in (ann, bot_of(ann, "rusty", clock.now())):
        with pytest.raises(Conflict, match="already-invited") as refused:
            invite(creator, "cyd", "bob")
        assert refused.value.details == {"name": "bob@example.net", "game": first.id}
    invite(person("eve"), "bob")


@pytest.mark.parametrize("ends", [decline, resign])
def test_another_one_can_follow_when_the_first_is_over(ann: Account, ends: object) -> None:
    first = invite(ann, "bob")
    assert callable(ends)
    ends(first.id, guest_of(first) if ends is decline else ann, clock.now())

    assert invite(ann, "bob").id != first.id


@pytest.mark.parametrize("is_known", [False, True])
def test_who_was_invited_by_address_counts_alike_whether_or_not_it_has_an_account(
    ann: Account, *, is_known: bool
) -> None:
    for name in ("bob", "cyd", "dee", "eve", "fay") if is_known else ():
        person(name)
    withdraw(invite(ann, "bob").id, 1, ann, clock.now())
    for name in ("cyd", "dee", "eve"):
        invite(ann, name)

    with pytest.raises(TooMany) as refused:
        invite(ann, "fay")
    assert refused.value.details["bucket"] == "invitations"


def test_who_is_invited_by_name_can_have_several(ann: Account, clock: FakeClock) -> None:
    for name in ("bob", "cyd", "dee"):
        person(name)
    invite_by_name(ann, "bob", "cyd", "dee")
    invite_by_name(ann, "bob", "cyd")

    with pytest.raises(TooMany, match="too-many-invitations") as refused:
        invite_by_name(ann, "bob")
    assert refused.value.details == {"bucket": "player-invitations", "most": 5, "retry_after": 24 * 3600}
    invite(ann, "bob")
    invite_strangers(ann, 3)
    clock.advance(days=1)
    invite_by_name(ann, "bob")


def test_where_nothing_is_limited_everybody_can_be_invited(sqlite_settings: Config, clock: FakeClock) -> None:
    app = create_app(replace(sqlite_settings, rate_limits={}), clock)
    with app.app_context():
        ann = person("ann")
        invite_strangers(ann, 30)
        assert [invite(ann, "bob").status for _ in range(3)] == ["inviting"] * 3


@pytest.mark.parametrize(
    ("guests", "granted", "refused"),
    [
        ([f"stranger{number}" for number in range(RACERS)], 4, "too-many-invitations"),
        (["bob"] * RACERS, 1, "already-invited"),
    ],
)
def test_who_invites_twenty_times_at_once_does_not_pass_the_cap(
    app: Flask, ann: Account, guests: list[str], granted: int, refused: str
) -> None:
    start = Barrier(RACERS)

    def ask(guest: str) -> str:
        with app.app_context():
            start.wait()
            try:
                invite(session().get_one(Account, ann.id), guest)
            except Refused as refusal:
                return refusal.code
            finally:
                session().close()
            return "granted"

    with ThreadPoolExecutor(RACERS) as threads:
        answers = Counter(threads.map(ask, guests))
    assert answers == {"granted": granted, refused: RACERS - granted}
    assert session().scalar(select(func.count()).select_from(Notice)) == granted


def test_a_persons_bots_do_not_pass_it_together_either(app: Flask, ann: Account) -> None:
    bots = [bot_of(ann, f"bot-{number}", clock.now()).id for number in range(8)]
    start = Barrier(len(bots))

    def ask(bot: int) -> bool:
        with app.app_context():
            start.wait()
            try:
                invite(session().get_one(Account, bot), f"stranger{bot}")
            except TooMany:
                return False
            finally:
                session().close()
            return True

    with ThreadPoolExecutor(len(bots)) as threads:
        assert sum(threads.map(ask, bots)) == 4


@pytest.mark.parametrize("settings", ["postgresql"], indirect=True)
def test_who_invites_holds_up_nobody_who_only_refers_to_them(app: Flask, ann: Account) -> None:
    def refer() -> None:
        with app.app_context(), transaction():
            add_notice("digest", person("ann"), clock.now(), clock.now(), data={})

    with transaction():
        lock_inviter(ann)
        with ThreadPoolExecutor(1) as pool:
            pool.submit(refer).result()
        assert session().scalars(select(Notice.account_id).where(Notice.kind == "digest")).all() == [ann.id]


def test_where_several_are_allowed_a_stranger_has_so_many_and_no_more(
    sqlite_settings: Config, clock: FakeClock
) -> None:
    app = create_app(replace(sqlite_settings, rate_limits={"open-invitations": 2}), clock)
    with app.app_context():
        ann = person("ann")
        for _ in range(2):
            invite(ann, "bob")
        with pytest.raises(Conflict, match="already-invited"):
            invite(ann, "bob")
