"""Many concurrent clients, each a process of its own."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.http.figures import centile

HOST = "127.0.0.1"
CLIENT = Path(__file__).with_name("client.py")
GONE = '{"taken": [], "statuses": {"0": 1}, "seconds": 0.0, "ran_out": false}'
"""Result of a client that has ended without output."""
Chain = Sequence[str]
"""Requests in sequence; a refusal drops the rest."""


@dataclass
class Taken:
    """Measurements of several clients in one or more rounds."""

    rates: list[float] = field(default_factory=list)
    """Successful requests a second, by round."""
    seconds: list[float] = field(default_factory=list)
    """Duration of each of them."""
    refused: Counter[str] = field(default_factory=Counter)
    """Other answers, by status; 0 for none."""
    ran_out: int = 0
    """Clients that had no more requests before the time was over."""

    def add(self, other: Taken) -> None:
        """Add another round."""
        self.rates += other.rates
        self.seconds += other.seconds
        self.refused += other.refused
        self.ran_out += other.ran_out

    def centile(self, percent: int) -> float:
        """Return the seconds within which this percentage was answered."""
        return centile(self.seconds, percent)

    @property
    def is_valid(self) -> bool:
        """Return whether all answers were successful."""
        return not self.refused and bool(self.seconds)


def request(method: str, path: str, body: object = None, **headers: str) -> str:
    """Format a whole HTTP request with a JSON body."""
    sent = "" if body is None else json.dumps(body)
    fields = {"Host": HOST, "Content-Length": str(len(sent)), "Content-Type": "application/json", **headers}
    return f"{method} {path} HTTP/1.1\r\n" + "".join(f"{name}: {it}\r\n" for name, it in fields.items()) + "\r\n" + sent


def send(port: int, chains: Sequence[Sequence[Chain]], seconds: float, *, again: bool = False) -> Taken:
    """Run one client for each list of chains for this long, optionally repeating them."""
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="sundial-crowd-"))
        clients = [_client(stack, Path(folder) / str(n), port, each, again=again) for n, each in enumerate(chains)]
        for client in clients:
            if _line(client) != "ready":
                raise RuntimeError("a client could not connect")
        for client in clients:
            print(seconds, file=client.stdin, flush=True)
        return _gathered([json.loads(_line(client) or GONE) for client in clients])


def _client(stack: ExitStack, file: Path, port: int, chains: Sequence[Chain], *, again: bool) -> subprocess.Popen[str]:
    file.write_text(json.dumps({"chains": chains, "again": again}))
    client = subprocess.Popen(
        [sys.executable, "-I", "-S", CLIENT, HOST, str(port), file],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    stack.enter_context(client)
    stack.callback(client.kill)
    return client


def _line(client: subprocess.Popen[str]) -> str:
    return client.stdout.readline().strip() if client.stdout else ""


def _gathered(found: Sequence[dict[str, object]]) -> Taken:
    all_taken, rate = Taken(), 0.0
    for each in found:
        taken, statuses, seconds = each["taken"], each["statuses"], each["seconds"]
        if not (isinstance(taken, list) and isinstance(statuses, dict) and isinstance(seconds, float)):
            raise TypeError("a client said something else")
        all_taken.seconds += taken
        all_taken.refused += Counter({status: times for status, times in statuses.items() if status[0] != "2"})
        all_taken.ran_out += bool(each["ran_out"])
        rate += len(taken) / seconds if seconds else 0.0
    all_taken.rates.append(rate)
    return all_taken
