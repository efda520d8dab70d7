"""Addresses at which mail fails, and people who call it spam, get no more of it, until that is over."""

from __future__ import annotations

import pytest
from click.testing import CliRunner
from flask import Flask
from sqlalchemy import select

from service.accounts.accounts import account_of, confirm
from service.accounts.sign_in import request_sign_in
from service.accounts.sign_in_askers import Asker
from service.cli.suppressions import suppressions
from service.config.environment import Config
from service.db.clock import now
from service.db.engines import session
from service.metrics.exposition import exposition
from service.models import Account, Notice, Outcome, Suppressed, WorkState
from service.notifications.links import row_box
from service.notifications.suppressions import lift
from service.notifications.tracking import Stage
from service.security.keys import RowPurpose
from tests.service.installations import environment
from tests.service.mail.inbound.correspondent import deliver, process_all
from tests.service.tables import Table, table
from tests.service.web.visitor import sign_in
from tests.workers.dispatches import mail_of
from tests.workers.outbox import drain_by
from tests.workers.post import Post
from workers.transports import Letter, TransportError

BOB = "bob@example.net"
DSN = """\
From: MAILER-DAEMON@example.net
Message-ID: <{number}@example.net>
Content-Type: multipart/report; report-type=delivery-status; boundary="x"

--x
Content-Type: message/delivery-status

Reporting-MTA: dns; mail.example.net

Final-Recipient: rfc822; bob@example.net
Action: failed
Status: {status}

--x--
"""
ARF = """\
From: <feedback@mailprovider.example>
Message-ID: <complaint@mailprovider.example>
Subject: FW: Your turn
Content-Type: multipart/report; report-type=feedback-report; boundary="x"

--x
Content-Type: text/plain

This is an email abuse report for an email message received from 192.0.2.1.

--x
Content-Type: message/feedback-report

Feedback-Type: {kind}
User-Agent: SomeGenerator/1.0
Version: 1
{mail_from}

--x
Content-Type: message/rfc822

From: Sundial <play@sundial.localhost>
To: redacted@example.net
Message-ID: {message_id}
Subject: Your turn

Play!
--x--
"""


@pytest.fixture
def seasons(app: Flask) -> Table:
    return table("ada", "bob")


def sent_to_bob(seasons: Table, post: Post | None = None) -> list[Letter]:
    """Play until Bob's next turn; return the emails to him."""
    post = post or Post()
    seasons.play_anything()
    while seasons.mover.email != BOB:
        seasons.play_anything()
    drain_by(post)
    return [letter for letter in post.letters if letter.recipient == BOB]


def bob() -> Account:
    session().rollback()
    session().expire_all()
    return account_of(BOB, now())


def returned(letter: Letter, status: str, number: int = 1) -> list[Outcome | None]:
    text = DSN.format(status=status, number=number).replace("\n", "\r\n")
    deliver(letter.sender.partition("@")[0], text.encode(), sender="")
    return process_all()


def complain(box: str, message_id: str, kind: str = "abuse", mail_from: str = "") -> list[Outcome | None]:
    said = f"Original-Mail-From: <{mail_from}>" if mail_from else "Source-IP: 192.0.2.1"
    deliver(box, ARF.format(kind=kind, message_id=message_id, mail_from=said).replace("\n", "\r\n").encode())
    return process_all()


def test_after_a_hard_bounce_nothing_is_sent_but_what_was_asked_for_and_the_table_is_told(seasons: Table) -> None:
    [letter, *_] = sent_to_bob(seasons)
    assert returned(letter, "5.1.1") == [Outcome.BOUNCE]
    assert (bob().suppressed_for, bob().suppressed_at) == (Suppressed.HARD_BOUNCE, now())

    assert sent_to_bob(seasons) == []
    assert mail_of(seasons).stage == Stage.FAILED
    request_sign_in(BOB, Asker("192.0.2.1"), now())
    post = Post()
    drain_by(post)
    assert post.recipients == [BOB]


def test_who_shows_that_mail_arrives_gets_it_again(seasons: Table) -> None:
    [letter, *_] = sent_to_bob(seasons)
    returned(letter, "5.1.1")
    confirm(bob(), now())
    session().commit()
    assert (bob().suppressed_for, bob().suppressed_at) == (None, None)
    assert len(sent_to_bob(seasons)) == 1


def test_what_was_kept_back_is_sent_once_it_is_lifted(seasons: Table) -> None:
    [letter, *_] = sent_to_bob(seasons)
    complain("abuse", letter.message_id)
    sent_to_bob(seasons)
    post = Post()
    assert lift(bob().id, now())
    assert not lift(bob().id, now())
    drain_by(post)
    assert post.recipients == [BOB]
    session().rollback()
    assert session().scalars(select(Notice).where(Notice.state == WorkState.FAILED)).all() == []


def test_a_refusal_of_our_mail_for_what_it_is_says_nothing_of_its_reader(seasons: Table) -> None:
    def refuse(letter: Letter) -> None:
        raise TransportError("550 5.7.26 Unauthenticated mail is not taken", permanent=True)

    sent_to_bob(seasons, Post(refuse))
    assert (bob().suppressed_for, bob().unreachable_since) == (None, None)


def test_a_refusal_of_the_recipient_suppresses_at_once(seasons: Table) -> None:
    def refuse(letter: Letter) -> None:
        raise TransportError("550 5.1.1 No such user", permanent=True)

    sent_to_bob(seasons, Post(refuse))
    assert bob().suppressed_for == Suppressed.HARD_BOUNCE


@pytest.mark.parametrize("box", ["abuse", "postmaster", "bounces", "play"])
def test_a_complaint_counts_wherever_it_comes_and_only_its_owner_takes_it_back(seasons: Table, box: str) -> None:
    [letter, *_] = sent_to_bob(seasons)
    assert complain(box, letter.message_id) == [Outcome.COMPLAINT]
    confirm(bob(), now())
    session().commit()
    assert (bob().suppressed_for, bob().unreachable_since) == (Suppressed.COMPLAINT, now())


def test_a_complaint_names_the_mail_by_the_address_that_it_was_sent_from_as_well(seasons: Table) -> None:
    [letter, *_] = sent_to_bob(seasons)
    assert complain("abuse", "<redacted>", mail_from=letter.sender.upper()) == [Outcome.COMPLAINT]
    assert bob().suppressed_for == Suppressed.COMPLAINT


def test_what_is_no_complaint_about_a_mail_of_ours_is_left_to_the_operator(seasons: Table) -> None:
    [letter, *_] = sent_to_bob(seasons)
    forged = row_box(RowPurpose.BOUNCE, Notice(id=1, nonce="aaaaaaaa"))
    assert complain("abuse", "<1@example.org>", mail_from=f"{forged}@sundial.localhost") == [Outcome.KEPT]
    assert complain("abuse", letter.message_id, kind="not-spam") == [Outcome.KEPT]
    assert complain("play", letter.message_id, kind="fraud") == [Outcome.IGNORED]
    assert bob().suppressed_for is None


def test_the_owner_sees_why_and_gets_mails_again_by_a_click(seasons: Table, app: Flask) -> None:
    [letter, *_] = sent_to_bob(seasons)
    complain("abuse", letter.message_id)
    visitor = sign_in(app, "bob")
    for address in ("/me", "/me/mails"):
        assert "was reported as spam" in visitor.open(address).text
    visitor.press(visitor.open("/me/mails"), "Turn emails back on")
    assert "reported as spam" not in visitor.open("/me/mails").text
    assert bob().suppressed_for is None


def test_the_operator_sees_them_and_lifts_them(seasons: Table, settings: Config) -> None:
    def command(*words: str) -> tuple[int, str]:
        done = CliRunner(env=environment(settings)).invoke(suppressions, list(words))
        return done.exit_code, done.output

    [letter, *_] = sent_to_bob(seasons)
    returned(letter, "5.1.1")
    assert 'sundial_suppressed_addresses{reason="hard-bounce"} 1.0' in exposition(now()).decode()
    session().rollback()
    assert command()[1].endswith("hard-bounce  bob@example.net\n")
    assert command("--lift", "nobody@example.net")[0] == 1
    assert command("--lift", "BOB@example.net") == (0, "It gets mails again.\n")
    assert command() == (0, "")
