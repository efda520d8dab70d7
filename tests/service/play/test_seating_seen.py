"""Visibility of games: all ways to ask agree."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from service.config.environment import Config
from service.db.engines import session, transaction
from service.language.errors import NotFound
from service.models import Account, Visibility
from service.play.game_etag import stored_tag
from service.play.games import NewGame, SeatWish, create_game
from service.play.seating import check_seen_by, game_anew, game_if_any, game_seen_by, had_seat, has_seat, lock_game
from service.play.seats import resign
from tests.service.conftest import FakeClock
from tests.service.tables import person, table

pytestmark = pytest.mark.usefixtures("app")


@pytest.fixture
def settings(sqlite_settings: Config) -> Config:
    """Use SQLite alone, because nothing here depends on the database."""
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
            assert (stored_tag(game_id, viewer.id) is not None) == may
            assert has_seat(game_id, viewer) == (viewer.name in names)
            assert not had_seat(game_id, viewer)


def test_who_has_given_up_a_seat_has_none_and_still_sees_the_game(clock: FakeClock) -> None:
    seasons = table("ada", "bob", "cyd")
    resign(seasons.id, seasons.players[2], clock())
    assert [has_seat(seasons.id, each) for each in seasons.players] == [True, True, False]
    assert all(is_shown(check_seen_by, seasons.id, each) for each in seasons.players)


def test_what_somebody_has_brought_in_is_seen_by_them_and_by_nobody_who_came_before_or_after(clock: FakeClock) -> None:
    people = [person(name) for name in ("ann", "ben", "cyd")]
    game = create_game(people[1], NewGame("seasons", [SeatWish(me=True), SeatWish(ai=1)]), clock())
    with transaction():
        held = lock_game(game.id)
        held.imported_at = clock()
        for seat in held.seats:
            seat.account = seat.account_id = None
    session().expire_all()

    for look in (check_seen_by, game_seen_by):
        assert [is_shown(look, game.id, each) for each in people] == [False, True, False]


def test_a_game_that_is_read_comes_with_its_own_seats_and_their_players(clock: FakeClock) -> None:
    names = {table(*names).id: names for names in (("ann", "ben"), ("ada", "bob"), ("cyd", "dan"))}
    for read in (game_if_any, game_anew):
        for game_id, players in names.items():
            session().expunge_all()
            game = read(game_id)
            assert game is not None
            found = [(seat.game_id, seat.account and seat.account.name) for seat in game.seats]
            assert found == [(game_id, name) for name in players]
