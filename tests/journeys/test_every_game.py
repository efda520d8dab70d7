"""Every game that is found: played by two programs and against the computer, all at once."""

from __future__ import annotations

from itertools import cycle
from random import Random

import pytest

import rules
from tests.journeys.installation import Installation, Player
from tests.waiting import PAUSE_OF_A_SERVER, eventually

LONGEST = 420.0
"""Seconds that all games together may take on a slow machine."""
LEVELS = (3, 1, 2)
"""Of the computer, in turn: one that searches takes all the time it is given, so it does not play each game."""


@pytest.fixture
def installation(shared_installation: Installation) -> Installation:
    return shared_installation


def fewest(ruleset: str) -> int:
    """Return the smallest number of seats, at least two."""
    return min(number for number in rules.game(ruleset).players if number > 1)


def between_programs(first: Player, second: Player, ruleset: str) -> str:
    rest = [{"open": True}, *({"ai": 1} for _ in range(fewest(ruleset) - 2))]
    game = first.create(ruleset=ruleset, seats=[{"me": True}, *rest], visibility="public")
    second.join(game["id"])
    return str(game["id"])


def against_computer(player: Player, ruleset: str, level: int) -> str:
    rest = [{"ai": level}, *({"ai": 1} for _ in range(fewest(ruleset) - 2))]
    return str(player.create(ruleset=ruleset, seats=[{"me": True}, *rest])["id"])


def play(player: Player, rng: Random) -> int:
    """Play wherever it is one's turn; return the number of games."""
    games = player.expect(200, player.http.get("games", params={"to_move": True}))["games"]
    for game in games:
        answer = player.move(game["id"], game["version"], player.any_move(game["id"], rng))
        assert answer.status_code == 201, answer.text
    return len(games)


def test_every_game_is_played_to_its_end_by_programs_and_against_the_computer(installation: Installation) -> None:
    rng = Random(5)
    musty, dusty = (installation.player("owner@example.net", bot=name) for name in ("musty", "dusty"))
    of_two = [between_programs(musty, dusty, ruleset) for ruleset in rules.games()]
    of_one = [against_computer(musty, ruleset, level) for ruleset, level in zip(rules.games(), cycle(LEVELS))]

    def all_over() -> bool:
        while sum(play(player, rng) for player in (musty, dusty)):
            pass  # the computer is not waited for as long as they have something to play
        return all(musty.game(game)["status"] == "finished" for game in [*of_two, *of_one])

    assert eventually(all_over, LONGEST, PAUSE_OF_A_SERVER)
    for game in [*of_two, *of_one]:
        assert musty.game(game)["ended_by"] == "play"
