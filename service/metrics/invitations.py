"""Invitations of people, by what became of them: for good once their game waits for nobody any more."""

from __future__ import annotations

from collections import Counter
from typing import Any

from sqlalchemy import ColumnElement, Select, func, literal_column, or_, select
from sqlalchemy.orm import InstrumentedAttribute

from service.core.db import session
from service.metrics.games import IS_WAITING, told
from service.metrics.ledger import Ledger, Tally, added
from service.models import Account, Game, GameSeat, GameStatus, SeatState
from service.play.game_tallies import BEGUN, INVITATIONS


def invitations_by_state(ledger: Ledger, until: int) -> Tally:
    """How many people were invited, by state: open, open-stranger (who has never answered), accepted, over."""
    kept = ledger.kept_of_events(INVITATIONS)
    old, new = _told(until if kept is None else ledger.mark(INVITATIONS), until)
    more = added(_decided(), ledger.gone(INVITATIONS), without=new) if kept is None else added(kept, old)
    return Tally(INVITATIONS, more, added(new, _waiting()), until, is_anew=kept is None)


def _told(since: int, until: int) -> tuple[Counter[str], Counter[str]]:
    """Those of games that have begun, or were called off, by events after `since`: up to `until`, and by later ones."""
    found = told(since, until)
    decided = or_(found.c.type == BEGUN, Game.started_at.is_(None))
    counted = _invited(found.c.is_kept, GameSeat.state).join(found, found.c.game_id == Game.id).where(decided)
    old, new = Counter[str](), Counter[str]()
    for is_old, state, count in session().execute(counted):
        (old if is_old else new)[_name(state)] += count
    return old, new


def _decided() -> Counter[str]:
    """Those of all games that wait for nobody any more, in whole tables."""
    counted = Counter[str]()
    for state, count in session().execute(_invited(GameSeat.state).where(Game.status != GameStatus.INVITING)):
        counted[_name(state)] += count
    return counted


def _waiting() -> Counter[str]:
    """Those of games that wait."""
    counted, is_known = Counter[str](), Account.verified_at.is_not(None)
    for state, known, count in session().execute(_invited(GameSeat.state, is_known).where(IS_WAITING)):
        waits = "open" if known else "open-stranger"
        counted[_name(state, other=waits)] += count
    return counted


def _invited(*columns: ColumnElement[Any] | InstrumentedAttribute[SeatState]) -> Select[Any]:
    """How many people were invited, by those columns. Who has set the game up was not, and a match counts once."""
    return (
        select(*columns, func.count())
        .select_from(Game)
        .join(GameSeat, GameSeat.game_id == Game.id)
        .join(Account, Account.id == GameSeat.account_id)
        .where(GameSeat.for_anybody.is_(False), Account.email.is_not(None), Account.id != Game.creator_id)
        .where(func.coalesce(Game.match_round, 1) == 1)
        .group_by(*(literal_column(str(number)) for number, _ in enumerate(columns, 1)))
    )


def _name(state: SeatState, *, other: str = "over") -> str:
    return "accepted" if state == SeatState.TAKEN else other
