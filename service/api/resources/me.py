"""One's own account."""

from __future__ import annotations

from typing import Any

from service.actions.accounts import change
from service.api.access import account, token
from service.api.resource import Resource
from service.api.schemas.account import MeChangeSchema, MeSchema
from service.api.times import written
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
def change_me(wish: dict[str, str]) -> dict[str, Any]:
    """Change your name or time zone."""
    return _me_json(change(account().id, **wish))


def _me_json(owner: Account) -> dict[str, Any]:
    return {
        "name": owner.name,
        "email": owner.email,
        "unreachable_since": written(owner.unreachable_since),
        "time_zone": owner.time_zone,
        "scopes": token().scopes,
        "created_at": written(owner.created_at),
    }
