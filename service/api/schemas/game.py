"""Games, their seats and their lists."""

from __future__ import annotations

from marshmallow import ValidationError, fields
from marshmallow.validate import Length, OneOf, Range

from service.api.schemas.base import (
    PLAIN,
    Flag,
    JsonObject,
    Number,
    QueryFlag,
    QueryNumber,
    Sent,
    Shown,
    Texts,
    address,
    moment,
    says,
    text,
)
from service.api.schemas.clock import GRACE, ON_TIMEOUT, STAND_IN, ClockRequestSchema, ClockTermsSchema
from service.api.schemas.imports import DAYS_PER_MOVE, IMPORTED, ImportedSchema
from service.api.schemas.seat import BeaconSchema, SeatSchema
from service.api.schemas.series import SERIES, RoundSchema, SeriesSchema, SeriesWishSchema
from service.core.texts import LINE
from service.models import LONGEST_CONTRIBUTION, EndedBy, GameStatus, OnTimeout, Visibility
from service.play.chance.promises import LONGEST, SHORTEST
from service.play.game_search import MAX_PAGE, SortOrder
from service.play.games import MAX_LEVEL, MIN_LEVEL
from service.play.proposals import MOST_GRACE
from service.play.timekeeping.terms import MOST_DAYS
from service.play.turns import STAND_IN_LEVEL

MAX_SEATS = 8
MAX_CURSOR = 300
MAX_NAME = 40
MAX_KEY = 64

_STATUS = OneOf([status.value for status in GameStatus])
_VISIBILITY = OneOf([visibility.value for visibility in Visibility])
_CONTRIBUTION = says(
    "Your part of the dice's source, if you want to choose it: any text.", example="tuesday rain", pattern=LINE
)
_KEY = says(
    "For an open seat of a private game: the key in its link, `/j/<id of the game>-<key>`.",
    example="k3xw7mq2hd5tn6ybe4rjc2av",
)

_TRUE = {"not": {"enum": [False]}}
"""Said of a flag that can only be set. Of an enumeration of `true`, generators make text."""


def _check_true(value: bool) -> None:  # noqa: FBT001  # marshmallow hands it over like this
    if not value:
        raise ValidationError("Must be true.")


class SeatWishSchema(Sent):
    """Who is to take a seat: exactly one of these, and `contributes` only beside `me`."""

    me = Flag(validate=_check_true, metadata=_TRUE | says("You."))
    contributes = Flag(
        validate=_check_true,
        metadata=_TRUE
        | says(
            "Beside `me`: you add to the dice once you have seen the commitment. The game waits for your "
            "`POST /games/{id}/join`, with `contribution` or without."
        ),
    )
    email = address(metadata=says("Whoever has this address; an account is not needed."))
    account = text(MAX_NAME, metadata=says("The account of that name."))
    ai = Number(validate=Range(MIN_LEVEL, MAX_LEVEL), metadata=says("The computer, at this level."))
    open = Flag(
        validate=_check_true,
        metadata=_TRUE | says("Whoever joins first: anybody in a public game, in a private one whoever has its link."),
    )


class GameRequestSchema(Sent):
    """A game to be set up."""

    ruleset = text(MAX_NAME, required=True, metadata=says("The id of a ruleset.", example="seasons"))
    options = fields.Dict(
        fields.String(),
        fields.String(metadata={"pattern": PLAIN}),
        load_default=dict,
        metadata=says("Options of the ruleset; those left out have their default.", example={"version": "full"}),
    )
    seats = fields.List(
        fields.Nested(SeatWishSchema),
        required=True,
        validate=Length(1, MAX_SEATS),
        metadata=says("One entry for each seat.", example=[{"me": True}, {"email": "bob@example.net"}]),
    )
    shuffle_seats = Flag(load_default=True, metadata=says("Whether the dice draw who sits where."))
    days_per_move = Number(
        load_default=3,
        validate=Range(1, MOST_DAYS),
        metadata=says("Time for each turn; with a bank, what it holds at first."),
    )
    clock = fields.Nested(
        ClockRequestSchema,
        load_default=lambda: ClockRequestSchema().load({}),
        metadata=says("What is agreed on about time beside `days_per_move`."),
    )
    on_timeout = fields.String(
        load_default=OnTimeout.FORFEIT.value, validate=OneOf([each.value for each in OnTimeout]), metadata=ON_TIMEOUT
    )
    stand_in_level = Number(
        load_default=None,
        allow_none=True,
        validate=Range(MIN_LEVEL, MAX_LEVEL),
        metadata=says(f"{STAND_IN}; null for the usual one, {STAND_IN_LEVEL}."),
    )
    grace_minutes = Number(
        load_default=None, allow_none=True, validate=Range(1, MOST_GRACE), metadata=says(GRACE, example=None)
    )
    layout = JsonObject(load_default=None, allow_none=True, metadata=says("A layout of your own; null has one drawn."))
    visibility = fields.String(load_default="private", validate=_VISIBILITY, metadata=says("Who may see the game."))
    contribution = text(LONGEST_CONTRIBUTION, load_default=None, allow_none=True, metadata=_CONTRIBUTION)
    series = fields.Nested(SeriesWishSchema, load_default=None, allow_none=True, metadata=SERIES)
    beacon_minutes = Number(
        load_default=None,
        allow_none=True,
        validate=Range(SHORTEST, LONGEST),
        metadata=says(
            "After how many minutes at least comes the round of a public beacon that the dice take in; the game begins "
            "no sooner. Null for none. Refused by `no-beacon` where the server offers none.",
            example=None,
        ),
    )


class JoinRequestSchema(Sent):
    """How to join."""

    contribution = text(LONGEST_CONTRIBUTION, load_default=None, allow_none=True, metadata=_CONTRIBUTION)
    key = text(MAX_KEY, load_default=None, allow_none=True, metadata=_KEY)


class EmptySchema(Sent):
    """Nothing needs to be said."""


class GameSummarySchema(Shown):
    """A game without its position."""

    id = fields.String(metadata={"example": "m9umjsvkphjr"})
    ruleset = fields.String(metadata={"example": "seasons"})
    rules_version = fields.String(metadata=says("The version of its rules that this game is played by.", example="1"))
    options = Texts(fields.String(), fields.String(), metadata={"example": {"version": "full"}})
    status = fields.String(validate=_STATUS, metadata={"example": "active"})
    version = Number(metadata=says("Rises with each change; a move names the version it answers.", example=1))
    log_length = Number(metadata={"example": 1})
    seats = fields.List(fields.Nested(SeatSchema))
    your_seat = Number(allow_none=True, metadata={"example": 0})
    to_move = Number(allow_none=True, metadata=says("The seat whose turn it is.", example=0))
    deadline = moment(
        allow_none=True, metadata=says("Until when; null for the computer.", example="2026-05-07T12:00:00Z")
    )
    days_per_move = Number(metadata=DAYS_PER_MOVE)
    clock = fields.Nested(ClockTermsSchema, metadata=says("What is agreed on about time beside the days."))
    on_timeout = fields.String(validate=OneOf([each.value for each in OnTimeout]), metadata=ON_TIMEOUT)
    stand_in_level = Number(metadata=says(f"{STAND_IN}.", example=STAND_IN_LEVEL))
    grace_minutes = Number(allow_none=True, metadata=says(GRACE, example=None))
    shuffle_seats = fields.Boolean()
    visibility = fields.String(validate=_VISIBILITY)
    scores = fields.List(Number(), allow_none=True, metadata=says("By seat.", example=[0, 0]))
    winners = fields.List(Number(), allow_none=True, metadata=says("Seats; null until the game is over."))
    ended_by = fields.String(allow_none=True, metadata=says(f"One of {', '.join(EndedBy)}; null until it is over."))
    commitment = fields.String(
        metadata=says(
            "SHA-256 of the seed of all dice, shown before anybody joins.",
            example="5891b5b522d5df086d0ff0b110fbd9d21bb4fc7163af34d08286a2e846f6be03",
        )
    )
    seed = fields.String(allow_none=True, metadata=says("The seed in hexadecimal, once the game is over."))
    beacon = fields.Nested(
        BeaconSchema,
        allow_none=True,
        metadata=says("Null where no public beacon has a part in the dice.", example=None),
    )
    created_at = moment()
    started_at = moment(allow_none=True, metadata={"example": "2026-05-04T12:00:00Z"})
    finished_at = moment(allow_none=True)
    match = fields.Nested(
        RoundSchema, allow_none=True, metadata=says("Null for a game that is played by itself.", example=None)
    )
    series = fields.Nested(
        SeriesSchema, allow_none=True, metadata=says("Null for a game that is of no series.", example=None)
    )
    imported = fields.Nested(ImportedSchema, allow_none=True, metadata=IMPORTED)
    links = Texts(
        fields.String(),
        fields.String(),
        metadata=says("Addresses of the parts of this game.", example={"self": "/api/v1/games/m9umjsvkphjr"}),
    )


LISTED = GameSummarySchema()


class GameSchema(GameSummarySchema):
    """A game with its setup and position, both null before it begins."""

    setup = fields.Raw(allow_none=True, metadata=says("What it began from: ruleset, options, layout."))
    position = fields.Raw(allow_none=True, metadata=says("The position; its members are the ruleset's."))


GAME = GameSchema()


class JoinOfferSchema(Shown):
    """A game that can be joined, as those see it who have not joined yet."""

    game = fields.Nested(GameSummarySchema)
    host = fields.String(metadata=says("Who has set it up.", example="ann"))
    layout = JsonObject(
        allow_none=True,
        metadata=says(
            "The layout that the host has chosen, as in the setup of the ruleset; null if one is drawn.",
            type="object",
            additionalProperties=True,
        ),
    )
    open_seats = Number(metadata=says("How many seats nobody has and nobody is invited to.", example=1))


class JoinLinkSchema(Shown):
    """The link by which the open seats of a private game are taken."""

    url = fields.String(
        allow_none=True,
        metadata=says(
            "The page on which whoever opens it can join; null while nobody can join by a link.",
            example="https://sundial.example.org/j/m9umjsvkphjr-k3xw7mq2hd5tn6ybe4rjc2av",
        ),
    )
    key = fields.String(
        allow_none=True,
        metadata=says("The same for programs: `key` of `POST /games/{id}/join`.", example="k3xw7mq2hd5tn6ybe4rjc2av"),
    )


class GamesSchema(Shown):
    """One page of a list."""

    games = fields.List(fields.Nested(GameSummarySchema))
    next_cursor = fields.String(allow_none=True, metadata=says("For the next page; null on the last one."))


class GamesQuerySchema(Sent):
    """What to list."""

    status = fields.String(validate=_STATUS, metadata=says("Only games in this state."))
    ruleset = text(MAX_NAME, metadata=says("Only games of this ruleset."))
    mine = QueryFlag(load_default=False, metadata=says("Only games in which you have a seat."))
    to_move = QueryFlag(load_default=False, metadata=says("Only games in which it is your turn."))
    sort = fields.String(
        load_default=SortOrder.CREATED.value,
        validate=OneOf([SortOrder.CREATED.value, SortOrder.DEADLINE.value]),
        metadata=says(
            "`created`: newest first. `deadline`: what is due next first; what has no deadline comes last. A cursor is "
            "good for the order in which its page was."
        ),
    )
    cursor = text(MAX_CURSOR, metadata=says("`next_cursor` of the page before."))
    limit = QueryNumber(1, MAX_PAGE, load_default=20, metadata=says("Games on a page."))
