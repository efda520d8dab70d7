"""Places of a bot or a challenge: visitors get at most a third of them, and one network half of those.

A visitor's game without a first move within an hour ends if somebody needs its place.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import (
    ColumnElement,
    ScalarSelect,
    Select,
    SQLColumnExpression,
    and_,
    case,
    exists,
    func,
    literal,
    or_,
    select,
)
from sqlalchemy.orm import aliased

from service.accounts.accounts import is_visitor
from service.config.limits import limit
from service.db.engines import session
from service.language.errors import Conflict
from service.models import Account, EndedBy, Game, GameSeat, GameStatus, LogEntry
from service.play.seating import lock_game, seat_of
from service.play.turns import give_up_seat
from service.security import rates

OF_VISITORS, OF_NETWORK = limit("visitor-places"), limit("visitor-places-of-network")
IDLE = timedelta(hours=1)
Holder = aliased(Account, name="holder")
"""The account that has a place: the bot's opponent, or the player who accepted the challenge."""


@dataclass(frozen=True)
class Places:
    """`most` places, and the ids of the games that occupy one, joined with the `Holder` of each."""

    most: SQLColumnExpression[int] | int
    games: Select[Any]

    def are_free(self, asker: Account | None, now: datetime | None) -> ColumnElement[bool]:
        """Return a condition: a place is free for the asker. With `now`, places of idle games count as free."""
        taken = self.games if now is None else self.games.where(~_is_idle(now))
        are_free = [counted(taken) < self.most]
        of_all, of_these = (rates.amount(row) for row in (OF_VISITORS, OF_NETWORK))
        if asker is not None and is_visitor(asker) and of_all and of_these:
            by_visitors = taken.where(Holder.visitor_since.is_not(None))
            here = by_visitors.where(Holder.network == asker.network)
            for count, parts in ((counted(by_visitors), of_all), (counted(here), of_all * of_these)):
                are_free.append(or_(count == 0, (count + 1) * parts <= self.most))
        return and_(*are_free)

    def take(self, asker: Account, now: datetime, full: Conflict) -> None:
        """Take a place, in the transaction that has locked its owner; end an idle game if necessary.

        Conflict `full`, or `visitors-enough` if only visitors find no place.
        """
        if _holds(self.are_free(asker, None)):
            return
        idle = self._idle(asker, now) if _holds(self.are_free(asker, now)) else None
        if idle is None:
            raise Conflict("visitors-enough", bucket=OF_VISITORS.name) if _holds(self.are_free(None, now)) else full
        game = lock_game(idle)
        give_up_seat(game, seat_of(game, game.to_move or 0), EndedBy.TIME, now, is_end=True)

    def _idle(self, asker: Account, now: datetime) -> str | None:
        """Lock and return the longest idle game, of the asker's network if possible, skipping locked ones."""
        is_elsewhere = case((Holder.network == asker.network, 0), else_=1)
        found = self.games.where(_is_idle(now)).order_by(is_elsewhere, Game.started_at).limit(1)
        return session().scalars(found.with_for_update(of=Game, skip_locked=True)).first()


def _is_idle(now: datetime) -> ColumnElement[bool]:
    """Return a condition: the holder of a place is a visitor who has not made a first move for a long time.

    False if other people play in that game, too.
    """
    mover, other, person = aliased(GameSeat), aliased(GameSeat), aliased(Account)
    is_other = other.account_id.not_in((Holder.id, Game.creator_id)), person.owner_id.is_(None)
    has_moved = or_(LogEntry.seat == Game.to_move, LogEntry.at > now - IDLE)
    return and_(
        Holder.visitor_since.is_not(None),
        Game.status == GameStatus.ACTIVE,
        Game.paused_at.is_(None),
        Game.started_at <= now - IDLE,
        exists().where(mover.game_id == Game.id, mover.number == Game.to_move, mover.account_id == Holder.id),
        ~exists().where(LogEntry.game_id == Game.id, has_moved),
        ~exists().where(other.game_id == Game.id, person.id == other.account_id, *is_other),
    )


def counted(games: Select[Any]) -> ScalarSelect[int]:
    """Return a subquery that counts the selected games."""
    return games.with_only_columns(func.count(), maintain_column_froms=True).scalar_subquery()


def _holds(condition: ColumnElement[bool]) -> bool:
    return bool(session().scalar(select(literal(1)).where(condition)))
