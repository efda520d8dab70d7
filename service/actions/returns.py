"""Mails that could not be delivered after all."""

from __future__ import annotations

from datetime import datetime

from service.actions.accounts import account_numbered
from service.db import transaction
from service.models import Envelope, Notice

MAX_REPORT = 500


def note_return(notice_id: int, report: str, now: datetime) -> None:
    """Note that the mail of a notice came back for good, and that its account cannot be reached."""
    with transaction() as current:
        notice = current.get(Notice, notice_id)
        if notice is None or notice.envelope_id is None:
            return
        envelope = current.get_one(Envelope, notice.envelope_id, populate_existing=True)
        envelope.bounced_at, envelope.last_reply = envelope.bounced_at or now, report[:MAX_REPORT]
        if notice.account_id is not None:
            account = account_numbered(notice.account_id)
            account.unreachable_since = account.unreachable_since or now
