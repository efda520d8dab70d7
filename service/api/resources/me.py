"""The caller's own account."""

from __future__ import annotations

from datetime import datetime
from typing import Any, TypedDict

from flask import Response
from marshmallow import fields
from marshmallow.validate import Length, OneOf, Range

from rules.json_types import Json
from service.accounts.accounts import change, set_page_options
from service.accounts.addresses import addresses_of
from service.api.access import account, caller
from service.api.lists import LINES, wants_lines
from service.api.resource import Resource
from service.api.resources.players import ratings_json
from service.api.schemas.base import NAME, Flag, Number, Sent, Shown, moment, says, text
from service.api.schemas.rating import PoolRatingSchema
from service.db.clock import now, time_json
from service.erasure.departures import leave
from service.http.streaming import download
from service.jobs.units import whole
from service.language.errors import Forbidden
from service.language.time_zones import zone_of
from service.models import LONGEST_TAG, Account, Delivery, Holding, PageOption, Suppressed
from service.notifications.kinds import stoppable
from service.notifications.mbox import mbox_part
from service.notifications.preferences import RANGES, choose, is_paused, pause, stop_only
from service.play.track_records import show_results
from service.presentation.exports import export_lines, export_part
from service.ratings.ratings import ratings_of
from service.security.rates import WRITES

blueprint = Resource("me", "Your own account.")

_LANGUAGE = says(
    "The language of emails and pages, as a BCP 47 tag; null until you choose one or a browser sends one.",
    example="en",
)
_DISPLAY_NAME = says(
    "The name that others see, in any script; null if you chose none. A change makes `name` from it, unless you send"
    " that, too.",
    example="Ann",
)
MODES = (
    "`at-once`; `idle`: after `idle_minutes`, unless the turn is over by then; `digest`: once a day, at "
    "`digest_hour`; `off`: never. Except with `off`, emails are sent in time before a deadline."
)
_BOARD_WORDS = "Whether emails also describe the board in words, for screen readers."
_MOVES_HELD = (
    "Which moves wait up to ten minutes before they are played, so that you can stop them. `every`: all by email; "
    "`some`: those with other words in the email, and moves by link before dice are rolled; `none`."
)
_PAGES = (
    "What is on for the pages of games. `sound` and `desktop`: a sound, or a desktop notification, when it is your "
    "turn; `high-contrast` and `no-coordinates`: how boards look; `play-at-once`: a move of one action is played "
    "without confirmation in games with a fast clock."
)
_STOPPED = f"Kinds of email that you do not want: {', '.join(f'`{kind}`' for kind in stoppable())}."
_PAUSED = (
    "Until when emails about your games are paused, at most 90 days from now; null if they are not. Deadlines"
    " are not paused."
)
_SHOWS = "Whether `/players/{name}` shows the results of your public games to everybody."


def _among(name: str) -> Number:
    """Build a field for a number within the range of a preference."""
    numbers = RANGES[name]
    return Number(validate=Range(numbers.start, numbers.stop - 1))


def _things(description: str, *, many: bool = True) -> fields.Field[Any]:
    """Build a field for objects whose members are exported as stored."""
    one = fields.Dict(fields.String())
    return fields.List(one, metadata=says(description)) if many else fields.Dict(metadata=says(description))


class DeliverySchema(Shown):
    """When you get the emails about your games."""

    mode = fields.String(validate=OneOf(list(Delivery)), metadata=says(MODES, example=Delivery.DIGEST.value))
    idle_minutes = Number(metadata=says("The delay of `idle`.", example=30))
    digest_hour = Number(metadata=says("The hour of the daily digest, in your time zone.", example=18))
    quiet_from = Number(metadata=says("The hour at which quiet hours begin.", example=22))
    quiet_to = Number(metadata=says("The hour at which they end; the same hour means none.", example=7))


class MeSchema(Shown):
    """An account as its owner sees it."""

    name = fields.String(metadata=says("Your unique name, for addresses, commands and programs.", example="ann"))
    display_name = fields.String(allow_none=True, metadata=_DISPLAY_NAME)
    email = fields.String(
        allow_none=True,
        metadata=says("Null for a bot, and for a token without `account`.", example="ann@example.net"),
    )
    further_addresses = fields.List(
        fields.String(),
        metadata=says(
            "Other addresses from which emails count as yours; empty for a token without `account`.",
            example=["ann@work.example"],
        ),
    )
    unreachable_since = moment(
        allow_none=True,
        metadata=says("Since when email to `email` bounces; null again once you sign in by email or reply to one."),
    )
    suppressed_for = fields.String(
        allow_none=True,
        validate=OneOf([*Suppressed]),
        metadata=says(
            "Why you get no emails about games, despite your settings: `hard-bounce` and `soft-bounces` end when you "
            "sign in by email, a `complaint` on your settings page.",
            example=Suppressed.HARD_BOUNCE.value,
        ),
    )
    suppressed_since = moment(allow_none=True)
    time_zone = fields.String(metadata=says("For deadlines in emails.", example="Europe/Berlin"))
    language = fields.String(allow_none=True, metadata=_LANGUAGE)
    board_words = fields.Boolean(metadata=says(_BOARD_WORDS, example=False))
    moves_held = fields.String(validate=OneOf(list(Holding)), metadata=says(_MOVES_HELD, example=Holding.SOME.value))
    page_options = fields.List(fields.String(validate=OneOf([*PageOption])), metadata=says(_PAGES, example=["sound"]))
    delivery = fields.Nested(DeliverySchema)
    stopped_mails = fields.List(fields.String(), metadata=says(_STOPPED, example=["reminder"]))
    paused_until = moment(allow_none=True, metadata=says(_PAUSED))
    shows_results = fields.Boolean(metadata=says(_SHOWS))
    ratings = fields.List(fields.Nested(PoolRatingSchema), metadata=says("By pool, that with the most games first."))
    scopes = fields.List(
        fields.String(), metadata=says("The scopes of this token.", example=["games:read", "games:play"])
    )
    created_at = moment()


class ExportSchema(Shown):
    """All data about a person, without secrets; members may be added."""

    format = fields.String(metadata=says("The format of this file.", example="sundial-export-1"))
    exported_at = moment()
    account = _things("Address, name and settings.", many=False)
    tokens = _things("API tokens, including revoked and expired ones.")
    sessions = _things("Browsers that are signed in, or recently were.")
    addresses = _things("Further addresses of the account, and recent changes of its address.")
    recovery_codes = _things("When the recovery codes that are left were made.")
    sign_ins = _things("Recent sign-in emails, and when they were used.")
    webhooks = _things("Endpoints of webhooks.")
    ratings = _things("Your ratings by pool, with uncertainty.")
    rating_changes = _things("How each rated game changed them.")
    blocks = _things("Players whose invitations you block.")
    favourites = _things("Your favourites.")
    bots = _things("Your bots with their manifests, tokens and webhooks.")
    mails_received = _things("Recent emails from you, and their outcomes.")
    games = _things(
        "Games that you or your bots have a seat in, are invited to or imported, oldest first: as in `GET "
        "/games`, with the chat in `messages`, and in `record` the file for `sundial verify`."
    )


class DeliveryChangeSchema(Sent):
    """A change of the delivery settings; members left out stay as they are."""

    mode = fields.String(validate=OneOf(list(Delivery)), metadata=says(MODES))
    idle_minutes = _among("idle_minutes")
    digest_hour = _among("digest_hour")
    quiet_from = _among("quiet_from")
    quiet_to = _among("quiet_to")


class MeChangeSchema(Sent):
    """A change of the account; members left out stay as they are."""

    name = text(30, metadata=NAME)
    display_name = text(30, metadata=_DISPLAY_NAME)
    time_zone = text(64, metadata=says("The name of a time zone in the tzdata package.", example="Europe/Berlin"))
    language = text(LONGEST_TAG, allow_none=True, metadata=_LANGUAGE)
    board_words = Flag(metadata=says(_BOARD_WORDS))
    moves_held = fields.String(validate=OneOf(list(Holding)), metadata=says(_MOVES_HELD))
    page_options = fields.List(
        fields.String(validate=OneOf([*PageOption])),
        validate=Length(max=len(PageOption)),
        metadata=says(_PAGES, example=["sound"]),
    )
    delivery = fields.Nested(DeliveryChangeSchema)
    stopped_mails = fields.List(
        fields.String(validate=OneOf(stoppable())),
        validate=Length(max=len(stoppable())),
        metadata=says(_STOPPED, example=["reminder"]),
    )
    paused_until = fields.AwareDateTime(allow_none=True, metadata=says(_PAUSED))
    shows_results = Flag(metadata=says(_SHOWS))


class MeWish(TypedDict, total=False):
    """A change of the account, as loaded by MeChangeSchema."""

    name: str
    display_name: str
    time_zone: str
    language: str | None
    board_words: bool
    moves_held: Holding
    page_options: list[str]
    delivery: dict[str, Any]
    stopped_mails: list[str]
    paused_until: datetime | None
    shows_results: bool


@blueprint.route("/me")
@blueprint.allows("games:read")
@blueprint.response(200, MeSchema)
def show_me() -> dict[str, Json]:
    """Show your account."""
    return _me_json(account())


@blueprint.route("/me", methods=["PATCH"])
@blueprint.allows("account")
@blueprint.refuses(409)
@blueprint.response(200, MeSchema)
@blueprint.arguments(MeChangeSchema, required=False)
def change_me(wish: MeWish) -> dict[str, Json]:
    """Change your names, time zone, language, or the settings of emails and pages."""
    return whole(lambda: _me_json(_changed(account().id, wish)))


@blueprint.route("/me", methods=["DELETE"])
@blueprint.allows("account")
@blueprint.response(204)
def delete_me() -> Response:
    """Delete your account for good.

    You leave your games, and a made-up name replaces yours in them. Your name, address, messages, bots, webhooks,
    tokens and sessions are deleted; your contributions to dice stay. An email confirms the deletion.
    """
    leave(account(), now())
    return Response(status=204)


@blueprint.route("/me/export")
@blueprint.allows("account")
@blueprint.counts_as(WRITES)
@blueprint.produces("application/json", LINES)
@blueprint.response(200, ExportSchema)
def export_me() -> Response:
    """Export all data about you, with your games last, as a JSON file that comes in parts; people only.

    With `Accept: application/x-ndjson` the first line has everything but the games, each following line is a game, and
    the last has their number as `games`: if it is missing, the response is incomplete.
    """
    owner = _person()
    if wants_lines():
        return download(lambda at: export_lines(owner, at, now()), LINES, "sundial.ndjson")
    return download(lambda at: export_part(owner, at, now()), "application/json", "sundial.json")


@blueprint.route("/me/export.mbox")
@blueprint.allows("account")
@blueprint.counts_as(WRITES)
@blueprint.produces("application/mbox")
@blueprint.response(200, {"type": "string", "format": "binary"}, content_type="application/mbox")
def export_mails() -> Response:
    """Export the stored emails to you as an mbox, without sign-in codes and secret links; people only."""
    owner = _person()
    return download(lambda at: mbox_part(owner, at), "application/mbox", "sundial.mbox")


def _person() -> Account:
    """Return the caller, or Forbidden `not-a-person`: a bot's data belong to its owner."""
    asker = account()
    if asker.owner_id is not None:
        raise Forbidden("not-a-person")
    return asker


def _changed(account_id: int, wish: MeWish) -> Account:
    language = wish["language"] or "" if "language" in wish else None
    change(
        account_id,
        name=wish.get("name"),
        display_name=wish.get("display_name"),
        time_zone=wish.get("time_zone"),
        language=language,
        board_words=wish.get("board_words"),
        moves_held=wish.get("moves_held"),
    )
    if "page_options" in wish:
        set_page_options(account_id, wish["page_options"])
    if "stopped_mails" in wish:
        stop_only(account_id, wish["stopped_mails"], now())
    if "paused_until" in wish:
        pause(account_id, wish["paused_until"], now())
    if "shows_results" in wish:
        show_results(account_id, now(), shown=wish["shows_results"])
    numbers = dict(wish.get("delivery", {}))
    return choose(account_id, now(), numbers.pop("mode", None), **numbers)


def _me_json(owner: Account) -> dict[str, Json]:
    further = (
        [each.address for each in addresses_of(owner) if each.confirmed_at] if "account" in caller().scopes else []
    )
    return {
        "name": owner.name,
        "display_name": owner.display_name,
        "email": owner.email if "account" in caller().scopes else None,
        "further_addresses": further,
        "unreachable_since": time_json(owner.unreachable_since),
        "suppressed_for": owner.suppressed_for,
        "suppressed_since": time_json(owner.suppressed_at),
        "time_zone": zone_of(owner.time_zone).key,
        "language": owner.language,
        "board_words": owner.board_words,
        "moves_held": owner.moves_held,
        "page_options": owner.page_options,
        "delivery": {
            "mode": owner.delivery,
            "idle_minutes": owner.idle_minutes,
            "digest_hour": owner.digest_hour,
            "quiet_from": owner.quiet_from,
            "quiet_to": owner.quiet_to,
        },
        "stopped_mails": owner.muted,
        "paused_until": time_json(owner.paused_until) if is_paused(owner, now()) else None,
        "shows_results": owner.hidden_since is None,
        "ratings": ratings_json(ratings_of(owner)),
        "scopes": [*caller().scopes],
        "created_at": time_json(owner.created_at),
    }
