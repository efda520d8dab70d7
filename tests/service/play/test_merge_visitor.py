"""Visitors on both databases: their games move to an account once, or are deleted with them."""

from __future__ import annotations

from datetime import date

import pytest
from flask import Flask
from sqlalchemy import func, select

from service.accounts.accounts import change, guest_name, is_guest, new_visitor
from service.accounts.blocks import block
from service.db import clock
from service.db.engines import session, transaction
from service.erasure import retention as leaving
from service.models import Account, DailyGame, Game, GameSeat
from service.play.daily import begin
from service.play.games import NewGame, SeatWish, create_game
from service.play.merge_visitor import hand_over
from service.play.open_seats import join_key_of
from service.play.seats import join_under
from tests.service.tables import person

DAY = date(2026, 5, 4)


def visitor_with_games() -> Account:
    """Create a visitor who plays a puzzle and against the computer."""
    visitor = new_visitor(clock.now())
    begin(visitor, DAY, clock.now())
    create_game(visitor, NewGame("seasons", [SeatWish(me=True), SeatWish(ai=1)]), clock.now())
    return visitor


def seats_of(account: Account) -> int:
    """How many seats the account has."""
    return session().scalar(select(func.count()).select_from(GameSeat).where(GameSeat.account_id == account.id)) or 0


def test_what_a_visitor_has_is_handed_over_once_and_whole(app: Flask) -> None:
    ann, visitor = person("ann"), visitor_with_games()

    for _ in range(2):
        with transaction():
            hand_over(visitor, ann)

    assert (seats_of(ann), seats_of(visitor)) == (2, 0)
    assert session().scalars(select(Game.creator_id)).all() == [ann.id, ann.id]
    assert session().scalars(select(DailyGame.account_id)).all() == [ann.id]


@pytest.mark.parametrize(
    ("named", "after"), [(None, "robin"), ("ann", "ann"), (None, None)], ids=["a guest", "a name", "taken since"]
)
def test_the_name_that_a_visitor_has_chosen_stays_with_them_if_they_can_have_it(
    app: Flask, named: str | None, after: str | None
) -> None:
    account, visitor = person(named or guest_name()), new_visitor(clock.now())
    game = create_game(person("bob"), NewGame("seasons", [SeatWish(me=True), SeatWish(open=True)]), clock.now())
    join_under("robin", game.id, visitor, clock.now(), join_key_of(game) or "")
    if after is None:
        after = account.name
        change(person("eve").id, name="robin")

    with transaction():
        hand_over(visitor, account)

    assert {seat.holder for seat in session().get_one(Game, game.id, populate_existing=True).seats} == {"bob", after}
    assert is_guest(visitor)


def test_whoever_has_chosen_no_name_gets_none_by_handing_over(app: Flask) -> None:
    account, visitor = person(guest_name()), new_visitor(clock.now())
    before = account.name, visitor.name

    with transaction():
        hand_over(visitor, account)

    assert (account.name, visitor.name) == before


def test_a_handing_over_that_is_broken_off_has_handed_over_nothing(app: Flask) -> None:
    ann, visitor = person("ann"), visitor_with_games()

    with transaction() as current:
        hand_over(visitor, ann)
        current.rollback()

    assert (seats_of(ann), seats_of(visitor)) == (0, 2)


def test_whom_no_browser_knows_is_forgotten_with_all_they_played_alone(app: Flask) -> None:
    ann = person("ann")
    begin(ann, DAY, clock.now())
    block(ann, visitor_with_games(), clock.now())

    assert leaving.visitors.apply(clock.now()) == 1

    assert session().scalars(select(Account.name)).all() == ["ann"]
    assert session().scalars(select(DailyGame.account_id)).all() == [ann.id]
    assert session().scalar(select(func.count()).select_from(Game)) == 1


def test_what_others_have_stays_theirs_whether_they_came_before_or_after(app: Flask) -> None:
    older, visitor, younger, ann = visitor_with_games(), visitor_with_games(), visitor_with_games(), person("ann")

    with transaction():
        hand_over(visitor, ann)

    assert [seats_of(each) for each in (older, visitor, younger, ann)] == [2, 0, 2, 2]
    for kind, column in ((Game, Game.creator_id), (DailyGame, DailyGame.account_id)):
        each_has = 2 if kind is Game else 1
        assert sorted(session().scalars(select(column))) == sorted([older.id, younger.id, ann.id] * each_has)
