"""Saying something to one player alone, by mail."""

from __future__ import annotations

import pytest
from flask import Flask

from service.db import clock
from service.db.engines import session, transaction
from service.models import Account, Outcome
from service.play.chat import post, said
from tests.service.mail.inbound.correspondent import mailed, write
from tests.service.tables import Table, table

pytestmark = pytest.mark.usefixtures("app")

ADA, BOB, CYD = "ada@example.net", "bob@example.net", "cyd@example.net"


@pytest.fixture
def seasons(app: Flask) -> Table:
    """Start a game of three players; it is ada's turn."""
    return table("ada", "bob", "cyd")


def heard(seasons: Table, seat: int) -> list[str]:
    session().rollback()
    return [message.text for message in said(seasons.game, seat)]


def test_who_names_one_player_is_heard_by_that_one_alone(seasons: Table) -> None:
    [turn] = mailed(ADA, "your-turn")

    assert write(ADA, turn.box, "say to bob: Psst") == Outcome.ANSWERED

    assert [heard(seasons, seat) for seat in range(3)] == [["Psst"], ["Psst"], []]
    assert mailed(CYD, "message") == []
    [answer] = mailed(ADA, "answer")
    assert answer.topic == "said-alone"


def test_the_answer_to_what_one_alone_was_told_stays_between_the_two(seasons: Table) -> None:
    post(seasons.id, seasons.players[0], "Psst", clock.now(), to=1)
    [mail] = mailed(BOB, "message")

    assert write(BOB, mail.box, "Quiet!") == Outcome.DONE

    assert [heard(seasons, seat) for seat in range(3)] == [["Psst", "Quiet!"], ["Psst", "Quiet!"], []]
    assert mailed(CYD, "message") == []


@pytest.mark.parametrize("text", ["to dan: Psst", "Well, well\r\nto bob: Psst"])
def test_what_is_not_clearly_for_all_is_said_to_nobody(seasons: Table, text: str) -> None:
    post(seasons.id, seasons.players[1], "Hello", clock.now())
    [mail] = mailed(CYD, "message")

    write(CYD, mail.box, text)

    assert [heard(seasons, seat) for seat in range(3)] == [["Hello"]] * 3


def test_to_all_answers_to_the_table(seasons: Table) -> None:
    post(seasons.id, seasons.players[0], "Psst", clock.now(), to=1)
    [mail] = mailed(BOB, "message")

    write(BOB, mail.box, "to all: gg")

    assert heard(seasons, 2) == ["Good game!"]


def test_a_name_that_is_the_handle_of_another_player_is_nobodys(seasons: Table) -> None:
    with transaction() as current:
        for player, name in zip(seasons.players[1:], ("Robert", "Bob"), strict=True):
            current.get_one(Account, player.id).display_name = name
    [turn] = mailed(ADA, "your-turn")

    write(ADA, turn.box, "say to bob: Psst")

    assert [heard(seasons, seat) for seat in range(3)] == [[], [], []]
