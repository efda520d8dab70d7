"""Source of a flood: a process of its own at `nice 19`, which prints how often it got each answer.

`python -m benchmarks.strangers.stranger NAME`; a line of JSON on its standard input gives the address and the duration.
"""

from __future__ import annotations

import json
import os
import sys
from collections import Counter
from collections.abc import Callable
from itertools import count
from threading import Lock, Thread
from time import monotonic, sleep
from typing import Any

import httpx

from benchmarks.strangers.browsers import Browser, MailServer, letter, line
from benchmarks.strangers.scene import FLOODS_FROM

NICE = 19
PAUSE = 0.2
"""Seconds until a broken connection is retried."""


class Stranger:
    """One machine without an account; `told` holds its prior knowledge."""

    def __init__(self, told: dict[str, Any]) -> None:
        self.told = told
        self.address, self.mail_port = str(told["address"]), int(told["mail_port"])
        self.ends = monotonic() + float(told["seconds"])
        self.numbers = count(1)
        self.got: Counter[str] = Counter()
        self._noting = Lock()
        self._line = line(FLOODS_FROM)

    def goes_on(self) -> bool:
        """Return whether there is time left."""
        return monotonic() < self.ends

    def wait(self, seconds: float) -> None:
        """Sleep for this long, or until the time is over."""
        sleep(max(0.0, min(seconds, self.ends - monotonic())))

    def note(self, answer: object) -> None:
        """Count an answer."""
        with self._noting:
            self.got[str(answer)] += 1

    def crowd(self, number: int, work: Callable[[], None]) -> None:
        """Repeat `work` in this many threads."""
        threads = [Thread(target=self._again, args=(work,), daemon=True) for _ in range(number)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(max(0.0, self.ends - monotonic()) + PAUSE)

    def browser(self, source: str = FLOODS_FROM) -> Browser:
        """Create a browser without a cookie."""
        return Browser(self.address, self._line if source == FLOODS_FROM else line(source))

    def send(self, browser: Browser, path: str, **fields: str) -> str:
        """Submit a form; return the redirect, empty if it was refused."""
        answer = browser.post(path, fields, follow=False)
        self.note(answer.status_code)
        return str(answer.headers.get("Location", "")).partition("#")[0]

    def mail_server(self) -> MailServer:
        """Create a connection for emails."""
        return MailServer(self.mail_port, FLOODS_FROM)

    def mail(self, server: MailServer, sender: str, text: str, *boxes: str) -> None:
        """Send an email with this sender."""
        self.note(server.send(sender, list(boxes), letter(sender, boxes[0], text).as_bytes()))

    def _again(self, work: Callable[[], None]) -> None:
        while self.goes_on():
            try:
                work()
            except httpx.HTTPError as failure:
                self.note(type(failure).__name__)
                sleep(PAUSE)


def main() -> None:
    """Run a flood, and print its answers."""
    from benchmarks.strangers.by_mail import BY_MAIL  # noqa: PLC0415  # it imports this module
    from benchmarks.strangers.by_web import BY_WEB  # noqa: PLC0415  # likewise

    os.nice(NICE)
    told = json.loads(sys.stdin.readline())
    print("begins", flush=True)
    stranger = Stranger(told)
    (BY_WEB | BY_MAIL)[sys.argv[1]](stranger)
    print(json.dumps(stranger.got), flush=True)
    os._exit(0)  # without waiting for pending answers


if __name__ == "__main__":
    main()
