"""The host hears why an invitation was declined, over REST."""

from __future__ import annotations

from typing import Any

import pytest

from tests.service.api.makers import invite, made, told
from tests.service.api.program import Program, code


def why(reader: Program, game: str) -> object:
    """Return why the seat of the guest was declined, as a reader sees it."""
    return next(seat["declined"] for seat in told(reader.get(f"/games/{game}"))["seats"] if seat["place"] == 1)


def test_the_host_reads_the_reason_and_the_words_of_who_declines(ann: Program, bob: Program) -> None:
    game = told(invite(ann, "bob"), 201)["id"]

    told(bob.post(f"/games/{game}/decline", {"reason": "too-fast", "text": " A day is short.\n"}))

    assert why(ann, game) == {"reason": "too-fast", "text": "A day is short."}
    assert why(bob, game) is None
    over = told(ann.get("/events", query_string={"types": "game.finished"}))["events"][0]["data"]
    assert over == {"ended_by": "declined", "declined_for": "too-fast"}


def test_who_declines_needs_no_reason(ann: Program, bob: Program) -> None:
    game = told(invite(ann, "bob"), 201)["id"]

    told(bob.post(f"/games/{game}/decline"))

    assert why(ann, game) is None


@pytest.mark.parametrize(
    ("body", "refusal"),
    [
        ({"reason": "bored"}, (422, "bad-request")),
        ({"text": "x" * 201}, (422, "bad-request")),
        ({"text": "a\u202eb"}, (422, "bad-message")),
    ],
)
def test_a_reason_that_is_not_listed_or_a_text_that_chat_would_refuse_changes_nothing(
    ann: Program, bob: Program, body: dict[str, str], refusal: tuple[int, str]
) -> None:
    game = told(invite(ann, "bob"), 201)["id"]

    assert code(bob.post(f"/games/{game}/decline", body)) == refusal
    assert told(ann.get(f"/games/{game}"))["status"] == "inviting"


def test_a_host_who_blocks_the_guest_reads_none_of_their_words(ann: Program, bob: Program) -> None:
    game = told(invite(ann, "bob"), 201)["id"]
    told(ann.call("PUT", "/me/blocks/bob"))

    assert code(bob.post(f"/games/{game}/decline", {"text": "Hello!"})) == (403, "not-heard")
    told(bob.post(f"/games/{game}/decline", {"reason": "other"}))


@pytest.mark.parametrize(
    ("manifest", "reason"),
    [
        ({"seconds_per_move": 8 * 86400}, "too-fast"),
        ({"games": {"siesta": {"seats": [], "options": {}}}}, "other-game"),
        ({"games": {"seasons": {"seats": [3], "options": {}}}}, "other-game"),
    ],
)
def test_a_bot_that_refuses_by_its_manifest_gives_a_reason_of_the_same_list(
    ann: Program, bob: Program, manifest: Any, reason: str
) -> None:
    made(bob, **manifest)

    assert told(invite(ann, "rusty", days_per_move=2), 409)["reason"] == reason
