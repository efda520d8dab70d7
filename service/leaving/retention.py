"""Visitors whom no browser knows any more are forgotten, and what they have played with nobody else."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta

from sqlalchemy import delete, exists, or_, select
from sqlalchemy.orm import aliased

from service.core.db import session
from service.leaving.departures import leave_unseen
from service.leaving.forgetting import forget_ties
from service.leaving.leavers import Leaver
from service.models import (
    Account,
    Analysis,
    BeaconWait,
    BrowserSession,
    DailyGame,
    Event,
    Game,
    GameSeat,
    KeptBranch,
    LogEntry,
    Message,
    OpponentTurn,
    Report,
    SeatPlan,
    Substitution,
)
from service.play.game_tallies import note_games_gone
from service.work.forgetting import forgets, old
from service.work.recounts import drop_rows

OF_GAMES = (
    Analysis,
    BeaconWait,
    DailyGame,
    Event,
    KeptBranch,
    LogEntry,
    Message,
    OpponentTurn,
    Report,
    SeatPlan,
    Substitution,
    GameSeat,
)
"""What there is of a game at which nobody can be mailed, before its own row."""


@forgets(after=timedelta())
def visitors(before: datetime, limit: int) -> int:
    """People without an address, and what they played alone or with the computer, once no browser knows them."""
    is_known = exists().where(BrowserSession.account_id == Account.id)
    found = [number for (number,) in old(Account, limit, Account.visitor_since <= before, ~is_known)]
    alone = _played_alone(found)
    note_games_gone(alone)
    for kind in OF_GAMES:
        drop_rows(kind, kind.game_id.in_(alone))
    session().execute(delete(Game).where(Game.id.in_(alone)))
    for number in found:
        _forget(number, before)
    return len(found)


def _forget(number: int, now: datetime) -> None:
    """Whoever shared a table leaves a pseudonym there, as everybody does; of others nothing is left."""
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


def _played_alone(numbers: Collection[int]) -> Sequence[str]:
    """The ids of the games that one of the visitors has set up and nobody else has a seat in."""
    other = aliased(GameSeat)
    is_another = other.account_id.is_not(None), other.account_id != Game.creator_id
    has_others = exists().where(other.game_id == Game.id, *is_another)
    own = select(Game.id).where(Game.creator_id.in_(numbers), Game.match_id.is_(None), ~has_others)
    return session().scalars(own).all()
