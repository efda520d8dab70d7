"""Privacy of invited players: an invitation does not reveal who owns an address."""

from __future__ import annotations

import pytest

from service.config.environment import Config
from service.db.clock import now
from service.play.games import NewGame, SeatWish, create_game
from service.play.seating import account_shown, by_place, invited_as
from service.play.seats import join
from tests.service.tables import person

pytestmark = pytest.mark.usefixtures("app")


@pytest.fixture
def settings(sqlite_settings: Config) -> Config:
    """Use SQLite alone, because nothing here depends on the database."""
    return sqlite_settings


def test_who_is_invited_is_shown_to_themselves_and_by_their_name_to_the_host_until_they_say_yes() -> None:
    ada, bob, cyd = (person(name) for name in ("ada", "bob", "cyd"))
    invited = [SeatWish(account="bob"), SeatWish(email="cyd@example.net")]
    game = create_game(ada, NewGame("seasons", [SeatWish(me=True), *invited]), now())
    host, named, addressed = by_place(game)

    assert [account_shown(seat) for seat in (host, named, addressed)] == [ada, None, None]
    assert [account_shown(seat, to_host=True) for seat in (host, named, addressed)] == [ada, bob, None]
    assert [account_shown(seat, seat.number) for seat in (named, addressed)] == [bob, cyd]
    assert [invited_as(seat, to_host=True) for seat in (named, addressed)] == ["bob", "cyd@example.net"]
    assert [invited_as(seat, to_host=False) for seat in (named, addressed)] == [None, None]

    join(game.id, cyd, now())

    assert [account_shown(seat) for seat in by_place(game)] == [ada, None, cyd]
    assert invited_as(by_place(game)[2], to_host=True) is None
