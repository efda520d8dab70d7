"""Open seats of private games: taken by a key, which its host can withdraw."""

from __future__ import annotations

import pytest
from flask import Flask
from sqlalchemy import select

from service.db import clock
from service.db.engines import db, session
from service.language.errors import Conflict, Forbidden, Invalid, NotFound
from service.models import Account, Game, Model, Visibility
from service.play.games import NewGame, SeatWish, create_game, create_match
from service.play.matches.standing import standing
from service.play.open_seats import join_key_of, offered, renew_key, withdraw_key
from service.play.seats import decline, join, join_under
from tests.service.tables import person

pytestmark = pytest.mark.usefixtures("app")


def private(*others: SeatWish, host: SeatWish | None = None) -> Game:
    """Create a private game of Ann's with open seats."""
    seats = [host or SeatWish(me=True), *(others or [SeatWish(open=True)])]
    return create_game(person("ann"), NewGame("seasons", seats, shuffle_seats=False), clock.now())


def key_of(game: Game) -> str:
    """Return the existing join key."""
    session().expire_all()
    key = join_key_of(session().get_one(Game, game.id))
    assert key is not None
    return key


def enter(game: Game, name: str, key: str | None) -> Game:
    """Join a game with a key."""
    return join(game.id, person(name), clock.now(), key=key)


def test_who_has_the_key_takes_the_open_seat_of_a_private_game() -> None:
    game = private()

    with pytest.raises(NotFound):
        enter(game, "eve", None)
    with pytest.raises(NotFound):
        enter(game, "eve", "a" * 24)

    assert enter(game, "bob", key_of(game).upper()).status == "active"


def test_several_open_seats_have_one_key_that_ends_with_the_last_of_them() -> None:
    game = private(SeatWish(open=True), SeatWish(open=True))
    key = key_of(game)

    enter(game, "bob", key)
    assert key_of(game) == key
    enter(game, "cy", key)

    with pytest.raises(Conflict, match="game-started"):
        enter(game, "dan", key)
    assert join_key_of(game) is None


def test_a_key_waits_while_others_who_are_invited_have_not_answered() -> None:
    game = private(SeatWish(open=True), SeatWish(email="wren@example.net"))
    key = key_of(game)
    enter(game, "bob", key)

    with pytest.raises(Conflict, match="game-full"):
        enter(game, "cy", key)
    decline(game.id, person("bob"), clock.now())

    assert enter(game, "cy", key).status == "inviting"


def test_who_is_called_off_cannot_be_joined() -> None:
    game = private(SeatWish(open=True), SeatWish(email="wren@example.net"))
    key = key_of(game)
    decline(game.id, person("wren"), clock.now())

    with pytest.raises(Conflict, match="game-over"):
        enter(game, "bob", key)


def test_a_key_that_was_renewed_or_withdrawn_opens_nothing() -> None:
    game, ann = private(), person("ann")
    first = key_of(game)
    renew_key(game.id, ann)
    second = key_of(game)
    with pytest.raises(NotFound):
        enter(game, "bob", first)
    with pytest.raises(NotFound):
        offered(game.id, None, first)

    withdraw_key(game.id, ann)
    assert join_key_of(game) is None
    with pytest.raises(NotFound):
        enter(game, "bob", second)

    renew_key(game.id, ann)
    assert enter(game, "bob", key_of(game)).status == "active"


@pytest.mark.parametrize("change", [renew_key, withdraw_key])
def test_only_the_host_has_a_say_in_the_key(change: object) -> None:
    assert callable(change)
    game = private(SeatWish(open=True), SeatWish(open=True))
    enter(game, "bob", key_of(game))

    with pytest.raises(Forbidden, match="not-the-host"):
        change(game.id, person("bob"))
    with pytest.raises(NotFound):
        change(game.id, person("eve"))


def test_a_host_who_does_not_play_has_the_key_too() -> None:
    game = private(SeatWish(open=True), host=SeatWish(open=True))

    renew_key(game.id, person("ann"))

    assert enter(game, "bob", key_of(game)).status == "inviting"


def test_there_is_no_key_where_everybody_may_join_or_nobody() -> None:
    ann = person("ann")
    wish = NewGame("seasons", [SeatWish(me=True), SeatWish(open=True)], visibility=Visibility.PUBLIC)
    public = create_game(ann, wish, clock.now())
    asked = create_game(ann, NewGame("seasons", [SeatWish(me=True), SeatWish(email="b@example.net")]), clock.now())

    assert (public.join_salt, asked.join_salt) == (None, None)
    with pytest.raises(Conflict, match="not-private"):
        renew_key(public.id, ann)
    with pytest.raises(Conflict, match="game-full"):
        renew_key(asked.id, ann)


def test_a_match_is_accepted_by_the_key_to_its_first_game() -> None:
    wish = NewGame("dawn", [SeatWish(me=True), SeatWish(open=True)])
    match = create_match(person("ann"), wish, clock.now(), simultaneous=True)
    [first] = standing(match).games

    join(first.id, person("bob"), clock.now(), key=key_of(first))

    assert [game.status for game in standing(match).games] == ["active", "active"]


def test_a_guest_joins_under_a_name_or_not_at_all() -> None:
    game, guest = private(), person("guest-1234")

    with pytest.raises(Invalid, match="bad-display-name"):
        join_under("ann.com", game.id, guest, clock.now(), key_of(game))
    assert join_key_of(session().get_one(Game, game.id, populate_existing=True)) is not None

    join_under("wren", game.id, guest, clock.now(), key_of(game))
    assert session().get_one(Account, guest.id, populate_existing=True).name == "wren"


def test_no_table_holds_the_key(app: Flask) -> None:
    key = key_of(private())

    with db.engine.connect() as connection:
        kept = [repr(row) for table in Model.metadata.sorted_tables for row in connection.execute(select(table))]

    assert not [row for row in kept if key in row.lower()]
