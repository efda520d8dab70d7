"""A web page without JavaScript: its forms are parsed and sent."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from html.parser import HTMLParser
from urllib.parse import urljoin

import httpx

PATIENCE = 30.0
"""Seconds that a person waits for a page."""
LINE = httpx.HTTPTransport(verify=False, limits=httpx.Limits(max_keepalive_connections=0))
"""One for all pages: to get ready for TLS takes longer than to open a page."""


@dataclass
class Form:
    """A form with its default values, and the values of its buttons and selects."""

    action: str
    method: str
    fields: dict[str, str] = field(default_factory=dict)
    buttons: list[tuple[str, str]] = field(default_factory=list)


class _Forms(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[Form] = []
        self._select, self._in_option = "", False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.found.append(Form(values.get("action", ""), values.get("method", "get")))
        elif values.get("type") in ("checkbox", "radio") and "checked" not in values:
            return  # a browser sends what is ticked
        elif tag == "input" and self.found and "name" in values:
            self.found[-1].fields[values["name"]] = values.get("value", "")
        elif tag == "button" and self.found and "name" in values:
            self.found[-1].buttons.append((values["name"], values["value"]))
        elif tag == "select" and self.found:
            self._select = values.get("name", "")
        elif tag == "option" and self._select == "pick" and values.get("value"):
            self.found[-1].buttons.append((self._select, values["value"]))
        elif tag == "option" and self.found and "value" not in values:
            self._in_option = True

    def handle_data(self, data: str) -> None:
        if self._in_option:
            self.found[-1].buttons.append((self._select, data.strip()))
            self._in_option = False


@dataclass(frozen=True)
class Page:
    """A page that was opened."""

    answer: httpx.Response
    browser: httpx.Client | None = None
    """The one that it was opened in; without it, each page in a browser that has never seen anything."""

    @cached_property
    def forms(self) -> list[Form]:
        """All forms on it, in order."""
        reader = _Forms()
        reader.feed(self.answer.text)
        return reader.found

    @property
    def choices(self) -> list[str]:
        """The actions to choose from."""
        return [value for form in self.forms for name, value in form.buttons if name == "pick"]

    def form_with_choices(self) -> Form:
        """Return the form to choose an action with."""
        return next(form for form in self.forms if any(name == "pick" for name, _ in form.buttons))

    def has_form_to(self, ending: str) -> bool:
        """Whether something can be posted to an address with that ending."""
        return any(form.method == "post" and form.action.endswith(ending) for form in self.forms)

    def form_to(self, ending: str) -> Form:
        """Return the form that posts to an address with that ending."""
        return next(form for form in self.forms if form.method == "post" and form.action.endswith(ending))

    def form_with(self, field: str) -> Form:
        """Return the form with a field, button or select of that name."""
        return next(
            form for form in self.forms if field in form.fields or any(field == name for name, _ in form.buttons)
        )

    def send(self, form: Form, **filled: str) -> Page:
        """Send a form and follow where it leads."""
        target = urljoin(str(self.answer.url), form.action)
        values, browser = form.fields | filled, self.browser or new_browser()
        if form.method == "post":
            return Page(browser.post(target, data=values), self.browser)
        return Page(browser.get(target, params=values), self.browser)


def open_page(address: str, browser: httpx.Client | None = None) -> Page:
    """Open a page in that browser, or in a new one; no scripts run."""
    return Page((browser or new_browser()).get(address), browser)


def new_browser() -> httpx.Client:
    """One without a cookie."""
    return httpx.Client(transport=LINE, follow_redirects=True, timeout=PATIENCE)
