"""Boards in emails in dark mode, where the style sheet inverts the picture."""

from __future__ import annotations

from base64 import b64encode
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from io import BytesIO
from typing import Literal

import pytest
from PIL import Image
from playwright.sync_api import Browser

from service.mail.compose import compose
from tests.service.mail.occasions import newest, part
from tests.service.tables import table
from tests.site import Site

pytestmark = pytest.mark.real_pictures
DARK = 128
"""The brightness, of 255, from which on something is light."""


def as_page(mail: bytes) -> str:
    """Return the email's HTML with its pictures inlined, for a browser."""
    message = message_from_bytes(mail, policy=default)
    assert isinstance(message, EmailMessage)
    page = part(message, "html")
    for each in message.walk():
        if each.get_content_type() == "image/png":
            name, png = each["Content-ID"].strip("<>"), b64encode(each.get_content()).decode()
            page = page.replace(f"cid:{name}", f"data:image/png;base64,{png}")
    return page


def board(browser: Browser, page: str, scheme: Literal["light", "dark"], width: int = 800) -> Image.Image:
    """Take a picture of an email's board in a colour scheme."""
    with browser.new_context(color_scheme=scheme, viewport={"width": width, "height": 600}) as context:
        tab = context.new_page()
        tab.set_content(page)
        shown = tab.locator("img").first
        return Image.open(BytesIO(shown.screenshot())).convert("RGB")


def darkness(image: Image.Image) -> float:
    """Which share of a picture is rather dark than light."""
    counts = image.convert("L").histogram()
    return sum(counts[:DARK]) / sum(counts)


@pytest.mark.parametrize("ruleset", ["seasons", "tribes"])
@pytest.mark.parametrize("width", [360, 800])
def test_a_board_that_is_sent_once_is_dark_on_a_dark_screen(
    browser: Browser, site: Site, ruleset: str, width: int
) -> None:
    table("ann", "bob", ruleset=ruleset)
    page = as_page(compose(newest("your-turn")))
    by_day, by_night = (board(browser, page, scheme, width) for scheme in ("light", "dark"))

    assert by_day.size == by_night.size
    assert darkness(by_day) < 0.3
    assert darkness(by_night) > 0.7


def test_the_sun_of_seasons_shines_by_night_as_by_day(browser: Browser, site: Site) -> None:
    table("ann", "bob")
    page = as_page(compose(newest("your-turn")))
    suns = [_middle(board(browser, page, scheme)) for scheme in ("light", "dark")]

    assert suns[0].tobytes() == suns[1].tobytes()
    assert len(suns[0].getcolors(suns[0].width * suns[0].height) or []) > 5


def _middle(image: Image.Image) -> Image.Image:
    """Return a square within the sun's disc."""
    begin, end = round(0.39 * image.width), round(0.61 * image.width)
    return image.crop((begin, begin, end, end))
