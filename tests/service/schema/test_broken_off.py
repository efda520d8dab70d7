"""An upgrade that is broken off anywhere has done whole migrations, and the next one does the others."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, event

from service.schema.revisions import known
from service.schema.upgrading import upgrade
from tests.service.schema.contents import Rows, exactly, revision, rows


class BrokenOffError(Exception):
    """The test wants the upgrade to end here."""


def broken_off(engine: Engine, number: int) -> bool:
    """Whether an upgrade had that many statements and commits by which tables are changed; it ends before that one."""
    left = number

    def count(connection: Connection, *_: Any) -> None:
        nonlocal left
        left -= bool(connection.get_execution_options().get("writes"))
        if left == 0:
            raise BrokenOffError

    names = ("before_cursor_execute", "commit")
    for name in names:
        event.listen(engine, name, count)
    try:
        upgrade(engine)
    except BrokenOffError:
        return True
    finally:
        for name in names:
            event.remove(engine, name, count)
    return False


@pytest.fixture
def read_once(migrations: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All migrations are read once: Alembic does it for each upgrade, which took half the time of some hundred."""
    scripts = ScriptDirectory(str(migrations))
    monkeypatch.setattr(ScriptDirectory, "from_config", lambda _settings: scripts)


@pytest.mark.usefixtures("read_once")
def test_before_every_statement(engine: Engine, undisturbed: Rows) -> None:
    at, before, number = revision(engine), exactly(engine), 1
    seen = [at]
    while broken_off(engine, number):
        if revision(engine) == at:
            assert exactly(engine) == before, f"statement {number} after {at}"
            number += 1
        else:
            at, before, number = revision(engine), exactly(engine), 1
            seen.append(at)
    assert [*seen, revision(engine)] == list(known())
    assert rows(engine) == undisturbed
