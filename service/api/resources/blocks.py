"""Blocks: people from whom an account accepts no invitations."""

from __future__ import annotations

from flask import Response
from marshmallow import fields

from rules.json_types import Json
from service.accounts.accounts import account_named
from service.accounts.blocks import block, blocks_of, lift
from service.api.access import account
from service.api.resource import Resource
from service.api.schemas.base import Shown, moment, says
from service.db.clock import now, time_json
from service.models import Block

blueprint = Resource("blocks", "Players whose invitations you block.")

BLOCK = "/me/blocks/<account_name:person>"


class BlockSchema(Shown):
    """Somebody whom you have blocked."""

    name = fields.String(metadata=says("The players who cannot invite you.", example="eve"))
    created_at = moment()


class BlocksSchema(Shown):
    """All your blocks."""

    blocks = fields.List(fields.Nested(BlockSchema))


@blueprint.route("/me/blocks")
@blueprint.lists("blocks")
@blueprint.allows("account")
@blueprint.gives({"person": "$response.body#/blocks/0/name"})
@blueprint.response(200, BlocksSchema)
def list_blocks() -> dict[str, Json]:
    """List the people whom you have blocked, the latest first."""
    return {"blocks": [_block_json(each) for each in blocks_of(account())]}


@blueprint.route(BLOCK, methods=["PUT"])
@blueprint.allows("account")
@blueprint.gives({"person": "$response.body#/name"})
@blueprint.refuses(404)
@blueprint.response(200, BlockSchema)
def block_person(*, person: str) -> dict[str, Json]:
    """Block somebody, so that they and their bots cannot invite you; for a bot, its owner is blocked. Games go on."""
    return _block_json(block(account(), account_named(person), now()))


@blueprint.route(BLOCK, methods=["DELETE"])
@blueprint.allows("account")
@blueprint.refuses(404)
@blueprint.response(204)
def lift_block(*, person: str) -> Response:
    """Unblock somebody."""
    lift(account(), person)
    return Response(status=204)


def _block_json(found: Block) -> dict[str, Json]:
    return {"name": found.blocked.name, "created_at": time_json(found.created_at)}
