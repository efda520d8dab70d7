"""When a mail is due: by what its reader has chosen, the hours that they want quiet, and the deadline. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

from service.core.time_zones import UTC_ZONE, zone_of
from service.models import Account, Delivery
from service.play.timekeeping import warned_before
from service.post.kinds import Timing, kind_named

AWAY_AFTER = timedelta(minutes=1)
"""How long after somebody was last known to look at a game a mail about it comes, at the earliest."""


@dataclass(frozen=True)
class Policy:
    """What somebody has chosen; the hours are those of clocks in `zone`, and equal ones are no quiet hours."""

    mode: Delivery = Delivery.AT_ONCE
    idle_minutes: int = 30
    digest_hour: int = 18
    quiet_from: int = 0
    quiet_to: int = 0
    paused_until: datetime | None = None
    zone: ZoneInfo = UTC_ZONE
    here_at: datetime | None = None
    """When they were last known to look at the game that a mail is about."""


def policy_of(account: Account, of_the_game: Delivery | None = None, here_at: datetime | None = None) -> Policy:
    """What an account has chosen, for the mails of a game for which it may have chosen otherwise."""
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
    """When a notice of that kind is due; None if its reader does not want it.

    Comfort costs nobody a turn: before a deadline, a mail comes at the latest when the reminder does. Only who has
    switched off these mails, or paused them, hears nothing.
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
    """When somebody is reminded of a turn that began then; what would disturb quiet hours comes as they begin."""
    reminded = deadline - warned_before(deadline - began)
    if not is_quiet(policy, reminded):
        return reminded
    quiet_since = last_stroke(policy.zone, policy.quiet_from, reminded)
    return quiet_since if quiet_since > began else reminded


def after_quiet(policy: Policy, at: datetime) -> datetime:
    """That time, or the end of the quiet hours that it falls into."""
    return next_stroke(policy.zone, policy.quiet_to, at) if is_quiet(policy, at) else at


def is_quiet(policy: Policy, at: datetime) -> bool:
    """Whether a time falls into the quiet hours, which may go over midnight."""
    since = (at.astimezone(policy.zone).hour - policy.quiet_from) % 24
    return since < (policy.quiet_to - policy.quiet_from) % 24


def next_stroke(zone: ZoneInfo, hour: int, at: datetime) -> datetime:
    """When clocks in the zone next strike the hour, from that time on.

    An hour that comes twice is struck once; one that is left out is struck when the clocks step over it.
    """
    return min(stroke for stroke in _strokes(zone, hour, at) if stroke >= at)


def last_stroke(zone: ZoneInfo, hour: int, at: datetime) -> datetime:
    """When clocks in the zone last struck the hour."""
    return max(stroke for stroke in _strokes(zone, hour, at) if stroke <= at)


def _strokes(zone: ZoneInfo, hour: int, at: datetime) -> Iterator[datetime]:
    """The strokes of the days round a time. Two to either side: a zone may step over a whole day, as Samoa did."""
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
