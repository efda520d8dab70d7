"""Analysis pages: winning chances from move to move, each move on its board, and hints in games against computers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

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
from service.presentation.offers import move_in_words
from service.presentation.story import effects
from service.web.boards import Board, board
from service.web.clickable_board import with_best
from service.web.frame.blueprints import pages
from service.web.frame.identity import player, viewer
from service.web.score_lines import ScoreLines, chance_lines
from service.web.tables import look_of
from service.web.turn_by_turn import place_asked_for, turns_of

PERCENT = 100
NOT_AGREED = "analysis-not-agreed"


@dataclass(frozen=True)
class ShownMove:
    """A move in notation, as a label and in words, with its player's winning chance and expected score after it."""

    move: str
    label: str
    words: Sequence[str]
    percent: int
    score: str
    was_played: bool


@dataclass(frozen=True)
class ShownPosition:
    """A position with its moves, best first, and the board after the one that was played, or before all."""

    at: int
    who: str
    look: SeatLook | None
    board: Board
    moves: Sequence[ShownMove]


@dataclass(frozen=True)
class ReviewedMove:
    """A move of the game: the log length after it, its turn, its player's winning chance and loss in percent.

    `place` is its point on the curve of its player.
    """

    at: int
    turn: int
    place: tuple[float, float]
    who: str
    look: SeatLook | None
    percent: int
    loss: int
    is_turning_point: bool


@dataclass(frozen=True)
class Hint:
    """A hint that was requested for the current turn: the best move, or none yet, or none after a failure."""

    best: ShownMove | None
    is_waiting: bool


@pages.get("/games/<game_id>/analysis")
def show_analysis(game_id: str) -> str:
    """Show the analysis of a game after one of its moves, or the form to request one."""
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
    """Request the analysis of a game or of the current position, or agree to one; a hint is shown in the game."""
    asked = analyses.ask(game_id, player(), now(), request.form.get("at", type=int))
    is_hint = can_have_hint(asked) and asked.to_move == seat_number(asked, player())
    return redirect(url_for("web.show_game" if is_hint else "web.show_analysis", game_id=asked.id), 303)


@pages.app_template_global()
def can_have_hint(game: Game) -> bool:
    """Check whether the viewer can get a hint: they play computers alone, or all players agreed to analysis."""
    try:
        analyses.check_open(game, viewer())
    except Conflict:
        return False
    return game.status == GameStatus.ACTIVE


def hint_of(game: Game) -> Hint | None:
    """Return the hint that was requested for the current turn; None if there is none."""
    rows = analyses.analyses_of(game, game.log_length) if can_have_hint(game) else []
    if not rows:
        return None
    best = [_move(game, each, each.best) for each in positions_in(rows)]
    return Hint(best[0] if best else None, is_waiting=bool(waiting_in(rows)))


def _page(shown: Game, agreed: Sequence[str] | None = None) -> str:
    rows = analyses.analyses_of(shown) if agreed is None else []
    positions, seat = positions_in(rows), seat_number(shown, viewer())
    played = [each for each in positions if each.done]
    lines = chance_lines(shown, [[round(PERCENT * chance) for chance in each] for each in course(positions)])
    moves = _reviewed(shown, played, lines) if lines else []
    hint = next((each for each in positions if each.played is None and _is_now(shown, each)), None)
    number = _number_shown(moves) if moves and not (hint and place_asked_for() is None) else None
    focus = hint if number is None else played[number]
    return render_template(
        "analysis.html",
        game=shown,
        seat=seat,
        agreed=agreed,
        has_agreed=seat in analyses.agreed(shown),
        waiting=waiting_in(rows),
        failed=bool(rows) and not positions and not waiting_in(rows),
        lines=lines,
        moves=moves,
        number=number,
        focus=_position(shown, focus) if focus else None,
        can_ask=(seat is not None or is_imported_by(shown, viewer()))
        and agreed is None
        and _is_missing(shown, positions),
    )


def _reviewed(game: Game, played: Sequence[AnalysedPosition], curves: ScoreLines) -> list[ReviewedMove]:
    turns, dearest = turns_of(game), {point.at for point in turning_points(played)}
    return [
        ReviewedMove(
            at=_end(each),
            turn=next(turn.number for turn in turns if turn.end > each.at),
            place=curves.lines[each.seat].places[number],
            who=name_on(game, each.seat),
            look=look_of(each.seat),
            percent=round(PERCENT * (each.done or each.best).chances[each.seat]),
            loss=round(PERCENT * each.loss),
            is_turning_point=each.at in dearest,
        )
        for number, each in enumerate(played)
    ]


def _number_shown(moves: Sequence[ReviewedMove]) -> int:
    """Return which move is requested; by default the one that lost most, or the last if none lost much."""
    at = place_asked_for()
    if at is not None:
        return next((number for number, move in enumerate(moves) if move.at >= at), len(moves) - 1)
    dearest = max(moves, key=lambda move: (move.is_turning_point, move.loss))
    return moves.index(dearest) if dearest.is_turning_point else len(moves) - 1


def _is_now(game: Game, position: AnalysedPosition) -> bool:
    return game.status == GameStatus.ACTIVE and position.at == game.log_length


def _is_missing(game: Game, positions: Sequence[AnalysedPosition]) -> bool:
    """Check whether a request would analyse anything new."""
    if game.status == GameStatus.FINISHED:
        return sum(each.played is not None for each in positions) < 2  # noqa: PLR2004  # a game, not a place of it
    acts = position_of(game).current_player() not in (None, CHANCE)
    return acts and not any(_is_now(game, each) for each in positions)


def _end(position: AnalysedPosition) -> int:
    """Return the log length after the move that was played, or at the position if none was."""
    return position.at + (len(position.done.move.split(", ")) if position.done else 0)


def _position(game: Game, position: AnalysedPosition) -> ShownPosition:
    best, done = position.best, position.done
    shown = position.moves if done is None else [best] if done == best else [done, best]
    drawn = board(game, _end(position))
    return ShownPosition(
        position.at,
        name_on(game, position.seat),
        look_of(position.seat),
        replace(drawn, svg=with_best(drawn.svg, best.move)) if done != best else drawn,
        [_move(game, position, each) for each in shown],
    )


def _move(game: Game, position: AnalysedPosition, judged: JudgedMove) -> ShownMove:
    ruleset = rules.game(game.ruleset)
    told = effects(ruleset, position_of(game, position.at), map(ruleset.parse_action, judged.move.split(", ")))
    return ShownMove(
        judged.move,
        move_in_words(ruleset, judged.move),
        [each.translated(gettext) for each in told],
        round(PERCENT * judged.chances[position.seat]),
        decimal(judged.scores[position.seat]),
        judged.move == position.played,
    )
