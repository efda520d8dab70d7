"""The language that a mail says to be written in: noted of its owner, and taken for the answer."""

from __future__ import annotations

from pathlib import Path

import pytest
from flask import Flask

from service.accounts.accounts import change
from service.config import environment
from service.mail.reading import content_language
from service.notifications.links import turn_box
from service.security.addresses import Named
from tests.greek import LANGUAGE, speak_greek
from tests.service.mail.inbound.correspondent import mailed, write
from tests.service.mail.occasions import mail, part
from tests.service.tables import person, table

ADA, EVE = "ada@example.net", "eve@example.net"
GREEK = f'<html lang="{LANGUAGE}">'


@pytest.fixture
def settings(sqlite_settings: environment.Config) -> environment.Config:
    """Use one database with empty tables: the declared language does not depend on it."""
    return sqlite_settings


@pytest.mark.parametrize(
    ("headers", "tag"),
    [
        ("Content-Language: el\r\n", "el"),
        ("content-language:  en-US \r\n", "en-US"),
        ("Content-Language: el, en\r\n", None),
        ("Content-Language: el\r\nContent-Language: en\r\n", None),
        ("Content-Language: \u00e9\r\n", None),
        ("Content-Language: x\r\n", None),
        (f"Content-Language: el{'-greek' * 6}\r\n", None),
        ("", None),
    ],
)
def test_a_mail_names_one_language_or_none(headers: str, tag: str | None) -> None:
    assert content_language(f"From: {ADA}\r\n{headers}\r\nContent-Language: fr\r\n".encode()) == tag


def test_who_plays_by_a_mail_that_names_a_language_reads_it_from_then_on(app: Flask, greek: None) -> None:
    game = table("ada", "bob").game
    write(ADA, turn_box(game, 0), "place nowhere", Content_Language="el-GR")

    assert person("ada").language == LANGUAGE
    assert GREEK in part(mail("answer"), "html")


def test_a_mail_that_names_a_language_that_is_not_there_says_nothing(app: Flask, greek: None) -> None:
    write(ADA, turn_box(table("ada", "bob").game, 0), "place nowhere", Content_Language="fr")

    assert person("ada").language is None


def test_what_was_chosen_is_not_changed_by_a_mail(app: Flask, greek: None) -> None:
    change(person("ada").id, language="en")
    write(ADA, turn_box(table("ada", "bob").game, 0), "place nowhere", Content_Language="el")

    assert person("ada").language == "en"
    assert GREEK not in part(mail("answer"), "html")


def test_a_mail_that_may_be_forged_is_answered_in_its_language_and_changes_nothing(app: Flask, greek: None) -> None:
    person("ada")
    write(ADA, Named.GENERAL, "help", Content_Language="el")

    assert person("ada").language is None
    assert GREEK in part(mail("general-mailbox"), "html")


def test_a_stranger_is_asked_in_the_language_of_their_mail(app: Flask, greek: None) -> None:
    write(EVE, Named.GENERAL, "new seasons ada@example.net", Content_Language="el")

    assert GREEK in part(mail("confirm"), "html")


def test_the_owner_of_an_address_is_not_asked_in_the_language_of_who_wrote_from_another(
    app: Flask, greek: None
) -> None:
    write(EVE, turn_box(table("ada", "bob").game, 0), "place max-15", Content_Language="el")

    assert GREEK not in part(mail("confirm"), "html")


ITALIAN = '<html lang="it">'


@pytest.fixture
def italian(app: Flask, tmp_path: Path) -> None:
    """Add an Italian catalogue."""
    speak_greek(app, tmp_path / "translations", "it")


@pytest.mark.usefixtures("italian")
def test_who_asks_in_italian_is_answered_in_italian_whatever_their_program_speaks(app: Flask) -> None:
    write(ADA, turn_box(table("ada", "bob").game, 0), "Aiuto!", Content_Language="en-US")

    assert ITALIAN in part(mail("answer"), "html")
    assert person("ada").language == "it"


@pytest.mark.usefixtures("italian")
def test_a_stranger_who_asks_in_italian_is_asked_in_italian(app: Flask) -> None:
    write(EVE, Named.GENERAL, "nuova partita seasons ada@example.net")

    assert ITALIAN in part(mail("confirm"), "html")


@pytest.mark.usefixtures("italian")
def test_who_has_chosen_a_language_is_answered_in_it_whatever_they_ask_in(app: Flask) -> None:
    game = table("ada", "bob").game
    change(person("ada").id, language="en")
    write(ADA, turn_box(game, 0), "aiuto")

    assert ITALIAN not in part(mail("answer"), "html")


@pytest.mark.parametrize(
    ("box", "wrong", "right"), [("turn", "hilffe", "hilfe"), ("general-mailbox", "partitte", "partite")]
)
def test_a_command_that_is_nearly_written_is_asked_about(app: Flask, box: str, wrong: str, right: str) -> None:
    game = table("ada", "bob").game
    write(ADA, turn_box(game, 0) if box == "turn" else Named.GENERAL, wrong)

    [told] = mailed(ADA, "answer" if box == "turn" else "general-mailbox")
    assert told.topic == "near"
    assert told.offered == [right]
