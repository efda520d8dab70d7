"""The local mailbox: unsent emails, visible only on the machine itself."""

from __future__ import annotations

import os
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from service.config import environment
from service.mail.marker import marker_line
from service.server.app import create_app
from service.web.mailbox import SHOWN
from tests.service.conftest import FakeClock, settings_for
from tests.service.web.visitor import Visitor

LINK = "Follow http://127.0.0.1:8000/t/abc to play <now>."


def write(
    settings: environment.Config, number: str = "0001", subject: str = "Your turn", written: int = 0, says: str = LINK
) -> None:
    """Write an email with a picture into the mailbox."""
    mail = EmailMessage()
    mail["Subject"], mail["To"], mail["Date"] = subject, "ann@example.net", "Mon, 04 May 2026 12:00:00 +0000"
    mail.set_content(says)
    mail.add_alternative('<h1>Your turn</h1><img src="cid:board@sundial" alt="">', subtype="html")
    html = mail.get_body(("html",))
    assert isinstance(html, EmailMessage)
    html.add_related(b"a picture", "image", "png", cid="<board@sundial>")
    settings.mailbox.mkdir(exist_ok=True)
    path = settings.mailbox / f"{number}.eml"
    path.write_bytes(mail.as_bytes())
    os.utime(path, (written, written))


def test_mails_are_listed_newest_first(visitor: Visitor, settings: environment.Config) -> None:
    write(settings, "f00d", "The first", written=1000)
    write(settings, "beef", "The second", written=2000)

    text = visitor.open("/mailbox").text

    assert text.index("The second") < text.index("The first")
    assert "to ann@example.net" in text


def test_a_list_says_what_a_mail_is_about_and_not_where_to_write(
    visitor: Visitor, settings: environment.Config
) -> None:
    write(settings, says=f"{marker_line()}\n\nYour turn in Siesta.\n")

    text = visitor.open("/mailbox").text

    assert "Your turn in Siesta." in text
    assert "above this line" not in text


def test_a_long_list_goes_on_on_another_page(visitor: Visitor, settings: environment.Config) -> None:
    for number in range(SHOWN + 1):
        write(settings, f"{number:04}", f"Mail {number:04}", written=1000 + number)

    first = visitor.open("/mailbox")
    second = visitor.open(next(link for link in first.tree.all("a") if link.text == "Older emails").attributes["href"])

    assert "Mail 0000" not in first.text
    assert "Mail 0000" in second.text
    assert "Mail 0001" not in second.text
    assert visitor.open("/mailbox?after=9999").status == 404


def test_a_mail_is_shown_as_it_looks_and_as_text_with_its_links(visitor: Visitor, settings: environment.Config) -> None:
    write(settings)

    page = visitor.open("/mailbox/0001")

    assert "http://127.0.0.1:8000/t/abc" in [link.attributes["href"] for link in page.tree.all("a")]
    assert "to play <now>" in page.text
    assert page.tree.one("iframe").attributes["src"] == "/mailbox/0001/html"


def test_the_html_of_a_mail_has_its_pictures_and_no_rights(app: Flask, settings: environment.Config) -> None:
    write(settings)

    answer = app.test_client().get("/mailbox/0001/html")

    assert 'src="data:image/png;base64,YSBwaWN0dXJl"' in answer.text
    policy = answer.headers["Content-Security-Policy"]
    assert policy.startswith("sandbox")
    assert "allow-scripts" not in policy


@pytest.mark.parametrize("number", ["0002", "..", "%2e%2e%2fsecret-key", "0001.eml"])
def test_only_mails_of_the_mailbox_are_shown(visitor: Visitor, settings: environment.Config, number: str) -> None:
    write(settings)

    assert visitor.open(f"/mailbox/{number}").status == 404


@pytest.mark.parametrize(
    "foreign",
    [
        {"environ_base": {"REMOTE_ADDR": "192.0.2.7"}},
        {"headers": {"X-Forwarded-For": "192.0.2.7"}},
        {"headers": {"Host": "rebound.example.org"}},
    ],
)
def test_nobody_elsewhere_sees_the_mailbox(app: Flask, foreign: dict[str, Any]) -> None:
    assert app.test_client().open("/mailbox", **foreign).status_code == 404


def test_there_is_no_mailbox_where_mail_is_sent(tmp_path: Path, clock: FakeClock) -> None:
    settings = settings_for(tmp_path, SMTP_URL="smtp://127.0.0.1:2525")

    assert create_app(settings, clock).test_client().get("/mailbox").status_code == 404
