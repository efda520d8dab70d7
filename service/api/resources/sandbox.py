"""Control of a sandbox; production servers do not have these operations."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import timedelta
from typing import Any
from urllib.parse import urlsplit

from flask import Response, request
from marshmallow import fields
from marshmallow.validate import Range

from rules.json_types import Json
from service.accounts.accounts import account_of, change, confirm
from service.accounts.scopes import SCOPES
from service.accounts.tokens import create_token
from service.api.parsing import BadRequest, complaint
from service.api.resource import Resource
from service.api.schemas.base import Number, QueryNumber, Sent, Shown, moment, says, text
from service.api.schemas.game import MAX_CURSOR
from service.bots.accounts import bot_of
from service.config.settings import settings
from service.db.clock import now, time_json
from service.embedded.mailbox import Mail, mails_in, page_after
from service.http.loopback_only import LOOPBACK_NAMES, is_from_here
from service.jobs import queues, wake
from service.jobs.units import whole
from service.language.errors import NotFound
from service.sandbox import TooFar, this_sandbox
from service.sandbox.faults import SLOW_SECONDS, Fault, FaultPlan, Plan

IN_SANDBOX = True
SHOWN = 100
"""Emails on a page of the outbox; each is parsed for it."""
REQUESTS = 1000
"""Per response."""
LINK = re.compile(r"https?://[^\s<>]+")
CODE = re.compile(r"^ +([0-9]{8})$", re.MULTILINE)
"""The code in a sign-in email, on a line of its own."""
SWEEPS = (queues.CLOCKS, queues.NOTICES, queues.OPPONENTS, queues.INBOUND, queues.WEBHOOKS)
"""Jobs that may have due work after the clock was advanced."""

blueprint = Resource("sandbox", "For tests; only if SANDBOX is set: a clock, an outbox, faults, and instant accounts.")

LONGEST_STEP = timedelta(days=366)
MOST_IN_A_ROW = 10_000
SLOWEST_SECONDS = 60.0
LARGEST_SEED = 2**31 - 1
_DIGITS = "([0-9]{1,8})"
DURATION = re.compile(f"P(?:{_DIGITS}W)?(?:{_DIGITS}D)?(?:T(?:{_DIGITS}H)?(?:{_DIGITS}M)?(?:{_DIGITS}S)?)?(?<![PT])")
"""ISO 8601, without years and months, which have no fixed length."""


class Duration(fields.String):
    """A duration of at most a year in ISO 8601."""

    default_error_messages = {"span": "A duration such as P1D or PT90M, of at most 366 days."}  # noqa: RUF012  # marshmallow's

    def _deserialize(self, value: object, attr: str | None, data: Mapping[str, Any] | None, **settings: object) -> Any:  # noqa: ANN401  # not text, unlike String
        found = DURATION.fullmatch(super()._deserialize(value, attr, data, **settings))
        if found is None:
            raise self.make_error("span")
        weeks, days, hours, minutes, seconds = (int(number or 0) for number in found.groups())
        span = timedelta(days, seconds, weeks=weeks, hours=hours, minutes=minutes)
        if span > LONGEST_STEP:
            raise self.make_error("span")
        return span


class AdvanceSchema(Sent):
    """By how much to advance the clock."""

    advance = Duration(required=True, metadata=says("A duration of ISO 8601, without years and months.", example="P1D"))


class ClockSchema(Shown):
    """The time of the sandbox."""

    now = moment()
    ahead_seconds = Number(metadata=says("The total duration by which the clock was advanced.", example=86400))


class OutboxQuerySchema(Sent):
    """The recipient and page of a list of emails."""

    to = fields.String(load_default="", metadata=says("Only emails to this address.", example="ann@example.net"))
    cursor = text(MAX_CURSOR, metadata=says("`next_cursor` of the previous page."))


class OutboxMailSchema(Shown):
    """An email that was sent."""

    id = fields.String()
    to = fields.String(metadata={"example": "ann@example.net"})
    reply_to = fields.String(allow_none=True, metadata=says("The address to reply to."))
    subject = fields.String()
    date = moment(allow_none=True)
    text = fields.String(metadata=says("The plain text part."))
    links = fields.List(fields.String(), metadata=says("The links in the text, without duplicates."))
    code = fields.String(allow_none=True, metadata=says("The sign-in code in it.", example="12345678"))


class OutboxSchema(Shown):
    """One page of the emails that were sent."""

    mails = fields.List(fields.Nested(OutboxMailSchema), metadata=says("Newest first, at most a hundred."))
    next_cursor = fields.String(allow_none=True, metadata=says("For the next page; null on the last page."))


class RequestsQuerySchema(Sent):
    """The page of a list of requests."""

    after = QueryNumber(load_default=0, metadata=says("Requests after the one with this id."))


class RequestSchema(Shown):
    """A request, and its response."""

    id = Number()
    at = moment()
    account = fields.String(allow_none=True, metadata=says("The account of its token.", example="rusty"))
    method = fields.String(metadata={"example": "POST"})
    target = fields.String(metadata={"example": "/api/v1/games/k7m2p9q4w8xz/moves"})
    status = Number(metadata={"example": 422})
    code = fields.String(
        allow_none=True, metadata=says("The code of the problem, if it was refused.", example="bad-notation")
    )


class RequestsSchema(Shown):
    """Requests in the order of their responses, at most a thousand."""

    requests = fields.List(fields.Nested(RequestSchema))


class Fraction(fields.Float):
    """A JSON number, with or without a fraction; not a string or a boolean."""

    def _deserialize(
        self, value: object, attr: str | None, data: Mapping[str, Any] | None, **settings: object
    ) -> float:
        if type(value) not in (int, float):
            raise self.make_error("invalid", input=value)
        return super()._deserialize(value, attr, data, **settings)


class WishSchema(Sent):
    """The frequency of a fault."""

    rate = Fraction(
        load_default=0.0, validate=Range(0, 1), metadata=says("The probability of this fault.", example=0.1)
    )
    next = Number(
        load_default=0,
        validate=Range(0, MOST_IN_A_ROW),
        metadata=says("The number of next requests that all have this fault."),
    )


def _wish(meaning: str) -> fields.Nested:
    return fields.Nested(WishSchema, load_default=dict, metadata=says(meaning))


class FaultsSchema(Sent):
    """The faults to inject; those left out do not occur."""

    unavailable = _wish("The response is 503, and nothing is done.")
    slow = _wish("The request is done at once, and answered after `slow_seconds`.")
    cut = _wish("The request is done, and the connection breaks in the middle of the response.")
    repeated_events = _wish("Events are repeated: in a list, in a stream, or by webhook.")
    mail = _wish("An email is refused temporarily, and tried again later.")
    slow_seconds = Fraction(load_default=SLOW_SECONDS, validate=Range(0, SLOWEST_SECONDS))
    seed = Number(
        load_default=0,
        validate=Range(0, LARGEST_SEED),
        metadata=says("The same seed and the same requests in the same order give the same faults."),
    )


class FaultsDoneSchema(Shown):
    """The number of faults of each kind since the plan was made."""

    unavailable = Number()
    slow = Number()
    cut = Number()
    repeated_events = Number()
    mail = Number()


class FaultsShownSchema(FaultsSchema):
    """The plan and its outcome; `next` decreases with each fault."""

    done = fields.Nested(FaultsDoneSchema)


class AccountRequestSchema(Sent):
    """The account to create or to get a token for."""

    name = text(
        30, required=True, metadata=says("The name of the account; its address is NAME@example.net.", example="ann")
    )
    bot = text(30, metadata=says("Create the token for this bot, which the account owns.", example="rusty"))


class CreatedAccountSchema(Shown):
    """An account with a token for all scopes."""

    name = fields.String(metadata={"example": "ann"})
    email = fields.String(allow_none=True, metadata=says("Null for a bot.", example="ann@example.net"))
    token = fields.String(metadata={"example": "sdl_…"})


@blueprint.before_request
def _keep_to_this_machine() -> None:
    """Raise NotFound for other machines, and for pages of other origins in a browser on this one."""
    origin = request.headers.get("Origin")
    if not is_from_here() or (origin and urlsplit(origin).hostname not in LOOPBACK_NAMES):
        raise NotFound


@blueprint.route("/sandbox/clock")
@blueprint.open_without_limit
@blueprint.response(200, ClockSchema)
def show_sandbox_clock() -> dict[str, Json]:
    """Show the time of the sandbox."""
    return _clock_json()


@blueprint.route("/sandbox/clock", methods=["POST"])
@blueprint.open_without_limit
@blueprint.response(200, ClockSchema)
@blueprint.arguments(AdvanceSchema)
def advance_clock(wish: dict[str, timedelta]) -> dict[str, Json]:
    """Advance the clock. Work that is due by then, such as deadlines, reminders and daily emails, is done at once."""
    try:
        this_sandbox().clock.advance(wish["advance"])
    except TooFar:
        raise BadRequest([complaint(("json", "advance"), "The clock would be more than a century ahead.")]) from None
    for task in SWEEPS:
        wake.wake(task)
    return _clock_json()


@blueprint.route("/sandbox/outbox")
@blueprint.open_without_limit
@blueprint.refuses(400)
@blueprint.response(200, OutboxSchema)
@blueprint.arguments(OutboxQuerySchema, location="query")
def show_outbox(wish: dict[str, str]) -> dict[str, Json]:
    """List the emails that were sent, newest first. Emails still on their way appear within seconds."""
    wanted = wish["to"].lower()
    mails = [mail for mail in mails_in(settings().mailbox) if not wanted or mail.recipient.lower() == wanted]
    page, more = page_after(mails, wish.get("cursor"), SHOWN)
    return {"mails": [_mail_json(mail) for mail in page], "next_cursor": page[-1].number if more else None}


@blueprint.route("/sandbox/outbox", methods=["DELETE"])
@blueprint.open_without_limit
@blueprint.response(204)
def empty_outbox() -> Response:
    """Delete the emails that were sent."""
    for mail in mails_in(settings().mailbox):
        mail.path.unlink(missing_ok=True)
    return Response(status=204)


@blueprint.route("/sandbox/faults")
@blueprint.open_without_limit
@blueprint.response(200, FaultsShownSchema)
def show_faults() -> dict[str, object]:
    """Show the planned faults, and how many have occurred."""
    return _faults_json()


@blueprint.route("/sandbox/faults", methods=["PUT"])
@blueprint.open_without_limit
@blueprint.response(200, FaultsShownSchema)
@blueprint.arguments(FaultsSchema)
def choose_faults(wish: dict[str, Any]) -> dict[str, object]:
    """Plan faults from now on, replacing earlier ones. Requests to the sandbox itself are not affected."""
    wishes = {fault: FaultPlan(**wish[fault]) for fault in Fault if wish[fault]}
    this_sandbox().faults.put(Plan(wishes, wish["seed"], wish["slow_seconds"]))
    return _faults_json()


@blueprint.route("/sandbox/faults", methods=["DELETE"])
@blueprint.open_without_limit
@blueprint.response(204)
def end_faults() -> Response:
    """Delete all planned faults."""
    this_sandbox().faults.put(Plan({}))
    return Response(status=204)


@blueprint.route("/sandbox/requests")
@blueprint.open_without_limit
@blueprint.response(200, RequestsSchema)
@blueprint.arguments(RequestsQuerySchema, location="query")
def list_requests(wish: dict[str, int]) -> dict[str, Json]:
    """List requests. Those with the header `Sandbox-Spare` are not listed, and never fail."""
    return {"requests": list(this_sandbox().journal.after(wish["after"], REQUESTS))}


@blueprint.route("/sandbox/accounts", methods=["POST"])
@blueprint.open_without_limit
@blueprint.refuses(409)
@blueprint.response(201, CreatedAccountSchema)
@blueprint.arguments(AccountRequestSchema)
def make_account(wish: dict[str, str]) -> dict[str, Json]:
    """Create a confirmed account with a token, without an email. For an existing account, create another token."""
    return whole(lambda: _account_made(wish["name"], wish.get("bot")))


def _account_made(name: str, bot: str | None) -> dict[str, Any]:
    account = account_of(f"{name}@example.net", now())
    confirm(account, now())
    change(account.id, name=name)
    holder = account if bot is None else bot_of(account, bot, now())
    made = create_token(holder, "sandbox", SCOPES, now(), is_told=False)
    return {"name": holder.name, "email": holder.email, "token": made.secret}


def _clock_json() -> dict[str, Json]:
    return {"now": time_json(now()), "ahead_seconds": int(this_sandbox().clock.ahead().total_seconds())}


def _mail_json(mail: Mail) -> dict[str, Json]:
    code = CODE.search(mail.text)
    return {
        "id": mail.number,
        "to": mail.recipient,
        "reply_to": mail.message["Reply-To"],
        "subject": mail.message["Subject"],
        "date": time_json(mail.date),
        "text": mail.text,
        "links": list(dict.fromkeys(LINK.findall(mail.text))),
        "code": code[1] if code else None,
    }


def _faults_json() -> dict[str, object]:
    faults = this_sandbox().faults
    plan = faults.plan()
    wishes: dict[str, FaultPlan] = {fault: plan.wishes.get(fault, FaultPlan()) for fault in Fault}
    return {**wishes, "slow_seconds": plan.slow_seconds, "seed": plan.seed, "done": faults.done()}
