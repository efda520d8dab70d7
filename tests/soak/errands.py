"""Requests to every program after a fault, and the seconds until each was done."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from random import Random
from threading import Event
from time import monotonic

import httpx

from service.cli.token import token as tokens
from tests.journeys.mail_player import kind_of
from tests.playing import done_here
from tests.soak.nemesis import World
from tests.soak.people import LetterWriter

PATIENCE = 120.0
"""Seconds for which what is not done is waited for."""
PAUSE = 0.2
LAG = "sundial_clock_lag_seconds "
FAILING = "SELECT id FROM webhook_delivery WHERE state = 'queued' AND attempts > 0"
"""While a receiver of webhooks is waited for, nothing is known of how soon it gets more."""
METRICS_PATIENCE = 10.0


def run(world: World, before: str) -> dict[str, float]:
    """Send the requests; return the seconds until each was done, PATIENCE if not, including the email asked for
    `before`.
    """
    began = monotonic()
    waiting = _asked(world, began, before)
    done: dict[str, float] = {}
    while len(done) < len(waiting) and monotonic() - began < PATIENCE:
        done |= {name: monotonic() - began for name, is_done in waiting.items() if name not in done and is_done()}
        Event().wait(PAUSE)
    return {name: round(done.get(name, PATIENCE), 1) for name in waiting}


def _asked(world: World, began: float, before: str) -> dict[str, Callable[[], bool]]:
    """Ask for something of each program; each with how to see that it is done."""
    office, host, company = world.installation.post_office, world.sleepers[0], world.owner.company
    is_delivering = world.installation.hooks.requests and not world.installation.database.rows(FAILING)
    asker, writer = world.stranger(), f"help-{world.stranger()}"
    world.ask_for_mail(asker)
    done_here(tokens, "create", writer, knobs=world.installation.knobs)
    inbound = [port for name, port in world.installation.ports.items() if name.startswith("inbound")]
    LetterWriter(office, inbound, writer, company, Random(0)).write_to_general_address("help")
    world.wake_sleepers()
    seats = [{"ai": 1}, {"me": True}, {"account": company.bots[0]}]  # a webhook tells that one
    game = host.host({"ruleset": "seasons", "seats": seats, "shuffle_seats": False, "visibility": "public"})
    found: dict[str, Callable[[], bool]] = {
        "mails asked for before": lambda: office.has_said_so(before),
        "mails": lambda: office.has_said_so(asker),
        "inbound": lambda: any(kind_of(mail) == "general-mailbox" for mail in office.copies_apart(writer)),
        "thinkers": lambda: host.get(f"games/{game}")["to_move"] == 1,
        "sweeps": lambda: _clock_lag(world) < monotonic() - began,
    }
    if is_delivering:
        found["webhooks"] = lambda: any(game.encode() in each.body for each in list(world.installation.hooks.requests))
    return found


def _clock_lag(world: World) -> float:
    """How long ago the schedule was kept, in seconds."""
    with suppress(httpx.HTTPError):
        lines = httpx.get(f"{world.installation.addresses[0]}/metrics", timeout=METRICS_PATIENCE).text.splitlines()
        return next((float(line.removeprefix(LAG)) for line in lines if line.startswith(LAG)), PATIENCE)
    return PATIENCE
