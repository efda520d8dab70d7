"""API tokens."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NotRequired, TypedDict

from flask import Response
from marshmallow import fields
from marshmallow.validate import Length, OneOf, Range

from rules.json_types import Json
from service.accounts.scopes import SCOPES
from service.accounts.sign_in import sign_in_by_code
from service.accounts.tokens import LONGEST_LIFE, NewToken, create_token, end_of_life, revoke_token, tokens_of
from service.api.access import account, asker
from service.api.resource import Resource
from service.api.schemas.base import EMAIL, LONG, Number, Sent, Shown, address, moment, says, text
from service.api.spec import MEANT
from service.db.clock import now, time_json
from service.language.texts import LINE
from service.models import Account, ApiToken
from service.security.rates import SIGN_IN

NO_STORE = {"Cache-Control": "no-store"}

blueprint = Resource("tokens", "API tokens: shown once, limited to scopes, revocable.")

MAX_TOKEN_NAME = 80
MAX_CODE_LENGTH = 64
"""Leaves room for text that was copied with the eight digits."""
EXPIRES_AT = says("When it expires, at most ten years from now. Without it, the token is valid until revoked.")
EXPIRES_IN_DAYS = says("The number of days after which it expires, instead of `expires_at`.", example=90)


def scopes_wished(default: Sequence[str], description: str) -> fields.List[Any]:
    """Build a field for the scopes of a token, with a default."""
    return fields.List(
        fields.String(validate=OneOf(SCOPES)),
        load_default=lambda: list(default),
        validate=Length(1, len(SCOPES)),
        metadata=says(description, default=list(default)),
    )


class TokenRequestSchema(Sent):
    """A code that proves the address, and the settings of the token."""

    email = address(required=True, metadata=EMAIL)
    code = text(MAX_CODE_LENGTH, required=True, metadata=says("The code from the email.", example="12345678"))
    name = text(
        MAX_TOKEN_NAME, load_default="API", metadata=says("A name of your choice.", example="my laptop", pattern=LINE)
    )
    scopes = scopes_wished(SCOPES, f"The permitted scopes: {MEANT}. All of them by default.")
    expires_at = fields.AwareDateTime(metadata=EXPIRES_AT)
    expires_in_days = Number(validate=Range(1, LONGEST_LIFE.days), metadata=EXPIRES_IN_DAYS)


class TokenWish(TypedDict):
    """A new token, as loaded by a schema."""

    name: str
    scopes: list[str]
    expires_at: NotRequired[datetime]
    expires_in_days: NotRequired[int]


class MailedTokenWish(TokenWish):
    """A new token, with the code that was emailed to an address."""

    email: str
    code: str


class TokenSchema(Shown):
    """A token, without its secret."""

    id = Number(metadata={"example": 7} | LONG)
    name = fields.String(metadata={"example": "my laptop"})
    scopes = fields.List(fields.String(), metadata={"example": ["games:read", "games:play"]})
    app = fields.String(
        allow_none=True,
        metadata=says(
            "The id of the app that signed in by OAuth; null if you created the token yourself.", example=None
        ),
    )
    created_at = moment()
    expires_at = moment(allow_none=True, metadata=says("Null if it is valid until revoked.", example=None))
    last_used_at = moment(allow_none=True, metadata=says("Exact to five minutes; null if it was never used."))


class CreatedTokenSchema(TokenSchema):
    """A token that was just created."""

    token = fields.String(
        metadata=says("The secret. It is shown only once.", example="sdl_q3zt7mv5hw2kfx6ypb4rjn7sdl2cgae5uo6ixw")
    )


class TokensSchema(Shown):
    """Valid tokens."""

    tokens = fields.List(fields.Nested(TokenSchema))


@blueprint.route("/tokens", methods=["POST"])
@blueprint.open_to_all
@blueprint.counts_as(SIGN_IN)
@blueprint.refuses(409)
@blueprint.response(201, CreatedTokenSchema)
@blueprint.arguments(TokenRequestSchema)
def make_token(wish: MailedTokenWish) -> tuple[dict[str, Json], dict[str, str]]:
    """Create a token with the code that was emailed.

    Five wrong codes invalidate the code for the address that they come from, and for nobody else; the link stays valid.
    """
    new = sign_in_by_code(wish["email"], wish["code"], asker(), now(), lambda owner: token_wished(owner, wish))
    return {**token_json(new.token), "token": new.secret}, NO_STORE


@blueprint.route("/tokens")
@blueprint.lists("tokens")
@blueprint.allows("account")
@blueprint.gives({"token_id": "$response.body#/tokens/0/id"})
@blueprint.response(200, TokensSchema)
def list_tokens() -> tuple[dict[str, Json], dict[str, str]]:
    """List your valid tokens, oldest first."""
    return {"tokens": [token_json(token) for token in tokens_of(account().id, now())]}, NO_STORE


@blueprint.route("/tokens/<row:token_id>", methods=["DELETE"])
@blueprint.allows("account")
@blueprint.refuses(404)
@blueprint.response(204)
def end_token(*, token_id: int) -> Response:
    """Revoke a token at once."""
    revoke_token(account().id, token_id, now())
    return Response(status=204)


def token_wished(holder: Account, wish: TokenWish) -> NewToken:
    """Create a token for an account from a request."""
    ends = end_of_life(now(), wish.get("expires_at"), wish.get("expires_in_days"))
    return create_token(holder, wish["name"], wish["scopes"], now(), ends)


def token_json(token: ApiToken) -> dict[str, Json]:
    """Serialize a token without its secret."""
    return {
        "id": token.id,
        "name": token.name,
        "scopes": token.scopes,
        "app": token.app,
        "created_at": time_json(token.created_at),
        "expires_at": time_json(token.expires_at),
        "last_used_at": time_json(token.last_used_at),
    }
