from __future__ import annotations

import io
import json
import logging
from collections.abc import Iterator
from typing import Any

import psycopg
import pytest
import redis
from flask import Flask
from sqlalchemy.exc import OperationalError

from service.config.environment import BadConfiguration, LogStyle, log_style
from service.language.errors import Unauthenticated
from service.telemetry import logs
from service.telemetry.outages import Expected, Outage, outage_of, reason
from service.telemetry.redaction import redact
from service.telemetry.requests import seen

JSON = LogStyle(logging.INFO, is_json=True)


@pytest.fixture
def stream() -> io.StringIO:
    return io.StringIO()


@pytest.fixture
def log(stream: io.StringIO) -> Iterator[logging.Logger]:
    """Return a logger that writes to the stream as in production."""
    made = logging.getLogger("tests.telemetry")
    handler = logging.StreamHandler(stream)
    handler.setFormatter(logs.formatter(JSON))
    made.addHandler(handler)
    made.propagate = False
    yield made
    made.removeHandler(handler)
    made.propagate = True


def last(stream: io.StringIO) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(stream.getvalue().splitlines()[-1])
    return found


def test_a_line_is_json_and_says_when_who_and_what(log: logging.Logger, stream: io.StringIO) -> None:
    log.warning("game %s stands still", "g7", extra={"game": "g7", "made_up": "x"})
    line = last(stream)
    assert line.pop("timestamp").endswith("Z")
    assert line == {"event": "game g7 stands still", "level": "warning", "logger": "tests.telemetry", "game": "g7"}


def test_a_traceback_is_one_line_without_secrets(log: logging.Logger, stream: io.StringIO) -> None:
    try:
        raise ValueError("ann@example.net")  # noqa: TRY301
    except ValueError:
        log.exception("failed")
    assert stream.getvalue().count("\n") == 1
    assert "ValueError" in last(stream)["exception"]
    assert "ann@example.net" not in stream.getvalue()


def test_what_is_logged_during_a_request_names_it(app: Flask, log: logging.Logger, stream: io.StringIO) -> None:
    with app.test_request_context("/"):
        log.warning("hello")
        assert last(stream)["request_id"] == seen().id


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("to Ann.B+x@mail.example.net!", "to …@…!"),
        ("sdl_7gk3 and postgresql://u:p%40ss@db/x", "sdl_… and postgresql://…@db/x"),
        ("GET /t/k3xw7 HTTP, http://x.org/unsubscribe/abc?x=1", "GET /t/… HTTP, http://x.org/unsubscribe/…?x=1"),
        ("Authorization: Bearer abc.def-g=", "Authorization: Bearer …"),
        ("route /t/<token>/move", "route /t/<token>/move"),
        ("games of ann at 12:00, path /games/g7, a@b", "games of ann at 12:00, path /games/g7, a@b"),
    ],
)
def test_secrets_are_left_out(text: str, left: str) -> None:
    assert redact(text) == left


def test_long_text_is_looked_through_in_no_time() -> None:
    assert redact("x" * 200_000) == "x" * 200_000


def test_who_serves_others_gets_json_and_a_line_for_each_request() -> None:
    assert log_style({}) == LogStyle(logging.WARNING, is_json=False)
    assert log_style({"DATABASE_URL": "postgresql:///x"}) == JSON
    assert log_style({"LOG_LEVEL": "Debug", "LOG_FORMAT": "json"}) == LogStyle(logging.DEBUG, is_json=True)


@pytest.mark.parametrize("knob", ["LOG_LEVEL", "LOG_FORMAT"])
def test_a_style_that_is_none_is_refused(knob: str) -> None:
    with pytest.raises(BadConfiguration, match=f"{knob} must be one of"):
        log_style({knob: "loud"})


def test_an_outage_is_told_once_and_its_end_once(caplog: pytest.LogCaptureFixture) -> None:
    now = 0.0
    outage = Outage("the weather", lambda: now)
    for now in (10.0, 11.0, 12.0):  # noqa: B007  # the clock of the outage
        outage.is_met("rain")
        outage.is_over()
    assert caplog.messages == ["the weather does not answer: rain"]
    now = 30.0
    outage.is_over()
    outage.is_over()
    assert caplog.messages[1:] == ["the weather answers again after 20 s"]


def test_what_libraries_log_of_an_outage_is_that_line(caplog: pytest.LogCaptureFixture) -> None:
    noisy = logging.getLogger("tests.noisy")
    expected = Expected()
    noisy.addFilter(expected)
    try:
        for _ in range(3):
            noisy.error("pool: %s", "bad", exc_info=OperationalError("SELECT 1", {}, psycopg.OperationalError("gone")))
        noisy.error("something else", exc_info=ValueError("x"))
    finally:
        noisy.removeFilter(expected)
    assert [message for message in caplog.messages if "does not answer" not in message] == ["something else"]


def test_the_reason_of_an_outage_is_its_own() -> None:
    error = redis.ConnectionError("Error 111")
    error.__context__ = Unauthenticated()
    assert reason(error) == "Error 111"
    assert reason(ValueError("by itself")) == "by itself"


def test_an_outage_is_known_by_what_it_was_raised_for() -> None:
    error = RuntimeError("outer")
    error.__cause__ = psycopg.OperationalError("inner")
    assert outage_of(error) is not None
    assert outage_of(ValueError("no outage")) is None
