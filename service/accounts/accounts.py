"""Accounts: one for each email address, created on first use, confirmed when its owner shows up.

Visitors are accounts of browsers without an address: they can hold seats, and nothing else.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress
from datetime import datetime

from sqlalchemy import Select, or_, select
from sqlalchemy.exc import IntegrityError

from service.accounts.names import (
    GUEST,
    LONGEST,
    check_kept,
    checked_display_name,
    checked_name,
    handle_in,
    looks_of,
)
from service.accounts.unwanted_mails import take_up_unwanted
from service.db.engines import insert_if_new, session, transaction
from service.language.catalogue import known, languages
from service.language.errors import Conflict, Invalid, Refused, or_not_found
from service.language.time_zones import zone_names
from service.models import Account, Game, GameSeat, Holding, PageOption, SeatState, Suppressed
from service.security.addresses import mailbox_of, normalise

GUEST_NAME_BYTES = 4
UNNUMBERED = LONGEST - 6
"""Characters of a handle before its number."""


def account_of(email: str, now: datetime) -> Account:
    """Find or create the account of an address; Invalid `bad-address`."""
    address = normalise(email)
    with transaction() as current:
        wanted = select(Account).where(Account.email == address)
        known = current.scalar(wanted)
        if known:
            return known
        account = Account(
            name=guest_name(), email=address, mailbox=mailbox_of(address), created_at=now, time_zone="UTC"
        )
        if not insert_if_new(account):  # a concurrent transaction has created it
            return current.scalars(wanted).one()
        take_up_unwanted(account, now)
        return account


def guest_name() -> str:
    """Generate the initial name of an account."""
    return f"{GUEST}{secrets.token_hex(GUEST_NAME_BYTES)}"


def new_visitor(now: datetime, network: str | None = None) -> Account:
    """Create an account for a visitor's browser in that network."""
    visitor = Account(name=guest_name(), created_at=now, time_zone="UTC", visitor_since=now, network=network)
    with transaction() as current:
        current.add(visitor)
        current.flush()
    return visitor


def confirm(account: Account, now: datetime) -> None:
    """Confirm the account's address: its owner acts, so email reaches it."""
    forget_failures(account)
    if account.verified_at is None:
        account.verified_at = now


def note_language(account: Account, language: str | None) -> None:
    """Store the language that the account has shown to read, if none is stored."""
    if language is not None and account.language is None:
        with transaction():
            account.language = language


def note_arrival(account: Account) -> None:
    """Record that email reaches the account: somebody knows what only an email said."""
    if account.unreachable_since is not None or account.soft_bounces is not None:
        with transaction():
            forget_failures(account)


def forget_failures(account: Account) -> None:
    """Reset delivery failures, except a spam complaint, which only its author can withdraw."""
    failures = account.unreachable_since, account.suppressed_for, account.suppressed_at, account.soft_bounces
    if any(each is not None for each in failures) and account.suppressed_for != Suppressed.COMPLAINT:
        account.unreachable_since = account.suppressed_for = account.suppressed_at = None
        account.soft_bounces = None


def note_network(visitor: Account, network: str) -> None:
    """Store a visitor's current network."""
    if visitor.network != network:
        with transaction():
            visitor.network = network


def is_guest(account: Account) -> bool:
    """Check whether the account still has its generated name."""
    return account.name.startswith(GUEST)


def is_visitor(account: Account) -> bool:
    """Check whether the account belongs to a visitor without an address."""
    return account.visitor_since is not None


def account_numbered(account_id: int) -> Account:
    """Load the account with that number, or raise NotFound."""
    return or_not_found(session().get(Account, account_id))


def ids_of_person(person_id: int) -> Select[int]:
    """Select the ids of a person's account and of their bots, retired ones too."""
    return select(Account.id).where(or_(Account.id == person_id, Account.owner_id == person_id))


def locked_account(account_id: int) -> Account:
    """Lock an account for updates; others may still refer to it, as a notice of another game does."""
    return session().get_one(Account, account_id, with_for_update={"key_share": True}, populate_existing=True)


def account_named(name: str) -> Account:
    """Find a confirmed account by name, in any case, or raise NotFound `no-such-account`."""
    named = select(Account).where(Account.name == name.lower(), Account.verified_at.is_not(None))
    return or_not_found(session().scalar(named), "no-such-account", name=name)


def person_behind(account: Account) -> Account:
    """Return the person responsible for an account: a bot's owner, else the account itself."""
    return account_numbered(account.owner_id) if account.owner_id else account


def change(
    account_id: int,
    *,
    name: str | None = None,
    display_name: str | None = None,
    time_zone: str | None = None,
    language: str | None = None,
    board_words: bool | None = None,
    moves_held: Holding | None = None,
) -> Account:
    """Change an account's names, time zone, language, board descriptions or held moves, and return it.

    Its handle `name` is made from a new `display_name` unless it is given. An empty `language` follows the browser.
    `board_words` adds descriptions of boards to emails. Invalid `bad-name`, `reserved-name`, `bad-time-zone`,
    `unknown-language` or as `checked_display_name`; Conflict `name-taken`, or `name-alike` if another player of an
    unfinished game has a name that looks the same.
    """
    with transaction() as current:
        account = current.get_one(Account, account_id, populate_existing=True)
        if display_name is not None and display_name != account.display_name:
            account.display_name = _unlike_others(checked_display_name(display_name), account)
            name = handle_for(account.display_name, account) if name is None else name
        if name is not None and name != account.name:
            account.name = free_name(name, account)
            try:
                current.flush()
            except IntegrityError:
                raise Conflict("name-taken", name=name) from None
        if time_zone is not None:
            account.time_zone = _checked_zone(time_zone)
        if language is not None:
            account.language = _checked_language(language) if language else None
        if board_words is not None:
            account.board_words = board_words
        account.moves_held = moves_held or account.moves_held
        return account


def set_page_options(account_id: int, options: Collection[str]) -> None:
    """Switch these options of an account's pages on, and all others off."""
    with transaction() as current:
        account = current.get_one(Account, account_id, populate_existing=True)
        account.page_options = [each for each in PageOption if each in options]


def handle_for(display_name: str, account: Account) -> str:
    """Make a free handle from a display name, with a number if it is taken; an account's own stays if it fits."""
    base = handle_in(display_name)[:UNNUMBERED].ljust(2, "0")
    if re.fullmatch(rf"{re.escape(base)}[0-9]*", account.name):
        return account.name
    numbers = ("", *range(2, 10), *(secrets.randbelow(10**6) for _ in range(10)))
    return next(free_names((f"{base}{number}" for number in numbers), account), account.name)


def _unlike_others(name: str, account: Account) -> str:
    """Check that no other player of an unfinished game has a name that looks the same."""
    own = select(GameSeat.game_id).join(Game).where(GameSeat.account_id == account.id, Game.finished_at.is_(None))
    there = select(GameSeat.account_id).where(GameSeat.game_id.in_(own), GameSeat.state == SeatState.TAKEN)
    others = session().scalars(select(Account).where(Account.id.in_(there), Account.id != account.id))
    if any(looks_of(other.called) == looks_of(name) for other in others):
        raise Conflict("name-alike", name=name)
    return name


def free_names(names: Iterable[str], account: Account) -> Iterator[str]:
    """Yield the names that `free_name` does not refuse."""
    for name in names:
        with suppress(Refused):
            yield free_name(name, account)


def free_name(name: str, account: Account) -> str:
    """Check that the account can have the name; errors as `checked_name`, or Conflict `name-taken`."""
    owner = session().scalar(select(Account).where(Account.name == checked_name(name)))
    if owner and owner.id != account.id:
        raise Conflict("name-taken", name=name)
    check_kept(name)
    return name


def name_offered(account: Account, written: str | None = None) -> str:
    """Suggest a display name: the one `written`, or one from the account's address; empty if it cannot be one."""
    words = re.findall(r"[^\W_]+", (account.email or "").partition("@")[0].partition("+")[0])
    try:
        return checked_display_name(" ".join(words).title()[:LONGEST] if written is None else written)
    except Refused:
        return ""


def name_in_one_game(name: str, visitor: Account) -> str:
    """Build a visitor's name in one game: `guest-` and the handle of the name they want, which accounts can have.

    Errors as `free_name`, so that nobody impersonates an account or another guest.
    """
    called = f"{GUEST}{free_name(handle_in(name), visitor)}"
    if session().scalar(select(Account.id).where(Account.name == called)) is not None:
        raise Conflict("name-taken", name=name)
    return called


def _checked_zone(name: str) -> str:
    if name not in zone_names():
        raise Invalid("bad-time-zone", time_zone=name)
    return name


def _checked_language(tag: str) -> str:
    found = known(tag)
    if found is None:
        raise Invalid("unknown-language", language=tag, languages=languages())
    return found
