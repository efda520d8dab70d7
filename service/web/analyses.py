"""Analysis pages: winning chances from move to move, turning points, and a hint in games against the computer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from flask import redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

import rules
from rules import CHANCE
from rules.canvas import SeatLook
from service.db.clock import now
from service.language.catalogue import decimal, gettext
from service.language.errors import Conflict
from service.models import Game, GameStatus
from service.play import analyses
from service.play.positions import position_of
from service.play.seating import game_seen_by, is_imported_by, seat_number
from service.presentation.analysis import AnalysedPosition, JudgedMove, course, positions_in, turning_points, waiting_in
from service.presentation.names import name_on
from service.presentation.story import effects
from service.web.boards import Board, board
from service.web.frame.blueprints import pages
from service.web.frame.identity import player, viewer
from service.web.score_lines import chance_lines
from service.web.tables import look_of

PERCENT = 100
NOT_AGREED = "analysis-not-agreed"


@dataclass(frozen=True)
class ShownMove:
    """A move in notation and in words, with its player's winning chance and expected score after it."""

    move: str
    words: Sequence[str]
    percent: int
    score: str
    was_played: bool


@dataclass(frozen=True)
class ShownPosition:
    """A position with its board and its moves, best first."""

    at: int
    who: str
    look: SeatLook | None
    board: Board
    moves: Sequence[ShownMove]


@pages.get("/games/<game_id>/analysis")
def show_analysis(game_id: str) -> str:
    """Show the analysis of a game, or the form to request one."""
    shown = game_seen_by(game_id, viewer())
    try:
        analyses.check_open(shown, viewer())
    except Conflict as refused:
        if refused.code != NOT_AGREED:
            raise
        return _page(shown, agreed=[name_on(shown, seat) for seat in analyses.agreed(shown)])
    return _page(shown)


@pages.post("/games/<game_id>/analysis")
def ask_for_analysis(game_id: str) -> ResponseReturnValue:
    """Request the analysis of a game or of the current position, or agree to one during the game."""
    asked = analyses.ask(game_id, player(), now(), request.form.get("at", type=int))
    return redirect(url_for("web.show_analysis", game_id=asked.id), 303)


@pages.app_template_global()
def can_have_hint(game: Game) -> bool:
    """Check whether the viewer can get a hint: they play computers alone, or all players agreed to analysis."""
    try:
        analyses.check_open(game, viewer())
    except Conflict:
        return False
    return game.status == GameStatus.ACTIVE


def _page(shown: Game, agreed: Sequence[str] | None = None) -> str:
    rows = analyses.analyses_of(shown) if agreed is None else []
    positions = positions_in(rows)
    points, seat = turning_points(positions), seat_number(shown, viewer())
    return render_template(
        "analysis.html",
        game=shown,
        seat=seat,
        agreed=agreed,
        has_agreed=seat in analyses.agreed(shown),
        waiting=waiting_in(rows),
        failed=bool(rows) and not positions and not waiting_in(rows),
        lines=chance_lines(shown, [[round(PERCENT * chance) for chance in each] for each in course(positions)]),
        points=[_position(shown, next(each for each in positions if each.at == point.at)) for point in points],
        hint=next((_position(shown, each) for each in positions if each.played is None and _is_now(shown, each)), None),
        can_ask=(seat is not None or is_imported_by(shown, viewer()))
        and agreed is None
        and _is_missing(shown, positions),
    )


def _is_now(game: Game, position: AnalysedPosition) -> bool:
    return game.status == GameStatus.ACTIVE and position.at == game.log_length


def _is_missing(game: Game, positions: Sequence[AnalysedPosition]) -> bool:
    """Check whether a request would analyse anything new."""
    if game.status == GameStatus.FINISHED:
        return sum(each.played is not None for each in positions) < 2  # noqa: PLR2004  # a game, not a place of it
    acts = position_of(game).current_player() not in (None, CHANCE)
    return acts and not any(_is_now(game, each) for each in positions)


def _position(game: Game, position: AnalysedPosition) -> ShownPosition:
    shown = position.moves if position.done is None else [position.best, position.done]
    moves = [_move(game, position, each) for each in shown]
    return ShownPosition(
        position.at, name_on(game, position.seat), look_of(position.seat), board(game, position.at), moves
    )


def _move(game: Game, position: AnalysedPosition, judged: JudgedMove) -> ShownMove:
    ruleset = rules.game(game.ruleset)
    told = effects(ruleset, position_of(game, position.at), map(ruleset.parse_action, judged.move.split(", ")))
    return ShownMove(
        judged.move,
        [each.translated(gettext) for each in told],
        round(PERCENT * judged.chances[position.seat]),
        decimal(judged.scores[position.seat]),
        judged.move == position.played,
    )
