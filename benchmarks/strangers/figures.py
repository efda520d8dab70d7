"""Waits, their limits, and the table of them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from statistics import median
from time import perf_counter

PAGE, BY_PAGE, BY_API = "page ms", "by page ms", "by API ms"
TURN_MAIL, MAILED, HINT = "turn mail s", "mailed move s", "hint s"
LEVEL = {1: "level 1 s", 5: "level 5 s"}
MOST = {TURN_MAIL: 2.0, MAILED: 5.0, LEVEL[1]: 2.0, LEVEL[5]: 15.0, HINT: 3.0}
"""Limits in seconds."""
MOST_OF_A_PAGE, TIMES_QUIET = 0.050, 3
OF_PLAYERS = (PAGE, BY_PAGE, BY_API, TURN_MAIL, MAILED, LEVEL[1], LEVEL[5], HINT)
OF_VISITORS = (PAGE, LEVEL[1], LEVEL[5], HINT)
PLAYER, VISITOR = "player", "visitor"
COLUMNS = [(PLAYER, what) for what in OF_PLAYERS] + [(VISITOR, what) for what in OF_VISITORS]
Column = tuple[str, str]


class GaveUp(Exception):
    """Everything has ended before the awaited result came."""


@dataclass(frozen=True)
class Wait:
    """Seconds that somebody waited; in vain unless it has ended."""

    seconds: float
    has_ended: bool = True


@dataclass
class Waits:
    """All waits and refusals of one person, once `counts` is set."""

    taken: defaultdict[str, list[Wait]] = field(default_factory=lambda: defaultdict(list))
    refused: Counter[str] = field(default_factory=Counter)
    counts: bool = False

    @contextmanager
    def of(self, what: str) -> Iterator[None]:
        """Record the time of a block, also if it gives up."""
        begun = perf_counter()
        try:
            yield
            self._note(what, Wait(perf_counter() - begun))
        except GaveUp:
            self._note(what, Wait(perf_counter() - begun, has_ended=False))
            raise

    def _note(self, what: str, wait: Wait) -> None:
        if self.counts:
            self.taken[what].append(wait)

    def refuse(self, why: str) -> None:
        """Count a refusal."""
        if self.counts:
            self.refused[why] += 1


@dataclass(frozen=True)
class Fact:
    """A fact about a flood besides times, and whether it is as intended."""

    text: str
    holds: bool = True


@dataclass
class Row:
    """Measurements beside a flood."""

    name: str
    waits: Mapping[str, Waits]
    got: Mapping[str, int] = field(default_factory=dict)
    """The flood's answers."""
    rows: Mapping[str, int] = field(default_factory=dict)
    size: int = 0
    """Growth of the database in bytes."""
    facts: Sequence[Fact] = ()

    def cell(self, column: Column, quiet: Row) -> str:
        """Format the median and longest wait; mark those that miss their target."""
        who, what = column
        waits = sorted(self.waits[who].taken[what], key=lambda wait: wait.seconds)
        if not waits:
            return "-"
        middle = Wait(median(wait.seconds for wait in waits), waits[len(waits) // 2].has_ended)
        parts = zip((middle, waits[-1]), _most(what, quiet.waits[who].taken[what]), strict=True)
        return " / ".join(_shown(wait, most, what) for wait, most in parts)


def report(rows: Sequence[Row]) -> None:
    """Print the table of waits, each flood's answers, and its leftovers."""
    quiet = rows[0]
    print("\nMedian / longest wait; ! misses its target, > had not ended by then. Targets: page and moves 3 x quiet or")
    print("50 ms; " + ", ".join(f"{what.removesuffix(' s')} {most:g} s" for what, most in MOST.items()) + "\n")
    print("| flood | " + " | ".join(f"{who[0]}: {what}" for who, what in COLUMNS) + " |")
    print("|---" * (1 + len(COLUMNS)) + "|")
    for row in rows:
        print(f"| {row.name} | " + " | ".join(row.cell(column, quiet) for column in COLUMNS) + " |")
    print("\n| flood | was answered | player, visitor were refused | rows left | KiB left | facts |")
    print("|---" * 6 + "|")
    for row in rows:
        refused = "; ".join(_counted(waits.refused) or "nothing" for waits in row.waits.values())
        facts = "; ".join(("" if fact.holds else "! ") + fact.text for fact in row.facts)
        print(f"| {row.name} | {_counted(row.got)} | {refused} | {_counted(row.rows)} | {row.size // 1024} | {facts} |")
    print()


def _most(what: str, quiet: Sequence[Wait]) -> tuple[float, float]:
    """Return the limits of the median and the longest wait."""
    if what in MOST:
        return MOST[what], MOST[what]
    seconds = [wait.seconds for wait in quiet] or [0.0]
    middle, longest = (max(MOST_OF_A_PAGE, TIMES_QUIET * each) for each in (median(seconds), max(seconds)))
    return middle, longest


def _shown(wait: Wait, most: float, what: str) -> str:
    number = f"{1000 * wait.seconds:.0f}" if what not in MOST else f"{wait.seconds:.1f}"
    return f"{'' if wait.has_ended else '>'}{number}{'!' if wait.seconds > most else ''}"


def _counted(times: Mapping[str, int]) -> str:
    return ", ".join(f"{name}: {number}" for name, number in sorted(times.items(), key=lambda each: -each[1]))
