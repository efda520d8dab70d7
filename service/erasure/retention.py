"""Retention of visitors, unconfirmed addresses and unplayed games."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, delete, exists, or_, select, update
from sqlalchemy.orm import aliased

from rules.prose import N_
from service.accounts.unwanted_mails import keep_unwanted
from service.db.engines import session
from service.erasure.departures import leave_unseen
from service.erasure.forgetting import Leaver, forget_mails_of, forget_ties
from service.jobs.facts import tell
from service.jobs.forgetting import forgets, old
from service.models import (
    Account,
    Analysis,
    BrowserSession,
    DailyGame,
    EndedBy,
    Event,
    Game,
    GameSeat,
    GameStatus,
    HeldMove,
    InboundMail,
    KeptBranch,
    LogEntry,
    Measure,
    Message,
    OpponentTurn,
    Outcome,
    Report,
    SeatPlan,
    SeatState,
    Substitution,
    WorkState,
)
from service.play.facts import GameCalledOff
from service.play.seating import lock_game
from service.play.seats import call_off, games_held

OF_GAMES = (
    Analysis,
    DailyGame,
    Event,
    HeldMove,
    KeptBranch,
    LogEntry,
    Message,
    OpponentTurn,
    Report,
    SeatPlan,
    Substitution,
    GameSeat,
)
"""Rows of a game to delete before the game itself."""


OFFERED_FOR = timedelta(days=14)


@forgets(timedelta(), N_("visitors without a signed-in browser, with the games they played alone or with the computer"))
def visitors(before: datetime, limit: int) -> int:
    """Delete visitors, and the games they played alone or with the computer, once they have no browser session."""
    is_known = exists().where(BrowserSession.account_id == Account.id)
    found = [number for (number,) in old(Account, limit, Account.visitor_since <= before, ~is_known)]
    alone = select(Game.id).where(Game.creator_id.in_(found), Game.match_id.is_(None), ~_has_others())
    _drop_games(session().scalars(alone).all())
    for number in found:
        _forget(number, before)
    return len(found)


@forgets(timedelta(days=1), N_("games with the computer in which a visitor has not moved"))
def unplayed_games(before: datetime, limit: int) -> int:
    """Delete games of visitors against computers only, in which the visitor has not moved."""
    moved = exists().where(
        LogEntry.game_id == Game.id,
        LogEntry.played_by.is_(None),
        GameSeat.game_id == Game.id,
        GameSeat.number == LogEntry.seat,
        GameSeat.account_id.is_not(None),
    )
    return _drop_games(_games_of_visitors(before, limit, ~_has_others(), ~_waits_for_somebody(), ~moved))


@forgets(OFFERED_FOR, N_("games of visitors that still wait for players"))
def offered_games(before: datetime, limit: int) -> int:
    """Delete games of visitors that still wait for players; there is no deadline before they begin."""
    waiting = Game.status == GameStatus.INVITING, _waits_for_somebody()
    alone = _games_of_visitors(before, limit, *waiting, ~_has_others())
    _drop_games(alone)
    shared = _games_of_visitors(before, limit - len(alone), *waiting, _has_others())
    for game_id in shared:
        game = lock_game(game_id)
        call_off(game, EndedBy.WITHDRAWN, before + OFFERED_FOR)
        by = next((seat for seat in game.seats if seat.account_id == game.creator_id), game.seats[0])
        tell(GameCalledOff(game, by, before + OFFERED_FOR))
    return len(alone) + len(shared)


@forgets(timedelta(days=30), N_("accounts without a game whose address nobody confirmed"))
def unconfirmed(before: datetime, limit: int) -> int:
    """Delete accounts with an unconfirmed address and no seat; their email preferences are kept."""
    waits = or_(InboundMail.state == WorkState.QUEUED, InboundMail.outcome == Outcome.HELD)
    stays = or_(
        games_held(Account.id).exists(),
        exists().where(Measure.account_id == Account.id),
        exists().where(InboundMail.account_id == Account.id, waits),
    )
    is_nobody = Account.verified_at.is_(None), Account.email.is_not(None), Account.created_at <= before
    found = [number for (number,) in old(Account, limit, *is_nobody, ~stays)]
    keep_unwanted(session().scalars(select(Account).where(Account.id.in_(found))).all())
    forget_mails_of(found)
    forget_ties(Leaver(found))
    named = select(GameSeat.game_id).where(or_(GameSeat.account_id.in_(found), GameSeat.withdrawn_id.in_(found)))
    session().execute(update(GameSeat).where(GameSeat.game_id.in_(named)).values(with_whom=None))
    session().execute(update(GameSeat).where(GameSeat.withdrawn_id.in_(found)).values(withdrawn_id=None))
    session().execute(update(GameSeat).where(GameSeat.account_id.in_(found)).values(account_id=None, invited_as=None))
    session().execute(delete(Account).where(Account.id.in_(found)))
    return len(found)


def _drop_games(ids: Sequence[str]) -> int:
    for kind in OF_GAMES:
        session().execute(delete(kind).where(kind.game_id.in_(ids)))
    session().execute(delete(Game).where(Game.id.in_(ids)))
    return len(ids)


def _games_of_visitors(before: datetime, limit: int, *which: ColumnElement[bool]) -> Sequence[str]:
    """List the ids of single games that visitors created."""
    by_visitor = Game.creator_id.in_(select(Account.id).where(Account.visitor_since.is_not(None)))
    return [key for (key,) in old(Game, limit, by_visitor, Game.match_id.is_(None), Game.created_at <= before, *which)]


def _waits_for_somebody() -> ColumnElement[bool]:
    return exists().where(GameSeat.game_id == Game.id, GameSeat.state != SeatState.TAKEN)


def _has_others() -> ColumnElement[bool]:
    """Build the condition that an account other than the host has a seat or an invitation."""
    other = aliased(GameSeat)
    is_another = other.account_id.is_not(None), other.account_id != Game.creator_id
    return exists().where(other.game_id == Game.id, *is_another)


def _forget(number: int, now: datetime) -> None:
    """Delete a visitor's account; one that shared a game with others leaves a pseudonym."""
    shares = or_(
        exists().where(GameSeat.account_id == number),
        exists().where(Game.creator_id == number),
        exists().where(Substitution.account_id == number),
    )
    if session().scalar(select(shares)):
        leave_unseen(number, now)
    else:
        forget_ties(Leaver([number]))
        session().execute(delete(Account).where(Account.id == number))
