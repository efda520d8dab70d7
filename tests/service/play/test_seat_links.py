"""Permissions of a seat link's holder."""

from __future__ import annotations

from dataclasses import replace

import pytest
from sqlalchemy import select, update

from service.config.environment import Config
from service.db.clock import now
from service.db.engines import db, session, transaction
from service.models import Account, Game
from service.play.seat_links import game_of, last_turn_of, turn_is_on
from service.play.seats import resign
from service.security.keys import Purpose, SeatLink
from tests.service.tables import move_by_link, table

pytestmark = pytest.mark.usefixtures("app")


@pytest.fixture
def settings(sqlite_settings: Config) -> Config:
    """Use SQLite alone, because nothing here depends on the database."""
    return sqlite_settings


def test_a_link_leads_to_the_game_as_it_is_by_now_whatever_was_read_of_it_before() -> None:
    of = table("ada", "bob")
    read = of.game
    session().commit()
    with db.engine.begin() as elsewhere:
        elsewhere.execute(update(Game).where(Game.id == of.id).values(days_per_move=9))

    found = game_of(SeatLink(Purpose.TURN, of.id, 0, read.version, read.turn_nonce or ""))

    assert (found, found.days_per_move) == (read, 9)


def test_who_moves_by_a_link_has_had_its_mail_and_who_sends_the_move_again_proves_nothing_new() -> None:
    of = table("ada", "bob")
    link, version, mover = last_turn_of(of.game, 0), of.game.version, of.mover
    assert link is not None
    for is_heard in (True, False):
        with transaction() as current:
            current.execute(update(Account).values(unreachable_since=now()))
        move_by_link(link, version=version, move="place max-15", now=now())
        session().rollback()
        unreachable = session().scalars(select(Account.id).where(Account.unreachable_since.is_not(None))).all()
        assert (mover.id not in unreachable) is is_heard
        assert of.players[1].id in unreachable


def test_the_turn_of_a_link_is_on_while_it_is_that_very_one() -> None:
    of = table("ada", "bob", "cyd")
    of.play_anything()
    link = last_turn_of(of.game, 1)
    assert link is not None
    version = link.version

    others = [
        *(replace(link, seat=seat) for seat in (0, 2)),
        *(replace(link, version=each) for each in (version - 1, version + 1)),
        *(replace(link, nonce=nonce) for nonce in ("", "!", "~")),
    ]
    assert [turn_is_on(of.game, each) for each in (link, *others)] == [True] + [False] * len(others)

    resign(of.id, of.players[0], now())
    resign(of.id, of.players[2], now())
    assert not turn_is_on(of.game, link)
