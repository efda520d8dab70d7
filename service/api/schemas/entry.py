"""The entry to the API: what there is, and what whoever asks may do."""

from __future__ import annotations

from marshmallow import fields

from service.api.schemas.base import Shown, says


class OperationSchema(Shown):
    """Something that can be asked for, by its name in the OpenAPI document."""

    name = fields.String(metadata=says("The `operationId`.", example="showGame"))
    method = fields.String(metadata={"example": "GET"})
    href = fields.String(
        metadata=says(
            "The address; what stands in braces is to be put in (RFC 6570).", example="/api/v1/games/{game_id}"
        )
    )


class EntryPointSchema(Shown):
    """Where everything is."""

    account = fields.String(allow_none=True, metadata=says("Whose token it is; null without one.", example="ann"))
    scopes = fields.List(fields.String(), metadata=says("What the token may do.", example=["games:read"]))
    links = fields.Dict(
        fields.String(),
        fields.String(),
        metadata=says("Documents about the API, by their relation.", example={"service-desc": "/openapi.yaml"}),
    )
    operations = fields.List(
        fields.Nested(OperationSchema), metadata=says("All that you may ask for as you are, in the order of addresses.")
    )
