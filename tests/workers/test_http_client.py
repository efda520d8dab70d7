"""Sending webhooks to real servers on the loopback. One address counts as public, the others as private.

Names are made up, so a connection proves that the given address was used.
"""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Iterator
from ipaddress import ip_network

import pytest

from service.webhooks.outcomes import AttemptOutcome
from service.webhooks.requests import WebhookRequest
from tests.certificate import CERTIFICATE, tls
from tests.figures import Figures
from tests.names import SOMEWHERE, Names
from tests.receiver import Receiver
from workers.http_client import Poster

INTERNET, PRIVATE = "127.0.0.1", "127.0.0.66"
NAMES = {"localhost": [[INTERNET]], "hook_test": [[INTERNET]], "inside_test": [[PRIVATE]]}
ANY_PORT = (range(1, 65536),)
HEADING = "webhooks sent to receivers that misbehave"


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    """Start a receiver on the public address."""
    with Receiver(INTERNET) as started:
        yield started


@pytest.fixture
def with_tls() -> Iterator[Receiver]:
    """Start a receiver with TLS and a certificate for localhost."""
    with Receiver(INTERNET, tls=tls()) as started:
        yield started


@pytest.fixture(autouse=True)
def private(receiver: Receiver) -> Iterator[Receiver]:
    """Start a receiver on the same port of a private address, which must stay unreachable."""
    with Receiver(PRIVATE, receiver.port) as started:
        yield started
    assert started.requests == []


def poster(names: Names | None = None, finish_within: float = 5.0) -> Poster:
    trust = ssl.create_default_context(cafile=str(CERTIFICATE))
    allowed = [ip_network(f"{INTERNET}/32")]
    return Poster(names or Names(**NAMES), allowed, trust, 2.0, finish_within, ANY_PORT)


def send(url: str, by: Poster | None = None) -> AttemptOutcome:
    request = WebhookRequest(url, {"Content-Type": "application/json", "webhook-id": "msg_1"}, b'{"id": 17}')
    return asyncio.run((by or poster()).post(request))


def test_a_receiver_gets_body_and_headers_at_the_name_it_is_known_by(receiver: Receiver) -> None:
    outcome = send(f"http://hook.test:{receiver.port}/taken")

    assert (outcome.status, outcome.trouble) == (200, None)
    [request] = receiver.requests
    assert (request.path, request.body) == ("/taken", b'{"id": 17}')
    assert request.headers["Host"] == f"hook.test:{receiver.port}"
    assert request.headers["webhook-id"] == "msg_1"


def test_what_is_not_2xx_has_not_taken_it(receiver: Receiver) -> None:
    assert send(f"http://hook.test:{receiver.port}/fault").trouble == "status"
    assert send(f"http://hook.test:{receiver.port}/gone").status == 410


def test_who_asks_for_a_pause_is_heard(receiver: Receiver) -> None:
    outcome = send(f"http://hook.test:{receiver.port}/busy")
    assert (outcome.status, outcome.retry_after) == (429, "600")


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_a_redirect_is_followed_nowhere(receiver: Receiver, scheme: str) -> None:
    receiver.location = f"{scheme}://{PRIVATE}:{receiver.port}/taken"
    outcome = send(f"http://hook.test:{receiver.port}/elsewhere")
    assert (outcome.status, outcome.trouble) == (301, "redirect")
    assert len(receiver.requests) == 1


def test_who_gives_no_answer_is_waited_for_no_longer_than_the_limit(receiver: Receiver) -> None:
    outcome = send(f"http://hook.test:{receiver.port}/silent", poster(finish_within=0.3))
    assert (outcome.status, outcome.trouble) == (None, "timeout")
    assert outcome.milliseconds >= 300


@pytest.mark.parametrize("path", ["huge", "slow-body"])
def test_an_answer_without_end_is_cut_off_and_its_status_counts(receiver: Receiver, path: str) -> None:
    outcome = send(f"http://hook.test:{receiver.port}/{path}")
    assert (outcome.status, outcome.trouble) == (200, None)


def test_a_certificate_for_the_name_is_accepted(with_tls: Receiver) -> None:
    assert send(f"https://localhost:{with_tls.port}/taken").trouble is None


def test_a_certificate_for_another_name_is_not(with_tls: Receiver) -> None:
    assert send(f"https://hook.test:{with_tls.port}/taken").trouble == "certificate"
    assert with_tls.requests == []


def test_a_certificate_that_nobody_vouches_for_is_not(with_tls: Receiver) -> None:
    by_system = Poster(Names(**NAMES), [ip_network(f"{INTERNET}/32")], ports=ANY_PORT)
    assert send(f"https://localhost:{with_tls.port}/taken", by_system).trouble == "certificate"
    assert with_tls.requests == []


def test_who_speaks_no_tls_cannot_be_reached_by_https(receiver: Receiver) -> None:
    assert send(f"https://localhost:{receiver.port}/taken").trouble == "connection"


def test_a_port_that_is_not_allowed_is_not_connected_to(receiver: Receiver) -> None:
    by_default = Poster(Names(**NAMES), [ip_network(f"{INTERNET}/32")])
    assert send(f"http://hook.test:{receiver.port}/taken", by_default).trouble == "address"
    assert receiver.requests == []


def test_who_does_not_listen_cannot_be_reached(receiver: Receiver) -> None:
    assert send("http://hook.test:1/taken").trouble == "connection"


def test_who_speaks_no_http_is_not_understood() -> None:
    async def talk() -> AttemptOutcome:
        async def shout(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await reader.readuntil(b"{}")
            writer.write(b"220 mail.test ESMTP\r\n")
            writer.close()
            await writer.wait_closed()

        async with await asyncio.start_server(shout, INTERNET, 0) as server:
            port = server.sockets[0].getsockname()[1]
            return await poster().post(WebhookRequest(f"http://hook.test:{port}/", {}, b"{}"))

    assert asyncio.run(talk()).trouble == "protocol"


@pytest.mark.parametrize(
    "url",
    [
        f"http://{PRIVATE}",
        f"https://{PRIVATE}",
        "http://inside.test",
        "https://inside.test",
        "http://[::ffff:127.0.0.66]",
        f"http://hook.test@{PRIVATE}",
        f"http://{PRIVATE}\\@hook.test",
        f"http://hook.test#@{PRIVATE}",
    ],
)
def test_no_way_of_writing_it_leads_to_a_private_address(receiver: Receiver, url: str) -> None:
    literals = Names(**{**NAMES, PRIVATE.replace(".", "_"): [[PRIVATE]], "::ffff:127_0_0_66": [["::ffff:127.0.0.66"]]})
    head, _, tail = url.partition("://")
    assert send(f"{head}://{tail}:{receiver.port}/taken", poster(literals)).trouble == "address"


def test_a_name_that_leads_elsewhere_a_moment_later_is_followed_to_the_address_that_was_looked_at(
    receiver: Receiver,
) -> None:
    names = Names(rebinding_test=[[INTERNET], [PRIVATE]])

    assert send(f"http://rebinding.test:{receiver.port}/taken", poster(names)).trouble is None
    assert names.asked == ["rebinding.test"]
    assert send(f"http://rebinding.test:{receiver.port}/taken", poster(names)).trouble == "address"
    assert len(receiver.requests) == 1


@pytest.mark.parametrize("addresses", [[INTERNET, PRIVATE], [PRIVATE, INTERNET], [SOMEWHERE, PRIVATE], []])
def test_one_private_address_among_those_of_a_name_is_enough_to_refuse_it(
    receiver: Receiver, addresses: list[str]
) -> None:
    names = Names(mixed_test=[addresses])
    assert send(f"http://mixed.test:{receiver.port}/taken", poster(names)).trouble == "address"
    assert receiver.requests == []


def test_http_is_for_named_networks_only(receiver: Receiver) -> None:
    assert send("http://public.test/taken", poster(Names(public_test=[[SOMEWHERE]]))).trouble == "address"


def test_the_next_address_is_tried_where_one_takes_no_connection(receiver: Receiver) -> None:
    both = Poster(Names(both_test=[["127.0.0.2", INTERNET]]), [ip_network("127.0.0.0/30")], None, 2.0, 5.0, ANY_PORT)
    assert send(f"http://both.test:{receiver.port}/taken", both).trouble is None


def test_a_name_that_cannot_be_found_in_time_is_given_up(receiver: Receiver) -> None:
    def hangs(_: str) -> list[str]:
        receiver.over.wait(5)
        return [INTERNET]

    slow = Poster(hangs, [ip_network(f"{INTERNET}/32")], finish_within=0.2, ports=ANY_PORT)
    assert send(f"http://hook.test:{receiver.port}/taken", slow).trouble == "timeout"
    assert receiver.requests == []


def test_no_proxy_of_the_environment_is_asked(receiver: Receiver, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("http_proxy", "https_proxy", "all_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"):
        monkeypatch.setenv(name, f"http://{PRIVATE}:{receiver.port}")
    assert send(f"http://hook.test:{receiver.port}/taken").trouble is None


def test_whatever_receivers_do_nothing_reaches_a_private_address(
    receiver: Receiver, with_tls: Receiver, private: Receiver, figures: Figures
) -> None:
    receiver.location = f"http://{PRIVATE}:{receiver.port}/taken"
    names = Names(**NAMES, rebinding_test=[[INTERNET], [PRIVATE]])
    plain, secure = f"http://hook.test:{receiver.port}", f"https://hook.test:{with_tls.port}"
    rebinding = f"http://rebinding.test:{receiver.port}/taken"
    paths = ["taken", "fault", "elsewhere", "gone", "busy", "huge", "slow-body", "silent"]
    urls = [*(f"{plain}/{path}" for path in paths), f"{secure}/taken", rebinding, rebinding]

    outcomes = [send(url, poster(names, finish_within=0.5)) for url in urls]

    assert [outcome.trouble for outcome in outcomes] == [
        *(None, "status", "redirect", "status", "status", None, None, "timeout"),
        *("certificate", None, "address"),
    ]
    told = len(receiver.requests)
    figures(HEADING, receivers=len(urls), requests=told, requests_to_private_addresses=len(private.requests))
