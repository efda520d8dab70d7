"""Whose record it is: whether its signature is that of a key of the service, and its log the one that was signed.

Nothing is asked for over a network: whoever has the record and the keys that were published can do it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any, cast

from marshmallow import EXCLUDE, Schema, ValidationError, fields
from marshmallow.validate import OneOf

from rules.json_types import Json
from service.beacon.proof import promised
from service.core.record_chain import chained, signed_part
from service.core.record_signatures import ALGORITHM, is_signature
from service.recorded import BadRecord, read
from service.trust import trust
from service.verify import Finding, Verdict, check, judged

KEYS_AT = "/.well-known/sundial-record-keys.json"


class _SignatureMembers(Schema):
    """A signature, and the public key that it is to be known by."""

    algorithm = fields.String(validate=OneOf([ALGORITHM]), required=True)
    key = fields.String(required=True)
    value = fields.String(required=True)


class _ChainedEntry(Schema):
    """Of an entry of the log what chains it."""

    previous = fields.String(required=True)


class _Sealed(Schema):
    """What a signed record has beside what was played."""

    origin = fields.String(required=True)
    log = fields.List(fields.Nested(_ChainedEntry(unknown=EXCLUDE)), required=True)
    head = fields.String(required=True)
    signature = fields.Nested(_SignatureMembers, required=True)


def all_findings(document: Json, published: Collection[str] | None) -> Iterator[Finding]:
    """Every check of a record in turn, as `authenticity`: what builds on something wrong comes after it."""
    yield from authenticity(document, published)
    yield from check(document)
    yield from promised(document)
    yield from trust(document)


def authenticity(document: Json, published: Collection[str] | None) -> Iterator[Finding]:
    """Signature, key and chain of a record, or BadRecord; `published` are the keys of its service, if at hand.

    ValueError for what no canonical JSON can hold.
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
