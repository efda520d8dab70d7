"""Bots: accounts of programs that a person owns, with a manifest that says what they play."""

from __future__ import annotations

from typing import NotRequired

from flask import Response, url_for

from rules.json_types import Json
from service.api.access import account, viewer
from service.api.cursors import PageWish, cursor_after_bot, read_bot_cursor
from service.api.repeats import repeatable
from service.api.resource import Resource
from service.api.resources.players import record_json
from service.api.resources.tokens import TokenWish, token_json, token_wished
from service.api.schemas.account import CreatedTokenSchema, TokensSchema
from service.api.schemas.bot import (
    BotChangeSchema,
    BotProfileSchema,
    BotRequestSchema,
    BotSchema,
    BotsQuerySchema,
    BotsSchema,
    BotTokenRequestSchema,
    HeartbeatSchema,
)
from service.api.times import written
from service.bots.accounts import bot_named, bots_of, change_bot, create_bot, may_change, own_bot, owner_of
from service.bots.invitations import games_under_way
from service.bots.manifests import BotManifest
from service.bots.retirement import retire_bot
from service.bots.search import BotQuery, find_bots
from service.core.clock import now
from service.models import Bot
from service.people.tokens import revoke_token, tokens_of
from service.play.track_records import median_answer

NO_STORE = {"Cache-Control": "no-store"}
LOCATION = {"Location": {"description": "The address of the bot.", "schema": {"type": "string"}, "required": True}}
BOT = "/bots/<account_name:bot>"

blueprint = Resource("bots", "Programs that play: what they play, how fast, how many games at once, and with whom.")


class NewBotWish(BotManifest, total=False):
    """A bot to be made, as BotRequestSchema has read it."""

    name: str


class BotWish(BotManifest, total=False):
    """What is to change of a bot, as BotChangeSchema has read it."""

    paused: bool


class BotsWish(PageWish):
    """Which bots are to be listed, as BotsQuerySchema has read it."""

    ruleset: NotRequired[str]
    free: bool
    mine: bool
    q: NotRequired[str]


@blueprint.route("/bots", methods=["POST"])
@blueprint.allows("bots")
@blueprint.gives({"bot": "$response.body#/name"})
@blueprint.refuses(404, 409)
@blueprint.reads_headers("Idempotency-Key")
@blueprint.response(201, BotSchema, headers=LOCATION)
@blueprint.arguments(BotRequestSchema)
@repeatable
def make_bot(wish: NewBotWish) -> tuple[dict[str, Json], dict[str, str]]:
    """Make a bot of yours. One of yours that was retired comes back under its name."""
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
    """List the bots that accept an invitation of yours, by name; without a token, those that accept everyone."""
    if wish["mine"]:
        return {"bots": [bot_json(bot) for bot in bots_of(account())], "next_cursor": None}
    found, has_more = find_bots(viewer(), _search(wish))
    return {
        "bots": [bot_json(bot, games) for bot, games in found],
        "next_cursor": cursor_after_bot(found[-1][0].account.name) if has_more else None,
    }


@blueprint.route(BOT)
@blueprint.allows("games:read", anonymous=True)
@blueprint.refuses(404)
@blueprint.response(200, BotProfileSchema)
def show_bot(*, bot: str) -> dict[str, Json]:
    """Show a bot and how it has played in public, also one that does not accept you or was retired."""
    found = bot_named(bot)
    played = record_json(found.account) | {"median_answer_seconds": median_answer(found.account)}
    return bot_json(found) | played


@blueprint.route(BOT, methods=["PATCH"])
@blueprint.allows("bots")
@blueprint.refuses(404)
@blueprint.response(200, BotSchema)
@blueprint.arguments(BotChangeSchema, required=False)
def alter_bot(change: BotWish, *, bot: str) -> dict[str, Json]:
    """Change the manifest of a bot, pause it, or let it be invited again. Its owner may, and the bot itself."""
    paused = change.pop("paused", None)
    return bot_json(change_bot(account(), bot, change, now(), paused=paused))


@blueprint.route(BOT, methods=["DELETE"])
@blueprint.allows("bots")
@blueprint.refuses(404)
@blueprint.response(204)
def remove_bot(*, bot: str) -> Response:
    """Retire a bot of yours: it gives up its seats, its tokens end, its webhooks go. Its name stays yours."""
    retire_bot(account(), bot, now())
    return Response(status=204)


@blueprint.route(f"{BOT}/tokens", methods=["POST"])
@blueprint.allows("bots")
@blueprint.refuses(404, 409)
@blueprint.response(201, CreatedTokenSchema)
@blueprint.arguments(BotTokenRequestSchema, required=False)
def make_bot_token(wish: TokenWish, *, bot: str) -> tuple[dict[str, Json], dict[str, str]]:
    """Make a token by which the program of a bot of yours plays."""
    new = token_wished(own_bot(account(), bot).account, wish)
    return {**token_json(new.token), "token": new.secret}, NO_STORE


@blueprint.route(f"{BOT}/tokens")
@blueprint.allows("bots")
@blueprint.gives({"bot": "$request.path.bot", "token_id": "$response.body#/tokens/0/id"})
@blueprint.refuses(404)
@blueprint.response(200, TokensSchema)
def list_bot_tokens(*, bot: str) -> tuple[dict[str, Json], dict[str, str]]:
    """List the live tokens of a bot of yours, oldest first."""
    tokens = tokens_of(own_bot(account(), bot).account_id, now())
    return {"tokens": [token_json(token) for token in tokens]}, NO_STORE


@blueprint.route(f"{BOT}/tokens/<row:token_id>", methods=["DELETE"])
@blueprint.allows("bots")
@blueprint.refuses(404)
@blueprint.response(204)
def end_bot_token(*, bot: str, token_id: int) -> Response:
    """Revoke a token of a bot of yours at once."""
    revoke_token(own_bot(account(), bot).account_id, token_id, now())
    return Response(status=204)


@blueprint.route("/bots/me/heartbeat", methods=["POST"])
@blueprint.allows("games:read")
@blueprint.refuses(404)
@blueprint.response(200, HeartbeatSchema)
def send_heartbeat() -> dict[str, Json]:
    """Say that the bot whose token this is is there. Every other request of it says so, too."""
    bot = bot_named(account().name)
    return {"last_seen_at": written(bot.last_seen_at), "paused_at": written(bot.paused_at)}


def bot_json(bot: Bot, games: int | None = None) -> dict[str, Json]:
    """A bot as whoever asks may see it."""
    under_way = games_under_way(bot) if games is None else games
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
        "last_seen_at": written(bot.last_seen_at),
        "missed_turns": bot.missed_turns,
        "paused_at": written(bot.paused_at),
        "paused_by": bot.paused_by,
        "retired_at": written(bot.retired_at),
        "created_at": written(bot.account.created_at),
    }


def _search(wish: BotsWish) -> BotQuery:
    return BotQuery(
        ruleset=wish.get("ruleset"),
        free=wish["free"],
        text=wish.get("q", ""),
        after=read_bot_cursor(wish["cursor"]) if "cursor" in wish else None,
        limit=wish["limit"],
    )
