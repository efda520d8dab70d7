"""Keep the email preferences of an unconfirmed address after its account is deleted.

Only a keyed hash of the address is kept. A new account of the address starts with them.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from sqlalchemy import select

from service.config.key_ring import key_ring
from service.db.engines import session
from service.models import Account, Block, UnwantedMail
from service.security.keys import mark_of

SAME = ("muted", "suppressed_for", "suppressed_at", "unreachable_since", "mail_failed_at")
"""Columns that an account has, too."""


def keep_unwanted(accounts: Collection[Account]) -> None:
    """Keep the email preferences of unconfirmed accounts, in the transaction that deletes them."""
    for account in accounts:
        blocked = list(session().scalars(select(Block.blocked_id).where(Block.account_id == account.id)))
        if blocked or account.muted or account.suppressed_for:
            mark = _mark(key_ring().newest, account.email or "")
            session().merge(UnwantedMail(mark=mark, blocked=blocked, **{name: getattr(account, name) for name in SAME}))


def take_up_unwanted(account: Account, now: datetime) -> None:
    """Apply the kept preferences of an address to its new account, which has its number already."""
    kept = unwanted_by(account.email or "")
    if kept is None:
        return
    muted = {*account.muted, *kept.muted}
    for name in SAME:
        setattr(account, name, getattr(kept, name))
    account.muted = sorted(muted)
    blocked = select(Block.blocked_id).where(Block.account_id == account.id)
    still_there = select(Account.id).where(Account.id.in_(kept.blocked), Account.id.not_in(blocked))
    session().add_all(
        Block(account_id=account.id, blocked_id=number, created_at=now) for number in session().scalars(still_there)
    )
    session().delete(kept)


def unwanted_by(address: str) -> UnwantedMail | None:
    """Find the kept preferences of an address without an account."""
    marks = [_mark(key, address) for key in key_ring().all]
    return session().scalars(select(UnwantedMail).where(UnwantedMail.mark.in_(marks))).first()


def _mark(key: str, address: str) -> str:
    return mark_of(key, f"unwanted mail {address}")
