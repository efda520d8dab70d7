"""The Back button after signing out shows nothing private."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from flask import Flask
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from service.accounts.sessions import end_sessions
from service.db.clock import now
from tests import chromium
from tests.browser.test_live_tables import app, server
from tests.service.tables import person, table
from tests.service.web.visitor import returning
from tests.web_server import WebServer

__all__ = ["app", "server"]

ADDRESS = "ann@example.net"
FROM_MEMORY = 'addEventListener("pageshow", (e) => { document.documentElement.dataset.persisted = e.persisted; })'


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One that keeps pages in memory, as people's do; Playwright lets none."""
    with sync_playwright() as playwright:
        yield playwright.chromium.launch(
            executable_path=chromium.installed(chromium.WITH_WINDOWS),
            args=[*chromium.FLAGS],
            ignore_default_args=["--disable-back-forward-cache"],
        )


@pytest.fixture
def context(browser: Browser, app: Flask, server: WebServer) -> Iterator[BrowserContext]:
    """Ann is signed in."""
    person("ann")
    cookie = returning(app, ADDRESS).client.get_cookie("sundial")
    assert cookie is not None
    with browser.new_context(base_url=server.address) as context:
        context.add_init_script(FROM_MEMORY)
        context.add_cookies([{"name": "sundial", "value": cookie.value, "url": server.address}])
        yield context


def back(page: Page) -> None:
    """Press Back; Playwright's own waits for a page that is loaded anew."""
    page.evaluate("setTimeout(() => history.back())")


def test_back_keeps_what_was_typed(context: BrowserContext, app: Flask) -> None:
    of = table("ann", "bob")
    page = context.new_page()
    page.goto(f"/games/{of.id}")
    page.get_by_label("Message", exact=True).fill("Well played, but")
    page.get_by_role("link", name="Rules", exact=True).first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("How to play")

    back(page)

    expect(page.locator("html")).to_have_attribute("data-persisted", "true")
    expect(page.get_by_label("Message", exact=True)).to_have_value("Well played, but")


def shown(page: Page) -> str:
    """Return the visible text, once the page had time to check its session."""
    page.wait_for_load_state("networkidle")
    told: str = page.evaluate("document.body.checkVisibility() ? document.body.innerText : ''")
    return told


@pytest.mark.parametrize("is_offline", [False, True], ids=["online", "offline"])
@pytest.mark.parametrize("button", ["Sign out", "Sign out everywhere", "Delete my account permanently"])
def test_back_shows_nothing_of_who_has_signed_out(context: BrowserContext, button: str, *, is_offline: bool) -> None:
    page = context.new_page()
    page.goto("/me")
    expect(page.get_by_role("heading", level=1)).to_have_text("ann")
    page.goto("/me/delete" if "Delete" in button else "/me/sessions")
    if "Delete" in button:
        page.get_by_role("textbox").fill("ann")
    page.get_by_role("button", name=button, exact=True).click()
    expect(page.get_by_role("link", name="Sign in").first).to_be_visible()
    context.set_offline(is_offline)

    for _ in range(2):
        back(page)
        if is_offline:
            expect(page.locator("html")).to_have_attribute("data-persisted", re.compile("."))
        else:
            expect(page.get_by_role("heading", level=1)).to_have_text("Sign in")
        assert not re.search(r"\bann\b", shown(page))


def test_back_shows_nothing_of_who_was_signed_out_elsewhere(context: BrowserContext) -> None:
    page = context.new_page()
    page.goto("/me")
    page.get_by_role("link", name="Rules", exact=True).first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("How to play")
    end_sessions(person("ann").id, now())

    back(page)

    expect(page.get_by_role("heading", level=1)).to_have_text("Sign in")
