"""Deliveries to devices: decide whether a notification still holds, seal and sign it, and note what came of it."""

from __future__ import annotations

import json
import re
import unicodedata
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from urllib.parse import urlsplit

from sqlalchemy import delete, update

from rules.json_types import Json
from service.accounts.sessions import is_over
from service.config.settings import settings
from service.db.engines import session, transaction
from service.jobs import leases
from service.models import Account, Delivery, Game, GameSeat, GameStatus, PushDelivery, PushDevice, WorkState
from service.notifications.timing import due_at, policy_of
from service.play.seating import game_anew, seat_of
from service.play.turn_clocks import grace_of
from service.push.devices import subscription_of
from service.push.encryption import encrypted
from service.push.keys import push_key, signer
from service.security.encryption import Undecryptable
from service.security.keys import digest
from service.webhooks.outcomes import AttemptOutcome, requested_pause
from service.webhooks.requests import WebhookRequest

MAX_ATTEMPTS = 12
"""With the pauses between them these last three hours."""
SIGNED_FOR = timedelta(hours=12)
"""Half of what RFC 8292, 2 allows, for clocks that are wrong."""
KEPT_FOR = timedelta(days=7)
"""How long push services keep a notification without a deadline; they keep none for longer than four weeks."""
TEST_KEPT_FOR = timedelta(minutes=5)
SOON = timedelta(hours=1)
"""Before a deadline that is nearer than this, a telephone is woken."""
LONGEST_TEXT = 120
"""Letters of a title or sentence, at most 480 bytes; with the rest, a payload has less than 2 KB."""
GONE = (404, 410)
OTHER_KEY = re.compile(rb"VapidPkHashMismatch|do not correspond to the credentials", re.IGNORECASE)
"""How Apple and Google say that a browser subscribed with another key of ours."""
TOPIC_DIGITS = 32
"""RFC 8030, 5.4."""


@dataclass(frozen=True)
class Due:
    """A notification that is to be sent now."""

    device: PushDevice
    game: Game | None
    """None for a test."""


def wanted_at(account: Account, seat: GameSeat, game: Game, written_at: datetime, now: datetime) -> datetime:
    """Compute when a turn is announced: at once, but after quiet hours, pauses, and visits of the game.

    How emails come plays no part: a turn that is seen by then needs none.
    """
    policy = replace(policy_of(account, here_at=seat.here_at), mode=Delivery.AT_ONCE)
    waits = written_at + grace_of(game) if game.grace_minutes else written_at
    due = due_at("your-turn", policy, waits, game.deadline) or waits
    return due if due > now else due_at("your-turn", policy, now, game.deadline) or due


def due_now(delivery: PushDelivery, now: datetime) -> Due | None:
    """Return what a claimed delivery tells, or settle it: over, put off, or to a device that ended."""
    device = session().get(PushDevice, delivery.device_id, populate_existing=True)
    if device is None:
        return None  # its deliveries went with it
    if is_over(device.session, now):
        drop_device(device.mark)
        return None
    game = game_anew(delivery.game_id) if delivery.game_id is not None else None
    if device.public != push_key().public or (game is not None and not _is_under_way(delivery, game)):
        leases.settle(delivery, state=WorkState.SUPERSEDED)
        return None
    if game is not None and delivery.seat is not None:
        due = wanted_at(device.session.account, seat_of(game, delivery.seat), game, delivery.created_at, now)
        if due > now:
            leases.settle(delivery, due_at=due, attempts=delivery.attempts - 1)
            return None
    return Due(device, game)


def sealed(due: Due, told: dict[str, Json], now: datetime) -> WebhookRequest | None:
    """Encrypt and sign a notification (RFC 8291, 8292); None if its device's keys are lost."""
    try:
        to = subscription_of(due.device)
    except Undecryptable:
        return None
    cut = {name: shortened(text) if isinstance(text, str) else text for name, text in told.items()}
    body = encrypted(json.dumps(cut, ensure_ascii=False).encode(), to)
    return WebhookRequest(to.endpoint, _headers(due, to.endpoint, now), body)


def note_outcome(delivery: PushDelivery, mark: str, outcome: AttemptOutcome, now: datetime) -> None:
    """Record the outcome of a claimed delivery; a browser that is gone gets no more, others are tried later."""
    if outcome.status in GONE or OTHER_KEY.search(outcome.said):
        drop_device(mark)
        return
    with transaction() as current:
        of_it = update(PushDevice).where(PushDevice.mark == mark)
        if outcome.trouble is None:
            leases.settle(delivery, state=WorkState.DONE, status=outcome.status)
            current.execute(of_it.values(failures=0))
            return
        earliest = now + requested_pause(outcome.status, outcome.retry_after, now)
        is_last = delivery.game_id is None or delivery.attempts >= MAX_ATTEMPTS
        leases.put_off(delivery, now, for_good=is_last, earliest=earliest, status=outcome.status, first_due_at=None)
        current.execute(of_it.values(failures=PushDevice.failures + 1))


def drop_device(mark: str) -> None:
    """End a device by its endpoint, with all its deliveries; another endpoint of the same browser stays."""
    with transaction() as current:
        current.execute(delete(PushDevice).where(PushDevice.mark == mark))


def shortened(text: str) -> str:
    """Cut a text to LONGEST_TEXT letters, never within a letter that has several characters."""
    if len(text) <= LONGEST_TEXT:
        return text
    end = LONGEST_TEXT - 1
    while end > 0 and (_continues(text[end]) or text[end - 1] == "\u200d"):
        end -= 1
    return f"{text[:end]}…"


def _continues(letter: str) -> bool:
    """Check whether a character belongs to the one before it: accents, joiners, and skin colours of emoji."""
    return unicodedata.category(letter).startswith("M") or letter == "\u200d" or "\U0001f3fb" <= letter <= "\U0001f3ff"


def _is_under_way(delivery: PushDelivery, game: Game) -> bool:
    is_same = game.status == GameStatus.ACTIVE and game.turn == delivery.turn and game.to_move == delivery.seat
    return is_same and seat_of(game, game.to_move or 0).is_played_by_a_person


def _headers(due: Due, endpoint: str, now: datetime) -> dict[str, str]:
    """Build the headers; the claims are new each time, as their audience is the push service."""
    parts, kept, game = urlsplit(endpoint), TEST_KEPT_FOR, due.game
    if game is not None:
        kept = KEPT_FOR if game.deadline is None else max(game.deadline - now, timedelta())
    is_soon = game is None or (game.deadline is not None and game.deadline - now < SOON)
    vapid = signer()
    vapid.conf["no-strict"] = True  # else it refuses domains without a dot
    claims = {
        "aud": f"{parts.scheme}://{parts.netloc}",
        "exp": int((now + SIGNED_FOR).timestamp()),
        "sub": f"mailto:postmaster@{settings().mail_domain}",
    }
    return {
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(int(kept.total_seconds())),
        "Topic": digest(game.id if game else "test")[:TOPIC_DIGITS],
        "Urgency": "high" if is_soon else "normal",
        "X-WNS-Type": "wns/raw",  # Microsoft requires it
        **vapid.sign(claims),
    }
