"""Schemas of tournaments."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from marshmallow import Schema, fields, validates
from marshmallow.validate import Length, OneOf, Range

from service.api.schemas.base import PLAIN, Flag, Number, Sent, Shown, moment, says, text
from service.api.schemas.game import MAX_NAME
from service.competitions.tournaments import (
    MOST_ENTRIES,
    MOST_IDLE_DAYS,
    MOST_ROUNDS,
    PAIR,
    Entrants,
    Seeding,
)
from service.language.texts import LINE, line
from service.models import LONGEST_DECISION, LONGEST_TITLE, EntryState, System, TournamentState
from service.play.timekeeping import MOST_DAYS

MOST_SEATS, MOST_RATING = 4, 9999
_TITLE = says("The title, on one line.", example="Autumn cup", pattern=LINE)
_REASON = says("The reason, for everybody who may see the game or tournament.", example="Bob has not moved for a week.")
_POINTS = says("In the order of `players`, in half points: two for each opponent beaten, one for each equalled.")


def _rating(meaning: str) -> Number:
    told = says(f"{meaning}, or null. A player without a rating counts as 1500.", example=None)
    return Number(load_default=None, allow_none=True, validate=Range(0, MOST_RATING), metadata=told)


def _one_of(kind: type[StrEnum], meaning: str, **settings: Any) -> fields.String:  # noqa: ANN401  # marshmallow's
    return fields.String(validate=OneOf([*kind]), metadata=says(meaning), **settings)


class TournamentTermsSchema(Schema):
    """The terms of a tournament."""

    title = text(LONGEST_TITLE, required=True, metadata=_TITLE)
    ruleset = text(MAX_NAME, required=True, metadata=says("The id of a ruleset.", example="siesta"))
    system = _one_of(
        System,
        "`round-robin`: each player meets each other one; `swiss`: players with equal points meet; `knock-out`: who "
        "loses is out; `tables`: games of three or four, in which all pairs meet as evenly as can be.",
        required=True,
    )
    options = fields.Dict(
        fields.String(),
        fields.String(metadata={"pattern": PLAIN}),
        load_default=dict,
        metadata=says("Options of the ruleset; the others have their default.", example={}),
    )
    seats = Number(
        load_default=PAIR,
        validate=Range(PAIR, MOST_SEATS),
        metadata=says("Seats of each game: two, or for `tables` three or four.", example=2),
    )
    rounds = Number(
        load_default=None,
        allow_none=True,
        validate=Range(1, MOST_ROUNDS),
        metadata=says("The announced rounds, for `swiss` and `tables` alone; null otherwise.", example=5),
    )
    days_per_move = Number(load_default=3, validate=Range(1, MOST_DAYS), metadata=says("Days per move.", example=3))
    rated = Flag(load_default=False, metadata=says("Whether its games are rated."))
    seeding = _one_of(
        Seeding,
        "The order of the pairing numbers: by rating, in the order of entering, or at random.",
        load_default=Seeding.RATING.value,
    )
    least_entries = Number(
        load_default=PAIR,
        validate=Range(PAIR, MOST_ENTRIES),
        metadata=says("With fewer entries at the start, it is cancelled.", example=2),
    )
    most_entries = Number(
        load_default=32,
        validate=Range(PAIR, MOST_ENTRIES),
        metadata=says("Most entries; without `starts_at` it starts as soon as so many have entered.", example=16),
    )
    late_entries = Flag(
        load_default=False, metadata=says("Whether players may enter after the start; not in a knock-out.")
    )
    rating_from = _rating("The least rating to enter")
    rating_to = _rating("The highest rating to enter")
    entrants = _one_of(Entrants, "Who may enter.", load_default=Entrants.ANYBODY.value)
    idle_days = Number(
        load_default=7,
        validate=Range(1, MOST_IDLE_DAYS),
        metadata=says("After so many days without a move, the organiser may decide a game.", example=7),
    )


class TournamentRequestSchema(TournamentTermsSchema, Sent):
    """The terms of a tournament that you organise."""

    starts_at = fields.AwareDateTime(
        format="iso",
        load_default=None,
        allow_none=True,
        metadata=says("The start; null if it starts when full.", example="2026-09-01T18:00:00Z"),
    )


class ReasonSchema(Sent):
    """Why the organiser decides so."""

    reason = text(LONGEST_DECISION, required=True, metadata=_REASON | {"pattern": LINE})

    @validates("reason")
    def check_line(self, reason: str, **_: object) -> None:
        """Refuse what is not on one line, whatever else is wrong: Invalid `bad-text`."""
        line("reason", reason)


class TournamentChangeSchema(ReasonSchema):
    """A change by the organiser."""

    title = text(LONGEST_TITLE, metadata=_TITLE)
    state = fields.String(
        validate=OneOf([TournamentState.RUNNING, TournamentState.PAUSED, TournamentState.CANCELLED]),
        metadata=says("`paused`: no further game begins; `running`: go on; `cancelled`: end it.", example="paused"),
    )


class AdjudicationSchema(ReasonSchema):
    """An organiser's decision about an abandoned game."""

    half_points = fields.List(
        Number(required=True, validate=Range(0, 2 * MOST_SEATS)),
        required=True,
        validate=Length(1, MOST_SEATS),
        metadata=says(
            "By seat: two for each opponent beaten, one for each equalled. The seats with the most win; nobody does "
            "if all have 0.",
            example=[2, 0],
        ),
    )


class TournamentsQuerySchema(Sent):
    """The filter of a list of tournaments."""

    state = fields.Enum(TournamentState, by_value=fields.String, metadata=says("Only tournaments in this state."))


class TournamentSchema(TournamentTermsSchema, Shown):
    """A tournament and its terms."""

    id = fields.String(metadata={"example": "k3xw7mq2hd5t"})
    number = Number(metadata=says("Its number for people: `enter 12` by email.", example=12))
    organiser = fields.String(metadata=says("The organiser's name.", example="olga"))
    starts_at = moment(allow_none=True, metadata=says("The announced start; null if it starts when full."))
    state = fields.String(
        validate=OneOf([*TournamentState]),
        metadata=says("`open` for entries, `running`, `paused`, `finished` or `cancelled`.", example="running"),
    )
    round = Number(metadata=says("The latest round that was drawn; 0 before the first.", example=2))
    note = fields.String(
        allow_none=True,
        metadata=says(
            "What the table must say: `rematch-allowed` or `rounds-capped` where no other pairing was left, "
            "`pairing-failed` where the organiser has to act, `too-few-entries` or `cancelled`; null for nothing.",
            example=None,
        ),
    )
    created_at = moment()
    started_at = moment(allow_none=True)
    finished_at = moment(allow_none=True, metadata=says("When its last game was over; null before."))
    final_at = moment(
        allow_none=True,
        metadata=says("When its table became final: 48 hours after the last result, or by the organiser; null before."),
    )


class TournamentEntrySchema(Shown):
    """A player's entry."""

    player = fields.String(metadata={"example": "ann"})
    number = Number(allow_none=True, metadata=says("The pairing number; null before the start.", example=1))
    state = fields.String(
        validate=OneOf([*EntryState]),
        metadata=says("Players who have `withdrawn` or `vanished` may enter again; those `removed` may not."),
    )
    first_round = Number(metadata=says("The first round in which the player can be paired.", example=1))
    entered_at = moment()
    is_asked = fields.Boolean(metadata=says("Whether the player has to enter once more before the start."))


class StandingSchema(Shown):
    """A row of the table."""

    place = Number(metadata=says("Equal results share a place.", example=1))
    player = fields.String(metadata={"example": "ann"})
    number = Number(metadata=says("The pairing number.", example=1))
    half_points = Number(metadata=says("Two for each opponent beaten, one for each equalled.", example=6))
    tie_breaks = fields.Dict(
        fields.String(), Number(), metadata=says("By the names of the system.", example={"sonneborn-berger": 12})
    )
    has_left = fields.Boolean()


class TournamentPairingSchema(Shown):
    """Players who meet, or a player with a bye."""

    round = Number(metadata={"example": 1})
    board = Number(metadata=says("From 1 in each round.", example=1))
    players = fields.List(fields.String(), metadata=says("In the order of seats; one has a bye.", example=["ann"]))
    game = fields.String(allow_none=True, metadata=says("The id of the game; null if there is none.", example=None))
    half_points = fields.List(Number(), allow_none=True, metadata={**_POINTS, "example": [2, 0]})
    unplayed = fields.Boolean(metadata=says("Whether the points were won without play."))
    decided_by = fields.String(
        allow_none=True, metadata=says("The organiser's reason, if they decided the result.", example=None)
    )


class TournamentLogSchema(Shown):
    """An action of the organiser."""

    at = moment()
    what = fields.String(metadata={"example": "removed"})
    player = fields.String(allow_none=True, metadata=says("The player concerned, or null.", example="bob"))
    data = fields.Dict(metadata=says("More, by `what`: the round and board of a decision, for example.", example={}))
    reason = fields.String(metadata=_REASON)


class TournamentWholeSchema(TournamentSchema):
    """A tournament with its entries, table and pairings."""

    entries = fields.List(fields.Nested(TournamentEntrySchema), metadata=says("In the order of entering."))
    table = fields.List(fields.Nested(StandingSchema), metadata=says("The best first; empty before the start."))
    pairings = fields.List(fields.Nested(TournamentPairingSchema), metadata=says("By round and board."))
    log = fields.List(fields.Nested(TournamentLogSchema), metadata=says("What the organiser did."))


class TournamentsSchema(Shown):
    """Tournaments, the newest first; 100 at most."""

    tournaments = fields.List(fields.Nested(TournamentSchema))
