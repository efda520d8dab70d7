"""Whom one trusts for the dice of a game: for each place where what it added comes from, as its record says.

What a record cannot show is said as what it is; what can be worked out from the seed is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypedDict, cast

from marshmallow import EXCLUDE, Schema, ValidationError, fields
from marshmallow.validate import OneOf

from rules.json_types import Json
from service.core.dice import made_up
from service.core.record_chain import UNCHAINED_FORMAT, UNMARKED_FORMAT
from service.models import Contributed
from service.recorded import BadRecord, Record, read
from service.verify import Finding, Verdict, judged

UNTRIED = "one trusts that the operator did not try many"
SAID = {
    Contributed.OWN: (
        "{who}'s own word, after the commitment was shown: {who} trusts only that no later player knew the seed"
    ),
    Contributed.EARLY: f"{{who}}'s own word, from before there was a commitment: {UNTRIED} seeds",
    Contributed.SERVER: f"made up by the server for {{who}}, out of the seed: {UNTRIED} seeds",
}
BEFORE_THE_BEACON = "whoever tried seeds could not know the beacon's round"
SAID_WITH_BEACON = {
    Contributed.OWN: (
        "{who}'s own word, after the commitment was shown: {who} trusts only that no later player knew the seed, and "
        "that no word came after the beacon's round, as the signer says"
    ),
    Contributed.EARLY: f"{{who}}'s own word, from before there was a commitment: {BEFORE_THE_BEACON}",
    Contributed.SERVER: f"made up by the server for {{who}}, out of the seed: {BEFORE_THE_BEACON}",
}


class _Origin(Schema):
    """Of a place who sits there, and where what it added comes from."""

    account = fields.String(allow_none=True, required=True)
    ai = fields.Integer(allow_none=True, required=True)
    contributed = fields.String(validate=OneOf(list(Contributed)), allow_none=True, required=True)


class _Seeds(Schema):
    """Which game of which match it is, and what was shown of the seeds of all of them."""

    round = fields.Integer(strict=True, required=True)
    commitments = fields.List(fields.String(), allow_none=True, required=True)


class _Marked(Schema):
    """What a record has since it says where contributions come from."""

    places = fields.List(fields.Nested(_Origin(unknown=EXCLUDE)), required=True)
    match = fields.Nested(_Seeds(unknown=EXCLUDE), allow_none=True, required=True)


class _MarkedSaid(TypedDict):
    places: list[_OriginSaid]
    match: _SeedsSaid | None


class _OriginSaid(TypedDict):
    account: str | None
    ai: int | None
    contributed: str | None


class _SeedsSaid(TypedDict):
    round: int
    commitments: list[str] | None


def trust(document: Json) -> Iterator[Finding]:
    """Whom one trusts for each place of a record, and for the seed of a game of a match; or BadRecord."""
    record = read(document)
    if cast("Mapping[str, Json]", document)["format"] in (UNCHAINED_FORMAT, UNMARKED_FORMAT):
        yield Finding("dice", Verdict.TRUST, f"this format does not say who added what: {UNTRIED}")
        return
    try:
        told: _MarkedSaid = _Marked(unknown=EXCLUDE).load(cast("Mapping[str, Json]", document))
    except ValidationError as error:
        raise BadRecord(str(error)) from None
    if told["match"] is not None:
        yield _in_match(record.members["commitment"], told["match"])
    for place, said in enumerate(told["places"]):
        yield _of_place(record, place, said)


def _in_match(commitment: str, match: _SeedsSaid) -> Finding:
    if match["commitments"] is None:
        text = f"the seeds of the match were not committed to together: for a later game {UNTRIED} seeds"
        return Finding("match", Verdict.TRUST, text)
    is_promised = commitment in match["commitments"][match["round"] - 1 : match["round"]]
    return judged("match", is_promised, f"the commitment to game {match['round']} of those to all games")


def _of_place(record: Record, place: int, said: _OriginSaid) -> Finding:
    about, added, dice = f"place {place}", record.members["places"][place]["contribution"], record.dice
    if added is None:
        return Finding(about, Verdict.TRUST, "nothing was added")
    if said["contributed"] is None:
        return Finding(about, Verdict.TRUST, f"it was not noted who added '{added}': {UNTRIED}")
    if said["contributed"] == Contributed.SERVER and dice and added != made_up(dice.seed, dice.game_id, place):
        return Finding(about, Verdict.WRONG, f"'{added}' is not what the seed gives: the server has chosen it")
    who = said["account"] or ("the computer" if said["ai"] else "the player")
    texts = SAID if record.brought is None else SAID_WITH_BEACON
    return Finding(about, Verdict.TRUST, texts[Contributed(said["contributed"])].format(who=who))
