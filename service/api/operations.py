"""Operations in the OpenAPI document: the contracts of their views, and links between operations."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from http import HTTPStatus
from typing import Any, TypeAlias

from flask import Flask
from flask_smorest.spec.plugins import FlaskPlugin

from service.accounts.scopes import MEANINGS
from service.api.access import Notes, contract_of
from service.api.lists import LINES, Listed

RATE_HEADERS = {name: {"$ref": f"#/components/headers/{name}"} for name in ("RateLimit", "RateLimit-Policy")}
REPLAY = {"Idempotent-Replayed": {"$ref": "#/components/headers/Idempotent-Replayed"}}
NEXT = {"Link": {"$ref": "#/components/headers/Link"}}
ID_HEADER = {"X-Request-Id": {"$ref": "#/components/headers/X-Request-Id"}}
ALWAYS = (HTTPStatus.NOT_ACCEPTABLE, HTTPStatus.INTERNAL_SERVER_ERROR, HTTPStatus.SERVICE_UNAVAILABLE)
WITH_A_BODY = (
    HTTPStatus.BAD_REQUEST,
    HTTPStatus.REQUEST_TIMEOUT,
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
    HTTPStatus.UNPROCESSABLE_ENTITY,
)
LAST = ("summary", "description", "tags")
"""The members at the end of an operation."""
Described: TypeAlias = dict[str, Any]
"""A part of the document."""
Paths: TypeAlias = dict[str, Described]


def contracts(app: Flask) -> Iterator[tuple[str, str, Notes]]:
    """Yield the path and method of each operation, with the contract of its view."""
    for rule in app.url_map.iter_rules():
        notes = contract_of(app.view_functions[rule.endpoint])
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"} if notes else ():
            yield FlaskPlugin.flaskpath2openapi(rule.rule), method, notes


def add_contracts(paths: Paths, app: Flask) -> None:
    """Add to each operation its contract, which flask-smorest does not know, and the links from its response."""
    gives: list[tuple[Described, Mapping[str, str]]] = []
    for path, method, notes in contracts(app):
        operation = paths[path][method.lower()] = _with_contract(paths[path][method.lower()], notes)
        if "gives" in notes:
            gives.append((operation, notes["gives"]))
    for operation, given in gives:
        success = min(status for status in operation["responses"] if status.startswith("2"))
        operation["responses"][success]["links"] = _links_to(paths, given)


def problem_name(status: int) -> str:
    """Return the component name of the response with a status."""
    return f"Problem{status}"


def _with_contract(operation: Described, notes: Notes) -> Described:
    described = {name: part for name, part in operation.items() if name not in LAST}
    described |= {"operationId": notes["operation"], "security": _security(notes)}
    if notes["scope"] is not None:
        described["x-scopes"] = [notes["scope"]]
    if headers := notes.get("headers", []):
        referred = [{"$ref": f"#/components/parameters/{name}"} for name in headers]
        described["parameters"] = [*operation.get("parameters", []), *referred]
    described["responses"] = _responses(operation, notes)
    parts = operation.get("description"), _who_may(notes), _in_lines(notes)
    said = {**operation, "description": "\n\n".join(filter(None, parts))}
    return described | {name: said[name] for name in LAST if name in said}


def _responses(operation: Described, notes: Notes) -> Described:
    """Return all responses by status, with headers for those that are not problems."""
    answers = dict(operation["responses"])
    if "If-None-Match" in notes.get("headers", []):
        answers["304"] = {"description": "Unchanged since the ETag that you sent."}
    for status, answer in answers.items():
        if "$ref" not in answer:
            answer["headers"] = {**answer.get("headers", {}), **_headers(notes), **_next_page(notes, status)}
    with_body = WITH_A_BODY if "requestBody" in operation else ()
    for code in {*ALWAYS, *with_body, *notes.get("refuses", [])}:
        answers[str(int(code))] = _problem(problem_name(code))
    if "422" in answers:  # flask-smorest adds 422 for invalid arguments
        answers["422"] = _problem("RuleProblem" if notes.get("by_the_rules") else problem_name(422))
    return {status: answers[status] for status in sorted(answers)}


def _problem(name: str) -> Described:
    return {"$ref": f"#/components/responses/{name}"}


def _headers(notes: Notes) -> Described:
    """Return the headers of every response that is not a problem."""
    return {
        **(RATE_HEADERS if notes.get("limited") else {}),
        **ID_HEADER,
        **(REPLAY if any(name.endswith("Idempotency-Key") for name in notes.get("headers", [])) else {}),
    }


def _next_page(notes: Notes, status: str) -> Described:
    """Return the header with the link to the next page, if the list has pages."""
    listed: Listed | None = notes.get("lists")
    return NEXT if listed and listed.following and status == "200" else {}


def _security(notes: Notes) -> list[dict[str, list[str]]]:
    if "anonymous" not in notes:
        return []
    needed: dict[str, list[str]] = {"token": []}  # OpenAPI has scopes only for OAuth
    return [{}, needed] if notes["anonymous"] else [needed]


def _who_may(notes: Notes) -> str:
    """Describe who may call an operation, in a sentence."""
    scope = notes["scope"]
    if scope is None:
        return "No token is needed."
    needed = f"a token with the scope `{scope}`: {MEANINGS[scope]}"
    return f"Without a token, or with {needed}" if notes["anonymous"] else f"Needs {needed}"


def _in_lines(notes: Notes) -> str:
    """Describe JSON lines in prose: for a second content type, generators would make a second response type."""
    listed: Listed | None = notes.get("lists")
    return f"With `Accept: {LINES}` the response has each of `{listed.member}` as a line of JSON." if listed else ""


def _links_to(paths: Paths, given: Mapping[str, str]) -> Described:
    """Return a link to each operation whose path parameters are all in a response."""
    links: Described = {}
    for path, item in paths.items():
        needed = re.findall(r"\{(\w+)\}", path)
        if given.keys() >= set(needed) and any(given[part].startswith("$response") for part in needed):
            parameters = {part: given[part] for part in needed}
            names = [each["operationId"] for each in item.values() if isinstance(each, dict)]
            links |= {name: {"operationId": name, "parameters": parameters} for name in names}
    return links
