"""Letting programs in, in a real browser: one that waits to be led back to, and one that shows a code."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import httpx
from playwright.sync_api import Browser, expect

from tests.browser.test_sessions import SIZES, is_as_wide_as_the_screen, signed_in
from tests.clients.script import Answer, listening
from tests.service.api.test_oauth_codes import CHALLENGE, VERIFIER
from tests.site import Site

APP = "my engine"


@SIZES
def test_a_program_is_led_back_to_and_learns_nothing_of_where_from(browser: Browser, site: Site, size: Any) -> None:
    with browser.new_context(viewport=size) as context, listening() as program:
        program.answers = [Answer(200, "welcome back")]
        back = f"{program.url}/back"
        wish = {
            "response_type": "code", "client_id": APP, "redirect_uri": back, "scope": "games:read", "state": "s",
            "code_challenge": CHALLENGE, "code_challenge_method": "S256",
        }  # fmt: skip
        page = signed_in(context, site)
        page.goto(f"{site.address}/oauth/authorize?{urlencode(wish)}")
        expect(page.get_by_role("heading", level=1)).to_have_text("Give this program access to your account?")
        assert is_as_wide_as_the_screen(page, size)

        page.get_by_role("button", name="Allow").click()
        page.wait_for_url(f"{back}?*")

        asked = next(each for each in program.asked if each.line.startswith("GET /back?"))
        assert "Referer" not in asked.headers
        told = parse_qs(urlsplit(asked.line.split(" ")[1]).query)
        form = {"grant_type": "authorization_code", "client_id": APP, "redirect_uri": back, "code_verifier": VERIFIER}
        given = httpx.post(f"{site.address}/oauth/token", data=form | {"code": told["code"][0]})
        assert (given.status_code, told["state"]) == (200, ["s"])
        assert given.json()["scope"] == "games:read"


@SIZES
def test_a_terminal_is_let_in_by_the_address_that_it_shows(browser: Browser, site: Site, size: Any) -> None:
    with browser.new_context(viewport=size) as context:
        codes = httpx.post(f"{site.address}/oauth/device", data={"client_id": APP}).json()
        page = signed_in(context, site)
        page.goto(f"{site.address}/device?user_code={codes['user_code']}")
        assert is_as_wide_as_the_screen(page, size)
        page.get_by_role("button", name="Continue").click()
        expect(page.get_by_text(codes["user_code"])).to_be_visible()
        assert is_as_wide_as_the_screen(page, size)
        page.get_by_role("button", name="Allow").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Connected")

        form = {"grant_type": "urn:ietf:params:oauth:grant-type:device_code", "client_id": APP}
        given = httpx.post(f"{site.address}/oauth/token", data=form | {"device_code": codes["device_code"]})
        assert given.status_code == 200
