"""Where a move would lead, without it being played."""

from __future__ import annotations

from tests.service.api.program import Match, code
from tests.service.conftest import settings

__all__ = ["settings"]


def test_a_preview_shows_where_a_move_leads_and_writes_nothing(running: Match) -> None:
    before = running.ann.get(running.path).json
    path, wish = f"{running.path}/previews", {"version": 1, "move": "place max-15"}
    shown = running.ann.post(path, wish)
    assert shown.status_code == 200
    assert shown.json
    assert shown.json["ruleset"] == "seasons"
    assert (shown.json["to_move"], shown.json["scores"]) == (-1, [0, 0])
    assert shown.json["position"]["sectors"][2]["eye_sums"][0] is not None
    assert "max-15" in shown.json["board"]
    assert running.ann.get(running.path).json == before
    assert code(running.ann.post(path, wish | {"move": "roll 1 1 1"})) == (422, "chance-only")
    assert code(running.bob.post(path, wish | {"move": "place max-5"})) == (409, "not-your-turn")
    assert code(running.ann.post(path, wish | {"version": 0})) == (409, "stale-version")
