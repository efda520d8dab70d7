"""PUBLIC_URL leads to this Sundial."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from flask import Flask, redirect
from flask.typing import ResponseReturnValue

from service.config.environment import Config
from service.embedded.ports import free_port
from service.server.app import create_app
from tests.certificate import tls
from tests.secret_keys import NEXT_KEY
from tests.workers.doctor.conftest import Serve
from tests.workers.doctor.zones import TO_MEND, WELL, zone
from workers.doctor.finding import Finding
from workers.doctor.public_url import host, public_url

Knobs = Callable[..., Config]
NOWHERE = zone({})


def health(config: Config) -> Finding:
    """Return the finding about the health check, which comes last."""
    *_, last = public_url(config, NOWHERE)
    return last


def answering(answer: Callable[[], ResponseReturnValue]) -> Flask:
    """Another program than ours."""
    app = Flask("another")
    app.add_url_rule("/healthz", "healthz", answer)
    return app


def test_this_sundial_over_tls_is_well(knobs: Knobs, serve: Serve, trusted: None) -> None:
    address = serve(create_app(knobs()), tls())
    findings = list(public_url(knobs(PUBLIC_URL=address), NOWHERE))
    assert [finding.state for finding in findings] == [WELL] * 3


def test_without_tls_the_links_can_be_read_on_the_way(knobs: Knobs, serve: Serve) -> None:
    address = serve(create_app(knobs()))
    first, _, last = public_url(knobs(PUBLIC_URL=address), NOWHERE)
    assert (first.state, last.state) == (TO_MEND, WELL)


def test_another_sundial_is_not_this_one(knobs: Knobs, serve: Serve) -> None:
    address = serve(create_app(knobs(SECRET_KEY=NEXT_KEY)))
    found = health(knobs(PUBLIC_URL=address))
    assert found.state == TO_MEND
    assert "another SECRET_KEY" in found.text


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (lambda: "welcome", "something else answers"),
        (lambda: {"status": "ok"}, "something else answers"),
        (lambda: {"installation": 7}, "something else answers"),
        (lambda: "[" * 20_000, "something else answers"),
        (lambda: (b"\xff", 200), "something else answers"),
        (lambda: ("", 502), "answers 502"),
        (lambda: redirect("https://www.example.net/healthz"), "redirects to https://www.example.net/healthz"),
    ],
)
def test_another_answer_says_what_to_look_at(
    knobs: Knobs, serve: Serve, answer: Callable[[], ResponseReturnValue], words: str
) -> None:
    found = health(knobs(PUBLIC_URL=serve(answering(answer))))
    assert found.state == TO_MEND
    assert words in found.text


def test_a_path_that_the_proxy_does_not_serve_is_found(knobs: Knobs, serve: Serve) -> None:
    address = serve(create_app(knobs()))
    assert "answers 404" in health(knobs(PUBLIC_URL=f"{address}/games")).text


def test_a_port_that_nobody_serves_is_found(knobs: Knobs) -> None:
    found = health(knobs(PUBLIC_URL=f"https://127.0.0.1:{free_port()}"))
    assert found.state == TO_MEND
    assert "no answer" in found.text


def test_a_certificate_that_nobody_vouches_for_is_found(knobs: Knobs, serve: Serve) -> None:
    address = serve(create_app(knobs()), tls())
    assert "TLS is invalid" in health(knobs(PUBLIC_URL=address)).text


def test_a_host_without_an_address_is_not_asked(knobs: Knobs) -> None:
    found = list(public_url(knobs(PUBLIC_URL="https://play.example.net"), NOWHERE))
    assert [(finding.about, finding.state) for finding in found] == [
        ("PUBLIC_URL", WELL),
        ("addresses of play.example.net", TO_MEND),
    ]
    assert found[1].publish == "play.example.net. A <the address of this machine>"


def test_a_host_may_have_nothing_but_ipv6() -> None:
    look_up = zone({("play.example.net", "AAAA"): ["2001:db8::7"]})
    assert host(urlsplit("https://play.example.net"), look_up).text == "2001:db8::7"
