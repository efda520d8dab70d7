"""Clients that generators make: each has its page and its player, and nothing is described that they stumble on."""

from __future__ import annotations

from typing import Any

import pytest

from tests.generators.kinds import GENERATORS, PLAYERS, Generator
from tests.service.api.document import DOCUMENT, operations, resolved, variants


@pytest.mark.parametrize("generator", GENERATORS, ids=lambda generator: generator.name)
def test_every_generator_has_a_page_that_tells_its_command(generator: Generator) -> None:
    program, *language = generator.name.split()
    folder = PLAYERS / (language or [program])[0]
    page = (folder / "README.md").read_text()
    assert f"{program}-cli generate " in page if language else f"\n{program} " in page
    [player] = [file.name for file in folder.iterdir() if file.stem.lower() == "play"]
    assert f"[{player}]({player})" in page


def test_no_choice_is_denied() -> None:
    """openapi-generator makes a class of it, which in C# does not compile."""
    denied = [schema["not"] for schema in schemas(DOCUMENT) if "not" in schema]
    assert denied
    assert not [schema for schema in denied if {"anyOf", "oneOf", "allOf"} & schema.keys()]


def test_no_text_of_a_position_that_can_be_null_has_a_pattern() -> None:
    """Go would check it by a module that knows texts alone, and take the position for none of the variants."""
    nullable = [schema["anyOf"] for variant in variants({"$ref": "#/components/schemas/Position"})
                for schema in schemas(variant) if {"type": "null"} in schema.get("anyOf", ())]  # fmt: skip
    assert len(nullable) > 5
    assert [choices for choices in nullable if any("pattern" in choice for choice in choices)] == []


def test_what_is_asked_for_by_an_address_has_patterns_that_php_understands() -> None:
    r"""It knows no `\u`, and refuses every value where it does not understand the pattern."""
    parts = [resolved(each)["schema"] for _, operation in operations() for each in operation["parameters"]]
    assert [part for part in parts if "\\u" in part.get("pattern", "")] == []


@pytest.mark.parametrize("name", ["Game", "GameRequest", "MatchRequest", "Event"])
def test_what_has_much_in_common_has_it_from_a_base(name: str) -> None:
    """Check that variants share a base: otherwise generated code would repeat its members in each."""
    union = DOCUMENT["components"]["schemas"][name]
    by = union["discriminator"]["propertyName"]
    for variant in union["oneOf"]:
        base, own = resolved(variant)["allOf"]
        assert by in own["required"]
        assert by not in resolved(base)["properties"]


def schemas(part: object) -> list[dict[str, Any]]:
    """Every object in some part of the document."""
    if isinstance(part, dict):
        return [part, *(found for inner in part.values() for found in schemas(inner))]
    return [found for inner in part for found in schemas(inner)] if isinstance(part, list) else []
