"""Signing in without a password: a code and a link by mail, good once and for a short while.

In the browser that asked, the link or the code uses up both. A mail scanner that presses the link uses up the link
alone, and the code still works in the browser that asked.

There is one mail at a time for an address. Who asks while it is good for some time yet gets the same one again, whoever
asked for it first; so nobody can keep its owner from signing in: whoever is refused, or not sent another one, has one.
Code and link are computed from a salt and the secret key: no table holds them.
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
from service.core.addresses import normalise
from service.core.db import session, transaction
from service.core.errors import Invalid, TooMany
from service.core.key_ring import KeyGone, key_ring, new_salt
from service.core.keys import SignInKeys, digest, read_code, sign_in_keys
from service.models import Account, SignIn
from service.people.accounts import account_of, confirm
from service.people.facts import SignInAsked
from service.people.measures import check_open
from service.people.sign_in_askers import Asker, has_asked, note_ask, tries_of
from service.work.facts import tell

T = TypeVar("T")

GOOD_FOR = timedelta(minutes=30)
HOME = "/"
LONGEST_PATH = 200
"""Of a page that a link in a mail leads on to."""
GOOD_ENOUGH = timedelta(minutes=10)
"""A mail that has less time left is not sent again; another one is begun."""
MAX_MAILS = 3
"""How often one mail is sent; as another is begun every 20 minutes at most, strangers can have 9 sent in an hour."""
MAIL_PAUSE = timedelta(minutes=1)
"""For so long the same mail is not sent again: it is on its way."""


@dataclass(frozen=True)
class Asked:
    """What came of a wish to sign in: how many minutes the mail is good, and whether it was sent now, not before."""

    minutes: int
    sent: bool


def request_sign_in(email: str, asker: Asker, now: datetime, wanted: str = HOME, language: str | None = None) -> Asked:
    """Mail a code and a link to the address, unless that was done just now; Invalid `bad-address`.

    The link leads on to the page that is wanted. The mail is in the language of the account, else in the one that the
    browser asks for. TooMany `too-many-sign-ins` for a network address that goes on asking,
    and for no other.
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
    """What `then` makes of the account of the address; if it refuses, the code is still good.

    Invalid `bad-code`, which a right code is, too, where it may not be tried.
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
    """What `then` makes of the account that the link was mailed to; Invalid `bad-link` if it was used or is too old."""
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
    """Whether a link could still sign somebody in. Looking changes nothing."""
    return session().scalar(_GOOD, {"hash": digest(secret), "now": now}) is not None


def keys_of(salt: str) -> SignInKeys:
    """The code and the secret of the link that are mailed for the sign-in with that salt, or KeyGone."""
    return sign_in_keys(key_ring(), salt)


def _take_turns(address: str) -> None:
    """Let those who want to sign in by one address wait for each other: the first to lock its account goes first."""
    session().execute(select(Account.id).where(Account.email == address).with_for_update(key_share=True))


def _with_code(address: str, code: str, asker: Asker, now: datetime) -> SignIn | None:
    """The sign-in that has the code, if the asker may try it; those that have another one count a wrong code."""
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
    """Its code; None where the secret key is gone that it was made with."""
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
"""The sign-in of a link that could still sign somebody in."""


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
    """How long it is still good."""
    return int((sign_in.expires_at - now).total_seconds() // 60)


def _signed_in(sign_in: SignIn, now: datetime) -> Account:
    account = account_of(sign_in.email, now)
    check_open(account)
    confirm(account, now)
    return account
