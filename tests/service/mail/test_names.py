"""In whose name a mail comes, and what it is called in a list of mails."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from service.accounts.accounts import account_of, change, guest_name
from service.db import clock
from service.db.engines import session, transaction
from service.erasure.departures import leave
from service.mail.compose import texts_of
from service.models import Account, Game, Notice
from service.notifications.subjects import company
from service.play.chat import post
from service.play.games import NewGame, SeatWish, create_game, create_match
from service.play.seats import decline, join, resign
from tests.service.mail.inbound.correspondent import mailed
from tests.service.mail.occasions import mail, part
from tests.service.tables import person, table

pytestmark = pytest.mark.usefixtures("app")
BOB = "bob@example.net"


def _account(address: str) -> Account:
    return account_of(address, clock.now())


def become_guest(account: Account) -> None:
    with transaction():
        account.name = guest_name()


def ended() -> dict[str, str]:
    """Return the text about the end of a game by its reader's address."""
    notices = session().scalars(select(Notice).where(Notice.kind == "game-over"))
    return {notice.email: texts_of(notice)[0] for notice in notices}


def subjects(address: str) -> list[str]:
    return [each.message["Subject"] for each in mailed(address)]


def test_a_subject_names_the_game_the_others_and_a_number_that_can_be_said() -> None:
    seats = [SeatWish(me=True), SeatWish(account="bob"), SeatWish(ai=1)]
    person("bob")
    game = create_game(person("ada"), NewGame("siesta", seats, shuffle_seats=False), clock.now())
    join(game.id, person("bob"), clock.now())
    assert subjects("ada@example.net")[-1] == "Siesta with bob and the computer (1)"
    assert session().get_one(Game, game.id).number == 1
    create_game(person("ada"), NewGame("springtime-puzzle", [SeatWish(me=True)]), clock.now())
    assert subjects("ada@example.net")[-1] == "Springtime, the puzzle (2)"


def test_all_mails_of_a_game_keep_their_subject_whatever_the_others_are_called_later() -> None:
    person("bob")
    seats = [SeatWish(me=True), SeatWish(account="bob")]
    game = create_game(person("ada"), NewGame("seasons", seats, shuffle_seats=False), clock.now())
    change(person("bob").id, name="robert")
    join(game.id, _account(BOB), clock.now())
    post(game.id, _account(BOB), "Good luck!", clock.now())
    resign(game.id, _account(BOB), clock.now())
    assert set(subjects("ada@example.net")) == {"Seasons of the Sun with bob (1)"}
    assert set(subjects(BOB)) == {"Seasons of the Sun with ada (1)"}


def test_a_mail_comes_in_the_name_of_whose_news_it_is() -> None:
    seasons = table("ada", "bob")
    assert mail("invitation")["From"] == "ada via Sundial <play@sundial.localhost>"
    seasons.play("place max-15")
    assert mail("your-turn")["From"] == "ada via Sundial <play@sundial.localhost>"
    post(seasons.id, seasons.players[1], "Well played!", clock.now())
    assert mail("message")["From"] == "bob via Sundial <play@sundial.localhost>"
    create_game(
        person("cyd"), NewGame("seasons", [SeatWish(me=True), SeatWish(ai=1)], shuffle_seats=False), clock.now()
    )
    assert mail("your-turn")["From"] == "Sundial <play@sundial.localhost>"


def test_the_host_hears_who_has_declined_by_what_they_were_invited_as_and_nobody_else_does() -> None:
    seats = [SeatWish(me=True), SeatWish(email=BOB), SeatWish(email="cyd@example.net")]
    for guest in ("bob", "cyd"):
        person(guest)
    game = create_game(person("ada"), NewGame("seasons", seats), clock.now())
    join(game.id, person("cyd"), clock.now())
    decline(game.id, person("bob"), clock.now())
    told = ended()
    assert "bob@example.net declined, so there is no game." in told["ada@example.net"]
    assert "bob" not in told["cyd@example.net"]


def test_the_address_of_a_host_without_a_name_is_in_the_subject_only_for_whom_they_invited_by_address() -> None:
    host = person("ada")
    become_guest(host)
    person("cyd")
    seats = [SeatWish(me=True), SeatWish(email="bob@example.net"), SeatWish(account="cyd")]
    create_game(host, NewGame("seasons", seats), clock.now())
    assert subjects(BOB) == ["Seasons of the Sun with ada@example.net (1)"]
    assert subjects("cyd@example.net") == ["Seasons of the Sun with a guest (1)"]
    assert "ada@example.net" not in part(mailed("cyd@example.net")[0].message, "plain")


def test_who_leaves_for_good_is_named_in_no_subject_any_more() -> None:
    seasons = table("ada", "bob")
    leave(seasons.players[1], clock.now())
    session().expire_all()
    for seat in session().get_one(Game, seasons.id).seats:
        assert "bob" not in str(seat.with_whom)
    assert "bob" not in str(company(seasons.game, seasons.game.seats[0]))


def test_both_games_of_a_match_have_numbers() -> None:
    match = create_match(
        person("ada"), NewGame("dawn", [SeatWish(me=True), SeatWish(ai=1)]), clock.now(), simultaneous=True
    )
    games = session().query(Game).filter_by(match_id=match.id).all()
    assert sorted(game.number or 0 for game in games) == [1, 2]


def test_an_invitation_shows_the_game_in_a_picture() -> None:
    table("ada", "bob")
    message = mail("invitation")
    assert 'alt="A Seasons of the Sun board in the middle of a game."' in part(message, "html")
    assert [each for each in message.walk() if each.get_content_type() == "image/png"]
