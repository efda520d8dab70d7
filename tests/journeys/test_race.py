"""Eight threads answer the same versions of a game: one of them is told yes, and nothing is lost or doubled."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from typing import Any

import httpx
import pytest

from tests.journeys.installation import Installation, Player

THREADS = 8
VERSIONS = 40


@pytest.fixture
def installation(shared_installation: Installation) -> Installation:
    return shared_installation


def new_game(host: Player, guests: list[Player]) -> str:
    seats = [{"me": True}, *({"open": True} for _ in guests)]
    game = host.create(ruleset="seasons", seats=seats, visibility="public", shuffle_seats=False)
    for guest in guests:
        guest.join(game["id"])
    return str(game["id"])


def race(pool: ThreadPoolExecutor, player: Player, game: dict[str, Any], actions: list[str]) -> list[httpx.Response]:
    """Eight different moves for one version, all at once."""
    return list(pool.map(lambda move: player.move(game["id"], game["version"], move), islice(actions, THREADS)))


def test_of_eight_moves_for_one_version_exactly_one_is_accepted(installation: Installation) -> None:
    players = [installation.player(f"{name}@example.net", bot=name) for name in ("ada", "ray", "cy")]
    raced = 0
    game_id = new_game(players[0], players[1:])
    winners: list[str] = []
    with ThreadPoolExecutor(THREADS) as pool:
        while raced < VERSIONS:
            game = players[0].game(game_id)
            if game["status"] == "finished":
                assert_log_is_what_won(players[0], game_id, winners)
                game_id, winners = new_game(players[0], players[1:]), []
                continue
            actions = players[0].legal_actions(game_id)["actions"]
            answers = race(pool, players[game["to_move"]], game, actions[::-1])
            winners.append(assert_one_winner(answers))
            raced += 1
    assert_log_is_what_won(players[0], game_id, winners)


def assert_one_winner(answers: list[httpx.Response]) -> str:
    won = [answer.json() for answer in answers if answer.status_code == 201]
    lost = [answer.json() for answer in answers if answer.status_code == 409]
    assert (len(won), len(won) + len(lost)) == (1, len(answers)), [answer.text for answer in answers]
    played: str = won[0]["log"][0]["action"]
    for problem in lost:
        if won[0]["game"]["status"] == "finished":
            assert problem["code"] == "game-over"
        else:
            assert problem["code"] == "stale-version"
            assert problem["happened"][0]["action"] == played
    return played


def assert_log_is_what_won(player: Player, game_id: str, winners: list[str]) -> None:
    log = player.record(game_id)["log"]
    assert [entry["action"] for entry in log if entry["seat"] >= 0] == winners
    assert [entry["number"] for entry in log] == list(range(len(log)))
