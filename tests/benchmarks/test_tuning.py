"""Tuning by self-play."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from click.testing import CliRunner

import rules
from benchmarks.tuning import tune
from benchmarks.variants import Variant, number
from rules import AnyPosition
from rules.game import Tactics
from rules.games.springtime import tactics
from tests.rules.games.springtime_games import first_position
from tests.workers.search.toys import end

SPRINGTIME = rules.game("springtime")


def sees_point(position: AnyPosition, game: Tactics, rng: Random) -> list[Any]:
    """Play a move that depends on the tuned number."""
    return [tactics.POINT]


def test_a_player_thinks_with_its_own_value_and_leaves_the_number_as_it_was() -> None:
    before = tactics.POINT
    own = Variant(SPRINGTIME, [number(SPRINGTIME, "tactics:POINT")], [3.0])
    assert own.player(sees_point)(end(1.0), tactics, Random(1)) == [3.0]
    assert before == tactics.POINT != 3


def test_a_number_is_as_it_was_even_if_the_player_fails() -> None:
    before = tactics.BREADTH
    own = Variant(SPRINGTIME, [number(SPRINGTIME, "tactics:BREADTH")], [0])
    with pytest.raises(ZeroDivisionError), own.in_force():
        tactics.candidates(first_position(1))
    assert before == tactics.BREADTH


def test_the_command_says_for_each_value_how_often_level_5_wins_with_it() -> None:
    arguments = ["springtime", "tactics:POINT", "0.1", "2", "--games", "2", "--seconds", "0.001", "--against", "random"]
    done = CliRunner().invoke(tune, [*arguments, "--option", "scoring=majority"])
    assert done.exit_code == 0, done.output
    assert [line.partition(":")[0] for line in done.output.splitlines()] == ["POINT = 0.1", "POINT = 2"]
    assert all("of 2 (" in line for line in done.output.splitlines())
