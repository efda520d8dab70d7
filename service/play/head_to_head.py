"""Two players: the results of the games that they finished together, private ones too, and the last of these games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sqlalchemy import ColumnElement, Select, and_, select
from sqlalchemy.orm import aliased

from service.db.engines import session
from service.models import Account, Game, GameSeat, GameStatus, SeatState
from service.play.track_records import MOST_GAMES, MOVED_BY_TWO, Results, by_ruleset, counted

_mine, _theirs = aliased(GameSeat), aliased(GameSeat)

_OUTCOMES: Mapping[tuple[bool, bool], Sequence[str]] = {
    (True, False): ["won"],
    (True, True): ["shared"],
    (False, True): ["lost"],
    (False, False): [],
}


def head_to_head(account: Account, other: Account) -> Sequence[Results]:
    """Count by ruleset the account's results against another, over their latest `MOST_GAMES` games; for the two alone.

    A game is shared if both of them won, and neither won nor lost if others did.
    """
    columns = Game.ruleset, Game.winners, _mine.number, _has_kept(_mine), _theirs.number, _has_kept(_theirs)
    found = games_together(account, other).with_only_columns(*columns).where(Game.status == GameStatus.FINISHED)
    rows = session().execute(found.where(MOVED_BY_TWO, _mine.beside.is_(None), _theirs.beside.is_(None)))
    outcomes = (
        (ruleset, 0, _OUTCOMES[is_mine and mine in (winners or ()), is_theirs and theirs in (winners or ())])
        for ruleset, winners, mine, is_mine, theirs, is_theirs in rows
    )
    return by_ruleset(counted(outcomes))


def last_game_together(account: Account, other: Account) -> Game | None:
    """Return the latest game that both have begun; None if there is none."""
    begun = games_together(account, other).where(Game.started_at.is_not(None))
    return session().scalars(begun.limit(1)).first()


def games_together(account: Account, other: Account) -> Select[Game]:
    """Select the games in which both have a seat, the latest first."""
    mine = and_(_mine.game_id == Game.id, _mine.account_id == account.id, _mine.state == SeatState.TAKEN)
    theirs = and_(_theirs.game_id == Game.id, _theirs.account_id == other.id, _theirs.state == SeatState.TAKEN)
    both = select(Game).join(_mine, mine).join(_theirs, theirs)
    return both.order_by(Game.created_at.desc(), Game.id).limit(MOST_GAMES)


def _has_kept(seat: type[GameSeat]) -> ColumnElement[bool]:
    """Return a condition: the seat's player had it at the end."""
    return and_(seat.left_by.is_(None), seat.stood_in_at.is_(None))
