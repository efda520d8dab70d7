"""When a webhook is tried again, and when no more: as the Standard Webhooks specification proposes."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime

from service.models import SwitchedOff

PAUSES = tuple(
    timedelta(seconds=seconds)
    for seconds in (5, 5 * 60, 30 * 60, 2 * 3600, 5 * 3600, 10 * 3600, 14 * 3600, 20 * 3600, 24 * 3600)
)
"""Between one attempt and the next; after the last there is none."""
JITTER = 0.2
"""A pause is longer by up to so much of it: what failed together does not come back together."""
LONGEST_WISH = timedelta(hours=24)
"""How long a receiver can put us off with Retry-After."""
BREATH = timedelta(seconds=5)
"""For which an endpoint that has failed is sent nothing else either."""
FAILING_FOR = timedelta(days=5)
"""After which an endpoint that nothing has reached is switched off."""
GONE = 410
THROTTLED = (429, 503)


def next_attempt(now: datetime, attempts: int, wish: timedelta, chance: float) -> datetime | None:
    """When to try again after so many attempts, or None for never; `wish` is the least pause, `chance` from 0 to 1."""
    if attempts > len(PAUSES):
        return None
    return now + max(PAUSES[attempts - 1], wish) * (1 + JITTER * chance)


def wished_pause(status: int | None, retry_after: str | None, now: datetime) -> timedelta:
    """The pause that a receiver asks for (RFC 9110, 10.2.3); none if it does not, or if it is in no state to ask."""
    if status not in THROTTLED or not retry_after:
        return timedelta()
    return min(max(_pause(retry_after.strip(), now), timedelta()), LONGEST_WISH)


def reason_to_stop(status: int | None, failing_since: datetime | None, now: datetime) -> SwitchedOff | None:
    """Why an endpoint that has just failed is sent nothing more, or None."""
    if status == GONE:
        return SwitchedOff.GONE
    if failing_since is not None and now - failing_since > FAILING_FOR:
        return SwitchedOff.FAILING
    return None


def _pause(retry_after: str, now: datetime) -> timedelta:
    if retry_after.isascii() and retry_after.isdecimal():
        return min(timedelta(seconds=int(retry_after[:9])), LONGEST_WISH)
    try:
        until = parsedate_to_datetime(retry_after)
    except ValueError:
        return timedelta()
    return until.replace(tzinfo=until.tzinfo or UTC) - now
