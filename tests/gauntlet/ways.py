"""The ways in which links are opened before the person does: by scanners, previews, mail programs and other people."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from urllib.parse import urlencode, urlsplit

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.exceptions import HTTPException
from werkzeug.test import TestResponse

from tests.service.web.html import Element, parse
from tests.service.web.visitor import Typed, fields_of, path_of, returning

PREFETCHING = (
    {"Sec-Purpose": "prefetch"},
    {"Sec-Purpose": "prefetch;prerender"},
    {"Purpose": "prefetch"},
    {"X-Purpose": "preview"},
    {"X-Moz": "prefetch"},
)
"""How programs say that nobody has asked for the page yet."""


OF_NOBODY = {"name", "code", "day"}
"""What addresses of rules, problems and days name: nothing of any person or game."""
_seen: set[str] = set()
"""Addresses of nobody that browsers without cookies have gone onward to in this run."""


def is_news(app: Flask, address: str, seen: set[str]) -> bool:
    """Check whether an address is new for this email: most are on every page, and the same for each email."""
    with suppress(HTTPException):
        _, named = app.url_map.bind("localhost").match(urlsplit(address).path)
        if named.keys() <= OF_NOBODY:
            known = address in seen
            seen.add(address)
            return not known
    return True


@dataclass(frozen=True)
class Browsers:
    """The browsers that open links: a stranger, another signed-in account, and the recipient."""

    app: Flask
    stranger: FlaskClient
    recipient: FlaskClient
    reached: set[str] = field(default_factory=set)
    """Where browsers without cookies have gone onward from pages: most links are on every page."""

    @property
    def fresh(self) -> FlaskClient:
        """A browser without cookies."""
        return self.app.test_client()


Way = Callable[[Browsers, str], list[TestResponse]]


def browsers(app: Flask, recipient: str) -> Browsers:
    """Return new browsers; those with an account are signed in."""
    stranger, own = (returning(app, address) for address in ("mallory@example.net", recipient))
    return Browsers(app, stranger.client, own.client)


def _head(by: Browsers, link: str) -> list[TestResponse]:
    return [by.fresh.head(link)]


def _options(by: Browsers, link: str) -> list[TestResponse]:
    return [by.fresh.options(link)]


def _get(by: Browsers, link: str) -> list[TestResponse]:
    return [by.fresh.get(link, follow_redirects=True)]


def _get_twice(by: Browsers, link: str) -> list[TestResponse]:
    client = by.fresh
    return [client.get(link, follow_redirects=True) for _ in range(2)]


def _prefetch(by: Browsers, link: str) -> list[TestResponse]:
    return [by.fresh.get(link, headers=headers, follow_redirects=True) for headers in PREFETCHING]


def _forwarded(by: Browsers, link: str) -> list[TestResponse]:
    return [by.stranger.get(link, follow_redirects=True)]


def _own_browser(by: Browsers, link: str) -> list[TestResponse]:
    return [by.recipient.get(link, follow_redirects=True)]


def _onward(by: Browsers, link: str) -> list[TestResponse]:
    """Open the page, and every new link on it."""
    client = by.fresh
    page = client.get(link, follow_redirects=True)
    onward = {address for address in set(_reached_from(page)) - by.reached if is_news(by.app, address, _seen)}
    by.reached.update(onward)
    return [page, *(client.get(address) for address in sorted(onward))]


WAYS: dict[str, Way] = {
    "HEAD": _head,
    "OPTIONS": _options,
    "GET": _get,
    "GET twice": _get_twice,
    "prefetch": _prefetch,
    "forwarded to somebody who is signed in": _forwarded,
    "in the recipient's own browser": _own_browser,
    "GET, and onward from the page": _onward,
}


def _reached_from(page: TestResponse) -> Iterator[str]:
    tree = parse(page.text)
    for anchor in tree.all("a"):
        if anchor.attributes["href"].startswith("/"):
            yield anchor.attributes["href"]
    for form in tree.all("form"):
        if form.attributes["method"] == "get":
            action = form.attributes.get("action") or page.request.path
            yield from (f"{path_of(action)}?{urlencode(sent, doseq=True)}" for sent in _sendings(form))


def _sendings(form: Element) -> Iterator[dict[str, Typed]]:
    """Yield what the form can send, once for each button."""
    for button in form.all("button"):
        named: dict[str, Typed] = (
            {button.attributes["name"]: button.attributes["value"]} if "name" in button.attributes else {}
        )
        yield fields_of(form) | named
