"""Links in the OpenAPI document: from an answer that holds an id to all that can be asked with it next."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from apispec import APISpec

Operation = dict[str, Any]

GIVES = "x-gives"
"""Where the decorators of a view leave word, until all operations are known."""


def add_links(spec: APISpec) -> None:
    """Tell of each answer that gives an id what it is good for."""
    paths: dict[str, dict[str, Any]] = spec._paths  # noqa: SLF001  # apispec has no other way to them
    operations = [(path, each) for path, item in paths.items() for each in item.values() if isinstance(each, dict)]
    for _, operation in operations:
        if given := operation.pop(GIVES, None):
            _answer(operation)["links"] = dict(_links(operations, given))


def _links(
    operations: Sequence[tuple[str, Operation]], given: Mapping[str, str]
) -> Iterator[tuple[str, dict[str, Any]]]:
    """A link to each operation whose address can be made of what is given."""
    for path, operation in operations:
        needed = re.findall(r"\{(\w+)\}", path)
        if given.keys() >= set(needed) and any(given[part].startswith("$response") for part in needed):
            name = operation["operationId"]
            yield name, {"operationId": name, "parameters": {part: given[part] for part in needed}}


def _answer(operation: Operation) -> Operation:
    """What is answered when all goes well."""
    first = min(status for status in operation["responses"] if str(status).startswith("2"))
    found: Operation = operation["responses"][first]
    return found
