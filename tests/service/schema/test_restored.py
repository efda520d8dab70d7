"""A backup that the version before has made is restored, and its tables are brought to this version."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import Engine

from service.backups import make, restore
from service.config.environment import Config
from service.db.clock import system_clock
from service.schema.revisions import known
from tests.service.schema.contents import Rows, revision, rows
from tests.service.schema.later import BASELINE


def test_its_tables_are_brought_to_this_version(
    settings: Config, engine: Engine, undisturbed: Rows, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with monkeypatch.context() as before:
        before.setattr("service.backups.databases.known", lambda: (BASELINE,))
        assert make(settings, tmp_path / "night", system_clock).revision == BASELINE

    restore(settings, tmp_path / "night", system_clock(), force=True)

    assert revision(engine) == known()[-1]
    restored = rows(engine)
    assert {name: restored[name] for name in ("account", "api_token", "remark")} == {
        name: undisturbed[name] for name in ("account", "api_token", "remark")
    }
