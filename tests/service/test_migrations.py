"""The migrations lay the tables that the models describe."""

from __future__ import annotations

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from service.db import db

pytestmark = pytest.mark.usefixtures("app")


def test_the_migrations_lay_the_tables_that_the_models_describe() -> None:
    with db.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, db.metadata) == []
