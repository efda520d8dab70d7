"""Matches: create, list and show them. Their games are played like any other."""

from __future__ import annotations

from datetime import datetime

from flask import url_for
from marshmallow import fields
from marshmallow.validate import Length, OneOf

import rules
from rules.json_types import Json
from service.api import cursors
from service.api.access import account, viewer
from service.api.cursors import PageWish
from service.api.etags import conditional
from service.api.repeats import repeatable
from service.api.resource import Resource
from service.api.resources.games import ETAG, NewGameWish, wish_of
from service.api.schemas.base import Flag, Number, QueryNumber, Sent, Shown, Texts, moment, says, text
from service.api.schemas.game import DISPLAY_NAME, MAX_CURSOR, GameRequestSchema, GameSummarySchema, SeatWishSchema
from service.api.views import MatchView
from service.db.clock import now
from service.jobs.units import whole
from service.models import EndedBy, GameStatus, Match
from service.play.game_search import MAX_PAGE
from service.play.games import create_match
from service.play.matches.standing import find_matches, match_seen_by, standing
from service.presentation.match_story import outlook

blueprint = Resource("matches", "Matches of two games with seats exchanged.")

LOCATION = {"Location": {"description": "The address of the match.", "schema": {"type": "string"}, "required": True}}

_PLACE = says("In the order of invitation to the first game: 0 or 1.")


class MatchRequestSchema(GameRequestSchema):
    """A new match; all members but `simultaneous` are those of a game, and hold for each game."""

    class Meta(GameRequestSchema.Meta):
        """Matches are not part of a series."""

        exclude = ("series",)

    seats = fields.List(
        fields.Nested(SeatWishSchema),
        required=True,
        validate=Length(equal=rules.Match.SEATS),
        metadata=says(
            "The players; seats are those of the first game.", example=[{"me": True}, {"email": "bob@example.net"}]
        ),
    )
    simultaneous = Flag(
        load_default=False,
        metadata=says("Whether both games start at the same time; otherwise the second game follows the first."),
    )


class NewMatchWish(NewGameWish):
    """A new match, as loaded by MatchRequestSchema."""

    simultaneous: bool


class MatchPlaceSchema(Shown):
    """A player of a match."""

    place = Number(metadata=_PLACE)
    account = fields.String(
        allow_none=True,
        metadata=says("The name of the account; null in the same cases as for a seat.", example="ann"),
    )
    display_name = DISPLAY_NAME
    invited = fields.String(
        allow_none=True, metadata=says("The player whom you invited, as in a seat; null to all others.", example=None)
    )
    ai = Number(allow_none=True, metadata=says("The level of the computer; null for other players."))
    you = fields.Boolean(metadata=says("Whether this is you.", example=True))


class MatchSummarySchema(Shown):
    """A match without its games."""

    id = fields.String(metadata={"example": "k3xw7mq2hd5t"})
    ruleset = fields.String(metadata={"example": "dawn"})
    options = Texts(fields.String(), fields.String(), metadata={"example": {}})
    simultaneous = fields.Boolean()
    status = fields.String(validate=OneOf([status.value for status in GameStatus]), metadata={"example": "active"})
    places = fields.List(fields.Nested(MatchPlaceSchema))
    totals = fields.List(
        Number(),
        metadata=says(
            "By place: the total points of the first two games, as far as they were played to the end.",
            example=[163, 0],
        ),
    )
    winner = Number(allow_none=True, metadata=says("The place that won; null until the end, and for a draw."))
    ended_by = fields.String(allow_none=True, metadata=says(f"One of {', '.join(EndedBy)}; null until it is over."))
    commitments = fields.List(
        fields.String(),
        metadata=says(
            "SHA-256 of the seed of each possible game, published before anybody joins.",
            example=["5891b5b522d5df086d0ff0b110fbd9d21bb4fc7163af34d08286a2e846f6be03"] * 3,
        ),
    )
    standing = fields.String(
        metadata=says(
            "The state of the match, and what is needed to win it, in a sentence.",
            example="ann needs more than 163 points to win.",
        )
    )
    created_at = moment()
    finished_at = moment(allow_none=True)
    links = Texts(
        fields.String(),
        fields.String(),
        metadata=says("Addresses of this match.", example={"self": "/api/v1/matches/k3xw7mq2hd5t"}),
    )


class MatchSchema(MatchSummarySchema):
    """A match with its games."""

    games = fields.List(fields.Nested(GameSummarySchema), metadata=says("In the order of their rounds."))


MATCH = MatchSchema()


class MatchesSchema(Shown):
    """One page of a list."""

    matches = fields.List(fields.Nested(MatchSummarySchema))
    next_cursor = fields.String(allow_none=True, metadata=says("For the next page; null on the last page."))


class MatchesQuerySchema(Sent):
    """The page of a list of matches."""

    cursor = text(MAX_CURSOR, metadata=says("`next_cursor` of the previous page."))
    limit = QueryNumber(1, MAX_PAGE, load_default=20, metadata=says("Maximum number of matches on a page."))


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

    Joining the first game accepts the match. The second one begins automatically, with seats exchanged: together with
    the first if `simultaneous`, else after it. A player who leaves one of the games loses the match.
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
    after = None
    if "cursor" in wish:
        created_at, match_id = cursors.read(cursors.MATCHES, wish["cursor"])
        after = datetime.fromisoformat(created_at), match_id
    found, has_more = find_matches(account(), after=after, limit=wish["limit"])
    return {
        "matches": [_seen(match) for match in found],
        "next_cursor": cursors.signed(cursors.MATCHES, [found[-1].created_at.isoformat(), found[-1].id])
        if has_more
        else None,
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
    return MatchView(match, of, viewer(), outlook(of))
