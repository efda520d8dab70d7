"""Clocks over the API: terms, state and reasons, pausing, and vacations."""

from __future__ import annotations

from typing import Any

import pytest

from tests.service.api.makers import invite, told
from tests.service.api.program import Program, code
from tests.service.conftest import FakeClock

MON_NOON = "2026-05-04T12:00:00Z"


def begun(ann: Program, bob: Program, **wish: Any) -> str:
    """Create a game in which Ann is to move; return its path."""
    made = told(invite(ann, "bob", shuffle_seats=False, **wish), 201)
    path = f"/games/{made['id']}"
    told(bob.post(f"{path}/join", {}))
    return path


def test_plain_games_have_days_for_each_move(ann: Program, bob: Program) -> None:
    path = begun(ann, bob)
    assert told(ann.get(path))["clock"] == {
        "bank": None,
        "weekends_off": False,
        "nights_off": False,
        "vacations": True,
        "fast": None,
    }
    assert told(ann.get(f"{path}/clock")) == {
        "to_move": 0,
        "began_at": MON_NOON,
        "given_seconds": 3 * 86400,
        "left_seconds": 3 * 86400,
        "deadline": "2026-05-07T12:00:00Z",
        "saved_seconds": [None, None],
        "paused_at": None,
        "wishes": [],
        "breaks": [],
        "words": ["The turn began on Mon 4 May 2026, 12:00 with 3 days to move."],
    }


def test_where_weekends_are_off_the_clock_says_so(ann: Program, bob: Program) -> None:
    path = begun(ann, bob, days_per_move=5, clock={"weekends_off": True})
    found = told(bob.get(f"{path}/clock"))
    assert found["deadline"] == "2026-05-11T12:00:00Z"
    assert found["breaks"] == [{"why": "weekend", "since": "2026-05-09T00:00:00Z", "until": "2026-05-11T00:00:00Z"}]
    assert found["words"][1:] == ["Saturdays and Sundays do not count (in the time zone of the player to move)."]


def test_what_is_left_of_a_bank_is_saved_for_the_next_turn(ann: Program, bob: Program, clock: FakeClock) -> None:
    path = begun(ann, bob, days_per_move=2, clock={"bank": {"hours_per_move": 12, "most_days": 4}})
    assert told(ann.get(f"{path}/clock"))["given_seconds"] == 60 * 3600
    clock.advance(hours=20)
    told(ann.play(path.removeprefix("/games/"), "place max-15"), 201)
    clock.advance(hours=1)
    told(bob.play(path.removeprefix("/games/"), "place max-10"), 201)
    assert told(ann.get(f"{path}/clock"))["given_seconds"] == (60 - 20 + 12) * 3600


@pytest.mark.parametrize(
    "wish",
    [
        {"clock": {"bank": {"hours_per_move": -1, "most_days": 4}}},
        {"clock": {"bank": {"hours_per_move": 12}}},
        {"clock": {"weekends_off": "yes"}},
        {"clock": {"fast": {"minutes": 0, "seconds_per_move": 5}}},
        {"clock": {"fast": {"minutes": 15, "seconds_per_move": 5}, "nights_off": True}},
    ],
)
@pytest.mark.usefixtures("bob")
def test_a_clock_that_cannot_be_is_refused(ann: Program, wish: dict[str, Any]) -> None:
    assert invite(ann, "bob", **wish).status_code == 422


def test_clocks_stop_when_both_want_it_and_go_on_when_one_does(ann: Program, bob: Program, clock: FakeClock) -> None:
    path = begun(ann, bob)
    assert code(ann.post(f"{path}/clock/start", {})) == (409, "clock-not-stopped")
    clock.advance(days=1)
    assert told(ann.post(f"{path}/clock/stop", {}))["wishes"] == [0]
    stopped = told(bob.post(f"{path}/clock/stop", {}))
    assert (stopped["deadline"], stopped["paused_at"]) == (None, "2026-05-05T12:00:00Z")
    clock.advance(days=20)
    assert told(bob.get(f"{path}/clock"))["left_seconds"] == 2 * 86400
    going = told(bob.post(f"{path}/clock/start", {}))
    assert (going["deadline"], going["paused_at"], going["wishes"]) == ("2026-05-27T12:00:00Z", None, [])
    assert [each["why"] for each in going["breaks"]] == ["pause"]


def test_a_turn_that_is_given_while_the_clocks_are_stopped_has_all_its_time_afterwards(
    ann: Program, bob: Program, clock: FakeClock
) -> None:
    path = begun(ann, bob)
    for player in (ann, bob):
        told(player.post(f"{path}/clock/stop", {}))
    told(ann.play(path.removeprefix("/games/"), "place max-15"), 201)
    assert told(bob.get(path))["deadline"] is None
    clock.advance(days=9)
    assert told(ann.post(f"{path}/clock/start", {}))["deadline"] == "2026-05-16T12:00:00Z"


def test_vacations_are_taken_listed_and_taken_back(ann: Program, bob: Program) -> None:
    path = begun(ann, bob)
    days = {"first_day": "2026-05-05", "last_day": "2026-05-14"}
    assert told(ann.post("/me/vacations", days), 201) == days
    assert told(ann.get("/me/vacations")) == {
        "vacations": [days],
        "years": [{"year": 2026, "days_left": 20}, {"year": 2027, "days_left": 30}],
    }
    found = told(bob.get(f"{path}/clock"))
    assert found["deadline"] == "2026-05-17T12:00:00Z"
    assert found["words"][1:] == ["Vacations do not count. This one ends Fri 15 May 2026, 00:00."]
    assert told(bob.get("/events?after=0"))["events"][-1]["type"] == "deadline.moved"
    assert ann.call("DELETE", "/me/vacations/2026-05-05").status_code == 204
    assert code(ann.call("DELETE", "/me/vacations/2026-05-05")) == (404, "not-found")
    assert told(bob.get(path))["deadline"] == "2026-05-07T12:00:00Z"


def test_more_days_than_a_year_has_are_refused_with_what_is_left(ann: Program) -> None:
    refused = ann.post("/me/vacations", {"first_day": "2026-06-01", "last_day": "2026-07-15"})
    assert code(refused) == (409, "vacation-too-long")
    assert (told(refused, 409)["year"], told(refused, 409)["days_left"]) == (2026, 30)


def test_a_table_can_agree_that_vacations_count(ann: Program, bob: Program) -> None:
    path = begun(ann, bob, clock={"vacations": False})
    told(ann.post("/me/vacations", {"first_day": "2026-05-05", "last_day": "2026-05-14"}), 201)
    assert told(bob.get(path))["deadline"] == "2026-05-07T12:00:00Z"


def test_who_only_watches_is_not_told_who_is_away(ann: Program, bob: Program) -> None:
    path = begun(ann, bob, visibility="public")
    told(ann.post("/me/vacations", {"first_day": "2026-05-05", "last_day": "2026-05-14"}), 201)
    seen = told(Program(ann.client, None).get(f"{path}/clock"))
    assert (seen["deadline"], seen["breaks"], seen["words"]) == ("2026-05-17T12:00:00Z", [], [])


def test_where_the_computer_plays_on_the_player_comes_back(ann: Program, bob: Program, clock: FakeClock) -> None:
    path = begun(ann, bob, on_timeout="computer", stand_in_level=2)
    shown = told(ann.get(path))
    assert (shown["on_timeout"], shown["stand_in_level"], shown["version"]) == ("computer", 2, shown["version"])
    clock.advance(days=3, seconds=1)
    late = ann.post(f"{path}/moves", {"version": shown["version"], "move": "place max-15"})
    assert code(late) == (409, "deadline-passed")
    away = told(bob.get(path))
    assert (away["seats"][0]["ai"], away["seats"][0]["stood_in_at"]) == (2, "2026-05-07T12:00:01Z")
    others = bob.post(f"{path}/moves", {"version": away["version"], "move": "place max-15"})
    assert code(others) == (409, "not-your-turn")

    back = told(ann.post(f"{path}/return", {}))

    assert (back["seats"][0]["ai"], back["to_move"], back["deadline"]) == (None, 0, "2026-05-10T12:00:01Z")
    assert told(ann.post(f"{path}/return", {}))["version"] == back["version"]
    move = ann.post(f"{path}/moves", {"version": back["version"], "move": "place max-15"})
    assert {entry["by"] for entry in told(move, 201)["log"]} == {None}
    assert code(invite(ann, "bob", on_timeout="skip"))[0] == 422


def test_a_fast_clock_has_minutes_from_the_second_turn_on(ann: Program, bob: Program, clock: FakeClock) -> None:
    fast = {"minutes": 15, "seconds_per_move": 20}
    path = begun(ann, bob, days_per_move=1, clock={"fast": fast})
    agreed = told(ann.get(path))
    assert (agreed["clock"]["fast"], agreed["clock"]["vacations"]) == (fast, False)
    assert told(ann.get(f"{path}/clock"))["given_seconds"] == 86400
    told(ann.play(path.removeprefix("/games/"), "place max-15"), 201)
    told(bob.play(path.removeprefix("/games/"), "place max-10"), 201)
    clock.advance(minutes=4)
    found = told(ann.get(f"{path}/clock"))
    assert (found["left_seconds"], found["saved_seconds"]) == (11 * 60 + 20, [900, 900])
