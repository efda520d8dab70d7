"""If-Match is checked before anything is done, so that refused requests have no effect."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from tests.service.api.program import Match, Program, code, program_of
from tests.service.conftest import settings
from tests.service.stages.truth import assert_shows_its_log
from tests.service.tables import Table, table

__all__ = ["settings"]

STALE = {"If-Match": '"another"'}
REFUSED = (412, "precondition-failed")


def two(client: FlaskClient, ruleset: str) -> tuple[Table, list[Program]]:
    """Create a game of two with the programs of its seats."""
    begun = table("ann", "bob", ruleset=ruleset)
    return begun, [program_of(client, name) for name in ("ann", "bob")]


@pytest.mark.parametrize("ruleset", ["dawn", "seasons", "siesta", "springtime", "tribes"])
def test_a_refused_move_is_nowhere_to_be_seen_once_another_is_played(client: FlaskClient, ruleset: str) -> None:
    begun, programs = two(client, ruleset)
    path = f"/games/{begun.id}"
    for move in range(4):
        game = begun.game
        mover = programs[game.to_move or 0]
        first, second = begun.whole_moves(2)
        assert code(mover.play(begun.id, first, version=game.version, headers=STALE)) == REFUSED
        assert mover.play(begun.id, second, version=game.version).status_code == 201, move
        assert_shows_its_log(mover, path)


def test_a_refused_join_is_nowhere_to_be_seen_once_somebody_joins(ann: Program, bob: Program) -> None:
    seats = [{"me": True}, {"account": "bob"}]
    path = f"/games/{(ann.post('/games', {'ruleset': 'tribes', 'seats': seats}).json or {})['id']}"
    assert code(bob.post(f"{path}/join", {"contribution": "first"}, headers=STALE)) == REFUSED
    assert (ann.get(path).json or {})["position"] is None
    assert bob.post(f"{path}/join", {"contribution": "second"}).status_code == 200
    assert_shows_its_log(ann, path)


@pytest.mark.parametrize(("move", "version"), [("place max-15", 7), ("nonsense", 1)])
def test_the_precondition_is_judged_before_the_move(running: Match, move: str, version: int) -> None:
    assert code(running.ann.play(running.table.id, move, version=version, headers=STALE)) == REFUSED
    assert running.ann.play(running.table.id, move, version=version).status_code in (409, 422)


@pytest.mark.parametrize("tag", ['""', "", ",", '"-"', 'W/""'])
def test_a_tag_that_names_nothing_is_no_state_of_the_game(running: Match, tag: str) -> None:
    assert code(running.ann.play(running.table.id, "place max-15", version=1, headers={"If-Match": tag})) == REFUSED


def test_who_may_not_play_at_all_is_told_so_whatever_they_know(running: Match, client: FlaskClient) -> None:
    eve = program_of(client, "eve")
    assert code(eve.play(running.table.id, "place max-15", version=1, headers=STALE)) == (404, "not-found")


def test_a_move_that_is_tried_out_is_held_to_it_too(running: Match) -> None:
    right = {"If-Match": running.ann.get(running.path).headers["ETag"]}
    wish, path = {"version": 1, "move": "place max-15"}, f"{running.path}/previews"
    assert code(running.ann.post(path, wish, headers=STALE)) == REFUSED
    assert running.ann.post(path, wish, headers=right).status_code == 200


@pytest.mark.parametrize("key", [{}, {"Idempotency-Key": "one"}])
def test_what_was_done_before_is_answered_as_it_was_then(running: Match, key: dict[str, str]) -> None:
    first = running.ann.play(running.table.id, "place max-15", version=1, headers=key)
    running.bob.play(running.table.id, "place max-10", version=2)
    again = running.ann.play(running.table.id, "place max-15", version=1, headers=STALE | key)
    assert (again.status_code, again.json) == (201, first.json)


@pytest.mark.parametrize("step", ["join", "resign"])
def test_taking_or_giving_up_a_seat_twice_is_doing_it_once(ann: Program, bob: Program, step: str) -> None:
    wish = {"ruleset": "seasons", "seats": [{"me": True}, {"account": "bob"}]}
    path = f"/games/{(ann.post('/games', wish).json or {})['id']}"
    if step == "resign":
        bob.post(f"{path}/join")
    assert code(bob.post(f"{path}/{step}", headers=STALE)) == REFUSED
    first = bob.post(f"{path}/{step}", headers={"If-Match": bob.get(path).headers["ETag"]})
    again = bob.post(f"{path}/{step}", headers=STALE)
    assert (first.status_code, again.status_code) == (200, 200)
    assert again.json == first.json


def test_an_invitation_is_declined_only_as_it_is_known(ann: Program, bob: Program) -> None:
    wish = {"ruleset": "seasons", "seats": [{"me": True}, {"account": "bob"}]}
    path = f"/games/{(ann.post('/games', wish).json or {})['id']}"
    assert code(bob.post(f"{path}/decline", headers=STALE)) == REFUSED
    assert (ann.get(path).json or {})["status"] == "inviting"
    assert bob.post(f"{path}/decline", headers={"If-Match": "*"}).status_code == 200
