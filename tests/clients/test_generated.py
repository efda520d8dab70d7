"""Clients that generators make: each has its page and its player, and nothing is described that they stumble on."""

from __future__ import annotations

from typing import Any

import pytest

from tests.generators.kinds import GENERATORS, PLAYERS, Generator
from tests.service.api.document import DOCUMENT, resolved


@pytest.mark.parametrize("generator", GENERATORS, ids=lambda generator: generator.name)
def test_every_generator_has_a_page_that_tells_its_command(generator: Generator) -> None:
    program, *language = generator.name.split()
    folder = PLAYERS / (language or [program])[0]
    page = (folder / "README.md").read_text()
    assert f"{program}{'-cli' if language else ''} generate " in page
    [player] = [file.name for file in folder.iterdir() if file.stem.lower() == "play"]
    assert f"[{player}]({player})" in page


def test_no_choice_is_denied() -> None:
    """openapi-generator makes a class of it, which in C# does not compile."""
    denied = [schema["not"] for schema in schemas(DOCUMENT) if "not" in schema]
    assert denied
    assert not [schema for schema in denied if {"anyOf", "oneOf", "allOf"} & schema.keys()]


@pytest.mark.parametrize("name", ["Game", "GameRequest", "MatchRequest", "Event"])
def test_what_has_much_in_common_has_it_from_a_base(name: str) -> None:
    """Each variant whole would say the same six times; a member of the base could not tell them apart."""
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
