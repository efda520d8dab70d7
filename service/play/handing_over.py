"""Handing over what somebody has played as a visitor to the account that they sign in to."""

from __future__ import annotations

from sqlalchemy import select, update

from service.core.db import session, transaction
from service.models import Account, DailyGame, Game, GameSeat, Match, Message
from service.people.accounts import guest_name, is_guest
from service.play.game_tallies import recount_invitations


def hand_over(visitor: Account, account: Account) -> None:
    """Give the account all that the visitor has, in one transaction; twice is once, for then there is nothing left.

    Where the account sits at the same table, or has a puzzle of the same day, each keeps what is theirs.
    """
    with transaction() as current:
        _lock(visitor)
        recount_invitations([visitor.id, account.id])
        tables = select(GameSeat.game_id).where(GameSeat.account_id == account.id)
        days = select(DailyGame.day).where(DailyGame.account_id == account.id)
        for theirs in (
            update(Message).where(Message.account_id == visitor.id, Message.game_id.not_in(tables)),
            update(GameSeat).where(GameSeat.account_id == visitor.id, GameSeat.game_id.not_in(tables)),
            update(DailyGame).where(DailyGame.account_id == visitor.id, DailyGame.day.not_in(days)),
        ):
            current.execute(theirs.values(account_id=account.id), execution_options={"synchronize_session": False})
        for kind in (Game, Match):
            set_up = update(kind).where(kind.creator_id == visitor.id).values(creator_id=account.id)
            current.execute(set_up, execution_options={"synchronize_session": False})
        current.expire_all()
        _hand_over_name(visitor, account)


def _hand_over_name(visitor: Account, account: Account) -> None:
    """Whoever has chosen a name as a visitor keeps it, unless the account has one."""
    name = visitor.name
    if is_guest(account) and not is_guest(visitor):
        visitor.name = guest_name()
        session().flush()
        account.name = name


def _lock(visitor: Account) -> None:
    """As moves do: seats first, then whoever has them."""
    seats = select(GameSeat.place).where(GameSeat.account_id == visitor.id)
    session().execute(seats.order_by(GameSeat.game_id, GameSeat.number).with_for_update())
    session().execute(select(Account.id).where(Account.id == visitor.id).with_for_update())
