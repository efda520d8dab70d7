"""Several players at one device over the API: one account plays each of their seats in turn."""

from __future__ import annotations

from tests.service.api.makers import told
from tests.service.api.program import Program, code
from tests.service.conftest import settings

__all__ = ["settings"]

SEATS = [{"me": True}, {"beside": "Zoë"}]


def test_an_account_plays_the_seats_at_its_device_in_turn(ann: Program) -> None:
    game = told(ann.post("/games", {"ruleset": "siesta", "seats": SEATS, "shuffle_seats": False}), 201)
    assert (game["status"], game["your_seat"], game["to_move"]) == ("active", 0, 0)
    assert [seat["you"] for seat in game["seats"]] == [True, True]
    assert [seat["account"] for seat in game["seats"]] == ["ann", "ann"]
    assert game["seats"][1]["display_name"] == "Zoë"
    first, played = game, ""
    while first["to_move"] == 0:
        legal = told(ann.get(f"/games/{game['id']}/legal-actions", query_string={"after": played}))
        if legal["complete"]:
            after = told(ann.play(game["id"], played, version=first["version"]), 201)
            assert after["game"]["your_seat"] == after["game"]["to_move"]
        else:
            played = f"{played}, {legal['actions'][0]}" if played else legal["actions"][0]
        first = told(ann.get(f"/games/{game['id']}"))
    assert (first["to_move"], first["your_seat"]) == (1, 1)
    again = told(ann.play(game["id"], played, version=game["version"]), 201)
    assert again["game"]["version"] == game["version"] + 1


def test_a_player_beside_needs_a_name_and_a_host_who_plays(ann: Program) -> None:
    for seats, refused in (
        ([{"beside": "Zoë"}, {"open": True}], (422, "bad-seats")),
        ([{"me": True}, {"beside": "Zoë", "open": True}], (422, "bad-seats")),
        ([{"me": True}, {"beside": "a/b"}], (422, "bad-display-name")),
    ):
        assert code(ann.post("/games", {"ruleset": "siesta", "seats": seats})) == refused
