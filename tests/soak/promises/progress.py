"""Promises about progress: deadlines, dice, unfinished work, and responses during faults."""

from __future__ import annotations

import importlib.util
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import ModuleType

from tests.soak.evidence import Evidence, Row
from tests.soak.promises import check, of_kind

REMINDING = ("reminder",)
"""Notices that are due long after they were written."""
RETRY_MOST, RETRY_FIRST = 3600.0, 10.0
"""Seconds: what was refused is tried again after 10, 20, 40 … and at most an hour."""
HOOK_PAUSES = (5, 300, 1800, 7200, 18000, 36000, 50400, 72000, 86400)
JITTER = 1.2
SLACK = 90.0
"""Seconds that a clock may be off here."""
SWEPT = 10.0
"""Seconds within which a sweep has come by, or the one after it: nothing is stuck that has only become due."""

SOON = 60.0
"""Seconds, on a busy machine; what is broken never goes on at all."""


@check("deadlines")
def deadlines_are_struck_once(evidence: Evidence) -> Iterator[str]:
    """Check that each expired deadline ends the seat once, whoever notices it."""
    games = {game["id"]: game for game in evidence.games}
    left = Counter(seat["game"] for seat in evidence.seats if seat["left_by"] == "time")
    passed = {row["game"] for row in of_kind(evidence, "passed")}
    for game in passed:
        if (games[game]["status"], games[game]["ended_by"], left[game]) != ("finished", "time", 1):
            yield f"{game} is {games[game]['status']}, {left[game]} seats were given up on time"
    for game in set(left) - passed:
        yield f"{game}: a seat was given up on time whose time was not over"


@check("dice")
def dice_verify(evidence: Evidence) -> Iterator[str]:
    """Seats and dice of each game that is over come from its seed, and its record is its log."""
    logs: defaultdict[str, list[tuple[int, int, str]]] = defaultdict(list)
    for entry in evidence.log:
        logs[entry["game"]].append((entry["number"], entry["seat"], entry["action"]))
    for record in evidence.records:
        yield from (f"{record['id']}: {text}" for text in dice_file().differences(record))
        shown = [(number, entry["seat"], entry["action"]) for number, entry in enumerate(record["log"])]
        if shown != sorted(logs[record["id"]]):
            yield f"{record['id']}: its record is not its log"


@cache
def dice_file() -> ModuleType:
    """Import the stand-alone verifier in `docs/`."""
    path = Path(__file__).parents[3] / "docs" / "verify_dice.py"
    spec = importlib.util.spec_from_file_location("verify_dice", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@check("stuck")
def nothing_is_stuck(evidence: Evidence) -> Iterator[str]:
    """Check that unfinished work is leased or due later, and that each running game has a player to move."""
    for row in evidence.waiting:
        called = f"a row of {row['kind']} ({row['sort']})"
        if row["is_due"] and not row["is_leased"] and row["seconds"] < -SWEPT:
            yield f"{called} is due since {-row['seconds']:.0f} s, and nobody does it"
        if row["seconds"] > latest(row):
            yield f"{called} waits {row['seconds']:.0f} s after {row['attempts']} attempts"
    for game in evidence.games:
        if game["status"] == "active" and game["to_move"] is None:
            yield f"{game['id']} is active, and nobody is to move"


def latest(row: Row) -> float:
    """In how many seconds a row may be due at the latest, after so many attempts."""
    if row["kind"] == "notice" and row["sort"] in REMINDING:
        return float("inf")
    if row["kind"] == "webhook_delivery":
        return JITTER * HOOK_PAUSES[min(row["attempts"], len(HOOK_PAUSES)) - 1] + SLACK if row["attempts"] else SLACK
    return min(RETRY_FIRST * 2 ** min(row["attempts"] - 1, 12), RETRY_MOST) + SLACK if row["attempts"] else SLACK


@check("hints")
def all_goes_on_without_hints(evidence: Evidence) -> Iterator[str]:
    """Check that after Redis returns each program does requests within a minute, or finds them by a sweep."""
    for row in of_kind(evidence, "gone on"):
        for what, seconds in row["seconds"].items():
            if seconds > SOON:
                yield f"{what} took {seconds:.0f} s after {row['fault']!r}"


@check("answers")
def answers_are_answers(evidence: Evidence) -> Iterator[str]:
    """Check that refusals during faults are 503 with an explanation, and never a bare 500."""
    counted = Counter(
        (row["status"], row["path"], row["text"][:60])
        for row in of_kind(evidence, "unavailable")
        if row["status"] != 503 or not row["told"]
    )
    yield from (f"{times} times {status} at {path}: {text!r}" for (status, path, text), times in counted.items())
    yield from (f"{row['player']} could not go on: {row['why']}" for row in of_kind(evidence, "broken"))
