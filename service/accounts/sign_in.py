"""Passwordless sign-in: a code and a link by email, valid once and for a short while.

In the browser that asked, the link or the code uses up both. A mail scanner that follows the link uses up the link
alone, and the code still works in the browser that asked.

An address has one sign-in email at a time. While it is valid for some time yet, each request resends it, whoever asked
first. So nobody can lock the owner out: a refused request means that the owner has an email.

Code and link derive from a salt and the secret key: no table holds them.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from string import digits
from typing import TypeVar

from sqlalchemy import Select, bindparam, select

from rules.json_types import Json
from service.accounts.accounts import account_of, confirm
from service.accounts.facts import SignInAsked
from service.accounts.measures import check_open
from service.accounts.sign_in_askers import Asker, has_asked, note_ask, tries_of
from service.config.key_ring import KeyGone, key_ring, new_salt
from service.db.engines import session, transaction
from service.jobs.facts import tell
from service.language.errors import Invalid, TooMany
from service.models import Account, SignIn
from service.security.addresses import normalise
from service.security.keys import SignInKeys, digest, read_code, sign_in_keys

T = TypeVar("T")

GOOD_FOR = timedelta(minutes=30)
HOME = "/"
LONGEST_PATH = 200
"""Characters of the page that a link in an email leads to."""
GOOD_ENOUGH = timedelta(minutes=10)
"""The least remaining validity for resending an email; otherwise a new one is made."""
MAX_MAILS = 3
"""How often one email is sent. A new one is made every 20 minutes at most, so strangers can cause 9 emails an hour."""
MAIL_PAUSE = timedelta(minutes=1)
"""The pause between resending an email: it is on its way."""


@dataclass(frozen=True)
class Asked:
    """The result of a sign-in request: the validity of the email in minutes, and whether it was sent now."""

    minutes: int
    sent: bool


def request_sign_in(email: str, asker: Asker, now: datetime, wanted: str = HOME, language: str | None = None) -> Asked:
    """Email a code and a link to an address, unless that was done just now; Invalid `bad-address`.

    The link leads to the page `wanted`. The email is in the account's language, else in `language`, the browser's.
    TooMany `too-many-sign-ins` for a network that keeps asking, and for no other.
    """
    address = normalise(email)
    with transaction():
        account = account_of(address, now)
        _take_turns(address)
        sign_in = _lasting(address, now) or _begun(address, now)
        if not note_ask(sign_in, asker):
            wait = sign_in.expires_at - GOOD_ENOUGH - now
            raise TooMany("too-many-sign-ins", retry_after=max(1, int(wait.total_seconds())))
        return Asked(_minutes(sign_in, now), sent=_mail(sign_in, account, wanted, language, now))


def sign_in_by_code(email: str, code: str, asker: Asker, now: datetime, then: Callable[[Account], T]) -> T:
    """Sign in by code and return the result of `then`; if it refuses, the code stays valid.

    Invalid `bad-code`, also for a right code that may not be tried here.
    """
    address = normalise(email)
    with transaction():
        _take_turns(address)
        found = _with_code(address, read_code(code, digits), asker, now)
        if found is not None:
            found.used_at = now
            return then(_signed_in(found, now))
    raise Invalid("bad-code")


def sign_in_by_link(secret: str, asker: Asker, now: datetime, then: Callable[[Account], T]) -> T:
    """Sign in by link and return the result of `then`; Invalid `bad-link` if it was used or has expired."""
    wanted = _usable(now).where(SignIn.link_used_at.is_(None), SignIn.link_hash == digest(secret))
    with transaction() as current:
        found = current.scalar(wanted)
        if found is None:
            raise Invalid("bad-link")
        _take_turns(found.email)
        sign_in = current.scalar(wanted.execution_options(populate_existing=True))
        if sign_in is None:
            raise Invalid("bad-link")
        if has_asked(sign_in, asker):
            sign_in.used_at = now
        else:
            sign_in.link_used_at = now
        return then(_signed_in(sign_in, now))


def link_is_good(secret: str, now: datetime) -> bool:
    """Check whether a sign-in link is still valid, without a change."""
    return session().scalar(_GOOD, {"hash": digest(secret), "now": now}) is not None


def keys_of(salt: str) -> SignInKeys:
    """Derive the code and the link's secret of a sign-in; KeyGone."""
    return sign_in_keys(key_ring(), salt)


def _take_turns(address: str) -> None:
    """Serialise sign-ins of an address by a lock on its account."""
    session().execute(select(Account.id).where(Account.email == address).with_for_update(key_share=True))


def _with_code(address: str, code: str, asker: Asker, now: datetime) -> SignIn | None:
    """Find the sign-in that the code belongs to and the asker may try; count a wrong code in the others."""
    for sign_in in session().scalars(_usable(now).where(SignIn.email == address)).all():
        tries = tries_of(sign_in, asker)
        if tries is None:
            continue
        right = _code_of(sign_in)
        if right is not None and hmac.compare_digest(right.encode(), code.encode()):
            return sign_in
        tries.wrong_codes += 1
    return None


def _code_of(sign_in: SignIn) -> str | None:
    """Derive its code; None if its secret key is gone."""
    try:
        return keys_of(sign_in.salt).code
    except KeyGone:
        return None


def _usable(now: datetime) -> Select[SignIn]:
    return select(SignIn).where(SignIn.used_at.is_(None), SignIn.expires_at > now)


_GOOD = select(SignIn.id).where(
    SignIn.used_at.is_(None),
    SignIn.link_used_at.is_(None),
    SignIn.expires_at > bindparam("now"),
    SignIn.link_hash == bindparam("hash"),
)
"""The sign-in of a link that is still valid."""


def _lasting(address: str, now: datetime) -> SignIn | None:
    found = session().scalar(_usable(now + GOOD_ENOUGH).where(SignIn.email == address).order_by(SignIn.id.desc()))
    return found if found is not None and _code_of(found) else None


def _begun(address: str, now: datetime) -> SignIn:
    salt = new_salt(key_ring())
    sign_in = SignIn(
        email=address,
        salt=salt,
        link_hash=digest(keys_of(salt).secret),
        created_at=now,
        expires_at=now + GOOD_FOR,
        mails=0,
    )
    session().add(sign_in)
    return sign_in


def _mail(sign_in: SignIn, account: Account, wanted: str, language: str | None, now: datetime) -> bool:
    is_on_its_way = sign_in.mailed_at is not None and now - sign_in.mailed_at < MAIL_PAUSE
    if is_on_its_way or sign_in.mails >= MAX_MAILS:
        return False
    sign_in.mails, sign_in.mailed_at = sign_in.mails + 1, now
    keys: dict[str, Json] = {"salt": sign_in.salt, "minutes": _minutes(sign_in, now)}
    if wanted != HOME and len(wanted) <= LONGEST_PATH:
        keys["wanted"] = wanted
    if language is not None:
        keys["language"] = language
    tell(SignInAsked(account, keys, now))
    return True


def _minutes(sign_in: SignIn, now: datetime) -> int:
    """Return its remaining validity in minutes."""
    return int((sign_in.expires_at - now).total_seconds() // 60)


def _signed_in(sign_in: SignIn, now: datetime) -> Account:
    account = account_of(sign_in.email, now)
    check_open(account)
    confirm(account, now)
    return account
