"""Which games can be rated: refused otherwise, with what to do about it."""

from __future__ import annotations

import pytest

from service.accounts.accounts import new_visitor
from service.bots.accounts import create_bot
from service.bots.manifests import default_manifest
from service.config.environment import Config
from service.language.errors import Conflict, Forbidden, Invalid
from service.models import Account, Visibility
from service.play.analyses import ask
from service.play.games import NewGame, SeatWish, create_game, create_match
from service.play.proposals import ask_back
from service.play.seats import join
from tests.service.conftest import FakeClock
from tests.service.tables import Table, person

pytestmark = pytest.mark.usefixtures("app")
ME, OPEN = SeatWish(me=True), SeatWish(open=True)


@pytest.fixture
def settings(sqlite_settings: Config) -> Config:
    """Use SQLite alone, because nothing here depends on the database."""
    return sqlite_settings


def bot_of(owner: Account, name: str, clock: FakeClock) -> Account:
    return create_bot(owner, name, default_manifest(), clock()).account


def offered(host: Account, clock: FakeClock) -> str:
    return create_game(host, NewGame("seasons", [ME, OPEN], rated=True, visibility=Visibility.PUBLIC), clock()).id


@pytest.mark.parametrize(
    "wish",
    [
        NewGame("springtime-puzzle", [ME, OPEN], rated=True),
        NewGame("seasons", [ME, SeatWish(beside="Ben")], rated=True),
        NewGame("dawn", [ME, OPEN], rated=True),
    ],
    ids=["co-operative", "at one device", "half of a match"],
)
def test_a_game_that_could_never_count_is_refused(wish: NewGame, clock: FakeClock) -> None:
    with pytest.raises(Invalid, match="not-rateable"):
        create_game(person("ann"), wish, clock())


def test_a_match_of_a_game_with_sides_can_be_rated(clock: FakeClock) -> None:
    match = create_match(person("ann"), NewGame("dawn", [ME, OPEN], rated=True), clock())

    assert match.id


def test_a_visitor_neither_makes_nor_joins_a_rated_game(clock: FakeClock) -> None:
    game = offered(person("ann"), clock)
    visitor = new_visitor(clock())

    with pytest.raises(Forbidden, match="rated-visitor"):
        offered(visitor, clock)
    with pytest.raises(Forbidden, match="rated-visitor"):
        join(game, visitor, clock())


def test_a_person_and_their_bots_do_not_meet_in_a_rated_game(clock: FakeClock) -> None:
    ann = person("ann")
    first, second = bot_of(ann, "rusty", clock), bot_of(ann, "dusty", clock)
    by_bot = offered(first, clock)

    for asker in (ann, second):
        with pytest.raises(Conflict, match="rated-one-owner"):
            join(by_bot, asker, clock())
    with pytest.raises(Conflict, match="rated-one-owner"):
        create_game(ann, NewGame("seasons", [ME, SeatWish(account="rusty")], rated=True), clock())


def test_nobody_gets_hints_in_a_rated_game_until_it_is_over(clock: FakeClock) -> None:
    ann = person("ann")
    game = create_game(ann, NewGame("seasons", [ME, SeatWish(ai=1)], rated=True, shuffle_seats=False), clock())

    with pytest.raises(Conflict, match="rated-game"):
        ask(game.id, ann, clock())


def test_no_move_against_the_computer_is_undone_in_a_rated_game(clock: FakeClock) -> None:
    ann = person("ann")
    game = create_game(ann, NewGame("seasons", [ME, SeatWish(ai=1)], rated=True, shuffle_seats=False), clock())
    Table(game.id, [ann]).play_anything()

    with pytest.raises(Conflict, match="rated-game"):
        ask_back(game.id, ann, clock())
