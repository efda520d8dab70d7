"""Footers of an account: the last lines of its emails, so that what closed two of them is not sent to others.

Only keyed hashes of the lines are kept. Figures count as equal, because a footer may hold a date.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime
from itertools import takewhile
from operator import eq

from sqlalchemy import select

from service.config.key_ring import key_ring
from service.db.engines import session
from service.models import Account, Footer
from service.security.keys import mark_of

_SHORTEST = 2
_OFTEN = 2
"""Emails that a footer has closed before it counts as one."""
_MOST = 8
"""Endings kept of an account."""


def note_closing(account: Account, closing: Sequence[str], at: datetime, *, is_theirs: bool) -> int:
    """Count how many lines closed two earlier emails of the account, too; `closing` has the last line first.

    If the email is theirs, its ending is remembered, and the one unseen for the longest time is forgotten.
    """
    if len(closing) < _SHORTEST:
        return 0
    theirs = select(Footer).where(Footer.account_id == account.id).order_by(Footer.id).with_for_update()
    kept, marked = session().scalars(theirs).all(), [_marks(key, account, closing) for key in key_ring().all]
    common = [
        max(sum(takewhile(bool, map(eq, row.marks, marks))) for marks in marked)
        for row in kept
        for _ in range(min(row.mails, _OFTEN))
    ]
    if is_theirs:
        row = next((row for row in kept if row.marks == marked[0]), None)
        if row is None:
            row = Footer(account_id=account.id, marks=marked[0], mails=0)
            session().add(row)
            if len(kept) >= _MOST:
                session().delete(min(kept, key=lambda row: row.seen_at))
        row.mails, row.seen_at = row.mails + 1, at
    return next((length for length in sorted(common)[-_OFTEN:][:-1] if length >= _SHORTEST), 0)


def _marks(key: str, account: Account, lines: Sequence[str]) -> list[str]:
    return [mark_of(key, f"footer {account.id} {re.sub('[0-9]+', '0', line.casefold())}") for line in lines]
