"""Contests that keep their games, so that a stopped run can continue."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from benchmarks.arena.contests import Contest, Played
from benchmarks.arena.keeping import Kept, play

CONTEST = Contest("seasons", {"version": "full"}, 2, "uct-5", "uct-2", seed=7)
GAMES = 8
RUN = """
from pathlib import Path
from tests.benchmarks.arena.test_keeping import CONTEST, GAMES
from benchmarks.arena.keeping import Kept, play
play(Kept(Path({path!r})), CONTEST, GAMES)
"""


def results(games: dict[int, Played]) -> list[tuple[Any, ...]]:
    """Return the parts of results that do not depend on the machine."""
    return [(each.number, each.points, each.won, [spent.actions for spent in each.spent]) for each in games.values()]


@pytest.fixture(scope="module")
def uninterrupted(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[Any, ...]]:
    """Return the results of an uninterrupted run."""
    return results(play(Kept(tmp_path_factory.mktemp("arena") / "games.jsonl"), CONTEST, GAMES))


def test_a_run_that_was_killed_goes_on_to_the_same_results(
    tmp_path: Path, uninterrupted: list[tuple[Any, ...]]
) -> None:
    path = tmp_path / "games.jsonl"
    with subprocess.Popen([sys.executable, "-u", "-c", RUN.format(path=str(path))], stderr=subprocess.PIPE) as run:
        while not path.exists() or path.read_bytes().count(b"\n") < 4:
            assert run.poll() is None
        run.send_signal(signal.SIGKILL)
    there = len(Kept(path).of(CONTEST).games)
    assert 3 <= there < GAMES
    lines = path.read_bytes()

    assert results(play(Kept(path), CONTEST, GAMES)) == uninterrupted
    assert path.read_bytes().startswith(lines[: lines.rfind(b"\n") + 1])
    assert path.read_bytes().count(b"\n") == 1 + GAMES


def test_two_processes_play_the_same_games_as_one(tmp_path: Path, uninterrupted: list[tuple[Any, ...]]) -> None:
    assert results(play(Kept(tmp_path / "games.jsonl"), CONTEST, GAMES, processes=2)) == uninterrupted


def test_a_last_line_that_was_cut_off_counts_for_nothing_and_is_written_anew(
    tmp_path: Path, uninterrupted: list[tuple[Any, ...]]
) -> None:
    path = tmp_path / "games.jsonl"
    play(Kept(path), CONTEST, 4)
    path.write_bytes(path.read_bytes()[:-20])
    assert len(Kept(path).of(CONTEST).games) == 3

    assert results(play(Kept(path), CONTEST, GAMES)) == uninterrupted
    assert [json.loads(line).get("game") for line in path.read_text(encoding="utf-8").splitlines()] == [
        None, *range(GAMES),
    ]  # fmt: skip


def test_a_file_that_was_cut_off_within_its_first_line_is_begun_anew(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_bytes(b'{"contest": "3f')
    play(Kept(path), CONTEST, 2)
    assert len(Kept(path).of(CONTEST).games) == 2


def test_contests_share_a_file(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    other = Contest("seasons", {"version": "basic"}, 3, "greedy", "random")
    play(Kept(path), CONTEST, 2)
    play(Kept(path), other, 3)
    play(Kept(path), CONTEST, 4)
    kept = Kept(path).results
    assert [(each.contest, len(each.games)) for each in kept.values()] == [(CONTEST, 4), (other, 3)]


def test_who_asks_for_fewer_games_than_there_are_gets_as_many(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    play(Kept(path), CONTEST, 4)
    assert list(play(Kept(path), CONTEST, 2)) == [0, 1]
    assert len(Kept(path).of(CONTEST).games) == 4
