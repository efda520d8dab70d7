"""Creating games: valid and invalid terms."""

from __future__ import annotations

import pytest

from service.config.environment import Config
from service.db.clock import now
from service.language.errors import Invalid
from service.play.games import MAX_LEVEL, MIN_LEVEL, NewGame, SeatWish, create_game
from service.play.seating import by_place
from tests.service.tables import person

pytestmark = pytest.mark.usefixtures("app")


@pytest.fixture
def settings(sqlite_settings: Config) -> Config:
    """Use SQLite alone, because nothing here depends on the database."""
    return sqlite_settings


def test_the_computer_plays_at_each_level_that_there_is_and_at_no_other() -> None:
    ada = person("ada")
    for level in range(MIN_LEVEL, MAX_LEVEL + 1):
        game = create_game(ada, NewGame("seasons", [SeatWish(me=True), SeatWish(ai=level)]), now())
        assert [seat.ai_level for seat in by_place(game)] == [None, level]
    for level in (MIN_LEVEL - 1, MAX_LEVEL + 1):
        with pytest.raises(Invalid, match="bad-seats"):
            create_game(ada, NewGame("seasons", [SeatWish(me=True), SeatWish(ai=level)]), now())


@pytest.mark.parametrize("is_first", [True, False])
def test_nobody_learns_by_whom_they_invite_whose_an_address_is(is_first: bool) -> None:  # noqa: FBT001
    known = {name: person(name) for name in (("ada", "bob") if is_first else ("bob", "ada"))}
    ada, bob = known["ada"], known["bob"]
    seats = [SeatWish(me=True), SeatWish(email=bob.email), SeatWish(account=bob.name)]
    game = create_game(ada, NewGame("siesta", seats, shuffle_seats=False), now())
    assert [seat.account_id for seat in by_place(game)] == [ada.id, None, bob.id]
