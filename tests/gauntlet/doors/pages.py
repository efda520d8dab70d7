"""Attempts on pages: every address and form, with forged tokens, other people's cookies and malformed texts."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import urlencode

from tests.gauntlet.attempts import Attempt
from tests.gauntlet.ground import Ground
from tests.gauntlet.inputs import COOKIES, HEADERS, METHODS, QUERIES, SEGMENTS, TEXTS
from tests.service.access.answers import expected_of_page
from tests.service.access.conftest import CSRF
from tests.service.access.pages import PAGES
from tests.service.access.whose import Rule, Whose
from tests.service.server.good import FORM

DOOR = "pages"
TYPED = {"Content-Type": "application/x-www-form-urlencoded"}
FORGED = {
    "no token": None, "an empty token": "", "another token": "x" * 24, "a long token": "x" * 9000,
    "a script": "<script>", "not ASCII": "ü" * 24, "a space more": f"{CSRF} ",
}  # fmt: skip
UNREADABLE = {
    "a broken escape": b"csrf=%&version=%zz", "no UTF-8": b"csrf=\xff\xfe&text=%ff",
    "many fields": b"&".join(b"a%d=1" % n for n in range(5000)), "the same field often": b"csrf=x&" * 900,
    "too long": b"text=" + b"x" * 70_000, "JSON": b'{"csrf": "x"}', "nothing": b"",
}  # fmt: skip


def attempts(ground: Ground) -> Iterator[Attempt]:
    """All of them."""
    yield from _by_strangers(ground)
    yield from _forged(ground)
    yield from _methods(ground)
    yield from _addresses(ground)
    yield from _headers(ground)
    yield from _fields(ground)


def routes() -> Iterator[tuple[str, str, Rule]]:
    """Yield method, path and rule of each page with a cookie."""
    for name, rule in PAGES.items():
        if rule.whose is not Whose.HOLDERS:
            method, path = name.split(" ")
            yield method, path, rule


def forms() -> Iterator[str]:
    """Yield the paths of the forms."""
    return (path for method, path, _ in routes() if method == "POST")


def _by_strangers(ground: Ground) -> Iterator[Attempt]:
    body = urlencode({"csrf": CSRF, "version": "1", "move": "place max-15"}).encode()
    for method, path, rule in routes():
        for principal, cookie in ground.stranger_cookies.items():
            statuses = frozenset() if rule.whose is Whose.OPERATORS else frozenset(expected_of_page(rule, principal))
            yield Attempt(
                DOOR, "cookies of others", principal, method, ground.private.fill(path), TYPED | {"Cookie": cookie},
                body if method == "POST" else None, may_pass=True, statuses=statuses, foreign=True,
            )  # fmt: skip


def _forged(ground: Ground) -> Iterator[Attempt]:
    own = {"Cookie": ground.owner_cookie}
    for path in forms():
        filled = ground.private.fill(path)
        for what, token in FORGED.items():
            fields = {name: value for name, value in (FORM | {"csrf": token}).items() if value is not None}
            yield _refused(ground, "forged forms", what, filled, TYPED | own, urlencode(fields).encode())
        for what, body in UNREADABLE.items():
            yield _refused(ground, "unreadable forms", what, filled, TYPED | own, body)
        for kind in ("text/plain", "application/json", "multipart/form-data", "multipart/form-data; boundary=x"):
            body = urlencode(FORM | {"csrf": CSRF}).encode()
            yield _refused(ground, "media types", kind, filled, {"Content-Type": kind} | own, body)


def _refused(ground: Ground, sort: str, what: str, path: str, headers: dict[str, str], body: bytes) -> Attempt:
    return Attempt(DOOR, sort, what, "POST", path, headers, body)


def _methods(ground: Ground) -> Iterator[Attempt]:
    adapter = ground.app.url_map.bind("127.0.0.1")
    for path in dict.fromkeys(ground.private.fill(path) for _, path, _ in routes()):
        for method in set(METHODS) - set(adapter.allowed_methods(path)):
            yield Attempt(DOOR, "methods", method, method, path, {"Cookie": ground.owner_cookie})


def _addresses(ground: Ground) -> Iterator[Attempt]:
    own = {"Cookie": ground.owner_cookie}
    for method, path, _ in routes():
        before, found, after = path.partition("<")
        for segment in SEGMENTS if found else ():
            filled = ground.private.fill(before + segment + after.partition(">")[2])
            body = urlencode(FORM).encode() if method == "POST" else None
            yield Attempt(DOOR, "paths", segment, method, filled, TYPED | own, body)
        for value in QUERIES if method == "GET" else ():
            for name in ("after", "show", "pick", "at", "next"):
                yield Attempt(DOOR, "queries", value, method, f"{ground.private.fill(path)}?{name}={value}", own)


def _headers(ground: Ground) -> Iterator[Attempt]:
    for method, path, _ in routes():
        if method != "GET":
            continue
        filled = ground.private.fill(path)
        for cookie in (*COOKIES, ground.owner_cookie[:-1], ground.owner_cookie + "x", ground.owner_cookie.swapcase()):
            yield Attempt(DOOR, "cookies", cookie, method, filled, {"Cookie": cookie}, foreign=True)
        for header, values in HEADERS.items():
            for value in values:
                sent = {"Cookie": ground.owner_cookie, header: value}
                yield Attempt(DOOR, "headers", f"{header}: {value}", method, filled, sent)


def _fields(ground: Ground) -> Iterator[Attempt]:
    for path in forms():
        for name in set(FORM) - {"csrf"}:
            for what, text in TEXTS.items():
                body = urlencode(FORM | {name: text}).encode()
                sent = TYPED | {"Cookie": ground.owner_cookie}
                yield Attempt(DOOR, "fields", what, "POST", ground.private.fill(path), sent, body, may_pass=True)
