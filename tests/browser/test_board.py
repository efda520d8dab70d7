"""The board in a real browser: walked over by arrows, heard by its labels, tapped, hovered over, and swapped."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

import pytest
from playwright.sync_api import Browser, Page, expect

import rules
from service.models import GameStatus
from service.play.moves import legal_actions
from tests.browser.test_keyboard import focused, now, turn_of
from tests.figures import Figures
from tests.service.tables import Table, table
from tests.site import Site
from tests.waiting import eventually

TELEPHONE = {"width": 390, "height": 844}

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


BESIDE = """(parts) => {
  const HALF_A_FINGER = 12;
  const partAt = (x, y) => document.elementFromPoint(x, y)?.closest(".live [data-word]");
  const isLone = (part, x, y) => [...Array(12).keys()].every((hour) => {
    const near = partAt(x + 16 * Math.cos(hour * Math.PI / 6), y + 16 * Math.sin(hour * Math.PI / 6));
    return near === part || !near?.matches(".can");
  });
  for (const part of parts) {
    const { left, top, width, height } = part.getBoundingClientRect();
    for (const [dx, dy] of [[1, 0], [-1, 0], [0, 1], [0, -1]]) {
      let [x, y] = [left + width / 2, top + height / 2];
      if (partAt(x, y) !== part) continue;
      while (partAt(x, y) === part) [x, y] = [x + dx, y + dy];
      [x, y] = [x + HALF_A_FINGER * dx, y + HALF_A_FINGER * dy];
      const [found, there] = [document.elementFromPoint(x, y), partAt(x, y)];
      const isFree = !there || (!there.matches(".can") && /^[a-z]\\d+$/.test(there.dataset.word));
      if (found?.closest("svg.live") && isFree && isLone(part, x, y)) return [part.dataset.word, [x, y]];
    }
  }
  return null;
}"""
"""A legal target, and a point beside it within half a finger that is on none."""

WORDS = "(parts) => parts.map((part) => part.dataset.word)"


@pytest.fixture
def phone(browser: Browser) -> Iterator[Page]:
    with browser.new_context(viewport=TELEPHONE, has_touch=True) as context:  # type: ignore[arg-type]  # a dict as theirs
        yield context.new_page()


@pytest.mark.parametrize("ruleset", ["siesta", "springtime", "dawn", "tribes"])
def test_a_finger_beside_a_legal_square_takes_it(phone: Page, site: Site, ruleset: str) -> None:
    of = table("cleo", "dan", ruleset=ruleset)
    play_some(of, 3, Random(7))
    phone.goto(turn_of(of))
    expect(phone.locator("svg.live")).to_be_attached()

    word, at = phone.locator(".live .can").evaluate_all(BESIDE)
    phone.touchscreen.tap(*at)

    expect(phone.locator(".live [aria-pressed=true], p.chosen").first).to_be_attached()
    pressed = phone.locator(".live [aria-pressed=true]").evaluate_all(
        "(parts) => parts.map((part) => part.dataset.word)"
    )
    assert word in pressed or word in phone.locator("p.chosen").inner_text()


def test_a_mouse_beside_a_legal_square_takes_what_it_is_on(page: Page, village: Table) -> None:
    page.goto(turn_of(village))
    expect(page.locator("svg.live")).to_be_attached()

    _, at = page.locator(".live .can").evaluate_all(BESIDE)
    page.mouse.click(*at)

    expect(page.locator(".live [aria-pressed=true], form.play")).to_have_count(0)


def test_a_page_with_a_board_can_be_enlarged_by_two_fingers(phone: Page, village: Table) -> None:
    phone.goto(turn_of(village))

    assert "scalable" not in str(phone.locator("meta[name=viewport]").get_attribute("content"))
    allowed = phone.locator("svg.live [data-word]").first.evaluate("(part) => getComputedStyle(part).touchAction")
    assert allowed == "manipulation"


TURNS = 4


def presses(page: Page, of: Table, rng: Random) -> int:
    """Play a turn by pressing on the board alone; return the number of presses."""
    page.goto(turn_of(of))
    expect(page.locator("svg.live")).to_be_attached()
    has_touch, count = page.evaluate("navigator.maxTouchPoints > 0"), 0
    while not page.locator("form.play").count():
        parts = page.locator(".live .can:not([aria-pressed=true])").all()
        part = rng.choice(parts) if parts else page.locator(".matches button").first
        part.tap() if has_touch else part.click()
        count += 1
        expect(page.locator("#turn.busy")).to_have_count(0)
        expect(page.locator("svg.live, form.play").first).to_be_attached()
    button = page.get_by_role("button", name="Play this move")
    button.tap() if has_touch else button.click()
    expect(page.locator("form.play")).to_have_count(0)
    return count + 1


@pytest.mark.parametrize("ruleset", sorted(rules.games()))
def test_a_finger_taps_as_often_as_a_mouse_clicks(
    phone: Page, page: Page, site: Site, figures: Figures, ruleset: str
) -> None:
    clicks, taps = (
        [presses(each, of, rng) for _ in range(TURNS)]
        for each, of, rng in ((each, table("cleo", "dan", ruleset=ruleset), Random(7)) for each in (page, phone))
    )

    figures("clicks a turn on a desk", **{ruleset: round(sum(clicks) / TURNS, 1)})
    figures("taps a turn on a telephone", **{ruleset: round(sum(taps) / TURNS, 1)})
    assert sum(taps) <= sum(clicks) + TURNS


def test_a_board_that_was_swapped_for_another_is_played_on(page: Page, village: Table) -> None:
    page.goto(turn_of(village))
    page.evaluate(
        "fetch(location).then((answer) => answer.text()).then((text) => document.getElementById('turn')"
        ".replaceWith(new DOMParser().parseFromString(text, 'text/html').getElementById('turn')))"
    )

    expect(page.locator("svg.live")).to_be_attached()
    page.locator("[data-word=sun]").click()
    expect(page.locator(".matches button").first).to_be_visible()
