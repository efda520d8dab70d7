"""How a mail about several games is laid out: what is due first, as in a mail about one."""

from __future__ import annotations

import pytest
from flask import Flask

from service.notifications.digests import claim_notices
from tests.service.conftest import FakeClock
from tests.service.mail.occasions import mail, part
from tests.service.tables import table


@pytest.fixture
def games(app: Flask, clock: FakeClock) -> list[str]:
    """Return the sections of a digest about three games in which it is ada's turn."""
    for opponent in ("bob", "cyd", "dan"):
        table("ada", opponent)
    claim_notices(clock.advance(minutes=10))
    return part(mail("digest"), "plain").split("=== Your turn in ")[1:]


def test_the_text_of_each_game_has_the_board_first_then_the_deadline_and_the_ways_to_move(games: list[str]) -> None:
    assert len(games) == 3
    for text in games:
        places = [
            text.index(each)
            for each in ("The board, drawn in", "You have until", "Play here:", "on the first line, to:")
        ]
        assert places == sorted(places)


@pytest.mark.usefixtures("games")
def test_the_deadline_of_each_game_stands_right_under_its_title() -> None:
    below = part(mail("digest"), "html").split("</span></h2>")[1:]
    assert len(below) == 3
    assert all("You have until" in each.partition("</p>")[0] for each in below)
