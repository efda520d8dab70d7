"""What-if lines: hypothetical moves from any position of a game, for its players to try out and save.

The address holds the whole state, so history and bookmarks work without scripts: the log length, the moves, and `to`,
how many of them are shown.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from flask import redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

import rules
from rules import CHANCE, AnyPosition, Seat
from rules.canvas import SeatLook
from rules.prose import N_
from service.db.clock import now
from service.language.catalogue import gettext, listed, ngettext
from service.language.errors import Conflict, Invalid, Refused
from service.models import Game, GameStatus, KeptBranch
from service.play.moves import RuleRefused, legal_from
from service.play.planning.branches import joined
from service.play.planning.grammar import MOST_TURNS, read_plan
from service.play.planning.turns_taken import turns_taken
from service.play.plans import add_to_plan, branches_left
from service.play.plans import plan_of as kept_plan
from service.play.seating import game_seen_by, own_seat_number, seat_number
from service.play.what_if import (
    BETWEEN,
    BranchWish,
    SupposedLine,
    branches_of,
    change_branch,
    drop_branch,
    game_to_suppose,
    keep_branch,
    may_plan,
    outcomes,
    plan_of,
    suppose,
    thrown,
)
from service.presentation.names import name_on
from service.presentation.offers import move_in_words
from service.presentation.story import effects
from service.web.boards import Board, board, board_between
from service.web.choices import Choice, Ground, choose_on
from service.web.errors import FormError, form_error_of, status_of
from service.web.frame.blueprints import pages
from service.web.frame.identity import player
from service.web.tables import look_of
from service.web.turn_by_turn import place_asked_for, players_in

ANY_DICE = "any"


@dataclass(frozen=True)
class LineMove:
    """A move of a line: its player, its effects, and the address of the board after it."""

    who: str
    look: SeatLook | None
    phrases: Sequence[str]
    address: str
    is_shown: bool
    """Whether the board after this move is shown."""


@dataclass(frozen=True)
class PlannedLine:
    """A line as conditional moves: its turns in words, and whether they are saved."""

    steps: Sequence[str]
    line: SupposedLine
    is_kept: bool


@pages.get("/games/<game_id>/what-if")
def begin_line(game_id: str) -> ResponseReturnValue:
    """Redirect to a fixed log length, by default the current one, so that the address keeps its meaning."""
    shown = game_seen_by(game_id, player())
    at, line = place_asked_for(), request.args.get("line", "")
    return redirect(_line_address(shown, shown.log_length if at is None else at, line))


@pages.get("/games/<game_id>/what-if/<int:at>")
@pages.get("/games/<game_id>/what-if/<int:at>/<path:line>")
def show_line(game_id: str, at: int, line: str = "") -> ResponseReturnValue:
    """Show a line, with the board after the requested number of moves, and the next choices."""
    shown = game_to_suppose(game_id, player())
    whole, form_error = _readable(shown, at, line)
    asked = request.args.get("dice")
    if asked is None or form_error:
        return _line_page(shown, whole, form_error)
    begun = _first(whole, _number_shown(whole))
    if begun.position.current_player() != CHANCE:
        return redirect(_line_address(shown, at, begun.text))
    dice = thrown(begun.position) if asked == ANY_DICE else asked
    longer, form_error = _readable(shown, at, f"{begun.text}{BETWEEN}{dice}")
    return _line_page(shown, longer, form_error) if form_error else redirect(_line_address(shown, at, longer.text))


@pages.post("/games/<game_id>/what-if/plan")
def plan_line(game_id: str) -> ResponseReturnValue:
    """Save the shown line as conditional moves, beside those that are saved."""
    wish, shown = _wish(), game_to_suppose(game_id, player())
    line = suppose(shown, wish.at, wish.line or "")
    plan = plan_of(shown, own_seat_number(shown, player()), line)
    if not plan:
        return _refused_line(shown, line, Conflict("stale-version"))
    try:
        add_to_plan(game_id, player(), plan, now())
    except (Conflict, Invalid) as refused:
        return _refused_line(shown, line, refused)
    return redirect(_line_address(shown, line.at, line.text), 303)


@pages.post("/games/<game_id>/branches")
def keep_line(game_id: str) -> ResponseReturnValue:
    """Save the shown line as a branch with a name."""
    wish = _wish()
    try:
        return _to_branch(keep_branch(game_id, player(), wish, now()))
    except (Conflict, Invalid) as refused:
        return _refused(game_id, wish, refused)


@pages.post("/games/<game_id>/branches/<game_id:branch_id>")
def change_line(game_id: str, branch_id: str) -> ResponseReturnValue:
    """Rename a branch, or replace it with the shown line."""
    wish = _wish()
    try:
        return _to_branch(change_branch(game_id, player(), branch_id, wish, now()))
    except (Conflict, Invalid) as refused:
        return _refused(game_id, wish, refused)


@pages.post("/games/<game_id>/branches/<game_id:branch_id>/drop")
def drop_line(game_id: str, branch_id: str) -> ResponseReturnValue:
    """Delete a branch; the shown line stays."""
    drop_branch(game_id, player(), branch_id)
    wish = _wish()
    return redirect(_line_address(game_seen_by(game_id, player()), wish.at or 0, wish.line or ""), 303)


def _line_address(game: Game, at: int, line: str, to: int | None = None) -> str:
    """Return the address of a line, or of its first `to` moves."""
    moves = BETWEEN.join(filter(None, (move.strip() for move in line.split(BETWEEN))))
    return url_for("web.show_line", game_id=game.id, at=at, line=moves or None, to=to)


def _line_page(shown: Game, whole: SupposedLine, form_error: FormError | None = None, name: str = "") -> str:
    """Render the page of a line, with an error and the entered branch name."""
    number = _number_shown(whole)
    line, ruleset = _first(whole, number), rules.game(shown.ruleset)
    seat, position = seat_number(shown, player()), line.position
    choice, branches = _choice(shown, line), branches_of(shown, player())
    longer = f"{line.text}{BETWEEN}{choice.chosen}" if choice and choice.is_whole else None
    is_now = line.at == shown.log_length
    can_plan = is_now and seat is not None and may_plan(shown, seat)
    tried = suppose(shown, line.at, longer) if longer and can_plan else whole
    return render_template(
        "what_if.html",
        game=shown,
        line=line,
        here=_line_address(shown, line.at, line.text),
        title=_to_move(shown, position),
        choice=choice,
        board=choice.board if choice else _board(shown, line),
        on=longer and _line_address(shown, line.at, longer),
        dice={str(outcome): move_in_words(ruleset, str(outcome)) for outcome, _ in outcomes(position)},
        any_dice=ANY_DICE,
        seated=players_in(shown, seat, position, position.winners()),
        moves=[_line_move(shown, ruleset, whole, each, number) for each in range(1, len(whole.moves) + 1)],
        number=number,
        start=_line_address(shown, line.at, whole.text, 0),
        back=_line_address(shown, line.at, whole.text, number - 1) if number else None,
        forth=_line_address(shown, line.at, whole.text, number + 1) if number < len(whole.moves) else None,
        is_now=is_now,
        own_first=_own_first(shown, whole, seat) if is_now else None,
        may_plan=can_plan,
        planned=_planned(shown, seat, tried),
        branches=branches,
        kept=next((each for each in branches if (each.at, each.line) == (whole.at, whole.text)), None),
        whole=whole,
        form_error=form_error,
        name=name,
    )


def _planned(shown: Game, seat: Seat | None, line: SupposedLine) -> PlannedLine | None:
    """Return the conditional moves that a line makes; None if it makes none."""
    plan = plan_of(shown, seat, line) if seat is not None else ""
    if not plan:
        return None
    ruleset, left = rules.game(shown.ruleset), branches_left(shown, kept_plan(shown, player()))
    turns = turns_taken(line.start, (str(action) for each in line.moves for action in each.actions))
    own = [number for number, turn in enumerate(turns, 1) if turn.seat == seat][:MOST_TURNS]
    steps = list[str]()
    for turn in turns[: own[-1]]:
        name, move = name_on(shown, turn.seat), move_in_words(ruleset, turn.move)
        said = N_("I play: %(move)s") if turn.seat == seat else N_("If %(name)s plays: %(move)s")
        steps.append(gettext(said, name=name, move=move))
    return PlannedLine(steps, line, is_kept=joined(left, read_plan(plan)) == left)


@pages.app_template_global()
def address_of_branch(game: Game, branch: KeptBranch) -> str:
    """Return the address of a saved branch."""
    return _line_address(game, branch.at, branch.line)


def _wish() -> BranchWish:
    sent = request.form
    return BranchWish(sent.get("name", ""), sent.get("at", type=int), sent.get("line"))


def _to_branch(branch: KeptBranch) -> ResponseReturnValue:
    game = game_seen_by(branch.game_id, player())
    return redirect(_line_address(game, branch.at, branch.line), 303)


def _refused(game_id: str, wish: BranchWish, refused: Refused) -> ResponseReturnValue:
    shown = game_to_suppose(game_id, player())
    return _refused_line(shown, suppose(shown, wish.at, wish.line or ""), refused, wish.name or "")


def _refused_line(shown: Game, line: SupposedLine, refused: Refused, name: str = "") -> ResponseReturnValue:
    return _line_page(shown, line, form_error_of(refused), name), status_of(refused)


def _readable(shown: Game, at: int, line: str) -> tuple[SupposedLine, FormError | None]:
    """Return the legal beginning of a line, and the error that ends it."""
    try:
        return suppose(shown, at, line), None
    except RuleRefused as refused:
        moves = [move for move in line.split(BETWEEN) if move.strip()]
        playable = BETWEEN.join(moves[: refused.details["number"] - 1])
        return suppose(shown, at, playable), replace(form_error_of(refused), instead=())


def _number_shown(whole: SupposedLine) -> int:
    asked = request.args.get("to", type=int)
    return asked if asked is not None and 0 <= asked <= len(whole.moves) else len(whole.moves)


def _first(whole: SupposedLine, number: int) -> SupposedLine:
    return replace(whole, moves=whole.moves[:number])


def _choice(shown: Game, line: SupposedLine) -> Choice | None:
    """Read the state of choosing the next move; None if it is nobody's turn."""
    position, ruleset = line.position, rules.game(shown.ruleset)
    seat = position.current_player()
    if seat in (None, CHANCE):
        return None
    ground = Ground(
        ruleset,
        position=lambda: position,
        board=lambda: _board(shown, line),
        legal=lambda after: legal_from(ruleset, position, seat, after),
    )
    return choose_on(ground, request.args)


def _board(shown: Game, line: SupposedLine) -> Board:
    if not line.moves:
        return board(shown, line.at)
    return board_between(rules.game(shown.ruleset), line.position, line.moves[-1].before)


def _to_move(shown: Game, position: AnyPosition) -> str:
    """Describe whose turn it would be, or how the game would have ended."""
    seat = position.current_player()
    if seat == CHANCE:
        return gettext("The dice would be rolled")
    if seat is not None and seat == seat_number(shown, player()):
        return gettext("It would be your turn")
    if seat is not None:
        return gettext("It would be the turn of %(name)s", name=name_on(shown, seat))
    winners = [name_on(shown, each) for each in position.winners()]
    if not winners:
        return gettext("The game would be over")
    return ngettext("%(names)s would win", "%(names)s would share the win", len(winners), names=listed(winners))


def _line_move(shown: Game, ruleset: rules.Game, whole: SupposedLine, number: int, now: int) -> LineMove:
    move = whole.moves[number - 1]
    phrases = [each.translated(gettext) for each in effects(ruleset, move.before, move.actions)]
    address = _line_address(shown, whole.at, whole.text, number)
    return LineMove(name_on(shown, move.seat), look_of(move.seat), phrases, address, number == now)


def _own_first(shown: Game, whole: SupposedLine, seat: Seat | None) -> str | None:
    """Return the first move of the line if it is the viewer's turn to play it now."""
    is_own = shown.status == GameStatus.ACTIVE and seat is not None and shown.to_move == seat
    return whole.moves[0].move if is_own and whole.moves else None
