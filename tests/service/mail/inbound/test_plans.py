"""Plans by mail."""

from __future__ import annotations

from itertools import takewhile

import pytest
from sqlalchemy import select

from service.accounts.accounts import change
from service.db.engines import session, transaction
from service.models import Holding, Message, Outcome
from service.notifications.links import turn_box
from service.play.plans import plan_of
from tests.service.mail.inbound.correspondent import mailed, write
from tests.service.tables import Table, table

pytestmark = pytest.mark.usefixtures("app")
ADA = "ada@example.net"
SUGGESTED = "Reply with one of these, for example:"


def planned(of: Table) -> str:
    """Return Ada's saved conditional moves."""
    session().rollback()
    plan = plan_of(of.game, of.players[0])
    return plan.text if plan else ""


def test_a_plan_stands_below_a_move_and_is_said_to_nobody() -> None:
    of = table("ada", "bob", ruleset="springtime")
    change(of.players[0].id, moves_held=Holding.NONE)
    assert write(ADA, turn_box(of.game, 0), "e5\nplan if e7 then g7\nand thanks for the game") == Outcome.PLAYED
    assert planned(of) == "if e7 then g7"
    assert "Only you can see them. If they fit, we play them for you: if e7 then g7. They cover one turn." in words(ADA)
    assert session().scalars(select(Message)).all() == []


@pytest.mark.parametrize(("language", "told"), [("de", "Er reicht für einen Zug."), ("it", "Valgono per un turno.")])
def test_how_long_a_plan_is_stands_in_the_readers_language(language: str, told: str) -> None:
    of = table("ada", "bob", ruleset="springtime")
    with transaction() as current:
        current.merge(of.players[0]).language = language
    write(ADA, turn_box(of.game, 0), "e5\nplan if e7 then g7")
    assert told in words(ADA)


def test_a_plan_is_asked_for_changed_and_ended() -> None:
    of = table("ada", "bob", ruleset="springtime")
    box = turn_box(of.game, 0)
    write(ADA, box, "plan if e7 then g7")
    assert topic() == "plan-refused"
    assert "for your next turn" in words(ADA)
    of.play("e5")
    write(ADA, box, "plan")
    assert topic() == "no-plan"
    write(ADA, box, "Plan: if e7 then a1")
    assert ": if e7 (a1)." in words(ADA)
    write(ADA, box, "plan wenn e7 dann g7 oder g5; wenn alles dann e8")
    assert planned(of) == "if e7 then g7 or g5; if anything then e8"
    write(ADA, box, "plan")
    assert "if e7 then g7 or g5; if anything then e8" in words(ADA)
    write(ADA, box, "plan off")
    assert planned(of) == ""
    assert topic() == "plan-dropped"


SET_UP = {"siesta": 0, "springtime": 0, "tribes": 2}
"""Entries in the log before players take turns."""


@pytest.mark.parametrize("ruleset", SET_UP)
def test_a_plan_is_explained_by_an_example_that_can_be_sent_back(ruleset: str) -> None:
    of = table("ada", "bob", ruleset=ruleset)
    while of.game.to_move != 0 or of.game.log_length < SET_UP[ruleset]:
        of.play_anything()
    box = turn_box(of.game, 0)
    write(ADA, box, "plan")
    assert "The example below means: if bob plays" in words(ADA)
    assert write(ADA, box, example()) == Outcome.PLAYED
    write(ADA, box, "plan off")
    write(ADA, box, "plan foo")
    assert write(ADA, box, example()) == Outcome.ANSWERED
    assert topic() == "plan-set"


def test_a_plan_is_not_explained_by_an_example_where_dice_come_first() -> None:
    of = table("ada", "bob")
    write(ADA, turn_box(of.game, 0), "plan")
    assert "The example below means" not in words(ADA)


def example() -> str:
    """Return the text that the newest answer to Ada suggests to send back."""
    lines = mailed(ADA, "answer")[-1].text.splitlines()
    return "\n".join(map(str.strip, takewhile(bool, lines[lines.index(SUGGESTED) + 1 :])))


def topic() -> str:
    """Return the topic of the newest answer to Ada."""
    return mailed(ADA, "answer")[-1].topic


def words(address: str) -> str:
    """Return the newest answer to an address on one line."""
    return " ".join(mailed(address, "answer")[-1].text.split())
