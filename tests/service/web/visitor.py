"""A browser without scripts: opens addresses, fills in forms, presses buttons."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import IO, Any
from urllib.parse import urlsplit

from flask import Flask
from sqlalchemy import select
from werkzeug.test import TestResponse

from service.accounts.accounts import account_of, confirm
from service.accounts.sessions import begin_session
from service.db import clock
from service.db.engines import session, transaction
from service.http.browsers import device_of
from service.mail.compose import facts_of
from service.models import Notice
from service.web.frame.identity import SESSION
from tests.service.web.html import Element, parse

Typed = str | list[str] | tuple[IO[bytes], str]
"""What is in a field, or in all fields of one name; or a file with its name."""


@dataclass(frozen=True)
class Page:
    """A page that was answered with."""

    response: TestResponse
    address: str
    tree: Element

    @property
    def status(self) -> int:
        """The status of HTTP."""
        return self.response.status_code

    @property
    def heading(self) -> str:
        """The heading of the page."""
        return self.tree.one("h1").text

    @property
    def text(self) -> str:
        """The readable text of the page."""
        return self.tree.one("main").text

    @property
    def copied(self) -> list[str]:
        """The texts that stand in fields to copy."""
        return [field.attributes["value"] for field in self.tree.all("input") if "readonly" in field.attributes]

    @property
    def buttons(self) -> list[str]:
        """The labels of the buttons."""
        return [button.text for button in self.tree.all("button")]


class Visitor:
    """A browser with cookies of its own, at some address."""

    def __init__(self, app: Flask, address: str = "127.0.0.1", agent: str = "") -> None:
        self.client = app.test_client()
        self.client.environ_base |= {"REMOTE_ADDR": address, "HTTP_USER_AGENT": agent}

    def open(self, address: str) -> Page:
        """Follow a link from an email or a page."""
        return self._page(self.client.get(path_of(address)))

    def peek(self, address: str) -> None:
        """Send a HEAD request, as mail scanners do."""
        self.client.head(path_of(address))

    def press(self, page: Page, button: str, **typed: Typed) -> Page:
        """Press the first button with that text, after typing into the fields of its form, or ticking its boxes."""
        form, pressed = _form_with(page, button)
        fields = fields_of(form) | typed
        if "name" in pressed.attributes:
            fields[pressed.attributes["name"]] = pressed.attributes["value"]
        action = form.attributes.get("action") or page.address
        if form.attributes["method"] == "get":
            return self._page(self.client.get(path_of(action), query_string=fields))
        return self.post(action, **fields)

    def post(self, address: str, **fields: Typed) -> Page:
        """Send a form that was made up, or that a page has offered."""
        return self._page(self.client.post(path_of(address), data=fields))

    def has_cookie(self) -> bool:
        """Check whether the browser has a session cookie."""
        return self.client.get_cookie("sundial") is not None

    def _page(self, response: TestResponse) -> Page:
        while response.status_code in (302, 303):
            response = self.client.get(response.headers["Location"])
        assert response.mimetype == "text/html"
        return Page(response, response.request.full_path.rstrip("?"), parse(response.text))


def sign_in(app: Flask, name: str, visitor: Visitor | None = None) -> Visitor:
    """Sign in as `name`@example.net; a known browser uses pages and an email.

    Those take four requests, and hundreds of tests start here: a new browser gets the resulting cookie directly.
    """
    return sign_in_by_mail(app, name, visitor) if visitor else returning(app, f"{name}@example.net")


def sign_in_by_mail(app: Flask, name: str, visitor: Visitor | None = None) -> Visitor:
    """Sign in as `name`@example.net with the code of the newest email."""
    visitor = visitor or Visitor(app)
    asked = visitor.press(visitor.open("/sign-in"), "Email me a sign-in link", email=f"{name}@example.net")
    assert visitor.press(asked, "Sign in", code=mailed("sign-in")["code"]).status == 200
    return visitor


def returning(app: Flask, address: str) -> Visitor:
    """Return a visitor with that email address and a session cookie, long after the sign-in email."""
    visitor = Visitor(app)
    with transaction():
        account = account_of(address, clock.now())
        confirm(account, clock.now())
    with visitor.client.session_transaction() as cookie:
        cookie.permanent = True
        cookie[SESSION] = begin_session(account, device_of("", "127.0.0.1"), clock.now())
    return visitor


def mailed(kind: str) -> dict[str, Any]:
    """Return the data of the newest email of that kind."""
    notice = session().scalars(select(Notice).where(Notice.kind == kind).order_by(Notice.id.desc())).first()
    assert notice is not None
    return facts_of(notice).values


def path_of(address: str) -> str:
    """Return the address without its host."""
    parts = urlsplit(address)
    return f"{parts.path}?{parts.query}" if parts.query else parts.path


def _form_with(page: Page, text: str) -> tuple[Element, Element]:
    for form in page.tree.all("form"):
        for button in form.all("button"):
            if button.text == text or button.attributes.get("value") == text:
                return form, button
    raise AssertionError(f"There is no button {text!r}, only {page.buttons}.")


def fields_of(form: Element) -> dict[str, Typed]:
    """Return what a browser would send of the fields; a list for fields with the same name."""
    sent: dict[str, list[str]] = defaultdict(list)
    for field in form.all("input", "select"):
        name = field.attributes.get("name", "")
        if field.tag == "select":
            options = list(field.all("option"))
            chosen = next((option for option in options if "selected" in option.attributes), options[0])
            sent[name].append(chosen.attributes.get("value", "".join(map(str, chosen.inside))))
        elif field.attributes.get("type") not in ("checkbox", "radio") or "checked" in field.attributes:
            sent[name].append(field.attributes.get("value", ""))
    return {name: values if len(values) > 1 else values[0] for name, values in sent.items()}
