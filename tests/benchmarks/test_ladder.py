"""The ladder of the levels."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner

from benchmarks.arena.contestants import greedy
from benchmarks.arena.contests import Contest, tally_of
from benchmarks.arena.playing import Record, Tally
from benchmarks.ladder import RUNGS, Rung, elo, ladder, table
from rules import AnyPosition
from rules.game import Tactics


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run the command in a folder of its own, where it keeps its games."""
    monkeypatch.chdir(tmp_path)


def test_three_wins_of_four_are_191_points_of_elo() -> None:
    assert elo(0.75, 100) == pytest.approx(190.8, abs=0.1)
    assert elo(0.5, 100) == 0
    assert elo(0.25, 100) == -elo(0.75, 100)


def test_who_wins_every_game_is_as_far_above_as_so_many_games_can_say() -> None:
    assert elo(1.0, 10) == elo(0.95, 10) < elo(1.0, 100)


def test_each_rung_stands_on_the_one_below() -> None:
    rungs = [Rung("level1", "random", Tally(won=3, lost=1)), Rung("level2", "level1", Tally(won=3, lost=1))]
    first, second = table(iter(rungs))
    assert [cell.partition(" ±")[0] for cell in first.split(" | ")[3:5]] == ["+191", "191"]
    assert [cell.partition(" ±")[0] for cell in second.split(" | ")[3:5]] == ["+191", "382"]


def test_a_rung_says_who_won_in_which_seat() -> None:
    seats = {0: Record(won=9, lost=1), 1: Record(won=2, shared=2, lost=6)}
    [row] = table(iter([Rung("level2", "level1", Tally(won=11, shared=2, lost=7, seats=seats))]))
    assert row.endswith("| as A 90% of 10, as B 30% of 10 |")


SEEN: list[AnyPosition] = []


def watching(position: AnyPosition, tactics: Tactics, rng: Random) -> list[Any]:
    """Play greedily, and record the initial state."""
    if not position.scores()[0]:
        SEEN.append(position)
    return greedy(position, tactics, rng)


def test_a_team_is_compared_by_what_each_player_gets_out_of_the_same_layout_alone() -> None:
    SEEN.clear()
    watcher = f"{__name__}:watching"
    contest = Contest("springtime-puzzle", {}, 1, watcher, watcher, alone=True)
    tally = tally_of(contest, {number: contest.played(number) for number in range(5)})
    assert tally.decisions == tally.shared == 5
    assert SEEN[0] == SEEN[1] != SEEN[2]


@pytest.mark.parametrize(("ruleset", "players"), [("springtime-puzzle", 1), ("seasons", 2)])
def test_the_better_player_stands_above(ruleset: str, players: int) -> None:
    contest = Contest(ruleset, {}, players, "greedy", "random", alone=players == 1)
    assert tally_of(contest, {number: contest.played(number) for number in range(10)}).share > 0.7


def test_the_command_says_how_far_each_player_stands_above_the_one_below() -> None:
    done = CliRunner().invoke(ladder, ["seasons", "--games", "2", "--part", "0.0005"])
    assert done.exit_code == 0, done.output
    assert [line.split("`")[1::2] for line in rows(done.output)] == [[upper, lower] for lower, upper in pairwise(RUNGS)]


def test_the_command_says_beside_its_table_how_many_games_have_ended() -> None:
    done = CliRunner().invoke(ladder, ["seasons", "--games", "1", "--part", "0.0005"])
    assert [line.rpartition(", ")[0] for line in done.stderr.splitlines()] == [
        f"seasons, 2 seats, {upper} against {lower}: 2 of 2 games" for lower, upper in pairwise(RUNGS)
    ]
    assert "games" not in done.stdout


def test_where_all_win_together_each_layout_is_told_of_once_and_no_seat_is_named() -> None:
    done = CliRunner().invoke(ladder, ["springtime-puzzle", "--games", "3", "--only", "level1"])
    assert done.stderr.startswith("springtime-puzzle, 1 seats, level1 against random: 3 of 3 games")
    [row] = rows(done.stdout)
    assert "of 3 (" in row
    assert row.endswith("|  |")


def test_a_ladder_that_was_climbed_is_told_again_without_a_game() -> None:
    first, again = (CliRunner().invoke(ladder, ["seasons", "--games", "2", "--only", "level2"]) for _ in range(2))
    assert again.stdout == first.stdout
    assert again.stderr == "seasons, 2 seats, level2 against level1: 2 of 2 games are there already\n"


def rows(output: str) -> Iterator[str]:
    return (line for line in output.splitlines() if line.startswith("| `"))
