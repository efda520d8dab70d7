"""The cost of a turn on a phone: bytes transferred, cold and for one preview, and tap targets."""

from __future__ import annotations

from playwright.sync_api import Browser

import rules
from service.notifications import links
from tests import chromium
from tests.figures import Figures, Goals
from tests.service.tables import table
from tests.site import Site

BROWSERS = chromium.WITH_WINDOWS
TELEPHONE = {"width": 390, "height": 844}
MOST_COLD, MOST_STEP = 90_000, 15_000
"""Bytes of a first page with its fonts, and of one look at what a move would lead to."""
COLD = "performance.getEntries().reduce((sum, entry) => sum + (entry.transferSize ?? 0), 0)"
STEP = """async () => {
  const address = new URL(location);
  address.searchParams.set("pick", JSON.parse(document.getElementById("turn").dataset.actions)[0]);
  await (await fetch(address)).text();
  return performance.getEntriesByName(address.href)[0].transferSize;
}"""
SMALLEST = """(parts) => Math.floor(Math.min(...parts.map((part) => {
  const { width, height } = part.getBoundingClientRect();
  return Math.min(width, height);
})))"""
SQUARES = ".live [data-word]:not([opacity])"


def test_a_page_with_a_board_is_light_and_a_look_ahead_lighter(
    browser: Browser, site: Site, figures: Figures, goals: Goals
) -> None:
    cold, step, target = dict[str, int](), dict[str, int](), dict[str, int]()
    for ruleset in rules.games():
        game = table("ann", "bob", ruleset=ruleset).game
        turn = links.turn_link(game, game.to_move or 0)
        with browser.new_context(viewport=TELEPHONE, has_touch=True) as context:  # type: ignore[arg-type]  # dicts as theirs
            page = context.new_page()
            page.goto(turn, wait_until="networkidle")
            cold[ruleset], step[ruleset] = page.evaluate(COLD), page.evaluate(STEP)
            page.locator(SQUARES).first.wait_for(state="attached")
            target[ruleset] = page.locator(SQUARES).evaluate_all(SMALLEST)
    figures("bytes of a turn's page, cold", **cold)
    figures("bytes of a look ahead", **step)
    figures("pixels of the smallest thing to tap", **target)
    goals("bytes of a turn's page, cold, with fonts", max(cold.values()), most=MOST_COLD)
    goals("bytes of a look ahead", max(step.values()), most=MOST_STEP)
    assert max(cold.values()) <= MOST_COLD
    assert 0 < max(step.values()) <= MOST_STEP


ROUND = ("/", "/games", "/lobby", "/rules", "/rules/dawn", "/rules/siesta/lesson", "/games/new", "/today")
"""What somebody sees who comes by for the first time."""


def test_the_pages_round_the_games_are_light_at_a_first_visit(browser: Browser, site: Site, goals: Goals) -> None:
    weights = dict[str, int]()
    for path in ROUND:
        with browser.new_context(viewport=TELEPHONE, has_touch=True) as context:  # type: ignore[arg-type]  # a dict as theirs
            page = context.new_page()
            page.goto(f"{site.address}{path}", wait_until="networkidle")
            weights[path] = page.evaluate(COLD)
    heaviest = max(weights, key=weights.__getitem__)
    goals(
        f"bytes of the heaviest page round the games, cold, with fonts ({heaviest})", weights[heaviest], most=MOST_COLD
    )
    assert weights[heaviest] <= MOST_COLD, weights
