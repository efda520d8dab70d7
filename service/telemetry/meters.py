"""Metrics that no table holds: request times, waits, and outcomes of mail delivery.

Each process counts for itself; `processes` adds up those of one home. No label comes from user input: labels are
routes, codes, and domains of large providers, so metrics identify nobody.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, wraps
from time import perf_counter
from typing import Any, ParamSpec, Protocol, TypeVar

from flask import has_request_context, request
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, disable_created_metrics

from service.language.errors import Refused

disable_created_metrics()  # the start of each counter is irrelevant
REGISTRY = CollectorRegistry()
METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
OTHER = "other"
PROVIDERS = frozenset({
    "aol.com", "bluewin.ch", "fastmail.com", "free.fr", "freenet.de", "gmail.com", "gmx.at", "gmx.ch", "gmx.de",
    "gmx.net", "googlemail.com", "hotmail.com", "hotmail.it", "icloud.com", "laposte.net", "libero.it",
    "live.com", "mac.com", "mail.ru", "mailbox.org", "me.com", "msn.com", "orange.fr", "outlook.com",
    "outlook.de", "posteo.de", "proton.me", "protonmail.com", "t-online.de", "tiscali.it", "virgilio.it",
    "wanadoo.fr", "web.de", "yahoo.com", "yahoo.de", "yahoo.it", "yandex.ru", "ymail.com", "zoho.com",
})  # fmt: skip
"""Domains with so many users that they identify nobody; all others are `other`."""
FAST = (0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
SLOW = (0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120)

REQUESTS = Counter("sundial_requests", "Answered requests.", ["method", "route", "status"], registry=REGISTRY)
REQUEST_SECONDS = Histogram(
    "sundial_request_seconds",
    "Duration of requests, except streams, long polls and exports.",
    ["method", "route"],
    buckets=FAST,
    registry=REGISTRY,
)
MOVES = Counter(
    "sundial_moves",
    "Moves by door and outcome: accepted, repeated, or the error code.",
    ["door", "outcome"],
    registry=REGISTRY,
)
WAITS = Histogram(
    "sundial_wait_seconds",
    "Time that game changes waited for a connection to write (on SQLite: for the write lock) and for the game's lock.",
    ["what"],
    buckets=FAST,
    registry=REGISTRY,
)
CONNECTIONS = Gauge(
    "sundial_database_connections",
    "Database connections in use.",
    ["state"],
    multiprocess_mode="livesum",
    registry=REGISTRY,
)
OPPONENT_SECONDS = Histogram(
    "sundial_opponent_seconds",
    "Time that the computer thought about a turn.",
    ["ruleset", "level"],
    buckets=SLOW,
    registry=REGISTRY,
)
MAIL_OUTCOMES = Counter(
    "sundial_mail_outcomes",
    "Attempts to deliver an email, by the recipient's domain and outcome: sent, put-off, refused, or away.",
    ["domain", "outcome"],
    registry=REGISTRY,
)

P = ParamSpec("P")


class Counted(Protocol):
    """The result of an accepted move."""

    @property
    def outcome(self) -> str:
        """The result in one word."""


M = TypeVar("M", bound=Counted)


def counts_moves(accept: Callable[P, M]) -> Callable[P, M]:
    """Count the outcome of each move that the wrapped function handles."""

    @wraps(accept)
    def counted(*args: P.args, **kwargs: P.kwargs) -> M:
        door = _door(by_computer=bool(kwargs.get("by_computer")))
        try:
            result = accept(*args, **kwargs)
        except Refused as refusal:
            _moves(door, refusal.code).inc()
            raise
        _moves(door, result.outcome).inc()
        return result

    return counted


@contextmanager
def waiting(what: str) -> Iterator[None]:
    """Measure the time spent waiting inside the block."""
    began = perf_counter()
    try:
        yield
    finally:
        _waits(what).observe(perf_counter() - began)


def note_connections(pool: Any, *, leaving: int = 0) -> None:  # noqa: ANN401  # not every pool of SQLAlchemy counts
    """Record how many connections are in use; `leaving` are those on their way back to the pool."""
    _in_use().set(pool.checkedout() - leaving)


@cache
def _waits(what: str) -> Histogram:
    """Return the labelled histogram; cached, because finding it takes longer than counting."""
    return WAITS.labels(what)


@cache
def _in_use() -> Gauge:
    return CONNECTIONS.labels("in-use")


def note_request(method: str, route: str, status: int, seconds: float | None) -> None:
    """Count a request; `seconds` is None for long polls and streams."""
    method = method if method in METHODS else OTHER
    REQUESTS.labels(method, route, status).inc()
    if seconds is not None:
        REQUEST_SECONDS.labels(method, route).observe(seconds)


def note_mail(recipient: str, outcome: str) -> None:
    """Count an attempt to deliver an email."""
    domain = recipient.rpartition("@")[2].lower()
    MAIL_OUTCOMES.labels(domain if domain in PROVIDERS else OTHER, outcome).inc()


@cache
def _moves(door: str, outcome: str) -> Counter:
    return MOVES.labels(door, outcome)


def _door(*, by_computer: bool) -> str:
    if by_computer:
        return "computer"
    if not has_request_context():
        return "mail"
    return {"web": "page", "links": "link"}.get(request.blueprint or "", "rest")
