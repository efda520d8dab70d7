"""Cost of one move in one process: statements, waits for the database, CPU by library, and its growth."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from math import ceil

from flask import Flask
from sqlalchemy import text

from benchmarks.http import bare
from benchmarks.http.figures import heading, milliseconds, table
from benchmarks.http.plan import Findings, Plan, Target
from benchmarks.http.prepared import SHORTEST, Players, Script
from benchmarks.http.spending import Costs, Talk, asking, by_library, listening
from benchmarks.http.stack import database, installation, lay_bare_tables, redis
from service.config.environment import Config
from service.config.timeouts import Role
from service.db.engines import transaction
from service.server.app import create_app
from tests.servers import plain

PEOPLE = 64
FLATTEST = 1.2
"""Largest ratio of the cost of a game's last third of moves to its first third."""
TOP = 10
"""Number of libraries to name; the others are summed."""
THIRDS = ("beginning", "middle", "end")


@dataclass
class Seen:
    """Measurements of the moves of one ruleset."""

    moves: int = 0
    """Number of moves whose statements were counted."""
    costs: Costs = field(default_factory=Costs)
    talk: Talk = field(default_factory=Talk)
    written: int = 0
    """Bytes of PostgreSQL's write-ahead log."""
    libraries: dict[str, float] = field(default_factory=dict)


@dataclass(frozen=True)
class Inside:
    """Two apps in this process: Sundial and the bare one."""

    app: Flask
    bare: Flask
    players: Players

    def moves(self, script: Script) -> list[Callable[[], object]]:
        """Return functions that send each move of a game."""
        path = f"/api/v1/games/{script.game}/moves"
        sent = [({"version": move.version, "move": move.text}, move.player.token) for move in script.moves]
        return [asking(self.app, path, json=body, status=201, token=token) for body, token in sent]

    def bare_move(self) -> Callable[[], object]:
        """Return a function that sends a move to the bare app."""
        return asking(self.bare, "/move", json={"game": 0, "version": 1, "move": "place max-15"}, status=201)


def measure(plan: Plan, findings: Findings) -> None:
    """Measure each game on PostgreSQL, beside the bare transaction."""
    with here(plan, "inside") as inside:
        seen = {ruleset: _look(inside, ruleset, plan.moves_inside) for ruleset in plan.rulesets}
    _report(seen)
    for ruleset, each in seen.items():
        grown = each.costs.median("end") / each.costs.median("beginning")
        findings.targets.append(Target(f"CPU of the last moves of a game by the first, {ruleset}", grown, FLATTEST))


@contextmanager
def here(plan: Plan, name: str) -> Iterator[Inside]:
    """Create Sundial's app with its PostgreSQL and Redis in this process, and the bare app."""
    with ExitStack() as stack:
        folder = plan.folder / name
        server = database(stack, folder)
        lay_bare_tables(server)
        settings = stack.enter_context(with_redis(installation(folder / "home", server.create_database())))
        app = create_app(settings, role=Role.WEB)
        stack.enter_context(app.app_context())
        yield Inside(app, bare.create_app(plain(server.own_url)), Players(PEOPLE))


@contextmanager
def with_redis(settings: Config) -> Iterator[Config]:
    """Add a running Redis to an installation."""
    with redis(settings.home) as (_, url):
        yield replace(settings, redis_url=url)


def _look(inside: Inside, ruleset: str, moves: int) -> Seen:
    """Play a game to warm up, then at least this many moves, each beside a bare one.

    Statements are counted in as many other moves, and a profiler runs in as many again: both would add to the cost.
    """
    games = ceil(moves / SHORTEST[ruleset])
    warming, *scripts = inside.players.scripts(ruleset, 1 + 3 * games)
    seen, beside = Seen(), inside.bare_move()
    for move in inside.moves(warming):
        move()
        beside()
    for script in scripts[:games]:
        _play(inside.moves(script), beside, seen)
    for script in scripts[games : 2 * games]:
        _listen(inside.moves(script), seen)
    before = _written()
    profiled = [move for script in scripts[2 * games :] for move in inside.moves(script)]
    seen.libraries = by_library(lambda: [move() for move in profiled])
    seen.written = (_written() - before) // len(profiled)
    return seen


def _written() -> int:
    """Return the bytes of the write-ahead log so far."""
    with transaction() as current:
        return int(current.scalar(text("SELECT pg_current_wal_insert_lsn() - '0/0'")) or 0)


def _play(moves: list[Callable[[], object]], beside: Callable[[], object], seen: Seen) -> None:
    for number, move in enumerate(moves):
        seen.costs.of(THIRDS[3 * number // len(moves)], move)
        seen.costs.of("bare", beside)


def _listen(moves: list[Callable[[], object]], seen: Seen) -> None:
    for move in moves:
        with listening() as talk:
            move()
        seen.moves += 1
        seen.talk.statements += talk.statements
        seen.talk.waits += talk.waits


def _report(seen: dict[str, Seen]) -> None:
    heading("One move in one process, with PostgreSQL and Redis")
    headings = (
        "game",
        "CPU ms",
        "of bare",
        "statements",
        "waits for PostgreSQL",
        "bytes of WAL",
        *(f"{each}, ms" for each in THIRDS),
    )
    table(headings, [_row(ruleset, each) for ruleset, each in seen.items()])
    heading("Own CPU by library, %")
    named = list(dict.fromkeys(name for each in seen.values() for name in list(each.libraries)[:TOP]))
    rows = [[ruleset, *_shares(each.libraries, named)] for ruleset, each in seen.items()]
    table(["game", *named, "others"], rows)


def _row(ruleset: str, seen: Seen) -> list[object]:
    cost = seen.costs.median(*THIRDS)
    talk = [f"{each / seen.moves:.1f}" for each in (seen.talk.statements, seen.talk.waits)]
    talk.append(f"{seen.written}")
    thirds = [milliseconds(seen.costs.median(third)) for third in THIRDS]
    return [ruleset, milliseconds(cost), f"{cost / seen.costs.median('bare'):.1f}", *talk, *thirds]


def _shares(libraries: dict[str, float], named: list[str]) -> list[str]:
    shares = [100 * libraries.get(name, 0.0) for name in named]
    return [f"{share:.1f}" for share in (*shares, 100 - sum(shares))]
