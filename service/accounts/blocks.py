"""Blocks: an account takes no invitations from a person and their bots until it lifts the block."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

from sqlalchemy import Select, select

from service.db.engines import insert_if_new, session, transaction
from service.language.errors import or_not_found
from service.models import Account, Block


def block(account: Account, other: Account, now: datetime) -> Block:
    """Block invitations from the person behind an account; idempotent."""
    key = account.id, other.person_id
    with transaction() as current:
        known = current.get(Block, key)
        if known is not None:
            return known
        insert_if_new(Block(account_id=key[0], blocked_id=key[1], created_at=now))
        return current.get_one(Block, key)


def lift(account: Account, name: str) -> None:
    """Lift the block of the person of that name; NotFound if there is none."""
    with transaction() as current:
        found = or_not_found(current.scalar(_of(account).where(Block.blocked.has(Account.name == name))))
        current.delete(found)


def blocks_of(account: Account) -> Sequence[Block]:
    """List the blocks of an account, the latest first."""
    return session().scalars(_of(account).order_by(Block.created_at.desc(), Block.blocked_id.desc())).all()


def is_blocked(account_id: int, other: Account) -> bool:
    """Check whether the account blocks the person behind another."""
    return session().get(Block, (account_id, other.person_id), populate_existing=True) is not None


def blocking(accounts: Iterable[Account], other: Account) -> set[int]:
    """Return the numbers of those accounts that block the person behind another."""
    theirs = select(Block.account_id).where(Block.account_id.in_([account.id for account in accounts]))
    return set(session().scalars(theirs.where(Block.blocked_id == other.person_id)))


def _of(account: Account) -> Select[Block]:
    return select(Block).where(Block.account_id == account.id)
