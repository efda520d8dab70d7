"""Notifications of devices: send due ones concurrently."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import timedelta
from typing import TypeAlias

from flask import current_app

from rules.json_types import Json
from service.db import clock
from service.db.clock import Clock
from service.db.engines import session
from service.jobs import queues
from service.jobs.leases import claim
from service.language.catalogue import gettext, in_language
from service.models import Account, PushDelivery
from service.play.game_search import find_games
from service.presentation.due_turns import MINE, turn_in_words
from service.push.deliveries import Due, drop_device, due_now, note_outcome, sealed
from service.security.ssrf import allowed_networks, allowed_ports
from service.webhooks.outcomes import AttemptOutcome
from service.webhooks.requests import WebhookRequest
from workers.error_barrier import survive
from workers.http_client import Poster

NAME = queues.PUSH
EVERY = 5.0

BATCH = 50
"""Concurrent requests of one run."""
SENDING_LEASE = timedelta(minutes=1)
"""Well above the timeout of a request."""
OPEN_TURNS = 30
"""Turns of other games that one notification names, so that those of past turns are closed."""

Post: TypeAlias = Callable[[WebhookRequest], Awaitable[AttemptOutcome]]


def run() -> bool:
    """Send a batch of due notifications."""
    poster = Poster(current_app.config["RESOLVE"], allowed_networks(), ports=allowed_ports())
    return asyncio.run(send_due(clock.now, poster.post))


async def send_due(now: Clock, post: Post) -> bool:
    """Send due notifications; return whether there may be more. A slow push service delays only its own."""
    claimed = claim(PushDelivery, now(), SENDING_LEASE, BATCH)
    sending = [asyncio.create_task(_send(delivery, now, post)) for delivery in claimed]
    if sending:
        await asyncio.wait(sending)
    for task, delivery in zip(sending, claimed, strict=True):
        if not survive(task.result, f"notification {delivery.id}"):
            note_outcome(delivery, "", AttemptOutcome(None, "fault", 0), now())  # of ours: no device is to blame
    return len(claimed) == BATCH


async def _send(delivery: PushDelivery, now: Clock, post: Post) -> None:
    due = due_now(delivery, now())
    if due is None:
        return
    request, mark = sealed(due, _told(due), now()), due.device.mark
    if request is None:
        drop_device(mark)
        return
    session().rollback()  # the push service may be slow, and an open transaction would block others
    note_outcome(delivery, mark, await post(request), now())


def _told(due: Due) -> dict[str, Json]:
    """Say what a notification shows, in the account's language, and in which games it is still one's turn."""
    account = session().get_one(Account, due.device.account_id)
    with in_language(account.language):
        title, body = "Sundial", gettext("Notifications work on this device.")
        if due.game is not None:
            title, body = turn_in_words(due.game, account)
        action = gettext("Open")
    open_turns, _ = find_games(account, replace(MINE, limit=OPEN_TURNS))
    return {
        "title": title,
        "body": body,
        "action": action,
        "url": f"/games/{due.game.id}" if due.game else "/me/times",
        "open": [f"/games/{game.id}" for game in open_turns],
    }
