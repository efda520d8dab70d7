"""Consent to an organiser on pages."""

from __future__ import annotations

import pytest
from flask import Flask

from service.accounts.tokens import create_token
from service.bots.accounts import bot_of
from service.competitions.consents import consents_of
from service.db import clock
from service.models import Account
from tests.service.tables import person
from tests.service.web.visitor import Visitor, sign_in

LET = "Let club seat me in games"


@pytest.fixture
def club(app: Flask) -> Account:
    """Return an account with a token that may organise."""
    account = person("club")
    create_token(account, "league", ("organise",), clock.now())
    return account


def agreed() -> list[str]:
    return [each.organiser.name for each in consents_of(person("bob"))]


def test_one_agrees_on_the_profile_of_an_organiser_and_ends_it_on_ones_own_page(app: Flask, club: Account) -> None:
    bob = sign_in(app, "bob")
    assert "Organisers" not in bob.open("/me").text
    page = bob.press(bob.open("/players/club"), LET)
    assert "club may seat you in games" in page.text
    assert agreed() == ["club"]
    page = bob.press(bob.open("/me"), "Remove: club")
    assert "Organisers" not in page.text
    assert agreed() == []


def test_it_ends_on_the_profile_too(app: Flask, club: Account) -> None:
    bob = sign_in(app, "bob")
    bob.press(bob.press(bob.open("/players/club"), LET), "End this")
    assert agreed() == []


def test_a_bot_that_organises_asks_on_its_page(app: Flask, club: Account) -> None:
    rusty = bot_of(club, "rusty", clock.now())
    create_token(rusty, "league", ("organise",), clock.now())
    bob = sign_in(app, "bob")
    page = bob.press(bob.open("/bots/rusty"), "Let rusty seat me in games")
    assert (agreed(), "rusty may seat you in games" in page.text) == (["rusty"], True)


@pytest.mark.usefixtures("club")
def test_nobody_else_is_asked(app: Flask, visitor: Visitor) -> None:
    person("ann")
    assert "Organised games" not in sign_in(app, "bob").open("/players/ann").text
    assert "Organised games" not in sign_in(app, "club").open("/players/club").text
    assert "Organised games" not in visitor.open("/players/club").text
