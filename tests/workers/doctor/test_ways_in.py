"""The doctor's findings about inbound mail other than plain SMTP."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography.x509 import load_pem_x509_certificate
from flask import Flask

from service.config.environment import Config, MailWays
from service.embedded.ports import free_port
from tests.certificate import CERTIFICATE
from tests.workers.doctor.zones import TO_MEND, WELL, states
from tests.workers.inbound.imap_server import ImapServer
from workers.doctor.finding import State
from workers.doctor.inbound import ways_in
from workers.inbound.server import LmtpServer

ENDS = load_pem_x509_certificate(CERTIFICATE.read_bytes()).not_valid_after_utc
LONG_BEFORE = ENDS - timedelta(days=20)


@pytest.fixture
def mail_box() -> Iterator[ImapServer]:
    started = ImapServer()
    started.start()
    yield started
    started.stop()


def found(
    config: Config, now: datetime = LONG_BEFORE, url: str = "https://play.example.org", **ways: object
) -> set[State]:
    changed = replace(config, public_url=url, mail_ways=MailWays(**ways))  # type: ignore[arg-type]
    return set(states(ways_in(changed, "127.0.0.1", now)).values())


def test_a_certificate_is_to_be_renewed_in_time(sqlite_settings: Config, tmp_path: Path) -> None:
    rubbish = tmp_path / "rubbish.pem"
    rubbish.write_text("rubbish")
    assert found(sqlite_settings, certificate=CERTIFICATE) == {WELL}
    for now in (ENDS - timedelta(days=13), ENDS + timedelta(days=1)):
        assert found(sqlite_settings, now, certificate=CERTIFICATE) == {TO_MEND}
    assert found(sqlite_settings, certificate=rubbish) == {TO_MEND}


def test_lmtp_imap_and_http_are_looked_at_if_they_are_set(
    app: Flask, sqlite_settings: Config, mail_box: ImapServer
) -> None:
    port = free_port()
    assert found(sqlite_settings, lmtp_port=port) == {TO_MEND}
    server = LmtpServer(app, "127.0.0.1", port)
    server.start()
    assert found(sqlite_settings, lmtp_port=port, imap_url=mail_box.url, http_secret="whsec_x") == {WELL}
    server.stop()
    assert found(sqlite_settings, imap_url=mail_box.url.replace("pass%20word", "other")) == {TO_MEND}
    assert found(sqlite_settings, url="http://play.example.org", mailgun_signing_key="x") == {TO_MEND}
    assert found(sqlite_settings, datetime.now(UTC)) == set()
