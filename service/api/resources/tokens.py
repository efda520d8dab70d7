"""API tokens."""

from __future__ import annotations

from datetime import datetime
from typing import NotRequired, TypedDict

from flask import Response

from rules.json_types import Json
from service.api.access import account, asker
from service.api.resource import Resource
from service.api.schemas.account import CreatedTokenSchema, TokenRequestSchema, TokensSchema
from service.api.times import written
from service.core.clock import now
from service.core.rates import SIGN_IN
from service.models import Account, ApiToken
from service.people.sign_in import sign_in_by_code
from service.people.tokens import NewToken, create_token, end_of_life, revoke_token, tokens_of

NO_STORE = {"Cache-Control": "no-store"}

blueprint = Resource("tokens", "Tokens for your programs: shown once, limited to scopes, revocable.")


class TokenWish(TypedDict):
    """What a new token is to be, as a schema has read it."""

    name: str
    scopes: list[str]
    expires_at: NotRequired[datetime]
    expires_in_days: NotRequired[int]


class MailedTokenWish(TokenWish):
    """The same, with the code that was mailed to an address."""

    email: str
    code: str


@blueprint.route("/tokens", methods=["POST"])
@blueprint.open_to_all
@blueprint.counts_as(SIGN_IN)
@blueprint.refuses(409)
@blueprint.response(201, CreatedTokenSchema)
@blueprint.arguments(TokenRequestSchema)
def make_token(wish: MailedTokenWish) -> tuple[dict[str, Json], dict[str, str]]:
    """Make a token with the code that was mailed.

    Five wrong codes end the code for the address that they come from, and for nobody else; the link stays good.
    """
    new = sign_in_by_code(wish["email"], wish["code"], asker(), now(), lambda owner: token_wished(owner, wish))
    return {**token_json(new.token), "token": new.secret}, NO_STORE


@blueprint.route("/tokens")
@blueprint.lists("tokens")
@blueprint.allows("account")
@blueprint.gives({"token_id": "$response.body#/tokens/0/id"})
@blueprint.response(200, TokensSchema)
def list_tokens() -> tuple[dict[str, Json], dict[str, str]]:
    """List your live tokens, oldest first."""
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
    """A new token of the account, as a schema has read what is wished."""
    ends = end_of_life(now(), wish.get("expires_at"), wish.get("expires_in_days"))
    return create_token(holder, wish["name"], wish["scopes"], now(), ends)


def token_json(token: ApiToken) -> dict[str, Json]:
    """A token without its secret."""
    return {
        "id": token.id,
        "name": token.name,
        "scopes": token.scopes,
        "app": token.app,
        "created_at": written(token.created_at),
        "expires_at": written(token.expires_at),
        "last_used_at": written(token.last_used_at),
    }
