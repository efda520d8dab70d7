"""Bots: accounts of programs that a person owns, with a manifest of what they play."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NotRequired

from flask import Response, url_for
from marshmallow import fields
from marshmallow.validate import Length, OneOf, Range

from rules.json_types import Json
from service.accounts.scopes import MESSAGES, PLAY, READ
from service.accounts.tokens import LONGEST_LIFE, revoke_token, tokens_of
from service.api import cursors
from service.api.access import account, viewer
from service.api.cursors import PageWish
from service.api.repeats import repeatable
from service.api.resource import Resource
from service.api.resources.players import ReliabilitySchema, ResultsSchema, SeatResultsSchema, ratings_json, record_json
from service.api.resources.tokens import (
    EXPIRES_AT,
    EXPIRES_IN_DAYS,
    MAX_TOKEN_NAME,
    CreatedTokenSchema,
    TokensSchema,
    TokenWish,
    scopes_wished,
    token_json,
    token_wished,
)
from service.api.schemas.base import NAME, Flag, Number, QueryFlag, QueryNumber, Sent, Shown, moment, says, text
from service.api.schemas.game import MAX_CURSOR, MAX_NAME
from service.api.schemas.rating import RATINGS
from service.bots.accounts import bot_named, bots_of, change_bot, create_bot, may_change, own_bot, owner_of, retire_bot
from service.bots.invitations import games_under_way
from service.bots.manifests import AT_ONCE, LONGEST, MOST_GUESTS, SECONDS, WEB_ADDRESS, BotManifest
from service.bots.search import BotQuery, find_bots
from service.db.clock import now, time_json
from service.language.texts import LINE, LINES
from service.models import Accepts, Bot, PausedBy, Rating
from service.play.game_search import MAX_PAGE
from service.play.track_records import MOST_COUNTED, median_answer
from service.ratings.ratings import ratings_of, ratings_of_all

NO_STORE = {"Cache-Control": "no-store"}
LOCATION = {"Location": {"description": "The address of the bot.", "schema": {"type": "string"}, "required": True}}
BOT = "/bots/<account_name:bot>"

blueprint = Resource("bots", "Bots: which games they play, how fast, how many at once, and with whom.")

_NAME = NAME | {"example": "rusty"}
_DESCRIPTION = says("Describes the bot to people who look for an opponent.", example="Counts, and hopes.")
_HOMEPAGE = says(
    "A page with more about it: http or https.", example="https://bots.example.net/rusty", pattern=f"^{WEB_ADDRESS}$"
)
_AUTHOR = says("The author.", example="Ann")
_GAMES = says(
    "The games that it plays, by the id of the ruleset; empty if it plays all of them.",
    example={"seasons": {"seats": [2], "options": {"version": ["full"]}}},
)
_SEATS = says("The numbers of seats that it plays with; empty for any.", example=[2])
_OPTIONS = says("By option, the values that it plays; other options may have any value.", example={"version": ["full"]})
_SECONDS = says("The time per move that it needs. It cannot be invited to games that give it less.", example=600)
_AT_ONCE = says("The maximum number of games at the same time; invitations count.", example=20)
_ACCEPTS = says("Who may invite it, besides its owner: `everyone`, nobody else (`owner`), or those in `accounts`.")
_ACCOUNTS = "The names of the accounts that may invite it if it `accepts` `accounts`"
_MEANT = (
    "`games:read`: see its games; `games:play`: play them; `messages`: read and write messages in its games; "
    "`account`: change its settings, and revoke its tokens; `webhooks`: manage webhooks; `bots`: change its "
    "manifest"
)
_AUTO_ACCEPT = says("Whether it joins automatically when invited; otherwise it joins by itself.")
_AUTO_AGREE = says("Whether it agrees automatically to undo and to pause the clocks. It is always asked about a draw.")


class BotGameSchema(Sent):
    """A bot's terms for a game."""

    seats = fields.List(Number(), load_default=list, metadata=_SEATS)
    options = fields.Dict(fields.String(), fields.List(fields.String()), load_default=dict, metadata=_OPTIONS)


class BotChangeSchema(Sent):
    """A manifest, or a change of it; members left out stay as they are."""

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
    paused = Flag(metadata=says("Whether it is paused and cannot be invited; false ends every pause."))


class BotWish(BotManifest, total=False):
    """A change of a bot, as loaded by BotChangeSchema."""

    paused: bool


class BotRequestSchema(BotChangeSchema):
    """A new bot: its name and its manifest."""

    class Meta(BotChangeSchema.Meta):
        """A new bot is not paused."""

        exclude = ("paused",)

    name = text(
        30,
        required=True,
        metadata=_NAME,
    )


class NewBotWish(BotManifest, total=False):
    """A new bot, as loaded by BotRequestSchema."""

    name: str


class BotGameShownSchema(Shown):
    """A bot's terms for a game."""

    seats = fields.List(Number(), metadata=_SEATS)
    options = fields.Dict(fields.String(), fields.List(fields.String()), metadata=_OPTIONS)


class BotSchema(Shown):
    """A bot."""

    name = fields.String(metadata=says('For `{"account": …}` in the seats of a new game.', example="rusty"))
    owner = fields.String(metadata=says("The account that owns the bot.", example="ann"))
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
        metadata=says(f"{_ACCOUNTS}; null to everybody except its owner and itself.", example=["ann"]),
    )
    auto_accept = fields.Boolean(metadata=_AUTO_ACCEPT)
    auto_agree = fields.Boolean(metadata=_AUTO_AGREE)
    games_under_way = Number(metadata=says("The number of games that it plays or is invited to.", example=3))
    free = fields.Boolean(metadata=says("Whether it can be invited to another game now.", example=True))
    last_seen_at = moment(
        allow_none=True,
        metadata=says(
            "When it last sent a request, or its webhook accepted an event; exact to a minute, null for never."
        ),
    )
    missed_turns = Number(metadata=says("The number of turns in which it ran out of time.", example=0))
    paused_at = moment(
        allow_none=True, metadata=says("Since when it is paused and cannot be invited; null if it is not.")
    )
    paused_by = fields.String(
        allow_none=True,
        validate=OneOf([*PausedBy]),
        metadata=says("Who paused it: its `owner`, or a `missed-turn`; null if it is not paused.", example=None),
    )
    retired_at = moment(
        allow_none=True, metadata=says("When its owner retired it; null while it is active.", example=None)
    )
    created_at = moment()
    ratings = RATINGS


class BotProfileSchema(BotSchema):
    """A bot, and how it has played in public: the latest 500 of its public games at most."""

    results = fields.List(
        fields.Nested(ResultsSchema),
        allow_none=True,
        metadata=says("The ruleset that it plays most comes first; null if its owner hides this."),
    )
    results_by_seats = fields.List(
        fields.Nested(SeatResultsSchema),
        allow_none=True,
        metadata=says("The same results by ruleset and number of players; null if its owner hides them."),
    )
    reliability = fields.Nested(ReliabilitySchema, allow_none=True, metadata=says("Null if its owner hides this."))
    median_answer_seconds = Number(
        allow_none=True,
        metadata=says(
            f"The median time of its moves in its latest {MOST_COUNTED} public games; null if there are none.",
            example=4,
        ),
    )


class BotsSchema(Shown):
    """One page of a list."""

    bots = fields.List(fields.Nested(BotSchema), metadata=says("By name."))
    next_cursor = fields.String(allow_none=True, metadata=says("For the next page; null on the last page."))


class BotsQuerySchema(Sent):
    """The filters and page of a list of bots."""

    ruleset = text(MAX_NAME, metadata=says("Only bots that play this game."))
    free = QueryFlag(load_default=False, metadata=says("Only bots that can be invited now."))
    mine = QueryFlag(load_default=False, metadata=says("Only your own bots; other filters are ignored."))
    q = text(80, metadata=says("Only bots whose name or description contains this text."))
    cursor = text(MAX_CURSOR, metadata=says("`next_cursor` of the previous page."))
    limit = QueryNumber(1, MAX_PAGE, load_default=20, metadata=says("Maximum number of bots on a page."))


class BotsWish(PageWish):
    """The filters and page of a list of bots, as loaded by BotsQuerySchema."""

    ruleset: NotRequired[str]
    free: bool
    mine: bool
    q: NotRequired[str]


class BotTokenRequestSchema(Sent):
    """A new token."""

    name = text(
        MAX_TOKEN_NAME, load_default="API", metadata=says("A name of your choice.", example="my laptop", pattern=LINE)
    )
    scopes = scopes_wished((READ, PLAY, MESSAGES), f"The permitted scopes: {_MEANT}.")
    expires_at = fields.AwareDateTime(metadata=EXPIRES_AT)
    expires_in_days = Number(validate=Range(1, LONGEST_LIFE.days), metadata=EXPIRES_IN_DAYS)


class HeartbeatSchema(Shown):
    """The state of the bot."""

    last_seen_at = moment()
    paused_at = moment(
        allow_none=True, metadata=says("Since when it is paused and cannot be invited; null if it is not.")
    )


@blueprint.route("/bots", methods=["POST"])
@blueprint.allows("bots")
@blueprint.gives({"bot": "$response.body#/name"})
@blueprint.refuses(404, 409)
@blueprint.reads_headers("Idempotency-Key")
@blueprint.response(201, BotSchema, headers=LOCATION)
@blueprint.arguments(BotRequestSchema)
@repeatable
def make_bot(wish: NewBotWish) -> tuple[dict[str, Json], dict[str, str]]:
    """Create a bot. If you have retired a bot of that name, it comes back."""
    bot = create_bot(account(), wish.pop("name"), wish, now())
    return bot_json(bot), {"Location": url_for("bots.show_bot", bot=bot.account.name)}


@blueprint.route("/bots")
@blueprint.lists("bots", "next_cursor")
@blueprint.allows("games:read", anonymous=True)
@blueprint.gives({"bot": "$response.body#/bots/0/name"})
@blueprint.refuses(400)
@blueprint.response(200, BotsSchema)
@blueprint.arguments(BotsQuerySchema, location="query")
def list_bots(wish: BotsWish) -> dict[str, Json]:
    """List the bots that accept your invitation, by name; without a token, those that accept everyone."""
    if wish["mine"]:
        return {"bots": [bot_json(bot) for bot in bots_of(account())], "next_cursor": None}
    search = BotQuery(
        ruleset=wish.get("ruleset"),
        free=wish["free"],
        text=wish.get("q", ""),
        after=cursors.read(cursors.BOTS, wish["cursor"]) if "cursor" in wish else None,
        limit=wish["limit"],
    )
    found, has_more = find_bots(viewer(), search)
    return {
        "bots": bots_json(found),
        "next_cursor": cursors.signed(cursors.BOTS, found[-1][0].account.name) if has_more else None,
    }


@blueprint.route(BOT)
@blueprint.allows("games:read", anonymous=True)
@blueprint.refuses(404)
@blueprint.response(200, BotProfileSchema)
def show_bot(*, bot: str) -> dict[str, Json]:
    """Show a bot and its public track record, also if it does not accept you or was retired."""
    found = bot_named(bot)
    played = record_json(found.account) | {"median_answer_seconds": median_answer(found.account)}
    return bot_json(found) | played


@blueprint.route(BOT, methods=["PATCH"])
@blueprint.allows("bots")
@blueprint.refuses(404)
@blueprint.response(200, BotSchema)
@blueprint.arguments(BotChangeSchema, required=False)
def alter_bot(change: BotWish, *, bot: str) -> dict[str, Json]:
    """Change the manifest of a bot, pause it, or resume it. Its owner may do this, and the bot itself."""
    paused = change.pop("paused", None)
    return bot_json(change_bot(account(), bot, change, now(), paused=paused))


@blueprint.route(BOT, methods=["DELETE"])
@blueprint.allows("bots")
@blueprint.refuses(404)
@blueprint.response(204)
def remove_bot(*, bot: str) -> Response:
    """Retire a bot of yours: it resigns its games, and its tokens and webhooks are deleted. You keep its name."""
    retire_bot(account(), bot, now())
    return Response(status=204)


@blueprint.route(f"{BOT}/tokens", methods=["POST"])
@blueprint.allows("bots")
@blueprint.refuses(404, 409)
@blueprint.response(201, CreatedTokenSchema)
@blueprint.arguments(BotTokenRequestSchema, required=False)
def make_bot_token(wish: TokenWish, *, bot: str) -> tuple[dict[str, Json], dict[str, str]]:
    """Create a token for the program of your bot."""
    new = token_wished(own_bot(account(), bot).account, wish)
    return {**token_json(new.token), "token": new.secret}, NO_STORE


@blueprint.route(f"{BOT}/tokens")
@blueprint.allows("bots")
@blueprint.gives({"bot": "$request.path.bot", "token_id": "$response.body#/tokens/0/id"})
@blueprint.refuses(404)
@blueprint.response(200, TokensSchema)
def list_bot_tokens(*, bot: str) -> tuple[dict[str, Json], dict[str, str]]:
    """List the valid tokens of your bot, oldest first."""
    tokens = tokens_of(own_bot(account(), bot).account_id, now())
    return {"tokens": [token_json(token) for token in tokens]}, NO_STORE


@blueprint.route(f"{BOT}/tokens/<row:token_id>", methods=["DELETE"])
@blueprint.allows("bots")
@blueprint.refuses(404)
@blueprint.response(204)
def end_bot_token(*, bot: str, token_id: int) -> Response:
    """Revoke a token of your bot at once."""
    revoke_token(own_bot(account(), bot).account_id, token_id, now())
    return Response(status=204)


@blueprint.route("/bots/me/heartbeat", methods=["POST"])
@blueprint.allows("games:read")
@blueprint.refuses(404)
@blueprint.response(200, HeartbeatSchema)
def send_heartbeat() -> dict[str, Json]:
    """Report that the bot of this token is running. Every other request of the bot does this, too."""
    bot = bot_named(account().name)
    return {"last_seen_at": time_json(bot.last_seen_at), "paused_at": time_json(bot.paused_at)}


def bots_json(found: Sequence[tuple[Bot, int]]) -> list[dict[str, Json]]:
    """Serialize bots with their games under way; all ratings are read at once."""
    rated = ratings_of_all([bot.account_id for bot, _ in found])
    return [bot_json(bot, games, rated.get(bot.account_id, ())) for bot, games in found]


def bot_json(bot: Bot, games: int | None = None, ratings: Sequence[Rating] | None = None) -> dict[str, Json]:
    """Serialize a bot for the caller."""
    under_way = games_under_way(bot) if games is None else games
    rated = ratings_of(bot.account) if ratings is None else ratings
    return {
        "name": bot.account.name,
        "owner": owner_of(bot).name,
        "description": bot.description,
        "homepage": bot.homepage,
        "author": bot.author,
        "games": {game.ruleset: {"seats": game.seats, "options": game.options} for game in bot.games},
        "seconds_per_move": bot.seconds_per_move,
        "at_once": bot.at_once,
        "accepts": bot.accepts,
        "accounts": [guest.name for guest in bot.guests] if may_change(bot, viewer()) else None,
        "auto_accept": bot.auto_accept,
        "auto_agree": bot.auto_agree,
        "games_under_way": under_way,
        "free": bot.is_at_work and under_way < bot.at_once,
        "last_seen_at": time_json(bot.last_seen_at),
        "missed_turns": bot.missed_turns,
        "paused_at": time_json(bot.paused_at),
        "paused_by": bot.paused_by,
        "retired_at": time_json(bot.retired_at),
        "created_at": time_json(bot.account.created_at),
        "ratings": None if bot.account.hidden_since else ratings_json(rated),
    }
