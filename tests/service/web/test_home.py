"""The home page of an account: waiting games, most urgent first, and complete."""

from __future__ import annotations

from flask import Flask

from service.db.clock import now
from service.models import Account
from service.play.games import NewGame, SeatWish, create_game
from tests.service.conftest import FakeClock
from tests.service.tables import person, table
from tests.service.web.visitor import Page, Visitor, sign_in


def alone(player: Account, days: int) -> str:
    """Create a running game of one player, with so many days per move."""
    wish = NewGame("springtime-puzzle", [SeatWish(me=True)], days_per_move=days)
    return create_game(player, wish, now()).id


def cards(page: Page) -> list[str]:
    """Return the ids of the games on a page from top to bottom."""
    links = [anchor.attributes["href"] for anchor in page.tree.all("a") if anchor.attributes.get("class") == "whole"]
    return [link.removeprefix("/games/") for link in links]


def follow(visitor: Visitor, page: Page, text: str) -> Page:
    """Where the first link that begins with that text leads."""
    return visitor.open(next(link for link in page.tree.all("a") if link.text.startswith(text)).attributes["href"])


def test_of_fifty_three_games_the_one_due_in_a_day_comes_first_and_none_is_left_out(
    app: Flask, clock: FakeClock
) -> None:
    ann = sign_in(app, "ann")
    player = person("ann")
    urgent = alone(player, days=1)
    others = {alone(player, days=14) for _ in range(52)}

    first = ann.open("/")
    second = follow(ann, first, "Show more")

    assert cards(first)[0] == urgent
    assert sorted(cards(first) + cards(second)) == sorted({urgent, *others})
    assert second.heading == "Your turn"
    assert "Show more" not in second.text
    assert cards(follow(ann, second, "All your games")) == cards(first)


def test_sections_stand_in_the_order_of_what_there_is_to_do(app: Flask) -> None:
    ann = sign_in(app, "ann")
    player = person("ann")
    table("bob", "ann")
    table("ann", "cy").play_to_the_end()
    create_game(person("dan"), NewGame("seasons", [SeatWish(me=True), SeatWish(email="ann@example.net")]), now())
    create_game(player, NewGame("seasons", [SeatWish(me=True), SeatWish(open=True)]), now())
    alone(player, days=3)

    page = ann.open("/")

    [games] = [part for part in page.tree.all("div") if "data-own-games" in part.attributes]
    parts = [section.attributes["id"] for section in games.all("section")]
    assert parts == ["your-turn", "running", "invited", "waiting", "over"]
    assert page.response.text.index('id="over"') < page.response.text.index('class="begin"')
    assert len(cards(page)) == 5


def test_an_invitation_below_other_games_is_pointed_to_from_the_top(app: Flask) -> None:
    ann = sign_in(app, "ann")
    create_game(person("dan"), NewGame("seasons", [SeatWish(me=True), SeatWish(email="ann@example.net")]), now())
    assert 'href="#invited"' not in ann.open("/").response.text

    alone(person("ann"), days=3)

    page = ann.open("/").response.text
    assert page.index('href="#invited"') < page.index('id="your-turn"')


def test_games_that_are_over_stand_with_the_newest_end_first_and_all_can_be_reached(
    app: Flask, clock: FakeClock
) -> None:
    ann = sign_in(app, "ann")
    games = [table("ann", other) for other in ("a-1", "a-2", "a-3", "a-4", "a-5", "a-6")]
    for game in reversed(games):
        clock.advance(minutes=1)
        game.play_to_the_end()

    first = ann.open("/")
    rest = follow(ann, first, "Show more")

    assert cards(first) == [game.id for game in games[:5]]
    assert cards(rest) == [games[5].id]


def test_a_page_that_was_made_up_is_refused(app: Flask) -> None:
    ann = sign_in(app, "ann")

    for address in ("/?show=mine", "/?show=your-turn&after=nonsense~x", "/?show=over&after=x"):
        assert ann.open(address).status == 404
