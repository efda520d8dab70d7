"""Devices with notifications: whose they are, and when they end."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import select

from service.accounts.sessions import IDLE, end_session
from service.db import clock
from service.db.engines import session
from service.erasure.departures import leave
from service.jobs.forgetting import BATCH
from service.language.errors import Invalid, NotFound
from service.models import Account, PushDelivery, PushDevice
from service.presentation.exports import export_part
from service.push import retention
from service.push.devices import DEVICES, devices_of, register, remove_device, send_test, subscription_of
from tests.push import Browser, signed_in_browser, subscribed
from tests.service.conftest import FakeClock
from tests.service.tables import person

pytestmark = pytest.mark.usefixtures("app")


@pytest.fixture
def ada(app: Flask) -> Account:
    return person("ada")


def rows(kind: type[Any] = PushDevice) -> list[Any]:
    session().rollback()
    return list(session().scalars(select(kind).execution_options(populate_existing=True)))


def sweep() -> None:
    for rule in (retention.devices, retention.deliveries):
        rule.apply(clock.now(), BATCH)


def test_a_browser_is_kept_with_its_subscription_encrypted(ada: Account) -> None:
    browser = Browser()
    device = subscribed(ada, browser)

    assert vars(subscription_of(device)) == browser.given
    assert browser.given["auth"].encode() not in device.encrypted
    assert browser.endpoint not in repr(vars(device))


@pytest.mark.parametrize(
    "change",
    [
        {"p256dh": "***"},
        {"p256dh": ""},
        {"p256dh": base64.urlsafe_b64encode(b"\4" + bytes(64)).decode()},
        {"p256dh": base64.urlsafe_b64encode(b"\2" + bytes(32)).decode()},
        {"auth": base64.urlsafe_b64encode(b"abc").decode()},
        {"auth": "é"},
        {"endpoint": "http://push.example.net/201"},
        {"endpoint": "https://127.0.0.1/201"},
        {"endpoint": "https://push.example.net:22/201"},
        {"endpoint": ""},
    ],
)
def test_what_is_no_subscription_is_refused(ada: Account, change: dict[str, str]) -> None:
    with pytest.raises(Invalid, match="bad-push-subscription"):
        register(signed_in_browser(ada), Browser().given | change, clock.now())
    assert rows() == []


def test_an_endpoint_belongs_to_the_account_that_came_last(ada: Account) -> None:
    bob, browser = person("bob"), Browser()
    subscribed(ada, browser)
    subscribed(bob, browser)

    assert [device.account_id for device in rows()] == [bob.id]


def test_a_browser_that_subscribes_anew_has_one_device(ada: Account) -> None:
    own = signed_in_browser(ada)
    subscribed(ada, Browser(), own)
    subscribed(ada, Browser("https://push.example.net/new"), own)

    assert [subscription_of(device).endpoint for device in rows()] == ["https://push.example.net/new"]


def test_one_device_too_many_ends_the_oldest(ada: Account) -> None:
    first = subscribed(ada, Browser("https://push.example.net/first"))
    for number in range(DEVICES.amount):
        subscribed(ada, Browser(f"https://push.example.net/{number}"))

    assert len(rows()) == DEVICES.amount
    assert first.mark not in {device.mark for device in rows()}


def signed_out(device: PushDevice, clock: FakeClock) -> None:
    end_session(device.account_id, device.session_id, clock())


def expired(device: PushDevice, clock: FakeClock) -> None:
    clock.advance(days=IDLE.days)


@pytest.mark.parametrize("end", [signed_out, expired])
def test_a_device_ends_with_its_session(
    ada: Account, clock: FakeClock, end: Callable[[PushDevice, FakeClock], None]
) -> None:
    device = subscribed(ada, Browser())
    send_test(ada.id, device.session_id, clock())
    end(device, clock)

    assert devices_of(ada.id, clock()) == []
    sweep()
    assert rows() == rows(PushDelivery) == []


def test_only_ones_own_device_can_be_tested_and_removed(ada: Account) -> None:
    bob, device = person("bob"), subscribed(ada, Browser())
    with pytest.raises(NotFound):
        remove_device(bob.id, device.session_id)
    with pytest.raises(NotFound):
        send_test(bob.id, device.session_id, clock.now())
    remove_device(ada.id, device.session_id)
    assert rows() == []


def test_what_was_sent_is_forgotten_after_a_month(ada: Account, clock: FakeClock) -> None:
    device = subscribed(ada, Browser())
    test = send_test(ada.id, device.session_id, clock())
    session().get_one(PushDelivery, test.id).state = "done"  # type: ignore[assignment]  # its value
    session().commit()
    clock.advance(days=29)
    sweep()
    assert len(rows(PushDelivery)) == 1
    clock.advance(days=2)
    sweep()
    assert rows(PushDelivery) == []


def test_who_leaves_takes_the_devices_along(ada: Account) -> None:
    subscribed(ada, Browser())
    leave(ada, clock.now())
    assert rows() == []


def test_the_export_lists_devices_without_their_secrets(ada: Account) -> None:
    subscribed(ada, Browser())
    [device] = json.loads(export_part(ada, 0, clock.now()).data)["devices"]
    assert set(device) == {"public", "failures", "created_at"}
