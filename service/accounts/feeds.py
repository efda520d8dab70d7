"""Secret addresses of deadline feeds for calendars and feed readers, until the account renews or removes them.

The key derives from the secret key and the account's salt, so no table holds it.
"""

from __future__ import annotations

import hmac
import re

from sqlalchemy import select

from service.accounts.accounts import locked_account
from service.config.key_ring import KeyGone, carried_over_if_known, key_ring, new_salt
from service.db.engines import session, transaction
from service.language.errors import NotFound
from service.models import Account
from service.security.keys import FEED, feed_key

_TOKEN = re.compile(r"([0-9a-f]{1,8})-([a-z2-7]{24})")
LARGEST = 1 << 31


def feed_token(account: Account) -> str | None:
    """Build the token in the address of an account's feeds; None if there is none."""
    key = _key(account)
    return None if key is None else f"{account.id:x}-{key}"


def account_of_feed(token: str) -> Account:
    """Find the account of a feed token; NotFound if it is invalid or revoked."""
    read = _TOKEN.fullmatch(token.lower())
    number = int(read[1], 16) if read else LARGEST
    account = session().get(Account, number, populate_existing=True) if number < LARGEST else None
    key = _key(account) if account is not None else None
    if account is None or key is None or read is None or not hmac.compare_digest(key, read[2]):
        raise NotFound
    return account


def renew_feed(account_id: int) -> None:
    """Create or replace the address of an account's feeds; the previous one stops working."""
    _keep(account_id, new_salt(key_ring()))


def end_feed(account_id: int) -> None:
    """Remove the address of an account's feeds."""
    _keep(account_id, None)


def carry_feed_keys_over() -> None:
    """Move feed salts to the current secret key after a key rotation; their addresses stay valid."""
    behind = Account.feed_salt.is_not(None), ~Account.feed_salt.contains(f".{key_ring().name}")
    for account_id in session().scalars(select(Account.id).where(*behind)).all():
        with transaction() as current:
            account = locked_account(account_id)
            account.feed_salt = account.feed_salt and carried_over_if_known(FEED, account.feed_salt)
            current.flush()


def _keep(account_id: int, salt: str | None) -> None:
    with transaction():
        locked_account(account_id).feed_salt = salt


def _key(account: Account) -> str | None:
    if account.feed_salt is None:
        return None
    try:
        return feed_key(key_ring(), account.feed_salt)
    except KeyGone:
        return None
