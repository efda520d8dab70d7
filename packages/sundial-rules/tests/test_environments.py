"""Test suites of the three libraries, run on all games."""

from __future__ import annotations

import gymnasium
import pyspiel
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

import rules
from sundial_environments import aec, single_seat, spiel

TABLES = [(game.id, players) for game in rules.games().values() for players in game.players]
pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")  # PettingZoo expects arrays without a mask


def test_what_is_tested_is_what_was_installed() -> None:
    assert "site-packages" in rules.__file__


@pytest.mark.parametrize(("ruleset", "players"), TABLES)
def test_pettingzoo_finds_nothing_wrong(ruleset: str, players: int) -> None:
    api_test(aec.env(ruleset, players), num_cycles=60)
    seed_test(lambda: aec.env(ruleset, players), num_cycles=10)


@pytest.mark.parametrize(("ruleset", "players"), TABLES)
def test_openspiel_finds_nothing_wrong_in_a_random_game(ruleset: str, players: int) -> None:
    game = pyspiel.load_game(spiel.short_name(ruleset), {"players": players})
    pyspiel.random_sim_test(game, 1, True, False)  # noqa: FBT003  # serialised, silent


@pytest.mark.parametrize("ruleset", rules.games())
def test_gymnasium_finds_nothing_wrong(ruleset: str) -> None:
    check_env(gymnasium.make(f"sundial_environments.single_seat:sundial/{ruleset}-v1").unwrapped)


def test_whoever_does_what_it_may_not_has_lost() -> None:
    env = single_seat.SingleSeat("siesta")
    observation, _ = env.reset(seed=1)
    forbidden = int(observation["action_mask"].argmin())
    _, reward, is_over, _, info = env.step(forbidden)
    assert (reward, is_over, info["illegal"]) == (-1.0, True, True)

    table = aec.env("siesta")
    table.reset(seed=1)
    table.step(int(table.observe("seat_0")["action_mask"].argmin()))
    assert table.rewards["seat_0"] == -1


def test_the_same_seed_gives_the_same_layout_and_another_one_another() -> None:
    first, again, other = (
        str(pyspiel.load_game("sundial_tribes", {"layout_seed": seed}).new_initial_state()) for seed in (1, 1, 2)
    )
    assert first == again != other
