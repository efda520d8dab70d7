"""Checks for Schemathesis that replace two of its own, which only look at statuses."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

import schemathesis
from schemathesis.openapi.checks import EnsureResourceAvailability, RejectedPositiveData
from schemathesis.specs.openapi.checks import ensure_resource_availability

UNTOLD = {
    "bad-clock": "a fast clock and what else a clock can be exclude each other",
    "bad-code": "which code was mailed is a secret",
    "bad-cursor": "cursors are signed",
    "bad-expiry": "how far away an end is, the clock says; and only one of two members may say it",
    "bad-layout": "a layout of one's own has to obey the rules of its game",
    "bad-pause": "how far away its end is, the clock says",
    "bad-seats": "whether anybody plays but the computer is seen from all seats together",
    "bad-vacation": "which day it is, the clock says; and the last day is not before the first",
    "bad-time-zone": "the server's tz database grows",
    "bad-webhook-address": "where a name leads is known once it is looked up",
    "field-in-parts": "a layout of one's own has to obey the rules of its game",
    "field-missing": "a layout of one's own has to obey the rules of its game",
    "idempotency-key-reused": "what was sent with that key before is forgotten after a week",
    "invisible": "patterns do not look beyond two bytes of a letter",
    "no-challenge": "which games two play against each other their rules know; one member excludes or bounds another",
    "not-rateable": "which games can be rated their rules and all seats say together",
    "no-substitutes": "matches are set up by what games are, and have none",
    "no-series": "which games have no winner among several is known by their rules, not by their seats",
    "precondition-failed": "it is about what happened since",
    "reserved-name": "what looks like a name of the server's own, nobody can list",
    "early-contribution": "a seat and what is said beside the seats exclude each other",
    "seat-twice": "two names can be of one account",
    "tower-of-marks": "patterns do not count the marks on a letter",
    "text-or-quick": "of two members one is sent, which generators of clients could not say",
    "too-few-fields": "a layout of one's own has to obey the rules of its game",
    "unknown-language": "the server's catalogues grow",
}
"""Codes of refusals that no description of a request can rule out, and why. So are all codes of the rules of games."""
OF_OPERATIONS = {
    "POST /api/v1/games": {
        "bad-display-name": "which letters a name may have, PRECIS says (RFC 8266), and no pattern can",
    },
    "POST /api/v1/me/imports": {
        "bad-json": "to the description a record is any object, with letters and numbers that we take from nobody",
        "bad-record": "its members hang together, are chained and signed, and follow from the rules of its game",
    },
    "POST /api/v1/tournaments": {
        "bad-json": "names of options are any, with letters that we take from nobody",
        "bad-setup": "options and seats are those of the game that is named",
        "bad-tournament": "rounds, seats, numbers of players and ratings are bounded by each other and by the system",
    },
    "POST /api/v1/challenges": {
        "bad-json": "names of options are any, with letters that we take from nobody",
        "bad-setup": "options and seats are those of the game that is named, or of any",
    },
}
"""The same of one operation alone."""
LATER = {401, 403, 404, 409, 429}
"""Statuses that speak of the state of things and never of the request alone."""


@schemathesis.check
def accepts_what_fits(
    _context: schemathesis.CheckContext, response: schemathesis.Response, case: schemathesis.Case[Any]
) -> None:
    """Raise RejectedPositiveData if a valid request is refused for a reason in its data."""
    if case.meta is None or not case.meta.generation.mode.is_positive:
        return
    if response.status_code < HTTPStatus.BAD_REQUEST or response.status_code in LATER:
        return
    problem = response.json()
    untold = UNTOLD | OF_OPERATIONS.get(case.operation.label, {})
    if "legal" not in problem and untold.keys().isdisjoint({problem["code"], problem.get("reason")}):
        raise RejectedPositiveData(
            operation=case.operation.label,
            message=f"Refused as {problem['code']}, although it fits the description",
            status_code=response.status_code,
            allowed_statuses=[],
        )


@schemathesis.check
def finds_what_was_made(
    context: schemathesis.CheckContext, response: schemathesis.Response, case: schemathesis.Case[Any]
) -> None:
    """Raise EnsureResourceAvailability if a created resource is missing without an explanation.

    Explanations: a private game that was created for others; a missing account named in the body; a repeated
    Idempotency-Key, whose response names the first resource.
    """
    try:
        ensure_resource_availability(context, response, case)
    except EnsureResourceAvailability:
        parent = context.internals.find_parent(case_id=case.id)
        answer = context.internals.find_response(case_id=parent.id) if parent else None
        made = answer.json() if answer else {}
        for_others = made.get("visibility") == "private" and made.get("your_seat") is None
        may_be_repeated = parent is not None and "Idempotency-Key" in parent.headers
        if not for_others and not may_be_repeated and response.json()["code"] != "no-such-account":
            raise
