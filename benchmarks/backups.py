"""Print the time of backup, check, restore and release: `python -m benchmarks.backups [GAMES]`.

Once on SQLite and once on PostgreSQL. One game is played to its end, and copied with all its rows, each copy under an
id of its own: so it must be one without dice, Siesta by default.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Callable
from pathlib import Path
from random import Random
from time import perf_counter, process_time
from typing import Any, TypeVar

from sqlalchemy import Column, ColumnElement, MetaData, String, Table, delete, func, insert, null, select
from sqlalchemy.orm import Session

from service.accounts.accounts import account_of, confirm
from service.app import serving
from service.backups import make, release, restore
from service.backups.archive import checked
from service.config.environment import Config
from service.db import engines
from service.db.clock import now, system_clock
from service.db.engines import session, transaction
from service.jobs.events import EVENT_NUMBERS, newest_number
from service.models import NUMBERS, Answer, Counter, Event, Game, GameSeat, GameStatus, LogEntry, Notice
from service.play.games import NewGame, SeatWish, create_game
from service.play.moves import accept_move, legal_actions
from service.play.seats import join
from service.schema.upgrading import upgrade
from service.security.keys import new_game_id
from tests.servers import Postgres
from tests.service.conftest import settings_for

T = TypeVar("T")

AT_ONCE = 1000
COPIES = Table("copies", MetaData(), Column("source", String), Column("fresh", String), prefixes=["TEMPORARY"])
"""Games to create: the source, and the id of the copy."""
HIGHEST = select(func.max(Event.number))
SEATS = (0, 1)


def main() -> None:
    """Measure on both databases."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.backups")
    parser.add_argument("games", nargs="?", type=int, default=1000, help="number of games (default: 1000)")
    parser.add_argument("--ruleset", default="siesta", help="a game for two without dice (default: siesta)")
    parser.add_argument("--on", choices=("sqlite", "postgresql"), help="only one of the databases")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        if chosen.on != "postgresql":
            measure("SQLite", settings_for(Path(folder) / "sqlite"), chosen.games, chosen.ruleset)
        if chosen.on != "sqlite":
            postgres = Postgres(Path(folder) / "server")
            settings = settings_for(Path(folder) / "postgresql", DATABASE_URL=postgres.create_database())
            try:
                measure("PostgreSQL", settings, chosen.games, chosen.ruleset)
            finally:
                postgres.stop()


def measure(name: str, settings: Config, games: int, ruleset: str) -> None:
    """Fill a database, and print the wall time and process time of each step in seconds."""
    file = settings.home.parent / f"{settings.home.name}.backup"
    settings.home.mkdir(mode=0o700)
    with serving(settings):
        timed(f"{name}, filled with {games} games", lambda: fill(settings, games, ruleset))
    timed("backup", lambda: make(settings, file, system_clock))
    print(f"{'':4}{file.stat().st_size / 1e6:.1f} MB")
    timed("backup --check", lambda: checked(file))
    timed("restore --force", lambda: restore(settings, file, system_clock(), force=True))
    with serving(settings):
        timed("release", lambda: release(now()))


def timed(what: str, do: Callable[[], T]) -> T:
    """Call a function, and print its duration."""
    begun, used = perf_counter(), process_time()
    done = do()
    print(f"{what}: {perf_counter() - begun:.1f} s, {process_time() - used:.1f} s of them this process", flush=True)
    return done


def fill(settings: Config, games: int, ruleset: str, **of_notices: ColumnElement[Any]) -> None:
    """Create the schema and this many games: one under way for nine finished ones.

    Notices are copied as they are, except for these columns.
    """
    upgrade(engines.db.engine)
    over, running = play(ruleset, moves=None), play(ruleset, moves=10)
    newest_number()
    with transaction() as current:
        COPIES.create(current.connection())
        fresh = sorted(new_game_id() for _ in range(2, games))  # in the order of indexes, else each row costs a page
        for start in range(0, len(fresh), AT_ONCE):
            rows = [
                {"source": running if number % 10 == 0 else over, "fresh": game}
                for number, game in enumerate(fresh[start : start + AT_ONCE])
            ]
            current.execute(delete(COPIES))
            current.execute(insert(COPIES), rows)
            copy(current, (over, running), of_notices)
        current.get_one(Counter, EVENT_NUMBERS).value = current.scalar(HIGHEST) or 0


def play(ruleset: str, moves: int | None) -> str:
    """Play a game between two people at random for a number of moves, or to its end; return its id."""
    people = [account_of(f"{name}@example.net", now()) for name in ("ada", "bob")]
    for each in people:
        confirm(each, now())
    session().commit()
    seats = [SeatWish(me=True), SeatWish(email="bob@example.net")]
    game = create_game(people[0], NewGame(ruleset, seats, shuffle_seats=False), now())
    join(game.id, people[1], now())
    rng, played = Random(7), 0
    while played != moves and (at := session().get_one(Game, game.id)).status == GameStatus.ACTIVE:
        accept_move(at.id, seat=at.to_move or 0, version=at.version, move=whole_move(at, rng), now=now())
        played += 1
    return game.id


def whole_move(game: Game, rng: Random) -> str:
    """Build a random move of the seat to act."""
    actions = [rng.choice(legal_actions(game).actions)]
    while not (legal := legal_actions(game, ", ".join(actions))).complete:
        actions.append(rng.choice(legal.actions))
    return ", ".join(actions)


def copy(current: Session, sources: tuple[str, str], of_notices: dict[str, ColumnElement[Any]]) -> None:
    """Copy games with their seats, logs, events and notices, and the answers to their moves."""
    fresh = COPIES.c.fresh
    _copy(current, Game, Game.id, sources, {"id": fresh, "number": _next_numbers(current), "log_mark": null()})
    for kind in (GameSeat, LogEntry):
        _copy(current, kind, kind.game_id, sources, {"game_id": fresh})
    numbers = (current.scalar(HIGHEST) or 0) + func.row_number().over(order_by=(fresh, Event.id))
    _copy(current, Event, Event.game_id, sources, {"game_id": fresh, "number": numbers})
    told = {"game_id": fresh, "envelope_id": null(), "digest_id": null(), **of_notices}
    _copy(current, Notice, Notice.game_id, sources, told)
    for seat in SEATS:
        scope = "move " + COPIES.c.source + f" {seat}"
        scopes = tuple(f"move {source} {seat}" for source in sources)
        _copy(current, Answer, Answer.scope, scopes, {"scope": "move " + fresh + f" {seat}"}, scope)


def _next_numbers(current: Session) -> ColumnElement[int]:
    """Return the next game numbers, one for each copy."""
    if current.get_bind().dialect.name == "postgresql":
        return NUMBERS.next_value()
    return (current.scalar(select(func.max(Game.number))) or 0) + func.row_number().over(order_by=COPIES.c.fresh)


def _copy(
    current: Session,
    kind: type[Any],
    of: Any,  # noqa: ANN401  # a column
    sources: tuple[str, ...],
    changes: dict[str, Any],
    source: ColumnElement[str] = COPIES.c.source,
) -> None:
    """Copy the rows of each game in `COPIES` with these changes; the database assigns ids."""
    table: Table = kind.__table__
    kept = {column.name: column for column in table.columns if column is not table.autoincrement_column}
    rows = select(*(kept | changes).values()).join_from(table, COPIES, of == source)
    current.execute(insert(table).from_select(list(kept), rows.where(of.in_(sources))))


if __name__ == "__main__":
    main()
