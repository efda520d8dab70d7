"""A database close to its connection limit is reported."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from sqlalchemy import Connection, create_engine

from tests.service.conftest import settings_for
from workers.doctor.connections import connections, judged_connections


@contextmanager
def at(url: str) -> Iterator[Connection]:
    """Connect to that database."""
    engine = create_engine(url)
    with engine.connect() as connection:
        yield connection
    engine.dispose()


def test_a_database_with_room_is_well(postgres_url: str) -> None:
    with at(settings_for(Path("/nonexistent"), DATABASE_URL=postgres_url).database_url) as connection:
        found = connections(connection, 32, {})
    assert found.is_well
    assert found.text.endswith(" in use, and one of each program may need 96")


def test_programs_that_want_more_than_there_are_are_told_of(postgres_url: str) -> None:
    with at(settings_for(Path("/nonexistent"), DATABASE_URL=postgres_url).database_url) as connection:
        found = connections(connection, 32, {"WEB_CONCURRENCY": "9", "WORKER_CONCURRENCY": "3"})
    assert not found.is_well
    assert "one of each program may need 343" in found.text


@pytest.mark.parametrize(("taken", "wanted", "is_well"), [(66, 100, True), (67, 100, False), (1, 101, False)])
def test_all_programs_and_one_more_process_have_to_have_room(taken: int, wanted: int, is_well: bool) -> None:  # noqa: FBT001
    found = judged_connections(100, taken, wanted, 34)
    assert found.is_well == is_well
    assert f"{taken} of 100 in use" in found.text


def test_sqlite_has_room(tmp_path: Path) -> None:
    with at(f"sqlite:///{tmp_path / 'any.sqlite'}") as connection:
        assert connections(connection, 32).is_well
