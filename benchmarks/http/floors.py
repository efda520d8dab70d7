"""Lower bounds: a bare request in other workers of gunicorn, and through other libraries."""

from __future__ import annotations

from contextlib import ExitStack
from statistics import median

from benchmarks.http import bare
from benchmarks.http.crowd import Taken, send
from benchmarks.http.figures import heading, milliseconds, ratio, table
from benchmarks.http.moves import MIDDLE, faults
from benchmarks.http.plan import Findings, Plan
from benchmarks.http.spending import Costs, asking
from benchmarks.http.stack import bare_server, database, lay_bare_tables
from tests.servers import plain

USED = "asgi"
WORKERS = (USED, "gthread", "sync")
PATHS = ("/empty", "/schema", "/move", "/core")
TIMES = 200
WHAT = {
    "/empty": "an empty route of Flask",
    "/schema": "one schema read and written through Flask-smorest",
    "/move": "two statements by psycopg",
    "/core": "the same two through SQLAlchemy's Core",
}


def measure(plan: Plan, findings: Findings) -> None:
    """Measure each route by each worker, in turns; then each route in this process."""
    with ExitStack() as stack:
        folder = plan.folder / "floors"
        server = database(stack, folder)
        lay_bare_tables(server)
        ports = {worker: stack.enter_context(bare_server(server, folder, worker)) for worker in WORKERS}
        found = {(path, worker): Taken() for path in PATHS for worker in WORKERS}
        for _ in range(plan.rounds):
            for (path, worker), taken in found.items():
                chains = [[bare.chain(path, each)] for each in range(MIDDLE)]
                taken.add(send(ports[worker], chains, plan.seconds / 2, again=True))
        costs = _inside(plain(server.own_url))
    _report(found, costs, findings)


def _inside(url: str) -> Costs:
    app, costs = bare.create_app(url), Costs()
    body = {"game": 0, "version": 1, "move": "place max-15"}
    asks = {path: asking(app, path, json=body, status=201) for path in PATHS[1:]} | {"/empty": asking(app, "/empty")}
    for ask in asks.values():
        ask()
    for _ in range(TIMES):
        for path, ask in asks.items():
            costs.of(path, ask)
    return costs


def _report(found: dict[tuple[str, str], Taken], costs: Costs, findings: Findings) -> None:
    heading(f"Floors: requests a second of {MIDDLE} clients by worker, and of what the worker in use has")
    rows = [
        [WHAT[path], *(_figure(found[path, worker], found[path, USED]) for worker in WORKERS), _cost(costs, path)]
        for path in PATHS
    ]
    table(["what", *WORKERS, "CPU ms in one process"], rows)
    for (path, worker), taken in found.items():
        findings.faults += faults(f"{path} by {worker}", taken)


def _figure(taken: Taken, beside: Taken) -> str:
    return f"{median(taken.rates):.0f} ({ratio(taken.rates, beside.rates):.2f})"


def _cost(costs: Costs, path: str) -> str:
    return milliseconds(costs.median(path))
