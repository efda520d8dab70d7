"""By which a reader knows an answer about a game again: alike by the rows alone and by the game that was read."""

from __future__ import annotations

import pytest

from service.db.engines import session, transaction
from service.models import Account, Visibility
from service.play.game_etag import state_tag, stored_tag
from service.play.games import NewGame, SeatWish, create_game
from service.play.seating import game_seen_by
from service.play.seats import join
from tests.service.conftest import FakeClock
from tests.service.on_sqlite import ON_BOTH, settings
from tests.service.tables import person, table

__all__ = ["settings"]

pytestmark = pytest.mark.usefixtures("app")


@ON_BOTH
def test_what_is_stored_is_known_by_the_same_tag_as_the_game_that_was_read() -> None:
    of, eve = table("ada", "bob", visibility=Visibility.PUBLIC), person("eve")
    readers = [*(player.id for player in of.players), eve.id, None]

    tags = [stored_tag(of.id, reader) for reader in readers]

    assert tags == [state_tag(of.game, reader) for reader in readers]
    of.play_anything()
    assert not {*tags} & {stored_tag(of.id, reader) for reader in readers}


@ON_BOTH
def test_who_may_not_see_a_game_gets_no_tag_and_nor_does_what_is_no_game() -> None:
    of, eve = table("ada", "bob"), person("eve")

    assert stored_tag(of.id, of.players[0].id) == state_tag(of.game, of.players[0].id)
    assert stored_tag(of.id, eve.id) is None
    assert stored_tag(of.id, None) is None
    assert stored_tag("no-such-game", eve.id) is None


def test_what_the_host_alone_is_told_of_a_guest_changes_the_tag_of_nobody_else(clock: FakeClock) -> None:
    ann, bob, cyd = (person(name) for name in ("ann", "bob", "cyd"))
    seats = [SeatWish(me=True), SeatWish(account=bob.name), SeatWish(account=cyd.name)]
    game = create_game(ann, NewGame("seasons", seats, shuffle_seats=False, visibility=Visibility.PUBLIC), clock())
    join(game.id, cyd, clock())
    readers = [ann.id, bob.id, cyd.id, person("eve").id, None]

    def tags() -> list[str | None]:
        return [stored_tag(game.id, reader) for reader in readers]

    before = tags()
    with transaction() as current:
        current.get_one(Account, bob.id).unreachable_since = clock()

    assert [one == other for one, other in zip(before, tags(), strict=True)] == [False, False, True, True, True]
    session().expire_all()
    assert tags() == [state_tag(game_seen_by(game.id, ann), reader) for reader in readers]
