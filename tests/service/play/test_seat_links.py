"""What the holder of a link to a seat sees and may do."""

from __future__ import annotations

import pytest
from sqlalchemy import update

from service.core.config import Config
from service.core.db import db, session
from service.core.keys import Purpose, SeatLink
from service.models import Game
from service.play.seat_links import game_of
from tests.service.tables import table

pytestmark = pytest.mark.usefixtures("app")


@pytest.fixture
def settings(sqlite_settings: Config) -> Config:
    """It is the same on every database."""
    return sqlite_settings


def test_a_link_leads_to_the_game_as_it_is_by_now_whatever_was_read_of_it_before() -> None:
    of = table("ada", "bob")
    read = of.game
    session().commit()
    with db.engine.begin() as elsewhere:
        elsewhere.execute(update(Game).where(Game.id == of.id).values(days_per_move=9))

    found = game_of(SeatLink(Purpose.TURN, of.id, 0, read.version, read.turn_nonce or ""))

    assert (found, found.days_per_move) == (read, 9)
