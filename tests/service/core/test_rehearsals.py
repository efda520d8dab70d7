"""On SQLite a move is worked out before its turn to write, and that is never to be seen but by a shorter turn."""

from __future__ import annotations

from time import monotonic

import pytest
from flask import Flask
from sqlalchemy import Connection, ExceptionContext, select, text, update
from sqlalchemy.exc import OperationalError

from service.core.config import Config
from service.core.db import db, is_writing, rehearsed, session, transaction
from service.core.errors import Conflict
from service.core.prepared_writes import driver_of
from service.core.telemetry.meters import REGISTRY
from service.models import Event, Game, LogEntry
from service.play.seating import lock_game
from tests.service.conftest import settings_for
from tests.service.core.acts import Act, another, is_locked, stored
from tests.service.installations import running
from tests.service.stages.trouble import listening
from tests.service.statements import executed
from tests.service.tables import Table, table


@pytest.fixture
def settings(sqlite_settings: Config) -> Config:
    """Where one writes at a time."""
    return sqlite_settings


@pytest.fixture
def begun(app: Flask) -> Table:  # its database
    return table("ann", "bob")


def moves(outcome: str) -> float:
    """How many moves by mail, as those are that no request brings, had that outcome."""
    return REGISTRY.get_sample_value("sundial_moves_total", {"door": "mail", "outcome": outcome}) or 0.0


def test_others_write_while_something_is_worked_out(begun: Table, settings: Config) -> None:
    other = table("cy", "dee")

    def write() -> None:
        with another(settings.home) as connection:
            connection.execute("UPDATE game SET days_per_move = 7 WHERE id = ?", (other.id,))

    act = Act(begun.id, settings.home, write)
    assert rehearsed(act) == 13
    assert (act.found, act.in_turn, act.followed) == ([3], [False], [1])
    assert (stored(settings.home, begun.id), stored(settings.home, other.id)) == (13, 7)
    assert not is_locked(settings.home)


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE game SET days_per_move = 7",
        "UPDATE game_seat SET looked_at = '2026-05-04 11:00:00.000000'",
        "UPDATE account SET language = 'it'",
    ],
)
def test_what_has_changed_since_it_was_read_is_read_again_in_a_turn(
    begun: Table, settings: Config, change: str
) -> None:
    def write() -> None:
        with another(settings.home) as connection:
            connection.execute(change)

    act = Act(begun.id, settings.home, write)
    before = 7 if "days" in change else 3
    assert rehearsed(act) == before + 10
    assert (act.found, act.in_turn, act.followed) == ([3, before], [False, True], [2])
    assert stored(settings.home, begun.id) == before + 10
    assert not is_locked(settings.home)


def test_a_row_that_was_not_there_is_looked_for_again(begun: Table, settings: Config) -> None:
    counted = list[int]()
    entry = "INSERT INTO log_entry (game_id, number, seat, action, version, at) VALUES (?, 9, 0, 'x', 9, '2026-05-04')"

    def act() -> None:
        counted.append(len(session().execute(select(LogEntry.number).where(LogEntry.game_id == begun.id)).all()))
        if len(counted) == 1:
            with another(settings.home) as connection:
                connection.execute(entry, (begun.id,))
        lock_game(begun.id).days_per_move = 5

    rehearsed(act)
    assert counted[1] == counted[0] + 1


def test_a_refusal_is_decided_in_a_turn_and_counted_once(begun: Table, settings: Config) -> None:
    in_turn, before = list[bool](), moves("stale-version")

    def act() -> None:
        in_turn.append(is_locked(settings.home))
        begun.play("place max-15", version=0)

    with pytest.raises(Conflict, match="stale-version"):
        rehearsed(act)
    assert in_turn == [False, True]
    assert moves("stale-version") == before + 1
    assert not is_locked(settings.home)


def test_what_became_true_meanwhile_is_not_refused(begun: Table, settings: Config) -> None:
    def act() -> int:
        game = lock_game(begun.id)
        if game.days_per_move == 3:
            with another(settings.home) as connection:
                connection.execute("UPDATE game SET days_per_move = 7")
            raise Conflict("too-early")
        game.days_per_move += 1
        return game.days_per_move

    assert rehearsed(act) == 8
    assert stored(settings.home, begun.id) == 8


def test_a_move_that_was_overtaken_is_counted_once(begun: Table, settings: Config) -> None:
    before, done = moves("accepted"), list[int]()

    def act() -> None:
        begun.play("place max-15")
        done.append(1)
        if len(done) == 1:
            with another(settings.home) as connection:
                connection.execute("UPDATE game SET days_per_move = 7")

    rehearsed(act)
    assert len(done) == 2
    assert moves("accepted") == before + 1
    assert (begun.game.version, begun.game.log_length) == (2, 3)


def test_nothing_is_read_again_while_nobody_else_writes(begun: Table, settings: Config) -> None:
    with executed() as statements:
        rehearsed(Act(begun.id, settings.home))
    assert [statement.split()[0] for statement, _ in statements] == ["SELECT", "UPDATE"]


def test_a_statement_that_writes_by_itself_takes_the_turn_before(begun: Table, settings: Config) -> None:
    in_turn = list[bool]()

    def act() -> None:
        lock_game(begun.id)
        session().execute(update(Game).where(Game.id == begun.id).values(days_per_move=8))
        in_turn.append(is_locked(settings.home))

    rehearsed(act)
    assert in_turn == [True]
    assert stored(settings.home, begun.id) == 8


def test_what_may_be_undone_alone_takes_the_turn_before(begun: Table, settings: Config) -> None:
    in_turn = list[bool]()

    def act() -> None:
        game = lock_game(begun.id)
        with session().begin_nested() as part:
            game.days_per_move = 9
            session().flush()
            in_turn.append(is_locked(settings.home))
            part.rollback()
        game.days_per_move = 5

    rehearsed(act)
    assert in_turn == [True]
    assert stored(settings.home, begun.id) == 5


def test_what_is_read_in_a_turn_is_what_was_written_in_it(begun: Table) -> None:
    kinds = list[str]()

    def act() -> None:
        game = lock_game(begun.id)
        session().write([Event(type="one.thing", game_id=game.id, version=1, data={}, at=game.created_at)])
        kinds.extend(session().scalars(select(Event.type).where(Event.game_id == game.id).order_by(Event.id)))

    rehearsed(act)
    assert kinds[-1] == "one.thing"


def test_results_are_the_same_however_they_are_fetched(begun: Table) -> None:
    numbers = text("SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3")

    def act() -> list[object]:
        connection = session().connection()
        parts = [list(part) for part in connection.execute(numbers).scalars().partitions(2)]
        return [
            connection.execute(numbers).scalars().all(),
            connection.execute(numbers).scalars().first(),
            connection.execute(numbers).scalars().fetchmany(2),
            connection.execute(text("SELECT 1 WHERE 0")).first(),
            *parts,
        ]

    assert rehearsed(act) == [[1, 2, 3], 1, [1, 2], None, [1, 2], [3]]


def test_within_a_transaction_nothing_is_rehearsed(begun: Table, settings: Config) -> None:
    act = Act(begun.id, settings.home)
    with transaction():
        assert rehearsed(act) == 13
        assert is_writing()
    assert act.in_turn == [True]


def test_who_only_reads_takes_no_turn_and_leaves_nothing_behind(begun: Table, settings: Config) -> None:
    in_turn = list[bool]()

    def act() -> None:
        lock_game(begun.id)
        in_turn.append(is_locked(settings.home))

    rehearsed(act)
    assert in_turn == [False]
    with db.engine.connect() as connection, executed() as statements:
        connection.execute(text("SELECT 1")).all()
        driver = connection.connection.driver_connection
    assert driver is not None
    assert driver.rehearsal is None
    assert len(statements) == 1


def test_what_fails_otherwise_is_not_tried_again(begun: Table, settings: Config) -> None:
    done = list[int]()

    def act() -> None:
        lock_game(begun.id).days_per_move = 9
        done.append(1)
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        rehearsed(act)
    assert (len(done), stored(settings.home, begun.id)) == (1, 3)
    assert not is_locked(settings.home)


def test_nobody_waits_longer_for_the_turn_than_is_usual(settings: Config) -> None:
    hasty = settings_for(settings.home, DATABASE_TIMEOUTS="command-lock=1")
    with running(hasty, lambda: None), another(settings.home) as writer:  # type: ignore[arg-type,return-value]
        writer.execute("BEGIN IMMEDIATE")
        done, started = list[int](), monotonic()

        def act() -> None:
            done.append(1)
            session().execute(text("UPDATE counter SET value = value"))

        with pytest.raises(OperationalError, match="locked"):
            rehearsed(act)
        assert len(done) == 1
        assert monotonic() - started < 30
        writer.execute("ROLLBACK")
        rehearsed(act)
    assert not is_locked(settings.home)


def test_a_look_that_fails_is_told_as_any_statement_that_does(begun: Table, settings: Config) -> None:
    def strike(connection: Connection, _cursor: object, statement: str, *_: object) -> None:
        if is_locked(settings.home) and statement.startswith("SELECT"):
            driver_of(connection).set_progress_handler(lambda: 1, 1)

    def mend(context: ExceptionContext) -> None:
        assert context.connection is not None
        driver_of(context.connection).set_progress_handler(None, 1)

    def write() -> None:
        with another(settings.home) as connection:
            connection.execute("UPDATE game SET days_per_move = 7")

    act = Act(begun.id, settings.home, write)
    with (
        listening(db.engine, "before_cursor_execute", strike),
        listening(db.engine, "handle_error", mend),
        pytest.raises(OperationalError, match="interrupted"),
    ):
        rehearsed(act)
    assert (len(act.found), stored(settings.home, begun.id)) == (1, 7)
    assert not is_locked(settings.home)
