"""Cached parts of a game's page are right for each viewer, and contain nothing private."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from flask import Flask

from service.db.engines import session, transaction
from service.models import Account, Delivery, Game, Visibility
from service.notifications import links
from service.play import chat
from service.play.chat import post
from service.play.games import NewGame, SeatWish, create_game
from service.play.plans import PlanWish, set_plan
from service.play.proposals import ask_back
from service.play.timekeeping import Fast
from service.web.cache import DRAWN, HOLE, PARTS
from tests.service.conftest import FakeClock
from tests.service.tables import Table, person, table
from tests.service.web.html import parse
from tests.service.web.visitor import Visitor, path_of, sign_in

LANGUAGES = ("en", "it", "de")
ADDRESSES = {
    "?": LANGUAGES,
    "?at=2&": ("de",),
    "?tab=plan&": ("de",),
    "?pick=nonsense&": ("en",),
}
TOKEN = re.compile(r'name="csrf" value="([^"]*)"')


@pytest.fixture
def games(app: Flask, clock: FakeClock) -> list[str]:  # its database
    """Create games in all states that pages distinguish."""
    plain = table("ann", "bob", ruleset="tribes", visibility=Visibility.PUBLIC)
    fast = table("ann", "bob", ruleset="siesta", days_per_move=1, fast=Fast(minutes=15, seconds_per_move=20))
    for of in (plain, fast):
        for _ in range(4):
            of.play(of.whole_moves(1)[0])
    post(plain.id, plain.players[0], "Have <b>fun</b>!", clock())
    ask_back(fast.id, next(each for each in fast.players if each.id != fast.mover.id), clock())
    other = table("ann", "bob", "cyd")
    set_plan(other.id, other.players[1], PlanWish("if anything then place max-10"), clock())
    over = table("ann", "bob", ruleset="springtime", visibility=Visibility.PUBLIC)
    over.play_to_the_end()
    open_to_all = [SeatWish(me=True), SeatWish(open=True)]
    inviting = create_game(plain.players[0], NewGame("dawn", open_to_all, visibility=Visibility.PUBLIC), clock())
    return [plain.id, fast.id, other.id, over.id, inviting.id]


def readers(app: Flask) -> Iterator[Visitor]:
    """Yield the browsers of each player, another account, and a stranger."""
    yield from (sign_in(app, name) for name in ("ann", "bob", "cyd", "dan"))
    yield Visitor(app)


def forget(app: Flask) -> None:
    """Clear the cache."""
    for place in (PARTS, DRAWN):
        app.extensions[place]._kept.clear()


def html_of(visitor: Visitor, address: str) -> str:
    """Return the HTML of a page."""
    visitor.client.environ_base["HTTP_X_REQUEST_ID"] = "0123456789abcdef"  # pages of errors say it
    return visitor.open(address).response.text


def test_each_reader_is_shown_in_each_language_what_they_were_shown_if_nothing_was_kept(
    app: Flask, games: list[str]
) -> None:
    asked = [
        (visitor, f"/games/{game}{address}language={tag}")
        for visitor in readers(app)
        for game in games
        for address, tags in ADDRESSES.items()
        for tag in tags
    ]
    for visitor, address in asked:  # each has its token then, and all is kept that will be
        visitor.open(address)
    kept = [html_of(*each) for each in asked]
    alone = list[str]()
    for each in asked:
        forget(app)
        alone.append(html_of(*each))
    assert kept == alone


def test_each_form_has_the_token_of_its_reader(app: Flask, games: list[str]) -> None:
    tokens = list[str]()
    for visitor in readers(app):
        pages = [html_of(visitor, f"/games/{game}") for game in games]
        found = {token for page in pages for token in TOKEN.findall(page)}
        assert not any(HOLE in page for page in pages)
        assert len(found) <= 1
        tokens += found
    assert len(tokens) == len(set(tokens)) == 4


def test_nothing_that_is_kept_holds_a_token_or_the_address_of_a_link(app: Flask, games: list[str]) -> None:
    secrets = set[str]()
    for visitor in readers(app):
        secrets |= {token for game in games for token in TOKEN.findall(html_of(visitor, f"/games/{game}"))}
    to_move = session().get_one(Game, games[0])
    assert to_move.to_move is not None
    link = path_of(links.turn_link(to_move, to_move.to_move))
    for address in ("", "/game", "?pick=nonsense"):
        assert Visitor(app).open(f"{link}{address}").status in (200, 400, 422)
    held = repr(app.extensions[PARTS]._kept)
    assert len(secrets) == 4
    assert not [secret for secret in (*secrets, link) if secret in held]
    assert any(len(part) > 1 for part in app.extensions[PARTS]._kept.values())


@pytest.fixture
def played(app: Flask) -> Table:  # its database
    """Create a game in which both have moved."""
    of = table("ann", "bob", "cyd")
    of.play(of.whole_moves(1)[0])
    return of


def on(app: Flask, of: Table, part: str) -> str:
    """Return a named part of a game's page, as Ann sees it."""
    tree = sign_in(app, "ann").open(f"/games/{of.id}").tree
    return next(each.text for each in tree.all("section") if each.text.startswith(part))


def called(account: Account, name: str) -> None:
    with transaction():
        session().get_one(Account, account.id).name = name


@pytest.mark.parametrize("part", ["Players", "Game settings"])
def test_a_new_name_stands_in_what_was_looked_at_before(app: Flask, played: Table, part: str) -> None:
    assert "bob" in on(app, played, part)
    called(person("bob"), "Robert")
    after = on(app, played, part)
    assert "Robert" in after
    assert "bob" not in after


def test_to_whom_one_can_talk_alone_has_their_new_name(app: Flask, played: Table) -> None:
    def listening() -> list[str]:
        options = sign_in(app, "ann").open(f"/games/{played.id}").tree.all("option")
        return [each.text for each in options if each.text.startswith("Only ")]

    assert listening() == ["Only bob", "Only cyd"]
    called(person("bob"), "Robert")
    assert listening() == ["Only Robert", "Only cyd"]


def test_when_mails_come_is_chosen_anew_in_what_was_looked_at_before(app: Flask, played: Table) -> None:
    def chosen() -> list[str]:
        tree = sign_in(app, "ann").open(f"/games/{played.id}").tree
        return [each.attributes["value"] for each in tree.all("option") if "selected" in each.attributes]

    assert chosen() == []
    with transaction():
        ann = session().get_one(Account, played.players[0].id)
        next(seat for seat in played.game.seats if seat.account_id == ann.id).delivery = Delivery.DIGEST
    assert chosen() == [Delivery.DIGEST]


def test_addresses_in_what_is_kept_are_those_of_where_the_reader_has_found_us(app: Flask, played: Table) -> None:
    visitor = sign_in(app, "ann")

    def addresses(below: str) -> set[str]:
        page = visitor.client.get(f"/games/{played.id}", environ_overrides={"SCRIPT_NAME": below})
        links = parse(page.text).all("a")
        return {each.attributes["href"] for each in links if each.attributes.get("href", "").startswith("/")}

    assert not [each for each in addresses("") if each.startswith("/sundial")]
    assert all(each.startswith("/sundial/") for each in addresses("/sundial"))


def test_quick_words_are_offered_to_each_in_their_language(app: Flask, played: Table) -> None:
    words = next(iter(chat.QUICK_WORDS.values()))
    visitor = sign_in(app, "ann")
    seen = [visitor.open(f"/games/{played.id}?language={tag}").buttons for tag in LANGUAGES]
    assert words in seen[0]
    assert words not in seen[1]
    assert words not in seen[2]
