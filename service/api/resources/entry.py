"""The entry point of the API: all operations that a program may call."""

from __future__ import annotations

from typing import NamedTuple

from flask import current_app
from marshmallow import fields

from rules.json_types import Json
from service.accounts.oauth.server import METADATA_PATH
from service.api.access import caller, viewer
from service.api.discovery import CATALOG_PATH
from service.api.operations import contracts
from service.api.resource import Resource
from service.api.schemas.base import Shown, says

blueprint = Resource("entry", "The addresses of all resources.")

LINKS = {
    "self": "/api/v1",
    "service-desc": "/openapi.yaml",
    "service-doc": "/docs",
    "service-meta": METADATA_PATH,
    "api-catalog": CATALOG_PATH,
    "status": "/readyz",
}


class RoutedOperation(NamedTuple):
    """An operation and its scope; no scope if it needs no token."""

    href: str
    method: str
    name: str
    scope: str
    anonymous: bool


class OperationSchema(Shown):
    """An operation that you may call, by its name in the OpenAPI document."""

    name = fields.String(metadata=says("The `operationId`.", example="showGame"))
    method = fields.String(metadata={"example": "GET"})
    href = fields.String(metadata=says("The address, a URI template (RFC 6570).", example="/api/v1/games/{game_id}"))


class EntryPointSchema(Shown):
    """The entry point."""

    account = fields.String(
        allow_none=True, metadata=says("The name of the token's account; null without a token.", example="ann")
    )
    scopes = fields.List(fields.String(), metadata=says("The scopes of the token.", example=["games:read"]))
    links = fields.Dict(
        fields.String(),
        fields.String(),
        metadata=says("Documents about the API, by their relation.", example={"service-desc": "/openapi.yaml"}),
    )
    operations = fields.List(
        fields.Nested(OperationSchema),
        metadata=says("All requests that you may send with these credentials, in the order of addresses."),
    )


@blueprint.route("")
@blueprint.allows(None, anonymous=True)
@blueprint.response(200, EntryPointSchema)
def show_entry() -> dict[str, Json]:
    """Show all operations that your token allows; without a token, those that need none."""
    found = viewer()
    scopes = caller().scopes if found else ()
    return {
        "account": found.name if found else None,
        "scopes": [*scopes],
        "links": dict(LINKS),
        "operations": [
            {"name": each.name, "method": each.method, "href": each.href}
            for each in _operations()
            if not each.scope or each.anonymous or each.scope in scopes
        ],
    }


def _operations() -> list[RoutedOperation]:
    """Return all operations of the app, by address."""
    kept: dict[str, list[RoutedOperation]] = current_app.extensions.setdefault(__name__, {})
    if "operations" not in kept:
        found = [
            RoutedOperation(path, method, notes["operation"], notes["scope"] or "", notes.get("anonymous", False))
            for path, method, notes in contracts(current_app)
            if path.startswith(LINKS["self"])
        ]
        kept["operations"] = sorted(found)
    return kept["operations"]
