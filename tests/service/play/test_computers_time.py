"""Limits on the computer's time per account."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from flask import Flask

from service.accounts.accounts import new_visitor
from service.bots.accounts import bot_of
from service.config import environment
from service.language.errors import TooMany
from service.models import Account
from service.play.analyses import ask
from service.play.games import NewGame, SeatWish, create_game, create_match
from service.play.rematches import rematch
from service.play.seats import resign
from tests.service.conftest import FakeClock
from tests.service.mail.inbound.correspondent import mailed, say_yes, write
from tests.service.tables import person
from tests.service.web.visitor import Visitor

SEATS = [SeatWish(me=True), SeatWish(ai=1)]
LIMITS = {
    "visitor-games": 2, "account-games": 3, "network-games": 5,
    "visitor-analyses": 1, "account-analyses": 2, "network-analyses": 3,
}  # fmt: skip


@pytest.fixture
def settings(settings: environment.Config) -> environment.Config:
    """So few that a test can use them up."""
    return replace(settings, rate_limits=LIMITS)


def begun(account: Account, clock: FakeClock, ruleset: str = "siesta") -> str:
    """Create a game against the computer."""
    return create_game(account, NewGame(ruleset, SEATS), clock()).id


def until_refused(do: Callable[[], object]) -> tuple[int, str, str]:
    """Repeat an action until it is refused; return the number of successes and the refusal."""
    for number in range(10):
        try:
            do()
        except TooMany as refused:
            return number, refused.code, refused.details["bucket"]
    raise AssertionError("nothing is refused")


def test_a_visitor_has_so_many_games_with_the_computer_under_way(app: Flask, clock: FakeClock) -> None:
    visitor = new_visitor(clock(), "here")
    first = begun(visitor, clock)
    assert until_refused(lambda: begun(visitor, clock)) == (1, "limit-reached", "visitor-games")

    create_game(visitor, NewGame("siesta", [SeatWish(me=True), SeatWish(open=True)]), clock())
    resign(first, visitor, clock())
    assert until_refused(lambda: begun(visitor, clock)) == (1, "limit-reached", "visitor-games")


def test_visitors_of_a_network_begin_so_many_an_hour_and_accounts_there_go_on(app: Flask, clock: FakeClock) -> None:
    def newcomer(network: str) -> str:
        return begun(new_visitor(clock(), network), clock)

    assert until_refused(lambda: newcomer("here")) == (5, "network-limited", "network-games")
    assert newcomer("there")
    assert begun(person("ada"), clock)


def test_an_owner_and_their_bots_share_the_computers_time(app: Flask, clock: FakeClock) -> None:
    ada = person("ada")
    robots = [bot_of(ada, name, clock()) for name in ("robot", "rusty")]
    for robot in robots:
        begun(robot, clock)
    assert until_refused(lambda: begun(ada, clock)) == (1, "limit-reached", "account-games")
    assert until_refused(lambda: begun(robots[0], clock)) == (0, "limit-reached", "account-games")


def test_matches_and_rematches_are_games_like_others(app: Flask, clock: FakeClock) -> None:
    ada = person("ada")
    over = begun(ada, clock, "dawn")
    resign(over, ada, clock())
    match = NewGame("dawn", SEATS)
    assert until_refused(lambda: create_match(ada, match, clock())) == (3, "limit-reached", "account-games")
    assert until_refused(lambda: rematch(over, ada, clock())) == (0, "limit-reached", "account-games")


def test_a_page_says_what_the_limit_is(app: Flask) -> None:
    visitor = Visitor(app)
    for _ in range(2):
        visitor.press(visitor.open("/"), "Play the computer", ruleset="siesta")
    page = visitor.press(visitor.open("/"), "Play the computer", ruleset="siesta")
    assert page.status == 429
    assert "The limit is 2." in page.text


def test_a_mail_says_what_the_limit_is(app: Flask, clock: FakeClock) -> None:
    ada = person("ada")
    for _ in range(3):
        begun(ada, clock)
    write("ada@example.net", "play", "new siesta level1")
    say_yes("ada@example.net")
    answer = " ".join(mailed("ada@example.net", "general-mailbox")[-1].text.split())
    assert "You can have 3 games against the computer at a time." in answer


def test_who_waits_for_enough_analyses_asks_for_no_other(app: Flask, clock: FakeClock) -> None:
    def hint(account: Account) -> None:
        game = create_game(account, NewGame("siesta", SEATS, shuffle_seats=False), clock())
        for _ in range(2):
            ask(game.id, account, clock())
        resign(game.id, account, clock())

    ada, visitor = person("ada"), new_visitor(clock(), "here")
    assert until_refused(lambda: hint(ada)) == (2, "limit-reached", "account-analyses")
    assert until_refused(lambda: hint(visitor)) == (1, "limit-reached", "visitor-analyses")
    assert until_refused(lambda: hint(new_visitor(clock(), "here"))) == (2, "network-limited", "network-analyses")
