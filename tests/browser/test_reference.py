"""The reference of the API as it is tried out in a browser."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.site import Site

PHONE, DESK = {"width": 360, "height": 740}, {"width": 1280, "height": 900}


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["telephone", "desk"])
def test_the_api_is_shown_and_tried_out_under_our_policy_for_scripts(browser: Browser, site: Site, size: Any) -> None:
    with browser.new_context(viewport=size) as context:
        page, complaints = context.new_page(), []
        page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
        page.goto(f"{site.address}/docs/try")
        page.locator("#operations-tag-rulesets").click()
        operation = page.locator("#operations-rulesets-listRulesets")
        operation.get_by_role("button").first.click()
        operation.get_by_role("button", name="Try it out").click()
        operation.get_by_role("button", name="Execute").click()
        expect(operation.locator(".live-responses-table")).to_contain_text("Seasons of the Sun")
        assert complaints == []
