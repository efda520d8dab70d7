"""Moves: play, refuse, preview and repeat them.

`play_move` plays every move: from the API, a link, an email, a bot or the computer. A move that is sent again is
answered from the log and the events: with the game as it was then, and the players as they are now.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from difflib import get_close_matches
from typing import Any, NotRequired, TypeAlias, TypedDict, TypeVar, Unpack

from sqlalchemy import select
from sqlalchemy.orm.attributes import set_committed_value

import rules
from rules import CHANCE, AnyPosition, BadNotation, IllegalAction, Seat, Sentence
from rules import Game as Ruleset
from service.db.engines import session, transaction
from service.jobs import events
from service.language.errors import Conflict, Forbidden, Invalid
from service.models import Event, Game, GameSeat, GameStatus, LogEntry, Model
from service.play.held_turns import end_with_move, held_of
from service.play.positions import Reached, log_of, position_of, position_to_play
from service.play.records import entry_json
from service.play.seating import (
    Precondition,
    is_shared,
    lock_game,
    own_seat,
    seat_of,
    seats_beside,
    unconditional,
)
from service.play.turn_clocks import deadline_has_passed, held_in_time, is_given_more_time
from service.play.turns import append, come_back, go_on, run_out_of_time
from service.telemetry.meters import counts_moves

M = TypeVar("M", bound=Model)
MAX_ALTERNATIVES = 5


@dataclass(frozen=True)
class Turn:
    """A move that was played: the game right after it, its new log entries, and the resulting position.

    If the move is `repeated`, because it was played before, the game is a detached copy of its state then.
    """

    game: Game
    entries: Sequence[LogEntry]
    position: AnyPosition
    repeated: bool

    @property
    def outcome(self) -> str:
        """The outcome of the move in a word, for metrics."""
        return "repeated" if self.repeated else "accepted"


@dataclass(frozen=True)
class TimeIsUp:
    """A turn whose deadline had passed: no move was played, and the seat was forfeited, which must be committed.

    A held move that came in time is not forfeited; it is about to be played.
    """

    outcome = "deadline-passed"

    def refusal(self) -> Conflict:
        """Return the refusal of the move."""
        return Conflict(self.outcome)


Result: TypeAlias = Turn | TimeIsUp


def in_time(result: Result) -> Turn:
    """Return the move that was played, or raise Conflict `deadline-passed`; call it after the transaction."""
    if isinstance(result, TimeIsUp):
        raise result.refusal()
    return result


class RuleRefused(Invalid):
    """A move against the rules. `sentence` says why, `details` hold the action and up to five legal alternatives."""

    def __init__(self, code: str, sentence: Sentence, action: str, legal: Sequence[str]) -> None:
        super().__init__(code, action=action, legal=list(legal))
        self.sentence: Sentence = sentence


class MoveSent(TypedDict):
    """The arguments of a move."""

    seat: Seat
    version: int
    move: str
    now: datetime
    precondition: NotRequired[Precondition]
    by_computer: NotRequired[bool]


def accept_move(game_id: str, **sent: Unpack[MoveSent]) -> Result:
    """Lock a game and play a move in it, as `play_move` does; NotFound if there is none."""
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
    """Play a move in a game that the current transaction has locked, or refuse it and change nothing.

    Commit whatever it returns. A move that was held until now counts from when it was sent. The same move for the same
    seat and version, sent again, returns the first result; but a move that the computer played for somebody does not
    count as theirs. Refused by what the precondition raises; Conflict `not-started`, `game-over`, `stale-version` (with
    what happened since), `not-your-turn`, `damaged-game`; or RuleRefused.
    """
    first = first_turn(game, seat, version, move, by_computer=by_computer)
    if first is not None:
        return first
    precondition(game)
    _check_turn(game, seat, version)
    held = held_of(game, seat)
    if held is not None and (held.version, held.move) == (version, move):
        now = held.sent_at
    before = position_to_play(game)
    if deadline_has_passed(game, now) and held_in_time(game):
        return TimeIsUp()  # the move that waits is played, or the seat is forfeited once it is stopped
    if deadline_has_passed(game, now) and not is_given_more_time(game, now):
        run_out_of_time(game, seat_of(game, seat), now)
        return TimeIsUp()
    actions, after = whole_turn(rules.game(game.ruleset), before, move)
    for each in [] if by_computer else seats_beside(game, seat_of(game, seat)):
        if each.stood_in_at is not None:
            come_back(game, each, now, to_move=False)
    game.held_at = None
    game.version += 1
    played = append(game, seat, actions, now)
    canonical = ", ".join(map(str, actions))
    events.record("move.played", game, now, seat=seat, move=canonical)
    reached, rolled = go_on(game, Reached(after, before), now)
    if held is not None:
        end_with_move(game, held, canonical, now)
    return Turn(game, [*played, *rolled], reached.position, repeated=False)


def move_by_account(
    game: Game,
    account_id: int,
    *,
    version: int,
    move: str,
    now: datetime,
    precondition: Precondition = unconditional,
) -> Result:
    """Play for the account's seat of a locked game, as `play_move` does; NotFound, or Forbidden `not-a-player`.

    A player who has left the seat cannot move, but a repeated move of theirs gets its first result.
    """
    own = own_seat(game, account_id)
    seat = next((each for each in seats_beside(game, own) if _was_by(game, each, version)), own)

    def still_plays(_: Game) -> None:
        if seat.left_by is not None:
            raise Forbidden("not-a-player")
        precondition(game)

    return play_move(game, seat=seat.number, version=version, move=move, now=now, precondition=still_plays)


def preview(game: Game, *, seat: Seat, version: int, move: str) -> AnyPosition:
    """Return the position after a move, up to the next roll, without playing it; refused as the move would be."""
    _check_turn(game, seat, version)
    return whole_turn(rules.game(game.ruleset), position_to_play(game), move)[1]


@dataclass(frozen=True)
class LegalActions:
    """The legal next actions; `complete` says whether the actions before them are a whole move.

    `played` is that beginning in canonical notation, `position` the result, up to the next roll.
    """

    version: int
    seat: Seat
    actions: list[str]
    complete: bool
    played: list[str]
    position: AnyPosition


def legal_actions(game: Game, after: str = "") -> LegalActions:
    """Return the legal actions of the player to move, after the beginning of a move; Conflict or RuleRefused."""
    _check_active(game)
    position = position_to_play(game)
    seat = position.current_player()
    if seat is None:
        raise Conflict("game-over")
    return replace(legal_from(rules.game(game.ruleset), position, seat, after), version=game.version)


def legal_from(ruleset: Ruleset, position: AnyPosition, seat: Seat, after: str = "") -> LegalActions:
    """Return the legal actions from any position in which the seat moves, with or without a game; RuleRefused."""
    played = _read(ruleset, position, after) if after.strip() else []
    position = _played(ruleset, position, played)
    complete = bool(played) and not position.mid_turn
    actions = position.legal_actions() if position.current_player() == seat else []
    return LegalActions(0, seat, _written(actions), complete, _written(played), position)


def whole_turn(ruleset: Ruleset, before: AnyPosition, move: str) -> tuple[list[Any], AnyPosition]:
    """Return the actions of a whole move and the position after them, or RuleRefused. On CHANCE's turn, parse a roll.

    After a roll, the turn may be unfinished; the seat that has rolled finishes it.
    """
    actions = _read(ruleset, before, move)
    after = _played(ruleset, before, actions)
    if after.mid_turn and before.current_player() != CHANCE:
        raise _refused(ruleset, after, IllegalAction("incomplete-move", actions[-1]))
    return actions, after


def _read(ruleset: Ruleset, position: AnyPosition, move: str) -> list[Any]:
    try:
        return rules.parse_move(position, move)
    except BadNotation as error:
        raise _refused(ruleset, position, error) from None


def _played(ruleset: Ruleset, position: AnyPosition, actions: Sequence[Any]) -> AnyPosition:
    """Return the position after the actions of one seat, or RuleRefused with the legal actions at the fault."""
    try:
        for after in rules.steps(position, actions):
            position = after
    except IllegalAction as error:
        raise _refused(ruleset, position, error) from None
    return position


def _written(actions: Sequence[Any]) -> list[str]:
    return [str(action) for action in actions]


def _refused(ruleset: Ruleset, position: AnyPosition, error: BadNotation | IllegalAction) -> RuleRefused:
    text = error.text if isinstance(error, BadNotation) else str(error.action)
    is_thrown = position.current_player() == CHANCE
    legal = _written([what for what, _ in position.chance_outcomes()] if is_thrown else position.legal_actions())
    nearest = get_close_matches(text.lower(), legal, MAX_ALTERNATIVES, cutoff=0)
    return RuleRefused(error.code, rules.explain(ruleset, error), text, nearest)


def _check_turn(game: Game, seat: Seat, version: int) -> None:
    _check_active(game)
    if version != game.version:
        unseen = [entry_json(entry) for entry in log_of(game) if entry.version > version]
        raise Conflict("stale-version", version=game.version, happened=unseen)
    if seat != game.to_move:
        raise Conflict("not-your-turn", to_move=game.to_move)


def _check_active(game: Game) -> None:
    if game.status == GameStatus.INVITING:
        raise Conflict("not-started")
    if game.status != GameStatus.ACTIVE:
        raise Conflict("game-over")


def first_turn(game: Game, seat: Seat, version: int, move: str, *, by_computer: bool) -> Turn | None:
    """Return the result of a move that was played before for that version; None if it or another move is new."""
    if version >= game.version:
        return None
    statement = select(LogEntry).where(LogEntry.game_id == game.id, LogEntry.version == version + 1)
    played = session().scalars(statement.order_by(LogEntry.number)).all()
    own = [entry for entry in played if entry.seat == seat and (by_computer or entry.played_by is None)]
    if not own:
        return None
    try:
        sent = rules.parse_move(position_of(game, own[0].number), move)
    except (BadNotation, Conflict):  # the log may be damaged; the move is then judged without it
        return None
    return _as_it_stood(game, played) if _written(sent) == [entry.action for entry in own] else None


def _was_by(game: Game, seat: GameSeat, version: int) -> bool:
    """Return whether that seat played the move after a version; asked only where several share a device."""
    if version >= game.version or not is_shared(game, seat.number):
        return False
    played = LogEntry.game_id == game.id, LogEntry.version == version + 1, LogEntry.seat == seat.number
    return session().scalar(select(LogEntry.number).where(*played).limit(1)) is not None


def _as_it_stood(game: Game, played: Sequence[LogEntry]) -> Turn:
    """Rebuild a past turn from its log entries, with the game right after it."""
    last = played[-1]
    length, version = last.number + 1, last.version
    position = position_of(game, length)
    then = _copy(game, version=version, log_length=length, scores=list(position.scores()), **_turn_after(game, version))
    then.seats = [_seat_then(seat) for seat in game.seats]
    return Turn(then, played, position, repeated=True)


def _turn_after(game: Game, version: int) -> dict[str, Any]:
    """Return the columns of a game that a past turn's start set; none if the move ended the game."""
    began = session().scalar(
        select(Event).where(Event.game_id == game.id, Event.version == version, Event.type == "turn.started")
    )
    if began is None:
        return {}
    deadline = began.data["deadline"]
    return {
        "status": GameStatus.ACTIVE,
        "to_move": began.data["seat"],
        "deadline": datetime.fromisoformat(deadline) if deadline else None,
        "winners": None,
        "ended_by": None,
        "finished_at": None,
        "series_stopped": None,
    }


def _seat_then(seat: GameSeat) -> GameSeat:
    then = _copy(seat)
    set_committed_value(then, "account", seat.account)
    return then


def _copy(row: M, **changed: Any) -> M:  # noqa: ANN401  # column values
    """Copy a row with some columns changed, detached from any session."""
    columns = {column.key: getattr(row, column.key) for column in row.__mapper__.column_attrs}
    return type(row)(**columns | changed)
