"""A mail is put together as the library would put it together, byte for byte."""

import hashlib
from email.message import EmailMessage
from email.policy import SMTP

import pytest
from flask import Flask
from hypothesis import HealthCheck, given, settings
from hypothesis.strategies import binary, builds, characters, lists, none, sampled_from, text

from service.db.clock import now
from service.mail.headers import by_night, headers, picture_name
from service.mail.mime import LONGEST_HEADER, Content, Picture, build, finished
from service.models import Notice

WRITTEN = characters(exclude_categories=["Cs"])
TEXTS = lists(
    text(WRITTEN, max_size=40)
    | sampled_from([".", "From ", "", " ", "=", "\r", "\n", "\t", "x" * 700, "x" * 998, "x" * 999, "é" * 300])
)
PROSE = builds("\n".join, TEXTS)
CONTENTS = builds(
    Content, text(WRITTEN, max_size=120), PROSE, PROSE, none() | sampled_from(["t0123456789abcdef", "play"])
)


def by_the_library(notice: Notice, content: Content, boards: list[Picture]) -> bytes:
    mail = EmailMessage(policy=SMTP.clone(max_line_length=76))
    mail.set_content(content.text, cte=encoding(content.text))
    ascii_html = content.html.encode("ascii", "xmlcharrefreplace").decode()
    mail.add_alternative(ascii_html, subtype="html", cte=encoding(ascii_html))
    html = mail.get_body(("html",))
    assert isinstance(html, EmailMessage)
    for board in boards:
        file_name = board.name.partition(".")[0] + ".png"
        html.add_related(board.png, "image", "png", cid=f"<{board.name}>", filename=file_name, disposition="inline")
    for number, part in enumerate(part for part in mail.walk() if part.is_multipart()):
        part.set_boundary(f"=_{hashlib.sha256(f'{notice.message_id} {number}'.encode()).hexdigest()[:24]}")
    said = headers(notice, content.subject, content.reply_to, content.thread)
    return b"".join(folded(name, value) for name, value in said) + mail.as_bytes(policy=SMTP.clone(max_line_length=998))


def folded(name: str, value: str) -> bytes:
    """Fold a header of ASCII as little as allowed, so that no link is broken, and others by RFC 2047, 2."""
    policy = SMTP.clone(max_line_length=998 if value.isascii() and "=?" not in value else 76)
    return policy.fold_binary(*policy.header_store_parse(name, value))


def encoding(text: str) -> str:
    """Return the expected encoding: 7bit for printable ASCII in lines of at most 998 characters."""
    lines = text.encode().splitlines()
    return (
        "7bit" if all(len(line) <= 998 and set(line) <= set(range(32, 127)) for line in lines) else "quoted-printable"
    )


def notice_to(email: str, **data: str) -> Notice:
    return Notice(kind="confirm", email=email, message_id="<1@example.org>", due_at=now(), data=data)


@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(CONTENTS, lists(binary(max_size=1200), max_size=3))
def test_a_mail_has_the_bytes_that_the_library_would_write(app: Flask, content: Content, drawn: list[bytes]) -> None:
    notice = notice_to("bob@example.net")
    first, second = (picture_name(notice.message_id, number) for number in (0, 1))
    boards = list(map(Picture, (first, by_night(first), second), drawn))
    assert finished(build(notice, content), boards) == by_the_library(notice, content, boards)


@pytest.mark.parametrize(
    "email", ["o'brien+x@example.net", '"a b"@example.net', "bob@[192.0.2.1]", "b" * 64 + "@example.net"]
)
def test_so_it_has_with_an_unusual_address(app: Flask, email: str) -> None:
    notice = notice_to(email, answered="<" + "x" * 600 + "@example.net>")
    content = Content("Sundial", "Hello", "<p>Hello</p>", reply_to="t012", thread="asked.7")
    assert finished(build(notice, content), []) == by_the_library(notice, content, [])


@pytest.mark.parametrize("length", range(LONGEST_HEADER - 12, LONGEST_HEADER - 5))
@pytest.mark.parametrize("words", ["x", "yes "])
def test_so_it_has_where_a_header_just_fits_into_a_line(app: Flask, length: int, words: str) -> None:
    content = Content((words * length)[:length].strip().ljust(length, "."), "Hello", "<p>Hello</p>")
    notice = notice_to("bob@example.net")
    assert finished(build(notice, content), []) == by_the_library(notice, content, [])


def test_no_line_of_encoded_text_or_of_encoded_words_is_longer_than_76_characters(app: Flask) -> None:
    content = Content("Schöne Grüße aus Überlingen " * 5, "é" * 300, "x=" * 600, sender="Zoë " * 30)
    board = Picture(picture_name("<1@example.org>", 0), bytes(range(256)) * 4)
    raw = finished(build(notice_to("bob@example.net"), content), [board])
    assert b"7bit" not in raw
    assert max(map(len, raw.split(b"\r\n"))) == 76
