"""Pages, problems and boards are in the language that their reader has chosen, or else asks for."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from flask import Flask

import rules
from rules.games.seasons.picture import DESCRIPTION
from service.accounts.accounts import change
from service.config.environment import Config
from service.db import clock
from service.notifications.links import turn_link
from service.play.moves import legal_actions
from service.webhooks.deliveries import claim_deliveries
from service.webhooks.endpoints import create_webhook
from service.webhooks.requests import signed
from tests import prose
from tests.greek import LANGUAGE, translated, untranslated
from tests.names import SOMEWHERE
from tests.service.api.program import program_of
from tests.service.mail.occasions import mail, part
from tests.service.tables import person, table
from tests.service.web.visitor import Page, Visitor, fields_of, mailed, sign_in

PAGES = (
    "/",
    "/games",
    "/games/new?ruleset=seasons",
    "/rules",
    "/help",
    "/me",
    "/me/mails",
    "/me/times",
    "/me/tokens",
    "/me/webhooks",
    "/bots",
    "/problems",
)

CREDITS = " ".join(f"{game.name} {game.designer}" for game in rules.games().values())
KNOWN = [*re.findall(r"[a-z]+", CREDITS.lower()), *["ann", "bob", "sundial", "play", "localhost", "example", "net"]]
"""Names."""
ADDRESSES = re.compile(r"[^\s⟦⟧]+@[^\s⟦⟧]+|https?:[^\s⟦⟧]+|[0-9a-f]{16,}")


@pytest.fixture
def settings(sqlite_settings: Config) -> Config:
    """Use SQLite alone, because pages do not depend on the database."""
    return sqlite_settings


@pytest.fixture
def ann(app: Flask, greek: None) -> Visitor:
    """Return Ann's browser, which requests English, with the other language in her settings."""
    visitor = sign_in(app, "ann")
    visitor.client.environ_base["HTTP_ACCEPT_LANGUAGE"] = "en"
    change(person("ann").id, language=LANGUAGE)
    return visitor


def language_of(page: Page) -> str:
    return page.tree.one("html").attributes["lang"]


def left(page: Page) -> list[str]:
    """Return the untranslated words of a page, without code and time zones."""
    for element in page.tree.all("select", "code", "pre"):
        element.inside.clear()
    return untranslated(page.tree.one("main").text, *KNOWN)


@pytest.mark.parametrize("address", PAGES)
def test_pages_are_in_the_language_that_was_chosen(ann: Visitor, address: str) -> None:
    page = ann.open(address)

    assert page.status == 200
    assert language_of(page) == LANGUAGE
    assert "⟦" in page.tree.one("title").text
    assert left(page) == []


@pytest.mark.parametrize("language", prose.wanted())
def test_every_page_comes_out_of_the_catalogue_of_each_language(app: Flask, tmp_path: Path, language: str) -> None:
    prose.speak(app, tmp_path / "translations", language)
    game, ann = table("ann", "bob"), sign_in(app, "ann")
    change(person("ann").id, language=language)
    own = (f"/games/{game.id}{part}" for part in ("", "/deliveries", "/resign", "?at=0"))

    for address in (*PAGES, *own):
        page = ann.open(address)
        assert (page.status, language_of(page)) == (200, language), address
        assert left_outside(page, *map(str, legal_actions(game.game).actions)) == [], address


def left_outside(page: Page, *notation: str) -> list[str]:
    """Return the words of a page from no catalogue, without code, names, notation and words in pictures."""
    for element in page.tree.all("select", "code", "pre", "svg"):
        element.inside.clear()
    known = [
        *KNOWN,
        *CREDITS.split(),
        *prose.dates(language_of(page)),
        *re.findall(r"[a-z]+", " ".join(notation)),
    ]
    words = re.findall(r"[^\W\d_]{3,}", ADDRESSES.sub("", prose.unmarked(page.tree.one("main").text)))
    return [word for word in words if word.lower() not in {each.lower() for each in known}]


def test_the_page_of_a_game_is_in_its_readers_language_with_its_board(ann: Visitor) -> None:
    page = ann.open(f"/games/{table('ann', 'bob').id}")

    assert translated("Your turn") in page.text
    assert translated(DESCRIPTION) in page.response.text
    assert translated("sector") in page.response.text


def test_the_page_of_a_link_is_in_the_language_of_who_has_the_seat(app: Flask, greek: None) -> None:
    game = table("ann", "bob").game
    change(person("ann").id, language=LANGUAGE)

    page = Visitor(app).open(turn_link(game, 0))

    assert (language_of(page), page.heading) == (LANGUAGE, translated("Your turn"))


def test_the_page_of_a_link_is_as_the_browser_asks_while_the_account_has_no_language(app: Flask, greek: None) -> None:
    visitor = Visitor(app)
    visitor.client.environ_base["HTTP_ACCEPT_LANGUAGE"] = "el-GR, en;q=0.5"

    assert language_of(visitor.open(turn_link(table("ann", "bob").game, 0))) == LANGUAGE


def signed_in(app: Flask, languages: str) -> str | None:
    """Return the language of Ann's account after signing in with a browser that requests those languages."""
    visitor = Visitor(app)
    visitor.client.environ_base["HTTP_ACCEPT_LANGUAGE"] = languages
    visitor.post("/sign-in", email="ann@example.net", csrf=csrf_of(visitor))
    visitor.post("/sign-in/code", email="ann@example.net", code=mailed("sign-in")["code"], csrf=csrf_of(visitor))
    return person("ann").language


def csrf_of(visitor: Visitor) -> str:
    """Return the browser's CSRF token."""
    form = next(iter(visitor.open("/sign-in").tree.all("form")))
    return str(fields_of(form)["csrf"])


@pytest.mark.parametrize(
    ("languages", "noted"),
    [
        ("el", LANGUAGE),
        ("el-GR, en;q=0.9", LANGUAGE),
        ("fr, el;q=0.5", LANGUAGE),
        ("en-GB, el;q=0.9", "en"),
        ("fr, en;q=0.5", None),
        ("*", None),
        ("", None),
    ],
)
def test_the_language_of_the_browser_is_noted_at_sign_in(
    app: Flask, greek: None, languages: str, noted: str | None
) -> None:
    assert signed_in(app, languages) == noted


def test_another_browser_changes_nothing_of_what_was_noted(app: Flask, greek: None) -> None:
    signed_in(app, "el")

    assert signed_in(app, "en") == LANGUAGE


def test_the_mail_to_sign_in_is_in_the_language_of_the_browser_that_asks(app: Flask, greek: None) -> None:
    visitor = Visitor(app)
    visitor.client.environ_base["HTTP_ACCEPT_LANGUAGE"] = "el"
    visitor.post("/sign-in", email="ann@example.net", csrf=csrf_of(visitor))

    assert f'<html lang="{LANGUAGE}">' in part(mail("sign-in"), "html")


def test_a_language_is_chosen_on_ones_page_and_left_to_the_browser_again(app: Flask, greek: None) -> None:
    ann = sign_in(app, "ann")

    page = ann.press(ann.open("/me"), "Save", language=LANGUAGE)
    assert (language_of(page), person("ann").language) == (LANGUAGE, LANGUAGE)
    [choice] = [select for select in page.tree.all("select") if select.attributes["name"] == "language"]
    assert [option.text for option in choice.all("option")][1:] == ["English", "Ελληνικά"]

    page = ann.press(page, translated("Save"), language="")
    assert (language_of(page), person("ann").language) == ("en", None)


def test_one_language_alone_is_no_choice(app: Flask) -> None:
    prose.find_catalogues(app)
    page = sign_in(app, "ann").open("/me")

    assert "language" not in [field.attributes.get("name") for field in page.tree.all("select")]


def test_saving_a_name_where_there_is_no_choice_leaves_the_language(app: Flask) -> None:
    ann = sign_in(app, "ann")
    change(person("ann").id, language="en")
    ann.press(ann.open("/me"), "Save", time_zone="Europe/Athens")

    assert person("ann").language == "en"


def test_a_made_up_language_is_refused_on_the_page(app: Flask, greek: None) -> None:
    ann = sign_in(app, "ann")

    page = ann.press(ann.open("/me"), "Save", language="tlh")

    assert page.status == 422
    assert "That language is not available." in page.text


def test_a_language_is_chosen_over_rest_by_a_tag_or_a_dialect_of_it(app: Flask, greek: None) -> None:
    ann = program_of(app.test_client(), "ann")
    assert ann.get("/me").get_json()["language"] is None

    for sent, kept in (("el", "el"), ("EL-gr", "el"), ("en-GB", "en"), (None, None)):
        changed = ann.call("PATCH", "/me", json={"language": sent})
        assert (changed.status_code, changed.get_json()["language"]) == (200, kept)


def test_a_language_that_is_not_there_is_refused_with_those_that_are(app: Flask, greek: None) -> None:
    refused = program_of(app.test_client(), "ann").call("PATCH", "/me", json={"language": "tlh"})

    problem = refused.get_json()
    assert (refused.status_code, problem["code"]) == (422, "unknown-language")
    assert (problem["language"], problem["languages"]) == ("tlh", ["en", LANGUAGE])


def test_a_problem_is_in_the_language_of_its_request_whatever_the_account_reads(app: Flask, greek: None) -> None:
    ann = program_of(app.test_client(), "ann")
    change(person("ann").id, language=LANGUAGE)

    problems = [ann.get("/games/none", headers={"Accept-Language": asked}).get_json() for asked in ("en", "el")]

    assert problems[1]["title"] == translated(problems[0]["title"])
    assert problems[1]["advice"] == translated(problems[0]["advice"])


@pytest.mark.parametrize("form", ["svg", "png", "txt"])
def test_a_board_is_another_answer_in_another_language(app: Flask, greek: None, form: str) -> None:
    game, ann = table("ann", "bob"), program_of(app.test_client(), "ann")

    in_english, in_greek = (
        ann.get(f"/games/{game.id}/board.{form}", headers={"Accept-Language": asked}) for asked in ("en", "el")
    )

    assert "Accept-Language" in in_greek.vary
    if form != "png":  # the picture of this game has no words but for the ear
        assert translated("sector") in in_greek.text or translated(DESCRIPTION) in in_greek.text
        assert in_english.headers["ETag"] != in_greek.headers["ETag"]


def test_the_state_of_a_webhook_is_told_in_its_owners_language_and_what_it_is_sent_holds_no_sentence(
    ann: Visitor,
) -> None:
    create_webhook(person("ann"), f"https://{SOMEWHERE}/sundial", [], clock.now())
    [challenge] = claim_deliveries(clock.now(), limit=1)
    request = signed(challenge, clock.now())
    assert request is not None

    assert translated("It has not answered our challenge yet.") in ann.open("/me/webhooks").text
    assert "⟦" not in request.body.decode()
