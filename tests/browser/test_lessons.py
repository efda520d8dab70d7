"""A board to learn on is clicked as one to play on, and nothing is played there."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.site import Site


def test_a_lesson_ends_with_a_move_clicked_on_the_board(page: Page, site: Site) -> None:
    page.goto(f"{site.address}/rules/springtime/lesson/4")

    page.locator("figure.board [data-word=h3]").click()

    expect(page.get_by_role("heading", name="That's a complete move. You're ready to play.")).to_be_visible()
    expect(page.locator("main").get_by_role("link", name="Start a game")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
