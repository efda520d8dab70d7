"""The email with the code and the link to sign in."""

from __future__ import annotations

from sqlalchemy import select

from service.accounts.sign_in import GOOD_FOR
from service.db.engines import session
from service.models import Lane, Notice, SignIn
from service.notifications.kinds import Kind


def is_still_open(notice: Notice) -> bool:
    """Check that the sign-in is unused and not deleted; True once its data has left the notice."""
    salt = notice.data.get("salt")
    if salt is None:
        return True
    unused = select(SignIn.id).where(SignIn.salt == salt, SignIn.used_at.is_(None))
    return session().scalar(unused) is not None


KIND = Kind("sign-in", lane=Lane.FIRST, is_key=True, good_for=GOOD_FOR, worth_telling=is_still_open)
