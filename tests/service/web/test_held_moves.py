"""Held moves on pages: shown to their player alone, to be undone or played now."""

from __future__ import annotations

import pytest
from flask import Flask

from service.db import clock as time
from service.db.engines import transaction
from service.models import Holding
from service.notifications.links import present_turn
from service.play.chat import said
from service.play.held_moves import SentMove, hold_move
from service.play.positions import log_of
from service.play.seating import lock_game
from tests.service.conftest import FakeClock
from tests.service.tables import Table, table
from tests.service.web.turns import link
from tests.service.web.visitor import Page, Visitor, returning
from workers.jobs import held_moves as job

MOVE = "place max-15"


@pytest.fixture
def dice(app: Flask) -> Table:
    """Ann is to move in a game with dice."""
    return table("ann", "bob")


def played(of: Table) -> list[str]:
    return [entry.action for entry in log_of(of.game) if entry.seat >= 0]


def play(visitor: Visitor, of: Table) -> Page:
    return visitor.press(visitor.press(visitor.open(link(of)), MOVE), "Play this move")


def mailed(of: Table) -> None:
    """Hold a move of Ann's with words, as an email does."""
    with transaction():
        game = lock_game(of.id)
        sent = SentMove(game.version, MOVE, time.now(), {"text": "Sorry!", "to": None})
        hold_move(game, present_turn(game, 0), sent, time.now())


def test_a_move_by_link_before_dice_waits(visitor: Visitor, dice: Table, clock: FakeClock) -> None:
    address = link(dice)
    page = play(visitor, dice)
    assert "Your move is not played yet" in page.text
    assert f"{MOVE} We'll play it: in 10 minutes" in page.text
    clock.advance(minutes=10)
    job.run()
    assert played(dice) == [MOVE]
    assert "Move played" in visitor.open(address).text


def test_it_is_undone_by_link(visitor: Visitor, dice: Table, clock: FakeClock) -> None:
    page = visitor.press(play(visitor, dice), "Undo")
    assert "Your move is not played yet" not in page.text
    clock.advance(minutes=10)
    job.run()
    assert played(dice) == []


def test_it_is_played_now_by_link(visitor: Visitor, dice: Table) -> None:
    page = visitor.press(play(visitor, dice), "Play now")
    assert "Move played" in page.text
    assert played(dice) == [MOVE]


def test_it_does_not_wait_without_dice_or_if_its_player_chose_so(app: Flask, visitor: Visitor, dice: Table) -> None:
    ann = returning(app, "ann@example.net")
    ann.press(ann.open("/me/mails"), "Save which emails I get", moves_held=Holding.NONE)
    play(visitor, dice)
    assert played(dice) == [MOVE]
    village = table("cyd", "dee", ruleset="siesta")
    move = village.whole_moves(1)[0]
    page = visitor.press(visitor.open(f"{link(village)}?chosen={move.replace(' ', '+')}"), "Play this move")
    assert "Move played" in page.text


def test_a_signed_in_player_plays_at_once(app: Flask, dice: Table) -> None:
    ann = returning(app, "ann@example.net")
    ann.press(ann.press(ann.open(f"/games/{dice.id}"), MOVE), "Play this move")
    assert played(dice) == [MOVE]


@pytest.mark.parametrize(("button", "left", "words"), [("Undo", [], []), ("Play now", [MOVE], ["Sorry!"])])
def test_the_game_page_shows_it_to_its_player_alone(
    app: Flask, dice: Table, button: str, left: list[str], words: list[str]
) -> None:
    mailed(dice)
    ann, bob = returning(app, "ann@example.net"), returning(app, "bob@example.net")
    assert MOVE not in bob.open(f"/games/{dice.id}").text
    page = ann.open(f"/games/{dice.id}")
    assert "Your message goes with it: “Sorry!”" in page.text
    ann.press(page, button)
    assert (played(dice), [each.text for each in said(dice.game)]) == (left, words)
