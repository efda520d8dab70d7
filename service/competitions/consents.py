"""Consents: an account lets an organiser seat it in games without asking for each."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime

from sqlalchemy import select

from service.accounts.accounts import locked_account
from service.bots.invitations import accepts
from service.db.engines import session, transaction
from service.language.errors import Forbidden, NotFound
from service.models import Account, Bot, OrganiserConsent


def agree(account: Account, organiser: Account, now: datetime) -> OrganiserConsent:
    """Let an organiser seat the account in games; idempotent."""
    with transaction() as current:
        key = locked_account(account.id).id, organiser.id
        if current.get(OrganiserConsent, key) is None:
            current.add(OrganiserConsent(account_id=key[0], organiser_id=key[1], created_at=now))
            current.flush()
        return current.get_one(OrganiserConsent, key)


def end_consent(account: Account, name: str) -> None:
    """End the consent to the organiser of that name; games go on. NotFound if there is none."""
    with transaction() as current:
        theirs = select(OrganiserConsent).where(OrganiserConsent.account_id == account.id)
        found = current.scalar(theirs.where(OrganiserConsent.organiser.has(Account.name == name)))
        if found is None:
            raise NotFound
        current.delete(found)


def consents_of(account: Account) -> Sequence[OrganiserConsent]:
    """List the organisers who may seat the account, the latest first."""
    theirs = select(OrganiserConsent).where(OrganiserConsent.account_id == account.id)
    return session().scalars(theirs.order_by(OrganiserConsent.created_at.desc(), OrganiserConsent.organiser_id)).all()


def check_agreed(organiser: Account, players: Collection[Account]) -> None:
    """Raise Forbidden `no-consent`, with all `names`, unless all agreed, are the organiser, or bots that accept it."""
    ids = [player.id for player in players]
    agreed = select(OrganiserConsent.account_id).where(
        OrganiserConsent.organiser_id == organiser.id, OrganiserConsent.account_id.in_(ids)
    )
    willing = select(Bot.account_id).join(Bot.account).where(Bot.account_id.in_(ids), accepts(organiser))
    may_be_seated = {organiser.id, *session().scalars(agreed.union(willing))}
    if names := [player.name for player in players if player.id not in may_be_seated]:
        raise Forbidden("no-consent", names=names)
