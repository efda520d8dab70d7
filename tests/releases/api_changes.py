"""`make api-changes`: compare openapi.yaml with the last release, and report changes that break clients.

A client breaks if something that it could send is refused, or something that it reads is missing or of another type.
Additions break nothing: clients ignore what they do not know.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import click
import yaml

from tests.releases.last import NONE, file_of, last_release
from tests.releases.wheel import ROOT

METHODS = ("get", "post", "put", "patch", "delete")
Document = Mapping[str, Any]
EXPLAINED: Mapping[str, str] = {}
"""What differs from the last release and breaks nobody, with the reason. To be emptied with the next release."""


@dataclass(frozen=True)
class Form:
    """The values that a schema allows: JSON types, enum words, its members and the required ones.

    Of a union, everything that any variant allows.
    """

    kinds: frozenset[str] = frozenset()
    words: frozenset[str] | None = None
    members: Mapping[str, Form] = field(default_factory=dict)
    always: frozenset[str] = frozenset()
    items: Form | None = None


def breaks(before: Document, now: Document) -> list[str]:
    """All that breaks a client of the document of before, each in a line."""
    there = dict(_operations(now))
    found: list[str] = []
    for name, operation in _operations(before):
        if name in there:
            found += (f"{name}: {what}" for what in _breaks_of(before, operation, now, there[name]))
        else:
            found.append(f"{name}: is not there any more")
    return found


def additions(before: Document, now: Document) -> list[str]:
    """Return the new operations."""
    return sorted(dict(_operations(now)).keys() - dict(_operations(before)).keys())


def document_of(tag: str) -> Document:
    """Return the openapi.yaml of that release."""
    return _read(file_of(tag, "openapi.yaml"))


def document_of_this_tree() -> Document:
    """Return the current openapi.yaml."""
    return _read((ROOT / "openapi.yaml").read_bytes())


def _read(text: bytes) -> Document:
    document: Document = yaml.load(text, yaml.CSafeLoader)
    return document


def _operations(document: Document) -> Iterator[tuple[str, dict[str, Any]]]:
    for path, item in document["paths"].items():
        for method in METHODS:
            if method in item:
                parameters = [*item.get("parameters", []), *item[method].get("parameters", [])]
                yield f"{method.upper()} {path}", {**item[method], "parameters": parameters}


def _breaks_of(before: Document, old: dict[str, Any], now: Document, new: dict[str, Any]) -> Iterator[str]:
    yield from _refused(_sent(before, old), _sent(now, new), "")
    for status, answer in old["responses"].items():
        if status < "3":
            answered = new["responses"].get(status) or new["responses"].get(f"{status[0]}XX")
            if answered is None:
                yield f"never answers {status}"
                continue
            found = _resolved(now, answered).get("content", {})
            for kind, content in _resolved(before, answer).get("content", {}).items():
                if kind not in found:
                    yield f"never answers in {kind}"
                else:
                    forms = form_of(before, content.get("schema", {})), form_of(now, found[kind].get("schema", {}))
                    yield from _unread(*forms, "")


def _sent(document: Document, operation: dict[str, Any]) -> Form:
    """Return what can be sent: parameters, and a body."""
    parameters = [_resolved(document, each) for each in operation["parameters"]]
    parts = {f"{each['in']} {each['name']}": form_of(document, each["schema"]) for each in parameters}
    always = {f"{each['in']} {each['name']}" for each in parameters if each.get("required")}
    content = operation.get("requestBody", {}).get("content", {})
    parts |= {f"body {kind}": form_of(document, body["schema"]) for kind, body in content.items()}
    return Form(frozenset({"object"}), None, parts, frozenset(always))


def _refused(old: Form, new: Form, place: str) -> Iterator[str]:
    """Yield what could be sent before, and is refused now."""
    yield from (f"{place} must not be {kind} any more" for kind in sorted(_kinds(old) - _kinds(new)))
    if new.words is not None:
        lost = ["another word"] if old.words is None else sorted(old.words - new.words)
        yield from (f"{place} must not be {word} any more" for word in lost)
    yield from (f"{place}/{name} has to be sent now" for name in sorted(new.always - old.always))
    for name, form in old.members.items():
        if name not in new.members:
            yield f"{place}/{name} must not be sent any more"
        else:
            yield from _refused(form, new.members[name], f"{place}/{name}")
    if old.items and new.items:
        yield from _refused(old.items, new.items, f"{place}/*")


def _unread(old: Form, new: Form, place: str) -> Iterator[str]:
    """Yield what clients read, and is missing or different now."""
    if old.kinds:
        yield from (f"{place} can be {kind} now" for kind in sorted(_kinds(new) - _kinds(old)))
    yield from (f"{place}/{name} is not always there any more" for name in sorted(old.always - new.always))
    for name, form in old.members.items():
        if name in new.members:
            yield from _unread(form, new.members[name], f"{place}/{name}")
        elif name not in old.always:
            yield f"{place}/{name} is not there any more"
    if old.items and new.items:
        yield from _unread(old.items, new.items, f"{place}/*")


def _kinds(form: Form) -> frozenset[str]:
    return form.kinds - {"integer"} if "number" in form.kinds else form.kinds


def form_of(document: Document, schema: dict[str, Any], above: tuple[str, ...] = ()) -> Form:
    """Return the form of a schema; recursive schemas are expanded once."""
    if "$ref" in schema:
        if schema["$ref"] in above:
            return Form()
        above = (*above, schema["$ref"])
    schema = _resolved(document, schema)
    told = schema.get("type", [])
    kinds = frozenset([told] if isinstance(told, str) else told)
    words = frozenset(map(str, schema["enum"])) if "enum" in schema else None
    said = {name: inner for name, inner in schema.get("properties", {}).items() if inner}  # of others, its variants say
    members = {name: form_of(document, inner, above) for name, inner in said.items()}
    items = form_of(document, schema["items"], above) if "items" in schema else None
    form = Form(kinds, words, members, frozenset(schema.get("required", ())) & members.keys(), items)
    for part in schema.get("allOf", ()):
        form = _joined(form, form_of(document, part, above), every=True)
    for several in ("oneOf", "anyOf"):
        if several in schema:
            variants = [form_of(document, part, above) for part in schema[several]]
            form = _joined(form, _either(variants), every=True)
    return form


def _either(variants: Sequence[Form]) -> Form:
    found = variants[0]
    for variant in variants[1:]:
        found = _joined(found, variant, every=False)
    return found


def _joined(one: Form, other: Form, *, every: bool) -> Form:
    """Combine two forms: values that fit both; or, if not `every`, either."""
    names = one.members.keys() | other.members.keys()
    members = {name: _of_both(one.members.get(name), other.members.get(name)) for name in names}
    whole = every or not (one.members and other.members)
    always = one.always | other.always if whole else one.always & other.always
    unbound = one.words is None or other.words is None
    words = (one.words or other.words if every else None) if unbound else (one.words or set()) | (other.words or set())
    items = _of_both(one.items, other.items) if one.items or other.items else None
    return Form(one.kinds | other.kinds, frozenset(words) if words else None, members, always, items)


def _of_both(one: Form | None, other: Form | None) -> Form:
    if one is None or other is None:
        return one or other or Form()
    return _joined(one, other, every=False)


def _resolved(document: Document, part: dict[str, Any]) -> dict[str, Any]:
    while "$ref" in part:
        found: Any = document
        for name in part["$ref"].split("/")[1:]:
            found = found[name]
        part = found
    return part


def main() -> None:
    """Print additions and breaking changes; exit with 1 if a breaking change is not explained here."""
    tag = last_release()
    if tag is None:
        sys.exit(NONE)
    before, now = document_of(tag), document_of_this_tree()
    broken = breaks(before, now)
    for name in additions(before, now):
        click.echo(f"new: {name}")
    for line in broken:
        click.echo(f"explained: {line}: {EXPLAINED[line]}" if line in EXPLAINED else f"BREAKS: {line}")
    sys.exit(any(line not in EXPLAINED for line in broken))


if __name__ == "__main__":
    main()
