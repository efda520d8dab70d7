"""Emails sent through a provider's HTTP API, which a local web server fakes."""

from __future__ import annotations

import ssl
from collections.abc import Iterator
from dataclasses import replace
from threading import Thread

import pytest
from flask import Flask, Response, request
from werkzeug.serving import make_server

from service.config.environment import BadConfiguration, Config
from service.embedded.ports import free_port
from service.models import Envelope, WorkState
from tests.certificate import CERTIFICATE, tls
from tests.service.tables import table
from tests.workers.outbox import drain_by, states
from workers.transports import Letter, TransportError, transport
from workers.transports.mailgun import Mailgun

RAW = b"Subject: x\r\n\r\n.\r\n--x\r\n"
LETTER = Letter(
    "bounces+b1@sundial.localhost", "ada@example.net", "<1@sundial.localhost>", b"Subject: x\r\n\r\n.\r\n--x\r\n"
)


class Provider:
    """Fake of Mailgun's documented `messages.mime`; `status` is its response."""

    def __init__(self) -> None:
        self.taken: list[tuple[str, bytes]] = []
        self.status = 200
        self.connections: set[int] = set()
        self.port = free_port()
        app = Flask(__name__)
        app.post("/v3/<domain>/messages.mime")(self._take)
        self._server = make_server("127.0.0.1", self.port, app, threaded=True, ssl_context=tls())
        self._thread = Thread(target=self._server.serve_forever)

    def _take(self, domain: str) -> Response:
        signed_in = request.authorization
        assert signed_in is not None
        if (domain, signed_in.username, signed_in.password) != ("sundial.localhost", "api", "key-1"):
            return Response("Forbidden", 401)
        if self.status == 200:
            self.taken.append((request.form["to"], request.files["message"].read()))
        return Response('{"message": "Queued. Thank you."}', self.status)

    def start(self) -> None:
        """Begin to listen."""
        self._thread.start()

    def stop(self) -> None:
        """Close the port."""
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()


@pytest.fixture
def provider() -> Iterator[Provider]:
    started = Provider()
    started.start()
    yield started
    started.stop()


def through(provider: Provider, key: str = "key-1") -> Mailgun:
    trust = ssl.create_default_context(cafile=CERTIFICATE)
    return Mailgun("localhost", provider.port, "sundial.localhost", key, trust)


def test_a_letter_goes_as_it_is(provider: Provider) -> None:
    with through(provider).line() as line:
        assert line.send(LETTER).startswith("200 ")
        line.send(LETTER)
    assert provider.taken == [("ada@example.net", LETTER.raw)] * 2


def test_only_what_is_said_of_the_mail_is_a_refusal_for_good(provider: Provider) -> None:
    for status, permanent in {400: True, 413: True, 401: False, 429: False, 500: False}.items():
        provider.status = status
        with pytest.raises(TransportError) as refused:
            through(provider).send(LETTER)
        assert (refused.value.permanent, refused.value.unknown, refused.value.away) == (permanent, False, False)


def test_a_wrong_key_and_a_service_that_is_away_lose_nothing(provider: Provider) -> None:
    with pytest.raises(TransportError) as refused:
        through(provider, "key-2").send(LETTER)
    nowhere = replace(through(provider), port=free_port())
    with pytest.raises(TransportError) as away:
        nowhere.send(LETTER)
    assert (refused.value.permanent, away.value.permanent, away.value.away) == (False, False, True)
    assert "key-" not in f"{refused.value} {away.value} {nowhere!r}"


def test_the_outbox_is_emptied_by_it(app: Flask, provider: Provider) -> None:
    table("ada", "bob")
    drain_by(through(provider))
    assert [recipient for recipient, _ in provider.taken] == ["ada@example.net"]
    assert set(states(Envelope)) == {WorkState.DONE}


def test_it_is_chosen_by_the_scheme(settings: Config) -> None:
    chosen = transport(replace(settings, smtp_url="mailgun://key%2F1@api.eu.mailgun.net"))
    assert isinstance(chosen, Mailgun)
    assert (chosen.host, chosen.port, chosen.domain) == ("api.eu.mailgun.net", 443, "sundial.localhost")
    assert chosen.key == "key/1"
    for wrong in ("mailgun://api.mailgun.net", "mailgun://key@", "mailgun://key@host:x"):
        with pytest.raises(BadConfiguration, match="mailgun://API-KEY@"):
            transport(replace(settings, smtp_url=wrong))
