"""Base class of all tables, and the UTC time type."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from enum import StrEnum
from functools import cache
from typing import Any, ClassVar, TypeAlias

from sqlalchemy import JSON, DateTime, Dialect, Index, MetaData, String, TypeDecorator, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import DeclarativeBase

from rules import Layout, Setup
from rules.json_types import Json

JSON_COLUMN = JSON(none_as_null=True).with_variant(JSONB(none_as_null=True), "postgresql")

ColumnValue: TypeAlias = "Json | bytes | datetime | Mapping[str, object]"
"""A value that a column can have."""

NAMES = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s",
    "pk": "pk_%(table_name)s",
}


class UtcDateTime(TypeDecorator[datetime]):
    """An aware time in UTC, also on SQLite, which has no time zones."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Convert a time to UTC for the database."""
        return value.astimezone(UTC) if value else None

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Convert a time from the database to an aware one."""
        return value.replace(tzinfo=value.tzinfo or UTC).astimezone(UTC) if value else None

    def bind_processor(self, dialect: Dialect) -> Callable[[Any], Any] | None:
        """Use one function for SQLite instead of SQLAlchemy's two; the text format is SQLAlchemy's."""
        return _as_text if dialect.name == "sqlite" else super().bind_processor(dialect)

    def result_processor(self, dialect: Dialect, coltype: object) -> Callable[[Any], datetime | None] | None:
        """Use one function for each value: PostgreSQL returns aware times, SQLite texts."""
        if dialect.name == "sqlite":
            return _of_text
        return _in_utc if dialect.name == "postgresql" else super().result_processor(dialect, coltype)


def _in_utc(value: datetime | None) -> datetime | None:
    return None if value is None else value.astimezone(UTC)


def _as_text(value: datetime | None) -> str | None:
    return None if value is None else value.astimezone(UTC).replace(tzinfo=None).isoformat(" ", "microseconds")


def _of_text(value: str | None) -> datetime | None:
    return None if value is None else datetime.fromisoformat(value).replace(tzinfo=UTC)


def index_where(which: str, name: str, *columns: str) -> Index:
    """Create a partial index over the rows that satisfy the condition; changes to other rows cost nothing.

    A query uses it only if it states the condition literally, not as a bound value.
    """
    return Index(name, *columns, postgresql_where=text(which), sqlite_where=text(which))


class Model(DeclarativeBase):
    """Base class of all tables."""

    metadata = MetaData(naming_convention=NAMES)
    set_together: ClassVar[frozenset[str]] = frozenset()
    """Columns that are written together when one changes, so that the database caches few statements."""
    type_annotation_map: ClassVar[dict[Any, Any]] = {
        datetime: UtcDateTime,
        dict[str, Any]: JSON_COLUMN,
        dict[str, Json]: JSON_COLUMN,
        dict[str, int]: JSON_COLUMN,
        dict[str, str]: JSON_COLUMN,
        dict[str, list[str]]: JSON_COLUMN,
        Layout: JSON_COLUMN,
        Setup: JSON_COLUMN,
        list[str]: JSON_COLUMN,
        list[int]: JSON_COLUMN,
        StrEnum: String(20),
    }

    def __init__(self, **values: object) -> None:
        """Create a row from columns and relationships, without change events for columns."""
        columns, own = _columns(type(self)), vars(self)
        for name, value in values.items():
            if name in columns:
                own[name] = value
            elif hasattr(type(self), name):
                setattr(self, name, value)
            else:
                raise TypeError(f"{name} is no member of {type(self).__name__}")


@cache
def _columns(model: type[Model]) -> frozenset[str]:
    return frozenset(model.__mapper__.column_attrs.keys())
