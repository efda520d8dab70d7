"""Organisers: accounts that may seat you in games without asking for each."""

from __future__ import annotations

from flask import Response
from marshmallow import fields

from rules.json_types import Json
from service.accounts.accounts import account_named
from service.api.access import account
from service.api.resource import Resource
from service.api.schemas.base import Shown, moment, says
from service.competitions.consents import agree, consents_of, end_consent
from service.db.clock import now, time_json
from service.models import OrganiserConsent

blueprint = Resource("organisers", "Organisers who may seat you in games without an invitation.")


class OrganiserSchema(Shown):
    """An organiser who may seat you in games."""

    name = fields.String(metadata=says("The account of the organiser, a person or a bot.", example="club"))
    created_at = moment()


class OrganisersSchema(Shown):
    """All organisers who may seat you in games."""

    organisers = fields.List(fields.Nested(OrganiserSchema))


@blueprint.route("/me/organisers")
@blueprint.lists("organisers")
@blueprint.allows("account")
@blueprint.gives({"organiser": "$response.body#/organisers/0/name"})
@blueprint.response(200, OrganisersSchema)
def list_organisers() -> dict[str, Json]:
    """List the organisers who may seat you in games, the latest first."""
    return {"organisers": [_shown(each) for each in consents_of(account())]}


@blueprint.route("/me/organisers/<account_name:organiser>", methods=["PUT"])
@blueprint.allows("account")
@blueprint.gives({"organiser": "$response.body#/name"})
@blueprint.refuses(404)
@blueprint.response(200, OrganiserSchema)
def agree_to_organiser(*, organiser: str) -> dict[str, Json]:
    """Let an organiser seat you in games that begin at once, without an invitation."""
    return _shown(agree(account(), account_named(organiser), now()))


@blueprint.route("/me/organisers/<account_name:organiser>", methods=["DELETE"])
@blueprint.allows("account")
@blueprint.refuses(404)
@blueprint.response(204)
def end_consent_to_organiser(*, organiser: str) -> Response:
    """Let an organiser seat you in no more games. Those that have begun go on."""
    end_consent(account(), organiser)
    return Response(status=204)


def _shown(consent: OrganiserConsent) -> dict[str, Json]:
    return {"name": consent.organiser.name, "created_at": time_json(consent.created_at)}
