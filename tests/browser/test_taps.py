"""Tap targets on a phone are as large as a finger; links in text are as high as their line."""

from __future__ import annotations

from playwright.sync_api import Browser

from service.notifications import links
from service.security.rates import Rates
from tests.browser.every_page import known
from tests.browser.test_axe import TELEPHONE
from tests.figures import Goals
from tests.names import anywhere
from tests.service.access.conftest import made_private
from tests.service.tables import table
from tests.site import Site

TOUCH = 44
"""Pixels (WCAG 2.5.5)."""
SMALLEST_CONTROLS = """() => [...document.querySelectorAll("a[href], button, input, select, textarea, summary")]
  .filter((part) => part.checkVisibility({ visibilityProperty: true }) && !part.closest("svg, .hidden, .skip"))
  .filter((part) => part.type !== "hidden" && !part.matches(".whole") && getComputedStyle(part).clipPath === "none")
  .filter((part) => !(part.matches("a") && getComputedStyle(part).display === "inline"))
  .map((part) => {
    const { width, height } = (part.closest("label") ?? part).getBoundingClientRect();
    return [Math.round(Math.min(width, height)), `${location.pathname}: ${part.outerHTML.slice(0, 120)}`];
  })"""


def test_whatever_is_tapped_on_a_telephone_is_44_pixels_wide_and_high(
    browser: Browser, site: Site, goals: Goals
) -> None:
    site.app.config["RESOLVE"] = anywhere
    site.app.extensions["rates"] = Rates({})
    private = made_private()
    game, over = private.table.game, table("quill", "wren", ruleset="springtime-puzzle")
    over.play_to_the_end()
    turn, own = links.turn_link(game, 0).removeprefix(site.address), f"/games/{game.id}"
    paths = ["/", "/games", "/games/new", "/games/new/seasons", "/rules", "/rules/seasons", "/today", "/today/days"]
    paths += ["/sign-in", "/help", "/bots", "/me", "/me/mails", "/me/tokens", "/me/webhooks", "/nowhere"]
    paths += [turn, f"{turn}?pick=place+max-15", own, f"{own}?tab=plan", f"{own}?at=1"]
    paths += [f"/games/{over.id}", f"/games/{over.id}?at=3", "/lobby", "/play/bot"]
    least, small = 1000, list[str]()
    with browser.new_context(viewport=TELEPHONE, has_touch=True, is_mobile=True) as context:  # type: ignore[arg-type]
        page = known(context, site, private)
        for path in paths:
            page.goto(f"{site.address}{path}")
            found = page.evaluate(SMALLEST_CONTROLS)
            assert found, path
            least = min(least, *(pixels for pixels, _ in found))
            small += [f"{pixels} {where}" for pixels, where in found if pixels < TOUCH]
    goals("pixels of the smallest control on a telephone", least, least=TOUCH)
    assert not small, "\n".join(small)
