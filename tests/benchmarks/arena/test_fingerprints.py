"""Fingerprints of how games are played."""

from __future__ import annotations

from random import Random

import pytest

import rules
from benchmarks.arena.contestants import NUMBERED, UnknownPlayer, recipe
from benchmarks.arena.fingerprints import fingerprint
from rules import Game
from workers.search import levels
from workers.search.limit import Budget

SEASONS = rules.game("seasons")


def of(*names: str, players: int = 2, version: str = "full") -> str:
    return fingerprint(SEASONS, players, {"version": version}, names)


def test_it_is_the_same_each_time() -> None:
    assert of("level5", "uct-20") == of("level5", "uct-20")


def test_each_player_number_of_seats_and_option_has_its_own() -> None:
    found = {of("level1"), of("level2"), of("greedy"), of("greedy", players=3), of("greedy", version="basic")}
    assert len(found) == 5


def test_it_changes_with_what_a_level_is_given(monkeypatch: pytest.MonkeyPatch) -> None:
    before = of("level5")
    longer = levels.LEVELS[5]._replace(budget=Budget(4.6, 200_000))
    monkeypatch.setitem(levels.LEVELS, 5, longer)
    assert of("level5") != before


@pytest.mark.parametrize("game", rules.games().values(), ids=lambda game: game.id)
def test_it_tells_of_no_address_in_memory(game: Game) -> None:
    position = game.initial_position(game.new_setup(min(game.players), {}, Random(1)))
    recipes = [recipe(level, position, game.tactics) for level in NUMBERED]
    assert not [told for told in recipes if " at 0x" in told]


def test_there_is_none_of_nobody() -> None:
    with pytest.raises(UnknownPlayer):
        of("level9")
