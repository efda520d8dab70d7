"""Moves. `play_move` is the one door through which every move comes: API, link, mail, bot or computer.

`accept_move` locks the game first, for whoever has not.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from difflib import get_close_matches
from typing import Any, NotRequired, TypedDict, Unpack

import rules
from rules import CHANCE, AnyPosition, BadNotation, IllegalAction, Seat, Sentence
from rules import Game as Ruleset
from rules.json_types import Json
from service.core.db import transaction
from service.core.errors import Conflict, Invalid
from service.core.telemetry.meters import counts_moves
from service.models import Game, GameStatus
from service.play.positions import Reached, log_of, position_to_play
from service.play.preconditions import Precondition, unconditional
from service.play.records import entry_json
from service.play.repeated_moves import first_turn, keep_move, scope_of
from service.play.results import Result, TimeIsUp, Turn
from service.play.seating import lock_game, seat_of
from service.play.turn_clocks import deadline_has_passed, is_given_more_time
from service.play.turns import append, come_back, go_on, run_out_of_time
from service.work import events
from service.work.idempotency import fingerprint

MAX_ALTERNATIVES = 5


class RuleRefused(Invalid):
    """The rules refuse a move. `sentence` says why, `details` hold the action and up to five legal ones instead."""

    def __init__(self, code: str, sentence: Sentence, action: str, legal: Sequence[str]) -> None:
        super().__init__(code, action=action, legal=list(legal))
        self.sentence: Sentence = sentence


class MoveSent(TypedDict):
    """A move as somebody sends it."""

    seat: Seat
    version: int
    move: str
    now: datetime
    precondition: NotRequired[Precondition]
    by_computer: NotRequired[bool]


def accept_move(game_id: str, **sent: Unpack[MoveSent]) -> Result:
    """Lock the game and play a move in it, as `play_move` does; NotFound if there is none."""
    with transaction():
        return play_move(lock_game(game_id), **sent)


@counts_moves
def play_move(
    game: Game,
    *,
    seat: Seat,
    version: int,
    move: str,
    now: datetime,
    precondition: Precondition = unconditional,
    by_computer: bool = False,
) -> Result:
    """Play a move for a seat of a game that the transaction under way has locked, or refuse it and change nothing.

    What comes back is committed. The same move for the same seat and version, sent again, is the first one; but what
    the computer has played in somebody's place is not theirs. Refused by what the precondition raises; Conflict
    `not-started`, `game-over`, `stale-version` (with what happened since), `not-your-turn`, `damaged-game`; or
    RuleRefused.
    """
    scope, request = scope_of(game.id, seat, by_computer=by_computer), fingerprint(_canonical(game, move))
    first = first_turn(game, scope, version, request)
    if first is not None:
        return first
    precondition(game)
    _check_turn(game, seat, version)
    before = position_to_play(game)
    if deadline_has_passed(game, now) and not is_given_more_time(game, now):
        run_out_of_time(game, seat_of(game, seat), now)
        return TimeIsUp()
    turn = _play(game, seat, before, move, now, by_computer=by_computer)
    keep_move(game, scope, version, request, now)
    return turn


def preview(game: Game, *, seat: Seat, version: int, move: str) -> AnyPosition:
    """The position a move would lead to, up to the next roll; refused exactly as the move would be. Writes nothing."""
    _check_turn(game, seat, version)
    return whole_turn(rules.game(game.ruleset), position_to_play(game), move)[1]


@dataclass(frozen=True)
class LegalActions:
    """What may be played next; `complete` says whether what was played before it is a whole move.

    `played` is that beginning as it is written canonically, `position` where it leads, up to the next roll.
    """

    version: int
    seat: Seat
    actions: list[str]
    complete: bool
    played: list[str]
    position: AnyPosition


def legal_actions(game: Game, after: str = "") -> LegalActions:
    """The legal actions of the seat to act, after the beginning of a move; Conflict or RuleRefused."""
    _check_active(game)
    position = position_to_play(game)
    seat = position.current_player()
    if seat is None:
        raise Conflict("game-over")
    return replace(legal_from(rules.game(game.ruleset), position, seat, after), version=game.version)


def legal_from(ruleset: Ruleset, position: AnyPosition, seat: Seat, after: str = "") -> LegalActions:
    """The same from any position in which the seat is to act, of whatever game or of none; RuleRefused."""
    played = _read(ruleset, position, after) if after.strip() else []
    position = _played(ruleset, position, played)
    complete = bool(played) and not position.mid_turn
    actions = position.legal_actions() if position.current_player() == seat else []
    return LegalActions(0, seat, _written(actions), complete, _written(played), position)


def whole_turn(ruleset: Ruleset, before: AnyPosition, move: str) -> tuple[list[Any], AnyPosition]:
    """The actions of a whole move and the position after them, or RuleRefused. On CHANCE's turn, it is what dice show.

    Dice may leave a turn begun, which the seat that has thrown them is to finish.
    """
    actions = _read(ruleset, before, move)
    after = _played(ruleset, before, actions)
    if after.mid_turn and before.current_player() != CHANCE:
        raise _refused(ruleset, after, IllegalAction("incomplete-move", actions[-1]))
    return actions, after


def happened_since(game: Game, version: int) -> list[dict[str, Json]]:
    """The entries of the log that a reader of `version` has not seen."""
    return [entry_json(entry) for entry in log_of(game) if entry.version > version]


def _play(game: Game, seat: Seat, before: AnyPosition, move: str, now: datetime, *, by_computer: bool) -> Turn:
    actions, after = whole_turn(rules.game(game.ruleset), before, move)
    if not by_computer and seat_of(game, seat).stood_in_at is not None:
        come_back(game, seat_of(game, seat), now, to_move=False)
    game.version += 1
    played = append(game, seat, actions, now)
    events.record("move.played", game, now, seat=seat, move=", ".join(map(str, actions)))
    reached, rolled = go_on(game, Reached(after, before), now)
    return Turn(game, [*played, *rolled], reached.position, repeated=False)


def _read(ruleset: Ruleset, position: AnyPosition, move: str) -> list[Any]:
    try:
        return rules.parse_move(position, move)
    except BadNotation as error:
        raise _refused(ruleset, position, error) from None


def _played(ruleset: Ruleset, position: AnyPosition, actions: Sequence[Any]) -> AnyPosition:
    """The position after the actions of one seat, or RuleRefused with what was legal where it stumbled."""
    try:
        for after in rules.steps(position, actions):
            position = after
    except IllegalAction as error:
        raise _refused(ruleset, position, error) from None
    return position


def _possible(position: AnyPosition) -> list[Any]:
    """What may come next: the legal actions, or on CHANCE's turn the outcomes."""
    if position.current_player() == CHANCE:
        return [outcome for outcome, _ in position.chance_outcomes()]
    return list(position.legal_actions())


def _written(actions: Sequence[Any]) -> list[str]:
    return [str(action) for action in actions]


def _refused(ruleset: Ruleset, position: AnyPosition, error: BadNotation | IllegalAction) -> RuleRefused:
    text = error.text if isinstance(error, BadNotation) else str(error.action)
    legal = _written(_possible(position))
    nearest = get_close_matches(text.lower(), legal, MAX_ALTERNATIVES, cutoff=0)
    return RuleRefused(error.code, rules.explain(ruleset, error), text, nearest)


def _canonical(game: Game, move: str) -> str:
    """One spelling of a move, so that a repeat is recognised; what cannot be read stays as it is."""
    try:
        return ", ".join(map(str, rules.read_move(move, rules.game(game.ruleset).parse_action)))
    except BadNotation:
        return move


def _check_turn(game: Game, seat: Seat, version: int) -> None:
    _check_active(game)
    if version != game.version:
        raise Conflict("stale-version", version=game.version, happened=happened_since(game, version))
    if seat != game.to_move:
        raise Conflict("not-your-turn", to_move=game.to_move)


def _check_active(game: Game) -> None:
    if game.status == GameStatus.INVITING:
        raise Conflict("not-started")
    if game.status != GameStatus.ACTIVE:
        raise Conflict("game-over")
