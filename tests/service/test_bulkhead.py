"""A game that somebody holds up occupies few threads of a process: the others serve everybody else."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import AbstractContextManager, ExitStack, contextmanager

import httpx
import pytest
from flask import Flask

from service.config.environment import Config
from service.db.bulkhead import SHARE
from service.db.clock import system_clock
from service.db.engines import db, place_to_wait
from service.notifications.links import turn_box
from tests.service.api.program import Program, program_of
from tests.service.config.test_timeouts import held
from tests.service.conftest import FakeClock
from tests.service.installations import environment
from tests.service.mail.inbound.correspondent import deliver, mail
from tests.service.tables import at_once, person, table
from tests.service.web.turns import link
from tests.service.web.visitor import Visitor
from tests.waiting import eventually
from tests.web_server import WebServer, web_server
from workers.inbound.child import Reader
from workers.jobs.inbound import process_due

MOVES = 40
THREADS = 32
UNHURRIED = "web-lock=60 web-statement=60 web-idle=60"
"""Nobody gives up while the game is held, however busy the machine is."""
POSTGRESQL = pytest.mark.parametrize("settings", ["postgresql"], indirect=True)


def hold(settings: Config, game_id: str) -> AbstractContextManager[None]:
    """Lock a game and its seats as a change does; on SQLite, the file."""
    locking = "" if settings.embedded else " FOR UPDATE"
    return held(settings, f"SELECT 1 FROM game JOIN game_seat ON game_id = id WHERE id = '{game_id}'{locking}")  # noqa: S608


@contextmanager
def taken(row: Hashable) -> Iterator[None]:
    """All places to wait for that row are taken."""
    with ExitStack() as places:
        for _ in range(THREADS // SHARE):
            places.enter_context(place_to_wait(row))
        yield


def sending(server: WebServer, program: Program) -> httpx.Client:
    """Return a client for that program's requests."""
    headers = {"Authorization": f"Bearer {program.token}"}
    return httpx.Client(base_url=f"{server.address}/api/v1", headers=headers, timeout=120)


def is_done(asked: Sequence[Future[httpx.Response]], number: int) -> bool:
    """Whether so many requests are answered."""
    return sum(each.done() for each in asked) == number


@pytest.mark.parametrize(("settings", "most"), [("postgresql", 8), ("sqlite", 25)], indirect=["settings"])
def test_a_game_that_is_held_up_leaves_threads_to_readers(
    app: Flask, settings: Config, clock: FakeClock, most: int
) -> None:
    clock.time = system_clock()
    begun, other = table("ann", "bob"), table("ann", "bob")
    waits = next(player.name for player in begun.players if player != begun.mover)
    mover, reader = (program_of(app.test_client(), name) for name in (begun.mover.name, waits))
    version, move = begun.game.version, begun.whole_moves(1)[0]
    knobs = environment(settings) | {"WEB_THREADS": str(THREADS), "DATABASE_TIMEOUTS": UNHURRIED}
    db.session.remove()

    with (
        web_server(settings, **knobs) as server,
        sending(server, mover) as moves,
        sending(server, reader) as reads,
        ThreadPoolExecutor(MOVES) as pool,
    ):
        assert reads.get("/me").status_code == 200  # which notes the token's use
        with hold(settings, begun.id):
            asked = [
                pool.submit(moves.post, f"/games/{begun.id}/moves", json={"version": version, "move": move})
                for _ in range(MOVES)
            ]
            assert eventually(lambda: is_done(asked, MOVES - most), 15)
            refused = [each.result() for each in asked if each.done()]
            read = [reads.get(f"/games/{game.id}").status_code for game in (other, begun)]
        played = [each.result() for each in asked if each.result() not in refused]

    assert read == [200, 200]
    assert {answer.status_code for answer in refused} == {503}
    assert {(answer.json()["code"], answer.headers["Retry-After"]) for answer in refused} == {("not-ready", "5")}
    assert [answer.status_code for answer in played] == [201] * most
    assert begun.game.version == version + 1


@POSTGRESQL
def test_a_program_that_reads_a_game_does_not_wait_for_its_change(app: Flask, settings: Config) -> None:
    begun = table("ann", "bob")
    program = program_of(app.test_client(), begun.mover.name)
    db.session.remove()

    with hold(settings, begun.id):
        assert program.get(f"/games/{begun.id}").status_code == 200
    assert program.get(f"/games/{begun.id}").status_code == 200
    db.session.remove()
    assert begun.game.seats[begun.game.to_move or 0].looked_at


def test_a_move_beyond_the_places_is_asked_to_come_back_and_is_not_played(app: Flask) -> None:
    begun = at_once(table("ann", "bob"))
    program, visitor, move = program_of(app.test_client(), begun.mover.name), Visitor(app), begun.whole_moves(1)[0]
    version, preview = begun.game.version, visitor.press(visitor.open(link(begun)), move)

    with taken(begun.id):
        answer, page = program.play(begun.id, move, version=version), visitor.press(preview, "Play this move")

    assert (answer.status_code, answer.mimetype) == (503, "application/problem+json")
    assert page.status == 503
    assert answer.headers["Retry-After"] == page.response.headers["Retry-After"] == "5"
    assert "Play this move" in page.buttons or "Try again" in page.text
    assert begun.game.version == version


def test_a_move_by_email_beyond_the_places_is_played_later(app: Flask, clock: FakeClock) -> None:
    begun = table("ann", "bob")
    version, child = begun.game.version, Reader()
    deliver(turn_box(begun.game, begun.game.to_move or 0), mail("ann@example.net", begun.whole_moves(1)[0]))

    with taken(begun.id):
        process_due(clock, child)
    assert begun.game.version == version

    clock.advance(minutes=5)
    process_due(clock, child)
    child.stop()
    assert begun.game.version == version + 1


def test_requests_of_one_account_that_wait_for_each_other_take_few_places(app: Flask) -> None:
    ann = person("ann")
    program = program_of(app.test_client(), "ann")
    with taken(f"account {ann.id}"):
        answer = program.post("/bots", {"name": "scout"}, headers={"Idempotency-Key": "one"})
    assert answer.status_code == 503
