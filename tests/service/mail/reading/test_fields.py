"""Who says they wrote a mail, and by what name the mail is known."""

import pytest

from service.mail.reading import message_id, sender
from service.mail.reading.fields import word

SENDERS = [
    ("From: ada@example.net", "ada@example.net"),
    ("From: Ada <Ada@Example.NET>", "ada@example.net"),
    ("From: ada@example.net (Ada)", "ada@example.net"),
    ('From: "play@play.example" <ada@example.net>', "ada@example.net"),
    ("From: bob@example.org <ada@example.net>", "ada@example.net"),
    ('From: "Ada \\" <bob@example.org>" <ada@example.net>', "ada@example.net"),
    ("From: =?utf-8?q?=3Cbob=40example=2Eorg=3E?= <ada@example.net>", "ada@example.net"),
    ("From: Ada (at (home) bob@example.org) <ada@example.net>", "ada@example.net"),
    ("From: Ada :( <ada@example.net>", "ada@example.net"),
    ("From: Ada\n\t<ada@example.net>", "ada@example.net"),
    ("FROM:ada@example.net", "ada@example.net"),
    ("From: Grüße <ada@example.net>", "ada@example.net"),
    ("Sender: bob@example.org\nFrom: ada@example.net", "ada@example.net"),
]


@pytest.mark.parametrize(("header", "address"), SENDERS)
def test_the_sender_is_the_address_of_the_from_field(header: str, address: str) -> None:
    assert sender(f"{header}\n\nhi".encode()) == address


UNCLEAR = [
    "Subject: hi",
    "From: ada@example.net, bob@example.org",
    "From: Ada <ada@example.net>, Bob <bob@example.org>",
    "From: ada@example.net\nFrom: bob@example.org",
    "From: Ada",
    "From: <>",
    "From: Ada <ada@example.net> <bob@example.org>",
    "From: <@relay.example:ada@example.net>",
    "From: <ada@example.net bob@example.org>",
]


@pytest.mark.parametrize("header", UNCLEAR)
def test_no_address_or_more_than_one_is_no_sender(header: str) -> None:
    assert sender(f"{header}\n\nFrom: mallory@example.com".encode()) is None


def test_a_mail_is_known_by_its_message_id() -> None:
    assert message_id(b"Subject: hi\nMessage-Id:\n <a.b@example.net>\n\n") == "<a.b@example.net>"


@pytest.mark.parametrize("header", ["Subject: hi", "Message-ID: ", "Message-ID: a@b", "Message-ID: <a b@c>"])
def test_a_mail_may_be_without_one(header: str) -> None:
    assert message_id(f"{header}\n\nMessage-ID: <x@example.net>".encode()) is None


WORDS = [
    ("no", "no"),
    (" No ", "no"),
    ("no;owner=ada", "no"),
    ("No (typed by hand)", "no"),
    ("(typed (by) hand) no", "no"),
    (r"(a \) and a \( in it) no", "no"),
    ('(a " in it) no', "no"),
    ("no (never closed", "no"),
    ("auto-replied(vacation)", "auto-replied"),
    ("(no) auto-replied", "auto-replied"),
    ('"no" (by "(her" hand)', "no"),
    ("(no)", ""),
    ("", ""),
]


@pytest.mark.parametrize(("written", "counts"), WORDS)
def test_the_first_word_of_a_field_counts_and_comments_do_not(written: str, counts: str) -> None:
    assert word(written) == counts
