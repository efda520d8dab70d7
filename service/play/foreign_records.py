"""Game records from elsewhere or from here: verify them, and report the first thing that is wrong.

The checks are those of `sundial verify`. The form is checked first, so that a record has no other members.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import pairwise
from urllib.parse import SplitResult, urlsplit

import rfc8785
from marshmallow import ValidationError

import rules
from rules.json_types import Json
from rules.prose import N_, Sentence
from service.config.settings import settings
from service.language.errors import Invalid, NotFound
from service.models import GameStatus, Signature
from service.play.record_forms import FormedRecord, RecordForm
from service.play.record_keys import published_keys
from service.verification.authenticity import all_findings
from service.verification.record_chain import chained
from service.verification.recorded import BadRecord
from service.verification.verify import Finding, Verdict

ABOUT = {
    "signature": N_("Its signature doesn't match its content."),
    "key": N_("It wasn't signed by the service it names."),
    "chain": N_("Its log isn't the one that was signed."),
    "commitment": N_("Its seed doesn't match its fingerprint."),
    "seating": N_("Its order of play doesn't follow from the seed."),
    "rules": N_("It was played with another version of the rules."),
    "layout": N_("Its layout isn't possible in this game."),
    "log": N_("Its log doesn't follow from the rules and the seed."),
    "stand-ins": N_("It lists moves of the computer that nobody made."),
    "scores": N_("Its scores don't match the moves."),
    "result": N_("Its result doesn't match the moves."),
    "match": N_("It isn't the game that was fixed for its match."),
    "beacon": N_("Its data about a public beacon is wrong."),
    "words": N_("Its words for the dice aren't in order of time."),
    "place": N_("The server's part of the dice doesn't follow from the seed."),
}
"""Messages by the names that `sundial verify` has for what is wrong with a record."""
AT_ENTRY = {
    "chain": N_("Entry {entry} of its log isn't the one that was signed."),
    "log": N_("Entry {entry} of its log doesn't follow from the rules and the seed."),
}
"""Messages for faults at a known entry of the log."""
AT_MEMBER = N_("The error is at {pointer}.")


@dataclass(frozen=True)
class Examined:
    """A verified record: its members, as JSON and as loaded, and the results of the verification."""

    document: dict[str, Json]
    members: FormedRecord
    head: str
    signature: Signature
    verified: tuple[str, ...]

    @property
    def text(self) -> str:
        """The record as canonical JSON (RFC 8785)."""
        return rfc8785.dumps(self.document).decode()


def examined(document: dict[str, Json], keys: Collection[str] | None = None) -> Examined:
    """Verify a record completely; `keys` are the signing keys it may have, if known.

    Raise Invalid `bad-record` (`pointer` says where, `reason` why), `unfinished-record`, and `unverified-record` with
    the finding of `sundial verify` (`about`, `reason`, and `entry` of the log); NotFound `no-such-ruleset`.
    """
    members = _formed(document)
    if members["ruleset"] not in rules.games() or members["ruleset"] in settings().disabled_games:
        raise NotFound("no-such-ruleset", ruleset=members["ruleset"])
    ours = set(published_keys())
    is_ours = _is_at(members["origin"], settings().public_url)
    try:
        verified = tuple(_right(all_findings(document, ours if is_ours else keys)))
        head = chained(document)[1]
    except (BadRecord, ValueError) as error:
        raise bad("", str(error)) from None
    is_known = members["signature"]["key"] in ours | set(keys or ())
    return Examined(document, members, head, Signature.KNOWN if is_known else Signature.UNKNOWN, verified)


def bad(pointer: str, reason: str) -> Invalid:
    """Build the refusal of a malformed record."""
    refused = Invalid("bad-record", pointer=pointer, reason=reason)
    refused.sentence = Sentence(AT_MEMBER, {"pointer": pointer}) if pointer else None
    return refused


def _formed(document: dict[str, Json]) -> FormedRecord:
    """Load the members in the form of a record, or raise Invalid `bad-record`."""
    try:
        members: FormedRecord = RecordForm().load(document)
    except ValidationError as error:
        raise bad(*_first(error.messages)) from None
    if members["status"] != GameStatus.FINISHED:
        raise Invalid("unfinished-record", status=members["status"])
    for member in [name for name in ("setup", "seed") if members.get(name) is None]:
        raise bad(f"/{member}", "A record of a game that is over does not have it so.")
    versions = [0, *(entry["version"] for entry in members["log"])]
    for number, (before, version) in enumerate(pairwise(versions)):
        if version < before:
            raise bad(f"/log/{number}/version", "Versions rise.")
    return members


def _first(complaints: object, pointer: str = "") -> tuple[str, str]:
    """Return the JSON pointer and the text of the first validation error."""
    while isinstance(complaints, dict):
        where, complaints = next(iter(complaints.items()))
        pointer = pointer if where == "_schema" else f"{pointer}/{_written(where)}"
    return pointer, complaints[0] if isinstance(complaints, list) else str(complaints)


def _written(where: str | int) -> str:
    """Escape a step of a JSON pointer (RFC 6901), cut to 80 characters as record members can have any length."""
    return str(where)[:80].replace("~", "~0").replace("/", "~1")


def _right(findings: Iterator[Finding]) -> Iterator[str]:
    """Yield what was verified; Invalid `unverified-record` at the first fault."""
    for finding in findings:
        if finding.verdict == Verdict.WRONG:
            raise _unverified(finding)
        if finding.verdict == Verdict.RIGHT:
            yield finding.about


def _unverified(finding: Finding) -> Invalid:
    refused = Invalid("unverified-record", about=finding.about, reason=finding.text[:500], entry=finding.entry)
    if finding.entry is None:
        refused.sentence = Sentence(ABOUT[finding.about.partition(" ")[0]])
    else:
        refused.sentence = Sentence(AT_ENTRY[finding.about], {"entry": finding.entry})
    return refused


def _is_at(origin: str, public_url: str) -> bool:
    """Return whether two addresses have the same host, and no different ports that both of them name."""
    there, here = urlsplit(origin), urlsplit(public_url)
    return _host(there) == _host(here) and (there.port is None or here.port is None or there.port == here.port)


def _host(address: SplitResult) -> str:
    return (address.hostname or "").rstrip(".")
