"""Clients of the last release keep working: its API description still holds."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest

from tests.releases.api_changes import EXPLAINED, additions, breaks, document_of, document_of_this_tree
from tests.releases.last import NONE, last_release

SHOWN = {
    "oneOf": [
        {"type": "object", "properties": {"id": {"type": "string"}, "left": {"type": "integer"}}, "required": ["id"]},
        {"allOf": [{"type": "object", "properties": {"id": {"type": "string"}}, "required": ["id"]}]},
    ]
}
SENT = {"type": "object", "properties": {"name": {"type": "string"}, "mode": {"type": "string", "enum": ["a", "b"]}}}
OPERATION = {
    "parameters": [{"name": "limit", "in": "query", "schema": {"type": "integer"}}],
    "requestBody": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Sent"}}}},
    "responses": {"200": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Shown"}}}}},
}


def toy() -> dict[str, Any]:
    """Return a document with one operation."""
    return deepcopy(
        {"paths": {"/things": {"post": OPERATION}}, "components": {"schemas": {"Sent": SENT, "Shown": SHOWN}}}
    )


def test_nothing_that_a_client_of_the_last_release_relies_on_has_changed() -> None:
    tag = last_release()
    if tag is None:
        pytest.skip(NONE)
    broken = breaks(document_of(tag), document_of_this_tree())
    assert [line for line in broken if line not in EXPLAINED] == [], "clients of the last release break"
    assert sorted(EXPLAINED.keys() - set(broken)) == [], "there is nothing to explain any more"


def test_what_grows_breaks_nothing() -> None:
    now = toy()
    sent, shown = (now["components"]["schemas"][name] for name in ("Sent", "Shown"))
    sent["properties"] |= {"more": {"type": "string"}}
    sent["properties"]["mode"]["enum"].append("c")
    shown["oneOf"][0]["properties"]["new"] = {"type": "string"}
    shown["oneOf"][0]["required"].append("new")
    now["paths"]["/others"] = {"get": OPERATION}
    assert breaks(toy(), now) == []
    assert additions(toy(), now) == ["GET /others"]


@pytest.mark.parametrize(
    ("where", "change", "what"),
    [
        (["paths"], {"/things": {}}, "is not there any more"),
        (["paths", "/things", "post"], {"responses": {"204": {}}}, "never answers 200"),
        (["paths", "/things", "post"], {"parameters": []}, "/query limit must not be sent any more"),
        (["components", "schemas", "Sent"], {"required": ["name"]}, "/body application/json/name has to be sent now"),
        (["components", "schemas", "Sent", "properties", "mode"], {"enum": ["a"]}, "/mode must not be b any more"),
        (["components", "schemas", "Sent", "properties", "name"], {"type": "integer"}, "must not be string any more"),
        (["components", "schemas", "Sent", "properties", "name"], {"enum": ["a"]}, "must not be another word any more"),
        (["components", "schemas", "Shown", "oneOf", 0], {"required": []}, "/id is not always there any more"),
        (["components", "schemas", "Shown", "oneOf", 0], {"properties": {}}, "/left is not there any more"),
        (["components", "schemas", "Shown", "oneOf", 0, "properties", "id"], {"type": "null"}, "/id can be null now"),
    ],
)
def test_what_breaks_a_client_is_told(where: list[Any], change: dict[str, Any], what: str) -> None:
    now = toy()
    part: Any = now
    for name in where:
        part = part[name]
    part |= change
    assert any(what in line for line in breaks(toy(), now))
