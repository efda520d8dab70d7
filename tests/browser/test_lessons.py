"""A board to learn on is clicked as one to play on, and nothing is played there."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.site import Site


def test_a_lesson_ends_with_a_move_clicked_on_the_board(page: Page, site: Site) -> None:
    page.goto(f"{site.address}/rules/springtime/lesson/4")

    page.locator("figure.board [data-word=h3]").click()

    expect(page.get_by_role("heading", name="That's a complete move. You're ready to play.")).to_be_visible()
    expect(page.locator("main").get_by_role("link", name="Start a game")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


def test_every_step_of_a_lesson_is_a_press_on_the_board_and_is_answered(page: Page, site: Site) -> None:
    def press(*words: str) -> None:
        for word in words:
            page.locator(f"figure.board > svg.live [data-word={word}]").last.click()

    page.goto(f"{site.address}/rules/tribes/lesson")
    press("d1")
    expect(page.locator(".notice")).to_contain_text("Not quite. Try another place.")
    press("b5")
    expect(page.locator(".notice")).to_contain_text("Correct. Spring is the strongest tribe there")

    page.locator("[rel=next]").click()
    press("spring", "c5")
    press("d5")
    expect(page.locator(".move")).to_contain_text("A -8 → 100 points")
    expect(page.locator(".changes").first).to_contain_text("Settlement on b5.")
    expect(page.locator(".changes").last).to_contain_text("A with its Shaman (12+11)×4 = 92")

    page.locator("[rel=next]").click()
    press("e7")
    expect(page.locator(".notice")).to_contain_text("Correct. Winter has one marker there.")


def test_a_lesson_is_answered_by_keyboard(page: Page, site: Site) -> None:
    page.goto(f"{site.address}/rules/siesta/lesson")
    page.locator("[data-word=f6]").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".notice")).to_contain_text("Correct. Somebody rests on f6")
