"""Foreign records: invalid ones are refused, with the place of the fault."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from flask import Flask
from hypothesis import HealthCheck, given
from hypothesis import settings as sized
from hypothesis import strategies as st

from service.config.environment import Config
from service.db.clock import now
from service.language.errors import Refused
from service.play.foreign_records import examined
from service.play.games import NewGame, SeatWish, create_game
from service.play.seats import resign
from tests.service.foreign import Record, begun, record_of, resigned, sealed
from tests.service.tables import person

pytestmark = pytest.mark.usefixtures("app")
KEPT: dict[str, str] = {}


@pytest.fixture
def settings(sqlite_settings: Config) -> Config:
    """Use SQLite alone, because records do not depend on the database."""
    return sqlite_settings


@pytest.fixture
def record(app: Flask) -> Record:
    """Return the record of a short game, played once."""
    if not KEPT:
        KEPT["of a short game"] = json.dumps(resigned())
    kept: Record = json.loads(KEPT["of a short game"])
    return kept


def taken(record: Any) -> tuple[str | None, str | None]:
    """By which code a record is refused, or as which text it is taken."""
    try:
        return None, examined(record).text
    except Refused as refused:
        return refused.code, None


def refusal(record: Any) -> Refused:
    """Why a record is refused."""
    with pytest.raises(Refused) as refused:
        examined(record)
    return refused.value


Change = Callable[[Record], object]


def entry(record: Record, chance: bool = False) -> dict[str, Any]:  # noqa: FBT001, FBT002
    found: dict[str, Any] = next(each for each in record["log"] if (each["seat"] == -1) == chance)
    return found


WRONG: dict[str, tuple[Change, str, int | None]] = {
    "another roll": (lambda record: entry(record, chance=True).update(action="roll 6 6 6"), "log", 0),
    "another move": (lambda record: entry(record).update(action="place max-99"), "log", 1),
    "out of turn": (lambda record: entry(record).update(seat=1 - entry(record)["seat"]), "log", 1),
    "another seed": (lambda record: record.update(seed="0" * 64), "commitment", None),
    "other seats": (
        lambda record: [place.update(seat=1 - place["seat"]) for place in record["places"]], "seating", None
    ),
    "other rules": (lambda record: record.update(rules_version="0"), "rules", None),
    "another winner": (lambda record: record.update(winners=[0, 1]), "result", None),
    "other scores": (lambda record: record.update(scores=[99, 0]), "scores", None),
    "nobody has left": (lambda record: [place.update(left_by=None) for place in record["places"]], "result", None),
    "another layout": (lambda record: record["setup"].update(layout={"hot": "spring"}), "layout", None),
    "no layout at all": (lambda record: record["setup"].pop("layout"), "layout", None),
    "options that are none": (lambda record: record["setup"].update(options=7), "layout", None),
    "words at another time": (
        lambda record: record["places"][0].update(contributed_at="2030-01-01T00:00:00Z"), "words", None
    ),
    "dice that stood in": (lambda record: record.update(stand_ins=[0]), "stand-ins", None),
    "a log that goes on": (
        lambda record: record["log"].extend({**each, "number": 99} for each in record["log"][-1:]), "log", None
    ),
}  # fmt: skip


@pytest.mark.parametrize("change", WRONG)
def test_what_does_not_follow_from_the_rules_is_named_where_it_is(record: Record, change: str) -> None:
    act, about, number = WRONG[change]
    act(record)
    refused = refusal(sealed(record))
    assert (refused.code, refused.details["about"]) == ("unverified-record", about)
    assert number is None or refused.details["entry"] == number
    assert refused.sentence is not None
    assert refused.details["reason"]


def test_what_was_changed_after_it_was_signed_is_named(record: Record) -> None:
    for change, about, number in (
        ({"winners": [0, 1]}, "signature", None),
        (
            {"log": [record["log"][0], {**record["log"][1], "at": "2026-05-04T12:00:01Z"}, *record["log"][2:]]},
            "chain",
            2,
        ),
        ({"log": record["log"][:-1]}, "chain", None),
        ({"origin": "https://play.example.com"}, "signature", None),
    ):
        refused = refusal({**record, **change})
        found = refused.details["about"], refused.details["entry"]
        assert (refused.code, found) == ("unverified-record", (about, number)), change


def deep() -> Any:
    nested: Any = {}
    for _ in range(15):
        nested = {"a": [nested]}
    return nested


FORMLESS: dict[str, tuple[Change, str]] = {
    "no format": (lambda record: record.pop("format"), "/format"),
    "a format to come": (lambda record: record.update(format="sundial-record-2"), "/format"),
    "a member of its own": (lambda record: record.update(extra=1), "/extra"),
    "a number that is true": (lambda record: entry(record).update(number=True), "/log/1/number"),
    "a number with a fraction": (lambda record: entry(record).update(version=1.5), "/log/1/version"),
    "a huge number": (lambda record: entry(record).update(version=2**40), "/log/1/version"),
    "a version that falls": (lambda record: record["log"][-1].update(version=0), "/log/2/version"),
    "no time": (lambda record: entry(record).update(at="yesterday"), "/log/1/at"),
    "a time that never was": (lambda record: entry(record).update(at="2026-02-30T12:00:00Z"), "/log/1/at"),
    "a time at the end of time": (lambda record: entry(record).update(at="9999-12-31T23:59:59-10:00"), "/log/1/at"),
    "a long action": (lambda record: entry(record).update(action="x" * 81), "/log/1/action"),
    "a name like a link": (lambda record: record["places"][0].update(account="play.example.net"), "/places/0/account"),
    "an office": (lambda record: record["places"][1].update(account="sundial-support"), "/places/1/account"),
    "a look-alike": (lambda record: record["places"][1].update(account="аnn"), "/places/1/account"),
    "turned letters": (lambda record: record["places"][1].update(account="\u202enna"), "/places/1/account"),
    "a word without a time": (lambda record: record["places"][0].pop("contributed_at"), "/places/0/contributed_at"),
    "a word before the first": (
        lambda record: record["places"][0].update(contribution_number=0),
        "/places/0/contribution_number",
    ),
    "a long word": (lambda record: record["places"][0].update(contribution="x" * 65), "/places/0/contribution"),
    "too many places": (lambda record: record.update(places=record["places"] * 3), "/places"),
    "a setup that is none": (lambda record: record.update(setup=[]), "/setup"),
    "no setup": (lambda record: record.update(setup=None), "/setup"),
    "no seed": (lambda record: record.update(seed=None), "/seed"),
    "a short seed": (lambda record: record.update(seed="ab"), "/seed"),
    "no log": (lambda record: record.update(log=None), "/log"),
    "a log without end": (lambda record: record.update(log=record["log"][:1] * 2001), "/log"),
    "a word for a flag": (lambda record: record.update(shuffle_seats="yes"), "/shuffle_seats"),
    "a script for an address": (lambda record: record.update(origin="javascript:alert(1)"), "/origin"),
    "an address with a user": (lambda record: record.update(origin="https://us@example.net"), "/origin"),
    "an address with a port that is none": (
        lambda record: record.update(origin="https://example.net:99999"),
        "/origin",
    ),
    "no computer that we know": (lambda record: record.update(stand_ins=None), "/stand_ins"),
    "another algorithm": (lambda record: record["signature"].update(algorithm="none"), "/signature/algorithm"),
    "no key": (lambda record: record["signature"].update(key="x" * 44), "/signature/key"),
    "nested too deeply": (lambda record: record.update(given_layout=[deep()]), "/given_layout"),
}


@pytest.mark.parametrize("change", FORMLESS)
def test_what_no_record_has_is_named_where_it_stands(record: Record, change: str) -> None:
    act, pointer = FORMLESS[change]
    act(record)
    refused = refusal(record)
    assert (refused.code, refused.details["pointer"]) == ("bad-record", pointer)
    assert refused.details["reason"]


def test_of_what_somebody_has_made_up_without_end_only_the_beginning_is_told(record: Record) -> None:
    whole = copy.deepcopy(record)
    whole["setup"]["options"] = {"y" * 1000: "hot"}
    reason = refusal(sealed(whole)).details["reason"]
    assert (len(reason), reason.strip("y")) == (500, "This game has no option ")

    refused = refusal({**record, "k" * 200: 1})
    assert refused.details["pointer"] == "/" + "k" * 80


@pytest.mark.parametrize(
    ("origin", "is_ours"),
    [
        ("http://127.0.0.1:8000", True),
        ("http://127.0.0.1", True),
        ("http://127.0.0.1.:8000/games", True),
        ("http://127.0.0.1:7999", False),
        ("http://127.0.0.1:8001", False),
        ("http://127.0.0.0:8000", False),
        ("http://127.0.0.2:8000", False),
        ("http://127.0.0.10", False),
    ],
)
def test_what_is_said_to_be_from_here_has_to_be_signed_by_a_key_of_ours(
    record: Record,
    origin: str,
    is_ours: bool,  # noqa: FBT001
) -> None:
    assert taken(sealed(record, origin))[0] == ("unverified-record" if is_ours else None)


def test_the_record_of_a_game_that_has_begun_as_it_was_set_up_is_taken(app: Flask) -> None:
    ann = person("ann")
    game = create_game(ann, NewGame("seasons", [SeatWish(me=True), SeatWish(ai=1)], shuffle_seats=False), now())
    resign(game.id, ann, now())
    record = sealed(record_of(game))
    assert record["log"][0]["version"] == 0
    assert taken(record)[0] is None


def test_the_record_of_a_game_of_one_is_taken(app: Flask) -> None:
    ann = person("ann")
    game = create_game(ann, NewGame("springtime-puzzle", [SeatWish(me=True)]), now())
    resign(game.id, ann, now())
    assert taken(sealed(record_of(game)))[0] is None


def test_what_is_not_over_stays_where_it_is_played(record: Record) -> None:
    of = begun()
    of.play_anything()
    assert refusal(sealed(record_of(of.game))).code == "unfinished-record"


def test_a_game_that_is_not_played_here_is_refused(app: Flask, record: Record) -> None:
    unknown = refusal({**record, "ruleset": "chess"})
    assert (unknown.code, unknown.details["ruleset"]) == ("no-such-ruleset", "chess")
    app.config["SETTINGS"] = replace(app.config["SETTINGS"], disabled_games=frozenset({"seasons"}))
    assert refusal(record).code == "no-such-ruleset"


Json = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**62), 2**62) | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)


@given(data=st.data())
@sized(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@pytest.mark.parametrize("again", [False, True])
def test_whatever_is_put_in_its_place_is_taken_or_refused_by_name(
    record: Record,
    data: st.DataObject,
    again: bool,  # noqa: FBT001
) -> None:
    changed: Any = copy.deepcopy(record)
    place, part = [], changed
    while isinstance(part, dict | list) and part and data.draw(st.integers(0, 3)):
        place.append(data.draw(st.sampled_from([*part] if isinstance(part, dict) else range(len(part)))))
        part = part[place[-1]]
    if place:
        inside = changed
        for step in place[:-1]:
            inside = inside[step]
        inside[place[-1]] = data.draw(Json)
    if again:
        try:
            changed = sealed(changed)
        except (LookupError, TypeError, ValueError, AttributeError):
            return
    code, text = taken(changed)
    assert code in (None, "bad-record", "unverified-record", "unfinished-record", "no-such-ruleset")
    assert text is None or json.loads(text) == changed
