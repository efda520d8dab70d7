"""What steers a sandbox: its clock, its outbox, its faults, and accounts at once."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from marshmallow import fields
from marshmallow.validate import Range

from service.api.schemas.base import Number, QueryNumber, Sent, Shown, moment, says, text
from service.api.schemas.game import MAX_CURSOR
from service.sandbox.faults import SLOW_SECONDS

LONGEST_STEP = timedelta(days=366)
MOST_IN_A_ROW = 10_000
SLOWEST_SECONDS = 60.0
LARGEST_SEED = 2**31 - 1
_DIGITS = "([0-9]{1,8})"
DURATION = re.compile(f"P(?:{_DIGITS}W)?(?:{_DIGITS}D)?(?:T(?:{_DIGITS}H)?(?:{_DIGITS}M)?(?:{_DIGITS}S)?)?(?<![PT])")
"""ISO 8601, without years and months, which have no fixed length."""
UNITS = ("weeks", "days", "hours", "minutes", "seconds")


def span_of(text: str) -> timedelta | None:
    """How long a duration is; None if it is none that we know."""
    found = DURATION.fullmatch(text)
    return (
        timedelta(**{unit: int(number or 0) for unit, number in zip(UNITS, found.groups(), strict=True)})
        if found
        else None
    )


class Duration(fields.String):
    """A span of time of at most a year, as ISO 8601 writes it."""

    default_error_messages = {"span": "A duration such as P1D or PT90M, of at most 366 days."}  # noqa: RUF012  # marshmallow's

    def _deserialize(self, value: object, attr: str | None, data: Mapping[str, Any] | None, **settings: object) -> Any:  # noqa: ANN401  # no text, as a String has it
        span = span_of(super()._deserialize(value, attr, data, **settings))
        if span is None or span > LONGEST_STEP:
            raise self.make_error("span")
        return span


class AdvanceSchema(Sent):
    """How much time is to pass at once."""

    advance = Duration(required=True, metadata=says("A duration of ISO 8601, without years and months.", example="P1D"))


class ClockSchema(Shown):
    """What time it is."""

    now = moment()
    ahead_seconds = Number(metadata=says("By how much the clock was advanced, altogether.", example=86400))


class OutboxQuerySchema(Sent):
    """Whose mails."""

    to = fields.String(load_default="", metadata=says("Only mails to this address.", example="ann@example.net"))
    cursor = text(MAX_CURSOR, metadata=says("`next_cursor` of the page before."))


class OutboxMailSchema(Shown):
    """A mail that was sent."""

    id = fields.String()
    to = fields.String(metadata={"example": "ann@example.net"})
    reply_to = fields.String(allow_none=True, metadata=says("Where an answer has to go to."))
    subject = fields.String()
    date = moment(allow_none=True)
    text = fields.String(metadata=says("The part in plain text."))
    links = fields.List(fields.String(), metadata=says("The links in the text, each once."))
    code = fields.String(allow_none=True, metadata=says("The code in it to sign in with.", example="12345678"))


class OutboxSchema(Shown):
    """One page of the mails that were sent."""

    mails = fields.List(fields.Nested(OutboxMailSchema), metadata=says("Newest first, a hundred at most."))
    next_cursor = fields.String(allow_none=True, metadata=says("For the next page; null on the last one."))


class RequestsQuerySchema(Sent):
    """From where."""

    after = QueryNumber(load_default=0, metadata=says("What was asked after the request with this id."))


class RequestSchema(Shown):
    """A request, and how it was answered."""

    id = Number()
    at = moment()
    account = fields.String(allow_none=True, metadata=says("Whose token came with it.", example="rusty"))
    method = fields.String(metadata={"example": "POST"})
    target = fields.String(metadata={"example": "/api/v1/games/k7m2p9q4w8xz/moves"})
    status = Number(metadata={"example": 422})
    code = fields.String(
        allow_none=True, metadata=says("That of the problem, if it was refused.", example="bad-notation")
    )


class RequestsSchema(Shown):
    """Requests in the order of their answers, at most a thousand."""

    requests = fields.List(fields.Nested(RequestSchema))


class Fraction(fields.Float):
    """A number in JSON, with or without a fraction; neither a string nor a boolean."""

    def _deserialize(
        self, value: object, attr: str | None, data: Mapping[str, Any] | None, **settings: object
    ) -> float:
        if type(value) not in (int, float):
            raise self.make_error("invalid", input=value)
        return super()._deserialize(value, attr, data, **settings)


class WishSchema(Sent):
    """How often a fault is wanted."""

    rate = Fraction(load_default=0.0, validate=Range(0, 1), metadata=says("At which share.", example=0.1))
    next = Number(load_default=0, validate=Range(0, MOST_IN_A_ROW), metadata=says("At each of the next so many first."))


def _wish(meaning: str) -> fields.Nested:
    return fields.Nested(WishSchema, load_default=dict, metadata=says(meaning))


class FaultsSchema(Sent):
    """Which faults are wanted; what is left out does not come."""

    unavailable = _wish("A request is answered 503 and does nothing.")
    slow = _wish("A request is done at once and answered after `slow_seconds`.")
    cut = _wish("A request is done, and the connection ends in the middle of the answer.")
    repeated_events = _wish("Events come twice: in a list, in a stream, or by webhook.")
    mail = _wish("A mail is refused for now, and tried again later.")
    slow_seconds = Fraction(load_default=SLOW_SECONDS, validate=Range(0, SLOWEST_SECONDS))
    seed = Number(
        load_default=0,
        validate=Range(0, LARGEST_SEED),
        metadata=says("The same requests in the same order meet the same faults."),
    )


class FaultsDoneSchema(Shown):
    """How often each fault has come since the plan was made."""

    unavailable = Number()
    slow = Number()
    cut = Number()
    repeated_events = Number()
    mail = Number()


class FaultsShownSchema(FaultsSchema):
    """The plan, and what has come of it; `next` has become smaller with each fault that it brought."""

    done = fields.Nested(FaultsDoneSchema)


class AccountRequestSchema(Sent):
    """Whose account; made if there is none."""

    name = text(
        30, required=True, metadata=says("What it is to be called; its address is NAME@example.net.", example="ann")
    )
    bot = text(30, metadata=says("The token is to be that bot's, which the account owns.", example="rusty"))


class CreatedAccountSchema(Shown):
    """An account with a token of every scope."""

    name = fields.String(metadata={"example": "ann"})
    email = fields.String(allow_none=True, metadata=says("Null for a bot.", example="ann@example.net"))
    token = fields.String(metadata={"example": "sdl_…"})
