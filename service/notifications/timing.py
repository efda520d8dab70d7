"""When an email is due, by its reader's preferences, quiet hours and the deadline. Pure functions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

from service.language.time_zones import UTC_ZONE, zone_of
from service.models import Account, Delivery
from service.notifications.kinds import Timing, kind_named
from service.play.timekeeping import warned_before

AWAY_AFTER = timedelta(minutes=1)
"""The least delay of an email about a game after its reader was last seen there."""


@dataclass(frozen=True)
class Policy:
    """An account's preferences; hours are in `zone`, and equal ones mean no quiet hours."""

    mode: Delivery = Delivery.AT_ONCE
    idle_minutes: int = 30
    digest_hour: int = 18
    quiet_from: int = 0
    quiet_to: int = 0
    paused_until: datetime | None = None
    zone: ZoneInfo = UTC_ZONE
    here_at: datetime | None = None
    """When they last looked at the game of the email."""


def policy_of(account: Account, of_the_game: Delivery | None = None, here_at: datetime | None = None) -> Policy:
    """Return an account's preferences, with those for one game, if any."""
    return Policy(
        of_the_game or account.delivery,
        account.idle_minutes,
        account.digest_hour,
        account.quiet_from,
        account.quiet_to,
        account.paused_until,
        zone_of(account.time_zone),
        here_at,
    )


def due_at(kind: str, policy: Policy, written_at: datetime, deadline: datetime | None = None) -> datetime | None:
    """Compute when a notice of that kind is due; None if its reader does not want it.

    Comfort never costs a turn: before a deadline, an email comes at the latest with the reminder, unless its reader has
    switched off or paused these emails.
    """
    timing = kind_named(kind).timing
    if timing == Timing.AFTER_QUIET:
        return after_quiet(policy, written_at)
    if timing == Timing.AT_ONCE:
        return written_at
    due = None if policy.mode == Delivery.OFF else _wanted_at(timing, policy, written_at, deadline)
    if due is not None and policy.paused_until is not None and due < policy.paused_until:
        return after_quiet(policy, policy.paused_until)
    return due


def reminded_at(policy: Policy, began: datetime, deadline: datetime) -> datetime:
    """Compute the time of the reminder; instead of within quiet hours, it comes at their start."""
    reminded = deadline - warned_before(deadline - began)
    if not is_quiet(policy, reminded):
        return reminded
    quiet_since = last_stroke(policy.zone, policy.quiet_from, reminded)
    return quiet_since if quiet_since > began else reminded


def after_quiet(policy: Policy, at: datetime) -> datetime:
    """Return that time, or the end of the quiet hours it falls into."""
    return next_stroke(policy.zone, policy.quiet_to, at) if is_quiet(policy, at) else at


def is_quiet(policy: Policy, at: datetime) -> bool:
    """Check whether a time is in the quiet hours, which may span midnight."""
    since = (at.astimezone(policy.zone).hour - policy.quiet_from) % 24
    return since < (policy.quiet_to - policy.quiet_from) % 24


def next_stroke(zone: ZoneInfo, hour: int, at: datetime) -> datetime:
    """Compute when clocks in the zone next strike the hour, at or after a time.

    A repeated hour is struck once; a skipped hour is struck at the change of the clocks.
    """
    return min(stroke for stroke in _strokes(zone, hour, at) if stroke >= at)


def last_stroke(zone: ZoneInfo, hour: int, at: datetime) -> datetime:
    """Compute when clocks in the zone last struck the hour."""
    return max(stroke for stroke in _strokes(zone, hour, at) if stroke <= at)


def _strokes(zone: ZoneInfo, hour: int, at: datetime) -> Iterator[datetime]:
    """Iterate over the strokes around a time. Two days to either side: a zone may skip a whole day, as Samoa did."""
    today = at.astimezone(zone).date()
    for days in range(-2, 3):
        yield datetime.combine(today + timedelta(days), time(hour), zone).astimezone(UTC)


def _wanted_at(timing: Timing, policy: Policy, written_at: datetime, deadline: datetime | None) -> datetime | None:
    latest = reminded_at(policy, written_at, deadline) if deadline else None
    if timing == Timing.BEFORE_DEADLINE:
        return latest
    away_from = written_at if policy.here_at is None else policy.here_at + AWAY_AFTER
    wanted = after_quiet(policy, max(_by_mode(policy, written_at), away_from))
    return min(wanted, latest) if latest else wanted


def _by_mode(policy: Policy, written_at: datetime) -> datetime:
    match policy.mode:
        case Delivery.IDLE:
            return written_at + timedelta(minutes=policy.idle_minutes)
        case Delivery.DIGEST:
            return next_stroke(policy.zone, policy.digest_hour, written_at)
    return written_at
