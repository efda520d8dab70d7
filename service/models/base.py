"""What all tables share: the typed base, times in UTC, and rows that workers claim."""

from __future__ import annotations

from datetime import UTC, datetime
from enum import StrEnum
from typing import Any, ClassVar

from sqlalchemy import JSON, DateTime, Dialect, MetaData, String, TypeDecorator
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

_JSON = JSON(none_as_null=True).with_variant(JSONB(none_as_null=True), "postgresql")

NAMES = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s",
    "pk": "pk_%(table_name)s",
}


class UtcDateTime(TypeDecorator[datetime]):
    """An aware time in UTC, also on SQLite, which knows no time zones."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """To the database, always in UTC."""
        return value.astimezone(UTC) if value else None

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """From the database, always aware."""
        return value.replace(tzinfo=value.tzinfo or UTC).astimezone(UTC) if value else None


class Model(DeclarativeBase):
    """The base of all tables."""

    metadata = MetaData(naming_convention=NAMES)
    type_annotation_map: ClassVar[dict[Any, Any]] = {
        datetime: UtcDateTime,
        dict[str, Any]: _JSON,
        list[str]: _JSON,
        list[int]: _JSON,
        StrEnum: String(20),
    }


class WorkState(StrEnum):
    """Where a row stands that a worker has to see to."""

    QUEUED = "queued"
    GATHERED = "gathered"
    """It goes with others: what they were gathered in is to be seen to."""
    DONE = "done"
    SUPERSEDED = "superseded"
    FAILED = "failed"


class Claimable:
    """A row of work: due at a time, leased to one worker at a time, finished only by the worker that holds the lease.

    `fence` rises with each claim: a worker that has lost its lease finds another number and changes nothing.
    """

    state: Mapped[WorkState] = mapped_column(String(20), default=WorkState.QUEUED)
    due_at: Mapped[datetime]
    leased_until: Mapped[datetime | None]
    fence: Mapped[int] = mapped_column(default=0)
    attempts: Mapped[int] = mapped_column(default=0)
