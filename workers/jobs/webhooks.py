"""Webhooks: write deliveries of new events for each endpoint, and send them concurrently."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from random import SystemRandom
from typing import TypeAlias

from flask import current_app

from service.config.key_ring import KeyGone
from service.db import clock
from service.db.clock import Clock
from service.db.engines import session
from service.jobs import queues, wake
from service.models import WebhookDelivery
from service.sandbox import Sandbox
from service.security.ssrf import allowed_networks, allowed_ports
from service.webhooks.deliveries import claim_deliveries, fan_out
from service.webhooks.endpoints import accounts_with_webhooks
from service.webhooks.outcomes import AttemptOutcome, note_outcome, put_off, release
from service.webhooks.requests import WebhookRequest, signed
from workers.draining import give_back
from workers.error_barrier import survive
from workers.faults import repeating
from workers.http_client import Poster
from workers.stopping import is_asked

NAME = queues.WEBHOOKS
EVERY = 5.0

AT_ONCE = 100
"""Concurrent requests of one run, each to another endpoint."""
RUN_FOR = 60.0
"""Seconds after which a run starts no further requests, and finishes."""
LOOK_EVERY = 0.5
"""Seconds after which a run claims due deliveries, even if no request has ended."""

UNSIGNED = AttemptOutcome(None, "secret", 0)
"""The outcome of a delivery whose endpoint secret depends on a missing secret key: nothing could be sent."""

Post: TypeAlias = Callable[[WebhookRequest], Awaitable[AttemptOutcome]]

chance = SystemRandom().random


def run() -> bool:
    """Send due deliveries; return whether the time limit was reached."""
    wake.note_audience(accounts_with_webhooks)
    poster = Poster(current_app.config["RESOLVE"], allowed_networks(), ports=allowed_ports())
    sandbox: Sandbox | None = current_app.config["SANDBOX"]
    return asyncio.run(send_due(clock.now, repeating(poster.post, sandbox.faults) if sandbox else poster.post))


async def send_due(now: Clock, post: Post, run_for: float = RUN_FOR) -> bool:
    """Send until nothing is due or the time is over; return whether it was. A slow endpoint delays only itself."""
    time = asyncio.get_running_loop().time
    until = time() + run_for
    under_way: dict[asyncio.Task[None], WebhookDelivery] = {}
    try:
        while True:
            if time() < until and not is_asked():
                under_way |= _begin(now, post, AT_ONCE - len(under_way))
            if not under_way:
                return time() >= until
            done, _ = await asyncio.wait(under_way, timeout=LOOK_EVERY, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                delivery = under_way.pop(task)
                if not survive(task.result, f"webhook delivery {delivery.id}"):
                    put_off(delivery, now())
    finally:
        for delivery in under_way.values():
            give_back(partial(release, delivery))


def _begin(now: Clock, post: Post, limit: int) -> dict[asyncio.Task[None], WebhookDelivery]:
    survive(fan_out, "the fan-out of events")
    claimed = claim_deliveries(now(), limit) if limit else []
    return {asyncio.create_task(_send(delivery, now, post)): delivery for delivery in claimed}


async def _send(delivery: WebhookDelivery, now: Clock, post: Post) -> None:
    try:
        request = signed(delivery, now())
    except KeyGone:
        note_outcome(delivery, UNSIGNED, now(), chance())
        return
    session().rollback()  # the receiver may be slow, and an open transaction would block others
    if request is not None:
        outcome = await post(request)
        note_outcome(delivery, outcome, now(), chance())
