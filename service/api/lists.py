"""Lists: where the next page is (RFC 8288), and what stands in one as lines of JSON."""

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
    """An answer that holds a list: in which member, and which one tells by which parameter the next page is got."""

    member: str
    following: str | None = None
    parameter: str = "cursor"


def wants_lines() -> bool:
    """Whether who asks would rather have lines than anything else that we have."""
    return _is_liked_best(LINES, "application/json", "text/event-stream")


def wants_records() -> bool:
    """Whether who asks for games would rather have their records than anything that tells of them."""
    return _is_liked_best(RECORDS, "application/json", LINES)


def _is_liked_best(form: str, *others: str) -> bool:
    accepted = request.accept_mimetypes
    return accepted.quality(form) > max(accepted.quality(each) for each in others)


def as_asked_for(answer: Response, listed: Listed) -> Response:
    """The answer with a link to the page after it, and its list alone, in lines, where those are asked for."""
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
    """An answer of records, each on a line, with a link to the page that the cursor leads to."""
    links = {"Link": _link_to(following, "cursor")} if following is not None else {}
    return Response(lines(records), mimetype=RECORDS, headers=links)


def _link_to(following: str, parameter: str) -> str:
    query = urlencode({**request.args.to_dict(), parameter: following})
    return f'<{request.path}?{query}>; rel="next"'


def lines(values: Iterable[Mapping[str, Json]]) -> str:
    """Each value on a line of its own."""
    return "".join(f"{json.dumps(value)}\n" for value in values)
