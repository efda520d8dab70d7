"""Machines whose clocks go wrong are found by the clock of the database."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import Connection, create_engine

from service.db.clock import Clock, system_clock
from service.db.database_clock import clock_spread
from service.db.engines import db
from tests.service.conftest import FakeClock, settings_for
from workers.doctor.clocks import clocks, deadlines, judged_clock
from workers.jobs import heartbeat


def off_by(**span: float) -> Clock:
    """Return a machine's clock that differs from the database's, on this machine, by so much."""

    def clock() -> datetime:
        return system_clock() + timedelta(**span)

    return clock


@pytest.fixture
def connection(postgres_url: str) -> Iterator[Connection]:
    engine = create_engine(settings_for(Path("/nonexistent"), DATABASE_URL=postgres_url).database_url)
    with engine.connect() as connection:
        yield connection
    engine.dispose()


def test_a_clock_that_goes_right_is_well(connection: Connection) -> None:
    found = clocks(connection, system_clock)
    assert (found.is_well, found.text) == (True, "the same as the database's")


@pytest.mark.parametrize(("clock", "side"), [(off_by(days=9), "ahead of"), (off_by(hours=-2), "behind")])
def test_a_clock_that_goes_wrong_is_to_be_mended(connection: Connection, clock: Clock, side: str) -> None:
    found = clocks(connection, clock)
    assert not found.is_well
    assert f"{side} the database's; synchronise both with NTP" in found.text


def test_it_is_said_by_how_much() -> None:
    assert "is 9 d 2 h ahead" in judged_clock(timedelta(days=9, hours=2)).text
    assert "is 5 min 1 s behind" in judged_clock(-timedelta(minutes=5, seconds=1)).text


@pytest.mark.parametrize(("seconds", "is_well"), [(1.9, True), (-1.9, True), (2, False), (-2, False)])
def test_from_two_seconds_on_it_matters(seconds: float, is_well: bool) -> None:  # noqa: FBT001
    assert judged_clock(timedelta(seconds=seconds)).is_well == is_well


def test_an_answer_that_took_long_makes_no_clock_wrong() -> None:
    assert clock_spread(timedelta(seconds=-1), timedelta(minutes=1)) == timedelta()
    assert clock_spread(timedelta(seconds=5), timedelta(minutes=1)) == timedelta(seconds=5)


def test_with_sqlite_there_is_one_clock(tmp_path: Path) -> None:
    engine = create_engine(f"sqlite:///{tmp_path / 'any.sqlite'}")
    with engine.connect() as connection:
        assert clocks(connection, off_by(days=9)).is_well
    engine.dispose()


def test_a_clock_behind_the_last_sweep_is_to_be_mended(app: Flask, clock: FakeClock) -> None:
    heartbeat.run()
    clock.advance(days=-3)
    with db.engine.connect() as connection:
        found = deadlines(connection, clock())
        assert not found.is_well
        assert "the clock is 3 d behind the last sweep" in found.text
        clock.advance(days=3)
        assert deadlines(connection, clock()).is_well
