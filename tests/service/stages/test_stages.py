"""A change that fails at any of its stages has never been: no process shows anything of it, then or later."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError
from werkzeug.test import TestResponse

from service.api.schemas.game import GAME
from service.api.views import seen_whole
from service.db.engines import transaction
from service.models import Game
from tests.figures import Figures
from tests.service.api.program import Program
from tests.service.stages.conftest import Processes
from tests.service.stages.trouble import ENDS, Failing, failing_commits, failures, listening
from tests.service.stages.truth import assert_shows_its_log, told, two_moves
from tests.service.tables import table

Both = tuple[Program, Program]
"""The program of one person, talking to the first process and to the second."""


def seen(path: str, watchers: Both) -> list[Any]:
    """Check that both processes show the game correctly; return what they show."""
    shown = [told(watcher, path) for watcher in watchers]
    for watcher, game in zip(watchers, shown, strict=True):
        if game["setup"] is not None:
            assert_shows_its_log(watcher, path)
    return shown


def shown(game: Game) -> Any:
    """Return the game as the test's session has it."""
    return GAME.dump(seen_whole(game, None))


def fails_without_a_trace(failing: Failing, change: Callable[[], TestResponse], look: Callable[[], Any]) -> bool:
    """Whether the change failed at that stage; False if it has gone through, because it has no such stage."""
    before = look()
    with failing as failure:
        status = change().status_code
    if not failure.was_met:
        assert status in (200, 201)
        return False
    assert status >= 500
    assert look() == before
    return True


@pytest.mark.parametrize(("ruleset", "headers"), [("dawn", {}), ("seasons", {"Idempotency-Key": "key"})])
def test_a_move_that_fails_is_nowhere_to_be_seen(
    processes: Processes, ruleset: str, headers: dict[str, str], figures: Figures
) -> None:
    begun = table("ann", "bob", ruleset=ruleset)
    players, watchers = [processes.program(name) for name in ("ann", "bob")], processes.program("bob")
    path, failed = f"/games/{begun.id}", 0
    for failing in failures(processes.engine):
        game = told(watchers[0], path)
        here, there = players[game["to_move"]]
        first, second = two_moves(there, path)

        def move(program: Program = here, move: str = first, version: int = game["version"]) -> TestResponse:
            return program.play(begun.id, move, version=version, headers=headers)

        if not fails_without_a_trace(failing, move, lambda: seen(path, watchers)):
            break
        assert there.play(begun.id, second, version=game["version"]).status_code == 201
        seen(path, watchers)
        failed += 1
    figures("stages", failed_moves=failed)
    assert failed > 0


def test_a_join_that_fails_is_nowhere_to_be_seen(processes: Processes, figures: Figures) -> None:
    here, there = processes.program("bob")
    watchers, failed = processes.program("ann"), 0
    wish = {"ruleset": "tribes", "seats": [{"me": True}, {"account": "bob"}], "shuffle_seats": False}
    for failing in failures(processes.engine):
        path = f"/games/{(watchers[0].post('/games', wish).json or {})['id']}"

        def join(path: str = path) -> TestResponse:
            return here.post(f"{path}/join", {"contribution": "one word"})

        if not fails_without_a_trace(failing, join, lambda path=path: seen(path, watchers)):  # type: ignore[misc]
            break
        assert there.post(f"{path}/join", {"contribution": "another"}).status_code == 200
        seen(path, watchers)
        failed += 1
    figures("stages", failed_joins=failed)
    assert failed > 0


def test_nobody_sees_a_move_before_it_is_committed(processes: Processes) -> None:
    begun = table("ann", "bob")
    path, watchers = f"/games/{begun.id}", processes.program("bob")
    before, looks = seen(path, watchers), list[list[Any]]()

    def look(_connection: Connection) -> None:
        if not looks:
            looks.append([])
            looks[0] = seen(path, watchers)

    with listening(processes.engine, "commit", look):
        played = processes.program("ann")[0].play(begun.id, "place max-15", version=1)
    assert played.status_code == 201
    assert looks == [before]
    assert seen(path, watchers) != before


def test_a_session_shows_what_the_database_holds_after_a_commit_that_failed(processes: Processes) -> None:
    begun = table("ann", "bob")
    game = begun.game
    before = shown(game)
    for end in ENDS[processes.engine.dialect.name]:
        with failing_commits(processes.engine, end), pytest.raises(DBAPIError):
            begun.play("place max-15")
        assert shown(game) == before


def test_a_session_shows_what_the_database_holds_after_a_part_was_undone(processes: Processes) -> None:
    begun, other = table("ann", "bob"), table("cy", "dee")
    before = shown(begun.game)
    with transaction() as current:
        part = current.begin_nested()
        begun.play("place max-15")
        part.rollback()
        other.play("place max-15")
        assert shown(begun.game) == before
    assert shown(begun.game) == before
    begun.play("place max-8")
    for path in (f"/games/{begun.id}", f"/games/{other.id}"):
        for watcher in processes.program("ann" if begun.id in path else "cy"):
            assert_shows_its_log(watcher, path)


def test_a_log_that_was_lost_is_not_taken_for_the_one_that_is_kept(processes: Processes) -> None:
    """As when a database is set back to an hour ago beside processes that go on."""
    begun = table("ann", "bob")
    path, (here, there) = f"/games/{begun.id}", processes.program("ann")
    kept = processes.kept(begun.id)
    assert here.play(begun.id, "place max-15", version=1).status_code == 201
    assert_shows_its_log(here, path)
    processes.set_back(begun.id, kept)
    assert there.play(begun.id, "place max-8", version=1).status_code == 201
    for watcher in (here, there):
        assert_shows_its_log(watcher, path)


def test_a_batch_that_fails_is_nowhere_to_be_seen_and_created_once_under_its_key(
    processes: Processes, figures: Figures
) -> None:
    here, there = processes.program("club")
    players = [processes.program(name)[0] for name in ("ann", "bob")]
    for player in players:
        assert player.call("PUT", "/me/organisers/club").status_code == 200
    failed = 0
    for number, failing in enumerate(failures(processes.engine)):
        wish = {"games": [{"ruleset": "tribes", "players": names} for names in (["ann", "bob"], ["bob", "ann"])]}
        key = {"Idempotency-Key": f"batch-{number}"}

        def create(program: Program = here, wish: Any = wish, key: dict[str, str] = key) -> TestResponse:
            return program.post("/game-batches", wish, headers=key)

        def look() -> Any:
            return told(players[0], "/games?mine=true&limit=100")["games"]

        before = len(look())
        if not fails_without_a_trace(failing, create, look):
            break
        first, again = create(there), create(here)
        assert (first.status_code, first.json) == (201, again.json)
        assert len(look()) == min(before + 2, 100)
        failed += 1
    figures("stages", failed_batches=failed)
    assert failed > 0
