"""Long emails, headers and lines: accepted or refused, never truncated, and never completely in memory."""

from __future__ import annotations

import base64
import os
from pathlib import Path
from smtplib import SMTP, SMTPResponseException
from time import monotonic

import pytest

from service.mail.reading import Reply, read
from service.notifications.inbound import raw_of
from service.notifications.taking import MAX_MAIL_BYTES, MAX_WITH_FILES, without_files
from tests.service.on_sqlite import settings
from tests.workers.inbound.client import HERE, MAIL, kept, rcpt
from workers.inbound.server import MAX_LINE_BYTES, InboundServer

__all__ = ["settings"]

MEBIBYTE = 1 << 20


def test_a_mail_that_is_too_large_is_refused_for_good(smtp: SMTP) -> None:
    rcpt(smtp, "play")
    code, _ = smtp.data(MAIL + (b"x" * 70 + b"\r\n") * (MAX_MAIL_BYTES // 72))
    assert (code, list(kept())) == (552, [])


def with_photo(size: int) -> bytes:
    """Return an email with its move, and a photo of so many bytes below it."""
    head = MAIL.partition(b"\r\n\r\n")[0] + b'\r\nContent-Type: multipart/mixed; boundary="b--1"\r\n\r\n'
    photo = base64.encodebytes(b"\xff" * size).replace(b"\n", b"\r\n")
    text = b"--b--1\r\nContent-Type: text/plain\r\n\r\nplace max-15\r\n"
    kind = b'--b--1\r\nContent-Transfer-Encoding: base64\r\nContent-Type: image/jpeg;\r\n name="a.jpg"\r\n\r\n'
    return head + text + kind + photo + b"--b--1\r\nContent-Type: text/plain\r\n\r\nThanks\r\n--b--1--\r\n"


def test_of_a_mail_with_a_large_photo_all_but_the_photo_is_kept(smtp: SMTP) -> None:
    mail = with_photo(5_000_000)
    assert smtp.esmtp_features["size"] == str(MAX_WITH_FILES)
    smtp.sendmail("ada@example.net", [f"play@{HERE}"], mail)
    [stored] = kept()
    assert raw_of(stored) == with_photo(0)
    assert read(raw_of(stored)) == Reply(("place max-15",))


def test_a_large_size_has_to_be_announced_and_lets_no_long_text_in(smtp: SMTP) -> None:
    rcpt(smtp, "play")
    assert smtp.data(with_photo(MAX_MAIL_BYTES))[0] == 552
    for mail in (MAIL + b"place max-15\r\n" * 20_000, with_photo(MAX_WITH_FILES)):
        with pytest.raises(SMTPResponseException, match="552"):
            smtp.sendmail("ada@example.net", [f"play@{HERE}"], mail)
    assert list(kept()) == []


def test_a_small_photo_stays_as_it_was_signed(smtp: SMTP) -> None:
    rcpt(smtp, "play")
    assert smtp.data(with_photo(1000))[0] == 250
    assert raw_of(kept()[0]) == with_photo(1000)


@pytest.mark.parametrize(
    "hostile", [b"--\r\n", b"--x\r\na\r\n", b"--x\r\ncontent-type: image/\r\n", b"\r\n", b"--x\r\n" + b"a\r\n" * 19]
)
def test_files_are_found_in_bounded_time(hostile: bytes) -> None:
    begun = monotonic()
    without_files(hostile * (MAX_WITH_FILES // len(hostile)))
    assert monotonic() - begun < 5


def test_a_header_that_is_too_large_is_refused_for_good(smtp: SMTP) -> None:
    rcpt(smtp, "play")
    code, _ = smtp.data(b"X: y\r\n" * 12_000 + MAIL)
    assert (code, list(kept())) == (552, [])


def test_a_line_longer_than_mail_allows_is_taken_all_the_same(smtp: SMTP) -> None:
    rcpt(smtp, "play")
    assert smtp.data(MAIL + b"<p>" * 5_000 + b"\r\n")[0] == 250


def test_a_line_that_is_far_too_long_is_refused_as_part_of_its_mail_and_the_next_mail_is_taken(smtp: SMTP) -> None:
    rcpt(smtp, "play")
    code, words = smtp.data(MAIL + b"x" * MAX_LINE_BYTES + b"yz\r\n.still the mail\r\n" + MAIL)
    assert (code, words.split()[0]) == (552, b"5.6.0")
    assert smtp.noop()[0] == 250
    assert list(kept()) == []

    rcpt(smtp, "play")
    assert smtp.data(MAIL)[0] == 250
    assert len(kept()) == 1


@pytest.mark.parametrize("longer", [-3, -2, -1, 0, 1, 2, 3, MAX_LINE_BYTES])
def test_around_the_longest_line_mails_are_taken_or_refused_and_never_cut(smtp: SMTP, longer: int) -> None:
    mail = MAIL + b"x" * (MAX_LINE_BYTES + longer) + b"\r\n"
    rcpt(smtp, "play")
    code, _ = smtp.data(mail)
    assert code in (250, 552)
    assert [raw_of(each) for each in kept()] == ([mail] if code == 250 else [])
    assert smtp.noop()[0] == 250


def test_nothing_is_kept_in_memory_of_a_line_without_end(server: InboundServer) -> None:
    with SMTP("127.0.0.1", server.port, "client.test", timeout=30) as smtp:
        smtp.ehlo()
        rcpt(smtp, "play")
        smtp.docmd("DATA")
        before = memory()
        for _ in range(150):
            smtp.send(b"x" * MEBIBYTE)
        grown = memory() - before
        smtp.send(b"\r\n.\r\n")
        assert smtp.getreply()[0] == 552
    assert grown < 50 * MEBIBYTE


def memory() -> int:
    """Bytes that this process, in which the server runs, holds now."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
