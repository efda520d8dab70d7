"""One's own account."""

from __future__ import annotations

from typing import Any

from service.actions.accounts import change
from service.actions.policies import choose, is_paused, pause, stop_only
from service.api.access import account, token
from service.api.resource import Resource
from service.api.schemas.account import MeChangeSchema, MeSchema
from service.api.times import written
from service.clock import now
from service.db import transaction
from service.models import Account

blueprint = Resource("me", "Your own account.")


@blueprint.route("/me")
@blueprint.allows("read")
@blueprint.response(200, MeSchema)
def show_me() -> dict[str, Any]:
    """Show your account."""
    return _me_json(account())


@blueprint.route("/me", methods=["PATCH"])
@blueprint.allows("account")
@blueprint.refuses(409)
@blueprint.response(200, MeSchema)
@blueprint.arguments(MeChangeSchema, required=False)
def change_me(wish: dict[str, Any]) -> dict[str, Any]:
    """Change your name, your time zone, or which mails you get and when."""
    with transaction():
        return _me_json(_changed(account().id, wish))


def _changed(account_id: int, wish: dict[str, Any]) -> Account:
    change(account_id, name=wish.get("name"), time_zone=wish.get("time_zone"))
    if "stopped_mails" in wish:
        stop_only(account_id, wish["stopped_mails"], now())
    if "paused_until" in wish:
        pause(account_id, wish["paused_until"], now())
    numbers = dict(wish.get("delivery", {}))
    return choose(account_id, now(), numbers.pop("mode", None), **numbers)


def _me_json(owner: Account) -> dict[str, Any]:
    return {
        "name": owner.name,
        "email": owner.email,
        "unreachable_since": written(owner.unreachable_since),
        "time_zone": owner.time_zone,
        "delivery": {
            "mode": owner.delivery,
            "idle_minutes": owner.idle_minutes,
            "digest_hour": owner.digest_hour,
            "quiet_from": owner.quiet_from,
            "quiet_to": owner.quiet_to,
        },
        "stopped_mails": owner.muted,
        "paused_until": written(owner.paused_until) if is_paused(owner, now()) else None,
        "scopes": token().scopes,
        "created_at": written(owner.created_at),
    }
