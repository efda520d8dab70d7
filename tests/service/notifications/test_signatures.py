"""DKIM signatures of our emails verify with the record that the command prints."""

from __future__ import annotations

from collections.abc import Iterator
from ipaddress import ip_address

import dkim
import pytest
from flask import Flask

from service.config.environment import Config
from service.db.engines import session
from service.models import DkimKey
from service.notifications.dkim_keys import (
    STILL_UNDER_WAY,
    BadSelector,
    KeyStillNeeded,
    SelectorTaken,
    UnknownSelector,
    carry_dkim_keys_over,
    dkim_keys,
    drop_key,
    key_in_use,
    make_key,
    record_of,
    selector_for,
    signer,
    stop_signing,
    use_key,
)
from service.security.encryption import Undecryptable
from tests.nameserver import Nameserver
from tests.secret_keys import KEY, NEXT_KEY
from tests.service.conftest import FakeClock
from tests.service.installations import running, with_keys
from tests.service.mail.occasions import begun
from tests.sink import Sink
from tests.workers.outbox import announce, drain_by
from tests.workers.post import through
from workers.doctor.names import LookUp, asker, resolver_at

DOMAIN = "sundial.localhost"


@pytest.fixture
def sink() -> Iterator[Sink]:
    started = Sink()
    started.start()
    yield started
    started.stop()


@pytest.fixture
def look_up() -> Iterator[LookUp]:
    """Return look-ups on a DNS server with the records of all current keys."""
    server = Nameserver({})
    server.start()
    yield_from = asker(resolver_at(ip_address("127.0.0.1"), server.port))

    def published(name: str, kind: str) -> list[str]:
        for key in dkim_keys():
            server.zone[f"{key.selector}._domainkey.{DOMAIN}"] = {"TXT": [in_pieces(record_of(key.public))]}
        return yield_from(name, kind)

    yield published
    server.stop()


def in_pieces(text: str) -> str:
    """As a zone file has it: no piece may have more than 255 characters."""
    return " ".join(f'"{text[start : start + 255]}"' for start in range(0, len(text), 255))


def is_ours(raw: bytes, look_up: LookUp) -> bool:
    """Check the email's signature for our domain with dkimpy."""

    def txt(name: bytes, timeout: int = 5) -> str:
        return "".join(look_up(name.decode().rstrip("."), "TXT"))

    return bool(dkim.verify(raw, dnsfunc=txt))


def used(clock: FakeClock, selector: str = "june") -> DkimKey:
    make_key(selector, clock())
    return use_key(selector, clock())


def test_a_mail_is_signed_and_what_was_changed_in_it_is_found_out(
    app: Flask, clock: FakeClock, sink: Sink, look_up: LookUp
) -> None:
    begun()
    used(clock)
    drain_by(through(sink))
    assert sink.mails
    for mail in sink.mails:
        assert mail.raw.count(b"DKIM-Signature:") == 1
        assert b" d=sundial.localhost;" in mail.raw
        assert is_ours(mail.raw, look_up)
    raw = sink.mails[0].raw
    assert is_ours(b"Received: from elsewhere\r\n" + raw, look_up)
    assert not is_ours(raw.replace(b"Reply-To:", b"Reply-To: eve@example.net\r\nX-Old:"), look_up)
    assert not is_ours(b"From: eve@example.net\r\n" + raw, look_up)
    assert not is_ours(b"Reply-To: eve@example.net\r\n" + raw, look_up)
    assert not is_ours(raw.replace(b"max-", b"max--"), look_up)
    assert not is_ours(raw.replace(b"List-Unsubscribe: <", b"List-Unsubscribe: <http://eve.example/>, <"), look_up)


def test_a_key_that_is_only_made_signs_nothing_and_one_that_was_ended_no_more(
    app: Flask, clock: FakeClock, sink: Sink
) -> None:
    begun()
    make_key("june", clock())
    drain_by(through(sink))
    used(clock, "july")
    stop_signing(clock())
    announce("zoe")
    drain_by(through(sink))
    assert sink.mails[-1].recipients == ("zoe@example.net",)
    assert not any(b"DKIM-Signature" in mail.raw for mail in sink.mails)


def test_keys_follow_each_other_and_mails_of_the_last_one_are_good_until_it_is_dropped(
    app: Flask, clock: FakeClock, sink: Sink, look_up: LookUp
) -> None:
    begun()
    used(clock, "june")
    drain_by(through(sink))
    used(clock, "july")
    assert [(key.selector, key.ended_at) for key in dkim_keys() if key.used_since] == [
        ("july", None),
        ("june", clock()),
    ]
    assert is_ours(sink.mails[0].raw, look_up)
    for selector in ("june", "july"):
        with pytest.raises(KeyStillNeeded):
            drop_key(selector, clock())
    with pytest.raises(KeyStillNeeded):
        drop_key("july", clock(), at_once=True)
    clock.advance(seconds=STILL_UNDER_WAY.total_seconds())
    drop_key("june", clock())
    session().rollback()
    assert session().get_one(DkimKey, "june").encrypted == b""
    with pytest.raises(UnknownSelector):
        use_key("june", clock())
    assert [key.selector for key in (key_in_use(),) if key] == ["july"]


def test_a_selector_is_a_label_of_dns_and_is_used_once(app: Flask, clock: FakeClock) -> None:
    first = selector_for(clock())
    make_key(first, clock())
    assert selector_for(clock()) == f"{first}-2"
    with pytest.raises(SelectorTaken):
        make_key(first, clock())
    for wrong in ("", "June", "a.b", "-a", "a-", "a" * 64, 'a" IN TXT "', "a\n"):
        with pytest.raises(BadSelector):
            make_key(wrong, clock())
    with pytest.raises(UnknownSelector):
        use_key("july", clock())


def test_the_key_is_carried_over_to_a_new_secret_key_and_without_its_old_one_mail_goes_out_unsigned(
    settings: Config, clock: FakeClock, sink: Sink, caplog: pytest.LogCaptureFixture
) -> None:
    with running(with_keys(settings, KEY), clock):
        used(clock)
    with running(with_keys(settings, NEXT_KEY), clock):
        assert signer() is None
        with pytest.raises(Undecryptable):
            carry_dkim_keys_over()
        begun()
        drain_by(through(sink))
        assert sink.mails
    assert "june" in caplog.text
    with running(with_keys(settings, NEXT_KEY, KEY), clock):
        carry_dkim_keys_over()
    with running(with_keys(settings, NEXT_KEY), clock):
        signs = signer()
        assert signs is not None
        assert signs.selector == "june"
        assert "PRIVATE" not in repr(signs)
