"""Opponents against each other."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from itertools import count as count_up
from itertools import groupby
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any

import pytest
from click.testing import CliRunner

import rules
from benchmarks.arena.__main__ import arena
from benchmarks.arena.contestants import UnknownPlayer, greedy, player, random
from benchmarks.arena.playing import Contestant, Tally, by_seat, contest, count, wilson
from rules import AnyPosition
from rules.game import Tactics
from rules.games.seasons.diagram import read
from tests.workers.search.toys import Told, TreeTactics, end, turn
from workers.search import LEVELS


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run the command in a folder of its own, where it keeps its games."""
    monkeypatch.chdir(tmp_path)


def by_the_book(position: AnyPosition, tactics: Tactics, rng: Random) -> list[Any]:
    """Play the first legal action, as a player from another module."""
    return [position.legal_actions()[0]]


def test_the_confidence_interval_is_wilsons() -> None:
    low, high = wilson(0.95, 100)
    assert (round(low, 3), round(high, 3)) == (0.888, 0.978)


def test_each_contestant_sits_in_every_seat_as_often() -> None:
    seen: list[int] = []

    def note(position: AnyPosition, tactics: Tactics, rng: Random) -> list[Any]:
        seen.append(position.current_player() or 0)
        return random(position, tactics, rng)

    pair = Contestant(note), Contestant(random)
    rounds = list(contest(rules.game("seasons"), 3, {}, pair, 4, Random(1)))
    assert len(rounds) == 4
    assert rounds[-1].decisions == 12
    assert set(seen) == {0, 1, 2}


def test_the_better_player_wins() -> None:
    pair = Contestant(greedy), Contestant(random)
    *_, tally = contest(rules.game("seasons"), 2, {}, pair, 20, Random(1))
    assert tally.share > 0.9
    assert tally.interval.low > 0.5


def test_the_same_seed_gives_the_same_results() -> None:
    def result() -> Tally:
        pair = Contestant(greedy), Contestant(random)
        *_, tally = contest(rules.game("seasons"), 2, {}, pair, 3, Random(9))
        return tally

    assert result() == result()


def test_a_shared_win_counts_half() -> None:
    tally = Tally()
    count(tally, [end(0.5, 0.5), end(0.9, 0.1)])
    assert (tally.won, tally.shared, tally.lost) == (0, 1, 1)
    assert tally.share == 0.25


class Unwon(Told):
    """The end of a game that names no winner."""

    def winners(self) -> list[int]:
        return []


def test_where_no_game_names_a_winner_the_total_of_the_scores_decides_the_round() -> None:
    tally = Tally()
    count(tally, [Unwon(None, (0.7, 0.0), {}), Unwon(None, (0.5, 0.0), {})])
    assert (tally.won, tally.shared, tally.lost) == (1, 0, 0)
    assert tally.scores == [70, 0]
    assert tally.others == [0, 50]


def test_a_game_of_one_seat_that_is_not_won_is_lost() -> None:
    unfinished = Told(0, (0.9,), {})
    tally = Tally()
    for final in (end(1.0), unfinished, end(1.0), end(1.0)):
        count(tally, [final])
    assert (tally.won, tally.shared, tally.lost) == (3, 0, 1)
    assert by_seat(tally) == "as A 75% of 4"


def test_each_seat_has_its_own_share_of_wins() -> None:
    tally = Tally()
    for finals in ([end(0.9, 0.1), end(0.9, 0.1)], [end(0.5, 0.5), end(0.8, 0.2)]):
        count(tally, finals)
    first, second = tally.seats[0], tally.seats[1]
    assert (first.won, first.shared, first.lost) == (1, 1, 0)
    assert (second.won, second.shared, second.lost) == (0, 0, 2)
    assert (tally.won, tally.shared, tally.lost) == (1, 1, 2)
    assert by_seat(tally) == "as A 75% of 2, as B 0% of 2"


def test_among_three_it_is_told_how_often_the_contestant_is_ahead_of_each_other_one() -> None:
    tally = Tally()
    count(tally, [end(0.5, 0.4, 0.1), end(0.4, 0.4, 0.2), end(0.6, 0.3, 0.1)])
    assert (tally.each.won, tally.each.shared, tally.each.lost) == (3, 1, 2)
    assert by_seat(tally) == "as A 100% of 1, as B 50% of 1, as C 0% of 1, ahead of each other one 58%"


def test_where_only_a_round_is_won_a_seat_has_its_mean_score_instead() -> None:
    tally = Tally()
    for _ in range(2):
        count(tally, [Unwon(None, (0.7, 0.0), {}), Unwon(None, (0.5, 0.0), {})])
    assert by_seat(tally) == "as A a mean score of 70.0 in 2, as B a mean score of 0.0 in 2"


def test_each_game_is_told_of_as_soon_as_it_has_ended() -> None:
    heard: list[str] = []

    def note(position: AnyPosition, tactics: Tactics, rng: Random) -> list[Any]:
        heard.append("move")
        return random(position, tactics, rng)

    pair = Contestant(note), Contestant(note)
    list(contest(rules.game("seasons"), 3, {}, pair, 2, Random(1), lambda: heard.append("ended")))
    assert [event for event, _ in groupby(heard)] == ["move", "ended"] * 6


def test_thinking_is_timed_by_the_clock_handed_in() -> None:
    times = iter([1.0, 1.5, 2.0, 5.0])
    contestant = Contestant(random, clock=lambda: next(times))
    game = rules.game("seasons")
    position = game.initial_position(game.new_setup(2)).apply(game.parse_action("roll 1 2 3"))
    contestant.act(position, game, Random(1))
    contestant.act(position, game, Random(1))
    assert (contestant.actions, contestant.seconds, contestant.slowest) == (2, 3.5, 3.0)


def test_a_player_can_come_from_any_module() -> None:
    assert player(f"{__name__}:by_the_book") is not None


def test_a_level_thinks_no_longer_than_it_is_told_to() -> None:
    game = rules.game("seasons")
    position = game.initial_position(game.new_setup(2)).apply(game.parse_action("roll 1 2 3"))
    began = monotonic()
    assert player("level5", 0.01)(position, game.tactics, Random(1))
    assert monotonic() - began < LEVELS[5].budget.seconds


class Counted(TreeTactics):
    """Counts the ends of games that it is asked about."""

    def __init__(self) -> None:
        self.ends = 0

    def estimate(self, position: Told) -> Sequence[float]:
        self.ends += 1
        return super().estimate(position)


FORK = turn(0, (0.5,), left=end(1.0), right=end(0.0))


def test_the_reference_player_makes_as_many_roll_outs_as_its_name_says() -> None:
    tactics = Counted()
    assert player("uct-25")(FORK, tactics, Random(8)) == ["left"]
    assert tactics.ends == 25


def test_points_takes_what_brings_most_at_once_and_else_anything_by_the_rules_alone() -> None:
    seasons = rules.game("seasons")
    board = "max-15: B 11\nmax-5: B 11\nmin-17: B 11\nmin-9: A 9\ndice: 3 4 5"
    position, blind = read(seasons.new_setup(2, {"version": "basic"}), board), TreeTactics()

    assert {str(player("points")(position, blind, Random(seed))[0]) for seed in range(20)} == {"place max-15"}
    empty = read(seasons.new_setup(2, {"version": "basic"}), "dice: 3 4 5")
    assert len({str(player("points")(empty, blind, Random(seed))[0]) for seed in range(60)}) > 8


@pytest.mark.parametrize(("name", "times"), [("uct", 1), ("uct-1x", 1), ("uct-10x", 10)])
def test_the_reference_player_thinks_no_longer_than_it_is_told_to(name: str, times: int) -> None:
    ticks, tactics = count_up(), Counted()
    player(name, 5.0, lambda: float(next(ticks)))(FORK, tactics, Random(1))
    assert tactics.ends == 5 * times


@pytest.mark.parametrize(
    "name",
    [
        "",
        "level6",
        "uct-0",
        "uct-",
        "uct-1.5",
        "uct-٣",
        "uct-0x",
        "uct-x",
        "no.such:player",
        "json:no_such_player",
        ":",
    ],
)
def test_an_unknown_player_is_refused(name: str) -> None:
    with pytest.raises(UnknownPlayer):
        player(name)


def test_the_command_prints_results_for_every_number_of_seats() -> None:
    done = CliRunner().invoke(arena, ["seasons", "--games", "2", "--first", "greedy", "--second", "random", "--cpu"])
    assert done.exit_code == 0, done.output
    assert "seasons, 2 seats, greedy against random" in done.output
    assert "seasons, 3 seats, greedy against random" in done.output
    assert "95 % confidence" in done.output
    assert "s an action" in done.output


def test_the_command_says_how_often_each_seat_won_and_on_stderr_how_far_it_has_come() -> None:
    done = CliRunner().invoke(arena, ["seasons", "--games", "3", "--seats", "2", "--first", "greedy"])
    assert re.search(r"by seat: as A \d+% of 2, as B \d+% of 2\n", done.stdout)
    assert re.fullmatch(r"seasons, 2 seats, greedy against random: 4 of 4 games, \d+ s\n", done.stderr)


def test_the_command_lets_each_play_the_same_layouts_alone_where_all_win_together() -> None:
    arguments = ["springtime-puzzle", "--alone", "--games", "3", "--first", "greedy", "--second", "random"]
    done = CliRunner().invoke(arena, arguments)
    assert re.search(r"(?m)^springtime-puzzle, 1 seats, greedy against random: [0-3] won, ", done.stdout)
    assert re.search(r"(?m)^  mean score of the first \d+\.\d and mean score of the second \d+\.\d$", done.stdout)


def test_the_command_lets_nobody_play_alone_where_one_plays_against_others() -> None:
    done = CliRunner().invoke(arena, ["siesta", "--alone", "--games", "2"])
    assert done.exit_code == 2
    assert "siesta is played against each other" in done.stderr


def test_the_command_tells_what_is_there_already_and_plays_the_rest() -> None:
    arguments = ["seasons", "--seats", "2", "--first", "greedy", "--games"]
    CliRunner().invoke(arena, [*arguments, "4"])
    before = Path("var/arena/games.jsonl").read_text(encoding="utf-8")
    done = CliRunner().invoke(arena, [*arguments, "6"])
    assert "4 of 6 games are there already" in done.stderr
    assert "of 3, as B" in done.stdout
    assert Path("var/arena/games.jsonl").read_text(encoding="utf-8").startswith(before)


@pytest.mark.parametrize(
    "arguments",
    [
        ["chess"],
        ["seasons", "--first", "nobody"],
        ["seasons", "--option", "x=y"],
        ["seasons", "--option", "x"],
        ["seasons", "--seats", "7"],
    ],
    ids=json.dumps,
)
def test_the_command_refuses_what_it_does_not_know(arguments: list[str]) -> None:
    done = CliRunner().invoke(arena, arguments)
    assert done.exit_code == 2
    assert "Error" in done.output
