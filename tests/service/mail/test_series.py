"""What mails tell of a series."""

from __future__ import annotations

import pytest
from flask import Flask

from service.db.clock import now
from service.notifications.digests import claim_notices
from service.play.games import NewGame, SeatWish, create_game
from service.play.seats import resign
from tests.service.conftest import FakeClock
from tests.service.mail.occasions import mail, part
from tests.service.tables import person, table


def read(kind: str, form: str) -> str:
    return " ".join(part(mail(kind), form).split())


@pytest.mark.parametrize("form", ["plain", "html"])
def test_an_invitation_says_that_it_is_to_a_series(app: Flask, form: str) -> None:
    wish = NewGame("seasons", [SeatWish(me=True), SeatWish(email="bob@example.net")], first_to=3)
    create_game(person("ada"), wish, now())

    text = read("invitation", form)

    assert "A series: first to 3 wins" in text
    assert "By accepting the first game you accept the whole series." in text


@pytest.mark.parametrize("form", ["plain", "html"])
def test_mails_about_its_games_say_how_it_stands(app: Flask, form: str) -> None:
    first = table("ada", "bob", first_to=2)
    assert "Game 1 of a series, ada 0, bob 0, first to 2." in read("your-turn", form)

    resign(first.id, first.players[1], now())

    over = read("game-over", form)
    assert "Game 1 of a series, ada 1, bob 0, first to 2. The next game has started." in over
    assert "rematch" not in over
    assert "Game 2 of a series, bob 0, ada 1, first to 2." in read("your-turn", form)


@pytest.mark.parametrize("form", ["plain", "html"])
def test_the_mail_of_its_last_game_says_who_has_won_it(app: Flask, form: str) -> None:
    first = table("ada", "bob", first_to=1)

    resign(first.id, first.players[1], now())

    over = read("game-over", form)
    assert "ada won the series." in over
    assert "rematch" in over


@pytest.mark.parametrize("form", ["plain", "html"])
def test_mails_about_a_game_by_itself_say_nothing_of_one(app: Flask, form: str) -> None:
    table("ada", "bob")

    assert "series" not in read("your-turn", form)


@pytest.mark.parametrize("form", ["plain", "html"])
def test_invitations_that_come_together_say_which_is_to_a_series(app: Flask, clock: FakeClock, form: str) -> None:
    for name, first_to in (("ada", 3), ("cyd", None), ("dan", None)):
        wish = NewGame("seasons", [SeatWish(me=True), SeatWish(email="bob@example.net")], first_to=first_to)
        create_game(person(name), wish, clock())
    claim_notices(clock.advance(minutes=10))

    assert read("invitations", form).count("A series: first to 3 wins") == 1


@pytest.mark.parametrize("form", ["plain", "html"])
def test_a_digest_says_how_the_series_of_a_game_that_is_over_stands(app: Flask, clock: FakeClock, form: str) -> None:
    first = table("ada", "bob", first_to=1)
    for opponent in ("cyd", "dan"):
        table("ada", opponent)
    resign(first.id, first.players[1], clock())
    claim_notices(clock.advance(minutes=10))

    assert "ada won the series." in read("digest", form)
