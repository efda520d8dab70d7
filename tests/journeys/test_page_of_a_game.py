"""The page of a game against the computer, kept open in a browser, with all that runs behind it."""

from __future__ import annotations

from pathlib import Path
from time import monotonic

from playwright.sync_api import Browser, Page, expect

from tests.figures import Goals
from tests.playing import started

TURNS = 3
PATIENCE = 30_000
"""Milliseconds that an answer may take on a busy machine."""


def play(page: Page) -> None:
    """Play the first place that is marked on the board."""
    page.locator("svg.live .can").first.click()
    page.get_by_role("button", name="Play this move").click()


def test_the_answer_of_the_computer_is_shown_as_soon_as_it_is_played(
    browser: Browser, tmp_path: Path, goals: Goals
) -> None:
    with started(tmp_path / "home") as sundial, browser.new_context() as context:
        sundial.wait_until_ready()
        page = context.new_page()
        page.goto(sundial.address)
        page.get_by_label("Game").first.select_option("springtime")
        page.get_by_role("button", name="Play the computer").click()
        said = page.get_by_role("heading", level=1)

        for _ in range(TURNS):
            expect(said).to_have_text("Your turn", timeout=PATIENCE)
            play(page)
            expect(page.get_by_role("heading", name="Your move, not played yet")).to_have_count(0)
            played = monotonic()
            expect(said).to_have_text("Your turn", timeout=PATIENCE)
            waited = round((monotonic() - played) * 1000)
            goals("milliseconds until an answer of the computer that takes it no time is seen", waited, most=500)

        assert page.locator(".turns > li").count() >= 2 * TURNS
