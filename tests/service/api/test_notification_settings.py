"""Email settings over the API."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.service.api.program import Match, Program, code, program_of
from tests.service.conftest import FakeClock


def changed(program: Program, **wish: Any) -> Any:
    """Change the account; return the response."""
    answer = program.call("PATCH", "/me", json=wish)
    assert answer.status_code == 200, answer.json
    assert answer.json == program.get("/me").json
    return answer.json


def test_when_mails_come_is_part_of_the_account(ann: Program) -> None:
    at_first = {"mode": "at-once", "idle_minutes": 30, "digest_hour": 18, "quiet_from": 0, "quiet_to": 0}
    shown = ann.get("/me").json
    assert shown is not None
    assert (shown["delivery"], shown["stopped_mails"], shown["paused_until"]) == (at_first, [], None)


def test_each_part_of_it_can_be_changed_alone(ann: Program) -> None:
    assert changed(ann, delivery={"mode": "idle", "idle_minutes": 90})["delivery"]["idle_minutes"] == 90
    mine = changed(ann, delivery={"quiet_from": 22, "quiet_to": 7})["delivery"]
    assert mine == {"mode": "idle", "idle_minutes": 90, "digest_hour": 18, "quiet_from": 22, "quiet_to": 7}


def test_kinds_of_mail_are_stopped_and_taken_up(ann: Program) -> None:
    assert changed(ann, stopped_mails=["reminder", "invitation"])["stopped_mails"] == ["reminder", "invitation"]
    assert changed(ann, stopped_mails=[])["stopped_mails"] == []


def test_mails_are_paused_and_come_again(ann: Program, clock: FakeClock) -> None:
    end = clock() + timedelta(days=10)
    assert changed(ann, paused_until=end.isoformat())["paused_until"] == "2026-05-14T12:00:00Z"
    assert changed(ann, name="anna")["paused_until"] == "2026-05-14T12:00:00Z"
    assert changed(ann, paused_until=None)["paused_until"] is None


def test_a_pause_that_is_over_is_none(ann: Program, clock: FakeClock) -> None:
    changed(ann, paused_until="2026-05-05T00:00:00+02:00")
    clock.advance(days=1)
    shown = ann.get("/me").json
    assert shown is not None
    assert shown["paused_until"] is None


@pytest.mark.parametrize(
    ("wish", "refusal"),
    [
        ({"delivery": {"mode": "whenever"}}, "bad-request"),
        ({"delivery": {"idle_minutes": 0}}, "bad-request"),
        ({"delivery": {"quiet_from": "22"}}, "bad-request"),
        ({"delivery": {"noise": 1}}, "bad-request"),
        ({"delivery": None}, "bad-request"),
        ({"stopped_mails": ["sign-in"]}, "bad-request"),
        ({"paused_until": "2026-05-05T00:00:00"}, "bad-request"),
        ({"paused_until": "tomorrow"}, "bad-request"),
        ({"paused_until": "2026-05-04T12:00:00Z"}, "bad-pause"),
        ({"paused_until": "9999-12-31T23:59:59-23:59"}, "bad-pause"),
    ],
)
def test_what_cannot_be_chosen_is_refused_and_nothing_of_it_is_done(
    ann: Program, wish: dict[str, Any], refusal: str
) -> None:
    before = ann.get("/me").json
    assert code(ann.call("PATCH", "/me", json={"name": "anna", **wish})) == (422, refusal)
    assert ann.get("/me").json == before


def test_a_game_can_be_told_of_otherwise(running: Match) -> None:
    path = f"{running.path}/delivery"
    assert running.ann.get(path).json == {"mode": None, "applies": "at-once"}
    answer = running.ann.call("PUT", path, json={"mode": "digest"})
    assert (answer.status_code, answer.json) == (200, {"mode": "digest", "applies": "digest"})
    assert running.bob.get(path).json == {"mode": None, "applies": "at-once"}
    assert running.ann.call("PUT", path, json={"mode": None}).json == {"mode": None, "applies": "at-once"}


def test_who_has_no_seat_can_choose_nothing(running: Match, client: FlaskClient) -> None:
    eve = program_of(client, "eve")
    assert code(eve.get(f"{running.path}/delivery")) == (404, "not-found")
    assert code(eve.call("PUT", f"{running.path}/delivery", json={"mode": "off"})) == (404, "not-found")


@pytest.mark.parametrize("body", [{}, {"mode": "never"}, {"mode": 1}])
def test_a_game_is_told_of_in_one_of_the_ways_there_are(running: Match, body: dict[str, Any]) -> None:
    assert code(running.ann.call("PUT", f"{running.path}/delivery", json=body)) == (422, "bad-request")
