"""The addresses of an account: which emails count as its own, further addresses, and changes of its address.

An address that the owner alone has confirmed counts in answers to emails that only the owner has. An address that has
proved itself, by a link mailed to it, also counts where the sender is all that we know.

A new address makes a change by such a link. The old one is told when a change is asked for and when it is made, and
can undo it for a week: the owner may have mistyped the new address, or somebody else may have got into the account.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Literal, TypeAlias

from sqlalchemy import delete, select, update
from sqlalchemy.exc import IntegrityError

from service.accounts.accounts import account_of, forget_failures, ids_of_person, locked_account
from service.accounts.facts import AddressTold
from service.accounts.revocations import revoke_callers
from service.accounts.sessions import end_sessions
from service.accounts.unwanted_mails import take_up_unwanted
from service.config.limits import limit
from service.db.engines import session, transaction
from service.jobs.facts import tell
from service.language.errors import Conflict, NotFound, TooMany
from service.models import (
    Account,
    AccountAddress,
    ApiToken,
    AuthorizationCode,
    DeviceGrant,
    Notice,
    RecoveryCode,
    SignIn,
    WorkState,
)
from service.security import rates
from service.security.addresses import mailbox_of, normalise
from service.security.keys import digest
from service.security.rates import Use

ADDRESSES = limit("addresses")
MAILS, MAILS_TO_ONE = limit("address-mails"), limit("address-mails-to-one")
GOOD_FOR = timedelta(days=7)
"""How long the links in an email about an address work."""
TO_CONFIRM, TO_TELL = "new-address", "account-changed"
"""Kinds of email that are for one address, whatever the account's is by now."""
Stage: TypeAlias = Literal["open", "done", "over"]
"""Whether a link about an address still works, was used, or does nothing any more."""


def is_from(account: Account, writer: str | None) -> bool:
    """Check whether an email from that address counts as the account's in answer to an email that only it had."""
    if writer is None or account.email is None:
        return False
    if mailbox_of(writer) == mailbox_of(account.email):
        return True
    confirmed = (each.address for each in addresses_of(account) if each.confirmed_at is not None)
    return mailbox_of(writer) in map(mailbox_of, confirmed)


def writer_of(address: str, now: datetime) -> Account:
    """Find or create the account of an email's writer; Invalid `bad-address`.

    It has that very address, or has proved it as a further one, or is the only one with an equal address.
    """
    confirmed = Account.mailbox == mailbox_of(address), Account.verified_at.is_not(None)
    equal = session().scalars(select(Account).where(*confirmed)).all()
    proven = select(Account).join(AccountAddress).where(AccountAddress.address == address)
    further = session().scalars(proven.where(AccountAddress.proven_at.is_not(None))).all()
    found = [account for account in equal if account.email == address] or further or equal
    return found[0] if len(found) == 1 else account_of(address, now)


def addresses_of(account: Account) -> Sequence[AccountAddress]:
    """List the further addresses of an account, the oldest first."""
    theirs = AccountAddress.account_id == account.id, AccountAddress.replaces.is_(None)
    return session().scalars(select(AccountAddress).where(*theirs).order_by(AccountAddress.id)).all()


def add_address(account: Account, typed: str, now: datetime) -> None:
    """Email a link to an address, by which its holder proves that it is the account's; again for a known one.

    Invalid `bad-address`; Conflict `own-address` or `too-many-addresses`; TooMany `too-many-address-mails`.
    """
    with transaction():
        _ask(account, _further(account, normalise(typed), now), now)


def accept_address(account: Account, address: str, now: datetime) -> None:
    """Let emails from an address count in answers to the account's, as its owner says; Conflict as `add_address`."""
    if not is_from(account, address):
        _further(account, address, now).confirmed_at = now


def _further(account: Account, address: str, now: datetime) -> AccountAddress:
    """Lock the account, and add a further address as of now, or return it if it is known."""
    locked_account(account.id)
    if mailbox_of(address) == mailbox_of(account.email or ""):
        raise Conflict("own-address")
    known = {each.address: each for each in addresses_of(account)}
    if address not in known and not rates.has_room(ADDRESSES, len(known)):
        raise Conflict("too-many-addresses", most=rates.amount(ADDRESSES))
    further = known.get(address) or AccountAddress(account_id=account.id, address=address)
    further.added_at = now
    session().add(further)
    return further


def remove_address(account: Account, address: str) -> bool:
    """Remove a further address, or one that is equal to it; False if there was none."""
    gone = [each.id for each in addresses_of(account) if mailbox_of(each.address) == mailbox_of(address)]
    with transaction() as current:
        current.execute(delete(AccountAddress).where(AccountAddress.id.in_(gone)))
    return bool(gone)


def ask_for_change(account: Account, typed: str, now: datetime) -> None:
    """Email a link to a new address, which makes it the account's, and tell the old one; replaces an earlier ask.

    Invalid `bad-address`; Conflict `own-address`; TooMany `too-many-address-mails`.
    """
    address = normalise(typed)
    with transaction() as current:
        owner = locked_account(account.id)
        if address == owner.email:
            raise Conflict("own-address")
        if earlier := change_asked(owner, now):
            earlier.ended_at = now
        change = AccountAddress(account_id=owner.id, address=address, replaces=owner.email, added_at=now)
        current.add(change)
        _ask(owner, change, now)
        _tell(owner, owner.email, "address-asked", change, now)


def change_asked(account: Account, now: datetime) -> AccountAddress | None:
    """Return the account's change that its new address can still make, or None."""
    since = AccountAddress.added_at > now - GOOD_FOR
    theirs = AccountAddress.account_id == account.id, AccountAddress.replaces.is_not(None), since
    is_asked = AccountAddress.proven_at.is_(None), AccountAddress.ended_at.is_(None)
    return session().scalar(select(AccountAddress).where(*theirs, *is_asked))


def check_mails(account: Account, address: str) -> None:
    """Count an email about an account's address; TooMany `too-many-address-mails`."""
    charge = rates.spent(rates.of_account(MAILS, account.id), Use(MAILS_TO_ONE, digest(address)))
    if charge is not None and not charge.granted:
        raise TooMany("too-many-address-mails", bucket=charge.limit.name, retry_after=charge.seconds)


def _ask(account: Account, asked: AccountAddress, now: datetime) -> None:
    check_mails(account, asked.address)
    session().flush()
    told = {"id": asked.id, "nonce": asked.nonce, "is_change": asked.replaces is not None}
    tell(AddressTold(account, TO_CONFIRM, asked.address, told, now))


def _tell(account: Account, address: str | None, topic: str, change: AccountAddress, now: datetime) -> None:
    told = {"topic": topic, "id": change.id, "nonce": change.nonce, "old": change.replaces, "new": change.address}
    tell(AddressTold(account, TO_TELL, address or "", told, now))


def address_numbered(number: int, nonce: str) -> AccountAddress:
    """Load a further address or a change by the key in a link; NotFound once it is deleted."""
    found = session().get(AccountAddress, number, populate_existing=True)
    if found is None or found.nonce != nonce:
        raise NotFound
    return found


def stage_of(asked: AccountAddress, now: datetime, *, undoes: bool = False) -> Stage:
    """Return the stage of the link that confirms the address, or of the one that undoes the change."""
    has_ended, proven_at = asked.ended_at is not None, asked.proven_at
    if has_ended if undoes else proven_at is not None and not has_ended:
        return "done"
    since = (proven_at if undoes else None) or asked.added_at
    return "over" if has_ended or now >= since + GOOD_FOR else "open"


def confirm_address(asked: AccountAddress, now: datetime) -> None:
    """Prove a further address or make a change, while the link works; Conflict `address-taken` by another account.

    Emails that wait go to the new address. Emails under way to the old one, and the links in them, stay good.
    """
    with transaction() as current:
        account = locked_account(asked.account_id)
        asked = address_numbered(asked.id, asked.nonce)
        if stage_of(asked, now) != "open":
            return
        owner = select(Account.id).where(Account.email == asked.address, Account.verified_at.is_not(None))
        if current.scalar(owner) is not None:
            raise Conflict("address-taken")
        asked.confirmed_at, asked.proven_at = asked.confirmed_at or now, now
        _settle()
        if asked.replaces is not None:
            remove_address(account, asked.address)
            _move(account, asked.address, now)
            _tell(account, asked.replaces, "address-changed", asked, now)


def undo_change(change: AccountAddress, now: datetime) -> None:
    """End a change, and restore the old address; Conflict `address-taken` if it has an account of its own by now.

    Later changes end, too. So do all sessions and recovery codes, and the tokens and further addresses since then.
    """
    with transaction() as current:
        account = locked_account(change.account_id)
        change = address_numbered(change.id, change.nonce)
        if stage_of(change, now, undoes=True) != "open":
            return
        if change.proven_at is not None:
            _tell(account, account.email, "address-restored", change, now)
            _move(account, change.replaces or "", now)
        theirs = AccountAddress.account_id == account.id, AccountAddress.added_at >= change.added_at
        changes = update(AccountAddress).where(*theirs, AccountAddress.replaces.is_not(None))
        current.execute(changes.where(AccountAddress.ended_at.is_(None)).values(ended_at=now))
        current.execute(delete(AccountAddress).where(*theirs, AccountAddress.replaces.is_(None)))
        _end_ways_in(account, change.added_at, now)


def _move(account: Account, address: str, now: datetime) -> None:
    """Give a locked account another address, with the emails that wait; sign-ins by the one before end.

    The address comes last: it locks the account against workers that send its emails.
    """
    waiting = Notice.account_id == account.id, Notice.state.in_((WorkState.QUEUED, WorkState.GATHERED))
    redirected = update(Notice).where(*waiting, Notice.kind.not_in((TO_CONFIRM, TO_TELL)))
    session().execute(redirected.values(email=address))
    session().execute(update(SignIn).where(SignIn.email == account.email, SignIn.used_at.is_(None)).values(used_at=now))
    account.email, account.mailbox = address, mailbox_of(address)
    _settle()
    take_up_unwanted(account, now)
    forget_failures(account)


def _settle() -> None:
    """Write the changes, before another account takes the address; Conflict `address-taken`."""
    try:
        session().flush()
    except IntegrityError:
        raise Conflict("address-taken") from None


def _end_ways_in(account: Account, since: datetime, now: datetime) -> None:
    ids = session().scalars(ids_of_person(account.id)).all()
    tokens = ApiToken.account_id.in_(ids), ApiToken.created_at >= since, ApiToken.revoked_at.is_(None)
    session().execute(update(ApiToken).where(*tokens).values(revoked_at=now))
    for kind in (DeviceGrant, AuthorizationCode, RecoveryCode):
        session().execute(delete(kind).where(kind.account_id == account.id))
    end_sessions(account.id, now)
    revoke_callers(ids)
