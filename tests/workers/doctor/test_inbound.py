"""The inbound mail server is ours, and reachable."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from smtplib import SMTP

import pytest
from sqlalchemy import func, select

from service.config.environment import Config
from service.db.engines import db, session
from service.embedded.ports import free_port
from service.models import InboundMail
from service.server.app import create_app
from tests.sink import Sink
from tests.waiting import eventually
from tests.workers.doctor.zones import TO_MEND, WELL, states
from workers.doctor.inbound import inbound
from workers.inbound.server import InboundServer, quiet

Knobs = Callable[..., Config]
TOKEN, POSTMASTER = "an email to a broken token", "an email to postmaster"


@contextmanager
def door(config: Config) -> Iterator[None]:
    """Start the inbound server of an installation."""
    quiet()
    app = create_app(config)
    server = InboundServer(app, "127.0.0.1", config.inbound_smtp_port)
    server.start()
    yield
    server.stop()
    with app.app_context():
        db.engine.dispose()


@pytest.fixture
def config(knobs: Knobs) -> Config:
    return knobs(INBOUND_SMTP_PORT=str(free_port()))


@pytest.mark.parametrize("bind", ["127.0.0.1", "0.0.0.0"])  # noqa: S104  # nothing is listened on
def test_our_own_door_is_well_and_takes_nothing_in(config: Config, bind: str) -> None:
    with door(config):
        found = states(inbound(config, bind))
    with create_app(config).app_context():
        kept = session().scalar(select(func.count()).select_from(InboundMail))
        db.engine.dispose()
    about = f"inbound, 127.0.0.1:{config.inbound_smtp_port}"
    assert found == {about: WELL, TOKEN: WELL, POSTMASTER: WELL}
    assert kept == 0


def test_a_door_for_another_domain_is_found(config: Config, knobs: Knobs) -> None:
    with door(knobs(INBOUND_SMTP_PORT=str(config.inbound_smtp_port), MAIL_DOMAIN="example.org")):
        found = states(inbound(config, "127.0.0.1"))
    assert (found[TOKEN], found[POSTMASTER]) == (TO_MEND, TO_MEND)


def test_a_door_whose_database_is_away_is_found(config: Config) -> None:
    (config.home / "sundial.sqlite").write_bytes(b"no database")
    with door(config):
        found = states(inbound(config, "127.0.0.1"))
    assert (found[TOKEN], found[POSTMASTER]) == (WELL, TO_MEND)


def test_a_server_that_takes_everything_is_not_ours(sink: Sink, knobs: Knobs) -> None:
    found = states(inbound(knobs(INBOUND_SMTP_PORT=sink.url.rsplit(":", 1)[1]), "127.0.0.1"))
    assert found[TOKEN] == TO_MEND
    assert sink.attempts == 0


def test_a_door_that_is_full_says_so(config: Config, knobs: Knobs) -> None:
    client = SMTP()
    with door(knobs(INBOUND_SMTP_PORT=str(config.inbound_smtp_port), RATE_LIMITS="smtp-places=1")), client:
        assert eventually(lambda: client.connect("127.0.0.1", config.inbound_smtp_port)[0] == 220)
        [found] = inbound(config, "127.0.0.1")
    assert found.state == TO_MEND
    assert "421 4.7.0" in found.text


def test_a_door_that_is_shut_is_found(config: Config) -> None:
    [found] = inbound(config, "127.0.0.1")
    assert found.state == TO_MEND
    assert "sundial inbound" in found.text
