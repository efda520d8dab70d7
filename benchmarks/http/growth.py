"""Growth of the cost of lists, sweeps and moves from a small database to a large one, in turns."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from functools import partial
from statistics import median
from time import process_time

import psycopg
from flask import Flask
from sqlalchemy import case, func, text

from benchmarks.backups import fill
from benchmarks.http.crowd import Taken, send
from benchmarks.http.figures import heading, milliseconds, table
from benchmarks.http.moves import FIRST_GUESS, MIDDLE, faults
from benchmarks.http.plan import Findings, Plan, Target
from benchmarks.http.prepared import Player, Players
from benchmarks.http.spending import asking
from benchmarks.http.stack import Stack, cpu_of_backends, installation, pid_of, running
from benchmarks.http.stack import database as start_database
from service.app import in_context, serving
from service.config.environment import Config
from service.config.timeouts import Role
from service.models import Notice, WorkState
from service.server.app import create_app
from tests.servers import plain
from tests.sink import Sink
from workers.jobs import Job, jobs

RULESET = "springtime"
"""Ruleset of the copied games; its logs are short."""
PLAYED = "seasons"
"""Ruleset of the games played."""
FEW, SHARE = 1000, 10
"""Most games in the smaller database, and the least ratio of the larger one to it."""
PEOPLE = 64
TIMES = 15
WIDEST = 1.2
"""Largest ratio of the cost with many games to the cost with few."""
LISTS = {
    "public games": "/api/v1/games",
    "games that go on": "/api/v1/games?status=active",
    "games of one kind": "/api/v1/games?ruleset=seasons",
    "one's own": "/api/v1/games?mine=true",
    "where one is to move": "/api/v1/games?to_move=true",
    "by deadline": "/api/v1/games?mine=true&sort=deadline",
}
LIVED = """
UPDATE game SET visibility = 'public', created_at = created_at - random() * interval '60 days',
    deadline = deadline + random() * interval '3 days',
    audit_due_at = CASE WHEN status = 'active' THEN now() + interval '2 hours' + random() * interval '1 day' END;
UPDATE notice SET state = 'superseded' WHERE state = 'queued' AND due_at < now() + interval '2 hours';
"""
"""Spreads the copies over some time, makes them public, and leaves nothing due right now."""
_DATED = case(
    (Notice.state == WorkState.QUEUED, Notice.due_at), else_=Notice.due_at - func.random() * text("interval '60 days'")
)
"""Spreads notices of the copies likewise, except for those that wait."""


@dataclass(frozen=True)
class Town:
    """An installation with this many games, as its own process and as an app in this one."""

    games: int
    app: Flask
    stack: Stack
    players: Players

    @property
    def visitor(self) -> Player:
        """Return a player who has played some games."""
        return self.players.all[0]


def measure(plan: Plan, findings: Findings) -> None:
    """Fill both databases, then measure each in turns."""
    few = max(min(FEW, plan.games // SHARE), 2)
    with ExitStack() as stack:
        folder = plan.folder / "growth"
        server = start_database(stack, folder)
        towns = []
        for games in (few, plan.games):
            settings = installation(folder / f"home-{games}", server.create_database())
            with serving(settings):
                fill(settings, games, RULESET, due_at=_DATED)
            _live(settings)
            towns.append(stack.enter_context(town(settings, games)))
        backends = partial(cpu_of_backends, pid_of(folder / "postgresql"))
        costs = {
            "list": {name: _in_turns(towns, partial(_list, path), backends) for name, path in LISTS.items()},
            "sweep": {job.NAME: _in_turns(towns, partial(_sweep, job), backends) for job in jobs()},
        }
        played = _play(towns, plan)
    _report([f"{each.games:,} games" for each in towns], costs, played, findings)


def _live(settings: Config) -> None:
    with psycopg.connect(plain(settings.database_url), autocommit=True) as connection:
        connection.execute(LIVED)
        connection.execute("VACUUM ANALYZE")


@contextmanager
def town(settings: Config, games: int) -> Iterator[Town]:
    """Run an installation with the programs that moves need."""
    with ExitStack() as stack:
        sink = Sink()
        sink.start()
        stack.callback(sink.stop)
        sundial = stack.enter_context(running(settings, sink.url, without=("mails", "webhooks", "inbound")))
        app = create_app(replace(settings, redis_url=sundial.env["REDIS_URL"]), role=Role.WEB)
        with in_context(app):
            players = Players(PEOPLE)
            players.scripts(PLAYED, PEOPLE)
        yield Town(games, app, sundial, players)


def _in_turns(towns: list[Town], do: Callable[[Town], object], backends: Callable[[], float]) -> list[float]:
    """Measure the median CPU seconds in each installation, including its database."""
    found: list[list[float]] = [[] for _ in towns]
    for number in range(-1, TIMES):  # once to warm up
        for each, seconds in zip(towns, found, strict=True):
            before, begun = backends(), process_time()
            do(each)
            used = process_time() - begun
            if number >= 0:
                seconds.append(used + backends() - before)
    return [median(seconds) for seconds in found]


def _list(path: str, town: Town) -> None:
    asking(town.app, path, token=town.visitor.token)()


def _sweep(job: Job, town: Town) -> None:
    with town.app.app_context():
        job.run()


def _play(towns: list[Town], plan: Plan) -> list[Taken]:
    """Measure moves of concurrent clients in each installation."""
    found, rate = [Taken() for _ in towns], FIRST_GUESS
    for number in range(-1, plan.rounds):
        for each, taken in zip(towns, found, strict=True):
            seconds = plan.seconds if number >= 0 else plan.warm_up
            with each.app.app_context():
                chains = each.players.chains(PLAYED, MIDDLE, rate * seconds)
            seen = send(each.stack.port, chains, seconds)
            rate = max(seen.rates[0], 1.0)
            if number >= 0:
                taken.add(seen)
    return found


def _report(
    names: list[str], costs: dict[str, dict[str, list[float]]], played: list[Taken], findings: Findings
) -> None:
    few, many = names
    heading(f"With {many} beside {few}, PostgreSQL: CPU, that of the database included; moves by the clock on the wall")
    rows = [_row(kind, name, cost) for kind, by_name in costs.items() for name, cost in by_name.items()]
    waits = {percent: [taken.centile(percent) for taken in played] for percent in (50, 95, 99)}
    rows += [_row("moves", f"{MIDDLE} clients, p{percent}", both) for percent, both in waits.items()]
    table(["", "what", f"{few}, ms", f"{many}, ms", "times"], rows)
    for kind, by_name in costs.items():
        times, name = max((after / before, name) for name, (before, after) in by_name.items())
        findings.targets.append(Target(f"the {kind} that grows most ({name}), {many} by {few}", times, WIDEST))
    before, after = waits[99]
    findings.targets.append(Target(f"p99 of moves, {many} by {few}", after / before, WIDEST))
    for taken in played:
        findings.faults += faults(f"moves with {few} and {many}", taken)


def _row(kind: str, name: str, both: Sequence[float]) -> list[str]:
    before, after = both
    return [kind, name, milliseconds(before), milliseconds(after), f"{after / before:.2f}"]
