"""Past turns: their links, their moves, and whether anything has happened since."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest
from sqlalchemy import delete, update

from service.accounts.vacations import Vacation, take_vacation
from service.config.environment import Config
from service.db.engines import transaction
from service.models import Event, Game
from service.play.seat_links import last_turn_of, past_turn
from tests.service.conftest import FakeClock
from tests.service.play.matching import begin, countdown, games, let_win
from tests.service.tables import table

__all__ = ["countdown"]

pytestmark = pytest.mark.usefixtures("app")


@pytest.fixture
def settings(sqlite_settings: Config) -> Config:
    """Use SQLite alone, because nothing here depends on the database."""
    return sqlite_settings


def test_a_link_is_of_the_turn_with_its_version_its_seat_and_its_nonce() -> None:
    seasons = table("ada", "bob")
    link = last_turn_of(seasons.game, 0)
    seasons.play("place max-15")
    assert link is not None

    found = past_turn(seasons.game, link)

    assert found is not None
    assert [entry.action for entry in found.played] == ["place max-15"]
    assert found.is_latest
    for other in (replace(link, seat=1), replace(link, nonce="another"), replace(link, version=link.version - 1)):
        assert past_turn(seasons.game, other) is None


def test_a_turn_is_the_latest_until_the_next_one_is_played() -> None:
    seasons = table("ada", "bob")
    link = last_turn_of(seasons.game, 0)
    assert link is not None
    for is_latest in (True, False):
        seasons.play_anything()
        found = past_turn(seasons.game, link)
        assert found is not None
        assert found.is_latest is is_latest


def is_latest(game: Game) -> bool:
    """Whether nothing has happened since the last turn of the game."""
    links = [last_turn_of(game, seat.number) for seat in game.seats]
    found = past_turn(game, max((each for each in links if each is not None), key=lambda each: each.version))
    assert found is not None
    return found.is_latest


@pytest.mark.usefixtures("countdown")
@pytest.mark.parametrize("is_forgotten", [False, True])
def test_a_turn_is_the_latest_until_something_happens_in_another_game_of_its_match(
    clock: FakeClock,
    is_forgotten: bool,  # noqa: FBT001
) -> None:
    match, other = begin(simultaneous=True), begin(simultaneous=True)
    clock.advance(minutes=1)
    let_win("ada", match, 1)
    first, second = games(match)
    clock.advance(minutes=1)
    for number in (1, 2):
        let_win("ada", other, number)
    assert is_latest(first)

    let_win("bob", match, 2)
    if is_forgotten:
        with transaction() as current:
            current.execute(delete(Event).where(Event.game_id == second.id, Event.type != "turn.started"))
            current.execute(update(Event).where(Event.game_id == second.id).values(at=first.created_at))

    assert [is_latest(game) for game in games(match)] == [False, True]


def test_what_else_is_told_meanwhile_is_no_turn(clock: FakeClock) -> None:
    seasons = table("ada", "bob")
    link = last_turn_of(seasons.game, 0)
    assert link is not None
    for day, move in enumerate(("place max-15", None), 1):
        for player in seasons.players:
            take_vacation(player.id, Vacation(date(2026, 6, day), date(2026, 6, day)), clock())
        if move:
            seasons.play(move)

    assert last_turn_of(seasons.game, 0) == link
    found = past_turn(seasons.game, link)
    assert found is not None
    assert ([entry.action for entry in found.played], found.is_latest) == (["place max-15"], True)
