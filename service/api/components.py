"""What is kept once in the OpenAPI document for all that refer to it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

Document = dict[str, Any]


def without_unused(document: Document) -> Document:
    """The document without those of its components that nothing refers to, security schemes aside."""
    kinds = {kind: parts for kind, parts in document["components"].items() if kind != "securitySchemes"}
    rest = {name: part for name, part in document.items() if name != "components"}
    used: set[str] = set()
    found = set(_references(rest))
    while found:
        used |= found
        parts = (_part(document, place) for place in found)
        found = {place for part in parts for place in _references(part)} - used
    kept = {
        kind: {name: part for name, part in parts.items() if f"#/components/{kind}/{name}" in used}
        for kind, parts in kinds.items()
    }
    return {**document, "components": {**document["components"], **kept}}


def _references(part: object) -> Iterator[str]:
    """Where the references in some part of a document lead; a mapping of a discriminator repeats those beside it."""
    if isinstance(part, dict):
        if isinstance(part.get("$ref"), str):
            yield part["$ref"]
        for inner in part.values():
            yield from _references(inner)
    elif isinstance(part, list | tuple):
        for inner in part:
            yield from _references(inner)


def _part(document: Document, place: str) -> object:
    """What stands at a place such as `#/components/schemas/Game`."""
    part: Any = document
    for name in place.split("/")[1:]:
        part = part[name]
    return part
