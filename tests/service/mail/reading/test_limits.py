"""What is made to be slow or endless is refused, or read at once."""

import pytest

from service.mail.reading import Unreadable, read
from service.mail.reading.limits import MAX_MAIL
from service.mail.reading.page import MAX_TAGS
from tests.service.mail.reading.moment import takes_a_moment

ROOM = MAX_MAIL - 500
HTML = b"Content-Type: text/html; charset=utf-8\n\n"
PLAIN = b"Content-Type: text/plain; charset=utf-8; format=flowed\n\n"
REPORT = b"Content-Type: message/delivery-status\n\n"
PUNYCODE = b"Content-Type: text/plain; charset=punycode\n\n"
DIGEST = b"Content-Type: multipart/digest; boundary=a\n\n"

REPEATED = [
    *(
        (HTML, text)
        for text in (
            b"<",
            b"<!--",
            b"<a ",
            b'<a "',
            b"&#1",
            b"&notit",
            b"<div>",
            b"<s>",
            b"<style>",
            b"<pre>\n",
            b"<!-->",
        )
    ),
    *((HTML, text) for text in (b"<a a=\"'", b"<a =", b"<p>", b"<td>", b"<b><i></b>", b"<div></span>", b"<table><td>")),
    *((HTML, text) for text in (b"<p style='color:red'>x", b"<p style='", b"<p class=a id=b x=y>")),
    *(
        (HTML + b"<style>", text)
        for text in (b"{", b"a{color:red}", b"a,", b"/*", b"\\61 ", b"color:red;", b"a{top:0", b"}")
    ),
    *(
        (HTML + begun, text)
        for begun in (b"<p style='", b"<p class='", b"<p ")
        for text in (b"\\61 ", b"top:0;", b"a ")
    ),
    (HTML + b"<style>" + b"p{top:0;color:#010101}" * 99 + b"</style>", b"<p id=a>"),
    *(
        (PLAIN, text)
        for text in (b"\n", b">", b"a,\n", b"a ", b"--\n", b"on 2020:\n", b"a \n", b"move:\n", b";\n", b"a@")
    ),
    *((PLAIN, text.encode()) for text in ("\u200b", "\u200b\n", "\u0315\u0300", "\ufdfa", "＞")),
    (b"From: mailer-daemon@example.org\n" + PLAIN, b"a"),
    (REPORT, b"a: b\n\n"),
    (PUNYCODE, b"a-"),
    (DIGEST, b"--a\n\n"),
    (DIGEST, b"\n--a\n\nContent-Type: message/rfc822\n\n"),
    (b"", b"Content-Type: message/rfc822\n\n"),
    (b"", b"Content-Type: multipart/mixed; boundary=a\n\n--a\n"),
    (b"From: ", b"("),
    (b"From: ", b'"\\'),
    (b"Subject: ", b"=?a?q?"),
    (b"", b"Auto-Submitted: no " + b"(" * 490 + b")" * 490 + b"\n"),
    (b"", b"List-Id: " + b'"(' * 490 + b"\n"),
    (b"", b"a:\n"),
    (PLAIN + b"-----BEGIN PGP SIGNED MESSAGE-----\n", b"Hash: x\n"),
]


@pytest.mark.parametrize(("head", "text"), REPEATED)
def test_a_thing_repeated_to_the_last_byte_is_read_within_a_second(head: bytes, text: bytes) -> None:
    assert takes_a_moment(head + text * ((ROOM - len(head)) // len(text)))


def test_a_page_of_nothing_but_tags_is_refused() -> None:
    assert read(HTML + b"<p>" * (MAX_TAGS + 1) + b"place max-15") == Unreadable("too-many-parts")


def test_a_mail_beyond_the_limit_is_not_even_parsed() -> None:
    assert read(PLAIN + b"a" * MAX_MAIL) == Unreadable("too-large")


def test_a_number_of_thousands_of_digits_is_no_character() -> None:
    assert read(HTML + b"&#" + b"9" * 5000 + b"; place max-15") == read(HTML + "\ufffd; place max-15".encode())
