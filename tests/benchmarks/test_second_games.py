"""Second games of matches, played for the game and for the match."""

from __future__ import annotations

from itertools import product

from click.testing import CliRunner

from benchmarks.second_games import second_games, show
from rules import game


def test_each_match_is_counted_once_for_each_of_the_four_ways_to_play_its_second_game() -> None:
    records = second_games(game("springtime"), {"scoring": "majority"}, matches=2, walks=2, seed=1)
    assert set(records) == set(product((False, True), repeat=2))
    assert {record.decisions for record in records.values()} == {2}


def test_the_same_seed_gives_the_same_figures_and_they_are_said_by_who_plays_for_what() -> None:
    told = [CliRunner().invoke(show, ["springtime", "--matches", "2", "--walks", "2"]).output for _ in range(2)]
    assert told[0] == told[1]
    assert [line.partition(":")[0] for line in told[0].splitlines()] == [
        "A for the game against the game",
        "A for the game against the match",
        "A for the match against the game",
        "A for the match against the match",
    ]
