"""Results as records give them: pools, ranks, who is rated, and games that count for nobody."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

import rules
from service.ratings.results import Result, pool_of, result_of

END = "2026-05-10T12:00:00Z"


def place(seat: int, **members: Any) -> dict[str, Any]:
    named = {"account": "abcd"[seat], "first_account": None, "ai": None, "left_by": None, "left_at": None}
    return {"place": seat, "seat": seat} | named | members


def left(seat: int, day: int, by: str = "resignation", **members: Any) -> dict[str, Any]:
    return place(seat, left_by=by, left_at=f"2026-05-{day:02}T12:00:00Z", ai=3, **members)


def level(seat: int, number: int = 3) -> dict[str, Any]:
    return place(seat, account=None, ai=number)


def log(*seats: int) -> list[dict[str, Any]]:
    return [
        {"number": number, "seat": seat, "action": "x", "version": number, "at": "2026-05-01T12:00:00Z"}
        for number, seat in enumerate(seats)
    ]


def record(*places: dict[str, Any], scores: list[int], winners: list[int], **members: Any) -> dict[str, Any]:
    rated = {"finished_at": END, "hints": False, "bots": [], "half_before": None}
    usual: dict[str, Any] = {
        "id": "g",
        "ruleset": "siesta",
        "setup": {"options": {}},
        "places": [*places],
        "log": log(*[*range(len(places))] * 2),
        "stand_ins": [],
        "ended_by": "play",
        "match": None,
        "rated": rated,
    }
    return usual | {"scores": scores, "winners": winners} | members


def ranks(of: dict[str, Any]) -> tuple[int, ...]:
    result = result_of(of)
    assert isinstance(result, Result)
    return result.ranks


def half(**members: Any) -> dict[str, Any]:
    return {"points": [0, 9], "hints": False, "takebacks": False} | members


def rated(**members: Any) -> dict[str, Any]:
    return {"finished_at": END, "hints": False, "bots": [], "half_before": None} | members


def test_a_result_names_game_pool_end_and_players_in_the_order_of_seats() -> None:
    found = result_of(record(level(1), place(0), scores=[3, 5], winners=[1]))
    players = ("account:a", "level:3")
    assert found == Result("g", "siesta", datetime(2026, 5, 10, 12, tzinfo=UTC), players, (2, 1))


@pytest.mark.parametrize(
    ("scores", "winners", "expected"),
    [
        ([9, 4, 6, 1], [0], (1, 3, 2, 4)),
        ([9, 9, 6, 1], [0, 1], (1, 1, 3, 4)),
        ([9, 4, 4, 1], [0], (1, 2, 2, 4)),
        ([5, 5, 5, 5], [0, 1, 2, 3], (1, 1, 1, 1)),
    ],
)
def test_winners_come_first_and_the_others_follow_by_their_points(
    scores: list[int], winners: list[int], expected: tuple[int, ...]
) -> None:
    assert ranks(record(*map(place, range(4)), scores=scores, winners=winners)) == expected


def test_a_tie_on_points_that_the_rules_decide_is_no_draw() -> None:
    assert ranks(record(place(0), place(1), scores=[5, 5], winners=[1])) == (2, 1)


def test_who_agreed_on_a_draw_are_equal_whatever_their_points() -> None:
    of = record(place(0), place(1), left(2, 3), scores=[9, 2, 7], winners=[0, 1], ended_by="agreement")
    assert ranks(of) == (1, 1, 3)


def test_who_leaves_is_behind_all_who_stay_though_the_computer_wins_in_their_seat() -> None:
    of = record(left(0, 3), place(1), place(2), scores=[9, 2, 4], winners=[0])
    assert ranks(of) == (3, 2, 1)


def test_of_several_who_leave_the_first_one_is_last() -> None:
    of = record(left(0, 5), left(1, 3), place(2), scores=[9, 9, 1], winners=[2], ended_by="resignation")
    assert ranks(of) == (2, 3, 1)


def test_for_a_seat_taken_over_its_first_player_is_rated_as_gone_and_the_substitute_not() -> None:
    taken_over = place(0, account="eve", first_account="a", left_at="2026-05-03T12:00:00Z")
    found = result_of(record(taken_over, place(1), scores=[9, 2], winners=[0]))
    assert isinstance(found, Result)
    assert (found.players, found.ranks, found.timed_out) == (("account:a", "account:b"), (2, 1), ("account:a",))


def test_a_player_for_whom_the_computer_plays_at_the_end_has_left_on_time() -> None:
    away = place(0, ai=3, left_at="2026-05-03T12:00:00Z")
    found = result_of(record(away, place(1), scores=[9, 2], winners=[0]))
    assert isinstance(found, Result)
    assert (found.ranks, found.timed_out) == ((2, 1), ("account:a",))


def test_who_resigns_has_not_run_out_of_time() -> None:
    found = [result_of(record(left(0, 3, by), place(1), scores=[9, 2], winners=[1])) for by in ("resignation", "time")]
    assert [each.timed_out for each in found if isinstance(each, Result)] == [(), ("account:a",)]


TWO = place(0), place(1)
NOBODY: dict[str, tuple[dict[str, Any], str]] = {
    "unrated": (record(*TWO, scores=[1, 0], winners=[0], rated=None), "not-rated"),
    "together": (record(*TWO, scores=[1, 1], winners=[0, 1], ruleset="springtime-puzzle"), "cooperative"),
    "alone": (record(place(0), scores=[1], winners=[0]), "one-player"),
    "hints": (record(*TWO, scores=[1, 0], winners=[0], rated=rated(hints=True)), "hints"),
    "hints in the other half": (
        record(*TWO, scores=[9, 0], winners=[], ruleset="dawn", rated=rated(half_before=half(hints=True))),
        "hints",
    ),
    "an undone move in the other half": (
        record(
            place(0), level(1), scores=[9, 0], winners=[], ruleset="dawn", rated=rated(half_before=half(takebacks=True))
        ),
        "takeback",
    ),
    "no move": (record(*TWO, scores=[1, 0], winners=[0], log=log(0, 0, 0, 0)), "seat-never-moved"),
    "the computer's move": (record(*TWO, scores=[1, 0], winners=[0], stand_ins=[1, 3]), "seat-never-moved"),
    "the substitute's move": (
        record(
            place(0), place(1, first_account="c", left_at="2026-04-30T12:00:00Z"), scores=[1, 0], winners=[0]
        ),
        "seat-never-moved",
    ),
    "three moves": (
        record(place(0), left(1, 3), scores=[1, 0], winners=[0], log=log(0, 1, 0), ended_by="resignation"),
        "too-few-moves",
    ),
    "decided": (record(*TWO, scores=[1, 0], winners=[0], ended_by="adjudication"), "adjudicated"),
    "one game of DAWN": (record(*TWO, scores=[9, 0], winners=[], ruleset="dawn"), "half-of-match"),
}  # fmt: skip


@pytest.mark.parametrize("case", sorted(NOBODY))
def test_a_game_counts_for_nobody_for_a_reason(case: str) -> None:
    of, reason = NOBODY[case]
    assert result_of(of) == reason


@pytest.mark.parametrize(
    ("second", "bots", "expected"),
    [(level(1), [], "takeback"), (place(1), [1], "takeback"), (place(1), [], (1, 2))],
)
def test_a_game_with_an_undone_move_against_a_program_counts_for_nobody(
    second: dict[str, Any], bots: list[int], expected: object
) -> None:
    of = record(place(0), second, scores=[1, 0], winners=[0], rated=rated(bots=bots))
    of["log"] = [*of["log"], {**of["log"][0], "number": 4, "action": "takeback 3"}, {**of["log"][3], "number": 5}]
    found = result_of(of)
    assert (found if isinstance(found, str) else found.ranks) == expected


@pytest.mark.parametrize(("points", "expected"), [([0, 12], (2, 1)), ([0, 5], (1, 2)), ([0, 9], (1, 1))])
def test_a_match_of_different_parts_is_rated_once_by_the_points_of_both_games(
    points: list[int], expected: tuple[int, ...]
) -> None:
    of = record(*TWO, scores=[9, 0], winners=[], ruleset="dawn", rated=rated(half_before=half(points=points)))
    assert ranks(of) == expected


def test_each_choice_of_options_has_a_pool_and_games_together_have_none() -> None:
    assert pool_of("seasons", {}) == pool_of("seasons", {"version": "full"}) == "seasons"
    assert pool_of("seasons", {"version": "basic"}) == "seasons:basic"
    assert pool_of("springtime-puzzle", {}) is None
    assert [name for name in rules.games() if pool_of(name, {}) is None] == ["springtime-puzzle"]
