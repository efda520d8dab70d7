"""Bots and their manifests, as they are sent and shown."""

from __future__ import annotations

from marshmallow import fields
from marshmallow.validate import Length, OneOf, Range

from service.api.schemas.account import EXPIRES_AT, EXPIRES_IN_DAYS, MAX_TOKEN_NAME, scopes_wished
from service.api.schemas.base import NAME, Flag, Number, QueryFlag, QueryNumber, Sent, Shown, moment, says, text
from service.api.schemas.game import MAX_CURSOR, MAX_NAME
from service.api.schemas.player import ReliabilitySchema, ResultsSchema
from service.bots.manifests import AT_ONCE, LONGEST, MOST_GUESTS, SECONDS, WEB_ADDRESS
from service.core.texts import LINE, LINES
from service.models import Accepts, PausedBy
from service.people.scopes import MESSAGES, PLAY, READ
from service.people.tokens import LONGEST_LIFE
from service.play.game_search import MAX_PAGE
from service.play.track_records import MOST_COUNTED

_NAME = NAME | {"example": "rusty"}
_DESCRIPTION = says("What it is, for those who look for somebody to play with.", example="Counts, and hopes.")
_HOMEPAGE = says(
    "Where there is more about it: http or https.", example="https://bots.example.net/rusty", pattern=f"^{WEB_ADDRESS}$"
)
_AUTHOR = says("Who wrote it.", example="Ann")
_GAMES = says(
    "The games that it plays, by the id of the ruleset; without any, it plays all of them.",
    example={"seasons": {"seats": [2], "options": {"version": ["full"]}}},
)
_SEATS = says("With how many seats it plays; empty for any number.", example=[2])
_OPTIONS = says(
    "By option, the values that it plays; an option that is left out may have any.", example={"version": ["full"]}
)
_SECONDS = says("What it needs for a move at most. It is not invited to games that give it less.", example=600)
_AT_ONCE = says("How many games it plays at the same time at most; invitations count.", example=20)
_ACCEPTS = says("Who may invite it, beside its owner: `everyone`, nobody else (`owner`), or those in `accounts`.")
_ACCOUNTS = "The names of the accounts that may invite it where it `accepts` `accounts`"
_MEANT = (
    "`games:read`: see its games; `games:play`: play them; `messages`: read and write what is said at its tables; "
    "`account`: change its settings, and end its tokens; `webhooks`: have webhooks; `bots`: change its manifest"
)
_AUTO_ACCEPT = says("Whether it takes its seat as soon as it is invited; else it joins by itself.")
_AUTO_AGREE = says("Whether it agrees to takebacks and stopped clocks unasked. It is always asked about a draw.")


class BotGameSchema(Sent):
    """How a bot plays a game."""

    seats = fields.List(Number(), load_default=list, metadata=_SEATS)
    options = fields.Dict(fields.String(), fields.List(fields.String()), load_default=dict, metadata=_OPTIONS)


class BotChangeSchema(Sent):
    """A manifest, or what is to change of it; what is left out stays."""

    description = text(LONGEST["description"], 0, metadata=_DESCRIPTION | {"pattern": f"^$|{LINES}"})
    homepage = text(LONGEST["homepage"], allow_none=True, metadata=_HOMEPAGE)
    author = text(LONGEST["author"], allow_none=True, metadata=_AUTHOR | {"pattern": LINE})
    games = fields.Dict(fields.String(), fields.Nested(BotGameSchema), metadata=_GAMES)
    seconds_per_move = Number(validate=Range(SECONDS.start, SECONDS.stop - 1), metadata=_SECONDS)
    at_once = Number(validate=Range(AT_ONCE.start, AT_ONCE.stop - 1), metadata=_AT_ONCE)
    accepts = fields.Enum(Accepts, by_value=fields.String, metadata=_ACCEPTS)
    accounts = fields.List(
        text(MAX_NAME), validate=Length(max=MOST_GUESTS), metadata=says(f"{_ACCOUNTS}.", example=["ann"])
    )
    auto_accept = Flag(metadata=_AUTO_ACCEPT)
    auto_agree = Flag(metadata=_AUTO_AGREE)
    paused = Flag(metadata=says("Whether it is not to be invited for now; false ends every pause."))


class BotRequestSchema(BotChangeSchema):
    """A bot to be made: its name, and its manifest."""

    class Meta(BotChangeSchema.Meta):
        """A bot is made to be invited."""

        exclude = ("paused",)

    name = text(
        30,
        required=True,
        metadata=_NAME,
    )


class BotGameShownSchema(Shown):
    """How a bot plays a game."""

    seats = fields.List(Number(), metadata=_SEATS)
    options = fields.Dict(fields.String(), fields.List(fields.String()), metadata=_OPTIONS)


class BotSchema(Shown):
    """A bot."""

    name = fields.String(metadata=says('For `{"account": …}` in the seats of a new game.', example="rusty"))
    owner = fields.String(metadata=says("The account whose bot it is.", example="ann"))
    description = fields.String(metadata=_DESCRIPTION)
    homepage = fields.String(allow_none=True, metadata=_HOMEPAGE)
    author = fields.String(allow_none=True, metadata=_AUTHOR)
    games = fields.Dict(fields.String(), fields.Nested(BotGameShownSchema), metadata=_GAMES)
    seconds_per_move = Number(metadata=_SECONDS)
    at_once = Number(metadata=_AT_ONCE)
    accepts = fields.String(validate=OneOf(list(Accepts)), metadata=_ACCEPTS)
    accounts = fields.List(
        fields.String(),
        allow_none=True,
        metadata=says(f"{_ACCOUNTS}; null for everybody but its owner and itself.", example=["ann"]),
    )
    auto_accept = fields.Boolean(metadata=_AUTO_ACCEPT)
    auto_agree = fields.Boolean(metadata=_AUTO_AGREE)
    games_under_way = Number(metadata=says("How many games it plays or is invited to.", example=3))
    free = fields.Boolean(metadata=says("Whether it can be invited to another game now.", example=True))
    last_seen_at = moment(
        allow_none=True,
        metadata=says("When a request of it came, or its webhook took an event; exact to a minute, null for never."),
    )
    missed_turns = Number(metadata=says("In how many turns it has not moved in time.", example=0))
    paused_at = moment(allow_none=True, metadata=says("Since when it is not to be invited; null if it is."))
    paused_by = fields.String(
        allow_none=True,
        validate=OneOf([*PausedBy]),
        metadata=says("Its `owner`, or a `missed-turn`; null if it is not paused.", example=None),
    )
    retired_at = moment(
        allow_none=True, metadata=says("When its owner took it away for good; null while it is there.", example=None)
    )
    created_at = moment()


class BotProfileSchema(BotSchema):
    """A bot, and how it has played in public: the latest 500 of its public games at most."""

    results = fields.List(
        fields.Nested(ResultsSchema),
        allow_none=True,
        metadata=says("The ruleset it plays most comes first; null if its owner keeps that to themselves."),
    )
    reliability = fields.Nested(
        ReliabilitySchema, allow_none=True, metadata=says("Null if its owner keeps that to themselves.")
    )
    median_answer_seconds = Number(
        allow_none=True,
        metadata=says(
            f"What half of its moves have taken at most, in its latest {MOST_COUNTED} public games; null without any.",
            example=4,
        ),
    )


class BotsSchema(Shown):
    """One page of a list."""

    bots = fields.List(fields.Nested(BotSchema), metadata=says("By name."))
    next_cursor = fields.String(allow_none=True, metadata=says("For the next page; null on the last one."))


class BotsQuerySchema(Sent):
    """What to list."""

    ruleset = text(MAX_NAME, metadata=says("Only bots that play this game."))
    free = QueryFlag(load_default=False, metadata=says("Only bots that can be invited now."))
    mine = QueryFlag(load_default=False, metadata=says("Only your own bots, whatever else is asked for."))
    q = text(80, metadata=says("Only bots with this in their name or description."))
    cursor = text(MAX_CURSOR, metadata=says("`next_cursor` of the page before."))
    limit = QueryNumber(1, MAX_PAGE, load_default=20, metadata=says("Bots on a page."))


class BotTokenRequestSchema(Sent):
    """What the token is for."""

    name = text(
        MAX_TOKEN_NAME, load_default="API", metadata=says("What you call it.", example="my laptop", pattern=LINE)
    )
    scopes = scopes_wished((READ, PLAY, MESSAGES), f"What it may do: {_MEANT}.")
    expires_at = fields.AwareDateTime(metadata=EXPIRES_AT)
    expires_in_days = Number(validate=Range(1, LONGEST_LIFE.days), metadata=EXPIRES_IN_DAYS)


class HeartbeatSchema(Shown):
    """What is known of the bot now."""

    last_seen_at = moment()
    paused_at = moment(allow_none=True, metadata=says("Since when it is not to be invited; null if it is."))
