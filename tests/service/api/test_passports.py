"""Passports of bots over REST: what is taken, what is refused, and who vouches for what is shown."""

from __future__ import annotations

from typing import Any

import pytest

from service.core.db import transaction
from service.core.key_ring import key_ring
from service.core.passports import is_as_signed
from service.core.record_signatures import public_key
from service.models import RecordKey
from service.play.record_keys import withdraw_key
from tests.secret_keys import NEXT_KEY
from tests.service.api.makers import made, program, told
from tests.service.api.program import Program, code
from tests.service.conftest import FakeClock
from workers.bot_check.signing import signed_passport

GAME = {"ruleset": "siesta", "level": 1, "finished": True, "moves": 9, "refused": 0, "stale": 1}
CONTENT: dict[str, Any] = {
    "bot": "rusty",
    "checked_at": "2026-05-04T11:00:00Z",
    "version": "0.1.0",
    "well": True,
    "games": [GAME, {**GAME, "ruleset": "dawn"}, {**GAME, "level": 2}],
    "faults": {"cut": 2, "slow": 0},
}
PATH = "/bots/rusty/passport"


def passport(key: str = NEXT_KEY, **content: Any) -> dict[str, Any]:
    return signed_passport(CONTENT | content, key)


def hand_in(asker: Program, document: dict[str, Any]) -> Any:
    return asker.call("PUT", PATH, json=document)


def test_a_passport_by_our_own_key_is_verified_and_shown_to_everybody(ann: Program, bob: Program) -> None:
    made(ann)
    assert told(bob.get("/bots/rusty"))["passport"] is None
    assert code(bob.get(PATH)) == (404, "not-found")
    document = passport(key_ring().newest)
    summary = told(hand_in(ann, document))
    assert summary == told(bob.get("/bots/rusty"))["passport"]
    assert (summary["verified"], summary["signed_by"]) == (True, "this-sundial")
    assert (summary["rulesets"], summary["games"], summary["faults"]) == (["siesta", "dawn"], 3, 2)
    shown = told(Program(bob.client).get(PATH))
    assert (shown, is_as_signed(shown)) == (document, True)


def test_one_by_any_other_key_is_shown_as_such(ann: Program) -> None:
    made(ann)
    summary = told(hand_in(program(ann, scopes=["bots"]), passport()))
    assert (summary["verified"], summary["signed_by"]) == (False, "other-key")
    assert summary["key"] == public_key(NEXT_KEY)


def test_an_older_key_of_ours_vouches_until_it_is_withdrawn(ann: Program, clock: FakeClock) -> None:
    made(ann)
    with transaction() as current:
        current.add(RecordKey(public=public_key(NEXT_KEY), noted_at=clock()))
    assert told(hand_in(ann, passport()))["verified"]
    withdraw_key(public_key(NEXT_KEY), clock())
    assert not told(ann.get("/bots/rusty"))["passport"]["verified"]


@pytest.mark.parametrize(
    ("document", "reason"),
    [
        ({**passport(), "well": False}, "signature"),
        ({**passport(), "games": passport()["games"][:1]}, "signature"),
        (passport(games=[{**GAME, "finished": False}]), "result"),
        (passport(games=[{**GAME, "refused": 2}]), "result"),
        (passport(checked_at="2026-05-04T13:00:00Z"), "time"),
        (passport(checked_at="2026-02-30T13:00:00Z"), "time"),
    ],
)
def test_what_is_no_passport_is_refused_with_the_reason(ann: Program, document: dict[str, Any], reason: str) -> None:
    made(ann)
    answer = hand_in(ann, document)
    assert code(answer) == (422, "bad-passport")
    assert answer.json["reason"] == reason
    assert told(ann.get("/bots/rusty"))["passport"] is None


@pytest.mark.parametrize(
    "wrong",
    [
        {"format": "sundial-record-5"},
        {"games": []},
        {"version": "ünnamed"},
        {"bot": "rusty\n"},
        {"faults": {"cut": -1}},
        {"faults": {"\ud800": 1}},
        {"signature": {**passport()["signature"], "algorithm": "none"}},
        {"more": 1},
    ],
)
def test_what_does_not_look_like_one_is_refused(ann: Program, wrong: dict[str, Any]) -> None:
    made(ann)
    assert hand_in(ann, {**passport(), **wrong}).status_code in (400, 422)


def test_that_of_another_bot_is_refused(ann: Program) -> None:
    made(ann)
    answer = hand_in(ann, passport(bot="sparky"))
    assert (code(answer), answer.json["bot"]) == ((422, "passport-of-another"), "sparky")


def test_an_older_one_does_not_replace_a_newer_one_and_the_same_is_fine(ann: Program) -> None:
    made(ann)
    for _ in range(2):
        told(hand_in(ann, passport()))
    answer = hand_in(ann, passport(checked_at="2026-05-04T10:59:59Z"))
    assert (code(answer), answer.json["checked_at"]) == ((409, "passport-older"), "2026-05-04T11:00:00Z")
    told(hand_in(ann, passport(checked_at="2026-05-04T11:30:00Z", well=False)))
    assert not told(ann.get("/bots/rusty"))["passport"]["well"]


def test_its_owner_and_the_bot_hand_it_in_and_nobody_else(ann: Program, bob: Program) -> None:
    made(ann)
    assert code(hand_in(bob, passport())) == (403, "not-your-bot")
    assert code(hand_in(program(ann), passport())) == (403, "missing-scope")
    assert ann.call("DELETE", "/bots/rusty").status_code == 204
    assert code(hand_in(ann, passport())) == (404, "not-found")
