"""Finding replaced players and abandoned seats in other games."""

from __future__ import annotations

import pytest

from service.accounts.blocks import block
from service.models import Account
from service.play.substitutes import former_player, games_with_left_seats, take_over
from tests.service.conftest import FakeClock
from tests.service.play.leaving import eve, left

__all__ = ["eve"]

pytestmark = pytest.mark.usefixtures("app")


def test_who_was_replaced_is_known_by_address_at_their_table_and_seat_alone(clock: FakeClock, eve: Account) -> None:
    ours, other = left(clock), left(clock, "dan", "fay", "gil")
    for of in (ours, other):
        take_over(of.id, 0, eve, clock())
    ada, dan = ours.players[0], other.players[0]

    found = former_player(ours.id, 0, ada.email)
    assert found is not None
    assert found.id == ada.id
    for game, seat, address in (
        (ours.id, -1, ada.email),
        (ours.id, 1, ada.email),
        (ours.id, 2, ada.email),
        (ours.id, 0, dan.email),
        (ours.id, 0, "a@example.net"),
        (ours.id, 0, "z@example.net"),
        (other.id, 0, ada.email),
        (ours.id, 0, None),
    ):
        assert former_player(game, seat, address) is None


def test_seats_are_listed_for_games_of_one_sort_and_not_for_who_blocks_somebody_there(
    clock: FakeClock, eve: Account
) -> None:
    at_seasons, at_siesta = left(clock), left(clock, "dan", "fay", "gil", ruleset="siesta")
    assert [game.id for game in games_with_left_seats(eve, "siesta")] == [at_siesta.id]
    assert [game.id for game in games_with_left_seats(eve, "seasons")] == [at_seasons.id]
    assert games_with_left_seats(eve, "tribes") == []
    block(eve, at_siesta.players[1], clock())
    block(at_siesta.players[1], at_seasons.players[0], clock())
    assert [game.id for game in games_with_left_seats(eve)] == [at_seasons.id]
