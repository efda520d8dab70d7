"""Lists: links to the next page (RFC 8288), and JSON lines."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from flask import Response, json, request

from rules.json_types import Json

LINES = "application/x-ndjson"
"""One JSON value on each line."""
RECORDS = "application/vnd.sundial.records+x-ndjson"
"""One signed record of a game on each line."""


@dataclass(frozen=True)
class Listed:
    """A response with a list: its member, and the member and query parameter that lead to the next page."""

    member: str
    following: str | None = None
    parameter: str = "cursor"


def wants_lines() -> bool:
    """Return whether the client prefers JSON lines to all other forms."""
    return _is_liked_best(LINES, "application/json", "text/event-stream")


def wants_records() -> bool:
    """Return whether the client prefers signed records of games to all other forms."""
    return _is_liked_best(RECORDS, "application/json", LINES)


def _is_liked_best(form: str, *others: str) -> bool:
    accepted = request.accept_mimetypes
    return accepted.quality(form) > max(accepted.quality(each) for each in others)


def as_asked_for(answer: Response, listed: Listed) -> Response:
    """Add the link to the next page to a response, and convert its list to JSON lines if requested."""
    body = answer.get_json()
    following = body[listed.following] if listed.following else None
    if following is not None:
        answer.headers.add("Link", _link_to(following, listed.parameter))
    if wants_lines():
        answer.set_data(lines(body[listed.member]))
        answer.mimetype = LINES
        answer.headers.pop("ETag", None)
    return answer


def records_as_lines(records: Iterable[Mapping[str, Json]], following: str | None) -> Response:
    """Build a response with a record per line, and a link to the next page."""
    links = {"Link": _link_to(following, "cursor")} if following is not None else {}
    return Response(lines(records), mimetype=RECORDS, headers=links)


def _link_to(following: str, parameter: str) -> str:
    query = urlencode({**request.args.to_dict(), parameter: following})
    return f'<{request.path}?{query}>; rel="next"'


def lines(values: Iterable[Mapping[str, Json]]) -> str:
    """Serialize each value on its own line."""
    return "".join(f"{json.dumps(value)}\n" for value in values)
