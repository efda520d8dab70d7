"""New accounts are asked for a name once, with a suggestion from their address."""

from __future__ import annotations

import pytest
from flask import Flask

from service.accounts.accounts import account_of, name_offered
from service.db import clock
from tests.service.tables import person
from tests.service.web.visitor import Page, Visitor, fields_of, sign_in

ASKED = "Choose your name"


def question(page: Page) -> str:
    """Return the suggested name."""
    form = next(each for each in page.tree.all("form") if each.attributes["action"] == "/me/name")
    return str(fields_of(form)["name"])


def test_the_name_is_asked_at_first_and_what_the_browser_knows_comes_with_it(app: Flask) -> None:
    visitor = sign_in(app, "zoe.miller")
    home = visitor.open("/")
    assert question(home) == "Zoe Miller"

    page = visitor.press(home, "Save", name="Zoë", time_zone="Europe/Rome")

    account = account_of("zoe.miller@example.net", clock.now())
    assert (account.called, account.name, account.time_zone) == ("Zoë", "zoe", "Europe/Rome")
    assert ASKED not in page.text


def test_without_scripts_the_zone_stays_as_it_is(app: Flask) -> None:
    visitor = sign_in(app, "ann")
    visitor.press(visitor.open("/"), "Save")
    account = account_of("ann@example.net", clock.now())
    assert (account.name, account.time_zone) == ("ann", "UTC")


def test_a_browser_with_an_unknown_zone_is_in_the_way_of_no_name(app: Flask) -> None:
    visitor = sign_in(app, "zoe.miller")
    visitor.press(visitor.open("/"), "Save", name="zoe", time_zone="Etc/Unknown")
    account = account_of("zoe.miller@example.net", clock.now())
    assert (account.name, account.time_zone) == ("zoe", "UTC")


def test_a_refused_name_is_asked_for_again(app: Flask) -> None:
    visitor = sign_in(app, "Ann+games")
    home = visitor.open("/")
    assert question(home) == "Ann"

    page = visitor.press(home, "Save", name="ann@example.net")

    assert (page.status, page.heading, question(page)) == (422, ASKED, "ann@example.net")


def test_whoever_has_a_name_is_not_asked(app: Flask) -> None:
    person("ann")
    visitor = sign_in(app, "ann")
    assert ASKED not in visitor.open("/").text
    assert visitor.open("/me/name").heading == "ann"


def test_a_visitor_without_an_address_is_asked_for_that_first(visitor: Visitor) -> None:
    assert visitor.open("/me/name").heading == "Sign in"


@pytest.mark.parametrize(
    ("address", "name"),
    [
        ("Ann.Smith+x@example.net", "Ann Smith"),
        ("postmaster@example.net", ""),
        ("x@example.net", "X"),
        (f"{'a' * 40}@example.net", "A" + "a" * 29),
        ("guest-1@example.net", ""),
    ],
)
def test_what_is_offered_is_a_name_that_can_be_taken(app: Flask, address: str, name: str) -> None:
    assert name_offered(account_of(address, clock.now())) == name
