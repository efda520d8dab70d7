"""Live updates of open pages: server-sent events that name the games that changed.

Events have no details; the pages know who may see what. Waiting holds no thread: the server calls again once something
happened (see `service.server.asgi`).
"""

from __future__ import annotations

from http import HTTPStatus

from flask import Response, json, request

from service.accounts.accounts import is_visitor
from service.config.limits import limit
from service.http import long_polling
from service.jobs.events import Filter, newest_number, read
from service.models import Account
from service.play.game_search import waiting_for
from service.play.seating import check_seen_by, game_seen_by, has_seat
from service.security import rates
from service.security.rates import Use, Uses
from service.web.formats import number_in
from service.web.frame.blueprints import pages
from service.web.frame.identity import own_session

STREAMS, OF_VISITOR, OF_NETWORK = limit("streams"), limit("visitor-streams"), limit("network-streams")
MEDIA_TYPE = "text/event-stream"
RECONNECT_MILLISECONDS = 2000
HEARTBEAT_SECONDS = 15
"""Longest silence. Pages reconnect after three times as long without an event."""
ALIVE = "event: alive\ndata: yes\n"
"""A heartbeat event that scripts can see: browsers hide comments and events without data."""
AT_ONCE = 100
"""Events read for one response."""


@pages.get("/live")
def live() -> Response:
    """Stream which games change as server-sent events: all of the viewer's, or the one that they only watch.

    `game` and `version` are what the page shows; it gets everything since. `session` is the session that the page was
    rendered in; once it has ended, the response is 401. Heartbeats fill silence. Without `Accept: text/event-stream`
    one response is sent, for pages that could not open a stream.
    """
    own, game_id = own_session(), request.args.get("game", "")
    if own is None or own.id != request.args.get("session", own.id, type=int):
        return Response(status=HTTPStatus.UNAUTHORIZED)  # no redirect to sign in: a script made this request
    reader = own.account
    if wants_stream := MEDIA_TYPE in request.accept_mimetypes.values():
        rates.begin_stream(*_uses_of(reader))
    begun = _last_seen() if long_polling.position() is None else long_polling.position()
    page = read(reader, newest_number() if begun is None else begun, _wanted(reader, game_id), AT_ONCE)
    changed = {event.game_id for event in page.events}
    if begun is None and game_id and str(game_seen_by(game_id, reader).version) != request.args.get("version"):
        changed.add(game_id)
    if wants_stream:
        long_polling.ask_again(reader.id, game_id or None, page.following, HEARTBEAT_SECONDS)
    told = _told(reader, changed) if changed or begun is None else ALIVE
    frame = f"retry: {RECONNECT_MILLISECONDS}\n{told}id: {page.following}\n\n"
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return Response(frame, mimetype=MEDIA_TYPE, headers=headers)


@pages.app_template_global()
def session_number() -> int | None:
    """Return the id of the session that a page is rendered in, which it checks later; None without one."""
    own = own_session()
    return own.id if own else None


def _uses_of(reader: Account) -> Uses:
    """Return the limits that apply to a viewer's stream."""
    if not is_visitor(reader):
        return [rates.of_account(STREAMS, reader.id)]
    return [rates.of_account(OF_VISITOR, reader.id), Use(OF_NETWORK, rates.network_here())]


def _told(reader: Account, changed: set[str | None]) -> str:
    waiting = waiting_for(reader)
    news = {"games": sorted(filter(None, changed)), "to_move": waiting.to_move, "inbox": waiting.inbox}
    return f"data: {json.dumps(news)}\n"


def _wanted(reader: Account, game_id: str) -> Filter:
    if not game_id or has_seat(game_id, reader):
        return Filter()
    check_seen_by(game_id, reader)
    return Filter(game_id=game_id)


def _last_seen() -> int | None:
    """Return the last event that the browser saw; None for a new stream, or if the database has no such event."""
    last = number_in(request.headers.get("Last-Event-ID", ""))
    return last if last is not None and last <= newest_number() else None
