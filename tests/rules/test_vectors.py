"""Conformance vectors: games as our rules play them, to test implementations in other languages."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner

import rules
from tests.vectors import SAMPLES, check, differences, vector, write


def sample(game_id: str) -> dict[str, Any]:
    """Return the committed game of a ruleset."""
    told: dict[str, Any] = json.loads((SAMPLES / f"{game_id}.jsonl").read_text())
    return told


@pytest.mark.parametrize("game_id", rules.games())
def test_the_committed_game_of_each_ruleset_is_as_our_rules_play_it(game_id: str) -> None:
    told = sample(game_id)
    assert (told["ruleset"], told["rules_version"]) == (game_id, rules.game(game_id).version), (
        "tests.vectors write --samples"
    )
    assert len(told["positions"]) == len(told["actions"]) + 1 > 5
    assert told["positions"][-1]["winners"] is not None
    assert list(differences(told)) == []


def change(told: dict[str, Any], number: int, **members: object) -> None:
    """Change members of a position."""
    told["positions"][number] |= members


@pytest.mark.parametrize(
    ("wrong", "what"),
    [
        (lambda told: told["positions"][0]["legal"].pop(0), "is legal"),
        (lambda told: told["positions"][0]["legal"].append("fly a1"), "'fly a1' is not legal"),
        (lambda told: change(told, 1, to_move=7), "position 1: to_move is"),
        (lambda told: change(told, -1, scores=[0]), "scores is"),
        (lambda told: change(told, -1, winners=None), "winners is"),
        (lambda told: told["positions"].pop(), "is missing"),
        (lambda told: told["positions"].append({}), "is one too many"),
        (lambda told: told["actions"].append("fly a1"), "cannot be replayed"),
        (lambda told: told["setup"].pop("players"), "cannot be replayed"),
        (lambda told: told.update(ruleset="chess"), "cannot be replayed"),
    ],
)
def test_whatever_rules_say_otherwise_is_told(wrong: Callable[[dict[str, Any]], object], what: str) -> None:
    told = sample("siesta")
    wrong(told)
    assert any(what in line for line in differences(told))


def test_vectors_are_the_same_each_time_and_as_many_as_are_wanted(tmp_path: Path) -> None:
    game = rules.game("springtime-puzzle")
    assert vector(game, Random("a seed")) == vector(game, Random("a seed"))
    count = write(game, 100, tmp_path)
    games = [json.loads(line) for line in (tmp_path / "springtime-puzzle.jsonl").read_text().splitlines()]
    assert sum(len(told["positions"]) for told in games) == count >= 100


def test_the_command_says_which_game_differs_and_in_what(tmp_path: Path) -> None:
    told = sample("springtime")
    right = json.dumps(told)
    change(told, 2, scores=[99, 99])
    file = tmp_path / "mine.jsonl"
    file.write_text(f"{right}\n{json.dumps(told)}\n[]\nnothing\n")
    done = CliRunner().invoke(check, [str(file)])
    assert done.exit_code == 1
    assert "line 2: position 2: scores is" in done.output
    assert "line 3: is not an object" in done.output
    assert "line 4: is not JSON" in done.output
    assert done.output.endswith(f"4 games, {2 * len(told['positions'])} positions, 3 games differ\n")
    assert CliRunner().invoke(check, [str(SAMPLES / "springtime.jsonl")]).exit_code == 0
