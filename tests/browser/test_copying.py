"""Links that are handed out: copied or shared by a button, and selectable without scripts."""

from __future__ import annotations

from playwright.sync_api import Browser, Page, expect

from tests.browser.test_dice import sign_in
from tests.site import Site

SHARING = "navigator.share = async shown => { document.documentElement.dataset.shown = shown.url; };"
"""Playwright's Chromium has no dialog for sharing."""


def ask_a_friend(page: Page, site: Site) -> None:
    page.route("**/live?*", lambda route: route.abort())  # news of the game would draw the button anew
    page.goto(f"{site.address}/games/new/siesta")
    page.get_by_role("button", name="Start game").last.click()
    page.get_by_role("heading", name="Invite someone").wait_for()
    page.wait_for_load_state("networkidle")


def test_a_friends_link_is_copied_and_shared(page: Page, site: Site) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    ask_a_friend(page, site)
    link = page.get_by_label("Link to join").input_value()
    expect(page.get_by_role("button", name="Share")).not_to_be_visible()
    page.get_by_role("button", name="Copy").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == link

    page.add_init_script(SHARING)
    page.reload()
    page.get_by_role("button", name="Share").click()
    assert page.evaluate("document.documentElement.dataset.shown") == link


def test_without_a_clipboard_the_link_is_selected(page: Page, site: Site) -> None:
    page.add_init_script("delete Navigator.prototype.clipboard")
    ask_a_friend(page, site)
    page.get_by_role("button", name="Copy").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    field = page.get_by_label("Link to join")
    chosen = field.evaluate("field => field.value.slice(field.selectionStart, field.selectionEnd)")
    assert chosen == field.input_value()


def test_without_scripts_the_link_stands_in_a_field(browser: Browser, site: Site) -> None:
    with browser.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        sign_in(page, site, "ann")
        ask_a_friend(page, site)
        if page.get_by_role("button", name="Start game").count():
            page.get_by_role("button", name="Start game").click()
        assert page.get_by_label("Link to join").input_value().startswith("http")
        expect(page.get_by_role("button", name="Copy")).not_to_be_visible()
