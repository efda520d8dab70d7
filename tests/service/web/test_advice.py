"""A page tells a person what to do; addresses and members of the API are for programs."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from service.language.errors import Conflict, Refused, TooMany
from service.web.errors import form_error_of

PROGRAMS = re.compile(r"'\w+'|/\w+/|\b(GET|POST|PUT|PATCH|DELETE)\b|%\(|\(games\)")


@pytest.mark.parametrize(
    "refused",
    [
        Conflict("analysis-not-agreed", agreed=[0]),
        Conflict("another-proposal", id="x", what="draw", seat=1),
        Conflict("at-the-table"),
        Conflict("branches-enough", most=20, most_in_all=200),
        Conflict("challenges-enough", most=5),
        Conflict("contribution-fixed"),
        Conflict("draw-declined", seats=[1]),
        Conflict("limit-reached", bucket="games", most=5),
        Conflict("line-too-long", longest=4000, most=100),
        Conflict("proposal-over"),
        Conflict("seat-not-left"),
        Conflict("substitute-enough", most=3),
        Conflict("substitute-unwelcome"),
        Conflict("vacation-too-long", year=2026, days_left=4),
        TooMany("network-limited", bucket="games", most=5, retry_after=60),
        TooMany("rate-limited", bucket="pages", most=5, retry_after=60),
        TooMany("reminded-lately", retry_after=3600),
    ],
    ids=lambda refused: refused.code,
)
def test_advice_on_a_page_is_for_people(app: Flask, refused: Refused) -> None:
    with app.test_request_context():
        told = form_error_of(refused)
    assert told.advice
    assert not PROGRAMS.search(told.advice)
