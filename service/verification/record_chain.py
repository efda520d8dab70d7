"""The hash chain of a game record: each log entry names the one before, and the head names the last.

A name is the SHA-256, in hexadecimal, of canonical JSON (RFC 8785). The first entry names the beginning of the game,
which never changes. So a player with the head of a current game can detect a rewritten log later.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

import rfc8785

from rules.json_types import Json

FORMAT = "sundial-record-1"
BEGINNING = ("id", "ruleset", "rules_version", "setup", "given_layout", "shuffle_seats", "commitment", "beacon")
"""Members that do not change during a game."""
OF_PLACE = ("place", "seat", "contribution", "contributed", "contributed_at", "contribution_number")
"""Members of a place that do not change during a game."""
OF_MATCH = ("id", "round")
"""Members of `match` that do not change during a game."""
UNSIGNED = ("log", "signature")
"""Members that the signature does not cover: the head covers the log."""
UNSIGNED_OF_PLACE = ("account", "first_account")
"""Names of accounts are not part of play: they may change, and are removed when their owners leave."""
Record: TypeAlias = Mapping[str, Any]


def chained(record: Record) -> tuple[list[dict[str, Json]], str]:
    """Chain the log: return its entries, each with `previous`, and the head; ValueError if a value is not JSON."""
    name = name_of(_beginning(record))
    entries = []
    for entry in record["log"]:
        entries.append({**entry, "previous": name})
        name = name_of(entries[-1])
    return entries, name


def signed_part(record: Record) -> bytes:
    """Return the bytes that the signature of a record covers; ValueError if a value is not JSON."""
    places = [{name: place[name] for name in place if name not in UNSIGNED_OF_PLACE} for place in record["places"]]
    return rfc8785.dumps({**{name: record[name] for name in record if name not in UNSIGNED}, "places": places})


def name_of(value: Json) -> str:
    """Hash a value as canonical JSON: SHA-256 in hexadecimal."""
    return hashlib.sha256(rfc8785.dumps(value)).hexdigest()


def _beginning(record: Record) -> dict[str, Json]:
    match = record["match"] and _some(record["match"], OF_MATCH)
    places = [_some(place, OF_PLACE) for place in record["places"]]
    return {**_some(record, BEGINNING), "match": match, "places": places}


def _some(members: Record, names: Iterable[str]) -> dict[str, Json]:
    return {name: members[name] for name in names}
