"""The speed benchmarks: their output, and the behaviour of their simple players."""

import subprocess
import sys
from collections import Counter
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest

import rules
from benchmarks.__main__ import main
from benchmarks.chance import draw
from benchmarks.reference_players import greedy_placer, random_placer
from benchmarks.speed import pace, random_chess, random_game
from rules.errors import BadSetup
from rules.games.seasons.diagram import read

ROOT = Path(__file__).parents[2]
SEASONS = rules.game("seasons")


def test_the_benchmark_prints_a_line_for_each_number_of_seats_beside_chess() -> None:
    command = [sys.executable, "-m", "benchmarks", "seasons", "--seconds", "0.05"]
    printed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True, timeout=60).stdout
    first_words = [line.split("  ")[0] for line in printed.splitlines()]
    assert first_words == ["game", "python-chess", "seasons, 2 seats", "seasons, 3 seats"]


def test_the_benchmark_measures_a_game_with_an_option_of_it(capsys: pytest.CaptureFixture[str]) -> None:
    sys_argv = ["benchmarks", "springtime", "--seconds", "0.01", "--option", "scoring=majority"]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "argv", sys_argv)
        main()
        assert capsys.readouterr().out.splitlines()[2].startswith("springtime, 2 seats")
        patch.setattr(sys, "argv", [*sys_argv[:-1], "scoring=unheard-of"])
        with pytest.raises(BadSetup):
            main()


def test_outcomes_are_drawn_by_their_probabilities() -> None:
    outcomes = [("often", Fraction(3, 4)), ("never", Fraction(0)), ("seldom", Fraction(1, 4))]
    rng = Random(1)
    drawn = Counter(draw(outcomes, rng) for _ in range(4000))
    assert set(drawn) == {"often", "seldom"}
    assert 2850 < drawn["often"] < 3150


def test_games_and_actions_are_counted_to_the_end() -> None:
    first = SEASONS.initial_position(SEASONS.new_setup(2))
    found = pace(lambda rng: random_game(first, rng), 0.01)
    assert found.games >= 1
    assert found.actions >= found.games * 44
    assert random_chess(Random(1)) > 4


def test_the_random_placer_never_throws_again() -> None:
    position = read(SEASONS.new_setup(2), "dice: 1 2 3")
    rng = Random(1)
    chosen = {str(random_placer(position, SEASONS.tactics, rng)[0]) for _ in range(300)}
    assert chosen == {str(action) for action in position.legal_actions() if str(action).startswith("place")}


def test_the_greedy_placer_takes_what_it_wins_for_certain() -> None:
    position = read(SEASONS.new_setup(2), "min-17: B 9\nmax-15: B 17\ndice: 1 1 4")
    assert str(greedy_placer(position, SEASONS.tactics, Random(1))[0]) == "place min-17"


def test_the_greedy_placer_throws_again_where_that_gains_more() -> None:
    position = read(SEASONS.new_setup(2), "dice: 1 3 6")
    assert str(greedy_placer(position, SEASONS.tactics, Random(1))[0]).startswith("reroll")
