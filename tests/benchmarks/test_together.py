"""Tuning several numbers at once with an evolution strategy."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import pytest
from click.testing import CliRunner, Result

import rules
from benchmarks.evolution import Evolution, Notebook, OtherPlan, Plan, opened
from benchmarks.together import together
from benchmarks.variants import NotTunable, Number, Variant, number, walker
from rules import AnyPosition, Game, Setup
from rules.game import Tactics
from rules.games.siesta import tactics
from tests.workers.search.toys import end

SIESTA = rules.game("siesta")
OPEN, LUCK, BREADTH = (number(SIESTA, f"tactics:{name}") for name in ("OPEN", "LUCK", "BREADTH"))
NUMBERS = ("tactics:OPEN", "tactics:LUCK")


def plan(**changed: Any) -> Plan:
    """Return a plan for a short run."""
    usual: dict[str, Any] = {
        "game": "siesta", "numbers": NUMBERS, "options": {}, "seats": 2, "walks": 2, "rounds": 1, "generations": 1,
        "population": 4, "step": 0.3, "by": "points", "opening": 4, "seed": 3,
    }  # fmt: skip
    return Plan(**usual | changed)


def evolution(kept: Path, game: Game = SIESTA, **changed: Any) -> Evolution:
    """Return the evolution with its kept results."""
    chosen = plan(game=game.id, **changed)
    numbers = [number(game, written) for written in chosen.numbers]
    return Evolution(game, chosen, numbers, Notebook(kept, chosen))


def command(kept: Path, *more: str, game: str = "siesta", numbers: tuple[str, ...] = NUMBERS) -> Result:
    """Run the command for a small plan."""
    small = ("--walks", "2", "--rounds", "1", "--generations", "2", "--population", "4", "--final", "1")
    return CliRunner().invoke(together, [game, *numbers, *small, "--kept", str(kept), *more])


def test_a_number_is_found_by_its_module_and_name() -> None:
    assert Number(tactics, "OPEN", tactics.OPEN) == OPEN


@pytest.mark.parametrize("written", ["tactics:NOBODY", "nowhere:OPEN", "OPEN", "tactics:candidates", "cells:FREE"])
def test_what_is_no_number_above_0_cannot_be_tuned(written: str) -> None:
    with pytest.raises(NotTunable):
        number(SIESTA, written)


def test_a_whole_number_stays_one_and_above_0() -> None:
    assert (BREADTH.scaled(1.02), BREADTH.scaled(0.001)) == (29, 1)
    assert OPEN.scaled(2) == 2 * tactics.OPEN


def test_a_variant_has_its_values_while_it_is_in_force_and_leaves_the_numbers_as_they_were() -> None:
    before = tactics.OPEN, tactics.LUCK
    with Variant(SIESTA, [OPEN, LUCK], [3.0, 4.0]).in_force():
        assert (tactics.OPEN, tactics.LUCK) == (3.0, 4.0)
    assert before == (tactics.OPEN, tactics.LUCK)


def test_a_player_thinks_with_the_values_of_its_variant() -> None:
    def sees(_position: AnyPosition, _tactics: Tactics, _rng: Random) -> list[Any]:
        return [tactics.OPEN]

    assert Variant(SIESTA, [OPEN], [3.0]).player(sees)(end(1.0), tactics, Random(1)) == [3.0]


def test_what_was_remembered_with_other_values_is_not_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    remembering = ModuleType(f"{SIESTA.package}.remembering")
    vars(remembering).update(WEIGHT=1.0, weight=lru_cache(lambda: remembering.WEIGHT))
    monkeypatch.setitem(sys.modules, remembering.__name__, remembering)
    assert remembering.weight() == 1.0
    variant = Variant(SIESTA, [Number(remembering, "WEIGHT", 1.0)], [2.0])
    with variant.in_force():
        assert remembering.weight() == 2.0
    assert remembering.weight() == 1.0
    remembering.weight.cache_clear()
    with variant.in_force():
        assert remembering.weight.cache_info().currsize == 1, "and remembers for itself"


def test_a_walker_plays_the_same_on_any_machine() -> None:
    position = SIESTA.initial_position(SIESTA.new_setup(2, rng=Random(1)))
    first, second = (walker(5)(position, SIESTA.tactics, Random(2)) for _ in range(2))
    assert first == second


def test_games_without_layouts_and_dice_begin_differently_and_alike_for_both() -> None:
    setup = SIESTA.new_setup(2, rng=Random(1))
    games = [opened(SIESTA, setup, 6, Random(seed)) for seed in (1, 2, 3, 1)]
    positions = [game.initial_position(setup) for game in games]
    assert positions[0] == positions[3]
    assert len({str(position.to_json()) for position in positions}) == 3
    assert all(game.initial_position(setup) is game.initial_position(setup) for game in games)


def test_an_opening_ends_before_the_game_does() -> None:
    setup = SIESTA.new_setup(2, rng=Random(1))
    assert opened(SIESTA, setup, 10**4, Random(1)).initial_position(setup).current_player() is not None


def test_a_match_without_layouts_and_dice_is_not_the_same_game_each_time(tmp_path: Path) -> None:
    tally = evolution(tmp_path / "kept").match([OPEN.present, LUCK.present], "here", 4)
    assert len(set(zip(tally.scores, tally.others, strict=True))) > 2


def test_all_candidates_of_a_generation_play_on_the_same_layouts(tmp_path: Path) -> None:
    tribes, seen = rules.game("tribes"), list[Setup]()

    def start(setup: Setup) -> AnyPosition:
        seen.append(setup)
        return tribes.start(setup)

    numbers = ("tactics:SHARPNESS", "tactics:OWN_COIN")
    watched = replace(tribes, start=start)
    list(evolution(tmp_path / "kept", watched, numbers=numbers, generations=2, walks=1, rounds=2).run())
    first, second = seen[:8], seen[8:]
    assert first == first[:2] * 4
    assert second == second[:2] * 4
    assert len({str(setup) for setup in seen}) == 4


def test_a_run_that_was_stopped_goes_on_where_it_was(tmp_path: Path) -> None:
    whole, stopped = tmp_path / "whole", tmp_path / "stopped"
    results = list(evolution(whole, generations=2).run())
    lines = whole.read_text().splitlines(keepends=True)
    assert len(lines) == 1 + 2 * 4
    stopped.write_text("".join(lines[:6]))
    played: list[int] = []
    assert list(evolution(stopped, generations=2).run(lambda: played.append(1))) == results
    assert len(played) == 3 * 2, "three candidates were missing, each with a game for each seat"
    assert stopped.read_text() == whole.read_text()


def test_a_last_line_that_was_cut_off_is_found_out_again(tmp_path: Path) -> None:
    whole, cut = tmp_path / "whole", tmp_path / "cut"
    results = list(evolution(whole).run())
    cut.write_bytes(whole.read_bytes()[:-9])
    assert list(evolution(cut).run()) == results
    assert cut.read_bytes() == whole.read_bytes()


def test_a_file_of_another_run_is_left_alone(tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    Notebook(kept, plan())
    with pytest.raises(OtherPlan):
        Notebook(kept, plan(walks=3))
    Notebook(kept, plan(generations=9))
    assert [json.loads(line)["walks"] for line in kept.read_text().splitlines()] == [2]


def test_the_command_says_each_generation_and_at_last_how_the_best_values_do(tmp_path: Path) -> None:
    done = command(tmp_path / "kept")
    assert done.exit_code == 0, done.output
    lines = [line for line in done.stdout.splitlines() if "games," not in line]
    assert [line.partition(":")[0] for line in lines[:3]] == ["0", "1", "against the present values"]
    assert "OPEN" in lines[1]
    assert "% of 2 (" in lines[2]
    assert lines[3] in {"better", "not shown to be better: the present values stay"}


def test_where_all_win_together_who_gets_more_out_of_a_layout_does_better(tmp_path: Path) -> None:
    done = command(tmp_path / "kept", "--by", "wins", game="springtime-puzzle", numbers=("puzzle_tactics:TRIES",))
    assert done.exit_code == 0, done.output
    assert "% of 1 (" in done.stdout


def test_the_command_refuses_what_it_cannot_tune(tmp_path: Path) -> None:
    assert "NotTunable" in command(tmp_path / "kept", numbers=("tactics:NOBODY",)).output
    assert "UnknownGame" in command(tmp_path / "kept", game="chess").output
    command(tmp_path / "kept")
    assert "OtherPlan" in command(tmp_path / "kept", "--seed", "2").output
