"""Games: the list of those one may watch or join, and the page of each."""

from __future__ import annotations

import json

from flask import Response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from service.core.clock import now
from service.core.errors import Conflict, NotFound, Refused
from service.models import Game, GameStatus
from service.play.game_search import GameQuery, find_games
from service.play.games import rulesets
from service.play.looks import note_look
from service.play.moves import RuleRefused
from service.play.own_moves import move_by_account
from service.play.positions import log_of
from service.play.results import in_time
from service.play.seating import game_seen_by, seat_number, seat_of
from service.play.signed_records import signed_record
from service.web.boards import board
from service.web.choices import Choice, begin, choose
from service.web.deliveries import line_now
from service.web.errors import status_of
from service.web.form_errors import FormError, form_error_of
from service.web.frame.blueprints import pages
from service.web.frame.identity import signed_in, viewer
from service.web.messages import talk_at
from service.web.places import read_place, written_place
from service.web.tables import whole_story

PAGE = 20
MOST_DIGITS = 6
"""Of a place in a log; what is longer is no such place."""


@pages.get("/games")
def games() -> str:
    """The games that the visitor may see, newest first, as filtered."""
    search = _search()
    found, more = find_games(viewer(), search)
    return render_template(
        "games.html",
        games=found,
        search=search,
        rulesets=rulesets(),
        statuses=GameStatus,
        next_page=written_place(search.order, found[-1]) if more else None,
    )


@pages.get("/games/<game_id>")
def show_game(game_id: str) -> str:
    """A game as it stands or stood, with the form for a move where the visitor is to make one."""
    shown = game_seen_by(game_id, viewer())
    at = _number(request.args.get("at"))
    if at is None and _has_move(shown):
        return _page(shown, choice=choose(shown, request.args))
    return _page(shown, at=at)


@pages.post("/games/<game_id>/move")
def play(game_id: str) -> ResponseReturnValue:
    """Play a move for the visitor's seat."""
    shown = game_seen_by(game_id, signed_in())
    note_look(shown, viewer(), now())
    move, version = request.form.get("move", ""), request.form.get("version", -1, type=int)
    try:
        in_time(move_by_account(game_id, signed_in().id, version=version, move=move, now=now()))
    except (RuleRefused, Conflict) as refused:
        return _refused_move(game_id, refused, move), status_of(refused)
    return redirect(url_for("web.show_game", game_id=game_id), 303)


@pages.get("/games/<game_id>/record")
def record(game_id: str) -> Response:
    """All that `sundial verify` needs, as a file to keep."""
    shown = game_seen_by(game_id, viewer())
    body = json.dumps(signed_record(shown, log_of(shown)), indent=2, ensure_ascii=False)
    name = f"sundial-{shown.id}.json"
    disposition = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(body, mimetype="application/json", headers=disposition)


def _refused_move(game_id: str, refused: Refused, move: str) -> str:
    shown = game_seen_by(game_id, viewer())
    form_error = form_error_of(refused)
    if _has_move(shown):
        return _page(shown, choice=begin(shown, form_error, move if isinstance(refused, RuleRefused) else ""))
    return _page(shown, form_error=form_error)


def _page(
    shown: Game, *, choice: Choice | None = None, at: int | None = None, form_error: FormError | None = None
) -> str:
    begun = shown.setup is not None
    return render_template(
        "game.html",
        game=shown,
        seat=seat_number(shown, viewer()),
        choice=choice,
        board=board(shown, at) if begun and choice is None else None,
        at=shown.log_length if at is None else at,
        browsing=at is not None,
        told=line_now(shown),
        talk=talk_at(shown),
        news=whole_story(shown) if begun else [],
        form_error=form_error,
        here=url_for("web.show_game", game_id=shown.id),
        play_at=url_for("web.play", game_id=shown.id),
    )


def _has_move(shown: Game) -> bool:
    seat = seat_number(shown, viewer())
    if seat is None or seat != shown.to_move or shown.status != GameStatus.ACTIVE:
        return False
    return seat_of(shown, seat).is_played_by_a_person


def _search() -> GameQuery:
    asked = request.args
    status = asked.get("status", "")
    return GameQuery(
        status=GameStatus(status) if status in set(GameStatus) else None,
        ruleset=asked.get("ruleset") or None,
        mine=asked.get("mine") == "yes" and viewer() is not None,
        after=read_place(asked.get("after")),
        limit=PAGE,
    )


def _number(text: str | None) -> int | None:
    if text is None:
        return None
    if not (text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS):
        raise NotFound("no-such-position")
    return int(text)
