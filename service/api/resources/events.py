"""Events for programs: a list to poll, or a stream.

No view waits. A view reports what it would wait for, and the server around it repeats the request once something has
happened (see `service.server.asgi`). Without such a server, a response comes at once, and a stream ends with the log.
"""

from __future__ import annotations

from typing import TypedDict

from flask import Response, json, request

from rules.json_types import Json
from service.accounts.scopes import MESSAGES
from service.api.access import account, caller
from service.api.lists import LINES, lines, wants_lines
from service.api.parsing import BadRequest, complaint
from service.api.resource import Resource
from service.api.schemas.base import WHOLE_NUMBER
from service.api.schemas.event import LATEST, PAGE, EventsQuerySchema, EventsSchema, StreamQuerySchema
from service.competitions.batches import batch_of
from service.config.limits import limit
from service.http import long_polling
from service.jobs.events import TALK, Filter, Page, event_json, newest_number, read
from service.play.seating import check_seen_by
from service.security import rates

STREAMS = limit("streams")
RECONNECT_MILLISECONDS = 2000
HEARTBEAT_SECONDS = 15
"""The longest silence in a stream."""

blueprint = Resource("events", "Events of your games, in order and without gaps. They are kept for 90 days.")


class FilterWish(TypedDict):
    """The filter and start of a list of events, as loaded by a schema."""

    game: str
    batch: str
    types: str
    after: str


class EventsWish(FilterWish):
    """A filter with a maximum number of events, and the seconds to wait for the first."""

    limit: int
    wait: int


@blueprint.route("/events")
@blueprint.lists("events", "next", "after")
@blueprint.allows("games:read")
@blueprint.refuses(404, 410)
@blueprint.response(200, EventsSchema)
@blueprint.arguments(EventsQuerySchema, location="query")
def list_events(wish: EventsWish) -> tuple[dict[str, Json], dict[str, str]]:
    """List the events after a given one, and wait for the next if there are none."""
    wanted = _filter(wish)
    page = read(account(), _begin(wish["after"]), wanted, wish["limit"])
    if not page.events:
        long_polling.ask_again(account().id, wish["game"] or None, page.following, wish["wait"])
    return {"events": _told(page), "next": page.following}, {"Cache-Control": "no-store"}


@blueprint.route("/events/stream")
@blueprint.allows("games:read")
@blueprint.refuses(404, 410, 429)
@blueprint.reads_headers("Last-Event-ID")
@blueprint.produces("text/event-stream", LINES)
@blueprint.response(200)
@blueprint.arguments(StreamQuerySchema, location="query")
def stream_events(wish: FilterWish) -> Response:
    """Stream events as server-sent events, starting after the one in Last-Event-ID.

    With `Accept: application/x-ndjson` each event is a line of JSON; empty lines are heartbeats.
    """
    wanted = _filter(wish)
    page = read(account(), _begin(_last_seen() or wish["after"]), wanted, PAGE)
    rates.begin_stream(rates.of_account(STREAMS, account().id))
    long_polling.ask_again(account().id, wish["game"] or None, page.following, HEARTBEAT_SECONDS)
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    if wants_lines():
        return Response(lines(_told(page)) or "\n", mimetype=LINES, headers=headers)
    return Response(_frames(page), mimetype="text/event-stream", headers=headers)


def _filter(wish: FilterWish) -> Filter:
    if wish["game"]:
        check_seen_by(wish["game"], account())
    elif wish["batch"]:
        batch_of(wish["batch"], account())
    hidden = () if MESSAGES in caller().scopes else (TALK,)
    return Filter(tuple(filter(None, wish["types"].split(","))), wish["game"] or None, wish["batch"] or None, hidden)


def _begin(after: str) -> int:
    """Return the event to continue after: the server's position in a repeated request, else the client's start."""
    position = long_polling.position()
    if position is not None:
        return position
    return newest_number() if after == LATEST else int(after)


def _last_seen() -> str | None:
    last = request.headers.get("Last-Event-ID")
    if last is not None and not WHOLE_NUMBER.fullmatch(last):
        raise BadRequest([complaint(("headers", "Last-Event-ID"), "The id of an event.")])
    return last


def _told(page: Page) -> list[dict[str, Json]]:
    return [event_json(event) for event in page.events]


def _frames(page: Page) -> str:
    """Format events as frames, and end with a frame without an event that has the client's new position."""
    frames = [f"id: {event['id']}\nevent: {event['type']}\ndata: {json.dumps(event)}\n\n" for event in _told(page)]
    return "".join([f"retry: {RECONNECT_MILLISECONDS}\n", *frames, f"id: {page.following}\n\n"])
