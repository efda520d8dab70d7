"""The REST API: every operation there is, by everybody, with every sort of rubbish."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from datetime import timedelta
from itertools import pairwise
from typing import Any

from service.db.clock import system_clock
from tests.gauntlet.attempts import Attempt
from tests.gauntlet.ground import Ground
from tests.gauntlet.inputs import BODIES, HEADERS, KINDS, METHODS, MOVES, QUERIES, SEGMENTS, TEXTS, URLS, VALUES
from tests.service.access.answers import expected
from tests.service.access.bodies import BODIES as ACCEPTED
from tests.service.access.routes import REST
from tests.service.server.good import GOOD

DOOR = "REST"
JSON = {"Content-Type": "application/json"}
WITH_BODY = ("POST", "PUT", "PATCH")
STREAM = "/api/v1/events/stream"
PATHS = (
    "//api/v1/me", "/api//v1/me", "/api/v1//me", "/api/v1/me/", "/api/v1/./me", "/api/v1/../v1/me", "/api/v1/%6de",
    "/API/v1/me", "/api/v1/", "/api/v1", "/api/v2/me", "/api/v1/me;x=1", "/api/v1/nothing", "/.env", "/.git/config",
    "/static/1/../../config.py", "/static/%2e%2e/%2e%2e/etc/passwd", "/wp-login.php", "/cgi-bin/..%2f..%2fbin/sh",
)  # fmt: skip
"""Beside those that there are."""
Pointer = tuple[str | int, ...]
_TOMORROW = str(system_clock().date() + timedelta(days=1))
GOOD_ENOUGH = ACCEPTED | {"POST /api/v1/me/vacations": {"first_day": _TOMORROW, "last_day": _TOMORROW}}
"""By the clock of processes that nobody sets."""


def attempts(ground: Ground) -> Iterator[Attempt]:
    """All of them."""
    yield from _by_strangers(ground)
    yield from _methods(ground)
    yield from _segments(ground)
    yield from _queries(ground)
    yield from _headers(ground)
    yield from _bodies(ground)
    yield from _members(ground)
    yield from _moves(ground)
    yield from _urls(ground)


def bearer(token: str | None) -> dict[str, str]:
    """Return the Authorization header of that token."""
    return {"Authorization": f"Bearer {token}"} if token else {}


def _by_strangers(ground: Ground) -> Iterator[Attempt]:
    forged = {**ground.strangers, "a flipped bit": ground.owner[:-1] + ("a" if ground.owner[-1] != "a" else "b")}
    for name, rule in REST.items():
        method, path = name.split(" ")
        body = json.dumps(GOOD_ENOUGH.get(name, {})).encode() if method in WITH_BODY else None
        for principal, token in forged.items():
            statuses = frozenset() if name == "GET /metrics" else frozenset(expected(rule, principal))
            yield Attempt(
                DOOR, "tokens", principal, method, ground.private.fill(path), bearer(token) | JSON, body,
                may_pass=True, statuses=statuses, foreign=True,
            )  # fmt: skip


def _methods(ground: Ground) -> Iterator[Attempt]:
    adapter = ground.app.url_map.bind("127.0.0.1")
    for path in dict.fromkeys(ground.private.fill(name.split(" ")[1]) for name in REST):
        for method in set(METHODS) - set(adapter.allowed_methods(path)):
            yield Attempt(DOOR, "methods", method, method, path, bearer(ground.owner) | JSON, b"{}")


def _segments(ground: Ground) -> Iterator[Attempt]:
    for name in REST:
        method, path = name.split(" ")
        before, found, after = path.partition("<")
        for segment in SEGMENTS if found else ():
            filled = ground.private.fill(before + segment + after.partition(">")[2])
            body = json.dumps(GOOD.get(name, {})).encode() if method in WITH_BODY else None
            yield Attempt(DOOR, "paths", segment, method, filled, bearer(ground.owner) | JSON, body)
    for path in PATHS:
        for method in ("GET", "POST"):
            yield Attempt(DOOR, "paths", path, method, path, bearer(ground.owner) | JSON)


def _queries(ground: Ground) -> Iterator[Attempt]:
    described: Any = ground.described
    for name in REST:
        method, path = name.split(" ")
        operation = described["paths"].get(_curly(path), {}).get(method.lower(), {})
        if path == STREAM or method != "GET":
            continue
        named = [_resolved(described, each) for each in operation.get("parameters", [])]
        for parameter in [each["name"] for each in named if each["in"] == "query"] + ["surprise"]:
            for value in QUERIES:
                query = f"{parameter}={value}" if parameter == "wait" else f"{parameter}={value}&wait=0"
                asked = query if path == "/api/v1/events" else f"{parameter}={value}"
                yield Attempt(
                    DOOR, "queries", value, method, f"{ground.private.fill(path)}?{asked}", bearer(ground.owner)
                )


def _headers(ground: Ground) -> Iterator[Attempt]:
    for name in [name for name in REST if name.split(" ")[1] not in (STREAM, "/api/v1/events")]:
        method, path = name.split(" ")
        body = json.dumps(GOOD.get(name, {})).encode() if method in WITH_BODY else None
        for header, values in HEADERS.items():
            for value in values:
                sent = bearer(ground.owner) | JSON | {header: value}
                what = f"{header}: {value}"
                yield Attempt(DOOR, "headers", what, method, ground.private.fill(path), sent, body, may_pass=True)


def _bodies(ground: Ground) -> Iterator[Attempt]:
    for name, path in _taking_bodies(ground):
        method, route = name.split(" ")
        is_read = "requestBody" in _operation(ground, route, method)
        for what, body in BODIES.items():
            may_pass = what == "no body" or not is_read
            yield Attempt(DOOR, "bodies", what, method, path, bearer(ground.owner) | JSON, body, may_pass=may_pass)
        for what, kind in KINDS.items():
            sent = bearer(ground.owner) | {"Content-Type": kind}
            body = json.dumps(GOOD.get(name, {})).encode()
            yield Attempt(DOOR, "media types", what, method, path, sent, body, may_pass=not is_read)


def _members(ground: Ground) -> Iterator[Attempt]:
    """Every member that the description knows of every body, with every value that it may not have, and some it may."""
    described: Any = ground.described
    texts = {what: json.dumps(text) for what, text in TEXTS.items()}
    for name, path in _taking_bodies(ground):
        method, route = name.split(" ")
        content = (
            described["paths"].get(_curly(route), {}).get(method.lower(), {}).get("requestBody", {}).get("content")
        )
        schema = content["application/json"]["schema"] if content else {}
        for pointer in sorted(_pointers(described, schema), key=str):
            for what, value in (VALUES | texts).items():
                body = _written(GOOD.get(name, {}), pointer, value)
                yield Attempt(DOOR, "members", what, method, path, bearer(ground.owner) | JSON, body, may_pass=True)


def _moves(ground: Ground) -> Iterator[Attempt]:
    game, wren = f"/api/v1/games/{ground.private.table.id}", ground.private.table.players[1]
    for move in MOVES:
        body = json.dumps({"version": 1, "move": move}).encode()
        yield Attempt(DOOR, "moves", move, "POST", f"{game}/moves", bearer(ground.owner) | JSON, body)
    for version in (0, 2, 99, -1, 2**40):
        body = json.dumps({"version": version, "move": "place max-15"}).encode()
        yield Attempt(DOOR, "moves", f"version {version}", "POST", f"{game}/moves", bearer(ground.owner) | JSON, body)
    body = json.dumps({"version": 1, "move": "place max-15"}).encode()
    yield Attempt(
        DOOR, "moves", f"the turn of another than {wren.name}", "POST", f"{game}/moves",
        bearer(ground.strangers["other player"]) | JSON, body, foreign=True,
    )  # fmt: skip


def _urls(ground: Ground) -> Iterator[Attempt]:
    places = {"POST": "/api/v1/webhooks", "PATCH": ground.private.fill("/api/v1/webhooks/<webhook_id>")}
    for method, path in places.items():
        for url in URLS:
            body = json.dumps({"url": url}).encode()
            yield Attempt(DOOR, "webhooks", url, method, path, bearer(ground.owner) | JSON, body)


def _taking_bodies(ground: Ground) -> Iterator[tuple[str, str]]:
    for name in REST:
        method, path = name.split(" ")
        if method in WITH_BODY:
            yield name, ground.private.fill(path)


def _operation(ground: Ground, path: str, method: str) -> dict[str, Any]:
    """Return the operation's description; empty if there is none."""
    described: Any = ground.described
    found: dict[str, Any] = described["paths"].get(path.replace("<", "{").replace(">", "}"), {}).get(method.lower(), {})
    return found


def _curly(path: str) -> str:
    return path.replace("<", "{").replace(">", "}")


def _resolved(described: Any, node: Any) -> Any:
    while "$ref" in node:
        found = described
        for part in node["$ref"].removeprefix("#/").split("/"):
            found = found[part]
        node = found
    return node


def _pointers(described: Any, schema: Any, depth: int = 3) -> set[Pointer]:
    """Return JSON pointers to the members of a schema, to a given depth."""
    node = _resolved(described, schema)
    found: set[Pointer] = set()
    for part in [*node.get("oneOf", []), *node.get("anyOf", []), *node.get("allOf", [])]:
        found |= _pointers(described, part, depth)
    inner: dict[str | int, Any] = dict(node.get("properties", {}))
    if "items" in node:
        inner[0] = node["items"]
    for name, each in inner.items() if depth else ():
        found |= {(name,), *((name, *rest) for rest in _pointers(described, each, depth - 1))}
    return found


def _written(body: Any, pointer: Pointer, value: str) -> bytes:
    """Serialize the body with that raw value at the pointer."""
    whole = copy.deepcopy(body)
    node = whole
    for part, following in pairwise(pointer):
        node = _step(node, part, [] if isinstance(following, int) else {})
    _step(node, pointer[-1], None)
    node[pointer[-1]] = "the value"
    return json.dumps(whole).replace('"the value"', value).encode()


def _step(node: Any, part: str | int, empty: Any) -> Any:
    """Return the child node, creating the empty one if there is none."""
    if isinstance(part, int):
        node.extend([copy.copy(empty)] * (part + 1 - len(node)))
    if isinstance(part, int) or part in node:
        if not isinstance(node[part], type(empty)):
            node[part] = empty
    else:
        node[part] = empty
    return node[part]
