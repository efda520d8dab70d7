"""Who sees which game: whichever way it is asked, the answer is the same."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from service.core.config import Config
from service.core.errors import NotFound
from service.models import Account, Visibility
from service.play.game_states import stored_state, stored_tag
from service.play.seating import check_seen_by, game_seen_by, had_seat, has_seat
from service.play.seats import resign
from tests.service.conftest import FakeClock
from tests.service.tables import person, table

pytestmark = pytest.mark.usefixtures("app")


@pytest.fixture
def settings(sqlite_settings: Config) -> Config:
    """It is the same on every database."""
    return sqlite_settings


def is_shown(look: Callable[[str, Account], object], game_id: str, viewer: Account) -> bool:
    try:
        look(game_id, viewer)
    except NotFound:
        return False
    return True


def test_a_private_game_is_seen_by_its_players_and_a_public_one_by_all(clock: FakeClock) -> None:
    private = {table(*names).id: names for names in (("ann", "ben"), ("ada", "bob"), ("cyd", "dan"))}
    public = [table("fay", "gil", visibility=Visibility.PUBLIC).id for _ in range(2)]
    people = [person(name) for name in ("ann", "ben", "ada", "bob", "cyd", "dan", "fay", "gil", "eve")]

    for game_id in [*private, *public]:
        names = private.get(game_id, ("fay", "gil"))
        for viewer in people:
            may = game_id in public or viewer.name in names
            assert [is_shown(look, game_id, viewer) for look in (check_seen_by, game_seen_by)] == [may, may]
            assert (stored_tag(stored_state(game_id), viewer.id) is not None) == may
            assert has_seat(game_id, viewer) == (viewer.name in names)
            assert not had_seat(game_id, viewer)


def test_who_has_given_up_a_seat_has_none_and_still_sees_the_game(clock: FakeClock) -> None:
    seasons = table("ada", "bob", "cyd")
    resign(seasons.id, seasons.players[2], clock())
    assert [has_seat(seasons.id, each) for each in seasons.players] == [True, True, False]
    assert all(is_shown(check_seen_by, seasons.id, each) for each in seasons.players)
