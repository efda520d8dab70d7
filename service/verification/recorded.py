"""A parsed game record for verification: its members in reliable types, and the position after its log."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any, NotRequired, TypedDict, cast

from marshmallow import EXCLUDE, Schema, ValidationError, fields
from marshmallow.validate import Equal, OneOf

import rules
from rules import CHANCE, AnyPosition, BadNotation, Game, IllegalAction, Seat, UnknownGame
from rules.json_types import Json
from service.models import Contributed
from service.verification.dice import Dice
from service.verification.record_chain import FORMAT


class _Place(Schema):
    """The members of a place that dice and result depend on."""

    place = fields.Integer(strict=True, required=True)
    seat = fields.Integer(strict=True, required=True)
    account = fields.String(allow_none=True, required=True)
    ai = fields.Integer(strict=True, allow_none=True, required=True)
    left_by = fields.String(allow_none=True, required=True)
    contribution = fields.String(allow_none=True, required=True)
    contributed = fields.String(validate=OneOf(list(Contributed)), allow_none=True, required=True)
    contributed_at = fields.AwareDateTime(format="iso", allow_none=True, required=True)
    contribution_number = fields.Integer(strict=True, allow_none=True, required=True)


class _Match(Schema):
    """The game's match and round, and the commitments to all its seeds."""

    id = fields.String(required=True)
    round = fields.Integer(strict=True, required=True)
    commitments = fields.List(fields.String(), required=True)


class _Beacon(Schema):
    """The round of a public beacon that the dice take in."""

    chain = fields.String(required=True)
    public_key = fields.String(required=True)
    period = fields.Integer(strict=True, required=True)
    genesis_time = fields.Integer(strict=True, required=True)
    group_hash = fields.String(required=True)
    beacon_id = fields.String(required=True)
    round = fields.Integer(strict=True, required=True)
    at = fields.AwareDateTime(format="iso", required=True)
    committed_at = fields.AwareDateTime(format="iso", required=True)
    randomness = fields.String(allow_none=True, required=True)
    signature = fields.String(allow_none=True, required=True)
    given_up_at = fields.AwareDateTime(format="iso", allow_none=True, required=True)


class _Entry(Schema):
    """An entry of the log."""

    number = fields.Integer(strict=True, required=True)
    seat = fields.Integer(strict=True, required=True)
    action = fields.String(required=True)
    version = fields.Integer(strict=True, required=True)
    at = fields.AwareDateTime(format="iso", required=True)


class _Members(Schema):
    """The members that checks use; a record may hold more."""

    format = fields.String(validate=Equal(FORMAT), required=True)
    id = fields.String(required=True)
    ruleset = fields.String(required=True)
    rules_version = fields.String(required=True)
    status = fields.String(required=True)
    setup = fields.Raw(allow_none=True, required=True)
    given_layout = fields.Raw(allow_none=True, required=True)
    shuffle_seats = fields.Boolean(required=True)
    places = fields.List(fields.Nested(_Place(unknown=EXCLUDE)), required=True)
    commitment = fields.String(required=True)
    seed = fields.String(allow_none=True, required=True)
    log = fields.List(fields.Nested(_Entry(unknown=EXCLUDE)), required=True)
    stand_ins = fields.List(fields.Integer(strict=True), required=True)
    scores = fields.List(fields.Integer(strict=True), allow_none=True, required=True)
    winners = fields.List(fields.Integer(strict=True), allow_none=True, required=True)
    ended_by = fields.String(allow_none=True, required=True)
    adjudicated = fields.String()
    match = fields.Nested(_Match(unknown=EXCLUDE), allow_none=True, required=True)
    beacon = fields.Nested(_Beacon(unknown=EXCLUDE), allow_none=True, required=True)


class PlaceRecord(TypedDict):
    """A place, parsed by `_Place`."""

    place: int
    seat: Seat
    account: str | None
    ai: int | None
    left_by: str | None
    contribution: str | None
    contributed: str | None
    contributed_at: datetime | None
    contribution_number: int | None


class MatchRecord(TypedDict):
    """The game's match and round, parsed by `_Match`."""

    id: str
    round: int
    commitments: list[str]


class BeaconRecord(TypedDict):
    """The round of a public beacon, parsed by `_Beacon`."""

    chain: str
    public_key: str
    period: int
    genesis_time: int
    group_hash: str
    beacon_id: str
    round: int
    at: datetime
    committed_at: datetime
    randomness: str | None
    signature: str | None
    given_up_at: datetime | None


class EntryRecord(TypedDict):
    """An entry of the log, parsed by `_Entry`."""

    number: int
    seat: Seat
    action: str
    version: int
    at: datetime


class CommonMembers(TypedDict):
    """Members of a record, finished or not; setup and layout are unchecked."""

    id: str
    ruleset: str
    rules_version: str
    status: str
    setup: Any
    given_layout: Any
    shuffle_seats: bool
    places: list[PlaceRecord]
    commitment: str
    log: list[EntryRecord]
    stand_ins: list[int]
    scores: list[int] | None
    winners: list[Seat] | None
    match: MatchRecord | None
    beacon: BeaconRecord | None
    adjudicated: NotRequired[str]


class RecordMembers(CommonMembers):
    """The members that checks use, parsed by `_Members`."""

    seed: str | None
    ended_by: str | None


class BadRecord(ValueError):
    """The document is not a record of a game; the text says what is missing or of the wrong type."""


class Differs(Exception):
    """The log is wrong; `entry` is the number of the first wrong entry."""

    def __init__(self, text: str, entry: int | None = None) -> None:
        super().__init__(text)
        self.entry = entry


@dataclass(frozen=True)
class Record:
    """A record's members in reliable types."""

    members: RecordMembers

    @cached_property
    def game(self) -> Game:
        """The rules; BadRecord."""
        try:
            return rules.game(self.members["ruleset"])
        except UnknownGame:
            raise BadRecord(f"there is no game {self.members['ruleset']!r}") from None

    @cached_property
    def dice(self) -> Dice | None:
        """The dice, once the seed is known; BadRecord."""
        if self.members["seed"] is None:
            return None
        try:
            seed = bytes.fromhex(self.members["seed"])
        except ValueError:
            raise BadRecord("the seed is not hexadecimal") from None
        added = [place["contribution"] or "" for place in self.members["places"]]
        return Dice(seed, self.members["id"], [*added, self.brought] if self.brought is not None else added)

    @property
    def brought(self) -> str | None:
        """The public beacon's contribution to the dice."""
        beacon = self.members["beacon"]
        return beacon["randomness"] if beacon is not None else None

    @cached_property
    def position(self) -> AnyPosition:
        """The position after the log, each entry checked; Differs at the first wrong one."""
        position = self.game.initial_position(self.members["setup"])
        reached = [position]
        for number, entry in enumerate(self.members["log"]):
            first = rules.taken_back(entry["action"])
            if first is not None:
                position = self._taken_back(number, first, reached)
                reached.append(position)
                continue
            if (entry["number"], entry["seat"]) != (number, position.current_player()):
                raise Differs(f"entry {number} is out of turn", number)
            action = self._allowed(position, number, entry["action"])
            if entry["seat"] == CHANCE and self.dice and (drawn := self.dice.outcome(position, number)) != action:
                raise Differs(f"entry {number} is '{action}'; the seed gives '{drawn}'", number)
            position = position.apply(action)
            reached.append(position)
        if position.current_player() == CHANCE:
            raise Differs("it ends before a throw")
        return position

    def _allowed(self, position: AnyPosition, number: int, written: str) -> Hashable:
        """Parse and check an entry's action, or raise Differs."""
        try:
            action: Hashable = self.game.parse_action(written)
            rules.check_action(position, action)
        except (BadNotation, IllegalAction) as error:
            raise Differs(f"entry {number}: {error} ({rules.explain(self.game, error)})", number) from error
        return action

    def _taken_back(self, number: int, first: int, reached: Sequence[AnyPosition]) -> AnyPosition:
        """Return the position that undo entry `number` leads to; that seat must be to act there, with no dice since."""
        log = self.members["log"]
        seat = log[number]["seat"]
        off = [log[each] for each in rules.standing(entry["action"] for entry in log[:number]) if each >= first]
        if log[number]["number"] != number or not off or off[0]["number"] != first:
            raise Differs(f"entry {number} takes back what was not played", number)
        if off[0]["seat"] != seat or reached[first].current_player() != seat:
            raise Differs(f"entry {number} is out of turn", number)
        if any(entry["seat"] == CHANCE for entry in off):
            raise Differs(f"entry {number} takes back dice", number)
        return reached[first]


def read(document: Json) -> Record:
    """Parse a JSON document as a record, or raise BadRecord."""
    try:
        record = Record(_Members(unknown=EXCLUDE).load(cast("Mapping[str, Json]", document)))
    except ValidationError as error:
        raise BadRecord(str(error)) from None
    if [place["place"] for place in record.members["places"]] != list(range(len(record.members["places"]))):
        raise BadRecord("the places are not numbered from 0")
    return record
