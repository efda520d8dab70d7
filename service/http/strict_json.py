"""Strict JSON parsing: refuse input that parsers read in different ways (RFC 8259, sections 4, 6 and 8)."""

from __future__ import annotations

import json
import math
from typing import NoReturn

from rules.json_types import Json
from service.language.errors import Invalid

MAX_DEPTH = 20
INT64 = range(-(2**63), 2**63)
"""The range that databases and most clients support."""
MAX_DIGITS = 20


class BadJson(Invalid):
    """The body is not JSON that we accept; `reason` says why."""

    def __init__(self, reason: str) -> None:
        super().__init__("bad-json", reason=reason)


def read_object(raw: bytes) -> dict[str, Json]:
    """Parse a JSON object from bytes, or raise BadJson."""
    try:
        value = json.loads(
            raw.decode(),
            object_pairs_hook=_without_doubles,
            parse_constant=_no_number,
            parse_float=_finite,
            parse_int=_fitting,
        )
    except UnicodeDecodeError:
        raise BadJson("not-utf-8") from None
    except RecursionError:
        raise BadJson("too-deep") from None
    except json.JSONDecodeError:
        raise BadJson("not-json") from None
    if not isinstance(value, dict):
        raise BadJson("not-an-object")
    _check(value, 1)
    return value


def _without_doubles(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise BadJson("doubled-key")
    return found


def _no_number(_name: str) -> NoReturn:
    raise BadJson("not-a-number")


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise BadJson("number-too-large")
    return number


def _fitting(text: str) -> int:
    if len(text) > MAX_DIGITS or int(text) not in INT64:
        raise BadJson("number-too-large")
    return int(text)


def _check(value: Json, depth: int) -> None:
    """Raise BadJson if a value is nested too deeply or holds text that databases refuse."""
    if depth > MAX_DEPTH:
        raise BadJson("too-deep")
    if isinstance(value, str):
        _check_text(value)
    elif isinstance(value, dict):
        for key, inner in value.items():
            _check_text(key)
            _check(inner, depth + 1)
    elif isinstance(value, list):
        for inner in value:
            _check(inner, depth + 1)


def _check_text(text: str) -> None:
    if "\0" in text or any("\ud800" <= letter <= "\udfff" for letter in text):
        raise BadJson("bad-character")
