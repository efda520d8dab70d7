"""Every running game is audited daily, and once after its end; faults are reported."""

from __future__ import annotations

from datetime import timedelta

import pytest
from flask import Flask
from sqlalchemy import text

from service.db.engines import db
from service.play.audits import games_to_audit
from service.play.seats import resign
from tests.service.api.test_metrics import metrics
from tests.service.conftest import FakeClock
from tests.service.tables import Table, table
from workers.cli.status import examine
from workers.jobs import audits, jobs

pytestmark = pytest.mark.usefixtures("app")


@pytest.fixture
def seasons(app: Flask) -> Table:
    return table("ann", "bob")


@pytest.fixture
def wrong(seasons: Table) -> Table:
    """Create a game whose turn contradicts its log."""
    with db.engine.begin() as connection:
        connection.execute(text("UPDATE game SET to_move = 1"))
    return seasons


def due(clock: FakeClock) -> list[str]:
    return list(games_to_audit(clock(), 10))


def test_the_job_is_among_the_others() -> None:
    assert audits in [job.load() for job in jobs()]


def test_a_running_game_is_due_once_a_day(seasons: Table, clock: FakeClock) -> None:
    for _ in range(2):
        assert due(clock) == []
        clock.advance(days=1)
        assert due(clock) == [seasons.id]
        assert not audits.run()


def test_a_game_that_is_over_is_audited_once_more(seasons: Table, clock: FakeClock) -> None:
    resign(seasons.id, seasons.mover, clock())
    assert due(clock) == [seasons.id]
    audits.run()
    clock.advance(days=30)
    assert due(clock) == []


def test_many_games_are_audited_batch_by_batch(clock: FakeClock) -> None:
    for number in range(3):
        table(f"ann-{number}", f"bob-{number}")
    clock.advance(days=1)
    assert [audits.audit_due(clock(), 2) for _ in range(3)] == [2, 1, 0]


def test_a_game_that_cannot_be_audited_is_put_off_alone(seasons: Table, clock: FakeClock) -> None:
    with db.engine.begin() as connection:
        connection.execute(text("UPDATE game SET setup = '5'"))
    clock.advance(hours=12)
    younger = table("cid", "dan")
    clock.advance(hours=12)
    audits.run()
    assert due(clock) == []
    clock.advance(hours=12)
    assert due(clock) == [younger.id]
    clock.advance(hours=12)
    assert due(clock) == [younger.id, seasons.id]


def test_a_fault_is_logged_counted_and_told_to_the_operator(
    wrong: Table, app: Flask, clock: FakeClock, caplog: pytest.LogCaptureFixture
) -> None:
    assert metrics(app.test_client())["sundial_game_faults"] == 0
    clock.advance(days=1)
    audits.run()
    assert f"game {wrong.id} is not as its log says: to_move: it should be 0" in caplog.text
    assert metrics(app.test_client())["sundial_game_faults"] == 1
    assert f"1 games do not match their logs: {wrong.id}; see the log." in examine(clock()).complaints


def test_where_all_is_as_it_should_be_nobody_complains(seasons: Table, clock: FakeClock) -> None:
    clock.advance(days=1)
    audits.run()
    assert not any("logs" in complaint for complaint in examine(clock()).complaints)


def test_audits_that_do_not_happen_are_noticed(seasons: Table, app: Flask, clock: FakeClock) -> None:
    clock.advance(days=2, seconds=1)
    assert metrics(app.test_client())["sundial_audits_late_seconds"] == timedelta(days=1, seconds=1).total_seconds()
    assert any(complaint.startswith("Audits of games are overdue for 1 d") for complaint in examine(clock()).complaints)


def test_a_game_that_cannot_be_judged_does_not_stop_the_others(
    seasons: Table, clock: FakeClock, caplog: pytest.LogCaptureFixture
) -> None:
    other = table("cy", "dee")
    with db.engine.begin() as connection:
        spoil = text("UPDATE game SET setup = '{}', to_move = 1 WHERE id = :id")
        connection.execute(spoil, {"id": seasons.id})
    clock.advance(days=1)
    assert not audits.run()
    assert due(clock) == []
    assert other.game.fault is None
