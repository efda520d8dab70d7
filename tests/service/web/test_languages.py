"""A language is chosen by the links below each page: without an account or a script, and for this browser alone."""

from __future__ import annotations

import pytest
from flask import Flask

from service.accounts.accounts import change
from service.config import environment
from service.notifications.links import turn_link
from tests.greek import LANGUAGE, translated
from tests.prose import find_catalogues
from tests.service.mail.occasions import mail, part
from tests.service.tables import person, table
from tests.service.web.html import Element
from tests.service.web.visitor import Page, Visitor, fields_of, sign_in


@pytest.fixture
def settings(sqlite_settings: environment.Config) -> environment.Config:
    """Use SQLite alone, because languages do not depend on the database."""
    return sqlite_settings


def language_of(page: Page) -> str:
    return page.tree.one("html").attributes["lang"]


def offered(page: Page) -> dict[str, str]:
    """Return the links to other languages: addresses by label."""
    return {link.text: link.attributes["href"] for link in _below(page).all("a") if "hreflang" in link.attributes}


def _below(page: Page) -> Element:
    return page.tree.one("footer")


@pytest.mark.usefixtures("greek")
def test_a_stranger_chooses_a_language_below_a_page_and_the_next_pages_are_in_it(app: Flask) -> None:
    visitor = Visitor(app)
    page = visitor.open("/games?status=active")
    assert list(offered(page)) == ["English", "Ελληνικά"]

    chosen = visitor.open(offered(page)["Ελληνικά"])

    assert chosen.address.startswith("/games?status=active&language=el")
    assert [language_of(each) for each in (chosen, visitor.open("/help"), Visitor(app).open("/help"))] == [
        LANGUAGE,
        LANGUAGE,
        "en",
    ]
    assert language_of(visitor.open(offered(chosen)["English"])) == "en"


@pytest.mark.usefixtures("greek")
def test_what_was_chosen_is_the_language_of_the_mail_to_sign_in_and_of_the_account(app: Flask) -> None:
    visitor = Visitor(app)
    visitor.client.environ_base["HTTP_ACCEPT_LANGUAGE"] = "en"
    page = visitor.open("/sign-in?language=el")
    form = next(form for form in page.tree.all("form") if "email" in fields_of(form))
    visitor.post("/sign-in", email="ann@example.net", csrf=str(fields_of(form)["csrf"]))

    assert f'<html lang="{LANGUAGE}">' in part(mail("sign-in"), "html")


@pytest.mark.usefixtures("greek")
def test_an_address_in_a_language_is_shown_in_it_to_everybody_and_changes_no_account(app: Flask) -> None:
    ann = sign_in(app, "ann")
    change(person("ann").id, language="en")

    assert language_of(ann.open("/help?language=el")) == LANGUAGE
    assert language_of(ann.open("/help")) == "en"
    assert offered(ann.open("/help")) == {}
    assert person("ann").language == "en"


@pytest.mark.usefixtures("greek")
def test_the_page_of_a_link_in_a_mail_stays_in_the_language_that_was_chosen_on_it(app: Flask) -> None:
    visitor, link = Visitor(app), turn_link(table("ann", "bob").game, 0)

    chosen = visitor.open(offered(visitor.open(link))["Ελληνικά"])

    assert chosen.heading == translated("Your turn")
    assert language_of(visitor.open(link)) == LANGUAGE


@pytest.mark.usefixtures("greek")
@pytest.mark.parametrize("address", ["/", "/rules", "/rules/seasons", "/help"])
def test_public_pages_name_their_other_languages_and_are_known_by_one_address_in_each(app: Flask, address: str) -> None:
    links = list(Visitor(app).open(f"{address}?language=el").tree.all("link"))
    named = {link.attributes["hreflang"]: link.attributes["href"] for link in links if "hreflang" in link.attributes}
    [canonical] = [link.attributes["href"] for link in links if link.attributes.get("rel") == "canonical"]

    assert {tag: found.removeprefix("http://127.0.0.1:8000") for tag, found in named.items()} == {
        "en": f"{address}?language=en",
        "el": f"{address}?language=el",
        "x-default": address,
    }
    assert canonical == named["el"]


@pytest.mark.usefixtures("greek")
@pytest.mark.parametrize("asked", ["tlh", "", "el\r\nX: y", "../en", "%FF"])
def test_a_made_up_language_changes_nothing(app: Flask, asked: str) -> None:
    answer = app.test_client().get("/help", query_string={"language": asked})

    assert answer.status_code == 200
    assert "language" not in answer.headers.get("Set-Cookie", "")
    assert '<html lang="en">' in answer.text


def test_one_language_alone_is_offered_nowhere(app: Flask) -> None:
    find_catalogues(app)
    page = Visitor(app).open("/")

    assert offered(page) == {}
    assert not [link for link in page.tree.all("link") if "hreflang" in link.attributes]
