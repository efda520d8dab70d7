"""Reports of servers that follow no standard, each in its own words; what people or their programs write is none."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.mail.reading import Automatic, Bounce, Reading, Reply, read
from tests.service.mail.reading.moment import takes_a_moment

BOB = "bob@example.org"
NO_SENDER = "Return-Path: <>\n"
RETURNED = "<9f86d081884c7d659a2feaa0c55ad015@play.example>"
COPY = f"""
Return-Path: <bounces+k7m2xq9.1f@play.example>
From: Sundial <play@play.example>
To: bob@example.org
Subject: Sundial: Seasons of the Sun k7m2xq9abcd
Message-ID: {RETURNED}

It is your turn in Seasons of the Sun.
"""
NOTIFICATION = f"""\
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary="x"
{{fields}}
--x
Content-Description: Notification
Content-Type: text/plain

{{text}}
--x
Content-Type: message/rfc822
{COPY}
--x--
"""
REPORTS = {
    "qmail, whose operator wrote the first lines": f"""\
From: nobody@mx.example.org
Subject: Ihre Nachricht

Unfortunately, your mail was not delivered to the following address:

<{BOB}>:
Postfach stillgelegt. (#5.2.1)

--- Die Nachricht beginnt hier.
{COPY}""",
    "qmail in another language": f"""\
From: servidor@mx.example.org
Subject: aviso

We're sorry. There's a problem with the e-mail address(es) you're trying to send to.

<{BOB}>:
El usuario no existe.

--- Mensaje original
{COPY}""",
    "a Postfix that was given another name": "From: gateway@mx.example.org\nSubject: Your mail\n"
    + NOTIFICATION.format(fields="", text=f"      The SMTP_Gateway program\n\n<{BOB}>: no such box here\n"),
    "GroupWise": "From: gwia@mx.example.org\nSubject: Message status\n"
    + NOTIFICATION.format(fields="X-Mailer: Novell GroupWise Internet Agent 6.5\n", text=f"Not found here:\n<{BOB}>\n"),
    "Exchange of old": f"""\
From: System Administrator <administrator@example.org>
Subject: Sundial: Seasons of the Sun

Your message

  To:      {BOB}
  Subject: Sundial: Seasons of the Sun

did not reach the following recipient(s):

{BOB} on Fri, 20 Nov 2026 11:58:10 -0000
    The recipient name is not recognized
    MSEXCH:IMS:Example:HQ:EX 0 (000C05A6) Unknown Recipient
""",
    "Exim, as a large provider has it": f"""\
From: daemon@mx.example.org
Subject: Mail failure

This message was created automatically by mail delivery software.

A message that you sent was rejected by the server of its recipient:

    {BOB}

This is a copy of your message, including all the headers.
{COPY}""",
    "IMail": f"""\
From: root@mx.example.org
Subject: Mail
X-Mailer: <SMTP32 v8.22>

User mailbox exceeds allowed size: {BOB}

Original message follows.
{COPY}""",
    "Dovecot, which sorts a mail out after it was taken": f"""\
From: Mail Delivery Subsystem <postmaster@mx.example.org>
Subject: Rejected: Sundial
Auto-Submitted: auto-replied (rejected)

Your message to <{BOB}> was automatically rejected:
Quota exceeded
""",
    "a scanner for viruses": f"""\
From: scanner@mx.example.org
Subject: Mail

Message from InterScan E-Mail VirusWall NT

RCPT TO: <{BOB}>
550 5.1.1 unknown
** End of message **
""",
}
QMAIL = REPORTS["qmail, whose operator wrote the first lines"]


def came(text: str, above: str = NO_SENDER) -> Reading:
    return read((above + text).replace("\n", "\r\n").encode())


@pytest.mark.parametrize("text", REPORTS.values(), ids=REPORTS)
def test_a_report_in_a_form_of_its_own_names_who_was_not_reached(text: str) -> None:
    found = came(text)
    assert isinstance(found, Bounce)
    assert (found.recipient, found.is_hard) == (BOB, True)
    assert found.original_message_id == (RETURNED if "Message-ID" in text else None)


@pytest.mark.parametrize(("code", "is_hard"), [("5.2.1", True), ("4.4.1", False)])
def test_the_status_is_the_one_that_it_tells(code: str, is_hard: bool) -> None:  # noqa: FBT001  # pytest gives it
    found = came(QMAIL.replace("#5.2.1", f"#{code}"))
    assert isinstance(found, Bounce)
    assert (found.status, found.is_hard) == (code, is_hard)


def test_a_warning_is_no_failure() -> None:
    text = f'This is an advisory-only email.\nYour delivery to "{BOB}" is late: it has been postponed.\n'
    found = came(f"From: sa@example.org\nSubject: Sundial\n\n{text}")
    assert isinstance(found, Bounce)
    assert (found.status, found.action, found.recipient) == ("4.0.0", "delayed", BOB)


@pytest.mark.parametrize("text", REPORTS.values(), ids=REPORTS)
def test_a_mail_that_names_its_sender_is_no_report(text: str) -> None:
    assert not isinstance(came(text, "Return-Path: <ann@example.net>\n"), Bounce)


def test_what_a_person_writes_of_one_is_read_as_ever() -> None:
    assert isinstance(came("From: Ann <ann@example.net>\n\n" + QMAIL.partition("\n\n")[2], ""), Reply)


@pytest.mark.parametrize(
    "mark",
    [
        "Auto-Submitted: auto-replied",
        "Precedence: bulk",
        "X-Autoreply: yes",
        "Subject: Out of office",
        "Subject: Abwesenheit",
    ],
)
def test_an_absence_notice_is_none_whatever_it_says(mark: str) -> None:
    text = QMAIL.replace("Subject: Ihre Nachricht", mark)
    assert isinstance(came(text), Automatic)


@pytest.mark.parametrize(
    "text",
    [
        f"I am in the mountains. Ask Ann Example, {BOB}, in the meantime.",
        f"Bob Example, {BOB}, Tel. 1234",
        "Your message\nhas made me glad.",
        "",
    ],
)
def test_an_address_between_other_words_makes_no_report(text: str) -> None:
    assert came(f"From: Bob <{BOB}>\nSubject: Hello\n\n{text}\n") == Automatic("null-sender")


def test_a_report_on_several_is_none_on_a_mail_of_ours_which_goes_to_one() -> None:
    assert came(QMAIL.replace(f"<{BOB}>:", f"<{BOB}>:\n<ann@example.org>:")) == Automatic("null-sender")


@pytest.mark.parametrize("field", ["From: \n", "From: ,\n", "From: (nobody)\n", "X-Mailer: \n", ""])
def test_fields_that_say_nothing_do_no_harm(field: str) -> None:
    text = QMAIL.partition("\n")[2]
    assert isinstance(came(field + text), Bounce)


BEGINNINGS = [
    "Hi. This is the\n\n",
    "here is your list of failed recipients\n",
    "Failed addresses follow:\n",
    "Your message\n",
    "did not reach the following recipient(s):\n",
    "The address to which the message has not yet been delivered is\n",
    "A message that you sent could not be delivered\n",
    "--x\n\n",
    "Content-Type: multipart/mixed; boundary=x\n",
    "From: MAILER-DAEMON@yahoo.com\n",
    "X-Mailer: Novell\n",
    "<bob@example.org>:\n",
    "\u20ac@\u20ac.example\n",
]
filler = st.sampled_from([" ", "a", "<", "@", "a@", ", a@b.example", "=20", "\n"])
rubbish = st.builds(lambda piece, number: piece * number, filler, st.integers(1, 100_000))


@given(st.lists(st.sampled_from(BEGINNINGS) | rubbish, max_size=30))
def test_rubbish_of_the_kind_is_read_without_a_fault(pieces: list[str]) -> None:
    assert takes_a_moment((NO_SENDER + "".join(pieces)).encode()[: 250 * 1024])
