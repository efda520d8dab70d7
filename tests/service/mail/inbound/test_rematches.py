"""`rematch` in answer to the mail that a game is over: the same table once more, one game however many ask."""

from __future__ import annotations

import pytest

from service.accounts.blocks import block
from service.db import clock
from service.models import Game, GameStatus
from service.play.rematches import rematch_of
from service.play.seats import resign
from tests.service.mail.inbound.correspondent import games, mailed, write
from tests.service.tables import Table, table

pytestmark = pytest.mark.usefixtures("app")
ADA, BOB = "ada@example.net", "bob@example.net"


@pytest.fixture
def over() -> Table:
    of = table("ada", "bob")
    resign(of.id, of.players[1], clock.now())
    return of


def asked(address: str, word: str) -> str:
    """Reply with this word to the email that the game is over; return the topic of the answer."""
    [told] = mailed(address, "game-over")
    write(address, told.box, word)
    return mailed(address, "answer")[-1].topic


def again(of: Table) -> Game:
    found = rematch_of(of.game)
    assert found is not None
    return found


def test_who_asks_invites_the_other_and_who_answers_the_same_sits_down(over: Table) -> None:
    [told] = mailed(ADA, "game-over")
    assert "reply with “rematch”" in " ".join(told.text.split())

    assert asked(ADA, "Rematch!") == "rematch"
    assert again(over).status == GameStatus.INVITING
    assert len(mailed(BOB, "invitation")) == 1
    assert f"/games/{again(over).id}" in " ".join(mailed(ADA, "answer")[-1].text.split())

    assert asked(BOB, "again") == "rematch-begun"
    assert again(over).status == GameStatus.ACTIVE
    assert len(games()) == 2


def test_asking_twice_by_mail_is_asking_once(over: Table) -> None:
    for word in ("rematch", "again"):
        assert asked(ADA, word) == "rematch"

    assert len(games()) == 2
    assert len(mailed(BOB, "invitation")) == 1


def test_what_is_said_besides_goes_to_the_table_and_asks_for_nothing(over: Table) -> None:
    [told] = mailed(ADA, "game-over")

    write(ADA, told.box, "Thanks! I would love a rematch some day, when the weather is better.")

    assert rematch_of(over.game) is None


def test_who_takes_no_invitations_is_not_asked_and_the_asker_hears_why(over: Table) -> None:
    ada, bob = over.players
    block(bob, ada, clock.now())

    assert asked(ADA, "rematch") == "no-rematch"
    assert rematch_of(over.game) is None


def test_before_the_end_there_is_no_rematch() -> None:
    table("ada", "bob")
    [turn] = mailed(ADA, "your-turn")

    write(ADA, turn.box, "rematch")

    assert mailed(ADA, "answer")[-1].topic == "not-over"
    assert len(games()) == 1
