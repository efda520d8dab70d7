"""Steering a sandbox: what no server has that others play on."""

from __future__ import annotations

import re
from datetime import timedelta
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from flask import Response, request

from rules.json_types import Json
from service.api.parsing import BadRequest, complaint
from service.api.resource import Resource
from service.api.schemas.sandbox import (
    AccountRequestSchema,
    AdvanceSchema,
    ClockSchema,
    CreatedAccountSchema,
    FaultsSchema,
    FaultsShownSchema,
    OutboxQuerySchema,
    OutboxSchema,
    RequestsQuerySchema,
    RequestsSchema,
)
from service.api.times import written
from service.bots.accounts import bot_of
from service.core.clock import now
from service.core.errors import NotFound
from service.core.here import LOOPBACK_NAMES, is_from_here
from service.core.settings import settings
from service.embedded.mailbox import Mail, mails_in, page_after
from service.people.accounts import account_of, change, confirm
from service.people.scopes import SCOPES
from service.people.tokens import create_token
from service.sandbox import this_sandbox
from service.sandbox.clock import TooFar
from service.sandbox.faults import Fault, FaultPlan, Plan
from service.work import queues, wake
from service.work.units import whole

IN_SANDBOX = True
SHOWN = 100
"""Mails on a page of the outbox; each is parsed for it."""
REQUESTS = 1000
"""In one answer."""
LINK = re.compile(r"https?://[^\s<>]+")
CODE = re.compile(r"^ +([0-9]{8})$", re.MULTILINE)
"""As the mail with it shows it, on a line of its own."""
SWEEPS = (queues.CLOCKS, queues.NOTICES, queues.OPPONENTS, queues.INBOUND, queues.WEBHOOKS)
"""What may be due when the clock has been advanced."""

blueprint = Resource("sandbox", "Only where SANDBOX is set: the clock, the outbox, faults, and accounts at once.")


@blueprint.before_request
def _keep_to_this_machine() -> None:
    """NotFound for other machines, and for pages of others in a browser on this one."""
    origin = request.headers.get("Origin")
    if not is_from_here() or (origin and urlsplit(origin).hostname not in LOOPBACK_NAMES):
        raise NotFound


@blueprint.route("/sandbox/clock")
@blueprint.open_without_limit
@blueprint.response(200, ClockSchema)
def show_sandbox_clock() -> dict[str, Json]:
    """Tell the time."""
    return _clock_json()


@blueprint.route("/sandbox/clock", methods=["POST"])
@blueprint.open_without_limit
@blueprint.response(200, ClockSchema)
@blueprint.arguments(AdvanceSchema)
def advance_clock(wish: dict[str, timedelta]) -> dict[str, Json]:
    """Let time pass at once. What is due by then, such as deadlines, reminders and daily mails, is done right after."""
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
    """List the mails that were sent, newest first. Those that are still on their way appear within seconds."""
    wanted = wish["to"].lower()
    mails = [mail for mail in mails_in(_mailbox()) if not wanted or mail.recipient.lower() == wanted]
    page, more = page_after(mails, wish.get("cursor"), SHOWN)
    return {"mails": [_mail_json(mail) for mail in page], "next_cursor": page[-1].number if more else None}


@blueprint.route("/sandbox/outbox", methods=["DELETE"])
@blueprint.open_without_limit
@blueprint.response(204)
def empty_outbox() -> Response:
    """Throw away the mails that were sent."""
    for mail in mails_in(_mailbox()):
        mail.path.unlink(missing_ok=True)
    return Response(status=204)


@blueprint.route("/sandbox/faults")
@blueprint.open_without_limit
@blueprint.response(200, FaultsShownSchema)
def show_faults() -> dict[str, object]:
    """Show which faults are still to come, and how many have."""
    return _faults_json()


@blueprint.route("/sandbox/faults", methods=["PUT"])
@blueprint.open_without_limit
@blueprint.response(200, FaultsShownSchema)
@blueprint.arguments(FaultsSchema)
def choose_faults(wish: dict[str, Any]) -> dict[str, object]:
    """Choose which faults are to come from now on, in place of those before. The sandbox's own addresses have none."""
    wishes = {fault: FaultPlan(**wish[fault]) for fault in Fault if wish[fault]}
    this_sandbox().faults.put(Plan(wishes, wish["seed"], wish["slow_seconds"]))
    return _faults_json()


@blueprint.route("/sandbox/faults", methods=["DELETE"])
@blueprint.open_without_limit
@blueprint.response(204)
def end_faults() -> Response:
    """Let nothing fail any more."""
    this_sandbox().faults.put(Plan({}))
    return Response(status=204)


@blueprint.route("/sandbox/requests")
@blueprint.open_without_limit
@blueprint.response(200, RequestsSchema)
@blueprint.arguments(RequestsQuerySchema, location="query")
def list_requests(wish: dict[str, int]) -> dict[str, Json]:
    """List what was asked. What has the header `Sandbox-Spare` is not listed, and never fails."""
    return {"requests": list(this_sandbox().journal.after(wish["after"], REQUESTS))}


@blueprint.route("/sandbox/accounts", methods=["POST"])
@blueprint.open_without_limit
@blueprint.refuses(409)
@blueprint.response(201, CreatedAccountSchema)
@blueprint.arguments(AccountRequestSchema)
def make_account(wish: dict[str, str]) -> dict[str, Json]:
    """Make a confirmed account with a token, without a mail. For one that is there already, make another token."""
    return whole(lambda: _account_made(wish["name"], wish.get("bot")))


def _account_made(name: str, bot: str | None) -> dict[str, Any]:
    account = account_of(f"{name}@example.net", now())
    confirm(account, now())
    change(account.id, name=name)
    holder = account if bot is None else bot_of(account, bot, now())
    made = create_token(holder, "sandbox", SCOPES, now(), is_told=False)
    return {"name": holder.name, "email": holder.email, "token": made.secret}


def _clock_json() -> dict[str, Json]:
    return {"now": written(now()), "ahead_seconds": int(this_sandbox().clock.ahead().total_seconds())}


def _mailbox() -> Path:
    return settings().mailbox


def _mail_json(mail: Mail) -> dict[str, Json]:
    code = CODE.search(mail.text)
    return {
        "id": mail.number,
        "to": mail.recipient,
        "reply_to": mail.message["Reply-To"],
        "subject": mail.message["Subject"],
        "date": written(mail.date),
        "text": mail.text,
        "links": list(dict.fromkeys(LINK.findall(mail.text))),
        "code": code[1] if code else None,
    }


def _faults_json() -> dict[str, object]:
    faults = this_sandbox().faults
    plan = faults.plan()
    wishes: dict[str, FaultPlan] = {fault: plan.wishes.get(fault, FaultPlan()) for fault in Fault}
    return {**wishes, "slow_seconds": plan.slow_seconds, "seed": plan.seed, "done": faults.done()}
