"""Addresses that are going to be given up: told in headers of every answer, long before they are."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from flask import Response
from werkzeug.http import http_date


@dataclass(frozen=True)
class Deprecated:
    """Since when something should not be used any more, when it may stop to answer, and what to use in its place."""

    since: datetime
    sunset: datetime | None = None
    successor: str | None = None
    """An address, or None where nothing takes its place."""


def tell(answer: Response, noted: Deprecated) -> None:
    """`Deprecation` (RFC 9745), `Sunset` (RFC 8594) and a link to what is to be used instead."""
    answer.headers["Deprecation"] = f"@{int(noted.since.timestamp())}"
    if noted.sunset is not None:
        answer.headers["Sunset"] = http_date(noted.sunset)
    if noted.successor is not None:
        answer.headers.add("Link", f'<{noted.successor}>; rel="successor-version"')
