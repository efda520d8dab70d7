"""Lists: where the next page is (RFC 8288), and what stands in one as lines of JSON."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from flask import Response, json, request

from rules.json_types import Json

LINES = "application/x-ndjson"
"""One JSON value on each line."""


@dataclass(frozen=True)
class Listed:
    """An answer that holds a list: in which member, and which one tells by which parameter the next page is got."""

    member: str
    following: str | None = None
    parameter: str = "cursor"


def wants_lines() -> bool:
    """Whether who asks would rather have lines than anything else that we have."""
    accepted = request.accept_mimetypes
    others = (accepted.quality(each) for each in ("application/json", "text/event-stream"))
    return accepted.quality(LINES) > max(others)


def as_asked_for(answer: Response, listed: Listed) -> Response:
    """The answer with a link to the page after it, and its list alone, in lines, where those are asked for."""
    body = answer.get_json()
    following = body[listed.following] if listed.following else None
    if following is not None:
        query = urlencode({**request.args.to_dict(), listed.parameter: following})
        answer.headers.add("Link", f'<{request.path}?{query}>; rel="next"')
    if wants_lines():
        answer.set_data(lines(body[listed.member]))
        answer.mimetype = LINES
        answer.headers.pop("ETag", None)
    return answer


def lines(values: Iterable[Mapping[str, Json]]) -> str:
    """Each value on a line of its own."""
    return "".join(f"{json.dumps(value)}\n" for value in values)
