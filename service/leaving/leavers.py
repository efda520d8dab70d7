"""Somebody who leaves, and who knows them."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Select, select, union

from service.models import Account, Game, GameSeat, Substitution


@dataclass(frozen=True)
class Leaver:
    """Who is to be forgotten: a person and their bots by number, and by what they were called, as far as is known."""

    ids: Collection[int]
    names: Collection[str] = ()
    address: str | None = None

    @property
    def called(self) -> list[str]:
        """By what they can be found in what others keep."""
        return [*self.names, *filter(None, [self.address])]

    @property
    def tables(self) -> Select[Any]:
        """The ids of the games that they have, or had, a seat in, or have set up."""
        seated = select(GameSeat.game_id).where(GameSeat.account_id.in_(self.ids))
        left = select(Substitution.game_id).where(Substitution.account_id.in_(self.ids))
        return select(union(seated, left, select(Game.id).where(Game.creator_id.in_(self.ids))).subquery())

    @property
    def company(self) -> Select[Any]:
        """The ids of all who know them from a game, and of who owns those that are bots."""
        seated = select(GameSeat.account_id).where(
            GameSeat.game_id.in_(self.tables), GameSeat.account_id.is_not(None), GameSeat.account_id.not_in(self.ids)
        )
        hosts = select(Game.creator_id).where(Game.id.in_(self.tables), Game.creator_id.not_in(self.ids))
        owners = select(Account.owner_id).where(Account.id.in_(union(seated, hosts)), Account.owner_id.is_not(None))
        return select(union(seated, hosts, owners).subquery())
