"""Games: create, list and show them."""

from __future__ import annotations

from datetime import date
from typing import NotRequired, TypedDict

from flask import Response, jsonify, url_for
from marshmallow import fields
from marshmallow.validate import OneOf

from rules.json_types import Json
from service.accounts.accounts import account_named
from service.api.access import account, viewer
from service.api.cursors import PageWish, cursor_of_games, read_game_cursor
from service.api.etags import conditional_on_game
from service.api.lists import RECORDS, records_as_lines, wants_records
from service.api.repeats import repeatable
from service.api.resource import Resource
from service.api.schemas.base import QueryFlag, QueryNumber, Sent, says, text
from service.api.schemas.game import (
    _STATUS,
    GAME,
    MAX_CURSOR,
    MAX_NAME,
    MAX_SEATS,
    GameRequestSchema,
    GameSchema,
    GamesSchema,
)
from service.api.views import seen, seen_whole
from service.db.clock import now
from service.jobs.units import whole
from service.language.errors import Invalid, Unauthenticated
from service.models import GameStatus, OnTimeout, Visibility
from service.play.game_search import MAX_PAGE, GameQuery, OwnResult, SortOrder, find_games
from service.play.games import NewGame, SeatWish, create_game
from service.play.records import signed_records
from service.play.seating import game_seen_by
from service.play.seen_turns import mark_turn_seen
from service.play.timekeeping import Bank, Fast

blueprint = Resource("games", "Create, find and view games.")

LOCATION = {"Location": {"description": "The address of the game.", "schema": {"type": "string"}, "required": True}}
ETAG = {
    "ETag": {
        "description": "For If-Match and If-None-Match. It changes with the game's state and with the version of "
        "Sundial.",
        "schema": {"type": "string"},
        "required": True,
    }
}


class SeatOffer(TypedDict, total=False):
    """A seat of a new game, as loaded by SeatWishSchema."""

    me: bool
    contributes: bool
    email: str
    account: str
    ai: int
    open: bool
    beside: str


class ClockWish(TypedDict):
    """The time control without the days, as loaded by ClockRequestSchema."""

    bank: dict[str, int] | None
    weekends_off: bool
    nights_off: bool
    vacations: bool
    fast: dict[str, int] | None


class NewGameWish(TypedDict):
    """A new game, as loaded by GameRequestSchema."""

    ruleset: str
    seats: list[SeatOffer]
    options: dict[str, str]
    layout: dict[str, Json] | None
    shuffle_seats: bool
    days_per_move: int
    clock: ClockWish
    on_timeout: str
    stand_in_level: int | None
    grace_minutes: int | None
    visibility: str
    rated: bool
    contribution: str | None
    beacon_minutes: int | None
    series: NotRequired[dict[str, int] | None]
    """Only for games, not for matches."""


class GamesQuerySchema(Sent):
    """The filters, order and page of a list of games."""

    status = fields.String(validate=_STATUS, metadata=says("Only games with this status."))
    ruleset = text(MAX_NAME, metadata=says("Only games of this ruleset."))
    mine = QueryFlag(load_default=False, metadata=says("Only games in which you have a seat."))
    to_move = QueryFlag(load_default=False, metadata=says("Only games in which it is your turn."))
    opponent = text(MAX_NAME, metadata=says("Only your games with this player: a person or a bot."))
    result = fields.String(
        validate=OneOf([*OwnResult]),
        metadata=says(
            "Only your finished games with this result: `won` alone, or together in a co-operative game; `shared`; or "
            "`lost`, also by resigning or running out of time."
        ),
    )
    rated = QueryFlag(metadata=says("Only your games that count for ratings, or those that do not."))
    seats = QueryNumber(1, MAX_SEATS, metadata=says("Only your games with so many seats."))
    since = fields.Date(data_key="from", metadata=says("Only your games that ended on this day (UTC) or later."))
    until = fields.Date(data_key="to", metadata=says("Only your games that ended on this day (UTC) or earlier."))
    sort = fields.String(
        load_default=SortOrder.CREATED.value,
        validate=OneOf([*SortOrder]),
        metadata=says(
            "`created`: newest first. `deadline`: earliest deadline first; games without a deadline come last. "
            "`finished`: latest end first; unfinished games are left out. A cursor is valid only for the order of its "
            "page."
        ),
    )
    cursor = text(MAX_CURSOR, metadata=says("`next_cursor` of the previous page."))
    limit = QueryNumber(1, MAX_PAGE, load_default=20, metadata=says("Maximum number of games on a page."))


class GamesWish(PageWish):
    """The filters, order and page of a list of games, as loaded by GamesQuerySchema."""

    status: NotRequired[str]
    ruleset: NotRequired[str]
    mine: bool
    to_move: bool
    opponent: NotRequired[str]
    result: NotRequired[str]
    rated: NotRequired[bool]
    seats: NotRequired[int]
    since: NotRequired[date]
    until: NotRequired[date]
    sort: str


@blueprint.route("/games", methods=["POST"])
@blueprint.allows("games:play")
@blueprint.gives({"game_id": "$response.body#/id"})
@blueprint.refuses(404, 409)
@blueprint.reads_headers("Idempotency-Key")
@blueprint.response(201, GameSchema, headers=LOCATION)
@blueprint.arguments(GameRequestSchema)
@repeatable
def set_up_game(wish: NewGameWish) -> tuple[dict[str, Json], dict[str, str]]:
    """Set up a game and invite its players.

    It begins when all seats are taken: at once if no player has to accept.
    """
    shown = whole(lambda: GAME.dump(seen_whole(create_game(account(), wish_of(wish), now()), account())))
    return shown, {"Location": url_for("games.show_game", game_id=shown["id"])}


@blueprint.route("/games")
@blueprint.lists("games", "next_cursor")
@blueprint.produces("application/json", RECORDS)
@blueprint.allows("games:read", anonymous=True)
@blueprint.gives({"game_id": "$response.body#/games/0/id"})
@blueprint.refuses(400, 404)
@blueprint.response(200, GamesSchema)
@blueprint.arguments(GamesQuerySchema, location="query")
def list_games(wish: GamesWish) -> dict[str, object] | Response:
    """List the games that you may see, newest first, or by `sort`.

    Without a token these are the public ones. A private game is shown only to its players. Unfinished games of visitors
    come after all others; by deadline, only those that wait for players do.

    With `Accept: application/vnd.sundial.records+x-ndjson` the signed record of each game is a line of JSON: those of
    finished games, unless `status` selects others.
    """
    are_records = wants_records()
    search = _search({"status": GameStatus.FINISHED.value, **wish} if are_records else wish)
    found, place = find_games(viewer(), search)
    following = cursor_of_games(search.order, place) if place else None
    if are_records:
        return records_as_lines(signed_records(found), following)
    return {"games": [seen(game, viewer()) for game in found], "next_cursor": following}


@blueprint.route("/games/<game_id:game_id>")
@blueprint.allows("games:read", anonymous=True)
@blueprint.refuses(404, 409)
@blueprint.reads_headers("If-None-Match")
@conditional_on_game()
@blueprint.response(200, GameSchema, headers=ETAG)
def show_game(*, game_id: str) -> Response:
    """Show a game and its position."""
    game = game_seen_by(game_id, viewer())
    shown = jsonify(GAME.dump(seen_whole(game, viewer())))
    mark_turn_seen(game, viewer(), now())  # last, because a transaction expires all that was read before it
    return shown


def wish_of(wish: NewGameWish) -> NewGame:
    """Convert a request to a new game; or Invalid, such as `bad-clock`."""
    if any(len(seat) != (2 if "me" in seat and "contributes" in seat else 1) for seat in wish["seats"]):
        raise Invalid("bad-seats")
    if wish["contribution"] is not None and any("contributes" in seat for seat in wish["seats"]):
        raise Invalid("early-contribution")
    clock = wish["clock"]
    if clock["fast"] and (clock["bank"] or clock["weekends_off"] or clock["nights_off"]):
        raise Invalid("bad-clock")
    return NewGame(
        bank=Bank(**clock["bank"]) if clock["bank"] else None,
        weekends_off=clock["weekends_off"],
        nights_off=clock["nights_off"],
        vacations=clock["vacations"],
        fast=Fast(**clock["fast"]) if clock["fast"] else None,
        ruleset=wish["ruleset"],
        seats=[SeatWish(**seat) for seat in wish["seats"]],
        options=wish["options"],
        layout=wish["layout"],
        shuffle_seats=wish["shuffle_seats"],
        days_per_move=wish["days_per_move"],
        on_timeout=OnTimeout(wish["on_timeout"]),
        stand_in_level=wish["stand_in_level"],
        grace_minutes=wish["grace_minutes"],
        visibility=Visibility(wish["visibility"]),
        rated=wish["rated"],
        contribution=wish["contribution"],
        beacon_minutes=wish["beacon_minutes"],
        first_to=series["first_to"] if (series := wish.get("series")) else None,
    )


def _search(wish: GamesWish) -> GameQuery:
    order = SortOrder(wish["sort"])
    search = GameQuery(
        status=GameStatus(wish["status"]) if "status" in wish else None,
        ruleset=wish.get("ruleset"),
        mine=wish["mine"],
        to_move=wish["to_move"] or None,
        opponent=account_named(wish["opponent"]).id if "opponent" in wish else None,
        result=OwnResult(wish["result"]) if "result" in wish else None,
        rated=wish.get("rated"),
        seats=wish.get("seats"),
        since=wish.get("since"),
        until=wish.get("until"),
        order=order,
        after=read_game_cursor(order, wish["cursor"]) if "cursor" in wish else None,
        limit=wish["limit"],
    )
    if viewer() is None and search.is_of_own:
        raise Unauthenticated
    return search
