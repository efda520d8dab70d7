"""The reference of the API: a page that any browser shows, made of the OpenAPI document."""

from __future__ import annotations

import re

import pytest
from flask import Flask, template_rendered
from flask.testing import FlaskClient

from service.web.api_reference import reference
from tests.service.web.visitor import Visitor

LARGEST = 150_000
"""Bytes of the page, without compression."""


METHODS = ("get", "post", "put", "patch", "delete")


def test_code_in_the_line_about_an_operation_is_shown_as_code(visitor: Visitor) -> None:
    summaries = [part for part in visitor.open("/docs").tree.all("summary") if "analysis.ready" in part.text]

    assert "analysis.ready" in [code.text for part in summaries for code in part.all("code")]
    assert not any("`" in part.text for part in summaries)


def test_the_reference_names_every_operation_and_shape_of_the_document_and_is_light(
    app: Flask, visitor: Visitor
) -> None:
    document = app.test_client().get("/api/v1/openapi.json").json
    assert document
    items = document["paths"].values()
    operations = {item[method]["operationId"] for item in items for method in METHODS if method in item}

    shapes = {name for name, schema in document["components"]["schemas"].items() if "enum" not in schema}
    for path, names in (("/docs", operations), ("/docs/shapes", shapes)):
        page = visitor.open(path)
        assert names <= {part.attributes["id"] for part in page.tree.all("details")}
        assert len(page.response.data) < LARGEST
        assert "`" not in page.response.text
    assert len(visitor.open("/docs/webhooks").response.data) < LARGEST


def test_every_link_of_the_reference_leads_somewhere(visitor: Visitor) -> None:
    texts = {path: visitor.open(path).response.text for path in ("/docs", "/docs/webhooks", "/docs/shapes")}

    ids = {path: re.findall(r'\bid="([^"]+)"', text) for path, text in texts.items()}
    for path, text in texts.items():
        assert len(ids[path]) == len(set(ids[path]))
        for page, name in re.findall(r'href="(/docs/shapes)?#([^"]+)"', text):
            assert name in ids[page or path]


DOCUMENT = {
    "info": {"description": "An API."},
    "tags": [{"name": "games", "description": "Games."}, {"name": "unused"}],
    "paths": {
        "/games/{id}": {
            "parameters": [{"name": "id", "in": "path", "required": True, "schema": {"type": "string"}}],
            "post": {
                "operationId": "setUp",
                "tags": ["games"],
                "requestBody": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Game"}}}},
                "responses": {
                    "201": {"description": "Created", "content": {"application/json": {"example": {"a": 1}}}},
                    "409": {"$ref": "#/components/responses/Conflict"},
                },
            },
        }
    },
    "components": {
        "responses": {"Conflict": {"description": "Conflict"}},
        "schemas": {
            "Game": {
                "required": ["a"],
                "properties": {
                    "a": {"type": ["integer", "null"]},
                    "b": {"type": "array", "items": {"$ref": "#/components/schemas/Game"}},
                    "c": {"enum": ["x", None]},
                    "d": {"anyOf": [{"$ref": "#/components/schemas/Game"}, {"type": "null"}]},
                },
            }
        },
    },
}
"""A small description of an API, with what can stand in one."""


def test_an_operation_is_described_with_what_it_takes_and_answers() -> None:
    [group] = reference(DOCUMENT).groups
    [operation] = group.operations

    assert (operation.name, operation.method, operation.problems) == ("setUp", "POST", ["409"])
    assert [(field.name, field.where, field.is_required) for field in operation.parameters] == [("id", "path", True)]
    assert [body.shape for body in operation.bodies] == ["Game"]
    assert operation.answers[0].bodies[0].example == '{\n "a": 1\n}'
    [shape] = reference(DOCUMENT).shapes
    assert [(field.kind, field.shape) for field in shape.members] == [
        ("integer or null", ""),
        ("array of Game", "Game"),
        ('"x" | null', ""),
        ("Game or null", "Game"),
    ]


@pytest.mark.parametrize("path", ["/docs", "/docs/try"])
def test_both_pages_lead_to_each_other_and_need_no_script_to_say_so(app: Flask, visitor: Visitor, path: str) -> None:
    links = {link.attributes["href"] for link in visitor.open(path).tree.all("a")}

    assert ({"/docs", "/docs/try"} - {path}) <= links


def test_what_is_dear_is_rendered_once_for_each_language(app: Flask, client: FlaskClient) -> None:
    def told() -> list[str]:
        return [client.get("/docs", headers={"Accept-Language": each}).text for each in ("en", "de")]

    rendered: list[str | None] = []
    first = told()
    with template_rendered.connected_to(lambda *_, template, **__: rendered.append(template.name), app):
        again = told()

    assert rendered == ["docs.html"] * 2
    assert again == first
    assert first[0] != first[1]


@pytest.mark.parametrize("path", ["/docs", "/docs/shapes", "/openapi.json", "/openapi.yaml", "/api/v1/openapi.json"])
@pytest.mark.parametrize("coding", ["br", "identity"])
def test_who_has_it_is_told_so(client: FlaskClient, path: str, coding: str) -> None:
    first = client.get(path, headers={"Accept-Encoding": coding})
    again = client.get(path, headers={"Accept-Encoding": coding, "If-None-Match": first.headers["ETag"]})

    assert (first.status_code, again.status_code, again.data) == (200, 304, b"")
    assert client.get(path, headers={"Accept-Encoding": coding}).data == first.data
