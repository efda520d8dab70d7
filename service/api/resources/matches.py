"""Matches: setting them up, finding one's own, looking at one. Their games are played like any other."""

from __future__ import annotations

from flask import url_for

from rules.json_types import Json
from service.api.access import account, viewer
from service.api.cursors import PageWish, cursor_after_match, read_match_cursor
from service.api.etags import conditional
from service.api.repeats import repeatable
from service.api.resource import Resource
from service.api.resources.games import ETAG, NewGameWish, wish_of
from service.api.schemas.match import MATCH, MatchesQuerySchema, MatchesSchema, MatchRequestSchema, MatchSchema
from service.api.views import MatchView
from service.core.clock import now
from service.core.language import gettext
from service.models import GameSeat, Match
from service.play.games import create_match
from service.play.matches import find_matches, match_seen_by, standing
from service.play.seating import account_shown
from service.telling.match_story import outlook
from service.work.units import whole

blueprint = Resource("matches", "Matches of two games with seats exchanged.")

LOCATION = {"Location": {"description": "The address of the match.", "schema": {"type": "string"}, "required": True}}


class NewMatchWish(NewGameWish):
    """A match to be set up, as MatchRequestSchema has read it."""

    simultaneous: bool


@blueprint.route("/matches", methods=["POST"])
@blueprint.allows("games:play")
@blueprint.gives({"match_id": "$response.body#/id", "game_id": "$response.body#/games/0/id"})
@blueprint.refuses(404, 409)
@blueprint.reads_headers("Idempotency-Key")
@blueprint.response(201, MatchSchema, headers=LOCATION)
@blueprint.arguments(MatchRequestSchema)
@repeatable
def set_up_match(wish: NewMatchWish) -> tuple[dict[str, Json], dict[str, str]]:
    """Set up a match and invite its players to the first game.

    Joining the first game accepts the match. The second begins by itself, with seats exchanged: with the first one if
    `simultaneous`, else when that is over. Who gives up one of the games has lost the match.
    """
    wished, simultaneous = wish_of(wish), wish["simultaneous"]
    shown = whole(lambda: MATCH.dump(_seen(create_match(account(), wished, now(), simultaneous=simultaneous))))
    return shown, {"Location": url_for("matches.show_match", match_id=shown["id"])}


@blueprint.route("/matches")
@blueprint.lists("matches", "next_cursor")
@blueprint.allows("games:read")
@blueprint.gives({"match_id": "$response.body#/matches/0/id"})
@blueprint.refuses(400)
@blueprint.response(200, MatchesSchema)
@blueprint.arguments(MatchesQuerySchema, location="query")
def list_matches(wish: PageWish) -> dict[str, object]:
    """List the matches that you play or are invited to, newest first."""
    after = read_match_cursor(wish["cursor"]) if "cursor" in wish else None
    found, has_more = find_matches(account(), after=after, limit=wish["limit"])
    return {
        "matches": [_seen(match) for match in found],
        "next_cursor": cursor_after_match(found[-1]) if has_more else None,
    }


@blueprint.route("/matches/<game_id:match_id>")
@blueprint.allows("games:read", anonymous=True)
@blueprint.refuses(404)
@blueprint.reads_headers("If-None-Match")
@conditional
@blueprint.response(200, MatchSchema, headers=ETAG)
def show_match(*, match_id: str) -> MatchView:
    """Show a match, its games, and what is needed to win it."""
    return _seen(match_seen_by(match_id, viewer()))


def _seen(match: Match) -> MatchView:
    of = standing(match)
    told = outlook(of, [_name(place) for place in of.places]).translated(gettext)
    return MatchView(match, of, viewer(), told)


def _name(place: GameSeat) -> str:
    """What somebody is called in a sentence; there is none before everybody has accepted."""
    account = account_shown(place)
    return place.holder if account else gettext("the computer")
