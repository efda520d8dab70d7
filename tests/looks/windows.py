"""A browser window, for measures that are the same in every engine."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Protocol

from playwright.sync_api import ConsoleMessage, Error, Page, sync_playwright

from tests import chromium


class Refused(Exception):
    """The browser could not do what it was asked, perhaps because it was leaving the page."""


class Window(Protocol):
    """One window with the cookies of one person."""

    errors: list[str]
    """What the console has called errors."""

    def resize(self, width: int, height: int) -> None:
        """Make the window so large, in CSS pixels."""

    def open(self, address: str) -> None:
        """Load a page."""

    def ask(self, function: str) -> Any:
        """Return the JSON value of a JavaScript function without arguments, awaited. Raises Refused."""

    def press(self, x: float, y: float, *, by_touch: bool) -> None:
        """Click or tap at a point of the window."""

    def know(self, cookie: str, host: str) -> None:
        """Keep the cookie of a signed-in person."""


class Chromium:
    """A window of Chromium, by Playwright."""

    def __init__(self, page: Page) -> None:
        self.errors: list[str] = []
        self._page = page
        page.on("console", self._note)
        page.on("pageerror", lambda error: self.errors.append(str(error)))

    def resize(self, width: int, height: int) -> None:
        """Make the window so large."""
        self._page.set_viewport_size({"width": width, "height": height})

    def open(self, address: str) -> None:
        """Load a page."""
        self._page.goto(address)

    def ask(self, function: str) -> Any:
        """Return what a function returns."""
        try:
            return self._page.evaluate(function)
        except Error as error:
            raise Refused(str(error)) from error

    def press(self, x: float, y: float, *, by_touch: bool) -> None:
        """Click or tap."""
        if by_touch:
            self._page.touchscreen.tap(x, y)
        else:
            self._page.mouse.click(x, y)

    def know(self, cookie: str, host: str) -> None:
        """Keep a cookie."""
        self._page.context.add_cookies([{"name": "sundial", "value": cookie, "domain": host, "path": "/"}])

    def _note(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.errors.append(message.text)


@contextmanager
def chromium_window(*, by_touch: bool) -> Iterator[Window]:
    """Open a window of Chromium, with fingers or with a mouse."""
    with (
        sync_playwright() as playwright,
        chromium.launched(playwright, chromium.WITH_WINDOWS) as browser,
        browser.new_context(has_touch=by_touch) as context,
    ):
        yield Chromium(context.new_page())
