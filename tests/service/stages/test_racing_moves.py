"""Moves that are sent at once to two processes that serve one game: one of them is played, once."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Barrier

from werkzeug.test import TestResponse

from tests.service.api.program import Program, code
from tests.service.stages.conftest import Processes
from tests.service.stages.truth import assert_shows_its_log, told
from tests.service.tables import table

RACERS, VERSIONS = 8, 6
Both = tuple[Program, Program]
"""The program of one person, talking to the first process and to the second."""


def at_once(sends: list[Callable[[], TestResponse]]) -> list[TestResponse]:
    """Send all at once; return the responses."""
    start = Barrier(len(sends))

    def send(one: Callable[[], TestResponse]) -> TestResponse:
        start.wait()
        return one()

    with ThreadPoolExecutor(len(sends)) as threads:
        return list(threads.map(send, sends))


def players_of(processes: Processes) -> tuple[str, list[Both]]:
    """Create a running game; return its path and its players' programs."""
    begun = table("ann", "bob")
    return begun.id, [processes.program(name) for name in ("ann", "bob")]


def turn_of(players: list[Both], path: str) -> tuple[Both, int]:
    """Whose turn it is, and the version that they answer."""
    game = told(players[0][0], path)
    return players[game["to_move"]], game["version"]


def test_of_different_moves_one_is_played_and_the_others_are_told_which(processes: Processes) -> None:
    game_id, players = players_of(processes)
    path = f"/games/{game_id}"
    for _ in range(VERSIONS):
        mover, version = turn_of(players, path)
        moves = told(mover[0], f"{path}/legal-actions")["actions"][:RACERS]
        answers = at_once(
            [partial(mover[number % 2].play, game_id, move, version=version) for number, move in enumerate(moves)]
        )
        won = [move for move, answer in zip(moves, answers, strict=True) if answer.status_code == 201]
        lost = [answer for answer in answers if answer.status_code != 201]
        assert len(won) == 1
        assert [code(answer) for answer in lost] == [(409, "stale-version")] * len(lost)
        assert all(answer.json and answer.json["happened"][0]["action"] == won[0] for answer in lost)
        assert_both_show_the_truth(players, path)


def test_the_same_move_is_played_once_and_answered_alike(processes: Processes) -> None:
    game_id, players = players_of(processes)
    path = f"/games/{game_id}"
    for number in range(VERSIONS):
        mover, version = turn_of(players, path)
        move = told(mover[0], f"{path}/legal-actions")["actions"][0]
        headers = {"Idempotency-Key": f"key-{number}"} if number % 2 else {}
        answers = at_once(
            [partial(mover[racer % 2].play, game_id, move, version=version, headers=headers) for racer in range(RACERS)]
        )
        assert {answer.status_code for answer in answers} == {201}
        assert all(answer.json == answers[0].json for answer in answers)
        assert sum("Idempotent-Replayed" not in answer.headers for answer in answers) == 1
        assert told(players[0][1], path)["version"] == version + 1
        assert_both_show_the_truth(players, path)


def test_moves_in_many_games_at_once_are_all_played(processes: Processes) -> None:
    games = [table(f"ann{number}", f"bob{number}").id for number in range(RACERS)]
    movers = [processes.program(f"ann{number}") for number in range(RACERS)]
    moves = [
        told(mover[0], f"/games/{game}/legal-actions")["actions"][0] for mover, game in zip(movers, games, strict=True)
    ]
    answers = at_once([partial(movers[n][n % 2].play, games[n], moves[n], version=1) for n in range(RACERS)])
    assert {answer.status_code for answer in answers} == {201}
    for mover, game in zip(movers, games, strict=True):
        assert told(mover[0], f"/games/{game}")["version"] == 2
        assert_both_show_the_truth([mover], f"/games/{game}")


def assert_both_show_the_truth(players: list[Both], path: str) -> None:
    """Check that both processes show every player the replay of the game's log."""
    for player in players:
        for program in player:
            assert_shows_its_log(program, path)
