"""Extract all strings of a backup as a thief would: from every value of every table, and from SQLite's files."""

from __future__ import annotations

import base64
import binascii
import json
import quopri
import re
from collections.abc import Iterable, Iterator
from email import message_from_bytes
from email.header import decode_header
from email.message import Message
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from sqlalchemy import inspect, text

from service.db.engines import db

SHORTEST, LONGEST = 6, 500
"""Of what can be a key to anything here: codes have eight digits, cookies a few hundred letters."""
_RUNS = [re.compile(alphabet) for alphabet in (r"[A-Za-z0-9]+", r"[\w-]+", r"[\w.+-]+", r"[\w+/=-]+", r"[^\s\"'<>]+")]
_DIGITS = re.compile(r"(?<!\d)\d{4} \d{4}(?!\d)")
_BASE64 = re.compile(r"(?:[A-Za-z0-9+/_-]{16,}={0,2}\s*)+")
_PRINTED = re.compile(rb"[\t\n\r -~]{6,}")


def values() -> Iterator[tuple[str, Any]]:
    """Yield every value of every column of every table, with its place."""
    with db.engine.connect() as connection:
        for table in inspect(connection).get_table_names():
            for row in connection.execute(text(f'SELECT * FROM "{table}"')).mappings():  # noqa: S608
                yield from ((f"{table}.{column}", value) for column, value in row.items() if value is not None)


def files() -> Iterator[tuple[str, Any]]:
    """Yield the bytes of an SQLite database file and its write-ahead log."""
    if db.engine.dialect.name == "sqlite":
        path = Path(str(db.engine.url.database))
        found = (path.with_name(path.name + end) for end in ("", "-wal"))
        yield from ((f"file {each.suffix}", each.read_bytes()) for each in found if each.exists())


def strings(value: Any) -> set[str]:
    """Return all strings of a value that could be a key, including nested and encoded ones."""
    found: set[str] = set()
    for each in _texts(value):
        found.update(_cut(each))
    return {each for each in found if SHORTEST <= len(each) <= LONGEST}


def _cut(whole: str) -> Iterator[str]:
    yield whole
    yield from (digits.replace(" ", "") for digits in _DIGITS.findall(whole))
    for form in {whole, unquote(whole)}:
        for run in _RUNS:
            yield from run.findall(form)


def _texts(value: Any, depth: int = 3) -> Iterator[str]:
    if isinstance(value, memoryview):
        value = bytes(value)
    if isinstance(value, bytes):
        yield from _of_bytes(value, depth)
    elif isinstance(value, dict):
        yield from _each([*value, *value.values()], depth)
    elif isinstance(value, list):
        yield from _each(value, depth)
    elif isinstance(value, str):
        yield from _of_text(value, depth)
    elif value is not None:
        yield str(value)


def _each(inner: Iterable[Any], depth: int) -> Iterator[str]:
    for each in inner:
        yield from _texts(each, depth)


def _of_bytes(raw: bytes, depth: int) -> Iterator[str]:
    yield raw.hex()
    for form in {raw, quopri.decodestring(raw)}:
        for run in _PRINTED.findall(form):
            yield from _of_text(run.decode("ascii"), depth)
    if depth and b"\nMessage-ID:" in raw:
        yield from _of_mail(message_from_bytes(raw), depth - 1)


def _of_text(told: str, depth: int) -> Iterator[str]:
    yield told
    if depth and told[:1] in ("{", "[", '"'):
        yield from _of_json(told, depth - 1)
    if depth:
        for run in _BASE64.findall(told):
            yield from _of_base64(run, depth - 1)


def _of_json(told: str, depth: int) -> Iterator[str]:
    try:
        yield from _texts(json.loads(told), depth)
    except ValueError:
        return


def _of_base64(run: str, depth: int) -> Iterator[str]:
    letters = "".join(run.split()).rstrip("=").translate(str.maketrans("-_", "+/"))
    try:
        decoded = base64.b64decode(letters + "=" * (-len(letters) % 4))
    except binascii.Error:
        return
    for found in _PRINTED.findall(decoded):
        yield from _of_text(found.decode("ascii"), depth)


def _of_mail(mail: Message, depth: int) -> Iterator[str]:
    for part in mail.walk():
        for name, header in part.items():
            for piece, _ in decode_header(header):
                yield from _texts(piece if isinstance(piece, str) else piece.decode("latin-1"), depth)
            yield name
        if part.get_content_maintype() == "text":
            content = part.get_payload(decode=True)
            yield from _of_bytes(content if isinstance(content, bytes) else b"", depth)
