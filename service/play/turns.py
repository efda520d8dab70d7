"""The course of a game: begin it, continue after a move, and end it. Every change of a game uses these functions.

All of it runs inside the transaction that has locked the game's row, except `consequences`, which computes the effects
of leaving a seat and changes nothing.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

import rules
from rules import CHANCE, Seat
from service.beacon.promises import brought_to, is_awaited
from service.db.clock import time_json
from service.db.engines import session
from service.jobs import events, queues, wake
from service.jobs.facts import tell
from service.jobs.fairness import claimant_of
from service.models import (
    Account,
    EndedBy,
    Game,
    GameSeat,
    GameStatus,
    LogEntry,
    OnTimeout,
    OpponentTurn,
    PlayedBy,
    WorkState,
)
from service.play.contributions import last_contribution
from service.play.facts import GameBegun, GameFinished, MoveTakenBack, SeatStoodIn, SeatTakenOver, TurnStarted
from service.play.held_turns import end_with_turn
from service.play.matches import rounds
from service.play.matches.series import Series, series_after, series_of, settle_series
from service.play.positions import Reached, keep, log_of, new_mark, position_of, reached_at
from service.play.seating import by_place, seat_of
from service.play.turn_clocks import start_clock, stop_clock, terms_of
from service.security.keys import new_nonce
from service.verification.dice import Dice

AUDITED_EVERY = timedelta(days=1)
"""Interval at which an active game is compared with a replay of its log; once more after its end."""
PLAYED_ON = (OnTimeout.COMPUTER, OnTimeout.SUBSTITUTE)
"""Timeout rules by which the computer plays on, at least for a while."""
STAND_IN_LEVEL = 3
"""The level at which the computer plays for somebody, unless the game has another."""


@dataclass(frozen=True)
class Consequences:
    """Consequences of leaving a seat for a game, and for its match and series.

    `winners` are None if the game goes on or never begins. The computer plays the seat at `level`; None if nobody does.
    The seat is left in all of `games`.
    """

    game: Game
    seat: GameSeat
    is_over: bool
    winners: Sequence[Seat] | None
    level: int | None
    games: Sequence[Game]
    series: Series | None


def dice_of(game: Game) -> Dice:
    """Return the dice of a game whose seats are all taken."""
    added = [seat.contribution or "" for seat in by_place(game)]
    return Dice(game.seed, game.id, added + brought_to(game))


def begin(game: Game, now: datetime) -> None:
    """Seat the players, draw the layout, roll for chance and begin the first turn."""
    dice, ruleset = dice_of(game), rules.game(game.ruleset)
    if game.shuffle_seats:
        for number, place in enumerate(dice.seating(len(game.seats))):
            by_place(game)[place].number = number
        game.seats.sort(key=lambda seat: seat.number)
    game.setup = ruleset.new_setup(len(game.seats), game.options, dice.layout_rng(), game.given_layout)
    game.status, game.started_at, game.log_mark = GameStatus.ACTIVE, now, new_mark()
    game.audit_due_at = now + AUDITED_EVERY
    tell(GameBegun(game, now))
    events.record("game.started", game, now)
    first = ruleset.initial_position(game.setup)
    go_on(game, Reached(first, before=first), now)
    _go_on_with_match(game, now)


def begin_if_complete(game: Game, now: datetime) -> None:
    """Begin the game once every seat is taken and all contributions to the dice are there, also of a public beacon."""
    if all(seat.is_complete for seat in game.seats) and not is_awaited(game):
        begin(game, last_contribution(game, now))


def append(game: Game, seat: Seat, actions: Iterable[Hashable], now: datetime) -> list[LogEntry]:
    """Append actions to the log under the game's present version."""
    of_seat = {"game_id": game.id, "seat": seat, "version": game.version, "at": now, "played_by": _stand_in(game, seat)}
    entries = [
        LogEntry(number=number, action=str(action), **of_seat) for number, action in enumerate(actions, game.log_length)
    ]
    session().write(entries)
    game.log_length, game.log_mark = game.log_length + len(entries), new_mark()
    return entries


def take_back(game: Game, seat: Seat, first: int, now: datetime, most: timedelta | None = None) -> None:
    """Undo entry `first` of the log, which the seat has played, and all after it; it is that seat's turn again.

    The turn has at most `most` time. The undone entries contain no roll.
    """
    reached, is_first = reached_at(game, first), _is_first(game, seat, first)
    game.version += 1
    append(game, seat, [rules.takeback(first)], now)
    events.record("move.taken_back", game, now, seat=seat, first=first)
    tell(MoveTakenBack(game, first, now))
    game.to_move = None  # the turn that was under way does not count, neither its time nor the time that a bank added
    if is_first:
        seat_of(game, seat).seconds_saved = None
    go_on(game, reached, now, None if is_first and game.fast_clock is not None else most)


def go_on(game: Game, reached: Reached, now: datetime, most: timedelta | None = None) -> tuple[Reached, list[LogEntry]]:
    """Roll while it is chance's turn; then begin the next turn, or end the game.

    The turn has at most `most` time. Return the position reached and the entries of the rolls.
    """
    position, rolled = reached.position, list[LogEntry]()
    while position.current_player() == CHANCE:
        outcome = dice_of(game).outcome(position, game.log_length)
        rolled += append(game, CHANCE, [outcome], now)
        position = position.apply(outcome)
    reached = replace(reached, position=position)
    keep(game, reached)
    game.scores = list(position.scores())
    to_act = position.current_player()
    if to_act is None:
        finish(game, EndedBy.PLAY, position.winners(), now)
    else:
        _give_turn(game, to_act, now, most)
    return reached, rolled


def run_out_of_time(game: Game, seat: GameSeat, now: datetime) -> None:
    """Apply the timeout rule to the seat to move.

    The computer may play on until the player comes back. If no other person plays, the seat is forfeited whatever the
    rule.
    """
    others_are_there = any(other.is_played_by_a_person for other in game.seats if other is not seat)
    if game.on_timeout not in PLAYED_ON or not others_are_there:
        give_up_seat(game, seat, EndedBy.TIME, now)
        return
    stop_clock(game, now)  # the seat still has a clock here
    seat.stood_in_at, seat.ai_level = now, stand_in_level(game)
    game.version += 1
    events.record("seat.stood_in", game, now, seat=seat.number, level=seat.ai_level)
    tell(SeatStoodIn(game, seat, now))
    _play_on(game, now)


def come_back(game: Game, seat: GameSeat, now: datetime, *, to_move: bool = True) -> None:
    """Return a seat from the computer to its player.

    If it is that seat's turn, the turn begins again with its full time, unless the player is about to move.
    """
    _leave_to_a_person(game, seat)
    events.record("seat.returned", game, now, seat=seat.number)
    if to_move and game.to_move == seat.number:
        game.version += 1
        _give_turn(game, seat.number, now)


def change_hands(game: Game, seat: GameSeat, substitute: Account, now: datetime) -> None:
    """Transfer a seat that the computer plays to a substitute; if it is its turn, the turn begins again."""
    former = seat.account
    _leave_to_a_person(game, seat)
    seat.account, seat.account_id, seat.taken_over_at = substitute, substitute.id, now
    seat.guest_name = seat.beside = seat.invited_as = seat.delivery = seat.with_whom = seat.looked_at = seat.here_at = (
        seat.credited_at
    ) = seat.read_message = None
    seat.pause_wished_at = seat.analysis_wished_at = game.proposal = None
    game.version += 1
    events.record("seat.taken_over", game, now, seat=seat.number)
    tell(SeatTakenOver(game, seat, former, now))
    if game.to_move == seat.number:
        _give_turn(game, seat.number, now)


def stand_in_level(game: Game) -> int:
    """Return the level at which the computer plays for a player who is away or has left."""
    return game.stand_in_level or STAND_IN_LEVEL


def winners_without(game: Game, seat: GameSeat) -> list[Seat] | None:
    """Return the winners of an active game if the seat is left: the best of the others by points on the board.

    Empty in a cooperative game. None if the game goes on, because other people still play.
    """
    staying = [other for other in game.seats if other.left_by is None and other is not seat]
    if len(staying) > 1 and any(other.is_played_by_a_person for other in staying):
        return None
    if rules.game(game.ruleset).cooperative or not staying or game.scores is None:
        return []
    points = {other.number: game.scores[other.number] for other in staying}
    return sorted(number for number, score in points.items() if score == max(points.values()))


def consequences(game: Game, seat: GameSeat) -> Consequences:
    """Return the consequences of leaving a seat now; for a seat already left, its present state."""
    if game.status == GameStatus.INVITING:
        is_called_off = not seat.for_anybody
        return Consequences(game, seat, is_called_off, None, None, [game], series_of(game))
    if seat.left_by is not None:
        is_over = game.status != GameStatus.ACTIVE
        return Consequences(game, seat, is_over, game.winners, seat.ai_level, [], series_of(game))
    winners = winners_without(game, seat)
    games = [game, *(other for other, _ in rounds.also_given_up(game, seat) if other is not game)]
    if winners is None:
        return Consequences(game, seat, False, None, stand_in_level(game), games, series_of(game))  # noqa: FBT003
    return Consequences(game, seat, True, winners, None, games, series_after(game, winners))  # noqa: FBT003


def give_up_seat(game: Game, seat: GameSeat, reason: EndedBy, now: datetime, *, is_end: bool = False) -> None:
    """Leave a seat of an active game: the computer plays it while other people play; otherwise the game ends.

    With `is_end`, the game ends in any case, without a winner if other people still play.
    """
    winners = winners_without(game, seat)
    seat.left_by, seat.left_at = reason, now
    seat.ai_level, seat.stood_in_at = stand_in_level(game), None
    game.version += 1
    if winners is None and not is_end:
        _play_on(game, now)
    else:
        finish(game, reason, winners or [], now)
    for other, own in rounds.also_given_up(game, seat):
        give_up_seat(other, own, reason, now)


def finish(game: Game, reason: EndedBy, winners: Sequence[int], now: datetime) -> None:
    """End the game, and update its series and match."""
    game.status, game.ended_by, game.finished_at = GameStatus.FINISHED, reason, now
    game.winners, game.to_move, game.deadline = list(winners), None, None
    game.turn_clock = game.paused_at = None
    game.bot_due_at, game.audit_due_at = None, now
    told = events.record("game.finished", game, now, ended_by=reason, winners=list(winners), scores=game.scores)
    if game.adjudicated is not None:
        told.data = {**told.data, "reason": game.adjudicated}
    settle_series(game, now)
    end_with_turn(game, now)
    tell(GameFinished(game, rounds.settle(game, now), now))
    _go_on_with_match(game, now)


def _is_first(game: Game, seat: Seat, first: int) -> bool:
    """Return whether the seat has no valid move before that entry of the log."""
    log = log_of(game, end=first)
    return all(log[number].seat != seat for number in rules.standing(entry.action for entry in log))


def _go_on_with_match(game: Game, now: datetime) -> None:
    following = rounds.next_game(game, now)
    if following is not None and not is_awaited(following):
        begin(following, now)


def _leave_to_a_person(game: Game, seat: GameSeat) -> None:
    seat.stood_in_at = seat.ai_level = None
    if seat.seconds_saved is not None:
        seat.seconds_saved = max(seat.seconds_saved, round(terms_of(game).back_with.total_seconds()))


def _stand_in(game: Game, seat: Seat) -> PlayedBy | None:
    """Return COMPUTER if the computer plays that seat in place of a person, else None."""
    if seat == CHANCE:
        return None
    holder = seat_of(game, seat)
    is_in_place = holder.ai_level is not None and (holder.account_id is not None or holder.left_by is not None)
    return PlayedBy.COMPUTER if is_in_place else None


def _play_on(game: Game, now: datetime) -> None:
    to_act = position_of(game).current_player()
    if to_act is None:
        raise AssertionError("an active game has somebody to act")
    if to_act != game.to_move or seat_of(game, to_act).ai_level is not None:
        _give_turn(game, to_act, now)


def _give_turn(game: Game, to_act: int, now: datetime, most: timedelta | None = None) -> None:
    seat, before = seat_of(game, to_act), game.to_move
    stop_clock(game, now)
    game.to_move, game.turn, game.turn_nonce = to_act, game.version, new_nonce()
    start_clock(game, seat, now, most)
    game.bot_due_at = None
    told = events.record("turn.started", game, now, seat=to_act, deadline=time_json(game.deadline))
    told.turn_nonce = game.turn_nonce
    if not seat.is_played_by_a_person:
        turn = OpponentTurn(game_id=game.id, version=game.version, seat=to_act, due_at=now)
        turn.state, turn.fence, turn.attempts = WorkState.QUEUED, 0, 0
        turn.claimant, turn.level = claimant_of(session().get_one(Account, game.creator_id)), seat.ai_level
        session().write([turn])
        wake.wake(queues.OPPONENTS)
    end_with_turn(game, now)
    tell(TurnStarted(game, seat, now, before))
