"""Every kind of mail is in its reader's language, from its subject to the words in its board."""

from __future__ import annotations

import re
from collections.abc import Iterator
from email.message import EmailMessage

import pytest
from sqlalchemy import event, select

from service.config import environment
from service.db.engines import session
from service.models import Account, Game
from tests.gauntlet.mails import KINDS, come_about
from tests.greek import LANGUAGE, untranslated
from tests.service.conftest import FakeClock
from tests.service.web.html import parse

PEOPLE = "ada olga bob cyd dee fay gil eve ingo alth fer"
THINGS = "sundial seasons of the sun siesta rusty laptop firefox linux safari iphone utc"
NOTATION = "place max min reroll say read play"
SAID = "good luck games nowhere autumn cup the hall is closed one person played both sides enter withdraw"
KNOWN = [*PEOPLE.split(), *THINGS.split(), *NOTATION.split(), *SAID.split()]
ADDRESS = re.compile(r"(?:https?|mailto):\S+|\S+@\S+|guest-\w+")


@pytest.fixture
def settings(sqlite_settings: environment.Config) -> environment.Config:
    """Use one database with empty tables: email texts do not depend on it."""
    return sqlite_settings


@pytest.fixture
def everybody_is_greek(greek: None) -> Iterator[None]:
    """Set the language of every new account to that of the catalogue."""

    def be_greek(account: Account, _args: object, values: dict[str, object]) -> None:
        values["language"] = LANGUAGE

    event.listen(Account, "init", be_greek)
    yield
    event.remove(Account, "init", be_greek)


def part(message: EmailMessage, form: str) -> str:
    body = message.get_body((form,))
    assert body is not None
    content: str = body.get_content()
    return content


def left(text: str) -> list[str]:
    """Return the untranslated words, without addresses, made-up names, and ids and commitments of games."""
    for game in session().scalars(select(Game)):
        text = text.replace(game.id, "").replace(game.commitment, "")
    return untranslated(ADDRESS.sub("", text), *KNOWN)


@pytest.mark.usefixtures("everybody_is_greek")
@pytest.mark.parametrize("kind", KINDS)
def test_no_sentence_of_a_mail_is_left_in_english(kind: str, clock: FakeClock) -> None:
    message = come_about(kind, clock).message
    html = part(message, "html")

    assert "⟦" in message["Subject"]
    assert left(message["Subject"]) == []
    assert left(part(message, "plain")) == []
    assert left(parse(html).text) == []
    assert f'<html lang="{LANGUAGE}">' in html
