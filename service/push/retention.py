"""Retention of devices and of what was sent to them."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import or_

from rules.prose import N_
from service.accounts.sessions import IDLE, LASTS
from service.jobs.forgetting import drop, forgets, old
from service.models import SETTLED, BrowserSession, PushDelivery, PushDevice


@forgets(timedelta(), N_("devices whose session has ended"))
def devices(before: datetime, limit: int) -> int:
    """Delete devices with notifications, once their session is over."""
    ended = or_(
        BrowserSession.ended_at.is_not(None),
        BrowserSession.created_at <= before - LASTS,
        BrowserSession.last_used_at <= before - IDLE,
    )
    return drop(PushDevice, old(PushDevice, limit, PushDevice.session.has(ended)))


@forgets(timedelta(days=30), N_("notifications on your devices"))
def deliveries(before: datetime, limit: int) -> int:
    """Delete notifications of devices that were sent or given up."""
    is_over = PushDelivery.created_at < before, PushDelivery.state.in_(SETTLED)
    return drop(PushDelivery, old(PushDelivery, limit, *is_over))
