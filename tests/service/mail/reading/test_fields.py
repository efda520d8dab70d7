"""Who says they wrote a mail, and by what name the mail is known."""

import pytest

from service.mail.reading import message_id, sender

SENDERS = [
    ("From: ada@example.net", "ada@example.net"),
    ("From: Ada <Ada@Example.NET>", "ada@example.net"),
    ("From: ada@example.net (Ada)", "ada@example.net"),
    ('From: "play@play.example" <ada@example.net>', "ada@example.net"),
    ("From: bob@example.org <ada@example.net>", "ada@example.net"),
    ('From: "Ada \\" <bob@example.org>" <ada@example.net>', "ada@example.net"),
    ("From: =?utf-8?q?=3Cbob=40example=2Eorg=3E?= <ada@example.net>", "ada@example.net"),
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
