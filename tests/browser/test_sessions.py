"""Where one is signed in, in real browsers: two of one person, on a telephone and at a desk."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from service.accounts.sessions import begin_session
from service.db import clock
from service.db.engines import session
from service.http.browsers import Device
from tests.service.tables import person
from tests.service.web.visitor import mailed
from tests.site import Site

PHONE, DESK = {"width": 360, "height": 740}, {"width": 1280, "height": 900}
SIZES = pytest.mark.parametrize("size", [PHONE, DESK], ids=["telephone", "desk"])


def signed_in(context: BrowserContext, site: Site) -> Page:
    """Open the first page after signing in as Ann."""
    page = context.new_page()
    page.goto(f"{site.address}/sign-in")
    page.get_by_label("Email address").fill("ann@example.net")
    page.get_by_role("button", name="Email me a sign-in link").click()
    session().rollback()
    page.get_by_label("Eight-digit code").fill(mailed("sign-in")["code"])
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Your games")
    return page


def is_as_wide_as_the_screen(page: Page, size: dict[str, int]) -> bool:
    """Whether nothing has to be pushed sideways to be read."""
    width: int = page.evaluate("document.documentElement.scrollWidth")
    return width <= size["width"]


@SIZES
def test_a_browser_is_signed_out_from_another_one(browser: Browser, site: Site, size: Any) -> None:
    begin_session(person("ann"), Device("Samsung Internet", "Android", "2001:db8:ffff:*"), clock.now())
    with browser.new_context(viewport=size) as here:
        own = signed_in(here, site)
        thief = browser.new_context(viewport=size, storage_state=here.storage_state())
        copied = thief.new_page()
        copied.goto(f"{site.address}/me")
        expect(copied.get_by_role("heading", level=1)).to_have_text("ann")

        own.goto(f"{site.address}/me/sessions")
        rows = own.locator("section", has_text="Where you are signed in").locator("li")
        expect(rows).to_have_count(2)
        expect(rows.filter(has_text="this browser")).to_contain_text("Chrome on Linux 127.0.0.*")
        assert is_as_wide_as_the_screen(own, size)
        own.get_by_role("button", name="Sign out device Samsung Internet on Android").click()
        expect(rows).to_have_count(1)

        own.goto(f"{site.address}/me")
        own.get_by_role("button", name="Sign out", exact=True).click()
        copied.goto(f"{site.address}/me")
        expect(copied.get_by_role("heading", level=1)).to_have_text("Sign in")
        thief.close()


@SIZES
def test_a_token_is_made_with_an_end_and_revoked_by_the_link_of_its_mail(
    browser: Browser, site: Site, size: Any
) -> None:
    person("ann")
    with browser.new_context(viewport=size) as context:
        page = signed_in(context, site)
        page.goto(f"{site.address}/me/tokens")
        page.get_by_label("What is it for?").fill("my laptop")
        page.get_by_label("Expires").select_option(label="after 90 days")
        page.get_by_role("button", name="Create token").click()
        made = page.locator("li", has_text="my laptop")
        expect(made).to_contain_text("games:read, games:play, messages · never used · expires Sun 2 Aug,")
        assert is_as_wide_as_the_screen(page, size)

        session().rollback()
        page.goto(mailed("new-token")["revoke_link"])
        assert is_as_wide_as_the_screen(page, size)
        page.get_by_role("button", name="Revoke token").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("This token no longer works")


@SIZES
def test_who_asks_twice_is_told_to_look_in_the_inbox(browser: Browser, site: Site, size: Any) -> None:
    with browser.new_context(viewport=size) as context:
        page = context.new_page()
        for heading in ("We sent you an email", "Check your inbox"):
            page.goto(f"{site.address}/sign-in")
            page.get_by_label("Email address").fill("ann@example.net")
            page.get_by_role("button", name="Email me a sign-in link").click()
            expect(page.get_by_role("heading", level=1)).to_have_text(heading)
            assert is_as_wide_as_the_screen(page, size)
