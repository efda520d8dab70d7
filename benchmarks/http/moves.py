"""Moves a second over HTTP with everything on, beside the bare transaction and the empty route of the same rounds."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

from benchmarks.http import bare
from benchmarks.http.crowd import Taken, send
from benchmarks.http.figures import heading, milliseconds, ratio, table
from benchmarks.http.plan import Findings, Plan, Target
from benchmarks.http.prepared import Players
from benchmarks.http.stack import Stack, bare_server, installation, lay_bare_tables, running
from benchmarks.http.stack import database as start_database
from service.app import serving
from tests.sink import Sink
from tests.soak.database import Database

PEOPLE = 128
FIRST_GUESS = 150.0
"""Moves a second to prepare for before the first measurement."""
MIDDLE = 8
"""Number of clients with targets."""
LEAST, AIMED = 0.15, 0.30
WIDEST = 3.0
"""Largest ratio of the 99th centile to the median."""
HEADINGS = ("clients", "what", "a second", "of bare", "p50 ms", "p95 ms", "p99 ms", "p99/p50", "answered", "other")
NAMES = ("bare", "empty")


@dataclass
class Ground:
    """A Sundial on one of the databases, and the bare server."""

    stack: Stack
    bare: int
    players: Players
    rates: dict[str, float] = field(default_factory=dict)
    """Latest moves a second, by game."""
    cpu: dict[str, dict[str, float]] = field(default_factory=dict)
    """CPU seconds of one move by program, by game."""

    def play(self, ruleset: str, clients: int, seconds: float) -> Taken:
        """Let clients play for this long, and wait until the workers have settled."""
        moves = self.rates.get(ruleset, FIRST_GUESS) * seconds
        chains = self.players.chains(ruleset, clients, moves)
        before = self.stack.cpu()
        taken = send(self.stack.port, chains, seconds)
        self.stack.settle()
        after, self.rates[ruleset] = self.stack.cpu(), max(taken.rates[0], 1.0)
        played = max(len(taken.seconds), 1)
        self.cpu[ruleset] = {name: (after[name] - used) / played for name, used in before.items()}
        return taken

    def ask_bare(self, path: str, clients: int, seconds: float) -> Taken:
        """Let clients send requests to the bare server for this long, each about a game of its own."""
        return send(self.bare, [[bare.chain(path, each)] for each in range(clients)], seconds, again=True)


def measure(plan: Plan, findings: Findings) -> None:
    """Measure both games on both databases, each with every number of clients."""
    for name in plan.databases:
        with ExitStack() as stack:
            folder = plan.folder / f"moves-{name.lower()}"
            server = start_database(stack, folder)
            lay_bare_tables(server)
            ground = stack.enter_context(prepared(name, folder, server))
            for ruleset in plan.rulesets:
                ground.play(ruleset, 2, plan.warm_up)
            ground.ask_bare("/move", 2, plan.warm_up)
            _report(name, ground, {each: _rounds(ground, plan, each) for each in plan.clients}, findings)


@contextmanager
def prepared(name: str, folder: Path, server: Database) -> Iterator[Ground]:
    """Start everything on one of the databases; the bare server always has PostgreSQL."""
    is_postgresql = name == "PostgreSQL"
    url = server.create_database() if is_postgresql else ""
    settings = installation(folder / "home", url)
    with ExitStack() as stack:
        sink = Sink()
        sink.start()
        stack.callback(sink.stop)
        port = stack.enter_context(bare_server(server, folder))
        directory = folder / "postgresql" if is_postgresql else None
        running_stack = stack.enter_context(running(settings, sink.url, directory))
        stack.enter_context(serving(settings))
        yield Ground(running_stack, port, Players(PEOPLE))


def _rounds(ground: Ground, plan: Plan, clients: int) -> dict[str, Taken]:
    """Measure all targets in turns, so that other load on the machine affects all alike."""
    found: dict[str, Taken] = defaultdict(Taken)
    for _ in range(plan.rounds):
        found["bare"].add(ground.ask_bare("/move", clients, plan.seconds))
        for ruleset in plan.rulesets:
            found[ruleset].add(ground.play(ruleset, clients, plan.seconds))
        found["empty"].add(ground.ask_bare("/empty", clients, plan.seconds))
    return found


def _report(name: str, ground: Ground, found: dict[int, dict[str, Taken]], findings: Findings) -> None:
    heading(f"Moves on {name}, everything on, beside a bare transaction on PostgreSQL and an empty route")
    table(
        HEADINGS,
        [_row(clients, what, taken, by["bare"]) for clients, by in found.items() for what, taken in by.items()],
    )
    heading(f"CPU of one move over all processes, ms, on {name}, with {max(found)} clients")
    programs = list(ground.stack.pids)
    rows = [
        [ruleset, milliseconds(sum(used.values())), *(milliseconds(used[program]) for program in programs)]
        for ruleset, used in ground.cpu.items()
    ]
    table(["game", "all", *programs], rows)
    for clients, by in found.items():
        for what, taken in by.items():
            findings.faults += faults(f"{what}, {clients} clients, {name}", taken)
            if what not in NAMES and clients == MIDDLE:
                findings.targets += _targets(f"{what}, {name}", taken, by["bare"])


def _row(clients: int, what: str, taken: Taken, beside: Taken) -> list[object]:
    p50, p95, p99 = (taken.centile(percent) for percent in (50, 95, 99))
    return [
        clients,
        what,
        f"{median(taken.rates):.0f}",
        f"{ratio(taken.rates, beside.rates):.3f}",
        *map(milliseconds, (p50, p95, p99)),
        f"{p99 / p50:.1f}",
        len(taken.seconds),
        dict(taken.refused) or "",
    ]


def faults(what: str, taken: Taken) -> Iterator[str]:
    """Yield the reasons why figures are invalid."""
    if not taken.is_valid:
        yield f"{what}: not valid, answered {dict(taken.refused) or 'nothing'}"
    if taken.ran_out:
        yield f"{what}: {taken.ran_out} clients ran out of moves, and stopped before the time was over"


def _targets(what: str, taken: Taken, beside: Taken) -> Iterator[Target]:
    share = ratio(taken.rates, beside.rates)
    yield Target(f"moves/s of bare, {MIDDLE} clients, {what}", share, LEAST, at_most=False, aimed=AIMED)
    yield Target(f"p99 / p50, {MIDDLE} clients, {what}", taken.centile(99) / taken.centile(50), WIDEST)
