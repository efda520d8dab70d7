"""Delivery status of turn emails over the API, failing addresses, and extra time."""

from __future__ import annotations

import pytest
from sqlalchemy import update

from service.db.engines import transaction
from service.models import Account
from tests.service.api.program import Match, Program, code
from tests.service.conftest import FakeClock, settings
from workers.jobs import clocks

__all__ = ["settings"]

NOW = "2026-05-04T12:00:00Z"


def test_a_turn_is_shown_with_its_mails(running: Match) -> None:
    answer = running.bob.get(f"{running.path}/deliveries")

    assert answer.json == {
        "invitations": [],
        "turns": [
            {
                "version": 1,
                "seat": 0,
                "began_at": NOW,
                "deliveries": [
                    {
                        "channel": "mail",
                        "kind": "your-turn",
                        "state": "queued",
                        "written_at": NOW,
                        "due_at": NOW,
                        "attempts": 0,
                        "next_at": NOW,
                        "sent_at": None,
                        "bounced_at": None,
                        "status": None,
                    }
                ],
                "silence": None,
            }
        ],
        "next_cursor": None,
    }


def test_the_game_leads_there(running: Match) -> None:
    game = running.ann.get(running.path).json
    assert game
    assert game["links"]["deliveries"] == f"/api/v1{running.path}/deliveries"


def test_turns_come_page_by_page(running: Match) -> None:
    for _ in range(2):
        running.table.play_anything()
    seen, cursor = [], ""
    while cursor is not None:
        page = running.ann.get(f"{running.path}/deliveries", query_string={"limit": 1, **_after(cursor)}).json
        assert page
        seen += [turn["version"] for turn in page["turns"]]
        cursor = page["next_cursor"]
    assert seen == [3, 2, 1]


def _after(cursor: str) -> dict[str, str]:
    return {"cursor": cursor} if cursor else {}


def test_a_cursor_that_was_made_up_or_is_another_lists_is_refused(running: Match, ann: Program) -> None:
    for _ in range(2):
        ann.post("/games", {"ruleset": "seasons", "seats": [{"me": True}, {"ai": 1}]})
    of_games = ann.get("/games", query_string={"limit": 1, "mine": "true"}).json
    assert of_games
    for cursor in ("nonsense", of_games["next_cursor"]):
        answer = running.ann.get(f"{running.path}/deliveries", query_string={"cursor": cursor})
        assert code(answer) == (400, "bad-cursor")


def test_only_players_are_told(running: Match, anybody: Program, ann: Program, bob: Program) -> None:
    assert code(anybody.get(f"{running.path}/deliveries")) == (401, "unauthenticated")
    wish = {"ruleset": "seasons", "seats": [{"me": True}, {"ai": 1}], "visibility": "public"}
    public = ann.post("/games", wish).json
    assert public
    assert code(bob.get(f"/games/{public['id']}/deliveries")) == (403, "not-a-player")


def test_an_address_that_fails_is_told_to_its_owner_and_to_the_table(running: Match, clock: FakeClock) -> None:
    me = running.ann.get("/me").json
    assert me
    assert me["unreachable_since"] is None
    with transaction() as current:
        current.execute(update(Account).where(Account.name == "ann").values(unreachable_since=clock()))

    me, game = running.ann.get("/me").json, running.bob.get(running.path).json

    assert me
    assert me["unreachable_since"] == NOW
    assert game
    assert [seat["reachable"] for seat in game["seats"]] == [False, True]


def test_a_credit_moves_the_deadline_and_the_etag_and_is_shown_on_its_seat(running: Match, clock: FakeClock) -> None:
    before = running.bob.get(running.path)
    clock.advance(days=3, seconds=1)
    clocks.run()
    after = running.bob.get(running.path)

    assert before.json
    assert after.json
    assert after.headers["ETag"] != before.headers["ETag"]
    assert after.json["version"] == before.json["version"]
    assert after.json["deadline"] == "2026-05-10T12:00:01Z"
    assert [seat["credited_at"] for seat in after.json["seats"]] == ["2026-05-07T12:00:01Z", None]


@pytest.mark.parametrize("path", ["", "/legal-actions"])
def test_a_program_that_looks_has_been_told(running: Match, clock: FakeClock, path: str) -> None:
    running.ann.get(f"{running.path}{path}")
    clock.advance(days=3, seconds=1)
    clocks.run()
    game = running.bob.get(running.path).json
    assert game
    assert game["ended_by"] == "time"
