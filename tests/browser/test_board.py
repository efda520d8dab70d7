"""The board in a real browser: walked over by arrows, heard by its labels, tapped, hovered over, and swapped."""

from __future__ import annotations

import re
from random import Random

import pytest
from playwright.sync_api import Browser, Page, expect

from service.models import GameStatus
from service.play.moves import legal_actions
from tests.browser.test_keyboard import focused, now, turn_of
from tests.browser.test_weights import SMALLEST
from tests.figures import Figures, Goals
from tests.service.tables import Table, table
from tests.site import Site
from tests.waiting import eventually

TELEPHONE = {"width": 390, "height": 844}
TOUCH = 44
"""Pixels, below which a finger does not surely find a thing (WCAG 2.5.5)."""


COUNT_SHAKES = """() => {
  window.shaken = 0;
  document.addEventListener("animationstart", (event) => { if (event.animationName === "no") shaken += 1; });
}"""


def play_some(of: Table, turns: int, rng: Random) -> None:
    """Play so many turns at random, or until the game is over."""
    for _ in range(turns):
        if of.game.status != GameStatus.ACTIVE:
            return
        legal = legal_actions(of.game, rng.choice(legal_actions(of.game).actions))
        while not legal.complete:
            legal = legal_actions(of.game, ", ".join([*legal.played, rng.choice(legal.actions)]))
        of.play(", ".join(legal.played))


@pytest.fixture
def village(site: Site) -> Table:
    """Create a village after its first turn: a sun on f6, a roof on g6, a shadow on h6."""
    of = table("cleo", "dan", ruleset="siesta")
    of.play("sun f6, roof g6, shadow h6")
    return of


def test_a_board_is_one_tab_stop_and_arrows_walk_over_its_squares(page: Page, village: Table) -> None:
    page.goto(turn_of(village))
    assert page.locator(".live [data-word][tabindex='0']").count() == 1

    page.locator("[data-word=f6]").focus()
    walked = []
    for key in ("ArrowRight", "ArrowUp", "ArrowLeft", "ArrowDown"):
        page.keyboard.press(key)
        walked.append(focused(page))

    assert walked == ["g6", "g7", "f7", "f6"]
    assert page.locator(".live [data-word][tabindex='0']").get_attribute("data-word") == "f6"
    expect(page.locator("[data-word=f6]")).to_have_accessible_name("f6, sun: Not possible now.")


def test_a_forbidden_press_says_the_rule_below_the_board_and_plays_nothing(page: Page, village: Table) -> None:
    page.emulate_media(reduced_motion="no-preference")
    page.goto(turn_of(village))
    page.evaluate(COUNT_SHAKES)

    page.locator("[data-word=a1]").click(force=True)  # it says that it is disabled, and answers all the same

    expect(page.locator("[data-told]")).to_contain_text("Every piece must be next to another one")
    expect(page.locator("form.play")).to_have_count(0)
    assert eventually(lambda: page.evaluate("shaken") == 1)
    page.emulate_media(reduced_motion="reduce")
    page.locator("[data-word=a2]").click(force=True)
    expect(page.locator("[data-word=a2]")).to_have_class(re.compile(r"\bno\b"))
    assert page.evaluate("shaken") == 1


def test_a_pointer_shows_what_a_move_would_bring_before_it_is_chosen(page: Page, site: Site) -> None:
    of = table("cleo", "dan", ruleset="springtime")
    page.goto(turn_of(of))

    page.locator("[data-word=e5]").hover()

    expect(page.locator("[data-ghost]")).to_contain_text("places a token on e5")
    expect(page.locator("svg.ghost")).to_be_attached()
    assert now(of).log_length == 0


def least(page: Page, word: str = "") -> int:
    """Return the size in pixels of the smallest clickable target, or of one with this word."""
    named = f"[data-word='{word}']" if word else ""
    pixels: int = page.locator(f".live .can{named}").evaluate_all(SMALLEST)
    return pixels


@pytest.mark.parametrize("turns", [0, 5], ids=["opening", "middle"])
@pytest.mark.parametrize("ruleset", ["seasons", "siesta", "springtime", "springtime-puzzle", "dawn", "tribes"])
def test_whatever_a_finger_chooses_on_a_board_is_44_pixels_wide_and_high(
    browser: Browser, site: Site, figures: Figures, goals: Goals, ruleset: str, turns: int
) -> None:
    of = table("cleo", "dan", ruleset=ruleset)
    play_some(of, turns, Random(7))
    with browser.new_context(viewport=TELEPHONE, has_touch=True) as context:  # type: ignore[arg-type]  # a dict as theirs
        page = context.new_page()
        page.goto(turn_of(of))
        expect(page.locator("svg.live")).to_be_attached()
        words = page.locator(".live .can").evaluate_all("(parts) => parts.map((part) => part.dataset.word)")
        seen = list[int]()
        for word in Random(7).sample(words, min(len(words), 6)):
            part = page.locator(f".live .can[data-word='{word}']").first
            page.evaluate("scrollTo(0, 0)")
            if least(page, word) < TOUCH:
                part.tap()
                expect(page.locator("svg.close")).to_be_attached()
                expect(part).to_be_in_viewport(ratio=0.95)
                seen.append(least(page))
                page.get_by_role("button", name="Show the whole board").tap()
                expect(page.locator("svg.close")).to_have_count(0)
            else:
                seen.append(least(page, word))
        first = page.locator(".live .can").first
        first.tap()
        if page.locator("svg.close").count():
            first.tap()
        expect(page.locator("p.chosen, .matches button").first).to_be_visible()
    figures(f"pixels of the smallest thing to tap, {'middle' if turns else 'opening'}", **{ruleset: min(seen)})
    goals("pixels of the smallest thing to tap on a board, by the loupe if need be", min(seen), least=TOUCH)
    assert min(seen) >= TOUCH


def test_a_board_that_was_swapped_for_another_is_played_on(page: Page, village: Table) -> None:
    page.goto(turn_of(village))
    page.evaluate(
        "fetch(location).then((answer) => answer.text()).then((text) => document.getElementById('turn')"
        ".replaceWith(new DOMParser().parseFromString(text, 'text/html').getElementById('turn')))"
    )

    expect(page.locator("svg.live")).to_be_attached()
    page.locator("[data-word=sun]").click()
    expect(page.locator(".matches button").first).to_be_visible()
