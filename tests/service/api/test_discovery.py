"""A program that only knows the server's address finds the API, its description and its permissions."""

from __future__ import annotations

from typing import Any

import pytest
import yaml
from flask.testing import FlaskClient

from tests.service.api.document import DOCUMENT, operations, validator
from tests.service.api.program import Program, program_of

CATALOG = "/.well-known/api-catalog"


def test_the_catalog_leads_to_the_description_the_docs_and_the_status(client: FlaskClient) -> None:
    answer = client.get(CATALOG)
    assert answer.status_code == 200
    assert answer.content_type == 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"'
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    [api] = answer.get_json(force=True)["linkset"]
    assert api["anchor"].endswith("/api/v1")
    led = [link for relation, links in api.items() if relation != "anchor" for link in links]
    assert len(led) == 5
    for link in led:
        found = client.get("/" + link["href"].split("/", 3)[3])
        assert (found.status_code, found.mimetype) == (200, link["type"]), link


def test_head_of_the_catalog_names_it(client: FlaskClient) -> None:
    """RFC 9727, 2."""
    answer = client.head(CATALOG)
    assert answer.status_code == 200
    assert answer.headers["Link"].endswith(f'{CATALOG}>; rel="api-catalog"')


@pytest.mark.parametrize("address", ["/openapi.yaml", "/openapi.json", "/api/v1/openapi.yaml"])
def test_the_description_is_where_it_is_looked_for(client: FlaskClient, address: str) -> None:
    answer = client.get(address)
    assert answer.mimetype == f"application/{address.rpartition('.')[2]}"
    assert yaml.load(answer.get_data(), yaml.CSafeLoader) == DOCUMENT


def named(answer: Any) -> set[str]:
    """Return the names of all operations in an entry."""
    assert answer.status_code == 200
    validator({"$ref": "#/components/schemas/EntryPoint"}).validate(answer.json)
    return {operation["name"] for operation in answer.json["operations"]}


def test_the_entry_tells_all_that_a_token_may_do(ann: Program) -> None:
    described = {each["operationId"] for name, each in operations() if " /api/v1" in name}
    assert named(ann.get("")) == described


def test_the_entry_tells_nothing_that_a_token_may_not_do(client: FlaskClient) -> None:
    reader = named(program_of(client, "cy", ("games:read",)).get(""))
    assert {"showEntry", "listGames", "listEvents", "listRulesets"} <= reader
    assert {"setUpGame", "playMove", "listMessages", "listTokens", "listWebhooks"} & reader == set()
    assert "listMessages" in named(program_of(client, "dee", ("games:read", "messages")).get(""))


def test_without_a_token_the_entry_tells_what_needs_none(anybody: Program) -> None:
    answer = anybody.get("")
    free = {each["operationId"] for name, each in operations()
            if " /api/v1" in name and each["security"] in ([], [{}, {"token": []}])}  # fmt: skip
    assert named(answer) == free
    assert answer.json
    assert (answer.json["account"], answer.json["scopes"]) == (None, [])


def test_addresses_of_the_entry_are_those_of_the_description(ann: Program) -> None:
    entry = ann.get("").json
    assert entry
    described = {(name.split(" ")[0].upper(), name.split(" ")[1]) for name, _ in operations()}
    assert {(each["method"], each["href"]) for each in entry["operations"]} <= described
