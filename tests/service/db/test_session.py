"""Writes of a session: visible after the commit, and gone after a rollback."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import suppress

import pytest
from flask import Flask
from sqlalchemy import select
from sqlalchemy.exc import IntegrityError

from rules.json_types import Json
from service.db import clock
from service.db.engines import db, session, transaction
from service.jobs import events
from service.models import Event, Game, LogEntry, Notice
from service.play.seating import lock_game
from tests.service.stages.trouble import listening
from tests.service.statements import executed
from tests.service.tables import Table, table

pytestmark = pytest.mark.usefixtures("app")


@pytest.fixture
def begun(app: Flask) -> Table:  # its database
    return table("ann", "bob")


def kinds(game: Game) -> list[str]:
    """Return the recorded events of the game, in order."""
    return list(session().scalars(select(Event.type).where(Event.game_id == game.id).order_by(Event.id)))


def stored(column: object, game_id: str) -> object:
    """Read a column of the game's row in another session."""
    with db.engine.connect() as other:
        return other.execute(select(column).where(Game.id == game_id)).scalar_one()  # type: ignore[call-overload]


def test_what_is_written_is_there_when_it_is_read_in_the_same_transaction(begun: Table) -> None:
    before = kinds(begun.game)
    with transaction():
        game = lock_game(begun.id)
        events.record("one.thing", game, clock.now())
        events.record("another.thing", game, clock.now())
        assert kinds(game) == [*before, "one.thing", "another.thing"]
    assert kinds(begun.game) == [*before, "one.thing", "another.thing"]


def test_a_column_that_is_set_back_is_written_although_the_unit_of_work_wrote_it_before(begun: Table) -> None:
    with transaction():
        game = lock_game(begun.id)
        before = game.days_per_move
        game.days_per_move += 1
        game.seats[0].pause_wished_at = clock.now()
        assert kinds(game)
        game.days_per_move = before
    assert stored(Game.days_per_move, begun.id) == before


def test_what_was_locked_in_a_savepoint_that_was_undone_is_as_it_was_and_can_be_changed(begun: Table) -> None:
    before = begun.game.days_per_move
    with transaction() as current:
        with suppress(ZeroDivisionError), current.begin_nested():
            game = lock_game(begun.id)
            game.days_per_move = before + 1
            raise ZeroDivisionError
        game.days_per_move = before + 2
    assert stored(Game.days_per_move, begun.id) == before + 2


def test_locked_rows_and_new_rows_are_written_in_one_statement(begun: Table) -> None:
    written = list[str]()
    with transaction():
        game = lock_game(begun.id)
        game.days_per_move += 1
        events.record("one.thing", game, clock.now())
        with listening(db.engine, "before_cursor_execute", lambda *told: written.append(told[2])):
            session().flush()
            session().flush()
    assert len(written) == {"postgresql": 1, "sqlite": 2}[db.engine.dialect.name], written
    assert stored(Game.days_per_move, begun.id) == 4


def test_whatever_of_a_turn_changes_is_one_and_the_same_statement(begun: Table) -> None:
    def written(**changed: Json) -> list[str]:
        with transaction(), executed() as statements:
            game = lock_game(begun.id)
            for name, value in changed.items():
                setattr(game, name, value)
            session().flush()
        return [statement for statement, _ in statements if statement.startswith("UPDATE game")]

    usual = written(version=7)
    assert len(usual) == 1
    assert written(version=8, to_move=1) == written(scores=[1, 2]) == usual
    assert [stored(column, begun.id) for column in (Game.version, Game.to_move, Game.scores)] == [8, 1, [1, 2]]
    assert written(days_per_move=5) != usual


def test_a_locked_row_that_has_changed_again_is_written_again(begun: Table) -> None:
    with transaction():
        game = lock_game(begun.id)
        for days in (5, 6, 7):
            game.days_per_move = days
            session().flush()
    assert stored(Game.days_per_move, begun.id) == 7


def test_values_of_every_type_come_back_as_they_were_given(begun: Table) -> None:
    turn = begun.play("place max-15")
    newest = select(LogEntry).where(LogEntry.game_id == begun.id, LogEntry.version == 2).order_by(LogEntry.number)
    entries = session().scalars(newest).all()
    assert [(each.number, each.seat, each.action, each.version, each.at) for each in entries] == [
        (each.number, each.seat, each.action, each.version, each.at) for each in turn.entries
    ]
    with transaction():
        game = lock_game(begun.id)
        told: dict[str, Json] = {
            "text": "Grüße, \u2028 \\x00 %s 'quoted'",
            "nothing": None,
            "list": [1, {"a": "b"}],
            "yes": True,
        }
        events.record("one.thing", game, clock.now(), **told)
        game.winners, game.scores, game.finished_at = [], [3, -4], clock.now()
        game.join_salt = None
    session().expire_all()
    assert (begun.game.winners, begun.game.scores, begun.game.finished_at) == ([], [3, -4], clock.now())
    assert session().scalars(select(Event).order_by(Event.id.desc())).first().data == told  # type: ignore[union-attr]


def test_rows_are_written_whose_giver_reads_something_between_them(begun: Table) -> None:
    def given() -> Iterator[Event]:
        for kind in ("one.thing", "another.thing"):
            kinds(begun.game)
            yield Event(type=kind, game_id=begun.id, version=1, data={}, at=clock.now())

    with transaction():
        session().write(given())
        session().write(given())
    assert kinds(begun.game)[-4:] == ["one.thing", "another.thing"] * 2


def test_a_row_that_is_kept_is_read_once_until_the_transaction_ends(begun: Table) -> None:
    def is_read() -> bool:
        gc.collect()
        with executed() as statements:
            session().get(Game, begun.id)
        return bool(statements)

    db.session.remove()
    with transaction() as current:
        game = current.get(Game, begun.id)
        assert game is not None
        current.keep(game)
        del game
        assert not is_read()
    assert is_read()


def test_what_is_not_given_has_its_default(begun: Table) -> None:
    begun.play("place max-15")
    notice = session().scalars(select(Notice).order_by(Notice.id.desc())).first()
    assert notice is not None
    assert notice.nonce
    assert (notice.data, notice.envelope_id) == ({}, None)


def test_nothing_stays_of_a_transaction_that_was_refused(begun: Table) -> None:
    before = kinds(begun.game)

    def refused() -> None:
        with transaction():
            game = lock_game(begun.id)
            game.days_per_move = 9
            events.record("one.thing", game, clock.now())
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        refused()
    with transaction():
        lock_game(begun.id)
    assert kinds(begun.game) == before
    assert begun.game.days_per_move == 3


def test_of_a_part_that_is_undone_nothing_stays_and_of_the_rest_everything(begun: Table) -> None:
    before = kinds(begun.game)
    with transaction() as current:
        game = lock_game(begun.id)
        game.days_per_move = 5
        events.record("one.thing", game, clock.now())
        part = current.begin_nested()
        game.days_per_move = 9
        events.record("another.thing", game, clock.now())
        part.rollback()
        assert game.days_per_move == 5
    assert kinds(begun.game) == [*before, "one.thing"]
    assert stored(Game.days_per_move, begun.id) == 5


def test_a_row_that_is_there_already_is_refused(begun: Table) -> None:
    begun.play("place max-15")
    entry = LogEntry(game_id=begun.id, number=0, seat=0, action="place max-8", version=2, at=clock.now())
    with pytest.raises(IntegrityError), transaction() as current:
        current.write([entry])
    assert begun.game.log_length == 3


def test_rows_that_refer_to_one_that_is_added_come_after_it(begun: Table) -> None:
    game = begun.game
    copy = {column.key: getattr(game, column.key) for column in Game.__mapper__.column_attrs}
    with transaction() as current:
        other = Game(**copy | {"id": "another22222", "number": None})
        events.record("game.invited", other, clock.now())
        current.add(other)
    assert kinds(other) == ["game.invited"]
