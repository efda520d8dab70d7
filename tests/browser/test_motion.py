"""Motion between pages and on boards, unless the user prefers reduced motion."""

from __future__ import annotations

from typing import Literal

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.every_page import let_in
from tests.browser.test_lost_lines import RELOADS_BY_ITSELF
from tests.service.tables import table
from tests.site import Site

MOVES = 6
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


GLIDES = """() => {
  window.glided = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, timing) {
    if (this.closest(".board")) window.glided.push([frames[0].translate, timing.duration]);
    return animate.call(this, frames, timing);
  };
}"""


@pytest.mark.parametrize(("wish", "glides"), [("no-preference", True), ("reduce", False)])
def test_a_piece_that_another_has_moved_glides_there_unless_its_reader_wants_no_motion(
    browser: Browser, site: Site, wish: Literal["no-preference", "reduce"], *, glides: bool
) -> None:
    of = table("ann", "bob", ruleset="tribes")
    for _ in range(MOVES):
        of.play(of.whole_moves(1)[0])
    with browser.new_context(reduced_motion=wish) as context:
        let_in(context, site, next(each for each in of.players if each.id != of.mover.id))
        page = context.new_page()
        page.goto(f"{site.address}/games/{of.id}")
        page.evaluate(GLIDES)
        of.play(of.whole_moves(1)[0])
        page.evaluate(RELOADS_BY_ITSELF)

        glided = page.evaluate("glided")
        assert bool(glided) is glides
        assert {duration for _, duration in glided} <= {150}
