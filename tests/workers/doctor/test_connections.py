"""A database close to its connection limit is reported."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import create_engine

from tests.service.conftest import settings_for
from workers.doctor.installation import connections, judged_connections


def test_a_database_with_room_is_well(postgres_url: str) -> None:
    engine = create_engine(settings_for(Path("/nonexistent"), DATABASE_URL=postgres_url).database_url)
    with engine.connect() as connection:
        found = connections(connection, 32)
    engine.dispose()
    assert found.is_well
    assert found.text.endswith(" in use")


@pytest.mark.parametrize(("left", "is_well"), [(34, True), (33, False)])
def test_one_more_process_has_to_have_room(left: int, is_well: bool) -> None:  # noqa: FBT001
    found = judged_connections(100, 100 - left, 34)
    assert found.is_well == is_well
    assert f"{100 - left} of 100 in use" in found.text


def test_sqlite_has_room(tmp_path: Path) -> None:
    engine = create_engine(f"sqlite:///{tmp_path / 'any.sqlite'}")
    with engine.connect() as connection:
        assert connections(connection, 32).is_well
    engine.dispose()
