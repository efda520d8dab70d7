"""Verify a game record: recompute everything that follows from its seed, places and rules.

It needs no database: the record and this program are enough.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import Enum

import rules
from rules import CHANCE, AnyPosition, BadSetup, Seat
from rules.json_types import Json
from service.models import EndedBy, GameStatus
from service.verification.dice import commitment
from service.verification.recorded import Differs, Record, read


class Verdict(Enum):
    """The result of a check. LATER: it needs data that is not known yet, such as the seed of a current game.

    TRUST: no record can prove it, and the text says whom one trusts.
    """

    RIGHT = "right"
    WRONG = "wrong"
    LATER = "later"
    TRUST = "trust"


@dataclass(frozen=True)
class Finding:
    """One result of a check."""

    about: str
    verdict: Verdict
    text: str
    entry: int | None = None
    """The number of the wrong log entry."""


def check(document: Json) -> Iterator[Finding]:
    """Run every check of a record in order, or raise BadRecord; stops where the rest would be meaningless."""
    yield from findings(read(document))


def findings(record: Record) -> Iterator[Finding]:
    """Run every check of a parsed record."""
    members = record.members
    yield _commitment(record)
    yield _seating(record)
    if members["setup"] is None:
        is_empty = not members["log"] and members["scores"] is None and members["winners"] is None
        yield judged("log", is_empty, "empty, because the game has not begun")
        return
    text = f"{record.game.name}, version {record.game.version} of its rules"
    yield judged("rules", members["rules_version"] == record.game.version, text)
    yield _layout(record)
    try:
        position = record.position
    except BadSetup as error:
        yield Finding("log", Verdict.WRONG, f"{error} ({rules.explain(record.game, error)})")
        return
    except Differs as error:
        yield Finding("log", Verdict.WRONG, str(error), error.entry)
        return
    yield Finding("log", Verdict.RIGHT, f"{len(members['log'])} entries follow the rules")
    if members["stand_ins"]:
        yield _stand_ins(record)
    yield _chance(record)
    yield judged("scores", members["scores"] == list(position.scores()), f"{list(position.scores())}")
    yield _result(record, position)


def judged(about: str, is_right: bool, text: str) -> Finding:  # noqa: FBT001  # the result itself
    """Build a finding; `text` is the right outcome."""
    return Finding(about, Verdict.RIGHT if is_right else Verdict.WRONG, text if is_right else f"it should be {text}")


def moment(time: datetime) -> str:
    """Format a time as in findings."""
    return f"{time.astimezone(UTC):%Y-%m-%d %H:%M:%S} UTC"


def _commitment(record: Record) -> Finding:
    if record.dice is None:
        return Finding("commitment", Verdict.LATER, "the seed comes when the game is over")
    computed = commitment(record.dice.seed)
    return judged("commitment", record.members["commitment"] == computed, computed)


def _seating(record: Record) -> Finding:
    """Check the seating: entry i of the shuffled order is the place that takes seat i."""
    places = record.members["places"]
    order = list(range(len(places)))
    if record.members["setup"] is not None and record.members["shuffle_seats"]:
        if record.dice is None:
            return Finding("seating", Verdict.LATER, "it was drawn; the seed comes when the game is over")
        order = record.dice.seating(len(places))
    seats = [order.index(place["place"]) for place in places]
    return judged("seating", [place["seat"] for place in places] == seats, f"places take seats {seats}")


def _layout(record: Record) -> Finding:
    setup, given = record.members["setup"], record.members["given_layout"]
    rng = record.dice.layout_rng() if record.dice else None
    if given is None and rng is None:
        return Finding("layout", Verdict.LATER, "it was drawn; the seed comes when the game is over")
    try:
        expected = record.game.new_setup(len(record.members["places"]), setup.get("options"), rng, given)
    except BadSetup as error:
        return Finding("layout", Verdict.WRONG, str(rules.explain(record.game, error)))
    text = "as the seed draws it" if given is None else "as the table chose it"
    return judged("layout", setup == json.loads(json.dumps(expected)), text)


def _stand_ins(record: Record) -> Finding:
    """Report the moves that the computer played for players. Only the signer knows that players did not move."""
    log, played = record.members["log"], record.members["stand_ins"]
    if any(number not in range(len(log)) or log[number]["seat"] == CHANCE for number in played):
        return Finding("stand-ins", Verdict.WRONG, "they name what nobody has played")
    entries = ", ".join(map(str, played))
    return Finding("stand-ins", Verdict.TRUST, f"the computer, not the player, as the signer says: entries {entries}")


def _chance(record: Record) -> Finding:
    count = sum(entry["seat"] == CHANCE for entry in record.members["log"])
    if record.dice is None and count:
        return Finding("chance", Verdict.LATER, f"{count} outcomes; the seed comes when the game is over")
    return Finding("chance", Verdict.RIGHT, f"{count} outcomes are what the seed gives")


def _result(record: Record, position: AnyPosition) -> Finding:
    """Check the winners and the end: by the last action, or because players left."""
    is_over = position.current_player() is None
    if record.members["status"] == GameStatus.ACTIVE:
        return judged("result", not is_over and record.members["winners"] is None, "open, because the game goes on")
    if record.members["ended_by"] == EndedBy.PLAY:
        winners = list(position.winners())
        is_right = is_over and record.members["status"] == GameStatus.FINISHED and record.members["winners"] == winners
        return judged("result", is_right, f"won by {winners}, played to the end")
    winners = _winners_without_those_who_left(record, position)
    if record.members["ended_by"] == EndedBy.AGREEMENT:
        return _agreed(record, is_over=is_over)
    if record.members["ended_by"] == EndedBy.ADJUDICATION:
        return _adjudicated(record, is_over=is_over)
    left = record.members["ended_by"] in {place["left_by"] for place in record.members["places"]} - {None}
    is_right = not is_over and left and record.members["winners"] == winners
    return judged("result", is_right, f"won by {winners}, ended by {record.members['ended_by']}")


def _agreed(record: Record, *, is_over: bool) -> Finding:
    """Check a draw: all players who stayed share it."""
    staying = sorted(place["seat"] for place in record.members["places"] if place["left_by"] is None)
    is_right = not is_over and record.game.knows_draws and record.members["winners"] == staying
    return judged("result", is_right, f"shared by {staying}, who agreed on a draw")


def _adjudicated(record: Record, *, is_over: bool) -> Finding:
    """Check that the organiser's decision has a reason and names seats; only the signer knows that it was theirs."""
    winners, reason = record.members["winners"], record.members.get("adjudicated")
    is_possible = not is_over and reason and set(winners or ()) <= {place["seat"] for place in record.members["places"]}
    text = f"won by {winners}, as the signer says: the organiser decided, “{reason}”"
    return Finding("result", Verdict.TRUST if is_possible else Verdict.WRONG, text)


def _winners_without_those_who_left(record: Record, position: AnyPosition) -> list[Seat]:
    staying = [place["seat"] for place in record.members["places"] if place["left_by"] is None]
    if record.game.cooperative or not staying:
        return []
    best = max(position.scores()[seat] for seat in staying)
    return sorted(seat for seat in staying if position.scores()[seat] == best)
