"""Pages and emails do not name players who are only invited; the host sees whom they invited."""

from __future__ import annotations

import pytest
from flask import Flask

from service.accounts.accounts import account_of, confirm
from service.db import clock
from service.db.engines import transaction
from service.models import Game, Visibility
from service.notifications import links
from service.play.games import NewGame, SeatWish, create_game, create_match
from service.play.matches.standing import standing
from service.play.seats import decline
from tests.service.mail.inbound.correspondent import mailed
from tests.service.tables import person
from tests.service.web.visitor import Visitor, sign_in
from workers.jobs.notices import seal_due

BOB, CY = "bob.brown@example.net", "cy@example.net"


def named(name: str, address: str) -> None:
    """Somebody whose name is not in their address."""
    with transaction():
        account = account_of(address, clock.now())
        account.name = name
        confirm(account, clock.now())


@pytest.fixture
def game(app: Flask) -> Game:
    """Create a game to which Ann invited two accounts."""
    named("robert", BOB)
    named("cyrus", CY)
    seats = [SeatWish(me=True), SeatWish(email=BOB), SeatWish(email=CY)]
    return create_game(person("ann"), NewGame("siesta", seats, visibility=Visibility.PUBLIC), clock.now())


def test_the_host_sees_the_address_that_they_wrote_and_no_name(app: Flask, game: Game) -> None:
    ann = sign_in(app, "ann")
    for path in (f"/games/{game.id}", "/", "/games"):
        text = ann.open(path).text
        assert BOB in text, path
        assert "robert" not in text, path
    assert f"{BOB} invited" in ann.open(f"/games/{game.id}").text


def test_others_see_that_somebody_is_invited(app: Flask, visitor: Visitor, game: Game) -> None:
    for path in (f"/games/{game.id}", "/games"):
        text = visitor.open(path).text
        assert "Someone" in text, path
        assert not any(word in text for word in ("robert", "cyrus", BOB, CY)), path


def test_the_link_of_an_invitation_names_its_reader_and_the_host_alone(visitor: Visitor, game: Game) -> None:
    page = visitor.open(links.invitation_link(game, 1))

    assert "robert" in page.text
    assert "ann" in page.text
    assert not any(word in page.text for word in ("cyrus", BOB, CY))
    assert not visitor.has_cookie()


def test_mails_name_their_reader_and_the_host_alone(game: Game) -> None:
    [invitation] = mailed(BOB, "invitation")
    assert "robert (you)" in invitation.text
    assert "Someone (invited)" in invitation.text
    assert not any(word in invitation.text for word in ("cyrus", CY))


def test_when_the_game_does_not_come_about_mails_say_no_more(game: Game) -> None:
    decliner = game.seats[2].account
    assert decliner is not None
    seal_due(clock.now)
    decline(game.id, decliner, clock.now())

    [to_host], [to_robert] = mailed("ann@example.net", "game-over"), mailed(BOB, "game-over")
    assert (BOB in to_host.text, CY in to_host.text) == (True, True)
    assert not any(word in to_host.text for word in ("robert", "cyrus"))
    assert not any(word in to_robert.text for word in ("cyrus", CY))


def test_the_page_of_a_match_names_nobody_who_is_only_invited(app: Flask, visitor: Visitor) -> None:
    named("robert", BOB)
    wish = NewGame("seasons", [SeatWish(me=True), SeatWish(email=BOB)], visibility=Visibility.PUBLIC)
    match = create_match(person("ann"), wish, clock.now())
    first = standing(match).games[0]

    assert sign_in(app, "ann").open(f"/matches/{match.id}").heading == f"Match between ann and {BOB}"
    for page in (visitor.open(f"/matches/{match.id}"), visitor.open(f"/games/{first.id}")):
        assert not any(word in page.text for word in ("robert", BOB))
