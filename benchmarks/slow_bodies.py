"""Print the time of requests beside slow clients: `python -m benchmarks.slow_bodies [CONNECTIONS]`.

The slow clients send bodies byte by byte, send headers so, or read so.
"""

from __future__ import annotations

import argparse
import asyncio
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import quantiles
from time import perf_counter

import httpx

from benchmarks.slow_clients import KINDS
from benchmarks.streams import Players, make_tokens
from tests.playing import Playing, started

MOVES = 8
"""Moves between two requests of the pages."""
PAGES = ("/", "/rules/seasons", "/sign-in", "/games")
NONE = "none"
HEADINGS = ("slow clients", "requests", "p50 ms", "p95 ms", "p99 ms", "web MiB", "they were answered")


@dataclass
class Scene:
    """Measurements beside one kind of slow clients, in all rounds."""

    times: list[float] = field(default_factory=list)
    answered: Counter[str] = field(default_factory=Counter)
    memory: float = 0

    def milliseconds(self, percent: int) -> float:
        """Return the time within which this percentage of requests was answered."""
        return 1000 * quantiles(self.times, n=100)[percent - 1]

    def report(self, name: str) -> None:
        """Print a line of the table."""
        times = "".join(f"{self.milliseconds(percent):>8.1f}" for percent in (50, 95, 99))
        answered = ", ".join(f"{status}: {times}" for status, times in sorted(self.answered.items()))
        print(f"{name:<12}{len(self.times):>9}{times}{self.memory:>8.0f}   {answered}")


def main() -> None:
    """Measure without slow clients and with each kind, in turns, so that other load affects all alike."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.slow_bodies")
    parser.add_argument("connections", nargs="?", type=int, default=500, help="connections open at once (default: 500)")
    parser.add_argument("--rounds", type=int, default=3, help="number of measurements of each (default: 3)")
    parser.add_argument("--seconds", type=float, default=15, help="duration of each measurement (default: 15)")
    chosen = parser.parse_args()
    scenes = {kind: Scene() for kind in (NONE, *KINDS)}
    with tempfile.TemporaryDirectory() as folder, started(Path(folder) / "home", RATE_LIMITS="off") as sundial:
        sundial.wait_until_ready()
        tokens = make_tokens(sundial.home, 2)
        for kind, scene in list(scenes.items()) * chosen.rounds:
            with beside(kind, chosen.connections, sundial, scene):
                scene.times += asyncio.run(times_of_others(sundial.address, tokens, chosen.seconds))
                scene.memory = memory_of_web(sundial)
    report(scenes, chosen.connections)


def report(scenes: Mapping[str, Scene], connections: int) -> None:
    """Print the table, and the slowdown of other clients beside each kind."""
    print(f"{HEADINGS[0]:<12}{HEADINGS[1]:>9}" + "".join(f"{each:>8}" for each in HEADINGS[2:6]) + f"   {HEADINGS[6]}")
    for kind, scene in scenes.items():
        scene.report(f"{connections} {kind}" if kind in KINDS else kind)
    alone = scenes[NONE].milliseconds(95)
    times = (f"{scenes[kind].milliseconds(95) / alone:.2f} beside slow {kind}" for kind in KINDS)
    print("p95 of none, times", ", ".join(times))


@contextmanager
def beside(kind: str, connections: int, sundial: Playing, scene: Scene) -> Iterator[None]:
    """Run slow clients meanwhile; record their answers at the end."""
    if kind not in KINDS:
        yield
        return
    port = sundial.address.rsplit(":", 1)[1]
    command = [sys.executable, "-m", "benchmarks.slow_clients", kind, str(connections), port]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as slow:
        lines = iter(slow.stdout or ())
        next(lines)
        try:
            yield
        finally:
            slow.terminate()
            told = (word.partition(":") for word in next(lines).split())
            scene.answered.update({status: int(times) for status, _, times in told})


async def times_of_others(address: str, tokens: Sequence[str], seconds: float) -> list[float]:
    """Measure each request of clients that play and open pages for this long."""
    taken: list[float] = []
    ends = perf_counter() + seconds
    async with httpx.AsyncClient(base_url=f"{address}/api/v1/", timeout=60) as client:
        players = Players(client, tokens)
        while perf_counter() < ends:
            taken += await players.seconds_a_move(MOVES)
            for page in PAGES:
                begun = perf_counter()
                (await client.get(f"{address}{page}")).raise_for_status()
                taken.append(perf_counter() - begun)
    return taken


def memory_of_web(sundial: Playing) -> float:
    """Return the resident memory of the web server's processes in MiB."""
    held = 0
    for number, line in sundial.processes().items():
        if line.startswith("web "):
            status = Path(f"/proc/{number}/status").read_text()
            held += int(status.partition("VmRSS:")[2].split()[0])
    return held / 1024


if __name__ == "__main__":
    main()
