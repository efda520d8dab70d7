"""Objects that are made past SQLAlchemy's loading are those that it would make, and the session knows them as such."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import inspect, select, update
from sqlalchemy.exc import DBAPIError

from service.core.clock import now
from service.core.db import db, session, transaction
from service.core.prepared_load import PreparedLoad
from service.models import Account, Game, GameSeat, Model
from service.play.seating import game_seen_by, lock_game
from tests.service.stages.trouble import failing_at
from tests.service.statements import executed
from tests.service.tables import Table, person, table

pytestmark = pytest.mark.usefixtures("app")


@pytest.fixture
def begun(app: Flask) -> Table:  # its database
    begun = table("ann", "bob")
    with transaction():
        game = lock_game(begun.id)
        game.deadline = now() + timedelta(days=3, microseconds=1)
        game.proposal = {"what": ["draw", None, 1.5], "of": {"ann": True}}
    return begun


def values(row: Model) -> dict[str, Any]:
    """All its columns."""
    return {column.key: getattr(row, column.key) for column in type(row).__mapper__.columns}


def rows_of(game: Game) -> list[Model]:
    """The game, its seats, and who has them."""
    return [game, *game.seats, *[seat.account for seat in game.seats if seat.account is not None]]


def test_objects_are_as_sqlalchemy_makes_them(begun: Table) -> None:
    wanted = [values(row) for row in rows_of(begun.game)]
    session().expunge_all()
    with transaction():
        locked = rows_of(lock_game(begun.id))
    assert len(locked) == 5
    assert [values(row) for row in locked] == wanted


def test_the_session_knows_them_as_they_are_in_the_database(begun: Table) -> None:
    with transaction() as current:
        game = lock_game(begun.id)
        assert all(inspect(row).persistent and row not in current.dirty for row in rows_of(game))
        with executed() as statements:
            assert current.get(Game, begun.id) is game
            assert current.get(GameSeat, (begun.id, 0)) is game.seats[0]
        assert not statements
        game.days_per_move += 4
        assert game in current.dirty
    assert session().scalar(select(Game.days_per_move).where(Game.id == begun.id)) == game.days_per_move


def test_what_was_known_before_is_read_anew(begun: Table) -> None:
    known = begun.game
    seats = known.seats
    with db.engine.begin() as other:
        other.execute(update(GameSeat).where(GameSeat.place == 1).values(account_id=None))
        other.execute(update(Game).values(days_per_move=9))
    with transaction():
        game = lock_game(begun.id)
        assert game is known
        assert (game.days_per_move, game.seats[1], game.seats[1].account) == (9, seats[1], None)
        assert game not in session().dirty


def test_what_was_to_be_written_is_written_before(begun: Table) -> None:
    with transaction():
        lock_game(begun.id).days_per_move = 8
        assert lock_game(begun.id).days_per_move == 8


def test_whoever_has_two_seats_is_one_object(begun: Table) -> None:
    with db.engine.begin() as other:
        other.execute(update(GameSeat).values(account_id=begun.players[0].id))
    session().expunge_all()
    with transaction():
        one, two = lock_game(begun.id).seats
        assert one.account is two.account


def test_a_relationship_that_was_not_read_is_read_when_it_is_wanted(begun: Table) -> None:
    begun.players.append(person("cyd"))
    with transaction() as current:
        game = lock_game(begun.id)
        game.seats[0].account_id = begun.players[2].id
        current.flush()
        current.refresh(game.seats[0], ["account"])
        assert game.seats[0].account is not None
        assert game.seats[0].account.name == "cyd"


def test_what_a_statement_leaves_out_is_read_when_it_is_wanted_and_as_it_is_then(begun: Table) -> None:
    of_ann = PreparedLoad((Account,), lambda found: found.where(Account.name == "ann"), without=(Account.time_zone,))
    with executed() as statements:
        [[ann]] = of_ann.rows(session(), {})
    assert "time_zone" not in statements[-1][0]
    assert ann.time_zone == "UTC"
    with db.engine.begin() as other:
        other.execute(update(Account).values(time_zone="Europe/Rome"))
    assert ann.time_zone == "UTC"
    session().commit()
    of_ann.rows(session(), {})
    assert ann.time_zone == "Europe/Rome"
    assert ann not in session().dirty


def test_a_connection_that_is_lost_is_told_as_by_sqlalchemy_and_the_next_one_is_good(begun: Table) -> None:
    with failing_at(db.engine, 0) as failure, pytest.raises(DBAPIError), transaction():
        lock_game(begun.id)
    assert failure.was_met
    assert game_seen_by(begun.id, begun.players[0]).version == begun.game.version
    with transaction():
        assert lock_game(begun.id).id == begun.id
