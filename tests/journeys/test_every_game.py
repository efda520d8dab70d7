"""Every game that is found: played by two programs and against the computer, all at once."""

from __future__ import annotations

from random import Random

import pytest

import rules
from tests.journeys.installation import Installation, Player
from tests.waiting import eventually

LONGEST = 420.0
"""Seconds that all games together may take on a slow machine."""
LEVEL = 3


@pytest.fixture
def installation(shared_installation: Installation) -> Installation:
    return shared_installation


def fewest(ruleset: str) -> int:
    """The smallest number of seats from two on."""
    return min(number for number in rules.game(ruleset).players if number > 1)


def between_programs(first: Player, second: Player, ruleset: str) -> str:
    rest = [{"open": True}, *({"ai": 1} for _ in range(fewest(ruleset) - 2))]
    game = first.create(ruleset=ruleset, seats=[{"me": True}, *rest], visibility="public")
    second.join(game["id"])
    return str(game["id"])


def against_computer(player: Player, ruleset: str) -> str:
    rest = [{"ai": LEVEL}, *({"ai": 1} for _ in range(fewest(ruleset) - 2))]
    return str(player.create(ruleset=ruleset, seats=[{"me": True}, *rest])["id"])


def play(player: Player, game_id: str, rng: Random) -> bool:
    """Play if it is one's turn; whether the game is over."""
    game = player.game(game_id)
    if game["status"] == "active" and game["to_move"] == game["your_seat"]:
        answer = player.move(game_id, game["version"], player.any_move(game_id, rng))
        assert answer.status_code == 201, answer.text
    return bool(game["status"] == "finished")


def test_every_game_is_played_to_its_end_by_programs_and_against_the_computer(installation: Installation) -> None:
    rng = Random(5)
    musty, dusty = (installation.player("owner@example.net", bot=name) for name in ("musty", "dusty"))
    of_two = [between_programs(musty, dusty, ruleset) for ruleset in rules.games()]
    of_one = [against_computer(musty, ruleset) for ruleset in rules.games()]

    def all_over() -> bool:
        theirs = [play(player, game, rng) for player in (musty, dusty) for game in of_two]
        return all([*theirs, *(play(musty, game, rng) for game in of_one)])

    assert eventually(all_over, LONGEST)
    for game in [*of_two, *of_one]:
        assert musty.game(game)["ended_by"] == "play"
