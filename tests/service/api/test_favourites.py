"""Favourites over REST: a private list of players."""

from __future__ import annotations

from service.accounts import favourites
from tests.service.api.makers import made, told
from tests.service.api.program import Program, code
from tests.service.conftest import FakeClock


def test_people_and_bots_can_be_favourites_the_latest_first_and_no_longer(
    ann: Program, bob: Program, clock: FakeClock
) -> None:
    made(ann)
    first = told(bob.call("PUT", "/me/favourites/ann"))
    assert first == {"name": "ann", "created_at": "2026-05-04T12:00:00Z"}
    clock.advance(hours=1)
    told(bob.call("PUT", "/me/favourites/rusty"))
    assert told(bob.call("PUT", "/me/favourites/ann")) == first

    assert [each["name"] for each in told(bob.get("/me/favourites"))["favourites"]] == ["rusty", "ann"]
    assert told(ann.get("/me/favourites")) == {"favourites": []}

    assert bob.call("DELETE", "/me/favourites/ann").status_code == 204
    assert [each["name"] for each in told(bob.get("/me/favourites"))["favourites"]] == ["rusty"]
    assert code(bob.call("DELETE", "/me/favourites/ann")) == (404, "not-found")


def test_nobody_is_their_own_favourite_and_the_list_has_an_end(ann: Program, bob: Program) -> None:
    assert code(bob.call("PUT", "/me/favourites/bob")) == (404, "no-such-account")
    made(ann)
    favourites.MOST_FAVOURITES, most = 1, favourites.MOST_FAVOURITES
    try:
        told(bob.call("PUT", "/me/favourites/ann"))
        assert code(bob.call("PUT", "/me/favourites/rusty")) == (409, "too-many-favourites")
    finally:
        favourites.MOST_FAVOURITES = most
