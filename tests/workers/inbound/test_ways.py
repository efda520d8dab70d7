"""Other kinds of delivery: TLS, LMTP, and a pipe. What is accepted is the same."""

from __future__ import annotations

import os
import re
import shutil
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from smtplib import LMTP, SMTP

import pytest
from click.testing import CliRunner
from flask import Flask

from service.cli.receive import receive
from service.config.environment import BadConfiguration, Config, MailWays, from_environment
from service.embedded.ports import free_port
from service.notifications.taking import MAX_HEADER_BYTES, MAX_MAIL_BYTES
from tests.certificate import CERTIFICATE
from tests.secret_keys import KEY
from tests.service.installations import environment
from tests.service.tables import table
from tests.workers.inbound.client import HERE, MAIL, box, kept, rcpt
from workers.inbound.server import MAX_LINE_BYTES
from workers.inbound.ways import Way, open_ways


@contextmanager
def opened(app: Flask, **ways: object) -> Iterator[list[Way]]:
    """All ways that are open with these knobs."""
    settings: Config = app.config["SETTINGS"]
    app.config["SETTINGS"] = replace(settings, inbound_smtp_port=free_port(), mail_ways=MailWays(**ways))  # type: ignore[arg-type]
    started = list(open_ways(app, "127.0.0.1"))
    for way in started:
        way.start()
    yield started
    for way in started:
        way.stop()
    app.config["SETTINGS"] = settings


@pytest.fixture
def lmtp(app: Flask) -> Iterator[LMTP]:
    """Return the operator's own mail server after its greeting."""
    port = free_port()
    with opened(app, lmtp_port=port), LMTP("127.0.0.1", port, "mx.test", timeout=30) as client:
        client.ehlo()
        yield client


def data(lmtp: LMTP, mail: bytes, answers: int) -> list[int]:
    """Return the replies to an email, one per recipient; smtplib reads only one."""
    lmtp.putcmd("data")
    assert lmtp.getreply()[0] == 354
    lmtp.send(re.sub(rb"(?m)^\.", b"..", mail) + b".\r\n")
    return [lmtp.getreply()[0] for _ in range(answers)]


def test_each_recipient_of_a_mail_by_lmtp_is_answered(lmtp: LMTP) -> None:
    first, second = box(table("ada", "bob")), box(table("cleo", "dora"))
    addresses = [f"{first}@{HERE}", f"nobody@{HERE}", f"{second}@{HERE}"]

    assert rcpt(lmtp, *addresses) == [250, 550, 250]
    assert data(lmtp, MAIL, 2) == [250, 250]
    assert rcpt(lmtp, *addresses[:1]) == [250]
    assert data(lmtp, MAIL, 1) == [250]
    assert lmtp.noop()[0] == 250
    assert [mail.sender for mail in kept()] == ["ada@example.net"] * 2


def test_a_mail_that_is_refused_as_a_whole_is_refused_to_each(lmtp: LMTP) -> None:
    for whole in (
        b"X: " + b"x\r\n x" * (MAX_HEADER_BYTES // 4) + b"\r\n\r\nplace max-15\r\n",
        MAIL + (b"x" * 70 + b"\r\n") * (MAX_MAIL_BYTES // 72),
        MAIL + b"x" * (MAX_LINE_BYTES + 1) + b"\r\n",
    ):
        rcpt(lmtp, "play", "abuse")
        assert data(lmtp, whole, 2) == [552, 552]
    assert lmtp.noop()[0] == 250
    assert kept() == []


def test_lmtp_is_not_smtp(lmtp: LMTP) -> None:
    assert [lmtp.docmd(hello, "client.test")[0] for hello in ("EHLO", "HELO", "LHLO")] == [500, 500, 250]


def test_a_server_with_a_certificate_encrypts_and_one_without_says_nothing_of_it(app: Flask, tmp_path: Path) -> None:
    chain = shutil.copy(CERTIFICATE, tmp_path / "chain.pem")
    trust = ssl.create_default_context(cafile=CERTIFICATE)
    with opened(app, certificate=Path(chain)), SMTP("localhost", port_of(app), "client.test", timeout=30) as client:
        client.ehlo()
        assert client.has_extn("starttls")
        os.truncate(chain, 0)  # a renewal that went wrong
        client.starttls(context=trust)
        client.sendmail("ada@example.net", [f"play@{HERE}"], MAIL)
        assert client.docmd("STARTTLS")[0] == 503
    assert len(kept()) == 1
    with opened(app), SMTP("127.0.0.1", port_of(app), "client.test", timeout=30) as client:
        client.ehlo()
        assert not client.has_extn("starttls")


def port_of(app: Flask) -> int:
    settings: Config = app.config["SETTINGS"]
    return settings.inbound_smtp_port


def test_what_was_said_before_encryption_is_forgotten_and_what_was_slipped_in_is_not_heard(app: Flask) -> None:
    with opened(app, certificate=CERTIFICATE), SMTP("localhost", port_of(app), "client.test", timeout=30) as client:
        client.ehlo()
        client.mail("eve@example.net")
        assert client.sock is not None
        client.sock.sendall(b"STARTTLS\r\nMAIL FROM:<eve@example.net>\r\n")
        assert client.getreply()[0] == 220
        context = ssl.create_default_context(cafile=CERTIFICATE)
        try:
            client.sock = context.wrap_socket(client.sock, server_hostname="localhost")
        except (ssl.SSLError, OSError):
            return  # it has hung up, which is as good
        client.file = None
        assert client.rcpt(f"play@{HERE}")[0] == 503


def test_the_other_ways_are_closed_unless_they_are_wanted(app: Flask) -> None:
    with opened(app) as ways:
        assert [type(way).__name__ for way in ways] == ["InboundServer"]


@pytest.mark.parametrize(
    ("knob", "value"),
    [
        ("INBOUND_LMTP_PORT", "lmtp"),
        ("INBOUND_RELAYS", "mx.example.net"),
        ("INBOUND_TLS_CERTIFICATE", "/nowhere/chain.pem"),
        ("INBOUND_HTTP_SECRET", "hunter2"),
        ("INBOUND_IMAP_URL", "imaps://mail.example.net"),
        ("INBOUND_IMAP_URL", "imaps://me:hunter2@mail.example.net:x"),
    ],
)
def test_a_knob_that_cannot_be_used_is_named_and_its_secrets_are_not(tmp_path: Path, knob: str, value: str) -> None:
    with pytest.raises(BadConfiguration, match=knob) as wrong:
        from_environment({"SUNDIAL_HOME": str(tmp_path), "SECRET_KEY": KEY, knob: value})
    assert "hunter2" not in str(wrong.value)


def piped(settings: Config, mail: bytes, *words: str) -> int:
    """Run the command with that email; return the exit code."""
    env = environment(settings) | {"REDIS_URL": "redis://127.0.0.1:1/0"}
    return CliRunner(env=env).invoke(receive, list(words), input=mail).exit_code


def test_a_mail_from_a_pipe_is_kept_once_and_the_exit_code_says_whether(app: Flask, settings: Config) -> None:
    where = f"{box(table('ada', 'bob'))}@{HERE}"
    unix, huge = MAIL.replace(b"\r\n", b"\n"), b"x" * MAX_MAIL_BYTES * 2

    codes = [piped(settings, mail, "--sender", "<ada@example.net>", where) for mail in (unix, MAIL, huge)]
    codes += [piped(settings, unix, f"{name}") for name in (f"nobody@{HERE}", "play@example.net", where)]
    away = replace(settings, embedded=False, database_url="postgresql+psycopg://x:y@127.0.0.1:1/x")

    assert codes == [os.EX_OK, os.EX_OK, os.EX_DATAERR, os.EX_NOUSER, os.EX_NOUSER, os.EX_OK]
    assert [mail.sender for mail in kept()] == ["ada@example.net"]
    assert piped(away, unix, where) == os.EX_TEMPFAIL
