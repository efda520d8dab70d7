"""The migrations lay the tables that the models describe."""

from __future__ import annotations

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from service.core.db import db
from service.schema.revisions import MIGRATIONS, known


@pytest.mark.usefixtures("app")
def test_the_migrations_lay_the_tables_that_the_models_describe() -> None:
    with db.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, db.metadata) == []


def test_their_files_are_in_the_order_in_which_they_are_applied() -> None:
    chain = [script.revision for script in ScriptDirectory(str(MIGRATIONS)).walk_revisions()]
    assert list(known()) == chain[::-1]
