"""openapi.yaml: true, valid, and complete enough to write a client from."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Iterator
from typing import Any

import yaml
from flask import Flask
from openapi_spec_validator import validate

from service.accounts.scopes import MEANINGS
from service.language.refusals import EXPLANATIONS
from tests import node
from tests.openapi import document
from tests.service.api.document import (
    DOCUMENT,
    WRITTEN,
    found_under,
    operations,
    resolved,
    valid,
    variants,
)
from tests.service.api.program import Program


def test_the_file_says_what_is_served() -> None:
    assert document() == WRITTEN.read_text(), "write it anew: make openapi"


def test_the_app_serves_the_same_document(anybody: Program) -> None:
    served = anybody.get("/openapi.json")
    assert served.status_code == 200
    assert yaml.load(served.get_data(), yaml.CSafeLoader) == DOCUMENT


def test_the_document_is_valid_openapi() -> None:
    validate(DOCUMENT)
    assert DOCUMENT["openapi"].startswith("3.1")


def test_every_route_of_the_api_is_described(app: Flask) -> None:
    served = {
        (method.lower(), re.sub("<[^:<>]+:", "<", str(rule)))
        for rule in app.url_map.iter_rules()
        for method in rule.methods or ()
        if str(rule).startswith("/api/v1")
        and method not in ("HEAD", "OPTIONS")
        and not str(rule).endswith(("/openapi.json", "/openapi.yaml"))
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
        has_scopes = name != "get /api/v1" and bool(operation["security"])  # it says what any token can do
        assert bool(operation.get("x-scopes")) == has_scopes, name
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
                assert schema.get("additionalProperties", schema.get("unevaluatedProperties")) is False, name
            assert {"400", "413", "415", "422"} <= set(operation["responses"]), name


def test_every_code_of_the_service_is_listed() -> None:
    code = DOCUMENT["components"]["schemas"]["Problem"]["properties"]["code"]
    assert code["x-extensible-enum"] == sorted(EXPLANATIONS)
    assert "enum" not in code


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


def test_every_component_is_used() -> None:
    for kind, parts in DOCUMENT["components"].items():
        if kind != "securitySchemes":
            assert [name for name in parts if f"#/components/{kind}/{name}" not in REFERENCES] == []


def test_every_pattern_is_a_regular_expression_of_ecmascript() -> None:
    patterns = sorted(set(found_under("pattern", DOCUMENT)))
    assert len(patterns) > 10
    script = "for (const text of JSON.parse(process.argv[1])) new RegExp(text, 'u')"
    subprocess.run([node.found().path, "-e", script, json.dumps(patterns)], check=True)


def test_every_answer_has_a_status_of_its_own() -> None:
    """Check that no response has a status range, such as `2XX`, for which oazapfts generates invalid code."""
    assert [name for name, each in operations() if not all(map(str.isdecimal, each["responses"]))] == []


def test_requests_and_answers_have_names_of_their_own() -> None:
    """Check schema names: in Go, `NewBot` is the constructor of `Bot`."""
    schemas = DOCUMENT["components"]["schemas"]
    assert [name for name in schemas if name.removeprefix("New") in schemas and name.startswith("New")] == []


def test_every_id_that_rises_for_ever_is_taken_with_64_bits() -> None:
    schemas = DOCUMENT["components"]["schemas"]
    for name in ("EventBase", "Message", "Token", "Session", "Webhook", "WebhookDelivery"):
        assert schemas[name]["properties"]["id"]["format"] == "int64", name
    for name, operation in operations():
        for parameter in map(resolved, operation["parameters"]):
            if parameter["name"].endswith("_id") and parameter["schema"]["type"] == "integer":
                assert parameter["schema"]["format"] == "int64", (name, parameter["name"])


def test_no_text_that_fits_holds_what_no_database_takes() -> None:
    sent = [part for _, each in operations() for part in [*queries(each), *bodies(each)]]
    free = [text for part in sent for text in texts(part["schema"]) if not text.keys() & {"enum", "const", "format"}]
    assert len(free) > 20
    assert [text for text in free if re.search(text.get("pattern", ""), "\0")] == []


def queries(operation: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the query parameters of an operation."""
    return [parameter for parameter in map(resolved, operation["parameters"]) if parameter["in"] == "query"]


def bodies(operation: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the request body of an operation, if it has one."""
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


REFERENCES = frozenset(found_under("$ref", DOCUMENT))
