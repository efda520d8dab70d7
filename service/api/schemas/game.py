"""Schemas of games, with their seats, and the match or series that they belong to."""

from __future__ import annotations

from marshmallow import ValidationError, fields
from marshmallow.validate import Length, OneOf, Range

from service.accounts.names import LONGEST as LONGEST_DISPLAY_NAME
from service.api.schemas.base import (
    PLAIN,
    Flag,
    JsonObject,
    Number,
    Sent,
    Shown,
    Texts,
    address,
    moment,
    says,
    text,
)
from service.api.schemas.clock import GRACE, ON_TIMEOUT, STAND_IN, ClockRequestSchema, ClockTermsSchema
from service.api.schemas.rating import NotRatedSchema, RatingSchema
from service.beacon.promises import LONGEST, SHORTEST
from service.language.texts import LINE
from service.models import (
    LONGEST_CONTRIBUTION,
    LONGEST_DECLINE_TEXT,
    Contributed,
    DeclineReason,
    EndedBy,
    GameStatus,
    OnTimeout,
    SeatState,
    Signature,
    Visibility,
)
from service.play.games import MAX_LEVEL, MIN_LEVEL
from service.play.matches.series import MOST_WINS
from service.play.proposals import MOST_GRACE
from service.play.timekeeping import MOST_DAYS
from service.play.turns import STAND_IN_LEVEL
from service.verification.record_chain import FORMAT

MAX_SEATS = 8
MAX_CURSOR = 300
MAX_NAME = 40

_STATUS = OneOf([status.value for status in GameStatus])
_VISIBILITY = OneOf([visibility.value for visibility in Visibility])
CONTRIBUTION = says(
    "Your contribution to the dice, if you want to choose it: any text.", example="tuesday rain", pattern=LINE
)
CONTRIBUTED = says(
    f"Where the seat's contribution to the dice comes from, one of {', '.join(Contributed)}: `own`, from the player "
    "after the commitment was published; `early`, from the player before there was one; `server`, generated for a "
    "player who sent none. Null if there is none.",
    example="own",
)
DECLINED_FOR = f"The reason, one of {', '.join(DeclineReason)}; null for none."
SERIES = says(
    "Make it a series: after each game the next one starts automatically with seats exchanged, until a player"
    " has won this many; null for a single game.",
    example=None,
)
DAYS_PER_MOVE = says("Days per move; 0 in an imported game, where it is not known.", example=3)
IMPORTED = says("Null for a game that is played here.", example=None)
RECORDED_NAME = says(
    "In an imported game: the player's name in the record, which is not verified. It is no account of this "
    "service. Else null.",
    example=None,
)
DISPLAY_NAME = fields.String(
    allow_none=True,
    metadata=says(
        "The name of the player as typed, in any script; null in the same cases as `account`, and for a player who has"
        " chosen no name yet.",
        example="Ann",
    ),
)
IS_TRUE = {"not": {"enum": [False]}}
"""The schema of a flag that can only be true. For an enumeration of `true`, generators make a string."""


def check_true(value: bool) -> None:  # noqa: FBT001  # marshmallow passes it as a positional argument
    """Accept only true."""
    if not value:
        raise ValidationError("Must be true.")


class SeatWishSchema(Sent):
    """A seat of a new game: exactly one of these members, and `contributes` only beside `me`."""

    me = Flag(validate=check_true, metadata=IS_TRUE | says("You."))
    contributes = Flag(
        validate=check_true,
        metadata=IS_TRUE
        | says(
            "Only with `me`: you contribute to the dice after you have seen the commitment. The game waits for your "
            "`POST /games/{id}/join`, with `contribution` or without."
        ),
    )
    email = address(metadata=says("The player with this email address; they need no account."))
    account = text(MAX_NAME, metadata=says("The account of that name."))
    ai = Number(validate=Range(MIN_LEVEL, MAX_LEVEL), metadata=says("The computer at this level."))
    open = Flag(
        validate=check_true,
        metadata=IS_TRUE
        | says("The first player to join: anybody in a public game, the holder of the join link in a private one."),
    )
    beside = text(
        LONGEST_DISPLAY_NAME,
        metadata=says(
            "The name of a player who sits beside you, at your device. Another seat must be `me`.",
            example="Ann",
            pattern=LINE,
        ),
    )


class SeriesWishSchema(Sent):
    """A new series."""

    first_to = Number(
        required=True,
        validate=Range(1, MOST_WINS),
        metadata=says("The number of wins that wins the series.", example=3),
    )


class GameRequestSchema(Sent):
    """A new game."""

    ruleset = text(MAX_NAME, required=True, metadata=says("The id of a ruleset.", example="seasons"))
    options = fields.Dict(
        fields.String(),
        fields.String(metadata={"pattern": PLAIN}),
        load_default=dict,
        metadata=says("Options of the ruleset; the others have their default.", example={"version": "full"}),
    )
    seats = fields.List(
        fields.Nested(SeatWishSchema),
        required=True,
        validate=Length(1, MAX_SEATS),
        metadata=says("One entry for each seat.", example=[{"me": True}, {"email": "bob@example.net"}]),
    )
    shuffle_seats = Flag(load_default=True, metadata=says("Whether the order of play is drawn."))
    days_per_move = Number(
        load_default=3,
        validate=Range(1, MOST_DAYS),
        metadata=says("Days per move; with a time bank, what it holds at first."),
    )
    clock = fields.Nested(
        ClockRequestSchema,
        load_default=lambda: ClockRequestSchema().load({}),
        metadata=says("The time control except `days_per_move`."),
    )
    on_timeout = fields.String(
        load_default=OnTimeout.FORFEIT.value, validate=OneOf([each.value for each in OnTimeout]), metadata=ON_TIMEOUT
    )
    stand_in_level = Number(
        load_default=None,
        allow_none=True,
        validate=Range(MIN_LEVEL, MAX_LEVEL),
        metadata=says(f"{STAND_IN}; null for the default, {STAND_IN_LEVEL}."),
    )
    grace_minutes = Number(
        load_default=None, allow_none=True, validate=Range(1, MOST_GRACE), metadata=says(GRACE, example=None)
    )
    layout = JsonObject(load_default=None, allow_none=True, metadata=says("A layout of your own; null to draw one."))
    visibility = fields.String(load_default="private", validate=_VISIBILITY, metadata=says("Who may see the game."))
    rated = Flag(
        load_default=False,
        metadata=says(
            "Whether the game counts for the ratings of its players: 2 to 4 of them, each with an account, against"
            " each other. The board is random, and nobody gets hints."
        ),
    )
    contribution = text(LONGEST_CONTRIBUTION, load_default=None, allow_none=True, metadata=CONTRIBUTION)
    series = fields.Nested(SeriesWishSchema, load_default=None, allow_none=True, metadata=SERIES)
    beacon_minutes = Number(
        load_default=None,
        allow_none=True,
        validate=Range(SHORTEST, LONGEST),
        metadata=says(
            "The minimum number of minutes until the round of a public beacon that contributes to the dice; the game "
            "does not start before it. Null for none. Refused with `no-beacon` if the server offers none.",
            example=None,
        ),
    )


class EmptySchema(Sent):
    """A request without members."""


class DeclineRequestSchema(Sent):
    """Why a player declines."""

    reason = fields.String(
        load_default=None, allow_none=True, validate=OneOf([*DeclineReason]), metadata=says(DECLINED_FOR)
    )
    text = text(
        LONGEST_DECLINE_TEXT,
        load_default=None,
        allow_none=True,
        metadata=says("Your words, for the host alone.", example="One day per move is too fast for me."),
    )


class DeclinedSchema(Shown):
    """Why a player declined."""

    reason = fields.String(allow_none=True, metadata=says(DECLINED_FOR, example="too-fast"))
    text = fields.String(allow_none=True, metadata=says("The player's words; null for none.", example=None))


class SeatSchema(Shown):
    """A seat and its player."""

    seat = Number(metadata=says("In the order of play, from 0."))
    place = Number(metadata=says("In the order of invitation, from 0."))
    state = fields.String(validate=OneOf([state.value for state in SeatState]), metadata={"example": "taken"})
    account = fields.String(
        allow_none=True,
        metadata=says(
            "The unique name of the account; null for the computer and open seats. While a player is only invited, only"
            " they themselves and a host who invited them by name see it.",
            example="ann",
        ),
    )
    display_name = DISPLAY_NAME
    invited = fields.String(
        allow_none=True,
        metadata=says("The address or name that you invited, until it is answered; null to all others.", example=None),
    )
    declined = fields.Nested(
        DeclinedSchema,
        allow_none=True,
        metadata=says("Why the last player who was offered this seat declined it, for its host; null to all others."),
    )
    ai = Number(allow_none=True, metadata=says("The level at which the computer plays this seat; null if it does not."))
    recorded_name = fields.String(allow_none=True, metadata=RECORDED_NAME)
    left_by = fields.String(allow_none=True, metadata=says("How the player left the game: `resignation` or `time`."))
    stood_in_at = moment(
        allow_none=True,
        metadata=says("Since when the computer plays for the absent player; null if it does not."),
    )
    taken_over_at = moment(
        allow_none=True,
        metadata=says("When the player took the seat over from another player; null if they did not."),
    )
    contributed = fields.String(allow_none=True, metadata=CONTRIBUTED)
    credited_at = moment(
        allow_none=True,
        metadata=says("When the seat got extra time because an email failed; null if it did not."),
    )
    rating = fields.Nested(
        RatingSchema,
        allow_none=True,
        metadata=says("The player's rating at the start; null before, without rated games, and if they hide results."),
    )
    reachable = fields.Boolean(metadata=says("False if email to the account bounced permanently.", example=True))
    you = fields.Boolean(metadata=says("Whether the seat is yours.", example=True))


class BeaconSchema(Shown):
    """The round of a public beacon (drand) that the dice include, fixed with the commitment."""

    chain = fields.String(metadata=says("The hash of the chain, over the members after it."))
    public_key = fields.String()
    period = Number(metadata=says("Seconds from one round to the next."))
    genesis_time = Number(metadata=says("The time of round 1, in seconds since 1970."))
    group_hash = fields.String()
    beacon_id = fields.String(metadata={"example": "quicknet"})
    round = Number()
    at = fields.String(metadata=says("When the round is due, in UTC.", format="date-time"))
    committed_at = fields.String(
        metadata=says("When the commitment was made and the round chosen, in UTC.", format="date-time")
    )
    randomness = fields.String(
        allow_none=True,
        metadata=says(
            "SHA-256 of the signature; null while the game waits for it, and if the game started without it."
        ),
    )
    signature = fields.String(allow_none=True)
    given_up_at = fields.String(
        allow_none=True,
        metadata=says("When the host started the game without the beacon; null if they did not.", format="date-time"),
    )


class RoundSchema(Shown):
    """The round of a game in its match."""

    id = fields.String(metadata=says("The id of the match.", example="k3xw7mq2hd5t"))
    round = Number(metadata=says("From 1; a third game only breaks a tie.", example=1))


class SeriesSchema(Shown):
    """The score of a game's series after the game, or so far."""

    id = fields.String(
        metadata=says("The id of the series, which is the id of its first game.", example="m9umjsvkphjr")
    )
    round = Number(metadata=says("The number of the game in the series, from 1.", example=2))
    first_to = Number(metadata=says("The number of wins that wins the series.", example=3))
    wins = fields.List(Number(), metadata=says("Games won, by the seats of this game.", example=[1, 0]))
    is_over = fields.Boolean(metadata=says("Whether it ended with this game.", example=False))
    winner = Number(
        allow_none=True,
        metadata=says("The seat that won it; null until then, and if it ended unfinished.", example=None),
    )


class ImportedSchema(Shown):
    """The origin of an imported game, and the result of verifying its record."""

    origin = fields.String(
        metadata=says(
            "The address of the service that the record names. It is verified only if `signature` is `known`.",
            example="https://play.example.net",
        ),
    )
    game = fields.String(metadata=says("The id of the game on that service.", example="m9umjsvkphjr"))
    format = fields.String(metadata=says("The format of the record.", example=FORMAT))
    signature = fields.String(
        validate=OneOf(list(Signature)),
        metadata=says(
            "`known`: signed with a key of this service, or with one that its operator has imported. `unknown`: the "
            "signature is valid for the `key`, but the owner of the key is not known.",
            example="known",
        ),
    )
    key = fields.String(
        metadata=says(
            "The public key of the signature, in base64url.",
            example="11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo",
        ),
    )
    verified = fields.List(
        fields.String(),
        metadata=says(
            "The checks that passed, in the words of `sundial verify`.",
            example=["signature", "chain", "commitment", "seating", "rules", "layout", "log", "chance"],
        ),
    )
    at = moment(metadata=says("When it was imported.", example="2026-05-04T12:00:00Z"))


class GameSummarySchema(Shown):
    """A game without its position."""

    id = fields.String(metadata={"example": "m9umjsvkphjr"})
    ruleset = fields.String(metadata={"example": "seasons"})
    rules_version = fields.String(metadata=says("The version of the ruleset that this game uses.", example="1"))
    options = Texts(fields.String(), fields.String(), metadata={"example": {"version": "full"}})
    status = fields.String(validate=_STATUS, metadata={"example": "active"})
    version = Number(metadata=says("Increases with each change; a move names the version that it answers.", example=1))
    log_length = Number(metadata={"example": 1})
    seats = fields.List(fields.Nested(SeatSchema))
    your_seat = Number(
        allow_none=True,
        metadata=says("Of several players at your device, the seat of the one whose turn it is.", example=0),
    )
    to_move = Number(allow_none=True, metadata=says("The seat whose turn it is.", example=0))
    deadline = moment(
        allow_none=True, metadata=says("The deadline; null for the computer.", example="2026-05-07T12:00:00Z")
    )
    days_per_move = Number(metadata=DAYS_PER_MOVE)
    clock = fields.Nested(ClockTermsSchema, metadata=says("The time control except the days."))
    on_timeout = fields.String(validate=OneOf([each.value for each in OnTimeout]), metadata=ON_TIMEOUT)
    stand_in_level = Number(metadata=says(f"{STAND_IN}.", example=STAND_IN_LEVEL))
    grace_minutes = Number(allow_none=True, metadata=says(GRACE, example=None))
    shuffle_seats = fields.Boolean()
    rated = fields.Boolean(metadata=says("Whether the players agreed that it counts for their ratings.", example=True))
    not_rated = fields.Nested(
        NotRatedSchema,
        allow_none=True,
        metadata=says("Why a game with `rated` counts for nobody; null if it counts, or nothing is known yet."),
    )
    visibility = fields.String(validate=_VISIBILITY)
    scores = fields.List(Number(), allow_none=True, metadata=says("By seat.", example=[0, 0]))
    winners = fields.List(Number(), allow_none=True, metadata=says("Seats; null until the game is over."))
    ended_by = fields.String(allow_none=True, metadata=says(f"One of {', '.join(EndedBy)}; null until it is over."))
    adjudicated = fields.String(
        allow_none=True,
        metadata=says("The organiser's reason for a result that they decided; null in other games.", example=None),
    )
    commitment = fields.String(
        metadata=says(
            "SHA-256 of the seed of all dice, published before anybody joins.",
            example="5891b5b522d5df086d0ff0b110fbd9d21bb4fc7163af34d08286a2e846f6be03",
        )
    )
    seed = fields.String(allow_none=True, metadata=says("The seed in hexadecimal, once the game is over."))
    beacon = fields.Nested(
        BeaconSchema,
        allow_none=True,
        metadata=says("Null if no public beacon contributes to the dice.", example=None),
    )
    created_at = moment()
    started_at = moment(allow_none=True, metadata={"example": "2026-05-04T12:00:00Z"})
    finished_at = moment(allow_none=True)
    match = fields.Nested(RoundSchema, allow_none=True, metadata=says("Null for a single game.", example=None))
    series = fields.Nested(
        SeriesSchema, allow_none=True, metadata=says("Null for a game without a series.", example=None)
    )
    imported = fields.Nested(ImportedSchema, allow_none=True, metadata=IMPORTED)
    links = Texts(
        fields.String(),
        fields.String(),
        metadata=says("Addresses of related resources.", example={"self": "/api/v1/games/m9umjsvkphjr"}),
    )


LISTED = GameSummarySchema()


class GameSchema(GameSummarySchema):
    """A game with its setup and position, both null before it begins."""

    setup = fields.Raw(allow_none=True, metadata=says("The setup: ruleset, options, layout."))
    position = fields.Raw(allow_none=True, metadata=says("The position; its members depend on the ruleset."))


GAME = GameSchema()


class GamesSchema(Shown):
    """One page of a list."""

    games = fields.List(fields.Nested(GameSummarySchema))
    next_cursor = fields.String(allow_none=True, metadata=says("For the next page; null on the last page."))
