"""Sessions: browsers in which the account is signed in."""

from __future__ import annotations

from flask import Response
from marshmallow import fields

from rules.json_types import Json
from service.accounts.sessions import end_session as end_one
from service.accounts.sessions import end_sessions as end_all
from service.accounts.sessions import sessions_of
from service.api.access import account
from service.api.resource import Resource
from service.api.schemas.base import LONG, Number, Shown, moment, says
from service.db.clock import now, time_json

blueprint = Resource("sessions", "Browsers that are signed in to your account.")


class SessionSchema(Shown):
    """A browser in which you are signed in."""

    id = Number(metadata={"example": 7} | LONG)
    browser = fields.String(metadata=says("Empty if unknown.", example="Firefox"))
    system = fields.String(metadata=says("Empty if unknown.", example="Linux"))
    network = fields.String(
        metadata=says(
            "The stored part of the IP address of its last use: three numbers of IPv4, 48 bits of IPv6.",
            example="203.0.113.*",
        )
    )
    created_at = moment()
    last_used_at = moment(metadata=says("Exact to five minutes."))


class SessionsSchema(Shown):
    """Your sessions."""

    sessions = fields.List(fields.Nested(SessionSchema))


@blueprint.route("/me/sessions")
@blueprint.lists("sessions")
@blueprint.allows("account")
@blueprint.gives({"session_id": "$response.body#/sessions/0/id"})
@blueprint.response(200, SessionsSchema)
def list_sessions() -> dict[str, Json]:
    """List the browsers in which you are signed in, the most recently used first."""
    return {
        "sessions": [
            {
                "id": found.id,
                "browser": found.browser,
                "system": found.system,
                "network": found.network,
                "created_at": time_json(found.created_at),
                "last_used_at": time_json(found.last_used_at),
            }
            for found in sessions_of(account().id, now())
        ]
    }


@blueprint.route("/me/sessions", methods=["DELETE"])
@blueprint.allows("account")
@blueprint.response(204)
def end_sessions() -> Response:
    """Sign out of every browser. Tokens stay valid."""
    end_all(account().id, now())
    return Response(status=204)


@blueprint.route("/me/sessions/<row:session_id>", methods=["DELETE"])
@blueprint.allows("account")
@blueprint.refuses(404)
@blueprint.response(204)
def end_session(*, session_id: int) -> Response:
    """Sign one browser out at once. Idempotent."""
    end_one(account().id, session_id, now())
    return Response(status=204)
