"""Whom somebody has played with: who is likely to be asked next."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import func, select
from sqlalchemy.orm import aliased

from service.core.db import session
from service.models import Account, Game, GameSeat

RECENT = 8


def recent_opponents(account: Account) -> Sequence[str]:
    """The names of the people and bots that the account has last shared a table with, whom it can invite by them."""
    own, other = aliased(GameSeat), aliased(GameSeat)
    last = func.max(Game.created_at)
    met = (
        select(Account.name)
        .join(other, other.account_id == Account.id)
        .join(own, own.game_id == other.game_id)
        .join(Game, Game.id == own.game_id)
        .where(own.account_id == account.id, Account.id != account.id, Account.verified_at.is_not(None))
        .where(Game.started_at.is_not(None), Account.visitor_since.is_(None))
    )
    return session().scalars(met.group_by(Account.id).order_by(last.desc()).limit(RECENT)).all()
