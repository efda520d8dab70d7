"""Sending emails to a real SMTP server."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword, Session

from service.embedded.ports import free_port
from tests.certificate import tls
from tests.sink import ACCEPT, HANG, REFUSE, TRY_AGAIN, Sink
from workers.transports import Letter, TransportError
from workers.transports.smtp import Smtp

LETTER = Letter(
    sender="bounces@sundial.test",
    recipient="ada@example.net",
    message_id="<1@sundial.test>",
    raw=b"Subject: hello\r\nMessage-ID: <1@sundial.test>\r\n\r\n.A line that begins with a dot\r\n",
)


def server_of(sink: Sink) -> Smtp:
    """Return the transport to the sink."""
    return Smtp("127.0.0.1", int(sink.url.rsplit(":", 1)[1]), tls=False, our_name="sundial.test")


@contextmanager
def listening(sink: Sink, **settings: Any) -> Iterator[Smtp]:
    """Start a server with other settings than the sink's; yield its transport."""
    port = free_port()
    controller = Controller(sink, hostname="127.0.0.1", port=port, **settings)
    controller.start()
    try:
        yield Smtp("127.0.0.1", port, tls="ssl_context" in settings, our_name="sundial.test")
    finally:
        controller.stop()


def only_ada(_server: object, _session: object, _envelope: object, _how: str, credentials: object) -> AuthResult:
    """Accept only Ada's password."""
    return AuthResult(success=credentials == LoginPassword(b"ada", b"pass word"))


def refusal(server: Smtp) -> TransportError:
    """Return the error for the server's refusal of the letter."""
    with pytest.raises(TransportError) as refused:
        server.send(LETTER)
    return refused.value


def test_the_mail_arrives_byte_for_byte_with_both_addresses(sink: Sink) -> None:
    reply = server_of(sink).send(LETTER)
    [mail] = sink.mails
    assert (mail.sender, mail.recipients, mail.raw) == (LETTER.sender, (LETTER.recipient,), LETTER.raw)
    assert reply.startswith("250 ")


@pytest.mark.parametrize(("answer", "permanent"), [(TRY_AGAIN, False), (REFUSE, True)])
def test_a_refusal_says_whether_it_is_permanent_and_what_was_said(sink: Sink, answer: str, permanent: bool) -> None:  # noqa: FBT001
    sink.answer = answer
    refused = refusal(server_of(sink))
    assert (refused.reply, refused.permanent) == (answer, permanent)


def test_a_server_that_is_not_there_may_be_there_later(sink: Sink) -> None:
    sink.stop()
    refused = refusal(server_of(sink))
    assert (refused.reply, refused.permanent) == ("no answer (ConnectionRefusedError)", False)


def test_a_server_that_never_answers_is_given_up(sink: Sink) -> None:
    sink.answer = HANG
    refused = refusal(replace(server_of(sink), timeout=0.3))
    assert (refused.reply, refused.permanent) == ("no answer (SMTPServerDisconnected)", False)


def test_only_a_server_that_had_the_whole_mail_may_have_taken_it(sink: Sink) -> None:
    offered: list[str] = []
    sink.answer = HANG
    with pytest.raises(TransportError) as refused:
        replace(server_of(sink), timeout=0.3).send(LETTER, lambda: offered.append(f"before {sink.attempts}"))
    assert refused.value.unknown
    assert (offered, sink.attempts) == (["before 0"], 1)


class Speechless(Sink):
    """Says nothing once it has heard of a recipient."""

    async def handle_RCPT(self, *_details: object) -> str:  # noqa: N802 -- aiosmtpd calls it
        """Refuse or accept a recipient; called by aiosmtpd."""
        await asyncio.get_running_loop().create_future()
        raise AssertionError


def test_a_server_that_says_nothing_before_the_mail_has_not_taken_it() -> None:
    with listening(Speechless()) as server, pytest.raises(TransportError) as refused:
        replace(server, timeout=0.3).send(LETTER, pytest.fail)
    assert not refused.value.unknown


class NeverAgain(Sink):
    """Refuses a sender for good."""

    async def handle_MAIL(self, *_details: object) -> str:  # noqa: N802 -- aiosmtpd calls it
        """Refuse or accept a sender; called by aiosmtpd."""
        return "550 5.7.1 We do not like you"


def test_a_server_that_does_not_like_us_may_like_us_later(sink: Sink) -> None:
    with listening(NeverAgain()) as server:
        refused = refusal(server)
    assert (refused.reply, refused.permanent) == ("550 5.7.1 We do not like you", False)


def test_starttls_is_used_when_it_is_offered_whoever_signed_the_certificate(sink: Sink) -> None:
    with listening(sink, tls_context=tls(), require_starttls=True) as server:
        server.send(LETTER)
    assert len(sink.mails) == 1


def test_smtps_is_encrypted_from_the_start(sink: Sink, trusted: None) -> None:
    with listening(sink, ssl_context=tls()) as server:
        server.send(LETTER)
    assert len(sink.mails) == 1


def test_smtps_does_not_talk_to_a_server_that_nobody_vouches_for(sink: Sink) -> None:
    with listening(sink, ssl_context=tls()) as server:
        refused = refusal(server)
    assert (refused.reply, refused.permanent) == ("no answer (SSLCertVerificationError)", False)
    assert sink.mails == []


def test_it_logs_in_where_it_has_a_password(sink: Sink, trusted: None) -> None:
    with listening(sink, tls_context=tls(), auth_required=True, authenticator=only_ada) as server:
        replace(server, user="ada", password="pass word").send(LETTER)
    assert len(sink.mails) == 1


def test_a_wrong_password_is_not_the_fault_of_the_mail(sink: Sink, trusted: None) -> None:
    with listening(sink, tls_context=tls(), auth_required=True, authenticator=only_ada) as server:
        refused = refusal(replace(server, user="ada", password="wrong", timeout=1))
    assert not refused.permanent
    assert sink.mails == []


def test_no_password_goes_over_an_open_line(sink: Sink) -> None:
    with listening(sink, auth_require_tls=False, authenticator=only_ada) as server:
        refused = refusal(replace(server, user="ada", password="pass word"))
    assert "TLS" in refused.reply
    assert sink.mails == []


def test_no_password_goes_to_a_server_that_nobody_vouches_for(sink: Sink) -> None:
    with listening(sink, tls_context=tls(), authenticator=only_ada) as server:
        refused = refusal(replace(server, user="ada", password="pass word"))
    assert refused.reply == "no answer (SSLCertVerificationError)"


class Counting(Sink):
    """Server that counts connections, and closes them or refuses after so many emails."""

    def __init__(self, *, bears: int = 100, says: str = "421 4.7.0 Enough for this connection") -> None:
        super().__init__()
        self.bears, self.says = bears, says
        self.connections: Counter[object] = Counter()

    async def handle_MAIL(self, server: SMTP, session: Session, envelope: Envelope, address: str, _: object) -> str:  # noqa: N802 -- aiosmtpd calls it
        """Refuse or accept a sender; called by aiosmtpd."""
        if self.connections[session.peer] >= self.bears:
            if not self.says and server.transport is not None:
                server.transport.close()
            return self.says
        self.connections[session.peer] += 1
        envelope.mail_from = address
        return "250 go on"


def test_many_mails_go_over_one_connection() -> None:
    counting = Counting()
    with listening(counting) as server, server.line() as line:
        for _ in range(5):
            line.send(LETTER)
    assert (len(counting.mails), list(counting.connections.values())) == (5, [5])


@pytest.mark.parametrize("says", ["421 4.7.0 Enough for this connection", "450 4.7.1 Slow down", ""])
def test_a_connection_that_takes_no_more_is_made_anew_and_each_mail_arrives_once(says: str) -> None:
    counting = Counting(bears=2, says=says)
    offered: list[int] = []
    with listening(counting) as server, server.line() as line:
        for number in range(5):
            line.send(replace(LETTER, recipient=f"{number}@example.net"), lambda: offered.append(len(counting.mails)))
    assert [mail.recipients for mail in counting.mails] == [(f"{number}@example.net",) for number in range(5)]
    assert list(counting.connections.values()) == [2, 2, 1]
    assert offered == [0, 1, 2, 3, 4]


def test_what_a_new_connection_says_of_us_is_said_of_the_mail() -> None:
    with listening(Counting(bears=0)) as server, server.line() as line, pytest.raises(TransportError) as refused:
        line.send(LETTER)
    assert (refused.value.reply, refused.value.permanent) == ("421 4.7.0 Enough for this connection", False)


def test_a_mail_that_is_refused_leaves_the_connection_to_the_next() -> None:
    counting = Counting()
    with listening(counting) as server, server.line() as line:
        counting.answer = REFUSE
        with pytest.raises(TransportError):
            line.send(LETTER)
        counting.answer = ACCEPT
        line.send(LETTER)
    assert (len(counting.mails), len(counting.connections)) == (1, 1)


def test_a_mail_that_was_offered_is_not_offered_again_by_itself() -> None:
    counting = Counting()
    offered: list[int] = []
    with listening(counting) as server, replace(server, timeout=0.3).line() as line:
        line.send(LETTER)
        counting.answer = HANG
        with pytest.raises(TransportError) as refused:
            line.send(LETTER, lambda: offered.append(counting.attempts))
        counting.answer = ACCEPT
        line.send(LETTER)
    assert refused.value.unknown
    assert (offered, counting.attempts, len(counting.connections)) == ([1], 3, 2)


def test_a_server_that_is_gone_between_two_mails_is_away(sink: Sink) -> None:
    with server_of(sink).line() as line:
        line.send(LETTER)
        sink.stop()
        with pytest.raises(TransportError) as refused:
            line.send(LETTER, pytest.fail)
        sink.start()
        line.send(LETTER)
    assert refused.value.away
    assert len(sink.mails) == 2


def test_a_server_does_not_show_its_password_when_it_is_printed() -> None:
    assert "hush" not in repr(Smtp("mail.test", 25, tls=False, our_name="us", user="ada", password="hush"))
