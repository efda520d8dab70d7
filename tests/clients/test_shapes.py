"""The client's types match the OpenAPI document, and it covers all operations."""

from __future__ import annotations

from types import NoneType
from typing import Any, Literal, get_args, get_origin, get_type_hints, is_typeddict

import pytest

from sundial_client import (
    account_shapes,
    analysis_shapes,
    bot_shapes,
    challenge_shapes,
    event_shapes,
    invitation_shapes,
    match_shapes,
    organiser_shapes,
    player_shapes,
    series_shapes,
    shapes,
    table_shapes,
    talk_shapes,
    tournament_shapes,
    webhook_shapes,
    what_if_shapes,
    wish_shapes,
)
from tests.service.api.document import DOCUMENT

SCHEMAS = DOCUMENT["components"]["schemas"]
MODULES = (
    shapes,
    account_shapes,
    analysis_shapes,
    bot_shapes,
    challenge_shapes,
    event_shapes,
    invitation_shapes,
    match_shapes,
    organiser_shapes,
    player_shapes,
    series_shapes,
    table_shapes,
    talk_shapes,
    tournament_shapes,
    webhook_shapes,
    what_if_shapes,
    wish_shapes,
)
SHAPES = {name: shape for module in MODULES for name, shape in vars(module).items() if is_typeddict(shape)}
ELSEWHERE = {
    "Ruleset": "RulesetSummary",
    "RulesetWithGuide": "Ruleset",
    "NewToken": "CreatedToken",
    "Manifest": "BotRequest",
    "NewGame": "GameRequest",
    "NewMatch": "MatchRequest",
    "NewChallenge": "ChallengeRequest",
    "NewClock": "ClockRequest",
    "NewTournament": "TournamentRequest",
    "BotGame": "BotGameShown",
}
"""What the document calls by another name."""
PAGES_OF = {"next_cursor", "next_after", "version"}
"""Beside a list, these make a page of it; the client hands out what is in the list."""
WITHOUT_TYPE = {"Health", "Readiness", "ProblemType", "GameRecord"}
"""For whoever watches a server, for people, and for `sundial verify`."""
INLINE = {"Search", "BotSearch", "EventData", "NewTable", "TermsOfChallenge", "TokenEnd"}
"""What has no name there."""
ARGUMENTS = {
    "Manifest": {"name"},
    "NewChallenge": {"to"},
    "NewGame": {"ruleset", "seats"},
    "NewMatch": {"ruleset", "seats"},
    "NewTournament": {"title", "ruleset", "system"},
}
"""What is handed to the method itself."""
OWN = {"setup", "position"}
"""What is different for each ruleset."""
KINDS = {
    int: "integer",
    float: "number",
    str: "string",
    bool: "boolean",
    NoneType: "null",
    list: "array",
    dict: "object",
}


def kinds_of_type(hint: Any) -> set[str]:
    """Return the JSON types of values of a Python type."""
    if get_origin(hint) is Literal:
        return {KINDS[type(value)] for value in get_args(hint)}
    if get_origin(hint) in (list, dict) or hint in KINDS:
        return {KINDS[get_origin(hint) or hint]}
    if is_typeddict(hint):
        return {"object"}
    return {kind for part in get_args(hint) for kind in kinds_of_type(part)}


def kinds_of_schema(schema: dict[str, Any]) -> set[str]:
    """Return the JSON types of values that match a schema."""
    if "$ref" in schema:
        return kinds_of_schema(SCHEMAS[schema["$ref"].rsplit("/", 1)[1]])
    for several in ("anyOf", "oneOf", "allOf"):
        if several in schema and "type" not in schema:
            return {kind for part in schema[several] for kind in kinds_of_schema(part)}
    kinds = schema["type"]
    return set(kinds) if isinstance(kinds, list) else {kinds}


def members_of(schema: dict[str, Any]) -> dict[str, Any]:
    """Return the members of an object schema, or of the first variant of a union."""
    if "$ref" in schema:
        return members_of(SCHEMAS[schema["$ref"].rsplit("/", 1)[1]])
    parts = [members_of(part) for part in [*schema.get("allOf", ()), *schema.get("oneOf", ())[:1]]]
    return {name: member for part in [schema.get("properties", {}), *parts] for name, member in part.items()}


def answers() -> set[str]:
    """Return the schemas of JSON responses."""
    answered = [
        answer["content"].get("application/json", {}).get("schema", {}).get("$ref", "")
        for operations in DOCUMENT["paths"].values()
        for operation in operations.values()
        if isinstance(operation, dict)
        for status, answer in operation["responses"].items()
        if status.startswith("2") and "content" in answer
    ]
    return {reference.rsplit("/", 1)[1] for reference in answered if reference}


def is_page(name: str) -> bool:
    """Whether there is nothing in it but a list."""
    told = [kinds_of_schema(each) for member, each in members_of(SCHEMAS[name]).items() if member not in PAGES_OF]
    return told == [{"array"}]


def test_every_answer_has_a_type() -> None:
    typed = {ELSEWHERE.get(name, name) for name in SHAPES}
    assert "Game" in answers()
    assert {name for name in answers() - typed - WITHOUT_TYPE if not is_page(name)} == set(), "add it to the shapes"


@pytest.mark.parametrize("name", sorted(SHAPES.keys() - INLINE))
def test_a_type_has_the_members_of_its_schema_and_they_are_of_the_same_kind(name: str) -> None:
    members = members_of(SCHEMAS[ELSEWHERE.get(name, name)])
    hints = get_type_hints(SHAPES[name])

    assert (hints.keys() | ARGUMENTS.get(name, set())) - OWN == members.keys() - OWN
    for member, hint in hints.items():
        if hint is not Any:
            assert kinds_of_type(hint) == kinds_of_schema(members[member]), member


def test_what_belongs_to_events_is_of_the_same_kind() -> None:
    told = [schema["properties"] for name, schema in SCHEMAS.items() if name.endswith("Data")]
    hints = get_type_hints(event_shapes.EventData)

    assert hints.keys() == {name for members in told for name in members}
    for name, hint in hints.items():
        kinds = [kinds_of_schema(members[name]) for members in told if name in members]
        assert kinds_of_type(hint) == set.union(*kinds), name
