"""Compare database schemas, and find changes that an older release could not work with.

Old code names the columns that it knows in all statements. So new tables, and new columns with defaults, are
compatible; known ones must stay, with no more constraints.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from sqlalchemy import Connection, inspect
from sqlalchemy.engine.reflection import Inspector


@dataclass(frozen=True)
class Column:
    """The properties of a column."""

    kind: str
    may_be_null: bool
    fills_itself: bool
    """With a default of the database's, or by a sequence."""


@dataclass(frozen=True)
class Table:
    """A table with the constraints of its rows."""

    columns: Mapping[str, Column]
    unique: frozenset[tuple[str, ...]]
    """The columns of each key, constraint and index that lets no two rows be alike."""
    bounds: frozenset[str]
    """Its checks and references, each as it is written."""


Schema = Mapping[str, Table]


def schema(connection: Connection) -> Schema:
    """All tables of a database but Alembic's own."""
    seen = inspect(connection)
    return {name: _table(seen, name) for name in seen.get_table_names() if name != "alembic_version"}


def contractions(old: Schema, new: Schema) -> list[str]:
    """Return in a line each what a release that knows the old schema could not work with in the new one."""
    gone = [f"{name} is gone" for name in sorted(old.keys() - new.keys())]
    return gone + [f"{name}{line}" for name in sorted(old.keys() & new.keys()) for line in _lines(old[name], new[name])]


def _lines(old: Table, new: Table) -> Iterator[str]:
    for name, column in sorted(old.columns.items()):
        if lost := _lost(column, new.columns.get(name)):
            yield f".{name} {lost}"
    added = new.columns.keys() - old.columns.keys()
    for name in sorted(added):
        if not (new.columns[name].may_be_null or new.columns[name].fills_itself):
            yield f".{name} is new and must be filled"
    for columns in sorted(new.unique - old.unique):
        if not added & set(columns):
            yield f" must differ in {', '.join(columns)} now"
    for bound in sorted(new.bounds - old.bounds):
        if not added & set(re.findall(r"\w+", bound)):
            yield f" is bound by {bound} now"


def _lost(old: Column, new: Column | None) -> str:
    """Return what the new column no longer does; empty if it does everything that the old one did."""
    if new is None:
        return "is gone"
    if not _holds(new.kind, old.kind):
        return f"was {old.kind} and is {new.kind}"
    if old.may_be_null and not new.may_be_null:
        return "must be filled now"
    return "does not fill itself any more" if old.fills_itself and not new.fills_itself else ""


def _holds(new: str, old: str) -> bool:
    """Whether a column of the new type takes and gives all that one of the old type does."""
    if {new.partition("(")[0], old.partition("(")[0]} == {"VARCHAR"}:
        return _length(new) >= _length(old)
    return new == old


def _length(kind: str) -> float:
    return float(kind.removeprefix("VARCHAR(").removesuffix(")")) if "(" in kind else float("inf")


def _table(seen: Inspector, name: str) -> Table:
    key = seen.get_pk_constraint(name)["constrained_columns"]
    unique: list[Iterable[str | None]] = [key]
    unique += [index["column_names"] for index in seen.get_indexes(name) if index["unique"]]
    unique += [constraint["column_names"] for constraint in seen.get_unique_constraints(name)]
    named = frozenset(tuple(sorted(column or "an expression" for column in columns)) for columns in unique)
    return Table(_columns(seen, name, key), named, frozenset(_bounds(seen, name)))


def _columns(seen: Inspector, table: str, key: list[str]) -> dict[str, Column]:
    """By name; the one integer that is SQLite's key fills itself, as a sequence does."""
    return {
        column["name"]: Column(
            str(column["type"]),
            column["nullable"],
            column["default"] is not None or key == [column["name"]],
        )
        for column in seen.get_columns(table)
    }


def _bounds(seen: Inspector, table: str) -> Iterator[str]:
    yield from (str(check["sqltext"]) for check in seen.get_check_constraints(table))
    for key in seen.get_foreign_keys(table):
        yield f"{', '.join(key['constrained_columns'])} of {key['referred_table']}"
