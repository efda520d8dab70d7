"""The description of the API as a page shows it: read from the OpenAPI document, with what it refers to filled in."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from html import escape
from itertools import islice
from typing import Any, TypeAlias

from markupsafe import Markup

Part: TypeAlias = Mapping[str, Any]
"""Some part of the document."""
METHODS = ("get", "post", "put", "patch", "delete")
VARIANTS = ("oneOf", "anyOf", "allOf")


@dataclass(frozen=True)
class Field:
    """A parameter, or a member of a body: `kind` is a type of JSON or the name of a shape."""

    name: str
    kind: str
    shape: str
    """The shape that it leads to, if any."""
    is_required: bool
    description: str
    where: str = ""
    """Of a parameter: path, query or header."""
    described_at: str = ""
    """The operation that has all of a long description, of which this is the first sentence."""


@dataclass(frozen=True)
class Body:
    """What is sent, or answered: its media type, its shape if that has a name, and an example.

    A long example that another operation shows already is shown there, `example_at` its name.
    """

    media: str
    shape: str
    example: Markup
    example_at: str = ""


@dataclass(frozen=True)
class DescribedAnswer:
    """What an operation answers with when all goes well."""

    status: str
    description: str
    bodies: Sequence[Body]


@dataclass(frozen=True)
class Operation:
    """One thing that a program can do."""

    name: str
    method: str
    path: str
    summary: str
    description: str
    parameters: Sequence[Field]
    bodies: Sequence[Body]
    answers: Sequence[DescribedAnswer]
    problems: Sequence[str]
    """The statuses of its refusals."""


@dataclass(frozen=True)
class Group:
    """Operations with the same tag."""

    name: str
    description: str
    operations: Sequence[Operation]


@dataclass(frozen=True)
class Shape:
    """A schema with a name: its members, or the shapes that it may be one of.

    Where it has all of another shape, `like` is its name, and `members` are those that it has beside.
    """

    name: str
    description: str
    members: Sequence[Field]
    variants: Sequence[str]
    like: str = ""


@dataclass(frozen=True)
class Reference:
    """All of it."""

    description: str
    groups: Sequence[Group]
    events: Sequence[Operation]
    """What is sent to webhooks."""
    shapes: Sequence[Shape]


MANY = 5
"""Members that are worth showing once."""
SHORT = 400
"""Characters of an example that may be shown again and again."""
BRIEF = 120
"""The same of what is said of a parameter."""


def reference(document: Part) -> Reference:
    """What an OpenAPI document (3.1) describes, in the order of its tags."""
    return _Reader(document).reference()


class _Reader:
    """Reads a document, and knows what it refers to."""

    def __init__(self, document: Part) -> None:
        self.document = document
        self._shown: dict[str, str] = {}

    def reference(self) -> Reference:
        """The whole."""
        operations = list(self._operations(self.document["paths"]))
        schemas = self.document["components"]["schemas"]
        groups = [
            Group(tag["name"], tag.get("description", ""), [found for tags, found in operations if tag["name"] in tags])
            for tag in self.document["tags"]
        ]
        return Reference(
            self.document["info"]["description"],
            [group for group in groups if group.operations],
            self._webhooks(),
            list(
                _without_repeats(
                    [self._shape(name, part) for name, part in sorted(schemas.items()) if "enum" not in part]
                )
            ),
        )

    def _webhooks(self) -> list[Operation]:
        self._shown = {}  # they are on a page of their own
        return [found for _, found in self._operations(self.document.get("webhooks", {}))]

    def _resolved(self, part: Part) -> Part:
        """The part itself, or what it refers to."""
        while "$ref" in part:
            found: Any = self.document
            for step in part["$ref"].removeprefix("#/").split("/"):
                found = found[step.replace("~1", "/").replace("~0", "~")]
            part = found
        return part

    def _operations(self, paths: Part) -> Iterator[tuple[Sequence[str], Operation]]:
        for path, item in paths.items():
            found = self._resolved(item)
            for method in METHODS:
                if method in found:
                    shared = found.get("parameters", [])
                    yield found[method].get("tags", []), self._operation(path, method, found[method], shared)

    def _operation(self, path: str, method: str, found: Part, shared: Sequence[Part]) -> Operation:
        name = found.get("operationId", path)
        answers = {status: self._resolved(answer) for status, answer in found.get("responses", {}).items()}
        return Operation(
            name,
            method.upper(),
            path,
            found.get("summary", ""),
            found.get("description", ""),
            [self._parameter(each, name) for each in (*shared, *found.get("parameters", []))],
            self._bodies(found.get("requestBody", {}), name),
            [
                DescribedAnswer(status, answer.get("description", ""), self._bodies(answer, name))
                for status, answer in answers.items()
                if status < "4"
            ],
            [status for status in answers if status >= "4"],
        )

    def _parameter(self, part: Part, operation: str) -> Field:
        found = self._resolved(part)
        field = self._field(
            found["name"],
            found.get("schema", {}),
            is_required=found.get("required", False),
            description=found.get("description", ""),
            where=found["in"],
        )
        first = self._shows_first(field.description, operation, BRIEF)
        if first == operation:
            return field
        return replace(field, description=f"{field.description.partition('. ')[0]}.", described_at=first)

    def _shows_first(self, text: str, operation: str, short: int) -> str:
        """Which operation shows a text, unless it is short: then all do."""
        return self._shown.setdefault(text, operation) if len(text) > short else operation

    def _bodies(self, part: Part, operation: str) -> list[Body]:
        contents = self._resolved(part).get("content", {}).items()
        return [self._body(media, content, operation) for media, content in contents]

    def _body(self, media: str, content: Part, operation: str) -> Body:
        shape, example = _named(content.get("schema", {})), self._example(content)
        first = self._shows_first(example, operation, SHORT)
        return Body(media, shape, example) if first == operation else Body(media, shape, Markup(), first)

    def _example(self, content: Part) -> Markup:
        """The example, escaped but for quotation marks: these are most of it, and stand in no attribute."""
        return Markup(escape(self._exemplified(content), quote=False))  # noqa: S704  # escaped

    def _exemplified(self, content: Part) -> str:
        named = (self._resolved(each).get("value") for each in content.get("examples", {}).values())
        example = next(named, content.get("example"))
        if example is None or isinstance(example, str):
            return example or ""
        return json.dumps(example, indent=1, ensure_ascii=False)

    def _shape(self, name: str, schema: Part) -> Shape:
        needed = schema.get("required", [])
        members = [
            self._field(member, each, is_required=member in needed)
            for member, each in schema.get("properties", {}).items()
            if each  # of others, its variants say what they are
        ]
        variants = [named for way in VARIANTS for each in schema.get(way, []) if (named := _named(each))]
        return Shape(name, schema.get("description", ""), members, variants)

    def _field(self, name: str, schema: Part, *, is_required: bool, description: str = "", where: str = "") -> Field:
        if "enum" in self._resolved(schema):
            schema = self._resolved(schema)  # words are told where they are needed
        shape = _named(schema) or next((_named(each) for way in VARIANTS for each in schema.get(way, [])), "")
        return Field(name, _kind(schema), shape, is_required, description or schema.get("description", ""), where)


def _without_repeats(shapes: Sequence[Shape]) -> Iterator[Shape]:
    """The shapes, each without the members of the largest other one that it has all of."""
    for shape in shapes:
        inside = [each for each in shapes if len(each.members) >= MANY and _is_part(each, shape)]
        largest = max(inside, key=lambda each: len(each.members), default=None)
        if largest is None:
            yield shape
        else:
            rest = [field for field in shape.members if field not in largest.members]
            yield replace(shape, members=rest, like=largest.name)


def _is_part(one: Shape, of: Shape) -> bool:
    """Whether a shape has all members of another, and more; of two alike, the first by name is shown whole."""
    is_inside = one is not of and all(field in of.members for field in one.members)
    return is_inside and (len(one.members), one.name) < (len(of.members), of.name)


def _named(schema: Part) -> str:
    """The name of the shape that a schema refers to, itself or by its items; nothing if it has none."""
    name: str = schema.get("$ref", "").removeprefix("#/components/schemas/")
    return name or (_named(schema["items"]) if "items" in schema else "")


def _kind(schema: Part) -> str:
    """What a value is: `array of Seat`, `string or null`, `one of draft, sent`."""
    if "enum" in schema or "const" in schema:
        values = [schema["const"]] if "const" in schema else schema["enum"]
        return " | ".join(json.dumps(value) for value in values)
    if "items" in schema:
        return f"array of {_kind(schema['items'])}"
    for way in VARIANTS:
        if way in schema:
            return " or ".join(islice(dict.fromkeys(map(_kind, schema[way])), 6))
    kinds = schema.get("type", "")
    return _named(schema) or (kinds if isinstance(kinds, str) else " or ".join(kinds)) or "any"
