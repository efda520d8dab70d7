"""What could be proposed: taking one's own last move back, by who has a seat, in a game that is being played."""

from __future__ import annotations

import pytest

from service.core.config import Config
from service.play.proposals import undone_by
from service.play.seats import resign
from tests.service.conftest import FakeClock
from tests.service.tables import table

pytestmark = pytest.mark.usefixtures("app")


@pytest.fixture
def settings(sqlite_settings: Config) -> Config:
    """It is the same on every database."""
    return sqlite_settings


def test_the_last_move_is_its_players_to_take_back_while_the_game_goes_on(clock: FakeClock) -> None:
    siesta = table("ada", "bob", ruleset="siesta")
    assert [undone_by(siesta.game, seat) for seat in (None, 0, 1)] == [None, None, None]
    mover = siesta.game.to_move
    siesta.play(siesta.whole_moves(1)[0])
    assert mover is not None

    assert undone_by(siesta.game, mover) is not None
    assert undone_by(siesta.game, 1 - mover) is None
    assert undone_by(siesta.game, None) is None

    resign(siesta.id, siesta.players[0], clock())
    assert [undone_by(siesta.game, seat) for seat in (None, 0, 1)] == [None, None, None]
