"""Links that bring a choice along: a whole move, or how one begins."""

from __future__ import annotations

import re

import pytest
from flask import Flask
from sqlalchemy import select

from service.db.engines import session
from service.models import Notice
from service.notifications import links
from service.play.moves import legal_actions
from tests.service.tables import Table, table
from tests.service.web.turns import seasons
from tests.service.web.visitor import Visitor

__all__ = ["seasons"]


def offered(of: Table, text: str) -> str:
    """Return the link of a one-click choice in the email."""
    game = of.game
    assert game.to_move is not None
    return links.with_offer(links.turn_link(game, game.to_move), text)


def test_the_link_of_a_small_choice_shows_it_and_one_button_plays_it(visitor: Visitor, seasons: Table) -> None:
    version, address = seasons.game.version, offered(seasons, "place max-15")

    visitor.peek(address)
    page = visitor.open(address)
    assert "Your move, not played yet" in page.text
    assert re.search(r"ann places \d+ on max-15", page.text)
    assert seasons.game.version == version

    page = visitor.press(page, "Play this move")
    assert "Move played" in page.text
    assert seasons.game.to_move == 1


def test_the_link_of_a_small_choice_shows_what_happened_once_its_turn_is_over(visitor: Visitor, seasons: Table) -> None:
    old = offered(seasons, "place max-8")
    seasons.play("place max-15")

    page = visitor.open(old)

    assert page.status == 200
    assert re.search(r"ann places \d+ on max-15", page.text)
    assert "Play this move" not in page.buttons


def test_after_dice_are_thrown_again_the_page_shows_them_and_a_mail_is_written(
    visitor: Visitor, seasons: Table
) -> None:
    reroll = next(action for action in legal_actions(seasons.game).actions if action.startswith("reroll"))

    page = visitor.press(visitor.open(offered(seasons, reroll)), "Play this move")

    assert re.search(r"Since your last turn Dice \d", page.text)
    assert "Choose your move" in page.text
    assert not any(button.startswith("reroll") for button in page.buttons)
    newest = session().scalars(select(Notice).where(Notice.kind == "your-turn").order_by(Notice.id.desc())).first()
    assert newest is not None
    assert (newest.seat, newest.version) == (0, seasons.game.version)


@pytest.mark.parametrize("text", ["place max-99", "reroll 7", "place", "place max-15, place max-8", ",", "x" * 2000])
def test_a_link_that_names_no_move_gets_a_sentence_or_the_choice(visitor: Visitor, seasons: Table, text: str) -> None:
    page = visitor.open(offered(seasons, text))

    assert page.status == 200
    assert "Play this move" not in page.buttons
    assert any(heading in page.text for heading in ("Choose your move", "Continue your move"))


def test_how_an_action_begins_leaves_only_what_goes_on_from_there(app: Flask, visitor: Visitor) -> None:
    village = table("ann", "bob", ruleset="siesta")
    village.play("sun f6, roof g6, shadow h6")

    page = visitor.open(offered(village, "roof"))

    values = [button.attributes["value"] for button in page.tree.all("button") if "value" in button.attributes]
    assert values
    assert all(value.startswith("roof ") for value in values)
    assert "Continue your move" in page.text
    assert "roof …" in page.text
    assert "Preview" in visitor.press(page, values[0]).buttons


def test_many_squares_are_chosen_by_kind_first(app: Flask, visitor: Visitor) -> None:
    dawn = table("ann", "bob", ruleset="dawn")
    dawn.play("vesta h6")
    length = legal_actions(dawn.game).actions[0].split(" ")[1]
    lengths = {action.split(" ")[1] for action in legal_actions(dawn.game).actions}
    assert lengths == {length}

    page = visitor.open(offered(dawn, f"bar {length}"))

    options = list(page.tree.all("option"))
    assert len(options) > 40
    assert "Play this move" in visitor.press(page, "Preview", pick=f"bar {length} upright a1").buttons
