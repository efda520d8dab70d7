"""The app of examples/app on an origin of its own, in a browser whose complaints and requests are noted."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, ConsoleMessage, Page, expect

from service.embedded.ports import free_port
from tests import chromium

FOLDER = Path(__file__).parents[1] / "examples" / "app"


class _Quiet(SimpleHTTPRequestHandler):
    """Files, as `python -m http.server` gives them."""

    def log_message(self, *_: object) -> None:
        """Nothing."""


@contextmanager
def app_served() -> Iterator[str]:
    """Serve the app until the end of the test; yield its address."""
    port = free_port()
    with ThreadingHTTPServer(("127.0.0.1", port), partial(_Quiet, directory=FOLDER)) as server:
        thread = Thread(target=server.serve_forever, args=(0.02,))
        thread.start()
        yield f"http://127.0.0.1:{port}"
        server.shutdown()
        thread.join()


@dataclass(frozen=True)
class ForeignApp:
    """The app in a tab, beside a Sundial."""

    page: Page
    address: str
    sundial: str
    complaints: list[str] = field(default_factory=list)
    """Whatever the browser has written into its console."""
    origins: set[str] = field(default_factory=set)
    """Whoever was asked."""

    def open(self) -> None:
        """Its first screen."""
        self.page.goto(f"{self.address}/?sundial={self.sundial}")
        expect(self.page.get_by_role("heading", level=1)).to_have_text("Play on a Sundial")

    def connect(self) -> None:
        """Connect to the Sundial with the form's values."""
        self.page.get_by_role("button", name="Connect to Sundial").click()

    def sign_in(self, email: str, code: Callable[[], str]) -> None:
        """Sign in at the Sundial if necessary, up to the consent page."""
        self.page.get_by_label("Email address").fill(email)
        self.page.get_by_role("button", name="Email me a sign-in link").click()
        field_of_code = self.page.get_by_label("Eight-digit code")
        expect(field_of_code).to_be_visible()
        field_of_code.fill(code())
        self.page.get_by_role("button", name="Sign in").click()

    def answer(self, button: str) -> None:
        """Say yes or no, and be led back."""
        expect(self.page.get_by_role("heading", level=1)).to_have_text("Give this program access to your account?")
        self.page.get_by_role("button", name=button).click()
        self.page.wait_for_url(f"{self.address}/*")

    def play(self) -> None:
        """Play the move that was chosen."""
        self.page.get_by_role("button", name="Play", exact=True).click()
        self.settle()

    def note(self, said: ConsoleMessage) -> None:
        """Keep what the console says, but for the service worker that tests block."""
        if said.text.strip() != chromium.BLOCKED:
            self.complaints.append(f"{said.text} {said.location['url']}")

    def settle(self) -> None:
        """Wait until the app has finished the last request."""
        expect(self.page.locator("[aria-busy]")).to_have_count(0)

    def kept(self) -> str:
        """Return the tab's storage as text."""
        return str(self.page.evaluate("JSON.stringify(sessionStorage)"))


@contextmanager
def app_opened(browser: Browser, sundial: str, **of_context: Any) -> Iterator[ForeignApp]:
    """Open the app in a new browser."""
    with app_served() as address, browser.new_context(**of_context) as context:
        app = ForeignApp(context.new_page(), address, sundial)
        context.on("request", lambda asked: app.origins.add("{0.scheme}://{0.netloc}".format(urlsplit(asked.url))))
        context.on("console", lambda said: app.note(said))  # noqa: PLW0108  # Playwright writes on what it calls
        context.on("weberror", lambda raised: app.complaints.append(str(raised.error)))
        app.open()
        yield app
