"""Names of visitors: valid in one game, and not reserved for them."""

from __future__ import annotations

from datetime import timedelta

import pytest

from service.accounts.accounts import change, new_visitor
from service.db import clock
from service.db.engines import session
from service.erasure import retention as leaving
from service.language.errors import Conflict
from service.models import Account, Game
from service.play.chat import post, said
from service.play.games import NewGame, SeatWish, create_game, create_match
from service.play.matches.standing import standing
from service.play.open_seats import join_key_of
from service.play.records import record_json
from service.play.seats import decline, join_under
from tests.service.tables import person

pytestmark = pytest.mark.usefixtures("app")


def table(host: str = "ann", *, seats: int = 2) -> Game:
    """Create a private game with open seats."""
    others = [SeatWish(open=True)] * (seats - 1)
    return create_game(person(host), NewGame("seasons", [SeatWish(me=True), *others]), clock.now())


def visit(game: Game, name: str) -> Account:
    """Join as a visitor under a name."""
    visitor = new_visitor(clock.now())
    join_under(name, game.id, visitor, clock.now(), join_key_of(game) or "")
    return visitor


def called(game: Game) -> set[str]:
    """Return the names of players in a game's record."""
    session().expire_all()
    return {place["account"] for place in record_json(session().get_one(Game, game.id), ())["places"]}


def test_a_name_that_a_visitor_goes_by_is_free_for_accounts_and_for_other_games() -> None:
    first, second = table(), table("bob")
    visitor = visit(first, "magnus")
    visit(second, "magnus")
    change(person("carl").id, name="magnus")

    assert called(first) == {"ann", "guest-magnus"}
    assert called(second) == {"bob", "guest-magnus"}
    post(first.id, visitor, "Hello", clock.now())
    assert [message.speaker for message in said(first)] == ["guest-magnus"]


def test_a_visitor_who_is_forgotten_keeps_their_name_from_nobody() -> None:
    game = table()
    visit(game, "magnus")

    leaving.visitors.apply(clock.now() + timedelta(days=91))

    assert "guest-magnus" not in called(game)
    change(person("carl").id, name="magnus")


def test_a_visitor_does_not_pass_for_an_account_nor_for_another_guest() -> None:
    game, other = table(seats=3), person("guest-1234abcd")
    visit(game, "magnus")
    for name in ("ann", "magnus", other.name.removeprefix("guest-")):
        with pytest.raises(Conflict, match="name-taken"):
            visit(game, name)


def test_whoever_takes_the_seat_after_a_visitor_has_another_name() -> None:
    game = table(seats=3)
    visitor = visit(game, "magnus")
    decline(game.id, visitor, clock.now())
    visit(game, "wren")

    assert called(game) == {"ann", "guest-wren", None}


def test_a_visitor_has_the_same_name_in_all_games_of_a_match() -> None:
    wish = NewGame("dawn", [SeatWish(me=True), SeatWish(open=True)])
    match = create_match(person("ann"), wish, clock.now(), simultaneous=True)
    visit(standing(match).games[0], "magnus")

    assert [called(game) for game in standing(match).games] == [{"ann", "guest-magnus"}] * 2
