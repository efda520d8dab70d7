"""Blocks: a blocked person cannot invite, and blocks can be lifted."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from flask import Flask
from sqlalchemy import func, select

from service.accounts.blocks import block, blocks_of, lift
from service.bots.accounts import bot_of
from service.db import clock
from service.db.engines import session
from service.language.errors import Conflict, NotFound
from service.models import Account, Block, Game, GameStatus, Notice, SeatState
from service.notifications.relevance import is_still_true
from service.play.games import NewGame, SeatWish, create_game, create_match
from service.play.seats import join, never, resign
from tests.service.conftest import FakeClock
from tests.service.tables import person, table
from workers.jobs.notices import seal_due

pytestmark = pytest.mark.usefixtures("app")


@pytest.fixture
def ann(app: Flask) -> Account:
    return person("ann")


@pytest.fixture
def bob(app: Flask) -> Account:
    return person("bob")


def invite(creator: Account, **guest: str) -> Game:
    """Create a game of Seasons with a player."""
    return create_game(creator, NewGame("seasons", [SeatWish(me=True), SeatWish(**guest)]), clock.now())  # type: ignore[arg-type]


def refused(creator: Account, **guest: str) -> Conflict:
    """Return the refusal of an invitation."""
    with pytest.raises(Conflict, match="invitations-unwanted") as refusal:
        invite(creator, **guest)
    return refusal.value


def told(account: Account, kind: str) -> int:
    """Count an account's valid notices of a kind."""
    session().rollback()
    wanted = select(Notice).where(Notice.account_id == account.id, Notice.kind == kind)
    return sum(is_still_true(notice) for notice in session().scalars(wanted))


def test_never_declines_the_invitation_and_refuses_those_to_come(ann: Account, bob: Account) -> None:
    game = invite(ann, email="bob@example.net")

    never(game.id, bob, clock.now())

    assert session().get_one(Game, game.id).status == GameStatus.CANCELLED
    assert refused(ann, email="bob@example.net").details == {"name": "bob@example.net"}
    assert refused(ann, account="Bob").details == {"name": "bob"}
    with pytest.raises(Conflict, match="invitations-unwanted"):
        create_match(ann, NewGame("seasons", [SeatWish(me=True), SeatWish(account="bob")]), clock.now())


def test_it_is_about_the_person_whoever_of_their_bots_asks(ann: Account, bob: Account) -> None:
    rusty, sprocket = (bot_of(ann, name, clock.now()) for name in ("rusty", "sprocket"))
    never(invite(rusty, account="bob").id, bob, clock.now())

    for creator in (ann, rusty, sprocket):
        refused(creator, account="bob")
    assert [each.blocked.name for each in blocks_of(bob)] == ["ann"]


def test_others_can_invite_and_one_can_invite_them(ann: Account, bob: Account) -> None:
    block(bob, ann, clock.now())

    assert invite(person("cyd"), account="bob").status == GameStatus.INVITING
    assert invite(bob, account="ann").status == GameStatus.INVITING


def test_what_they_play_already_goes_on(ann: Account, bob: Account) -> None:
    running = table("ann", "bob")
    never(running.id, bob, clock.now())

    assert running.game.status == GameStatus.ACTIVE
    refused(ann, account="bob")


def test_of_other_invitations_by_that_person_no_mail_comes_any_more(ann: Account, bob: Account) -> None:
    first, second = (invite(ann, account="bob") for _ in range(2))
    never(first.id, bob, clock.now())

    assert told(bob, "invitation") == 0
    assert session().get_one(Game, second.id).seats[1].state == SeatState.INVITED


def test_the_one_who_says_never_hears_no_more_of_the_game_and_the_other_hears_that_it_is_off(
    ann: Account, bob: Account
) -> None:
    never(invite(ann, account="bob").id, bob, clock.now())

    assert (told(ann, "game-over"), told(bob, "game-over")) == (1, 0)


def test_it_can_be_lifted(ann: Account, bob: Account) -> None:
    never(invite(ann, account="bob").id, bob, clock.now())

    lift(bob, "ann")

    assert blocks_of(bob) == []
    assert invite(ann, account="bob").status == GameStatus.INVITING
    with pytest.raises(NotFound):
        lift(bob, "ann")


def test_twice_is_once(ann: Account, bob: Account, clock: FakeClock) -> None:
    game, first = invite(ann, account="bob"), clock()
    never(game.id, bob, first)
    clock.advance(days=1)
    never(game.id, bob, clock())

    assert [each.created_at for each in blocks_of(bob)] == [first]


def test_twice_at_once_is_once(app: Flask, ann: Account, bob: Account) -> None:
    start = Barrier(8)

    def click(_: int) -> None:
        with app.app_context():
            start.wait()
            block(session().get_one(Account, bob.id), session().get_one(Account, ann.id), clock.now())
            session().close()

    with ThreadPoolExecutor(8) as threads:
        list(threads.map(click, range(8)))
    session().rollback()
    assert session().scalar(select(func.count()).select_from(Block)) == 1


def test_only_who_is_at_the_table_can_say_it_there(ann: Account, bob: Account) -> None:
    game = invite(ann, account="bob")
    with pytest.raises(NotFound):
        never(game.id, person("eve"), clock.now())


def test_a_bot_can_be_kept_from_somebody_too(ann: Account, bob: Account) -> None:
    rusty = bot_of(bob, "rusty", clock.now())
    block(rusty, ann, clock.now())

    refused(ann, account="rusty")
    assert invite(ann, account="bob").status == GameStatus.INVITING


def test_strangers_who_were_only_invited_hear_nothing_of_a_game_that_does_not_come_about(ann: Account) -> None:
    seats = [SeatWish(me=True), SeatWish(email="bob@example.net"), SeatWish(email="cyd@example.net")]
    game = create_game(ann, NewGame("siesta", seats), clock.now())

    resign(game.id, ann, clock.now())

    assert [account.name for account in told_of_the_end()] == ["ann"]


def told_of_the_end() -> list[Account]:
    """Return the accounts with a notice that a game is over."""
    session().rollback()
    wanted = select(Account).join(Notice, Notice.account_id == Account.id).where(Notice.kind == "game-over")
    return list(session().scalars(wanted.order_by(Account.id)))


def test_players_hear_of_it_if_they_were_told_of_the_invitation(ann: Account, bob: Account) -> None:
    dee = person("dee")
    wish = NewGame("siesta", [SeatWish(me=True), SeatWish(account="bob"), SeatWish(account="dee")])
    first = create_game(ann, wish, clock.now())
    join(first.id, dee, clock.now())
    resign(first.id, ann, clock.now())
    assert told_of_the_end() == [ann, dee]

    second = create_game(ann, wish, clock.now())
    seal_due(clock.now)
    resign(second.id, ann, clock.now())
    assert told_of_the_end() == [ann, ann, bob, dee, dee]
