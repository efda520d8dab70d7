"""The trust that a game's dice require: the origin of each place's contribution, by its record.

Claims that a record cannot prove are named as such; what follows from the seed is computed.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from operator import itemgetter

from rules.json_types import Json
from service.models import Contributed
from service.verification.dice import made_up
from service.verification.recorded import PlaceRecord, Record, read
from service.verification.verify import Finding, Verdict, judged, moment

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


def trust(document: Json) -> Iterator[Finding]:
    """Check the order of contributions to a record's dice, and report whom one trusts; BadRecord."""
    record = read(document)
    match = record.members["match"]
    if match is not None:
        is_promised = record.members["commitment"] in match["commitments"][match["round"] - 1 : match["round"]]
        yield judged("match", is_promised, f"the commitment to game {match['round']} of those to all games")
    yield _order(record)
    for place in record.members["places"]:
        yield _of_place(record, place)
    yield from _last_word(record)


def _order(record: Record) -> Finding:
    """Check that contributions are numbered, timed, and before the log; chosen ones also before the beacon."""
    members, parts = record.members, _in_order(record)
    added = [place for place in members["places"] if place["contribution"] is not None]
    times = [at for _, at, _ in parts]
    is_right = len({number for number, _, _ in parts}) == len(added) == len(times) and times == sorted(times)
    is_right = is_right and all(at <= entry["at"] for at in times for entry in members["log"][:1])
    if members["beacon"] is not None and record.brought is not None:
        closed = members["beacon"]["at"]
        is_right = is_right and all(at < closed for _, at, place in parts if place["contributed"] == Contributed.OWN)
    return judged("words", is_right, f"{len(added)} parts of the dice, numbered in the order of their times, in time")


def _in_order(record: Record) -> list[tuple[int, datetime, PlaceRecord]]:
    """Sort the contributions by number, as far as number and time are known."""
    said = [(place["contribution_number"], place["contributed_at"], place) for place in record.members["places"]]
    parts = [(number, at, place) for number, at, place in said if number is not None and at is not None]
    return sorted(parts, key=itemgetter(0))


def _of_place(record: Record, place: PlaceRecord) -> Finding:
    about, added, origin, dice = f"place {place['place']}", place["contribution"], place["contributed"], record.dice
    if added is None:
        return Finding(about, Verdict.TRUST, "nothing was added")
    if origin is None:
        return Finding(about, Verdict.WRONG, f"the record does not say who added '{added}'")
    if origin == Contributed.SERVER and dice and added != made_up(dice.seed, dice.game_id, place["place"]):
        return Finding(about, Verdict.WRONG, f"'{added}' is not what the seed gives: the server has chosen it")
    texts = SAID if record.brought is None else SAID_WITH_BEACON
    return Finding(about, Verdict.TRUST, texts[Contributed(origin)].format(who=_who(place)))


def _last_word(record: Record) -> Iterator[Finding]:
    """Report the last contribution after the commitment: with the seed, its player chooses the dice."""
    chosen = [(at, _who(place)) for _, at, place in _in_order(record) if place["contributed"] == Contributed.OWN]
    for at, who in chosen[-1:]:
        trusted = "" if record.brought is not None else f": the others trust that {who} was not told the seed"
        yield Finding("last word", Verdict.TRUST, f"{who}'s, of {moment(at)}, as the signer says{trusted}")


def _who(place: PlaceRecord) -> str:
    return place["account"] or ("the computer" if place["ai"] else "the player")
