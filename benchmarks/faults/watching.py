"""Make a fault, and see which of the operator's tools says so, when and in which words."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from textwrap import shorten
from threading import Event
from time import monotonic

import httpx

from benchmarks.faults.faults import FAULTS
from benchmarks.faults.installation import Installation, NotTried, installed
from benchmarks.faults.traffic import Traffic
from workers.doctor.finding import State

PAUSE = 5.0
"""Seconds between two rounds of looks."""
SETTLES = 120.0
"""Seconds in which an installation gets well after its start."""
MAILS = 3
"""Emails that have left before a fault is made."""
PATIENCE = 10.0
LONGEST = 200
"""Characters of a cell."""
DIGITS = re.compile(r"\d[\d.,:]*")


def doctor(at: Installation) -> list[str]:
    """Return the findings of `sundial doctor` that need fixing."""
    done = at.sundial("doctor")
    wrong = [line for line in done.stdout.splitlines() if line.startswith(State.TO_MEND)]
    return [line.removeprefix(State.TO_MEND).strip() for line in wrong] or _last_line(done.stderr)


def status(at: Installation) -> list[str]:
    """Return the complaints of `sundial status`."""
    done = at.sundial("status", "--json")
    try:
        return list(json.loads(done.stdout)["complaints"])
    except ValueError:
        return _last_line(done.stderr)


def readyz(at: Installation) -> list[str]:
    """Return what `/readyz` says other than that all is well."""
    try:
        answer = httpx.get(f"{at.address}/readyz", timeout=PATIENCE)
        told = answer.json()
    except (httpx.HTTPError, ValueError) as failure:
        return [f"no answer ({type(failure).__name__})"]
    if not answer.is_success:
        return [f"{answer.status_code} {told.get('code')}"]
    return [f"{answer.status_code}, held_up: {name}" for name in told["held_up"]]


def rules(at: Installation) -> list[str]:
    """Return the alerts that fire; none if Prometheus has no time for an answer."""
    try:
        answer = httpx.get(f"{at.prometheus}/api/v1/alerts", timeout=PATIENCE).raise_for_status()
    except httpx.HTTPError:
        return []
    firing = [alert for alert in answer.json()["data"]["alerts"] if alert["state"] == "firing"]
    return [f"{alert['labels']['alertname']}: {alert['annotations']['summary']}" for alert in firing]


TOOLS: dict[str, Callable[[Installation], list[str]]] = {
    "doctor": doctor,
    "status": status,
    "/readyz": readyz,
    "rule": rules,
}
NEEDED = ("doctor", "status", "rule")
"""Each fault should be seen by these. `/readyz` is not one of them: it says whether requests can be answered."""


@dataclass(frozen=True)
class Sight:
    """What a tool said first, and when: in seconds after the fault."""

    seconds: float
    words: str


@dataclass(frozen=True)
class Row:
    """What all tools said about a fault; `not_tried` says why it could not be made."""

    fault: str
    sights: dict[str, Sight]
    watched: float = 0.0
    not_tried: str = ""

    def __str__(self) -> str:
        cells = [self._cell(tool) for tool in TOOLS]
        return f"| {' | '.join([self.fault, *cells])} |"

    def _cell(self, tool: str) -> str:
        if self.not_tried:
            return shorten(f"not tried: {self.not_tried}", LONGEST, placeholder=" …")
        sight = self.sights.get(tool)
        if sight is None:
            return f"**nothing** ({self.watched:.0f} s)"
        words = shorten(sight.words.replace("|", "/"), LONGEST, placeholder=" …")
        return f"{sight.seconds:.0f} s: {words}"


def watch(name: str, seconds: float, over: Event, needed: Iterable[str] = NEEDED) -> Row:
    """Make the fault in an installation of its own; return when the tools that are needed have seen it."""
    try:
        with installed(over) as at, closing(Traffic(at)):
            before = _well(at, over)
            FAULTS[name](at)
            return _seen(at, name, before, seconds, over, set(needed))
    except (NotTried, httpx.HTTPError) as reason:
        return Row(name, {}, not_tried=" ".join(str(reason).split()))


def _well(at: Installation, over: Event) -> dict[str, set[str]]:
    """Wait until emails leave and nothing is late; return what each tool says then."""
    until = monotonic() + SETTLES
    while len(at.mail_server.mails) < MAILS or status(at):
        if monotonic() > until or over.wait(PAUSE):
            raise NotTried(f"it does not get well: {status(at) or 'no email leaves'}")
    return {tool: set(map(_shape, look(at))) for tool, look in TOOLS.items()}


def _seen(
    at: Installation, name: str, before: dict[str, set[str]], seconds: float, over: Event, needed: set[str]
) -> Row:
    """Ask the tools side by side until those that are needed have seen the fault, which has just been made."""
    sights: dict[str, Sight] = {}
    began = monotonic()

    def ask(tool: str) -> None:
        while tool not in sights and needed - sights.keys() and monotonic() - began < seconds:
            if new := [line for line in TOOLS[tool](at) if _shape(line) not in before[tool]]:
                sights[tool] = Sight(monotonic() - began, "; ".join(new))
            elif over.wait(PAUSE):
                return

    with ThreadPoolExecutor(len(TOOLS)) as pool:
        list(pool.map(ask, TOOLS))
    return Row(name, sights, monotonic() - began)


def _shape(line: str) -> str:
    """Return a line without its numbers, which change all the time."""
    return DIGITS.sub("#", line)


def _last_line(output: str) -> list[str]:
    return output.strip().splitlines()[-1:]
