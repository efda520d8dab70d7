"""openapi.yaml: true, valid, and complete enough to write a client from."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
import yaml
from click.testing import CliRunner
from flask import Flask
from openapi_spec_validator import validate

import rules
from service.api.schemas.event import DATA
from service.cli.openapi import openapi
from service.core.config import Config
from service.core.refusals import EXPLANATIONS
from service.people.scopes import MEANINGS
from service.webhooks.requests import CHALLENGE, TEST
from service.work.events import TYPES
from tests import node
from tests.service.api.program import Program

WRITTEN = Path(__file__).parents[3] / "openapi.yaml"
DOCUMENT: dict[str, Any] = yaml.safe_load(WRITTEN.read_text())
METHODS = ("get", "post", "patch", "delete", "put")


@pytest.fixture
def settings(sqlite_settings: Config) -> Config:
    """The description is the same on every database."""
    return sqlite_settings


def operations() -> Iterator[tuple[str, dict[str, Any]]]:
    """Every operation, its name, and the parameters of its path among its own."""
    for path, item in DOCUMENT["paths"].items():
        for method in METHODS:
            if method in item:
                shared = item.get("parameters", [])
                yield f"{method} {path}", {**item[method], "parameters": [*shared, *item[method].get("parameters", [])]}


def resolved(part: dict[str, Any]) -> dict[str, Any]:
    """What a reference leads to."""
    while "$ref" in part:
        _, *names = part["$ref"].split("/")
        part = DOCUMENT
        for name in names:
            part = part[name]
    return part


def test_the_file_says_what_is_served() -> None:
    assert CliRunner().invoke(openapi).output == WRITTEN.read_text(), "write it anew: make openapi"


def test_the_app_serves_the_same_document(anybody: Program) -> None:
    served = anybody.get("/openapi.json")
    assert served.status_code == 200
    assert yaml.safe_load(served.get_data()) == DOCUMENT


def test_the_document_is_valid_openapi() -> None:
    validate(DOCUMENT)
    assert DOCUMENT["openapi"].startswith("3.1")


def test_every_route_of_the_api_is_described(app: Flask) -> None:
    served = {
        (method.lower(), re.sub("<[^:<>]+:", "<", str(rule)))
        for rule in app.url_map.iter_rules()
        for method in rule.methods or ()
        if str(rule).startswith("/api/v1/")
        and method not in ("HEAD", "OPTIONS")
        and not str(rule).endswith("/openapi.json")
    }
    described = {tuple(name.replace("{", "<").replace("}", ">").split(" ")) for name, _ in operations()}
    assert served <= described


def test_every_operation_has_a_name_of_its_own_a_summary_and_a_tag() -> None:
    tags = {tag["name"]: tag["description"] for tag in DOCUMENT["tags"]}
    names = [operation["operationId"] for _, operation in operations()]
    assert len(set(names)) == len(names)
    for name, operation in operations():
        assert operation["summary"].endswith("."), name
        assert all(tags[tag] for tag in operation["tags"]), name


def test_every_operation_says_who_may_call_it_and_what_a_scope_means() -> None:
    for name, operation in operations():
        for requirement in operation["security"]:
            assert requirement in ({"token": []}, {}), name
        assert operation["security"] == [] or "401" in operation["responses"], name
        assert bool(operation["security"]) == bool(operation.get("x-scopes")), name
        for scope in operation.get("x-scopes", ()):
            assert f"`{scope}`: {MEANINGS[scope]}" in operation["description"], name


def test_every_parameter_is_described() -> None:
    for name, operation in operations():
        for parameter in map(resolved, operation["parameters"]):
            assert parameter["description"].endswith("."), (name, parameter["name"])
            assert parameter["schema"], (name, parameter["name"])


def test_every_refusal_is_a_problem() -> None:
    for name, operation in operations():
        refusals = {status: resolved(answer) for status, answer in operation["responses"].items() if status >= "400"}
        assert refusals, name
        for status, answer in refusals.items():
            assert set(answer["content"]) == {"application/problem+json"}, (name, status)


def test_every_body_is_an_object_without_unknown_members() -> None:
    for name, operation in operations():
        if "requestBody" in operation:
            for schema in variants(operation["requestBody"]["content"]["application/json"]["schema"]):
                assert schema["additionalProperties"] is False, name
            assert {"400", "413", "415", "422"} <= set(operation["responses"]), name


def test_every_code_of_the_service_is_listed() -> None:
    code = DOCUMENT["components"]["schemas"]["Problem"]["properties"]["code"]
    assert code["x-extensible-enum"] == sorted(EXPLANATIONS)
    assert "enum" not in code


def test_the_reference_explains_every_code() -> None:
    reference = (WRITTEN.parent / "docs" / "api.md").read_text()
    assert [code for code in EXPLANATIONS if f"`{code}`" not in reference] == []


def test_every_body_and_every_answer_in_json_has_an_example_that_fits_its_schema() -> None:
    for name, operation in operations():
        answers = [answer for status, answer in operation["responses"].items() if status < "300"]
        for part in [operation.get("requestBody", {}), *map(resolved, answers)]:
            content = part.get("content", {}).get("application/json")
            if content:
                assert content["examples"], name
                for example in content["examples"].values():
                    shown = resolved(example)["value"]
                    valid(content["schema"], shown)
                    assert "…" not in str(shown), name


def test_every_kind_of_problem_has_an_example_that_fits_its_schema() -> None:
    problems = [answer for name, answer in DOCUMENT["components"]["responses"].items() if name.startswith("Problem")]
    assert problems
    for problem in problems:
        content = problem["content"]["application/problem+json"]
        valid(content["schema"], content["example"])


@pytest.mark.parametrize("name", ["Game", "GameRecord", "Preview", "GameRequest"])
def test_what_depends_on_the_game_is_told_apart_by_its_ruleset(name: str) -> None:
    assert list(told_apart(name, "ruleset")) == list(rules.games())


def test_events_are_told_apart_by_their_type() -> None:
    assert list(told_apart("Event", "type")) == list(TYPES)


def told_apart(name: str, by: str) -> Iterator[str]:
    """The values of the member by which variants are told apart; each must say so itself, and be whole."""
    union = DOCUMENT["components"]["schemas"][name]
    assert set(union) == {"description", "oneOf", "discriminator"}
    assert union["discriminator"]["propertyName"] == by
    assert list(union["discriminator"]["mapping"].values()) == [variant["$ref"] for variant in union["oneOf"]]
    for value, place in union["discriminator"]["mapping"].items():
        told = members({"$ref": place})
        assert told[by] == {"type": "string", "enum": [value]}
        assert len(told) > 3
        yield value


def variants(schema: dict[str, Any]) -> list[dict[str, Any]]:
    """The schemas of which one applies."""
    schema = resolved(schema)
    return [resolved(variant) for variant in schema["oneOf"]] if "oneOf" in schema else [schema]


def members(schema: dict[str, Any]) -> dict[str, Any]:
    """The members of an object that is described in one piece or several."""
    schema = resolved(schema)
    parts = [members(part) for part in schema.get("allOf", ())]
    return {name: member for part in [*parts, schema.get("properties", {})] for name, member in part.items()}


def test_every_component_is_used() -> None:
    for kind, parts in DOCUMENT["components"].items():
        if kind != "securitySchemes":
            assert [name for name in parts if f"#/components/{kind}/{name}" not in REFERENCES] == []


def test_every_pattern_is_a_regular_expression_of_ecmascript() -> None:
    patterns = sorted(set(found_under("pattern", DOCUMENT)))
    assert len(patterns) > 10
    script = "for (const text of JSON.parse(process.argv[1])) new RegExp(text, 'u')"
    subprocess.run([node.found().path, "-e", script, json.dumps(patterns)], check=True)


def test_a_move_has_one_success_that_is_named_and_is_not_that_of_a_dry_run() -> None:
    [answered] = [each["responses"] for _, each in operations() if each["operationId"] == "playMove"]
    assert [status for status in answered if status < "300"] == ["201", "2XX"]
    assert "Deprecation" in answered["2XX"]["headers"]


def test_requests_and_answers_have_names_of_their_own() -> None:
    """In Go, `NewBot` is the name of what makes a `Bot`."""
    schemas = DOCUMENT["components"]["schemas"]
    assert [name for name in schemas if name.removeprefix("New") in schemas and name.startswith("New")] == []


def test_every_id_that_rises_for_ever_is_taken_with_64_bits() -> None:
    schemas = DOCUMENT["components"]["schemas"]
    for name in ("EventBase", "Message", "Token", "Session", "Webhook", "WebhookDelivery"):
        assert schemas[name]["properties"]["id"]["format"] == "int64", name


def test_every_event_that_a_webhook_sends_is_described() -> None:
    sent = [resolved(item)["post"]["requestBody"] for item in DOCUMENT["webhooks"].values()]
    kinds = [kind for body in sent for each in variants(body["content"]["application/json"]["schema"])
             for kind in members(each)["type"]["enum"]]  # fmt: skip
    assert sorted(kinds) == sorted([*TYPES, TEST, CHALLENGE])


def test_no_text_that_fits_holds_what_no_database_takes() -> None:
    sent = [part for _, each in operations() for part in [*queries(each), *bodies(each)]]
    free = [text for part in sent for text in texts(part["schema"]) if not text.keys() & {"enum", "const", "format"}]
    assert len(free) > 20
    assert [text for text in free if re.search(text.get("pattern", ""), "\0")] == []


def queries(operation: dict[str, Any]) -> list[dict[str, Any]]:
    """What can stand in the query of an operation."""
    return [parameter for parameter in map(resolved, operation["parameters"]) if parameter["in"] == "query"]


def bodies(operation: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The body of an operation's request, if it has one."""
    yield from operation.get("requestBody", {}).get("content", {}).values()


def texts(schema: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Every text that a value of the schema can hold."""
    schema = resolved(schema)
    if "string" in schema.get("type", []):
        yield schema
    inner = [*schema.get("properties", {}).values(), schema.get("items"), schema.get("additionalProperties")]
    for part in [*inner, *schema.get("anyOf", ()), *schema.get("oneOf", ())]:
        if isinstance(part, dict):
            yield from texts(part)


def test_every_link_leads_to_an_operation_and_makes_all_of_its_address() -> None:
    paths = {each["operationId"]: name for name, each in operations()}
    answers = [resolved(answer) for _, each in operations() for answer in each["responses"].values()]
    links = [link for answer in answers for link in answer.get("links", {}).values()]
    assert {link["operationId"] for link in links} >= {"showGame", "playMove", "removeWebhook", "endToken"}
    for link in links:
        assert set(link["parameters"]) == set(re.findall(r"\{(\w+)\}", paths[link["operationId"]]))


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


def test_every_member_that_the_reference_names_for_an_event_has_a_type() -> None:
    section = (WRITTEN.parent / "docs" / "api.md").read_text().split("\n## Events\n")[1].split("\n## ")[0]
    told = [row.split("|")[2] for row in section.splitlines() if row.startswith("| `")]
    assert set(re.findall("`([a-z_]+)`", "".join(told))) == {name for data in DATA.values() for name in data}


def valid(schema: dict[str, Any], value: object) -> None:
    """Fail unless the value fits a schema of the document."""
    validator(schema).validate(value)


def validator(schema: dict[str, Any]) -> jsonschema_rs.Draft202012Validator:
    """What judges by a schema of the document."""
    whole = {**schema, "components": DOCUMENT["components"]}
    return jsonschema_rs.Draft202012Validator(whole, validate_formats=True)


def found_under(name: str, part: object) -> Iterator[Any]:
    """Every text that stands under that name anywhere in a part of the document."""
    if isinstance(part, dict):
        if isinstance(part.get(name), str):
            yield part[name]
        for inner in part.values():
            yield from found_under(name, inner)
    elif isinstance(part, list):
        for inner in part:
            yield from found_under(name, inner)


REFERENCES = frozenset(found_under("$ref", DOCUMENT))
