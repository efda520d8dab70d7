"""What is particular to PostgreSQL: a backup is laid out in a schema of its own, and then moved."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import text

from service.backups import checked
from service.backups.postgresql import replacing
from service.core.config import Config
from service.core.db import session
from tests.service.backups.commands import back_up

LIMITS = ("statement_timeout", "idle_in_transaction_session_timeout", "lock_timeout")


@pytest.fixture
def night(postgres_settings: Config, tmp_path: Path) -> Path:
    """A backup of empty tables."""
    back_up(postgres_settings, tmp_path / "night")
    return tmp_path / "night"


def shown(*names: str) -> list[str | None]:
    """What the settings of those names are in the transaction under way."""
    return [session().scalar(text(f"SHOW {name}")) for name in names]


def test_every_transaction_sees_the_stage_alone_and_takes_its_time(postgres_settings: Config, night: Path) -> None:
    with replacing(postgres_settings, night, checked(night), "before", force=False):
        for end in (session().commit, session().rollback, session().commit):
            assert shown("search_path", "application_name") == ["sundial_restoring", "sundial restore"]
            assert shown(*LIMITS) == ["0", "0", "0"]
            end()
