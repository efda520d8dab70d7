"""The migrations lay the tables that the models describe."""

from __future__ import annotations

import subprocess
import sys

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from service.db.engines import db
from service.schema.revisions import MIGRATIONS, known
from tests.migrations import COMMAND, VERSIONS, baseline
from tests.releases.wheel import ROOT


@pytest.mark.usefixtures("app")
def test_the_migrations_lay_the_tables_that_the_models_describe() -> None:
    with db.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, db.metadata) == [], COMMAND


def test_the_baseline_is_what_the_models_say() -> None:
    """Until a migration comes after it: from then on, it stays as it is."""
    revision, text = baseline()
    assert known() == (revision,), f"the models have changed: {COMMAND}"
    assert (VERSIONS / f"{revision}.py").read_text(encoding="utf-8") == text, COMMAND


def test_it_is_the_same_wherever_it_is_made() -> None:
    made = "from tests.migrations import baseline; print(baseline()[0])"
    for seed in ("1", "2"):
        found = subprocess.check_output([sys.executable, "-c", made], cwd=ROOT, env={"PYTHONHASHSEED": seed}, text=True)
        assert found.strip() == known()[0]


def test_their_files_are_in_the_order_in_which_they_are_applied() -> None:
    chain = [script.revision for script in ScriptDirectory(str(MIGRATIONS)).walk_revisions()]
    assert list(known()) == chain[::-1]
