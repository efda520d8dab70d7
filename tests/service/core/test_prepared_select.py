"""What is read past SQLAlchemy is what SQLAlchemy would hand out; what goes wrong is told as it tells it."""

from __future__ import annotations

from datetime import timedelta

import pytest
from flask import Flask
from sqlalchemy import bindparam, select
from sqlalchemy.exc import DBAPIError

from service.core.clock import now
from service.core.db import db, transaction
from service.core.prepared_select import PreparedSelect
from service.models import Game, GameSeat
from service.play.seating import lock_game
from tests.service.stages.trouble import failing_at
from tests.service.statements import executed
from tests.service.tables import Table, table

pytestmark = pytest.mark.usefixtures("app")
GAME = select(*Game.__table__.columns, *GameSeat.__table__.columns).join(GameSeat, GameSeat.game_id == Game.id)
SEATS = GAME.where(Game.id == bindparam("game")).order_by(GameSeat.number)


@pytest.fixture
def begun(app: Flask) -> Table:  # its database
    begun = table("ann", "bob")
    with transaction():
        lock_game(begun.id).deadline = now() + timedelta(days=3, microseconds=1)
    return begun


def test_values_are_those_that_sqlalchemy_hands_out(begun: Table) -> None:
    with db.engine.connect() as other:
        wanted = [list(row) for row in other.execute(SEATS, {"game": begun.id})]
    prepared = PreparedSelect(SEATS)
    assert len(wanted) == 2
    assert [list(row) for row in prepared.rows({"game": begun.id})] == wanted
    assert not prepared.rows({"game": "none"})


def test_whoever_listens_to_statements_hears_of_it(begun: Table) -> None:
    with executed() as statements:
        PreparedSelect(SEATS).rows({"game": begun.id})
    assert len(statements) == 1


def test_a_connection_that_is_lost_is_told_as_by_sqlalchemy_and_the_next_one_is_good(begun: Table) -> None:
    prepared = PreparedSelect(SEATS)
    with failing_at(db.engine, 0) as failure, pytest.raises(DBAPIError):
        prepared.rows({"game": begun.id})
    assert failure.was_met
    assert len(prepared.rows({"game": begun.id})) == 2
