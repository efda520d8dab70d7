"""Which transport an installation has, and the local mailbox."""

from __future__ import annotations

from pathlib import Path

import pytest

from service.config.environment import BadConfiguration
from tests.service.conftest import settings_for
from workers.transports import Letter, transport
from workers.transports.mailbox import Mailbox
from workers.transports.smtp import Smtp


def letter(number: int, raw: bytes = b"Subject: hello\r\n\r\n") -> Letter:
    """Return a numbered letter."""
    return Letter("bounces@sundial.test", "ada@example.net", f"<{number}/../x@sundial.test>", raw)


def test_without_a_mail_server_mails_stay_in_the_home(tmp_path: Path) -> None:
    transport(settings_for(tmp_path)).send(letter(1, b"the bytes"))
    [kept] = (tmp_path / "mailbox").glob("*.eml")
    assert kept.read_bytes() == b"the bytes"


def test_a_kept_mail_is_for_its_owner_alone(tmp_path: Path) -> None:
    Mailbox(tmp_path / "mailbox").send(letter(1))
    [kept] = (tmp_path / "mailbox").iterdir()
    assert kept.stat().st_mode & 0o777 == 0o600
    assert kept.parent.stat().st_mode & 0o777 == 0o700


def test_a_mail_that_is_kept_twice_is_there_once(tmp_path: Path) -> None:
    mailbox = Mailbox(tmp_path)
    for number in (1, 2, 1):
        mailbox.send(letter(number))
    assert len(list(tmp_path.iterdir())) == 2


def test_an_address_of_a_mail_server_says_all_there_is_to_know(tmp_path: Path) -> None:
    found = transport(settings_for(tmp_path, SMTP_URL="smtps://ada:pass%20word@mail.test", MAIL_DOMAIN="sundial.test"))
    assert found == Smtp("mail.test", 465, tls=True, our_name="sundial.test", user="ada", password="pass word")


def test_a_port_can_be_named(tmp_path: Path) -> None:
    found = transport(settings_for(tmp_path, SMTP_URL="smtp://mail.test:2525"))
    assert found == Smtp("mail.test", 2525, tls=False, our_name="sundial.localhost")


@pytest.mark.parametrize("url", ["mail.test", "http://mail.test", "smtp://", "smtp://mail.test:port", "smtp://x:99999"])
def test_an_address_that_cannot_be_used_is_refused(tmp_path: Path, url: str) -> None:
    with pytest.raises(BadConfiguration):
        transport(settings_for(tmp_path, SMTP_URL=url))
