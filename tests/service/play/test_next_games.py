"""The next waiting game, beside the one that is shown."""

from __future__ import annotations

import pytest
from sqlalchemy import update

from service.db.engines import transaction
from service.language.errors import NotFound
from service.models import Account, Game
from service.play.game_search import NextGame, game_and_waiting, waiting_for
from service.play.seats import resign
from tests.service.conftest import FakeClock
from tests.service.play.test_game_search import alone
from tests.service.tables import person, table

pytestmark = pytest.mark.usefixtures("app")


def beside(game_id: str, viewer: Account) -> NextGame | None:
    """Return the next game as loaded together with that game."""
    game, waiting = game_and_waiting(game_id, viewer)
    assert game.id == game_id
    return waiting.following


def test_the_next_game_is_due_next_and_what_has_no_deadline_comes_last() -> None:
    ann = person("ann")
    assert waiting_for(ann).following is None
    open_end, _, soon = alone(ann), alone(ann, days=3), alone(ann, days=1)
    with transaction() as current:
        current.get_one(Game, open_end).deadline = None

    assert waiting_for(ann).following == NextGame(soon, 3, 3)
    assert beside(open_end, ann) == NextGame(soon, 3, 2)
    with transaction() as current:
        current.execute(update(Game).values(deadline=None))
    assert beside(open_end, ann) is not None


def test_the_game_that_is_shown_is_not_its_own_next_one() -> None:
    ann = person("ann")
    soon, later = alone(ann, days=1), alone(ann, days=3)

    assert beside(soon, ann) == NextGame(later, 2, 1)
    assert beside(later, ann) == NextGame(soon, 2, 1)


def test_the_game_comes_with_all_of_its_seats_and_with_no_next_one_where_there_is_none() -> None:
    begun = table("ann", "bob", "cy", ruleset="tribes")
    waiting = next(player for player in begun.players if player.id != begun.mover.id)

    game, found = game_and_waiting(begun.id, waiting)

    assert sorted(seat.account_id or 0 for seat in game.seats) == sorted(player.id for player in begun.players)
    assert found.following is None


def test_a_game_that_is_over_is_no_way_on(clock: FakeClock) -> None:
    over, other = table("ann", "bob"), table("ann", "bob")
    mover = over.mover
    assert over.id in {following.game_id for game in (over, other) if (following := beside(game.id, mover))}

    resign(over.id, mover, clock())

    following = beside(over.id, mover)
    assert following == (NextGame(other.id, 1, 1) if other.mover.id == mover.id else None)


def test_who_may_not_see_a_game_learns_of_no_other(clock: FakeClock) -> None:
    begun, cy = table("ann", "bob"), person("cy")
    alone(cy)
    for game_id, viewer in ((begun.id, cy), ("nowhere", cy), (begun.id, None)):
        with pytest.raises(NotFound):
            game_and_waiting(game_id, viewer)


def test_the_turns_of_others_are_no_way_on_for_somebody(clock: FakeClock) -> None:
    ann, bob, cyd = (person(name) for name in ("ann", "bob", "cyd"))
    for each in (ann, cyd):
        alone(each, days=1)
    own = alone(bob, days=5)

    assert waiting_for(bob).following == NextGame(own, 1, 1)
    assert beside(own, bob) == NextGame(own, 1, 0)
    assert waiting_for(person("eve")).following is None
