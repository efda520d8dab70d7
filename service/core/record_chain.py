"""What fixes the record of a game: each entry of its log names what stands before it, and the head names the last.

A name is the SHA-256, in hexadecimal, of canonical JSON (RFC 8785). The first entry names the beginning of the game,
which is the same in every record of it: whoever has the head of a game under way knows later whether its log was
rewritten.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

import rfc8785

from rules.json_types import Json

FORMAT = "sundial-record-1"
BEGINNING = ("id", "ruleset", "rules_version", "setup", "given_layout", "shuffle_seats", "commitment", "beacon")
"""The members that do not change while a game is played."""
OF_PLACE = ("place", "seat", "contribution", "contributed", "contributed_at", "contribution_number")
"""The members of a place that do not, either."""
OF_MATCH = ("id", "round")
"""The members of `match` among them."""
UNSIGNED = ("log", "signature")
"""The members that a signature does not cover: the log is covered by the head."""
UNSIGNED_OF_PLACE = "account"
"""The name of an account is nothing that was played: it may be changed, and it goes when somebody leaves."""
Record: TypeAlias = Mapping[str, Any]


def chained(record: Record) -> tuple[list[dict[str, Json]], str]:
    """The entries of the log, each with the name of the `previous`, and the head; ValueError for what is no JSON."""
    name = name_of(_beginning(record))
    entries = []
    for entry in record["log"]:
        entries.append({**entry, "previous": name})
        name = name_of(entries[-1])
    return entries, name


def signed_part(record: Record) -> bytes:
    """What the signature of a record is about; ValueError for what is no JSON."""
    places = [{name: place[name] for name in place if name != UNSIGNED_OF_PLACE} for place in record["places"]]
    return rfc8785.dumps({**{name: record[name] for name in record if name not in UNSIGNED}, "places": places})


def name_of(value: Json) -> str:
    """The SHA-256, in hexadecimal, of canonical JSON."""
    return hashlib.sha256(rfc8785.dumps(value)).hexdigest()


def _beginning(record: Record) -> dict[str, Json]:
    match = record["match"] and _some(record["match"], OF_MATCH)
    places = [_some(place, OF_PLACE) for place in record["places"]]
    return {**_some(record, BEGINNING), "match": match, "places": places}


def _some(members: Record, names: Iterable[str]) -> dict[str, Json]:
    return {name: members[name] for name in names}
