"""The format of records: required members, and bounds of numbers."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from service.config.environment import Config
from service.models import LONGEST_CONTRIBUTION
from service.play.record_forms import RecordForm
from tests.service.foreign import Record, short_record

pytestmark = pytest.mark.usefixtures("app")
DIGEST, TIME = "0" * 64, "2026-05-04T12:00:00Z"


@pytest.fixture
def settings(sqlite_settings: Config) -> Config:
    """Nothing is read or written."""
    return sqlite_settings


def whole_record() -> Record:
    """Return a record with every optional member; its content need not be valid."""
    record = short_record()
    entry = {"number": 0, "seat": -1, "action": "roll 1", "version": 0, "at": TIME, "previous": DIGEST}
    beacon = {
        "chain": DIGEST, "public_key": "0" * 192, "period": 3, "genesis_time": 0, "group_hash": DIGEST,
        "beacon_id": "quicknet", "round": 1, "at": TIME, "committed_at": TIME, "randomness": DIGEST,
        "signature": "0" * 96, "given_up_at": None,
    }  # fmt: skip
    match = {"id": "m", "round": 1, "commitments": [DIGEST, DIGEST]}
    half = {"points": [12, 0], "hints": False, "takebacks": False}
    rated = {"finished_at": TIME, "hints": False, "bots": [1], "half_before": half}
    return {**record, "log": [entry], "beacon": beacon, "match": match, "stand_ins": [0], "rated": rated}


def part_of(record: Any, place: str) -> dict[str, Any]:
    """Return the object at a place like `log/0`."""
    part = record
    for step in filter(None, place.split("/")):
        part = part[int(step) if isinstance(part, list) else step]
    found: dict[str, Any] = part
    return found


def wrong_places(record: Record) -> list[str]:
    """Where something is wrong with a record."""
    return [*_leaves(RecordForm().validate(json.loads(json.dumps(record))))]


def _leaves(messages: Any, place: str = "") -> Iterator[str]:
    if not isinstance(messages, Mapping):
        yield place
        return
    for step, inner in messages.items():
        yield from _leaves(inner, f"{place}/{step}".removeprefix("/"))


def without(place: str, member: str) -> Record:
    """Return a complete record without that member."""
    record = whole_record()
    del part_of(record, place)[member]
    return record


def changed(place: str, member: str, value: object) -> Record:
    """Return a complete record with another value there."""
    record = whole_record()
    part_of(record, place)[member] = value
    return record


def test_a_record_can_have_everything_that_is_of_its_form() -> None:
    assert wrong_places(whole_record()) == []


@pytest.mark.parametrize("place", ["", "places/0", "log/0", "match", "beacon", "signature"])
def test_what_every_record_has_is_missed(place: str) -> None:
    for member in part_of(whole_record(), place):
        assert wrong_places(without(place, member)) == [f"{place}/{member}".removeprefix("/")]


@pytest.mark.parametrize(
    ("at", "least", "most"),
    [
        ("places/0/place", 0, 3),
        ("places/0/seat", 0, 3),
        ("places/0/ai", 1, 9),
        ("places/0/contribution_number", 1, 2**31 - 1),
        ("log/0/number", 0, 2000),
        ("log/0/seat", -1, 3),
        ("log/0/version", 0, 2**31 - 1),
        ("match/round", 1, 3),
        ("beacon/period", 1, 2**31 - 1),
        ("beacon/genesis_time", 0, 2**31 - 1),
        ("beacon/round", 1, 2**31 - 1),
    ],
)
def test_a_number_is_as_small_and_as_large_as_games_have_it(at: str, least: int, most: int) -> None:
    place, _, member = at.rpartition("/")
    for number in (least, most):
        assert wrong_places(changed(place, member, number)) == []
    for number in (least - 1, most + 1):
        assert wrong_places(changed(place, member, number)) == [at]


@pytest.mark.parametrize(
    ("at", "shortest", "longest"),
    [
        ("places/0/contribution", 0, LONGEST_CONTRIBUTION),
        ("log/0/action", 1, 80),
        ("ruleset", 1, 40),
        ("rules_version", 1, 20),
    ],
)
def test_a_word_is_as_long_as_games_have_it(at: str, shortest: int, longest: int) -> None:
    place, _, member = at.rpartition("/")
    for length in (shortest, longest):
        assert wrong_places(changed(place, member, "x" * length)) == []
    for length in (longest + 1, *range(shortest)):
        assert wrong_places(changed(place, member, "x" * length)) == [at]


NONE_OR_SOMETHING = {
    "": {"setup", "given_layout", "seed", "scores", "winners", "ended_by", "match", "beacon", "rated"},
    "places/0": {
        "account",
        "first_account",
        "ai",
        "left_by",
        "left_at",
        "contribution",
        "contributed",
        "contributed_at",
        "contribution_number",
    },
    "log/0": set[str](),
    "match": set[str](),
    "beacon": {"randomness", "signature", "given_up_at"},
    "rated": {"half_before"},
    "rated/half_before": set[str](),
    "signature": set[str](),
}
"""What may be null, by the object that it is a member of."""


@pytest.mark.parametrize("place", NONE_OR_SOMETHING)
def test_null_stands_only_where_a_record_may_lack_something(place: str) -> None:
    for member in part_of(whole_record(), place):
        refused = [] if member in NONE_OR_SOMETHING[place] else [f"{place}/{member}".removeprefix("/")]
        assert wrong_places(changed(place, member, None)) == refused


@pytest.mark.parametrize(
    ("member", "item", "least", "most"),
    [
        ("scores", 7, 0, 4),
        ("winners", 0, 0, 4),
        ("stand_ins", 0, 0, 2000),
    ],
)
def test_a_list_is_as_short_and_as_long_as_games_have_it(member: str, item: int, least: int, most: int) -> None:
    for length in (least, most):
        assert wrong_places(changed("", member, [item] * length)) == []
    assert wrong_places(changed("", member, [item] * (most + 1))) == [member]


def test_a_game_has_one_place_at_least_and_four_at_most() -> None:
    [place] = whole_record()["places"][:1]
    for count in (1, 4):
        assert wrong_places(changed("", "places", [place] * count)) == []
    for count in (0, 5):
        assert wrong_places(changed("", "places", [place] * count)) == ["places"]


@pytest.mark.parametrize("score", [2**31 - 1, -(2**31) + 1])
def test_a_score_fits_where_it_is_kept(score: int) -> None:
    assert wrong_places(changed("", "scores", [score])) == []
    assert wrong_places(changed("", "scores", [score + (1 if score > 0 else -1)])) == ["scores/0"]
