"""Programs that died, or differ from others, are named by `sundial status`, `sundial doctor` and /metrics."""

from __future__ import annotations

from importlib.metadata import version

from click.testing import CliRunner
from flask import Flask
from sqlalchemy import text

from service.config.environment import Config
from service.config.key_ring import name_of
from service.db.engines import transaction
from service.metrics.exposition import exposition
from service.models import ProgramSign
from tests.secret_keys import KEY
from tests.service.conftest import (
    FakeClock,
    app,
    clock,
    migrated_postgres,
    migrated_sqlite,
    postgres_settings,
    settings,
    sqlite_settings,
)
from tests.service.installations import running
from workers.cli.doctor import doctor
from workers.cli.status import examine
from workers.jobs import heartbeat

__all__ = ["app", "clock", "migrated_postgres", "migrated_sqlite", "postgres_settings", "settings", "sqlite_settings"]

OURS = name_of(KEY)
SILENCE = "`inbound` on mx1 has left no sign of life since 2026-05-04 12:00:00 UTC."


def sign(clock: FakeClock, program: str = "inbound", **more: object) -> None:
    """Leave a sign of life as a program on another machine does."""
    about = {"seen_at": clock(), "version": version("sundial"), "key_name": OURS} | more
    with transaction() as current:
        current.merge(ProgramSign(program=program, machine="mx1", **about))


def complaints(clock: FakeClock) -> list[str]:
    heartbeat.run()
    return examine(clock()).complaints


def test_a_program_is_missed_after_a_minute(app: Flask, clock: FakeClock) -> None:
    sign(clock)
    clock.advance(seconds=60)
    assert complaints(clock) == []
    clock.advance(seconds=1)
    assert complaints(clock) == [f"{SILENCE} Read its log there, and start it again."]
    assert 'sundial_program_seen_seconds{machine="mx1",program="inbound"} 61.0' in exposition(clock()).decode()


def test_a_program_that_was_stopped_is_not_missed(app: Flask, clock: FakeClock) -> None:
    sign(clock, stopped_at=clock())
    clock.advance(hours=3)
    assert complaints(clock) == []
    assert "sundial_program_seen_seconds{" not in exposition(clock()).decode()


def test_a_program_with_another_key_is_named(app: Flask, clock: FakeClock) -> None:
    sign(clock, "web", key_name="abcd")
    sign(clock)
    [complaint] = complaints(clock)
    assert complaint.startswith(f"`web` on mx1 has another SECRET_KEY (abcd) than this command ({OURS})")
    assert "sundial_secret_keys 2.0" in exposition(clock()).decode()


def test_a_program_of_another_version_is_named(app: Flask, clock: FakeClock) -> None:
    sign(clock, "web", version="0.0.9")
    [complaint] = complaints(clock)
    assert complaint.startswith(f"`web` on mx1 has version 0.0.9, this command has {version('sundial')}.")


def test_tables_of_another_version_are_told_with_the_metrics(app: Flask, clock: FakeClock) -> None:
    assert "sundial_tables_ready 1.0" in exposition(clock()).decode()
    with transaction() as current:
        current.execute(text("DELETE FROM alembic_version"))
    assert "sundial_tables_ready 0.0" in exposition(clock()).decode()


def test_the_doctor_says_what_the_status_complains_of(sqlite_settings: Config) -> None:
    clock = FakeClock()
    with running(sqlite_settings, clock):
        sign(clock)
    env = {"SUNDIAL_HOME": str(sqlite_settings.home), "SECRET_KEY": KEY}

    said = CliRunner(env=env).invoke(doctor)

    assert said.exit_code == 1
    assert "to fix       status: No sweep is running" in said.output
    assert f"to fix       status: {SILENCE}" in said.output
