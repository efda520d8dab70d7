"""Transitions between pages: they fade, unless the user prefers reduced motion."""

from __future__ import annotations

from typing import Literal

import pytest
from playwright.sync_api import Browser, expect

from tests.site import Site

NOTED = "addEventListener('pagereveal', (event) => { window.faded = event.viewTransition !== null; })"


@pytest.mark.parametrize(("wish", "fades"), [("no-preference", True), ("reduce", False)])
def test_a_page_fades_over_into_the_next_unless_its_reader_wants_no_motion(
    browser: Browser, site: Site, wish: Literal["no-preference", "reduce"], *, fades: bool
) -> None:
    with browser.new_context(reduced_motion=wish) as context:
        context.add_init_script(NOTED)
        page = context.new_page()
        page.goto(f"{site.address}/rules")

        page.get_by_role("link", name="Help", exact=True).click()

        expect(page).to_have_title("Help · Sundial")
        page.wait_for_function("'faded' in window")  # its first frame may come after its title
        assert page.evaluate("faded") is fades
