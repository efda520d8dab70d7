"""The installed app: what it shows without a connection, whose pages it keeps, and how it gets rid of a fault."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from flask import Response
from playwright.sync_api import Browser, BrowserContext, Page, expect

from service.accounts.sessions import end_sessions
from service.db.clock import now
from tests import chromium
from tests.browser.every_page import let_in
from tests.service.tables import Table, person, table
from tests.site import Site
from tests.waiting import eventually

BROWSERS = chromium.WITH_WINDOWS
"""The headless build shows no notifications."""

CONTROLLED = "() => navigator.serviceWorker.controller"
ACCOUNTS = "async () => (await caches.keys()).filter((name) => name.startsWith('sundial-pages-'))"
STORED = """async () => {
  const found = [];
  for (const name of await caches.keys()) {
    for (const { url } of await (await caches.open(name)).keys()) found.push(new URL(url).pathname);
  }
  return found;
}"""
CURE = """
self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) await caches.delete(name);
  await self.registration.unregister();
})()));
"""
SHOWN = """async () => (await (await navigator.serviceWorker.ready).getNotifications())
  .map(({ title, body, tag }) => [title, body, tag])"""


@pytest.fixture
def of(site: Site) -> Table:
    """Ann and Bob, Ann to move."""
    return table("ann", "bob")


@pytest.fixture
def context(browser: Browser, site: Site, of: Table) -> Iterator[BrowserContext]:
    """Ann's browser, which runs service workers."""
    with browser.new_context(base_url=site.address, service_workers="allow") as context:
        let_in(context, site, of.players[0])
        yield context


@pytest.fixture
def page(context: BrowserContext) -> Page:
    """Ann's first page, with the worker in control."""
    page = context.new_page()
    page.goto("/")
    page.wait_for_function(CONTROLLED)
    wait_until_stored(page, "/")
    return page


def wait_until(page: Page, holds: str) -> None:
    """Wait for something that the page must ask for; Playwright's own wait takes the promise for true."""
    assert eventually(lambda: bool(page.evaluate(f"() => Promise.resolve({holds}).then(Boolean)")))


def wait_until_stored(page: Page, path: str) -> None:
    wait_until(page, f"caches.match({json.dumps(path)}, {{ ignoreVary: true }})")


def see(page: Page, path: str) -> None:
    """Open a page, and wait until it is stored with the words to show it offline."""
    page.goto(path)
    wait_until_stored(page, path)
    wait_until_stored(page, "/offline?language=en")


def test_the_list_and_the_boards_seen_last_are_there_without_a_connection(page: Page, of: Table) -> None:
    see(page, f"/games/{of.id}")
    see(page, "/")
    page.context.set_offline(True)
    page.goto("/")

    expect(page.locator(".notice").first).to_contain_text("No connection. This is how it was at")
    page.locator(".own-games a").first.click()
    expect(page.locator(".notice").first).to_contain_text("No connection. This is how it was at")
    expect(page.locator(".board svg").first).to_be_visible()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(243, 238, 227)"


def test_nothing_can_be_sent_from_a_stored_page(page: Page, of: Table) -> None:
    see(page, f"/games/{of.id}")
    page.context.set_offline(True)
    page.reload()

    assert page.locator("button, input, select, textarea").evaluate_all("(all) => all.every((each) => each.disabled)")
    assert page.evaluate("document.scripts.length") == 0


def test_a_page_that_is_not_stored_says_so(page: Page) -> None:
    see(page, "/")
    page.context.set_offline(True)
    page.goto("/rules")
    expect(page.get_by_role("heading", level=1)).to_have_text("No connection")
    page.get_by_role("link", name="Your games").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Your games")


def test_a_deploy_shows_the_new_page_at_once(page: Page, site: Site) -> None:
    see(page, "/")
    site.app.view_functions["web.home"] = lambda: "<html lang=en><h1>Another release</h1></html>"
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text("Another release")


def test_a_move_since_then_is_seen_once_there_is_a_connection(page: Page, of: Table) -> None:
    see(page, f"/games/{of.id}")
    page.context.set_offline(True)
    page.reload()
    of.play_anything()
    page.context.set_offline(False)
    page.get_by_role("link", name="Try again").click()
    expect(page.locator("[data-version]").first).to_have_attribute("data-version", str(of.game.version))


def test_signing_out_empties_the_store(page: Page, of: Table) -> None:
    see(page, f"/games/{of.id}")
    page.goto("/me")
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("link", name="Sign in").first).to_be_visible()
    wait_until(page, f"({ACCOUNTS})().then((names) => !names.length)")

    page.context.set_offline(True)
    page.goto(f"/games/{of.id}")
    expect(page.get_by_role("heading", level=1)).to_have_text("No connection")


def test_a_session_that_ended_elsewhere_empties_the_store(page: Page, of: Table) -> None:
    see(page, f"/games/{of.id}")
    end_sessions(of.players[0].id, now())
    page.goto("/rules")
    wait_until(page, f"({ACCOUNTS})().then((names) => !names.length)")


def test_another_account_on_the_same_browser_sees_none_of_the_first(page: Page, of: Table, site: Site) -> None:
    see(page, f"/games/{of.id}")
    [before] = page.evaluate(ACCOUNTS)
    let_in(page.context, site, person("carl"))
    page.goto("/rules")
    wait_until(page, f"({ACCOUNTS})().then((names) => !names.includes({json.dumps(before)}))")

    page.context.set_offline(True)
    page.goto(f"/games/{of.id}")
    expect(page.get_by_role("heading", level=1)).to_have_text("No connection")


def test_only_lists_boards_and_our_files_are_stored(page: Page, of: Table, site: Site) -> None:
    for path in (f"/games/{of.id}?tab=talk", "/me", "/me/sessions", "/me/times", "/games/new", "/sign-in", "/docs"):
        page.goto(path)
    page.evaluate("path => fetch(path).then((answer) => answer.text())", f"/api/v1/games/{of.id}")
    see(page, "/games")

    stored = {path for path in page.evaluate(STORED) if not path.startswith("/static/")}
    assert stored == {"/", "/games", "/offline"}


def test_a_page_that_led_elsewhere_is_not_stored(page: Page, of: Table, site: Site) -> None:
    see(page, "/")
    site.app.view_functions["web.home"] = lambda: Response(status=302, headers={"Location": "/games"})
    page.evaluate("fetch('/').then((answer) => answer.text())")
    see(page, "/games")
    page.goto("/")
    expect(page).to_have_url(f"{site.address}/games")


def test_a_later_worker_that_unregisters_cures_everything(page: Page, site: Site) -> None:
    see(page, "/")
    site.app.view_functions["web.service_worker"] = lambda: Response(CURE, mimetype="text/javascript")
    site.app.view_functions["web.home"] = lambda: "<html lang=en><h1>Cured</h1></html>"
    page.goto("/")
    page.evaluate("navigator.serviceWorker.getRegistration().then((found) => found?.update())")
    wait_until(page, "navigator.serviceWorker.getRegistration().then((found) => !found)")
    page.goto("about:blank")
    page.goto("/")
    expect(page.get_by_role("heading", level=1)).to_have_text("Cured")
    assert page.evaluate("caches.keys()") == []
    assert page.evaluate("navigator.serviceWorker.controller") is None


def test_a_full_store_leaves_pages_as_they_are(page: Page, of: Table) -> None:
    session = page.context.new_cdp_session(page)
    origin = page.evaluate("location.origin")
    session.send("Storage.overrideQuotaForOrigin", {"origin": origin, "quotaSize": 1})
    page.goto(f"/games/{of.id}")
    expect(page.locator(".board svg").first).to_be_visible()


def push(page: Page, told: dict[str, Any]) -> None:
    """Let a push arrive, as a push service would."""
    browser, found = page.context.new_cdp_session(page), list[str]()
    note = "ServiceWorker.workerRegistrationUpdated"
    browser.on(note, lambda news: found.extend(each["registrationId"] for each in news["registrations"]))
    browser.send("ServiceWorker.enable")
    eventually(lambda: found or page.title() == "")
    arrived = {"origin": page.evaluate("location.origin"), "registrationId": found[-1], "data": json.dumps(told)}
    browser.send("ServiceWorker.deliverPushMessage", arrived)


def test_a_push_shows_a_notification_and_closes_those_of_past_turns(page: Page, site: Site) -> None:
    page.context.grant_permissions(["notifications"], origin=site.address)
    first = {"title": "Your turn in DAWN", "body": "Deadline", "url": "/games/aaaaaaaaaaaa", "open": []}
    push(page, first)
    wait_until(page, f"({SHOWN})().then((all) => all.length === 1)")
    second = first | {"url": "/games/bbbbbbbbbbbb", "open": ["/games/bbbbbbbbbbbb"]}
    push(page, second)
    wait_until(page, f"({SHOWN})().then((all) => String(all.map((each) => each[2])) === '/games/bbbbbbbbbbbb')")
    assert page.evaluate(SHOWN) == [["Your turn in DAWN", "Deadline", "/games/bbbbbbbbbbbb"]]
