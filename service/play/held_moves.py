"""Held moves: a move that its player may regret waits some minutes, and nobody else learns of it until it is played.

A worker plays them, as of the time at which they were sent. All changes are made while their game is locked.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from sqlalchemy import exists

import rules
from rules import CHANCE
from rules.json_types import Json
from service.accounts.accounts import note_arrival
from service.db.engines import session, transaction
from service.jobs import leases
from service.language.errors import Conflict
from service.models import Game, HeldMove, Holding, InboundMail, WorkState
from service.play.held_turns import end_with_turn, held_of, stop
from service.play.moves import Result, RuleRefused, play_move, whole_turn
from service.play.positions import position_to_play
from service.play.seat_links import move_in_turn, turn_is_on
from service.play.seating import lock_game, seat_of
from service.play.turn_clocks import deadline_has_passed
from service.security.keys import SeatLink

LONGEST = timedelta(minutes=10)
SHARE = 10
"""A hold takes at most this part of the time that the move had left, so it ends before the deadline."""
PLAYING_LEASE = timedelta(minutes=1)


@dataclass(frozen=True)
class SentMove:
    """A move as sent at a time, for a version of the game, with the chat message that goes with it, if any.

    `talk` is the `text`, and the seat that it is `to`, or None for all.
    """

    version: int
    move: str
    at: datetime
    talk: Mapping[str, Json] = field(default_factory=dict)


def hold_move(
    game: Game, link: SeatLink, sent: SentMove, now: datetime, *, only_before_dice: bool = False
) -> HeldMove | None:
    """Hold a move in the link's turn of a locked game, instead of an earlier one; refused as `play_move` refuses it.

    None if it must be played or judged at once: its turn is over, its time is up, or no dice follow `only_before_dice`.
    """
    seat = seat_of(game, link.seat)
    is_on = turn_is_on(game, link) and sent.version == game.version and seat.is_played_by_a_person
    if seat.account is None or not is_on or deadline_has_passed(game, sent.at):
        return None
    actions, after = whole_turn(rules.game(game.ruleset), position_to_play(game), sent.move)
    if only_before_dice and after.current_player() != CHANCE:
        return None
    held, move = held_of(game, link.seat), ", ".join(map(str, actions))
    if held is not None and (held.version, held.move) == (sent.version, move) and sent.talk in ({}, held.talk):
        return held  # it was sent again
    held = held or HeldMove(game_id=game.id, fence=0)
    held.seat, held.account_id, held.version = link.seat, seat.account.id, sent.version
    held.move, held.talk, held.sent_at = move, sent.talk, sent.at
    held.due_at = now + (LONGEST if game.deadline is None else min(LONGEST, (game.deadline - sent.at) / SHARE))
    held.state, held.attempts, held.leased_until, held.fence = WorkState.QUEUED, 0, None, held.fence + 1
    session().add(held)
    game.held_at = sent.at
    return held


def move_or_hold(link: SeatLink, sent: SentMove, *, at_once: bool) -> Result | HeldMove:
    """Play in the link's turn, as `move_in_turn` does; or hold the move, if dice follow and its player allows it."""
    with transaction():
        game = lock_game(link.game_id)
        account = seat_of(game, link.seat).account
        if account is not None and account.moves_held != Holding.NONE and not at_once:
            held = hold_move(game, link, sent, sent.at, only_before_dice=True)
            if held is not None:
                note_arrival(account)
                return held
        return move_in_turn(game, link, version=sent.version, move=sent.move, now=sent.at)


def stop_in_turn(link: SeatLink) -> HeldMove | None:
    """Lock the game and stop the held move of the link's turn; None if there is none, or that turn is over."""
    with transaction():
        game = lock_game(link.game_id)
        return stop(game, link.seat) if turn_is_on(game, link) else None


def claim_held(now: datetime, limit: int = 1) -> Sequence[HeldMove]:
    """Claim moves whose hold is over, unless an email about the game came before that and is still unread."""
    unread = exists().where(
        InboundMail.game_id == HeldMove.game_id,
        InboundMail.state == WorkState.QUEUED,
        InboundMail.received_at <= HeldMove.due_at,
    )
    return leases.claim(HeldMove, now, PLAYING_LEASE, limit, where=~unread)


def put_off(held: HeldMove, now: datetime) -> None:
    """Retry a claimed move later."""
    leases.put_off(held, now)


def play_held(claimed: HeldMove, now: datetime) -> None:
    """Play a claimed move, or notify its player that the game has moved on.

    Do nothing if it was stopped or replaced since it was claimed.
    """
    with transaction():
        game = lock_game(claimed.game_id)
        held = session().get(HeldMove, claimed.game_id, populate_existing=True, with_for_update=True)
        if held is None or held.fence != claimed.fence:
            return
        try:
            play_move(game, seat=held.seat, version=held.version, move=held.move, now=now)
        except (RuleRefused, Conflict) as refused:
            if refused.code == "damaged-game":
                raise  # our own fault: the move is kept and retried
            end_with_turn(game, now)
