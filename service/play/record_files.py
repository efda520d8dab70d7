"""Files of records: one record, or one on each line, as lists of games are given out."""

from __future__ import annotations

from collections.abc import Iterator

from rules.json_types import Json
from service.core.long_bodies import MAX_RECORD_BYTES
from service.core.strict_json import BadJson, read_object
from service.play.foreign_records import bad


def records_in(raw: bytes) -> Iterator[tuple[int, bytes]]:
    """The text of each record, and the number of the line on which it begins; lines with nothing on them hold none."""
    if _is_one(raw):
        yield 1, raw
        return
    for number, line in enumerate(raw.splitlines(), 1):
        if line.strip():
            yield number, line


def record_from(raw: bytes) -> dict[str, Json]:
    """What stands there, or Invalid `bad-json`, or `bad-record` if it is longer than any record."""
    if len(raw) > MAX_RECORD_BYTES:
        raise bad("", f"It is longer than {MAX_RECORD_BYTES} bytes.")
    return read_object(raw)


def _is_one(raw: bytes) -> bool:
    """Whether it is one JSON object and no list of lines: the first line of one that is written for people is none."""
    first = next((line for line in raw.splitlines() if line.strip()), b"")
    try:
        read_object(first)
    except BadJson as wrong:
        return wrong.details["reason"] == "not-json" and raw.lstrip()[:1] == b"{"
    return False
