"""One's own account."""

from __future__ import annotations

from datetime import datetime
from typing import Any, TypedDict

from flask import Response

from rules.json_types import Json
from service.api.access import account, caller
from service.api.lists import LINES, wants_lines
from service.api.resource import Resource
from service.api.schemas.account import ExportSchema, MeChangeSchema, MeSchema
from service.api.times import written
from service.core.clock import now
from service.core.errors import Forbidden
from service.core.parts import download
from service.core.rates import WRITES
from service.core.time_zones import zone_of
from service.leaving.departures import leave
from service.models import Account
from service.people.accounts import change
from service.play.track_records import show_results
from service.post.mbox import mbox_part
from service.post.preferences import choose, is_paused, pause, stop_only
from service.telling.exports import export_lines, export_part
from service.work.units import whole

blueprint = Resource("me", "Your own account.")


class MeWish(TypedDict, total=False):
    """What is to change of an account, as MeChangeSchema has read it."""

    name: str
    time_zone: str
    language: str | None
    board_words: bool
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
    """Change your name, time zone or language, or which mails you get and when."""
    return whole(lambda: _me_json(_changed(account().id, wish)))


@blueprint.route("/me", methods=["DELETE"])
@blueprint.allows("account")
@blueprint.response(204)
def delete_me() -> Response:
    """Delete your account for good.

    You become a made-up name at tables, and leave those where you play. Your name, address, messages, bots, webhooks,
    tokens and sessions are gone; what you added to dice stays with them. A mail says that it is done.
    """
    leave(account(), now())
    return Response(status=204)


@blueprint.route("/me/export")
@blueprint.allows("account")
@blueprint.counts_as(WRITES)
@blueprint.produces("application/json", LINES)
@blueprint.response(200, ExportSchema)
def export_me() -> Response:
    """Export all that is kept of you, your games last, as a file of JSON that comes in parts; people only.

    With `Accept: application/x-ndjson` the first line holds all but the games, each that follows is a game, and the
    last says in `games` how many there were: where it is missing, the answer was cut off.
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
    """Export the mails to you that are kept as an mbox, without what opens doors; people only."""
    owner = _person()
    return download(lambda at: mbox_part(owner, at), "application/mbox", "sundial.mbox")


def _person() -> Account:
    """Who asks, or Forbidden `not-a-person`: a bot's data are its owner's."""
    asker = account()
    if asker.owner_id is not None:
        raise Forbidden("not-a-person")
    return asker


def _changed(account_id: int, wish: MeWish) -> Account:
    language = wish["language"] or "" if "language" in wish else None
    change(
        account_id,
        name=wish.get("name"),
        time_zone=wish.get("time_zone"),
        language=language,
        board_words=wish.get("board_words"),
    )
    if "stopped_mails" in wish:
        stop_only(account_id, wish["stopped_mails"], now())
    if "paused_until" in wish:
        pause(account_id, wish["paused_until"], now())
    if "shows_results" in wish:
        show_results(account_id, now(), shown=wish["shows_results"])
    numbers = dict(wish.get("delivery", {}))
    return choose(account_id, now(), numbers.pop("mode", None), **numbers)


def _me_json(owner: Account) -> dict[str, Json]:
    return {
        "name": owner.name,
        "email": owner.email if "account" in caller().scopes else None,
        "unreachable_since": written(owner.unreachable_since),
        "suppressed_for": owner.suppressed_for,
        "suppressed_since": written(owner.suppressed_at),
        "time_zone": zone_of(owner.time_zone).key,
        "language": owner.language,
        "board_words": owner.board_words,
        "delivery": {
            "mode": owner.delivery,
            "idle_minutes": owner.idle_minutes,
            "digest_hour": owner.digest_hour,
            "quiet_from": owner.quiet_from,
            "quiet_to": owner.quiet_to,
        },
        "stopped_mails": owner.muted,
        "paused_until": written(owner.paused_until) if is_paused(owner, now()) else None,
        "shows_results": owner.hidden_since is None,
        "scopes": [*caller().scopes],
        "created_at": written(owner.created_at),
    }
