"""What-if lines on pages without scripts, saved as branches."""

from __future__ import annotations

import pytest
from flask import Flask

from rules import CHANCE
from service.models import Visibility
from service.play.positions import position_of
from service.play.what_if import outcomes, suppose
from tests.service.tables import Table, person, table
from tests.service.web.visitor import Page, Visitor, sign_in


@pytest.fixture
def of(app: Flask) -> Table:
    return table("ann", "bob", ruleset="springtime")


@pytest.fixture
def ann(app: Flask, of: Table) -> Visitor:
    return sign_in(app, "ann")


@pytest.fixture
def bob(app: Flask, of: Table) -> Visitor:
    return sign_in(app, "bob")


def link(page: Page, text: str) -> str:
    """Return the address of the first link with that text."""
    return next(each.attributes["href"] for each in page.tree.all("a") if each.text == text)


def is_alarmed(page: Page) -> bool:
    """Whether the page says that something cannot be done."""
    return any(each.attributes.get("role") == "alert" for each in page.tree.all("div"))


def tried(visitor: Visitor, page: Page, move: str) -> Page:
    """Enter a move, preview it and continue; return the page."""
    forms = [
        form for form in page.tree.all("form") if any(f.attributes.get("id") == "typed" for f in form.all("input"))
    ]
    looked = visitor.open(f"{forms[0].attributes['action']}?pick={move.replace(' ', '+')}")
    return visitor.open(link(looked, "Continue from here"))


def test_a_line_is_thought_through_for_both_sides_and_nothing_is_played(of: Table, ann: Visitor) -> None:
    page = ann.open(link(ann.open(f"/games/{of.id}"), "What if …?"))
    assert page.heading == "It would be your turn"
    page = tried(ann, page, "e5")
    assert page.heading == "It would be the turn of bob"
    page = tried(ann, page, "e7")
    assert page.heading == "It would be your turn"
    assert page.address == f"/games/{of.id}/what-if/0/e5/e7"
    assert (of.game.log_length, of.game.version) == (0, 1)


def test_one_goes_back_and_forth_in_a_line_and_off_from_the_middle_of_it(of: Table, ann: Visitor) -> None:
    page = ann.open(f"/games/{of.id}/what-if/0/e5/e7")
    assert "Move 2 of 2" in page.text
    back = ann.open(link(page, "‹ Back"))
    assert (back.heading, "Move 1 of 2" in back.text) == ("It would be the turn of bob", True)
    assert ann.open(link(back, "Next ›")).heading == page.heading
    assert tried(ann, back, "e8").address == f"/games/{of.id}/what-if/0/e5/e8"
    assert ann.open(link(back, "Current position")).heading == "It would be your turn"


def test_points_and_turn_are_those_of_the_line(of: Table, ann: Visitor) -> None:
    page = ann.open(f"/games/{of.id}/what-if/0/e5/e7/a7")
    scores = suppose(of.game, 0, "e5/e7/a7").position.scores()
    assert [each.text for each in page.tree.all("span") if each.attributes.get("class") == "score"] == [
        f"{score} points" for score in scores
    ]


def test_dice_are_chosen_or_thrown_anew(app: Flask) -> None:
    of = table("cyd", "dee")
    cyd = sign_in(app, "cyd")
    page = cyd.open(f"/games/{of.id}/what-if/{of.game.log_length}/place max-15")
    assert page.heading == "The dice would be rolled"
    chosen = cyd.press(page, "Use this result", dice="roll 2 3 4")
    assert chosen.heading == "It would be the turn of dee"
    thrown = cyd.press(page, "Roll the dice")
    assert thrown.heading == "It would be the turn of dee"
    rolled = thrown.address.rpartition("/")[2].replace("%20", " ")
    assert rolled in dict(outcomes(suppose(of.game, None, "place max-15").position))
    refused = cyd.open(f"{page.address}?dice=roll+9+9+9")
    assert refused.heading == "The dice would be rolled"
    assert is_alarmed(refused)
    assert position_of(of.game).current_player() != CHANCE


def test_a_line_that_cannot_be_played_is_shown_as_far_as_it_can(of: Table, ann: Visitor) -> None:
    page = ann.open(f"/games/{of.id}/what-if/0/e5/e7/e7/a1")
    assert "Move 2 of 2" in page.text
    assert is_alarmed(page)


def test_a_branch_is_kept_opened_changed_and_deleted_without_anybody_else_seeing_it(
    of: Table, ann: Visitor, bob: Visitor
) -> None:
    page = ann.press(ann.open(f"/games/{of.id}/what-if/0/e5/e7"), "Save", name="the corner")
    assert "Saved as the corner." in page.text
    begun = ann.open(f"/games/{of.id}/what-if/0")
    assert ann.open(link(begun, "the corner")).address == page.address
    longer = ann.press(ann.open(f"{page.address}/a7"), "Replace with this line")
    assert "Saved as the corner." in longer.text
    renamed = ann.press(longer, "Rename", name="the edge")
    assert "Saved as the edge." in renamed.text
    assert "Saved lines of this game" not in bob.open(f"/games/{of.id}/what-if/0/e5/e7").text
    gone = ann.press(renamed, "Delete: the edge")
    assert (gone.address, "the edge" in gone.text) == (longer.address, False)


def test_a_name_that_is_taken_or_cannot_be_seen_is_refused_with_the_line_as_it_was(of: Table, ann: Visitor) -> None:
    ann.press(ann.open(f"/games/{of.id}/what-if/0/e5"), "Save", name="mine")
    page = ann.press(ann.open(f"/games/{of.id}/what-if/0/e5/e7"), "Save", name="mine")
    assert (page.status, "You already have a saved line with that name in this game." in page.text) == (409, True)
    assert "Move 2 of 2" in page.text
    assert ann.press(ann.open(f"/games/{of.id}/what-if/0/e5/e7"), "Save", name=" ").status == 422


def test_a_line_is_kept_as_conditional_moves_by_one_press_and_listed_in_the_game(
    of: Table, bob: Visitor, ann: Visitor
) -> None:
    begun = bob.open(f"/games/{of.id}/what-if/0/e5")
    assert "Play the move that you expect, then your answer." in begun.text
    assert "Save conditional moves" not in begun.buttons
    preview = bob.open(f"/games/{of.id}/what-if/0/e5?pick=e7")
    assert "Conditional moves If ann plays: e5 I play: e7" in preview.text
    kept = bob.press(preview, "Save conditional moves")
    assert kept.address == f"/games/{of.id}/what-if/0/e5/e7"
    assert "Saved. We play your answers for you." in kept.text
    longer = bob.press(bob.open(f"{kept.address}/a7/a1"), "Save conditional moves")
    other = bob.press(bob.open(f"/games/{of.id}/what-if/0/e6/e8"), "Save conditional moves")
    listed = bob.open(link(longer, "See or delete your conditional moves"))
    assert "if e6 then e8 Delete: if e6 then e8 if e5 then e7 (if a7 then a1) Delete" in listed.text
    left = bob.press(listed, "Delete: if e6 then e8")
    assert "if e6" not in left.text
    assert "if e5 then e7 (if a7 then a1) Delete" in left.text
    assert "Saved." not in bob.open(other.address).text
    assert "Save conditional moves" not in ann.open(f"/games/{of.id}/what-if/0/e5/e7/a7/a1").buttons


def test_conditional_moves_of_a_position_that_has_passed_are_refused(of: Table, bob: Visitor) -> None:
    page = bob.open(f"/games/{of.id}/what-if/0/e5/e7")
    of.play("e5")
    refused = bob.press(page, "Save conditional moves")
    assert (refused.status, is_alarmed(refused)) == (409, True)


def test_ones_own_first_move_is_taken_to_the_game_and_not_played(of: Table, ann: Visitor) -> None:
    page = ann.open(link(ann.open(f"/games/{of.id}/what-if/0/e5/e7"), "Use the first move in the game"))
    assert "Your move, not played yet" in page.text
    assert of.game.log_length == 0


def test_a_chosen_move_is_taken_along_from_the_game(of: Table, ann: Visitor) -> None:
    page = ann.open(link(ann.open(f"/games/{of.id}?pick=e5"), "What if …?"))
    assert page.address == f"/games/{of.id}/what-if/0/e5"


def test_a_game_that_has_gone_on_or_is_over_can_be_thought_over_from_any_place(of: Table, ann: Visitor) -> None:
    of.play("e5")
    of.play_to_the_end()
    page = ann.open(f"/games/{of.id}/what-if?at=1")
    assert page.address == f"/games/{of.id}/what-if/1"
    over = ann.open(link(page, "Start from the current position"))
    assert "would win" in over.heading or "share the win" in over.heading
    assert "Next move" not in over.text
    assert ann.open(f"/games/{of.id}/what-if/999").status == 404


def test_it_is_for_players(app: Flask, of: Table) -> None:
    open_to_all = table("cyd", "dee", visibility=Visibility.PUBLIC)
    person("eve")
    eve, nobody = sign_in(app, "eve"), Visitor(app)
    assert eve.open(f"/games/{of.id}/what-if/0").status == 404
    assert eve.open(f"/games/{open_to_all.id}/what-if/0").status == 403
    assert "What if …?" not in eve.open(f"/games/{open_to_all.id}").text
    assert nobody.open(f"/games/{open_to_all.id}/what-if/0").address == "/sign-in"
