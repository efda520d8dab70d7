"""Playing without an address: a cookie keeps the games, and an address keeps them for good."""

from __future__ import annotations

import pytest
from flask import Flask
from sqlalchemy import func, select

from service.accounts.retention import sessions
from service.accounts.sessions import IDLE
from service.db.clock import now
from service.db.engines import session, transaction
from service.db.model import Model
from service.erasure import retention as leaving
from service.models import Account, BrowserSession, Contributed, DailyGame, Game, GameSeat, GameStatus, LogEntry, Notice
from service.notifications.links import join_link
from service.play.open_seats import join_key_of
from service.play.seats import resign
from service.security.rates import Rates
from tests.service.conftest import FakeClock
from tests.service.tables import person
from tests.service.web.visitor import Page, Visitor, mailed, sign_in


def against_the_computer(visitor: Visitor, ruleset: str = "seasons") -> Page:
    """Return the page of a new game against the computer."""
    return visitor.press(visitor.open("/"), "Play the computer", ruleset=ruleset)


def todays(visitor: Visitor) -> Page:
    """Start today's puzzle; return its page."""
    return visitor.press(visitor.press(visitor.open("/today"), "e5"), "Plant")


def with_a_friend(visitor: Visitor) -> str:
    """Return the link that a visitor can give to a friend."""
    visitor.press(visitor.open("/"), "Get a link", ruleset="seasons")
    game = only_game()
    key = join_key_of(game)
    assert key is not None
    return join_link(game.id, key)


def only_game() -> Game:
    """Return the only game."""
    return session().scalars(select(Game)).one()


def count(kind: type[Model]) -> int:
    return session().scalar(select(func.count()).select_from(kind)) or 0


def only_visitor() -> Account:
    return session().scalars(select(Account).where(Account.visitor_since.is_not(None))).one()


@pytest.mark.parametrize("ruleset", ["dawn", "seasons", "siesta", "springtime", "springtime-puzzle", "tribes"])
def test_each_game_is_played_against_the_computer_without_an_address(visitor: Visitor, ruleset: str) -> None:
    page = against_the_computer(visitor, ruleset)

    assert (page.status, only_game().status) == (200, GameStatus.ACTIVE)
    assert page.address == f"/games/{only_game().id}"
    assert (only_visitor().email, only_visitor().verified_at) == (None, None)


def test_a_visitor_finds_the_games_again_and_nobody_else_does(app: Flask, visitor: Visitor) -> None:
    page = against_the_computer(visitor)
    again = visitor.open("/")

    assert page.address in str(again.response.text)
    assert "Your games are saved only in this browser" in again.text
    assert Visitor(app).open(page.address).status == 404


def test_a_visitor_has_one_account_however_much_they_play(visitor: Visitor) -> None:
    against_the_computer(visitor)
    todays(visitor)

    assert (count(Account), count(Game)) == (1, 2)


def test_two_friends_play_by_a_link_and_neither_has_an_address(app: Flask, visitor: Visitor) -> None:
    link = with_a_friend(visitor)
    friend = Visitor(app)

    page = friend.press(friend.open(link), "Join game", name="robin")

    assert only_game().status == GameStatus.ACTIVE
    assert page.address == f"/games/{only_game().id}"
    assert "robin" in visitor.open(page.address).text
    assert count(Notice) == 0


def test_who_waits_and_has_no_address_is_promised_no_mail(app: Flask, visitor: Visitor) -> None:
    friend = Visitor(app)
    page = friend.press(friend.open(with_a_friend(visitor)), "Join game", name="robin")
    waits = next(each for each in (visitor, friend) if each.open(page.address).heading != "Your turn")

    page = waits.open(page.address)
    [rest] = [each.text for each in page.tree.all("section") if each.attributes.get("class") == "rest"]

    assert "This page updates by itself" in rest
    assert "mail" not in rest


def test_a_visitor_sets_up_any_game_that_invites_nobody_by_name_or_address(visitor: Visitor) -> None:
    against_the_computer(visitor)
    form = visitor.open("/games/new/siesta")

    asked = visitor.press(form, "Start game", **{"seat-1": "invite", "who-1": "bob@example.net"})
    begun = visitor.press(form, "Start game", **{"seat-1": "computer-2"})

    assert asked.heading == "You are not signed in."
    assert [f"/games/{each}" for each in session().scalars(select(Game.id).where(Game.ruleset == "siesta"))] == [
        begun.address
    ]
    assert count(Notice) == 0


@pytest.mark.parametrize(
    "path", ["/me", "/me/webhooks", "/me/export.json", "/bots/new", "/me/delete", "/device", "/oauth/authorize"]
)
def test_what_needs_an_address_asks_a_visitor_for_one(visitor: Visitor, path: str) -> None:
    against_the_computer(visitor)

    assert visitor.open(path).heading == "Sign in"


def test_who_signs_in_keeps_what_they_played_as_a_visitor(app: Flask, visitor: Visitor) -> None:
    first = against_the_computer(visitor)
    second = todays(visitor)
    visitor_number = only_visitor().id

    sign_in(app, "ann", visitor)

    for page in (first, second):
        assert visitor.open(page.address).status == 200
    ann = session().scalars(select(Account).where(Account.email == "ann@example.net")).one()
    assert ann.visitor_since is None
    assert {seat.account_id for seat in session().scalars(select(GameSeat)) if seat.ai_level is None} == {ann.id}
    assert {game.creator_id for game in session().scalars(select(Game))} == {ann.id}
    assert [each.account_id for each in session().scalars(select(DailyGame))] == [ann.id]
    assert live_sessions(visitor_number) == 0


def live_sessions(number: int) -> int:
    theirs = BrowserSession.account_id == number, BrowserSession.ended_at.is_(None)
    return session().scalar(select(func.count()).select_from(BrowserSession).where(*theirs)) or 0


def test_an_account_that_played_todays_puzzle_already_keeps_its_own(app: Flask, visitor: Visitor) -> None:
    ann = sign_in(app, "ann")
    own = todays(ann).address
    todays(visitor)

    sign_in(app, "ann", visitor)

    assert visitor.open("/today").address == own


def test_at_a_table_where_the_account_sits_already_both_keep_their_seats(app: Flask, visitor: Visitor) -> None:
    ann = sign_in(app, "ann")
    ann.press(ann.open("/"), "Get a link", ruleset="seasons")
    game = only_game()
    key = join_key_of(game)
    assert key is not None
    visitor.press(visitor.open(join_link(game.id, key)), "Join game")
    before = {seat.account_id for seat in only_game().seats}
    other = against_the_computer(visitor)

    sign_in(app, "ann", visitor)

    session().expire_all()
    assert {seat.account_id for seat in session().get_one(Game, game.id).seats} == before
    assert visitor.open(other.address).status == 200


def test_the_name_that_a_visitor_has_chosen_goes_with_the_games(app: Flask, visitor: Visitor) -> None:
    friend = Visitor(app)
    friend.press(friend.open(with_a_friend(visitor)), "Join game", name="robin")

    sign_in(app, "ann", friend)

    assert session().scalar(select(Account.name).where(Account.email == "ann@example.net")) == "robin"


def test_a_sign_in_that_fails_leaves_the_visitor_all_they_have(visitor: Visitor) -> None:
    page = against_the_computer(visitor)
    asked = visitor.press(visitor.open("/sign-in"), "Email me a sign-in link", email="ann@example.net")
    wrong = "00000000" if mailed("sign-in")["code"] != "00000000" else "00000001"

    assert visitor.press(asked, "Sign in", code=wrong).status == 422
    assert visitor.open(page.address).status == 200


def forget_all(clock: FakeClock) -> None:
    """Delete old data as the worker does, once unused things are old."""
    clock.advance(days=IDLE.days + 1)
    with transaction():
        sessions.apply(now())
        leaving.visitors.apply(now())


def test_a_visitor_whom_no_browser_knows_is_forgotten_with_their_games(visitor: Visitor, clock: FakeClock) -> None:
    todays(visitor)
    against_the_computer(visitor)
    leaving.visitors.apply(now())
    assert count(Game) == 2

    forget_all(clock)

    assert [count(kind) for kind in (Account, Game, GameSeat, LogEntry, DailyGame)] == [0, 0, 0, 0, 0]


def test_at_a_shared_table_a_forgotten_visitor_leaves_a_pseudonym(
    app: Flask, visitor: Visitor, clock: FakeClock
) -> None:
    link = with_a_friend(visitor)
    ann = sign_in(app, "ann")
    ann.press(ann.open(link), "Join game")
    resign(only_game().id, person("ann"), now())

    forget_all(clock)

    assert count(Game) == 1
    assert sorted(name for name in session().scalars(select(Account.name)) if name.startswith("gone-"))


def test_more_visitors_than_may_come_from_one_address_are_refused(app: Flask) -> None:
    app.extensions["rates"] = Rates({"network-visitors": 2})

    pages = [against_the_computer(Visitor(app)) for _ in range(3)]

    assert [page.status for page in pages] == [200, 200, 429]
    assert "Sign in" in pages[-1].text
    assert count(Account) == 2


def test_a_stranger_sets_a_game_up_from_its_rules_and_gets_a_link_for_a_friend(app: Flask, visitor: Visitor) -> None:
    rules_page = visitor.open("/rules/seasons")
    [address] = {link.attributes["href"] for link in rules_page.tree.all("a") if link.text == "Start a game"}
    form = visitor.open(address)
    assert "you get a link to share" in form.text
    assert (count(Account), visitor.open("/games/new").status) == (0, 200)

    waiting = visitor.press(form, "Start game")

    key = join_key_of(only_game())
    assert key is not None
    assert join_link(only_game().id, key) in waiting.copied
    begun = visitor.press(waiting, "Start game")
    friend = Visitor(app)
    friend.press(friend.open(join_link(only_game().id, key)), "Join game")
    assert (only_game().status, begun.status) == (GameStatus.ACTIVE, 200)


def test_what_is_refused_leaves_no_visitor_behind(visitor: Visitor) -> None:
    form = visitor.open("/games/new/seasons")

    refused = visitor.press(form, "Start game", **{"seat-0": "me", "seat-1": "me"})

    assert (refused.status, count(Account), count(Game)) == (422, 0, 0)


def test_whoever_invites_signs_in_by_link_and_finds_the_form_as_it_was(app: Flask, visitor: Visitor) -> None:
    form = visitor.open("/games/new/springtime")
    filled = {"seat-1": "invite", "who-1": "bob@example.net", "days": "7"}
    asked = visitor.press(form, "Start game", **filled)
    assert asked.heading == "You are not signed in."

    visitor.press(asked, "Email me a sign-in link", email="ann@example.net")
    again = visitor.press(visitor.open(mailed("sign-in")["link"]), "Sign in")

    chosen = [field.attributes["value"] for field in again.tree.all("input") if "checked" in field.attributes]
    assert {"invite", "7"} <= set(chosen)
    assert "bob@example.net" not in again.response.request.full_path
    assert count(Game) == 0


def test_without_scripts_one_press_begins_and_the_server_makes_the_part_up(visitor: Visitor) -> None:
    against_the_computer(visitor)
    [own] = [seat for seat in only_game().seats if seat.account_id is not None]
    assert own.contributed == Contributed.SERVER


def test_with_scripts_the_game_waits_for_the_part_of_the_browser(visitor: Visitor) -> None:
    waiting = visitor.press(visitor.open("/"), "Play the computer", ruleset="seasons", dice="own")
    assert only_game().status == GameStatus.INVITING

    visitor.press(waiting, "Start game", word="old boots")

    [own] = [seat for seat in only_game().seats if seat.account_id is not None]
    assert (only_game().status, own.contributed) == (GameStatus.ACTIVE, Contributed.OWN)
