"""From whom one takes no invitations, over REST."""

from __future__ import annotations

from flask.testing import FlaskClient

from tests.service.api.makers import invite, made, program, told
from tests.service.api.program import Program, code, program_of
from tests.service.conftest import FakeClock


def test_one_can_be_kept_from_inviting_and_allowed_to_again(ann: Program, bob: Program) -> None:
    blocked = told(bob.call("PUT", "/me/blocks/ann"))
    assert blocked == {"name": "ann", "created_at": "2026-05-04T12:00:00Z"}
    assert told(bob.get("/me/blocks")) == {"blocks": [blocked]}

    refused = invite(ann, "bob")
    assert code(refused) == (409, "invitations-unwanted")
    assert told(refused, 409)["name"] == "bob"

    assert bob.call("DELETE", "/me/blocks/ann").status_code == 204
    assert told(bob.get("/me/blocks")) == {"blocks": []}
    assert invite(ann, "bob").status_code == 201
    assert code(bob.call("DELETE", "/me/blocks/ann")) == (404, "not-found")


def test_twice_is_once_and_the_latest_comes_first(client: FlaskClient, bob: Program, clock: FakeClock) -> None:
    for name in ("ann", "eve"):
        program_of(client, name)
        bob.call("PUT", f"/me/blocks/{name}")
        clock.advance(hours=1)
    bob.call("PUT", "/me/blocks/ann")

    assert [each["name"] for each in told(bob.get("/me/blocks"))["blocks"]] == ["eve", "ann"]


def test_whoever_blocks_a_bot_blocks_the_person_behind_it(ann: Program, bob: Program) -> None:
    made(ann)

    assert told(bob.call("PUT", "/me/blocks/rusty"))["name"] == "ann"
    for creator in (ann, program(ann)):
        assert code(invite(creator, "bob")) == (409, "invitations-unwanted")


def test_nobody_can_be_blocked_who_is_not_there(bob: Program) -> None:
    assert code(bob.call("PUT", "/me/blocks/nobody-there")) == (404, "no-such-account")
    assert code(bob.call("DELETE", "/me/blocks/nobody-there")) == (404, "not-found")
