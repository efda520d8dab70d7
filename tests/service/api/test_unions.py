"""Unions in the description: games by ruleset, and events by type."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import rules
from service.api.game_schemas import name_of
from service.jobs.events import TYPES
from service.webhooks.requests import CHALLENGE, TEST
from tests.service.api.document import (
    DOCUMENT,
    members,
    resolved,
    validator,
    variants,
)


@pytest.mark.parametrize("name", ["Game", "GameRecord", "Preview", "GameRequest", "Position"])
def test_what_depends_on_the_game_is_told_apart_by_its_ruleset(name: str) -> None:
    assert list(told_apart(name, "ruleset")) == list(rules.games())


def test_setups_are_told_apart_by_the_game_that_they_name() -> None:
    assert list(told_apart("Setup", "game")) == list(rules.games())


def test_events_are_told_apart_by_their_type() -> None:
    assert list(told_apart("Event", "type")) == list(TYPES)


def told_apart(name: str, by: str) -> Iterator[str]:
    """Yield the discriminator values of a union; check that each variant names its own and is complete."""
    union = DOCUMENT["components"]["schemas"][name]
    assert set(union) == {"description", "oneOf", "discriminator", "properties"}
    assert union["discriminator"]["propertyName"] == by
    assert list(union["discriminator"]["mapping"].values()) == [variant["$ref"] for variant in union["oneOf"]]
    for value, place in union["discriminator"]["mapping"].items():
        told = members({"$ref": place})
        assert resolved(told[by]) == {"type": "string", "enum": [value]}
        assert told[by].keys() == {"$ref"}  # only of a named schema do Go and PHP refuse other words
        assert len(told) > 3
        yield value


def test_nothing_is_said_of_what_the_variants_of_a_union_have_in_different_forms() -> None:
    """Check that the base declares no member that variants declare differently, because PHP merges all variants."""
    schemas = DOCUMENT["components"]["schemas"]
    unions = [schema for schema in schemas.values() if "discriminator" in schema]
    assert len(unions) > 5
    for union in unions:
        forms: dict[str, list[Any]] = {}
        for variant in union["oneOf"]:
            for name, form in members(variant).items():
                forms.setdefault(name, []).append(form)
        assert union["properties"] == {name: {} for name, found in forms.items() if any(f != found[0] for f in found)}


def test_setups_and_positions_beside_a_ruleset_are_those_of_that_ruleset() -> None:
    """Whoever knows which game it is need not ask the position."""
    beginnings = tuple(name_of(game) for game in rules.games().values())
    schemas = DOCUMENT["components"]["schemas"]
    for name, schema in schemas.items():
        if name in ("GamePosition", "Supposed") or "oneOf" in schema:  # of whatever is played
            continue
        for member in {"setup", "position"} & members(schema).keys():
            told = members(schema)[member]
            forms = [told, *told.get("anyOf", ())]
            [place] = [form["$ref"].rpartition("/")[2] for form in forms if "$ref" in form]
            [own] = [each for each in beginnings if place == f"{each}{member.capitalize()}"]
            assert name.startswith(own)
            assert "oneOf" not in schemas[place]


def test_every_event_that_a_webhook_sends_is_described() -> None:
    sent = [resolved(item)["post"]["requestBody"] for item in DOCUMENT["webhooks"].values()]
    kinds = [kind for body in sent for each in variants(body["content"]["application/json"]["schema"])
             for kind in resolved(members(each)["type"])["enum"]]  # fmt: skip
    assert sorted(kinds) == sorted([*TYPES, TEST, CHALLENGE])


@pytest.mark.parametrize(
    ("change", "fits"),
    [
        ({}, True),
        ({"options": {"version": "basic"}, "layout": None}, True),
        ({"options": {"scoring": "majority"}}, False),
        ({"options": {"version": "long"}}, False),
        ({"seats": [{"me": True}]}, False),
        ({"seats": [{"me": True}] * 4}, False),
        ({"seats": [{"me": True}, {"ai": 1, "open": True}]}, False),
        ({"seats": [{"me": True, "contributes": True}, {"ai": 1}]}, True),
        ({"seats": [{"me": True}, {"ai": 1, "contributes": True}]}, False),
        ({"seats": [{"contributes": True}, {"ai": 1}]}, False),
        ({"seats": [{"me": True}, {}]}, False),
        ({"seats": [{"me": True}, {"email": "bob"}]}, False),
        ({"layout": {"fields": ["mmmmmmmmm"] * 9}}, False),
        ({"ruleset": "chess"}, False),
    ],
)
def test_what_a_game_can_be_made_of_is_said_for_each_ruleset(change: dict[str, Any], *, fits: bool) -> None:
    wish = {"ruleset": "seasons", "seats": [{"me": True}, {"ai": 1}], **change}
    assert validator({"$ref": "#/components/schemas/GameRequest"}).is_valid(wish) == fits
    assert validator({"$ref": "#/components/schemas/MatchRequest"}).is_valid(wish) == fits


def test_a_match_is_for_two_in_a_game_that_can_be_won() -> None:
    described = validator({"$ref": "#/components/schemas/MatchRequest"})
    assert described.is_valid({"ruleset": "siesta", "seats": [{"me": True}, {"open": True}]})
    assert not described.is_valid({"ruleset": "siesta", "seats": [{"me": True}, {"open": True}, {"open": True}]})
    assert not described.is_valid({"ruleset": "springtime-puzzle", "seats": [{"me": True}, {"open": True}]})
