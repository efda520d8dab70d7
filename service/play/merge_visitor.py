"""Transfer a visitor's games and messages to the account they sign in to."""

from __future__ import annotations

from contextlib import suppress

from sqlalchemy import select, update

from service.accounts.accounts import change, is_guest
from service.accounts.names import GUEST
from service.db.engines import session, transaction
from service.jobs.units import undone_if_refused
from service.language.errors import Refused
from service.models import Account, DailyGame, Game, GameSeat, Match, Message

UNNAMED = {"guest_name": None}
"""Accounts use their own name in every game."""


def hand_over(visitor: Account, account: Account) -> None:
    """Transfer all that the visitor has to the account, in one transaction. Idempotent.

    Where both play in the same game, or have a puzzle of the same day, each keeps their own. An unnamed account takes
    the name that the visitor has chosen, if it is free.
    """
    with transaction() as current:
        _lock(visitor)
        chosen = _name_chosen(visitor)
        tables = select(GameSeat.game_id).where(GameSeat.account_id == account.id)
        days = select(DailyGame.day).where(DailyGame.account_id == account.id)
        for theirs, values in (
            (update(Message).where(Message.account_id == visitor.id, Message.game_id.not_in(tables)), UNNAMED),
            (update(GameSeat).where(GameSeat.account_id == visitor.id, GameSeat.game_id.not_in(tables)), UNNAMED),
            (update(DailyGame).where(DailyGame.account_id == visitor.id, DailyGame.day.not_in(days)), {}),
        ):
            given = theirs.values(account_id=account.id, **values)
            current.execute(given, execution_options={"synchronize_session": False})
        for kind in (Game, Match):
            set_up = update(kind).where(kind.creator_id == visitor.id).values(creator_id=account.id)
            current.execute(set_up, execution_options={"synchronize_session": False})
        current.expire_all()
        if chosen is not None and is_guest(account):
            with suppress(Refused):
                undone_if_refused(lambda: change(account.id, name=chosen))


def _name_chosen(visitor: Account) -> str | None:
    """Return the name that the visitor chose in their newest game with a name; None if they chose none."""
    named = select(GameSeat.guest_name).join(Game, Game.id == GameSeat.game_id)
    theirs = GameSeat.account_id == visitor.id, GameSeat.guest_name.is_not(None)
    called = session().scalar(named.where(*theirs).order_by(Game.created_at.desc()).limit(1))
    return called and called.removeprefix(GUEST)


def _lock(visitor: Account) -> None:
    """Lock seats, then accounts, in the order in which moves do."""
    seats = select(GameSeat.place).where(GameSeat.account_id == visitor.id)
    session().execute(seats.order_by(GameSeat.game_id, GameSeat.number).with_for_update())
    session().execute(select(Account.id).where(Account.id == visitor.id).with_for_update())
