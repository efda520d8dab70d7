"""The figures computed from kept games."""

from __future__ import annotations

from dataclasses import replace

from benchmarks.arena.contests import Contest, Played, Spent
from benchmarks.arena.fingerprints import settled
from benchmarks.arena.keeping import Results
from benchmarks.opponents import KEPT, PAGE, STRENGTHS, everything, levels, matches, outdated, page, strengths, told

STEP = Contest("dawn", {}, 2, "level2", "level1", cpu=True, play="now")
SPENT = (Spent(10, 0.5, 0.1), Spent(5, 1.0, 0.4))


def results(contest: Contest, *winners: int) -> Results:
    """Games of a contest in which these seats have won."""
    games = [Played(number, (1.0, 0.0), (winner,), SPENT) for number, winner in enumerate(winners)]
    return Results(contest, dict(enumerate(games)))


def reached(contest: Contest, *points: tuple[float, float]) -> Results:
    """Games in which both played alone and came so far."""
    games = [Played(number, pair, (), SPENT) for number, pair in enumerate(points)]
    return Results(contest, dict(enumerate(games)))


def test_the_table_and_what_people_are_told_are_of_the_games_that_are_kept() -> None:
    found = everything()
    assert PAGE.read_text(encoding="utf-8") == page(found), "python -m benchmarks.opponents"
    assert STRENGTHS.read_text(encoding="utf-8") == told(found), "python -m benchmarks.opponents"


def test_all_that_is_kept_can_be_read_and_nothing_is_kept_twice() -> None:
    lines = [line for path in KEPT.glob("*.jsonl") for line in path.read_text(encoding="utf-8").splitlines()]
    assert lines
    assert len(set(lines)) == len(lines)


def test_games_of_several_seeds_are_put_together() -> None:
    [match] = matches([results(STEP, 0, 0), results(replace(STEP, seed=2), 0, 1, 0, 1)])
    assert (match.tally.won, match.tally.lost) == (5, 1)
    assert match.seconds == [0.05, 0.2]


def test_games_of_who_plays_otherwise_by_now_do_not_count() -> None:
    before = replace(STEP, play="before")
    [match] = matches([results(before, 0, 0), results(replace(before, seed=2), 0, 1), results(STEP, 1, 1)])
    assert (match.contest.play, match.tally.won, match.tally.lost) == ("now", 1, 1)


def test_what_was_played_otherwise_than_now_is_named() -> None:
    up_to_date = settled(replace(STEP, first="level1", second="random"))
    found = matches([results(up_to_date, 0, 0), results(STEP, 0, 0)])
    assert list(outdated(found)) == ["dawn, 2 seats, level2 against level1: not as it is played by now"]


def test_a_contest_without_a_whole_round_is_not_told_of() -> None:
    assert matches([results(STEP, 0)]) == []


def test_a_level_has_so_many_points_more_than_the_one_below_as_it_wins_more() -> None:
    third = replace(STEP, first="level3", second="level2")
    found = matches([results(STEP, *[0, 1] * 3, 1, 0), results(third, *[0, 1] * 4)])
    assert [line for line in strengths(found) if line.startswith("dawn")] == [
        "dawn 1 1000", "dawn 2 1191 0.750", "dawn 3 1661 1.000",
    ]  # fmt: skip


def test_what_stands_above_a_level_that_was_not_measured_has_no_points() -> None:
    found = matches([results(replace(STEP, first="level4", second="level3"), 0, 1)])
    assert [line for line in strengths(found) if line.startswith("dawn")] == ["dawn 1 1000"]


def test_of_a_level_that_thinks_by_the_clock_the_longest_time_is_told() -> None:
    top = replace(STEP, first="level5", second="level4")
    rungs = [replace(STEP, first=f"level{each}", second=f"level{each - 1}") for each in (2, 3, 4)]
    found = matches(
        [results(replace(top, part=0.5), 0, 0), results(replace(top, part=0.1), 0, 1)]
        + [results(rung, 0, 0) for rung in rungs]
    )
    assert [line for line in strengths(found) if line.startswith("dawn 5")] == ["dawn 5 1000 0.500 +"]


def test_where_all_win_together_a_level_is_told_of_by_what_it_reached_alone_in_all_of_its_games() -> None:
    first = Contest("springtime-puzzle", {}, 1, "level1", "random", cpu=True, alone=True, play="now")
    second = replace(first, first="level2", second="level1", part=0.5)
    found = matches([reached(first, (20.0, 8.0)), reached(second, (27.0, 16.0), (25.0, 18.0))])
    assert [line for line in strengths(found) if line.startswith("springtime-puzzle")] == [
        "springtime-puzzle 1 alone 18.00", "springtime-puzzle 2 alone 26.00 +",
    ]  # fmt: skip


def test_a_cell_has_the_share_of_wins_of_the_match_with_the_longest_time() -> None:
    top = replace(STEP, first="level5", second="level4")
    longer, shorter = results(replace(top, part=0.5), 0, 0), results(replace(top, part=0.1), 0, 1)
    [row] = levels(matches([results(STEP, 0, 1), longer, shorter])).splitlines()[2:]
    assert row == "| `dawn`, 2 seats |  | 100% of 2 |  |  | 50% of 2 |  |  |"
