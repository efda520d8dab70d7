"""The figures of a run, as a table that can be put into a page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from statistics import median

from tests.soak.course import Run
from tests.soak.evidence import Row
from tests.soak.faults import FAULTS
from tests.soak.promises.news import UNSURE
from tests.soak.stillness import recovery, stillness, waits

LONG = 5.0
"""Seconds that play may stand still around a fault."""


def table(found: Run) -> Iterator[str]:
    """Yield a Markdown line for each figure."""
    yield from ("| what | seen |", "|---|---|")
    yield from (f"| {what} | {seen} |" for what, seen in (*_played(found), *_told(found), *_left(found)))


def by_fault(found: Run) -> Iterator[str]:
    """Yield a Markdown line for each kind of fault: moves during it, and the longest pause between two."""
    history, pauses = found.evidence.history, dict[str, float]()
    for name, pause in stillness(history):
        pauses[name] = max(pause, pauses.get(name, 0.0))
    yield from ("| fault | times | moves over REST | median | slowest | no move for |", "|---|---|---|---|---|---|")
    for name, took in sorted(waits(history).items()):
        figures = f"{median(took):.3f} s | {max(took):.2f} s" if took else "|"
        yield f"| {name} | {found.struck[name]} | {len(took)} | {figures} | {pauses[name]:.1f} s |"


def _played(found: Run) -> Iterator[tuple[str, str]]:
    evidence, plan = found.evidence, found.plan
    acknowledged = rows(found, "acknowledged")
    ways, late = Counter(row["by"] for row in acknowledged), sum(row["unknown"] > 0 for row in acknowledged)
    over = Counter(game["ruleset"] for game in evidence.games if game["status"] == "finished")
    yield "run", f"seed {plan.seed}; {found.raged / 60:.1f} min of faults, {found.seconds / 60:.1f} min in all"
    yield (
        "players",
        f"{plan.bots} programs, {plan.readers} people with links, {plan.writers} who answer, and the computer",
    )
    yield (
        "acknowledged moves",
        f"**{len(acknowledged)}**: {listed(ways)}; {late} of them after a question left unanswered",
    )
    yield "faults", f"**{found.struck.total()}** of {len(found.struck)} kinds (of {len(FAULTS)})"
    yield (
        "games",
        f"{len(evidence.games)}; over: {over.total()} ({listed(over)}), dice of {len(evidence.records)} looked at",
    )
    yield "sent again; out of date", f"{len(rows(found, 'repeated'))}; {len(rows(found, 'probed'))}"
    raced = rows(found, "raced")
    yield "several moves at once", f"{len(raced)} times, {sum(row['moves'] for row in raced)} moves"
    yield "lines cut", listed(Counter(row["where"] for row in rows(found, "cut")))
    yield "deadlines that passed", f"{len(rows(found, 'passed'))}"
    yield "what was asked for after Redis was back", told(asked_after(rows(found, "gone on")))
    yield "longest time without an acknowledged move", told(stillness(found.evidence.history))
    yield "the first move after a fault was mended", told(recovery(found.evidence.history))


def _told(found: Run) -> Iterator[tuple[str, str]]:
    evidence = found.evidence
    arrived = {row["message_id"] for row in evidence.mails}
    envelopes = Counter(row["state"] for row in evidence.envelopes)
    though = Counter(row["state"] for row in evidence.envelopes if row["message_id"] in arrived)
    hooks = len({row["message_id"] for row in evidence.hooks})
    read = sum(len(reader["seen"]) for reader in evidence.readers)
    yield "events", f"{len(evidence.events)}; {read} read by {len(evidence.readers)} readers"
    yield "envelopes", listed(envelopes)
    yield "arrived though its acknowledgement was lost", f"{though[UNSURE]}, called {UNSURE}"
    yield "mails", f"{len(evidence.mails)} arrived, {len(evidence.mails) - len(arrived)} of them copies"
    yield "webhooks", f"{len(evidence.hooks)} requests, {len(evidence.hooks) - hooks} of them sent again"


def _left(found: Run) -> Iterator[tuple[str, str]]:
    unavailable = Counter(row["status"] for row in rows(found, "unavailable"))
    later = Counter(row["kind"] for row in found.evidence.waiting)
    yield "no answer; 5xx", f"{len(rows(found, 'unanswered'))}; {listed(unavailable)}"
    yield "due later", f"{listed(later)}; {found.drained:.0f} s after the last fault"
    yield "falsified evidence", f"{len(found.caught)} of {len(found.caught) + len(found.missed)} noticed"
    yield "findings", f"**{len(found.findings)}**"


def told(times: Iterable[tuple[str, float]]) -> str:
    """Format the median and the maximum of all faults, and those longer than players should wait."""
    waits = sorted(times, key=lambda each: each[1])
    if not waits:
        return "none"
    worst = {name: wait for name, wait in waits if wait > LONG}
    halfway, (most, longest) = waits[len(waits) // 2][1], waits[-1]
    over = sum(wait > LONG for _, wait in waits)
    named = ", ".join(f"{name} {wait:.1f} s" for name, wait in reversed(worst.items()))
    return (
        f"{halfway:.1f} s for half of them, {longest:.1f} s at most ({most}); over {LONG:.0f} s in {over}"
        f"{f': {named}' if named else ''}"
    )


def asked_after(gone_on: Iterable[Row]) -> Iterator[tuple[str, float]]:
    """Each thing that was asked for after a fault, and the seconds until it was done."""
    for row in gone_on:
        yield from ((f"{what} after {row['fault']}", seconds) for what, seconds in row["seconds"].items())


def rows(found: Run, kind: str) -> list[Row]:
    """Return the history's entries of that kind."""
    return [row for row in found.evidence.history if row["kind"] == kind]


def listed(counted: Counter[str] | Counter[int]) -> str:
    """Numbers by name, the most first."""
    return ", ".join(f"{number} {name}" for name, number in counted.most_common()) or "none"
