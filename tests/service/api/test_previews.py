"""Where a move would lead, without it being played."""

from __future__ import annotations

from tests.service.api.program import Match, code
from tests.service.conftest import settings

__all__ = ["settings"]


def test_a_dry_run_shows_where_a_move_leads_and_writes_nothing(running: Match) -> None:
    before = running.ann.get(running.path).json
    shown = running.ann.play(running.table.id, "place max-15", query_string={"dry_run": "true"})
    assert shown.status_code == 200
    assert shown.json
    assert (shown.json["to_move"], shown.json["scores"]) == (-1, [0, 0])
    assert shown.json["position"]["sectors"][2]["eye_sums"][0] is not None
    assert "max-15" in shown.json["board"]
    assert running.ann.get(running.path).json == before
    assert code(running.ann.play(running.table.id, "roll 1 1 1", query_string={"dry_run": "true"})) == (
        422,
        "chance-only",
    )
    assert code(running.bob.play(running.table.id, "place max-5", query_string={"dry_run": "true"})) == (
        409,
        "not-your-turn",
    )


def test_a_preview_shows_where_a_move_leads_and_writes_nothing(running: Match) -> None:
    before = running.ann.get(running.path).json
    wish = {"version": 1, "move": "place max-15"}
    shown = running.ann.post(f"{running.path}/previews", wish)
    tried = running.ann.play(running.table.id, "place max-15", version=1, query_string={"dry_run": "true"})
    assert shown.status_code == 200
    assert shown.json == tried.json
    assert shown.json
    assert shown.json["ruleset"] == "seasons"
    assert running.ann.get(running.path).json == before
    assert code(running.bob.post(f"{running.path}/previews", wish)) == (409, "not-your-turn")
    assert code(running.ann.post(f"{running.path}/previews", wish | {"version": 0})) == (409, "stale-version")


def test_a_dry_run_says_what_has_taken_its_place(running: Match) -> None:
    tried = running.ann.play(running.table.id, "place max-15", query_string={"dry_run": "true"})
    assert tried.headers["Link"] == f'</api/v1{running.path}/previews>; rel="successor-version"'
    assert tried.headers["Deprecation"].startswith("@")


def test_a_dry_run_refuses_the_key_that_the_move_would_be_refused_for(running: Match) -> None:
    headers = {"Idempotency-Key": "two words"}
    for trial in ("true", "false"):
        refused = running.ann.play(running.table.id, "place max-15", headers=headers, query_string={"dry_run": trial})
        assert code(refused) == (422, "bad-request")


def test_a_dry_run_uses_up_no_key(running: Match) -> None:
    headers = {"Idempotency-Key": "k"}
    running.ann.play(running.table.id, "place max-15", headers=headers, query_string={"dry_run": "true"})
    assert running.ann.play(running.table.id, "place max-15", headers=headers).status_code == 201
