"""Mails that invite: who invites to what, and by which name or address they are shown."""

import pytest
from flask import Flask

from service.accounts.accounts import account_of
from service.bots.accounts import bot_of
from service.db import clock
from service.models import Account
from service.play.games import NewGame, SeatWish, create_game
from service.play.seats import resign
from tests.service.mail.occasions import invited, mail, part
from tests.service.tables import person, table
from tests.service.web.html import parse


def test_an_invitation_says_who_invites_to_what_and_on_which_terms(app: Flask) -> None:
    invited()
    text = part(mail("invitation"), "plain")
    for shown in ("invites you to a game of Seasons of the Sun", "Ingo Althöfer", "Days per move: 3", "/i/i"):
        assert shown in text


@pytest.mark.parametrize("form", ["plain", "html"])
@pytest.mark.parametrize("kind", ["invitation", "your-turn", "game-over"])
def test_the_emails_of_a_rated_game_say_that_it_is_rated(app: Flask, kind: str, form: str) -> None:
    of = table("ada", "bob", rated=True)
    resign(of.id, of.players[0], clock.now())

    lines = [line.strip() for line in part(mail(kind), form).splitlines()]
    assert ("Rated" if form == "plain" else "<p>Rated</p>") in lines


def inviting(creator: Account, **guest: str) -> None:
    """Invite Bob to a game."""
    create_game(creator, NewGame("seasons", [SeatWish(me=True), SeatWish(**guest)]), clock.now())  # type: ignore[arg-type]


def first_words(form: str) -> str:
    """Return the line with the host's invitation in the newest such email."""
    if form == "html":
        return parse(part(mail("invitation"), "html")).one("h1").text
    return next(line for line in part(mail("invitation"), "plain").splitlines() if "invites" in line)


@pytest.mark.parametrize("form", ["plain", "html"])
def test_an_invitation_to_an_address_says_from_which_address_it_comes(app: Flask, form: str) -> None:
    inviting(person("ann"), email="bob@example.net")
    assert first_words(form).startswith("ann (ann@example.net) invites you to ")


@pytest.mark.parametrize("form", ["plain", "html"])
def test_who_is_invited_by_name_sees_a_name(app: Flask, form: str) -> None:
    person("bob")
    inviting(person("ann"), account="bob")
    assert first_words(form).startswith("ann invites you to ")
    assert "ann@example.net" not in part(mail("invitation"), form)


@pytest.mark.parametrize("form", ["plain", "html"])
def test_an_address_that_nobody_has_confirmed_is_not_shown(app: Flask, form: str) -> None:
    inviting(account_of("ann@example.net", clock.now()), email="bob@example.net")
    assert "ann@example.net" not in part(mail("invitation"), form)


@pytest.mark.parametrize("form", ["plain", "html"])
def test_an_invitation_of_a_bot_says_whose_it_is(app: Flask, form: str) -> None:
    rusty = bot_of(person("ann"), "rusty", clock.now())
    inviting(rusty, email="bob@example.net")
    assert first_words(form).startswith("rusty (a bot of ann, ann@example.net) invites you to ")
    person("cyd")
    inviting(rusty, account="cyd")
    assert first_words(form).startswith("rusty (a bot of ann) invites you to ")


@pytest.mark.usefixtures("app")
def test_who_is_invited_by_an_address_is_at_the_table_by_that_and_not_by_a_name_made_up_for_them() -> None:
    inviting(person("ann"), email="bob@example.net")
    text = part(mail("invitation"), "plain")
    assert "bob@example.net (you)" in text
    assert "guest-" not in text
