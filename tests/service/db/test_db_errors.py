"""Database errors in words that quote no data."""

from __future__ import annotations

from collections.abc import Iterator

import psycopg
import pytest
from sqlalchemy import Engine, create_engine
from sqlalchemy.exc import IntegrityError

from service.db.db_errors import in_words

TWICE = "INSERT INTO account VALUES ('ada@example.net'), ('ada@example.net')"
QUOTED = r"ada@example\.net"
IN_WORDS = 'The database refuses: duplicate key value violates unique constraint "account_pkey"'


@pytest.fixture
def engine(postgres_url: str) -> Iterator[Engine]:
    """Create a database with a unique table of addresses."""
    engine = create_engine(postgres_url.replace("postgresql", "postgresql+psycopg", 1))
    with engine.begin() as connection:
        connection.exec_driver_sql("CREATE TABLE account (email TEXT PRIMARY KEY)")
    yield engine
    engine.dispose()


def test_no_values_are_quoted_of_what_sqlalchemy_tells(engine: Engine) -> None:
    with engine.connect() as connection, pytest.raises(IntegrityError, match=QUOTED) as failure:
        connection.exec_driver_sql(TWICE)
    assert in_words(failure.value) == IN_WORDS


def test_no_values_are_quoted_of_what_the_driver_tells(engine: Engine, postgres_url: str) -> None:
    with (
        psycopg.connect(postgres_url) as connection,
        pytest.raises(psycopg.Error, match=QUOTED) as failure,
    ):
        connection.execute(TWICE)
    assert in_words(failure.value) == IN_WORDS
