"""What apps wait for: locked while it is changed for a token, on every database, and gone with the account."""

from __future__ import annotations

import pytest
from sqlalchemy import func, select

from service.core.db import session, transaction
from service.core.errors import Invalid, Unauthenticated
from service.leaving.departures import leave
from service.models import AuthorizationCode, DeviceGrant
from service.people.oauth.codes import Permission, code_for_use, keep_code
from service.people.oauth.devices import (
    DeviceCodes,
    answer_device,
    asks_too_soon,
    device_of_code,
    device_waiting,
    keep_device,
)
from service.people.tokens import caller_of, create_token
from tests.service.conftest import FakeClock
from tests.service.tables import person

pytestmark = pytest.mark.usefixtures("app")

CODES = DeviceCodes("d" * 32, "BCDF-GHJK")


def test_a_terminal_is_let_in_once(clock: FakeClock) -> None:
    keep_device(CODES, "engine", ["games:read"], "203.0.113.*", clock())

    answer_device(person("ann"), "bcdf ghjk", clock(), allowed=True)

    with pytest.raises(Invalid, match="bad-device-code"):
        answer_device(person("eve"), CODES.user, clock(), allowed=True)
    with transaction():
        grant = device_of_code(CODES.device)
        assert grant is not None
        assert grant.account is not None
        assert (grant.account.name, grant.denied) == ("ann", False)


def test_how_long_a_terminal_waits_is_kept(clock: FakeClock) -> None:
    keep_device(CODES, "engine", ["games:read"], "", clock())

    with transaction():
        assert [asks_too_soon(device_waiting(CODES.user, clock()), clock()) for _ in range(2)] == [False, True]

    assert device_waiting(CODES.user, clock()).interval == 10


def test_a_code_is_locked_until_it_has_given_its_token_which_it_ends_when_it_comes_again(clock: FakeClock) -> None:
    ann = person("ann")
    with transaction():
        keep_code("c", Permission(ann, "engine", ["games:read"], "http://127.0.0.1/", "x" * 43), clock())
    made = create_token(ann, "engine", ["games:read"], clock(), app="engine")
    with transaction():
        assert code_for_use("c", "another", clock()) is None
        found = code_for_use("c", "engine", clock())
        assert found is not None
        found.token_id = made.token.id
    assert caller_of(made.secret, clock()).account_id == ann.id

    with transaction():
        assert code_for_use("c", "engine", clock()) is None

    with pytest.raises(Unauthenticated, match="revoked-token"):
        caller_of(made.secret, clock())


def test_nothing_waits_for_who_has_left(clock: FakeClock) -> None:
    ann = person("ann")
    keep_device(CODES, "engine", ["games:read"], "", clock())
    answer_device(ann, CODES.user, clock(), allowed=True)
    with transaction():
        keep_code("c", Permission(ann, "engine", ["games:read"], "http://127.0.0.1/", "x" * 43), clock())

    leave(ann, clock())

    for table in (DeviceGrant, AuthorizationCode):
        assert session().scalar(select(func.count()).select_from(table)) == 0
