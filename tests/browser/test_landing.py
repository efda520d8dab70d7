"""From the first page to the first move: how many presses, how many seconds, how many boards, how many bytes."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.figures import Goals
from tests.site import Site

PHONE = {"width": 360, "height": 740}


@pytest.fixture(params=[True, False], ids=["with scripts", "without"])
def phone(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Page]:
    """Open a phone's browser without an account."""
    scripts: bool = request.param
    with browser.new_context(viewport=PHONE, java_script_enabled=scripts) as context:  # type: ignore[arg-type]
        yield context.new_page()


def test_a_stranger_has_played_the_first_move_after_two_presses(phone: Page, site: Site, goals: Goals) -> None:
    began = time.monotonic()
    phone.goto(site.address)
    boards = phone.locator("main img.thumb[src^='/rules/']").count() + phone.locator("main figure.board").count()

    phone.locator("[data-word=e5], noscript button[value=e5]").last.click()
    phone.get_by_role("button", name="Plant").click()

    expect(phone.get_by_role("heading", name="Your turn")).to_be_visible()
    seconds = round(time.monotonic() - began)
    goals("presses from the first page to the first move", 2, most=2)
    goals("seconds from the first page to the first move", seconds, most=10)
    goals("boards on the first page", boards, least=6)
    assert seconds <= 10
    assert boards >= 7
