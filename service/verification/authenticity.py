"""Authenticity of a record: verify its signature by the service's key, and its log's hash chain.

It needs no network: the record and the published keys are enough.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any, cast

from marshmallow import EXCLUDE, Schema, ValidationError, fields
from marshmallow.validate import OneOf

from rules.json_types import Json
from service.verification.beacon_proof import promised
from service.verification.record_chain import chained, signed_part
from service.verification.record_signatures import ALGORITHM, is_signature
from service.verification.recorded import BadRecord, read
from service.verification.trust import trust
from service.verification.verify import Finding, Verdict, check, judged

KEYS_AT = "/.well-known/sundial-record-keys.json"


class _SignatureMembers(Schema):
    """A signature and its public key."""

    algorithm = fields.String(validate=OneOf([ALGORITHM]), required=True)
    key = fields.String(required=True)
    value = fields.String(required=True)


class _ChainedEntry(Schema):
    """The chaining member of a log entry."""

    previous = fields.String(required=True)


class _Sealed(Schema):
    """The members that a signed record adds to the game."""

    origin = fields.String(required=True)
    log = fields.List(fields.Nested(_ChainedEntry(unknown=EXCLUDE)), required=True)
    head = fields.String(required=True)
    signature = fields.Nested(_SignatureMembers, required=True)


def all_findings(document: Json, published: Collection[str] | None) -> Iterator[Finding]:
    """Run every check of a record in order, as `authenticity`; each builds on those before."""
    yield from authenticity(document, published)
    yield from check(document)
    yield from promised(document)
    yield from trust(document)


def authenticity(document: Json, published: Collection[str] | None) -> Iterator[Finding]:
    """Check signature, key and chain of a record, or raise BadRecord; `published` are the service's keys, if known.

    ValueError for values that canonical JSON cannot hold.
    """
    read(document)
    record = cast("Mapping[str, Any]", document)
    try:
        _Sealed(unknown=EXCLUDE).load(record)
        message, (entries, head) = signed_part(record), chained(record)
    except ValidationError as error:
        raise BadRecord(str(error)) from None
    signature = record["signature"]
    is_signed = is_signature(signature["value"], message, signature["key"])
    yield judged("signature", is_signed, f"by the key {signature['key']}")
    yield _key(record, published)
    yield _chain(record, entries, head)


def _key(record: Mapping[str, Any], published: Collection[str] | None) -> Finding:
    if published is None:
        text = f"whether it is one of {record['origin']} is told by --keys, a file from {record['origin']}{KEYS_AT}"
        return Finding("key", Verdict.LATER, text)
    is_known = record["signature"]["key"] in published
    return judged("key", is_known, "one of the keys that were published")


def _chain(record: Mapping[str, Any], entries: list[dict[str, Json]], head: str) -> Finding:
    for number, (entry, expected) in enumerate(zip(record["log"], entries, strict=True)):
        if entry["previous"] != expected["previous"]:
            text = f"entry {number} names {entry['previous']}, not what is before it"
            return Finding("chain", Verdict.WRONG, text, number)
    return judged("chain", record["head"] == head, f"{len(entries)} entries lead to {head}")
