"""What opens doors is encrypted and emptied."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import sqlalchemy as sa
from alembic import context, op
from sqlalchemy.dialects import postgresql

from service.core.encryption import decrypted_with, encrypted_with
from service.core.key_ring import KeyRing
from service.core.keys import RowKey, RowPurpose, SeatLink, read_row_key, read_seat_link
from service.post.boxes import ASKED, key_named, name_of_key

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None

JSON = sa.JSON(none_as_null=True).with_variant(postgresql.JSONB(none_as_null=True), "postgresql")
BATCH = 100
NAMED = ("play", "postmaster", "abuse", "bounces")
Row = sa.RowMapping
Change = dict[str, Any]
envelope = sa.table(
    "envelope",
    *map(sa.column, ("id", "state", "sender", "message_id")),
    sa.column("raw", sa.LargeBinary),
    sa.column("encrypted", sa.LargeBinary),
)
notice = sa.table(
    "notice",
    *map(sa.column, ("id", "state", "message_id", "nonce", "envelope_id")),
    sa.column("data", JSON),
    sa.column("encrypted", sa.LargeBinary),
)
mail = sa.table(
    "inbound_mail",
    *map(sa.column, ("id", "state", "outcome", "recipient")),
    sa.column("raw", sa.LargeBinary),
    sa.column("encrypted", sa.LargeBinary),
)
answer = sa.table("answer", *map(sa.column, ("scope", "key", "body")), sa.column("encrypted", sa.LargeBinary))
TABLES = ("envelope", "notice", "inbound_mail", "answer")


def upgrade() -> None:
    """Mails are emptied that nobody has to send or to read any more; the others, and all answers, are encrypted."""
    _forget_what_is_overwritten()
    for name in TABLES:
        op.add_column(name, sa.Column("encrypted", sa.LargeBinary(), nullable=False, server_default=_nothing()))
    _each(envelope, lambda row: {"encrypted": _encrypted(row["raw"])}, envelope.c.state == "queued")
    _each(notice, _encrypted_notice, notice.c.state.in_(["queued", "gathered"]))
    _each(mail, _named_mail)
    _each(answer, lambda row: {"encrypted": _encrypted(row["body"].encode())})
    for name, column in (("envelope", "raw"), ("envelope", "sender"), ("notice", "data")):
        op.drop_column(name, column)
    op.drop_column("inbound_mail", "raw")
    op.drop_column("answer", "body")


def downgrade() -> None:
    """What waits can be read again; what was emptied stays so."""
    for name in ("envelope", "inbound_mail"):
        op.add_column(name, sa.Column("raw", sa.LargeBinary(), nullable=False, server_default=_nothing()))
    op.add_column("envelope", sa.Column("sender", sa.String(254), nullable=False, server_default=""))
    op.add_column("notice", sa.Column("data", JSON, nullable=False, server_default="{}"))
    op.add_column("answer", sa.Column("body", sa.Text(), nullable=False, server_default=""))
    _each(envelope, lambda row: {"raw": _decrypted(row), "sender": _sender(row)}, envelope.c.state == "queued")
    _each(notice, lambda row: {"data": json.loads(_decrypted(row))}, notice.c.encrypted != b"")
    _each(mail, lambda row: {"raw": _decrypted(row), "recipient": _local_part(row["recipient"])})
    _each(answer, lambda row: {"body": _decrypted(row).decode()})
    for name in TABLES:
        op.drop_column(name, "encrypted")


def _each(table: sa.TableClause, change: Callable[[Row], Change], *wanted: sa.ColumnElement[bool]) -> None:
    """Change the rows of a table that are wanted, so many at a time."""
    key = [table.c.scope, table.c.key] if table is answer else [table.c.id]
    for row in _rows(table, key, wanted):
        is_row = [column == row[column.name] for column in key]
        op.get_bind().execute(table.update().where(*is_row).values(**change(row)))


def _rows(table: sa.TableClause, key: list[Any], wanted: tuple[sa.ColumnElement[bool], ...]) -> Iterator[Row]:
    begin: tuple[sa.ColumnElement[bool], ...] = ()
    while True:
        page = sa.select(table).where(*wanted, *begin).order_by(*key).limit(BATCH)
        rows = op.get_bind().execute(page).mappings().all()
        yield from rows
        if len(rows) < BATCH:
            return
        begin = (sa.tuple_(*key) > sa.tuple_(*(rows[-1][column.name] for column in key)),)


def _encrypted_notice(row: Row) -> Change:
    return {"encrypted": _encrypted(json.dumps(row["data"]).encode())} if row["data"] else {"encrypted": b""}


def _named_mail(row: Row) -> Change:
    is_to_be_read = row["state"] in ("queued", "failed") or row["outcome"] in ("held", "kept")
    return {"recipient": _name(row), "encrypted": _encrypted(row["raw"]) if is_to_be_read else b""}


def _name(row: Row) -> str:
    """The name of a box: its address without the proof in it."""
    local_part: str = row["recipient"]
    name = local_part.removesuffix(ASKED)
    if name in NAMED:
        return local_part
    key = read_row_key(name.removeprefix("bounces+"), _ring()) or read_seat_link(name, _ring())
    return name_of_key(key) + local_part[len(name) :] if key else f"unknown {row['id']}"


def _local_part(name: str) -> str:
    key = key_named(name.removesuffix(ASKED))
    return _token(key) + (ASKED if name.endswith(ASKED) else "") if key else name


def _token(key: SeatLink | RowKey) -> str:
    is_bounce = isinstance(key, RowKey) and key.purpose == RowPurpose.BOUNCE
    return f"bounces+{key.token(_ring())}" if is_bounce else key.token(_ring())


def _sender(row: Row) -> str:
    """Where a mail comes back to; our domain stands in its Message-ID."""
    is_told = notice.c.envelope_id == row["id"], notice.c.message_id == row["message_id"]
    number, nonce = op.get_bind().execute(sa.select(notice.c.id, notice.c.nonce).where(*is_told)).one()
    domain = row["message_id"].strip("<>").rpartition("@")[2]
    return f"{_token(RowKey(RowPurpose.BOUNCE, number, nonce or ''))}@{domain}"


def _encrypted(data: bytes) -> bytes:
    return encrypted_with(_ring(), data)


def _decrypted(row: Row) -> bytes:
    return decrypted_with(_ring(), row["encrypted"])


def _ring() -> KeyRing:
    ring: KeyRing | None = context.config.attributes["key_ring"]
    if ring is None:
        raise LookupError("what waits cannot be encrypted without the secret key")
    return ring


def _nothing() -> sa.TextClause:
    return sa.text("x''" if op.get_bind().dialect.name == "sqlite" else "''")


def _forget_what_is_overwritten() -> None:
    if op.get_bind().dialect.name == "sqlite":
        op.execute("PRAGMA secure_delete=ON")
