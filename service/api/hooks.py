"""Inbound HTTP hooks: emails from providers and relays, and delivery reports.

Each hook requires a signature, and exists only if its secret is set. Hooks are not part of the API: their formats are
those of providers, or of Standard Webhooks.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import time
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import TypedDict, cast

from flask import Blueprint, Response, request
from marshmallow import EXCLUDE, Schema, ValidationError
from marshmallow.fields import Dict, List, String
from marshmallow.validate import Length
from sqlalchemy.exc import SQLAlchemyError
from standardwebhooks import Webhook, WebhookVerificationError
from werkzeug.exceptions import BadRequest, HTTPException, NotAcceptable, NotFound, Unauthorized, UnprocessableEntity

from rules.json_types import Json
from service.api import problems
from service.config.environment import MAIL_PATHS, MAX_HOOK_BYTES
from service.config.settings import settings
from service.db.clock import now
from service.http.strict_json import read_object
from service.language.errors import Refused
from service.notifications.bounces import note_news
from service.notifications.taking import MAX_RECIPIENTS, NotTaken, Rejection, box_of, take_once
from service.security import rates

TOLERANCE = 300
"""Seconds for which a signature is valid, as in Standard Webhooks."""
MAX_FIELD = 1000

blueprint = Blueprint("hooks", __name__)
blueprint.register_error_handler(Refused, problems.of_refusal)
blueprint.register_error_handler(SQLAlchemyError, problems.of_a_busy_database)


class RelayedMail(TypedDict):
    """An email from a relay, as loaded by `_MailSchema`."""

    sender: str | None
    recipients: list[str]
    raw: str
    """The email in base64."""


class SignedNews(TypedDict):
    """A delivery report of a provider, as loaded by `_NewsSchema`."""

    signature: dict[str, Json]
    news: dict[str, Json]


class _Signed(Schema):
    class Meta:
        unknown = EXCLUDE

    timestamp = String(required=True, validate=Length(max=20))
    token = String(required=True, validate=Length(min=1, max=MAX_FIELD))
    signature = String(required=True, validate=Length(max=MAX_FIELD))


class _MailSchema(Schema):
    sender = String(load_default=None, allow_none=True, validate=Length(max=MAX_FIELD))
    recipients = List(String(validate=Length(max=MAX_FIELD)), required=True, validate=Length(1, MAX_RECIPIENTS))
    raw = String(required=True)


class _NewsSchema(Schema):
    signature = Dict(required=True)
    news = Dict(required=True, data_key="event-data")

    class Meta:
        unknown = EXCLUDE


@blueprint.before_request
def make_room() -> None:
    """Allow larger bodies for emails."""
    if request.path in MAIL_PATHS:
        request.max_content_length = request.max_form_memory_size = MAX_HOOK_BYTES


@blueprint.errorhandler(HTTPException)
def refuse(refusal: HTTPException) -> Response:
    """Return an error as plain text, for the provider's log."""
    return Response(refusal.description, refusal.code, mimetype="text/plain")


@blueprint.after_request
def keep_to_ourselves(answer: Response) -> Response:
    """Set headers against caching and content sniffing."""
    answer.headers["Cache-Control"] = "no-store"
    answer.headers["X-Content-Type-Options"] = "nosniff"
    return answer


@blueprint.post("/hooks/mail")
def take_mail() -> Response:
    """Accept an email from a relay of the operator: signed JSON with sender, recipients and the email in base64."""
    secret = settings().mail_ways.http_secret
    if not secret:
        raise NotFound
    try:
        Webhook(secret).verify(request.get_data(), dict(request.headers), json_parse=False)
    except (WebhookVerificationError, ValueError):
        raise _unsigned() from None
    told = cast("RelayedMail", _read(_MailSchema(), read_object(request.get_data())))
    try:
        raw = base64.b64decode(told["raw"], validate=True)
    except ValueError:
        raise UnprocessableEntity("raw must be the mail in base64.") from None
    try:
        _take(f"mail {request.headers['webhook-id']}", told["recipients"], told["sender"], raw)
    except NotTaken as refused:
        raise UnprocessableEntity(_words(refused.why)) from None
    return _done()


@blueprint.post("/hooks/mailgun/mime")
def take_mail_of_mailgun() -> Response:
    """Accept an email from a Mailgun route that forwards it unchanged to an address ending in `mime`."""
    token = _checked(request.form)
    raw = request.form.get("body-mime", "").encode("utf-8", "surrogateescape")
    raw = b"\r\n".join(raw.replace(b"\r\n", b"\n").split(b"\n"))
    recipients = request.form.get("recipient", "").split(",")
    try:
        _take(f"mailgun {token}", recipients, request.form.get("sender"), raw)
    except NotTaken as refused:
        raise NotAcceptable(_words(refused.why)) from None  # Mailgun does not retry after this status
    return _done()


@blueprint.post("/hooks/mailgun")
def hear_of_mail_of_mailgun() -> Response:
    """Record the delivery report of an email sent by Mailgun."""
    if not settings().mail_ways.mailgun_signing_key:
        raise NotFound
    told = cast("SignedNews", _read(_NewsSchema(), read_object(request.get_data())))
    token = _checked(told["signature"])
    note_news(_mark(f"mailgun {token}"), told["news"], now())
    return _done()


def _checked(signed: Mapping[str, object]) -> str:
    """Verify Mailgun's signature and return its token; NotFound if no key is set, Unauthorized."""
    key = settings().mail_ways.mailgun_signing_key
    if not key:
        raise NotFound
    try:
        told = _Signed().load({name: signed.get(name) for name in ("timestamp", "token", "signature")})
    except ValidationError:
        raise _unsigned() from None
    wanted = hmac.digest(key.encode(), f"{told['timestamp']}{told['token']}".encode(), "sha256").hex()
    is_ours = hmac.compare_digest(wanted.encode(), told["signature"].encode())
    if not (is_ours and told["timestamp"].isdecimal() and abs(time.time() - int(told["timestamp"])) <= TOLERANCE):
        raise _unsigned()
    token: str = told["token"]
    return token


def _unsigned() -> Unauthorized:
    """Count a request without a valid signature against a rate limit, and build its refusal."""
    rates.charge(*rates.of_stranger(rates.SIGN_IN))
    return Unauthorized("The signature is missing, wrong, or older than five minutes.")


def _take(name: str, recipients: Sequence[str], sender: str | None, raw: bytes) -> None:
    if not raw or len(recipients) > MAX_RECIPIENTS:
        raise NotTaken(Rejection.TOO_MANY) if raw else BadRequest("The request has no email.")
    take_once(_mark(name), [box_of(address) for address in recipients], sender, raw, now())


def _read(schema: Schema, sent: Mapping[str, Json]) -> Mapping[str, object]:
    try:
        told: Mapping[str, object] = schema.load(sent)
    except ValidationError:
        raise UnprocessableEntity("The body is not as docs/mail.md describes it.") from None
    return told


def _mark(name: str) -> str:
    return hashlib.sha256(name.encode("utf-8", "replace")).hexdigest()


def _words(why: Rejection) -> str:
    return why.partition(" ")[2]


def _done() -> Response:
    return Response(status=HTTPStatus.OK)
