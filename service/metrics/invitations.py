"""Invitations of people, by what became of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from sqlalchemy import Select, func, select

from service.core.db import session
from service.models import Account, Game, GameSeat, GameStatus, SeatState


def invitations_by_state() -> Mapping[str, int]:
    """How many people were invited, by state: open, open-stranger (who has never answered), accepted, over."""
    counted: Counter[str] = Counter()
    for seat, game, is_known, count in session().execute(_counts()):
        counted[_state_of_invitation(seat, game, is_known=is_known)] += count
    return counted


def _counts() -> Select[SeatState, GameStatus, bool, int]:
    """How many people were invited, by the state of the seat and of the game, and whether they have ever answered."""
    states = GameSeat.state, Game.status, Account.verified_at.is_not(None)
    return (
        select(*states, func.count())
        .select_from(GameSeat)
        .join(Game, Game.id == GameSeat.game_id)
        .join(Account, Account.id == GameSeat.account_id)
        .where(GameSeat.for_anybody.is_(False), Account.email.is_not(None), Account.id != Game.creator_id)
        .where(func.coalesce(Game.match_round, 1) == 1)
        .group_by(*states)
    )


def _state_of_invitation(seat: SeatState, game: GameStatus, *, is_known: bool) -> str:
    if seat == SeatState.TAKEN:
        return "accepted"
    if game != GameStatus.INVITING:
        return "over"
    return "open" if is_known else "open-stranger"
