"""What is kept of mails that came in, and for how long."""

from __future__ import annotations

from datetime import datetime, timedelta

from service.models import InboundMail
from service.work.forgetting import SETTLED, drop, forgets, old


@forgets(after=timedelta(days=30))
def inbound_mails(before: datetime, limit: int) -> int:
    """Mails that came in, and were seen to or given up."""
    return drop(InboundMail, old(InboundMail, limit, InboundMail.received_at < before, InboundMail.state.in_(SETTLED)))
