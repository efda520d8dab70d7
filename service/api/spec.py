"""The OpenAPI document: what flask-smorest finds out by itself, and the headers and problems that operations share."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from copy import deepcopy
from functools import cached_property, reduce
from http import HTTPStatus
from threading import Lock
from typing import Any, ClassVar

from flask import Flask, Response, json, request
from flask_smorest import Api
from flask_smorest.spec.plugins import FlaskPlugin
from marshmallow import EXCLUDE, Schema, fields
from werkzeug.routing import Rule

from service.api import converters
from service.api.examples import add_examples
from service.api.operations import ID_HEADER, RATE_HEADERS, add_contracts, problem_name
from service.api.problems import MEDIA_TYPE
from service.api.schemas.base import LONG, Shown, says
from service.api.schemas.move import EntrySchema
from service.core.refusals import EXPLANATIONS
from service.core.telemetry.requests import EXAMPLE_ID
from service.people.scopes import MEANINGS

DESCRIPTION = """\
Play the games of Sundial from a program: create, join and play them, look at boards and logs, check the dice.

You get a token by OAuth 2.1: by an authorisation code with PKCE, or by the device flow. Its addresses are in
`/.well-known/oauth-authorization-server`. Or run `sundial token create` on the server. Send the token as
`Authorization: Bearer sdl_…`. You can read public games and the rulesets without one. Its scopes say what it may do:

{scopes}

Each refusal is a problem of RFC 9457 (`application/problem+json`), whose `code` never changes. Bodies are JSON objects
in UTF-8; unknown and doubled keys are refused. Times are UTC.

Each answer has the id of its request in `X-Request-Id`. To choose the id, send that header with 8 to 64 letters,
digits, dots, hyphens and underscores; anything else is ignored.

Send `Accept-Encoding: br` or `gzip`, and answers in text and JSON from 1 KiB come packed. Streams of events do not.

Requests are counted by the minute. With a token they count for its account: in `moves` for moves in your own games,
otherwise in `reads` or `writes`. Without a token they count for your network: in `network-reads`, `network-writes` or
`network-sign-in`. `RateLimit` names the limit and what is left of it.
"""
AN_HOUR = 3600
MEANT = "; ".join(f"`{scope}`: {meaning}" for scope, meaning in MEANINGS.items())
PATH_PARAMETERS = {
    "branch_id": "The id of the branch, as the list of branches shows it.",
    "challenge_id": "The id of the challenge, as the list of challenges shows it.",
    "first_day": "The first day of a vacation.",
    "game_id": "The id of the game.",
    "match_id": "The id of the match.",
    "ruleset_id": "The id of the ruleset, such as `seasons`.",
    "message_id": "The id of the message, as the list of messages shows it.",
    "token_id": "The id of the token, as the list of tokens shows it.",
    "seek_id": "The id of the seek, as the list of seeks shows it.",
    "session_id": "The id of the session, as the list of sessions shows it.",
    "webhook_id": "The id of the endpoint, as the list of webhooks shows it.",
    "delivery_id": "The id of the delivery, as the list of deliveries shows it.",
    "bot": "The name of the bot.",
    "person": "The name of the account.",
    "player": "The name of the person or bot.",
    "place": "The place at the table, in the order of invitation, from 0.",
    "code": "The code of a problem.",
    "form": "The form of the picture.",
}
HEADER_PARAMETERS = {
    "Idempotency-Key": {
        "description": "A key of your own for this request. Sent again with the same body within a week, it gets "
        "the first answer and does nothing; with another body it is refused. Keys are by operation: what is sent to "
        'another address, or by another method, is another request. `k1` and `"k1"` are the same key.',
        "schema": {"type": "string", "minLength": 1, "maxLength": 255, "pattern": "^[!-~]+$"},
    },
    "If-Match": {
        "description": "Act only if the game is still in the state that this ETag names. A request that was done "
        "before is answered as it was then.",
        "schema": {"type": "string"},
        "example": '"9f86d081884c7d659a2feaa0c55ad015-1f40fc92da241694"',
    },
    "Join-Key": {
        "description": "The key to the open seats of a private game, from its link. Any other opens nothing, and is in "
        "the way of nobody who may see the game without it.",
        "schema": {"type": "string"},
        "example": "k3xw7mq2hd5tn6ybe4rjc2av",
    },
    "Last-Event-ID": {
        "description": "The id of the last event that you have seen; the stream goes on after it.",
        "schema": {"type": "string", "pattern": "^[0-9]{1,9}$"},
        "example": "17",
    },
    "If-None-Match": {
        "description": "Answer 304 without a body if it still has this ETag.",
        "schema": {"type": "string"},
        "example": '"9f86d081884c7d659a2feaa0c55ad015-1f40fc92da241694"',
    },
}
HEADERS = {
    "X-Request-Id": {
        "description": "The id of this request. Every answer has one; whoever runs the server finds the request by it.",
        "schema": {"type": "string", "pattern": "^[A-Za-z0-9._-]{8,64}$"},
        "example": EXAMPLE_ID,
    },
    "Link": {
        "description": 'RFC 8288: with `rel="next"` the address of the page after this one, if there is one.',
        "schema": {"type": "string"},
        "example": '</api/v1/games?limit=20&cursor=WyIyMDI2Il0.c2lnbg>; rel="next"',
    },
    "Idempotent-Replayed": {
        "description": "On an answer that was given before, and now comes once more.",
        "schema": {"type": "string", "enum": ["true"]},
        "example": "true",
    },
    "RateLimit": {
        "description": "What is left in the bucket that this request counted in: `r` requests, and `t` seconds "
        "until there is room for one more than that.",
        "schema": {"type": "string"},
        "example": '"reads";r=1199;t=60',
    },
    "RateLimit-Policy": {
        "description": "How large that bucket is: `q` requests in each `w` seconds.",
        "schema": {"type": "string"},
        "example": '"reads";q=1200;w=60',
    },
}
PROBLEM_STATUSES = tuple(
    HTTPStatus(code) for code in (400, 401, 403, 404, 406, 408, 409, 410, 412, 413, 415, 422, 429, 500, 503)
)
CODE = "^[a-z0-9-]+$"


class FieldErrorSchema(Shown):
    """One thing that does not fit, and where."""

    in_ = fields.String(data_key="in", metadata=says("The part of the request.", enum=["body", "query", "headers"]))
    pointer = fields.String(metadata=says("A JSON pointer (RFC 6901) into that part.", example="/seats/0/ai"))
    detail = fields.String(metadata=says("What is wrong."))


class AnyProblemSchema(Schema):
    """What every problem has."""

    class Meta:
        """RFC 9457, 3.2: clients ignore members that they do not know."""

        unknown = EXCLUDE

    type = fields.String(required=True, metadata=says("An address that explains the code.", format="uri"))
    title = fields.String(required=True, metadata=says("The kind of problem, in a sentence."))
    status = fields.Integer(required=True, metadata=says("The HTTP status."))
    detail = fields.String(required=True, metadata=says("What is wrong here, in a sentence for people."))
    advice = fields.String(required=True, metadata=says("What to do about it."))
    request_id = fields.String(
        required=True,
        metadata=says("Of this request, as in `X-Request-Id`: the operator's log has it.", example=EXAMPLE_ID),
    )
    errors = fields.List(
        fields.Nested(FieldErrorSchema), metadata=says("With `bad-request`: everything that does not fit.")
    )


class ProblemSchema(AnyProblemSchema):
    """A refusal of the service."""

    code = fields.String(
        required=True,
        metadata={
            **says("Stable; for programs. Later versions may bring further codes.", example="not-found", pattern=CODE),
            "x-extensible-enum": sorted(EXPLANATIONS),
        },
    )
    reason = fields.String(
        metadata=says("With `bad-json`, `bad-setup`, `bad-message` and `bad-text`: which rule was broken.")
    )
    name = fields.String(
        metadata=says("With `bad-setup`, `bad-text`, `no-such-account`, refused names and guests: who or what it is.")
    )
    ruleset = fields.String(metadata=says("With `no-such-ruleset`: the id."))
    time_zone = fields.String(metadata=says("With `bad-time-zone`: the name."))
    language = fields.String(metadata=says("With `unknown-language`: what was asked for."))
    languages = fields.List(fields.String(), metadata=says("With `unknown-language`: the tags that can be had."))
    scope = fields.String(metadata=says("With `missing-scope` and `unknown-scope`: the scope."))
    version = fields.Integer(metadata=says("With `stale-version`: the version of the game now."))
    happened = fields.List(
        fields.Nested(EntrySchema), metadata=says("With `stale-version`: the entries of the log since yours.")
    )
    to_move = fields.Integer(allow_none=True, metadata=says("With `not-your-turn`: the seat whose turn it is."))
    after = fields.Integer(
        metadata=says("With `events-forgotten`: the event to go on after; all since then is kept.") | LONG
    )
    log_length = fields.Integer(metadata=says("With `no-such-position`: how long the log is."))
    game = fields.String(metadata=says("With `already-invited`: the game that the open invitation is to."))
    bucket = fields.String(metadata=says("With status 429: the name of the limit that was reached."))
    most = fields.Integer(metadata=says("With status 429: the amount of that limit."))
    retry_after = fields.Integer(metadata=says("With status 429: seconds to wait."))


class RuleProblemSchema(AnyProblemSchema):
    """A refusal of a move by the rules of its game, or of a request that does not fit."""

    code = fields.String(
        required=True,
        metadata=says(
            "Stable; for programs. The codes that all games share are `bad-notation`, `not-your-turn`, "
            "`incomplete-move`, `past-a-roll` and `chance-only`; the ruleset lists its own as `refusals`. What "
            "does not fit at all is `bad-request`, an Idempotency-Key used before `idempotency-key-reused`.",
            example="disc-filled",
            pattern=CODE,
        ),
    )
    action = fields.String(metadata=says("The action that it stumbled on.", example="place max-15"))
    number = fields.Integer(metadata=says("In a line of moves: which of them it is, from 1.", example=2))
    legal = fields.List(fields.String(), metadata=says("Up to five legal actions in that place, the nearest first."))


class DescribedPaths(FlaskPlugin):
    """Describes the parameters in paths."""

    def rule_to_params(self, rule: Rule) -> list[dict[str, Any]]:
        parameters: list[dict[str, Any]] = super().rule_to_params(rule)
        return [{**parameter, "description": PATH_PARAMETERS[parameter["name"]]} for parameter in parameters]


class SundialApi(Api):
    """flask-smorest's Api with our problems instead of its errors, which lose headers and would hold for all pages."""

    ERROR_SCHEMA: ClassVar = {"$ref": "#/components/schemas/Problem"}
    DEFAULT_ERROR_RESPONSE_NAME = None

    def __init__(self, app: Flask) -> None:
        self._served = app
        self._undescribed: deque[Callable[[], None]] = deque()
        self._describing = Lock()
        scopes = "\n".join(f"- `{scope}`: {meaning}" for scope, meaning in MEANINGS.items())
        info = {
            "description": DESCRIPTION.format(scopes=scopes),
            "contact": {"name": "Whoever runs this Sundial"},
            "license": {"name": "MIT", "identifier": "MIT"},
        }
        servers = [{"url": "/", "description": "This server."}]
        super().__init__(app, spec_kwargs={"flask_plugin": DescribedPaths(), "info": info, "servers": servers})
        for converter, schema in converters.SCHEMAS.items():
            self.register_converter(converter, lambda _, schema=schema: {**schema})
        self.describe_later(self._describe_shared_parts)

    def describe_later(self, describe: Callable[[], None]) -> None:
        """Add a part to the document when somebody asks for it: that takes longer than all else at the start."""
        self._undescribed.append(describe)

    def document(self) -> dict[str, Any]:
        """The OpenAPI document."""
        with self._describing:
            while self._undescribed:
                self._undescribed.popleft()()
            document = deepcopy(self.spec.to_dict())
        add_contracts(document["paths"], self._served)
        add_examples(document)
        return _without_unused(document)

    @cached_property
    def text(self) -> str:
        """The same as JSON, its version first."""
        document = self.document()
        return json.dumps({"openapi": document["openapi"], **document}, indent=2, sort_keys=False)

    def _describe_shared_parts(self) -> None:
        components = self.spec.components
        bearer = {"type": "http", "scheme": "bearer", "description": f"An API token, `sdl_…`. Its scopes: {MEANT}."}
        components.security_scheme("token", bearer)
        for name, parameter in HEADER_PARAMETERS.items():
            components.parameter(name, "header", {"name": name, "required": False, **parameter})
        for name, header in HEADERS.items():
            components.header(name, header)
        for status in PROBLEM_STATUSES:
            components.response(problem_name(status), _problem_response(status, ProblemSchema))
        components.response("RuleProblem", _problem_response(HTTPStatus.UNPROCESSABLE_ENTITY, RuleProblemSchema))


def lasting(text: str, media_type: str) -> Response:
    """Answer with a text that stays the same as long as the server runs; 304 if the client has it."""
    answer = Response(text, mimetype=media_type)
    answer.headers["Cache-Control"] = f"public, max-age={AN_HOUR}"
    answer.add_etag()
    etag, _ = answer.get_etag()
    if request.if_none_match.contains_weak(etag or ""):
        answer.status_code = HTTPStatus.NOT_MODIFIED
        answer.set_data(b"")
    return answer


def _problem_response(status: HTTPStatus, schema: type) -> dict[str, Any]:
    headers: dict[str, Any] = {**RATE_HEADERS, **ID_HEADER}
    if status in (HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE):
        headers["Retry-After"] = {"description": "Seconds to wait.", "schema": {"type": "integer"}, "required": True}
    if status == HTTPStatus.UNAUTHORIZED:
        headers["WWW-Authenticate"] = {"description": "RFC 6750.", "schema": {"type": "string"}, "required": True}
    return {
        "description": status.phrase,
        "content": {MEDIA_TYPE: {"schema": schema}},
        "headers": headers,
    }


def _without_unused(document: dict[str, Any]) -> dict[str, Any]:
    """The document without those of its components that nothing refers to, security schemes aside."""
    kinds = {kind: parts for kind, parts in document["components"].items() if kind != "securitySchemes"}
    rest = {name: part for name, part in document.items() if name != "components"}
    used: set[str] = set()
    found = set(_references(rest))
    while found:
        used |= found
        parts = (reduce(dict.__getitem__, place.split("/")[1:], document) for place in found)
        found = {place for part in parts for place in _references(part)} - used
    kept = {
        kind: {name: part for name, part in parts.items() if f"#/components/{kind}/{name}" in used}
        for kind, parts in kinds.items()
    }
    return {**document, "components": {**document["components"], **kept}}


def _references(part: object) -> Iterator[str]:
    """Where the references in some part of a document lead; a mapping of a discriminator repeats those beside it."""
    if isinstance(part, dict):
        if isinstance(part.get("$ref"), str):
            yield part["$ref"]
        for inner in part.values():
            yield from _references(inner)
    elif isinstance(part, list | tuple):
        for inner in part:
            yield from _references(inner)
