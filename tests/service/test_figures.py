"""Limits and times that people, programs and operators rely on: whoever changes one does so on purpose, and here.

`python -m tests.mutants` knows by the names of the modules which of them a test is about.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, date, datetime, timedelta
from importlib import import_module
from typing import Any

import pytest

from service.work.forgetting import Rule

SECOND, MINUTE, HOUR, DAY = timedelta(seconds=1), timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
FIGURES: Mapping[str, Mapping[str, Any]] = {
    "service.beacon.promises": {"CLOSED_BEFORE": 30 * SECOND, "PATIENCE": 6 * HOUR},
    "service.beacon.reading": {"FIRST_PAUSE": 10 * SECOND, "LONGEST_PAUSE": MINUTE},
    "service.play.analyses": {"LEASE": 2 * MINUTE, "ATTEMPTS": 3},
    "service.play.audits": {"MAX_FAULT": 200},
    "service.play.challenges": {"FOR_TWO": 2, "MOST_AT_ONCE": 10, "LISTED": 100, "MET": 1000},
    "service.play.chat": {"NOBODY": -1, "WINDOW": HOUR, "TALK_AFTER_THE_END": 14 * DAY},
    "service.play.clocks": {"CALLED_BEFORE": 3 * HOUR},
        "service.play.daily": {"FIRST_DAY": date(2026, 1, 1), "DAYS_TO_FINISH": 14, "MOST_RESULTS": 400},
    "service.play.game_search": {"MAX_PAGE": 100, "NOBODY": -1},
    "service.play.games": {"MIN_LEVEL": 1, "MAX_LEVEL": 5, "_MOST_DIGITS": 9},
    "service.play.moves": {"MAX_ALTERNATIVES": 5},
    "service.play.invitations": {"DAY": DAY, "MOST_REMINDERS": 3, "RECENT": 8},
    "service.play.opponents": {"THINKING_LEASE": 2 * MINUTE},
    "service.play.plans": {"PLAYING_LEASE": 2 * MINUTE, "LONGEST_WAIT": 60},
    "service.play.positions": {"CACHED_POSITIONS": 500, "MARK_BYTES": 8},
    "service.play.proposals": {"MOST_GRACE": 60, "MOST_TRIES": 3},
    "service.play.record_forms": {"LONGEST_LOG": 2000, "MOST_SEATS": 4, "MOST_LEVEL": 9, "INT32": 2**31 - 1},
    "service.play.reports": {"WINDOW": DAY},
    "service.play.retention": dict.fromkeys(("opponent_turns", "analyses", "kept_branches", "reports"), 90 * DAY),
    "service.play.substitutes": {"ASKED": 5, "LOOKED_AT": 50, "LISTED": 100},
    "service.play.track_records": {"MOST_GAMES": 500, "MOST_COUNTED": 50},
    "service.play.turns": {"AUDITED_EVERY": DAY},
    "service.work.events": {"BATCH": 10_000},
    "service.work.forgetting": {"BATCH": 500},
    "service.work.heartbeats": {
        "SINCE": datetime(2026, 1, 1, tzinfo=UTC), "NOTICED": 15 * MINUTE, "NOTICED_FAST": MINUTE
    },
    "service.work.retention": {"answers": 7 * DAY, "events": 90 * DAY},
    "service.work.wake": {
        "TOGETHER": 0.02, "PAUSE_AFTER_FAILURE": 5, "ANSWER_SECONDS": 1, "CONNECT_SECONDS": 0.3, "AUDIENCE_KEPT": 60
    },
    "workers.jobs.audits": {"BATCH": 50},
    "workers.jobs.beacons": {"MOST": 100},
    "workers.jobs.clocks": {"BATCH": 100},
    "workers.jobs.departures": {"BATCH": 10},
    "workers.jobs.inbound": {"BATCH": 20},
    "workers.jobs.notices": {"BATCH": 20},
    "workers.jobs.opponents": {"PATIENCE": 3},
    "workers.jobs.plans": {"BATCH": 10},
    "workers.jobs.seeks": {"BATCH": 50},
    "workers.jobs.webhooks": {"AT_ONCE": 100, "RUN_FOR": 60, "LOOK_EVERY": 0.5},
}  # fmt: skip


@pytest.mark.parametrize("module", FIGURES)
def test_what_others_rely_on_is_as_they_were_told(module: str) -> None:
    found = vars(import_module(module))
    assert {name: _figure(found[name]) for name in FIGURES[module]} == FIGURES[module]


def _figure(found: Any) -> Any:
    """Of a rule about what is forgotten: after how long."""
    return found.after if isinstance(found, Rule) else found
