"""The schema comparison finds incompatible changes, and no others, on each database."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Connection, create_engine, text

from tests.releases.schema import contractions, schema

MAIL = """
    CREATE TABLE mail (
        id integer PRIMARY KEY, person integer NOT NULL REFERENCES person (id), subject varchar(80) NOT NULL,
        state varchar(20) NOT NULL DEFAULT 'queued', note varchar(80), reader integer, {more}
        CHECK (length(subject) > 0)
    )
"""


@pytest.fixture(params=["sqlite", "postgresql"])
def connection(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Connection]:
    """Connect to an empty database of each kind."""
    if request.param == "sqlite":
        url = f"sqlite:///{tmp_path / 'mails.sqlite'}"
    else:
        url = request.getfixturevalue("postgres_url").replace("postgresql", "postgresql+psycopg", 1)
    engine = create_engine(url)
    with engine.connect() as connection:
        connection.execute(text("CREATE TABLE person (id integer PRIMARY KEY)"))
        yield connection
    engine.dispose()


def found(connection: Connection, new: str, more: str = "") -> list[str]:
    """Return the incompatibilities of this new table with the old one."""
    connection.execute(text(MAIL.format(more="")))
    old = schema(connection)
    connection.execute(text("DROP TABLE mail"))
    connection.execute(text(new))
    if more:
        connection.execute(text(more))
    return contractions(old, schema(connection))


@pytest.mark.parametrize(
    "more",
    [
        "",
        "read_at timestamp,",
        "tries integer NOT NULL DEFAULT 0,",
        "owner integer REFERENCES person (id),",
        "token varchar(20) UNIQUE,",
        "tries integer DEFAULT 0, CHECK (tries >= 0),",
    ],
)
def test_columns_that_may_stay_empty_or_fill_themselves_trouble_nobody(connection: Connection, more: str) -> None:
    assert found(connection, MAIL.format(more=more)) == []


def test_new_tables_and_plain_indexes_trouble_nobody(connection: Connection) -> None:
    index = "CREATE INDEX ix_mail_state ON mail (state)"
    assert found(connection, MAIL.format(more=""), index) == []


def test_longer_words_trouble_nobody(connection: Connection) -> None:
    assert found(connection, MAIL.format(more="").replace("varchar(80)", "varchar(120)")) == []


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ("note varchar(80),", "", "mail.note is gone"),
        ("note varchar", "remark varchar", "mail.note is gone"),
        ("note varchar(80)", "note varchar(80) NOT NULL", "mail.note must be filled now"),
        ("note varchar(80)", "note varchar(40)", "mail.note was VARCHAR(80) and is VARCHAR(40)"),
        ("note varchar(80)", "note integer", "mail.note was VARCHAR(80) and is INTEGER"),
        (" DEFAULT 'queued'", "", "mail.state does not fill itself any more"),
        ("note varchar(80)", "note varchar(80), tries integer NOT NULL", "mail.tries is new and must be filled"),
        ("CHECK", "UNIQUE (person, subject), CHECK", "mail must differ in person, subject now"),
        ("reader integer", "reader integer REFERENCES person (id)", "mail is bound by reader of person now"),
    ],
)
def test_what_it_could_not_live_with_is_named(connection: Connection, old: str, new: str, line: str) -> None:
    table = MAIL.format(more="")
    assert old in table

    assert line in found(connection, table.replace(old, new))


def test_a_check_that_is_new_is_named(connection: Connection) -> None:
    [line] = found(connection, MAIL.format(more="").replace("CHECK", "CHECK (length(state) > 1), CHECK", 1))

    assert line.startswith("mail is bound by")


def test_a_table_that_is_gone_is_named(connection: Connection) -> None:
    connection.execute(text("CREATE TABLE letter (id integer PRIMARY KEY)"))

    assert found(connection, MAIL.format(more=""), "DROP TABLE letter") == ["letter is gone"]
