"""Signing in without a password: a code and a link by mail, either good once and for a short while."""

from __future__ import annotations

import hmac
from datetime import datetime, timedelta

from sqlalchemy import Select, func, select

from service.actions.accounts import account_of, confirm
from service.actions.notices import write_notice
from service.addresses import normalise
from service.db import session, transaction
from service.errors import Invalid, TooMany
from service.keys import digest, new_code, new_link_secret
from service.models import Account, SignIn

GOOD_FOR = timedelta(minutes=30)
MAX_WRONG_CODES = 5
MAX_REQUESTS = 5
"""Mails to one address in `REQUEST_WINDOW`; nobody can flood another's inbox through us."""
REQUEST_WINDOW = timedelta(hours=1)
HOME = "/"
LONGEST_PATH = 200
"""Of a page that a link in a mail leads on to."""


def request_sign_in(email: str, now: datetime, wanted: str = HOME) -> None:
    """Mail a code and a link to the address, the link with the page that is wanted after signing in.

    Invalid `bad-address`, TooMany `too-many-sign-ins`.
    """
    address = normalise(email)
    with transaction() as current:
        account = account_of(address, now)
        _check_rate(address, now)
        code, secret = new_code(), new_link_secret()
        current.add(
            SignIn(
                email=address,
                code_hash=digest(f"{address} {code}"),
                link_hash=digest(secret),
                created_at=now,
                expires_at=now + GOOD_FOR,
                wrong_codes=0,
            )
        )
        minutes = int(GOOD_FOR.total_seconds() // 60)
        told = {"code": code, "secret": secret, "minutes": minutes}
        if wanted != HOME and len(wanted) <= LONGEST_PATH:
            told["wanted"] = wanted
        write_notice("sign-in", account, now, data=told)


def sign_in_by_code(email: str, code: str, now: datetime) -> Account:
    """The account of the address, or Invalid `bad-code`. A wrong code counts against every code of the address."""
    address = normalise(email)
    wanted = digest(f"{address} {code.strip().replace(' ', '')}")
    account = None
    with transaction() as current:
        waiting = current.scalars(_usable(now).where(SignIn.email == address).with_for_update()).all()
        for sign_in in waiting:
            if hmac.compare_digest(sign_in.code_hash, wanted):
                account = _use(sign_in, now)
                break
            sign_in.wrong_codes += 1
    if account is None:
        raise Invalid("bad-code")
    return account


def sign_in_by_link(secret: str, now: datetime) -> Account:
    """The account that the link was mailed to, or Invalid `bad-link` once it was used or is too old."""
    with transaction() as current:
        sign_in = current.scalar(_usable(now).where(SignIn.link_hash == digest(secret)).with_for_update())
        if sign_in is None:
            raise Invalid("bad-link")
        return _use(sign_in, now)


def link_is_good(secret: str, now: datetime) -> bool:
    """Whether a link could still sign somebody in. Looking changes nothing."""
    return session().scalar(_usable(now).where(SignIn.link_hash == digest(secret))) is not None


def _usable(now: datetime) -> Select[SignIn]:
    return select(SignIn).where(SignIn.used_at.is_(None), SignIn.expires_at > now, SignIn.wrong_codes < MAX_WRONG_CODES)


def _use(sign_in: SignIn, now: datetime) -> Account:
    sign_in.used_at = now
    account = account_of(sign_in.email, now)
    confirm(account, now)
    return account


def _check_rate(address: str, now: datetime) -> None:
    recent = session().scalar(
        select(func.count())
        .select_from(SignIn)
        .where(SignIn.email == address, SignIn.created_at > now - REQUEST_WINDOW)
    )
    if (recent or 0) >= MAX_REQUESTS:
        raise TooMany("too-many-sign-ins", retry_after=int(REQUEST_WINDOW.total_seconds()))
