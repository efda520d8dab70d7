"""Undo and draws over the API: alone and by agreement, each with one event."""

from __future__ import annotations

from typing import Any

from flask.testing import FlaskClient

from tests.service.api.makers import invite, made, program, told
from tests.service.api.program import Program, code, program_of
from tests.service.conftest import FakeClock


def begun(ann: Program, bob: Program, **wish: Any) -> str:
    """Create a game of Siesta in which Ann has moved; return its path."""
    made = told(invite(ann, "bob", ruleset="siesta", shuffle_seats=False, **wish), 201)
    path = f"/games/{made['id']}"
    told(bob.post(f"{path}/join", {}))
    moved(ann, path)
    return path


def moved(mover: Program, path: str) -> None:
    begun: list[str] = []
    while True:
        offered = told(mover.get(f"{path}/legal-actions?after={', '.join(begun)}"))
        if offered["complete"]:
            break
        begun.append(offered["actions"][0])
    told(mover.play(path.removeprefix("/games/"), ", ".join(begun)), 201)


def events(reader: Program) -> list[str]:
    found = told(reader.get("/events"))["events"]
    return [each["type"] for each in found if each["type"].startswith(("move.taken", "proposal"))]


def test_within_the_grace_a_move_is_taken_back_at_once(ann: Program, bob: Program, clock: FakeClock) -> None:
    path = begun(ann, bob, grace_minutes=10)
    assert told(ann.get(path))["grace_minutes"] == 10
    clock.advance(minutes=3)
    shown = told(ann.get(f"{path}/proposal"))
    assert (shown["can_take_back"], shown["alone_until"]) == (True, "2026-05-04T12:10:00Z")
    told(ann.post(f"{path}/takeback", {}))
    game = told(ann.get(path))
    assert (game["to_move"], game["log_length"]) == (0, 4)
    assert told(ann.get(f"{path}/log"))["log"][-1]["action"] == "takeback 0"
    assert events(bob) == ["move.taken_back"]


def test_without_grace_the_other_is_asked_and_agrees(ann: Program, bob: Program) -> None:
    path = begun(ann, bob)
    asked = told(ann.post(f"{path}/takeback", {}))["proposal"]
    assert (asked["what"], asked["seat"], asked["agreed"], asked["asked"]) == ("takeback", 0, [0], [0, 1])
    told(bob.post(f"{path}/proposal", {"id": asked["id"], "agrees": True}))
    assert told(ann.get(path))["to_move"] == 0
    assert events(bob) == ["proposal.made", "move.taken_back"]


def test_what_is_declined_or_played_over_is_off(ann: Program, bob: Program) -> None:
    path = begun(ann, bob)
    asked = told(ann.post(f"{path}/takeback", {}))["proposal"]
    told(bob.post(f"{path}/proposal", {"id": asked["id"], "agrees": False}))
    assert told(ann.get(f"{path}/proposal"))["proposal"] is None
    again = bob.post(f"{path}/proposal", {"id": asked["id"], "agrees": True})
    assert code(again) == (409, "proposal-over")
    assert events(bob) == ["proposal.made", "proposal.declined"]


def test_a_draw_needs_both(ann: Program, bob: Program) -> None:
    path = begun(ann, bob)
    told(bob.post(f"{path}/draw", {}))
    told(ann.post(f"{path}/draw", {}))
    game = told(ann.get(path))
    assert (game["status"], game["ended_by"], game["winners"]) == ("finished", "agreement", [0, 1])


def test_a_bot_is_asked_for_a_draw_by_an_event_and_agrees(ann: Program, bob: Program) -> None:
    made(bob)
    rusty = program(bob)
    game = told(invite(ann, "rusty", ruleset="siesta", shuffle_seats=False), 201)
    path = f"/games/{game['id']}"
    told(rusty.post(f"{path}/join", {}))
    moved(ann, path)
    offered = told(ann.post(f"{path}/draw", {}))["proposal"]
    assert (offered["agreed"], offered["asked"]) == ([0], [0, 1])

    [asked] = told(rusty.get("/events?types=proposal.made"))["events"]
    assert (asked["game"], asked["data"]["what"]) == (game["id"], "draw")
    told(rusty.post(f"{path}/proposal", {"id": asked["data"]["id"], "agrees": True}))

    assert told(ann.get(path))["ended_by"] == "agreement"


def test_only_players_propose(ann: Program, bob: Program, client: FlaskClient) -> None:
    eve = program_of(client, "eve")
    path = begun(ann, bob, visibility="public")
    for call in (eve.post(f"{path}/takeback", {}), eve.post(f"{path}/draw", {}), eve.get(f"{path}/proposal")):
        assert code(call) == (403, "not-a-player")


def test_dice_stay(ann: Program, bob: Program) -> None:
    made = told(invite(ann, "bob", shuffle_seats=False, grace_minutes=10), 201)
    told(bob.post(f"/games/{made['id']}/join", {}))
    told(ann.play(made["id"], "place max-15"), 201)
    refused = ann.post(f"/games/{made['id']}/takeback", {})
    assert code(refused) == (409, "dice-are-cast")


def test_the_grace_has_its_bounds(ann: Program) -> None:
    for minutes in (0, 61, -1, "10"):
        assert invite(ann, "bob", grace_minutes=minutes).status_code == 422
