"""A kind of mail is one folder: put beside the others, it goes every way that they do, and nothing else is edited."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient

from service.accounts.accounts import account_numbered
from service.db import clock
from service.db.engines import transaction
from service.mail import compose, kinds
from service.models import Delivery
from service.notifications.kinds import kinds as all_kinds
from service.notifications.kinds import stoppable
from service.notifications.notices import write_notice
from service.notifications.preferences import choose, stop_mail
from tests.service.conftest import FakeClock
from tests.service.tables import Table, person, table
from tests.service.web.visitor import sign_in
from tests.workers.outbox import drain_by
from tests.workers.post import Post

NAME = "applause"
FOLDER = {
    "__init__.py": """
from service.notifications.kinds import Kind, Timing

KIND = Kind(
    "applause", Timing.AS_CHOSEN, gathered_in="digest",
    label="somebody applauds", mails="mails of applause", headline="Applause in %(game)s",
)
""",
    "facts.py": """
from service.mail.facts import Facts, game_of, table


def facts(notice):
    return Facts(table(game_of(notice), notice.seat))
""",
    "subject.txt": "Applause in {{ game_name }}",
    "body.txt": '{% extends "layout.txt" %}{% block main %}Somebody claps: {{ game_link }}{% endblock %}',
    "body.html": '{% extends "layout.html" %}{% block main %}<p>Somebody claps.</p>{% endblock %}',
}
WITH_IT = """
import sys
from service.mail import kinds
kinds.__path__.append(sys.argv[1])
from tests.openapi import document
print(document())
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Install the new kind's folder beside the others."""
    place = tmp_path / "more" / "kinds"
    (place / NAME).mkdir(parents=True)
    for name, text in FOLDER.items():
        (place / NAME / name).write_text(text, encoding="utf-8")
    monkeypatch.setattr(kinds, "__path__", [*kinds.__path__, str(place)])
    _look_again()
    yield place
    monkeypatch.undo()
    _look_again()


def _look_again() -> None:
    all_kinds.cache_clear()
    compose._templates.cache_clear()
    for name in [name for name in sys.modules if name.startswith(f"{kinds.__name__}.{NAME}")]:
        del sys.modules[name]


def applaud(*tables: Table) -> None:
    """Send ada the new kind of notice about each of these games."""
    for each in tables:
        with transaction():
            write_notice(NAME, person("ada"), clock.now(), each.game, 0)


def mails() -> list[EmailMessage]:
    """Return the emails now due to ada, without those about turns."""
    post = Post()
    drain_by(post)
    found = [message_from_bytes(letter.raw, policy=policy.default) for letter in post.letters]
    return [mail for mail in found if mail["To"] == "ada@example.net" and mail["X-Sundial-Mail"] != "your-turn"]


@pytest.mark.usefixtures("app")
def test_it_is_sent_at_once_to_whoever_wants_that() -> None:
    seasons = table("ada", "bob")
    applaud(seasons)
    [mail] = mails()
    assert mail["Subject"] == "Applause in Seasons of the Sun"
    assert mail["X-Sundial-Mail"] == NAME
    assert "/game" in mail.get_body(("plain",)).get_content()  # type: ignore[union-attr]


@pytest.mark.usefixtures("app")
def test_it_is_gathered_in_the_daily_mail(clock: FakeClock) -> None:
    choose(person("ada").id, clock(), delivery=Delivery.DIGEST)
    games = [table("bob", "ada"), table("cyd", "ada")]
    mails()
    applaud(*games)
    assert mails() == []
    clock.advance(days=1)
    [mail] = [mail for mail in mails() if mail["X-Sundial-Mail"] == "digest"]
    assert mail.get_body(("plain",)).get_content().count("Applause in Seasons of the Sun") == 2  # type: ignore[union-attr]


@pytest.mark.usefixtures("app")
def test_whoever_has_muted_it_gets_none() -> None:
    stop_mail(person("ada").id, NAME)
    applaud(table("ada", "bob"))
    assert mails() == []


def test_its_link_stops_it_and_it_alone(client: FlaskClient) -> None:
    applaud(table("ada", "bob"))
    [mail] = mails()
    link = urlsplit(mail["List-Unsubscribe"].partition(",")[0].strip("<>")).path
    assert client.post(link, data={"List-Unsubscribe": "One-Click"}).status_code == 200
    assert account_numbered(person("ada").id).muted == [NAME]
    assert "You no longer get mails of applause" in client.get(link).text


def test_the_account_page_has_a_box_for_it(app: Flask) -> None:
    table("ada", "bob")
    assert "somebody applauds" in sign_in(app, "ada").open("/me/mails").text


def test_the_description_of_the_api_names_it(folder: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", WITH_IT, str(folder)], capture_output=True, text=True, check=True, timeout=120
    )
    assert f"- {NAME}\n" in done.stdout
    assert NAME in stoppable()
