"""Returning by page, email or API has the same effect, with its events once.

The clock is a fake, because time has to pass, unlike in `tests/journeys/test_second_thoughts.py`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from datetime import timedelta

import pytest
from flask import Flask

from service.jobs.events import Filter, read
from service.models import OnTimeout
from service.play.seating import seat_of
from tests.service.api.program import program_of
from tests.service.conftest import FakeClock
from tests.service.mail.inbound.correspondent import mailed, write
from tests.service.tables import Table, table
from tests.service.web.visitor import sign_in
from workers.jobs import clocks


def by_page(app: Flask, of: Table) -> None:
    """Press the button on the page of the game."""
    ada = sign_in(app, "ada")
    ada.press(ada.open(f"/games/{of.id}"), "Resume playing")


def by_mail(_app: Flask, of: Table) -> None:
    """Reply to the email."""
    [told] = [mail for mail in mailed("ada@example.net", "stand-in") if of.id in mail.text]
    write("ada@example.net", told.box, "back")


def over_rest(app: Flask, of: Table) -> None:
    """Ask for it, twice over, as programs may."""
    ada = program_of(app.test_client(), "ada")
    for _ in range(2):
        assert ada.post(f"/games/{of.id}/return").status_code == 200


@pytest.mark.parametrize("come_back", [by_page, by_mail, over_rest])
def test_who_comes_back_by_any_door_has_the_turn_anew_and_it_is_told_once(
    app: Flask, clock: FakeClock, come_back: Callable[[Flask, Table], None]
) -> None:
    of = table("ada", "bob", on_timeout=OnTimeout.COMPUTER)
    of.look()
    clock.advance(days=3, seconds=1)
    clocks.run()
    assert seat_of(of.game, 0).stood_in_at == clock()

    come_back(app, of)

    assert (seat_of(of.game, 0).stood_in_at, of.game.deadline) == (None, clock() + timedelta(days=3))
    once = ("seat.stood_in", "seat.returned")
    told = Counter(event.type for event in read(of.players[1], 0, Filter(once), 100).events)
    assert told == dict.fromkeys(once, 1)
