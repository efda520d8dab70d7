"""OAuth grants: locked while exchanged for a token, on every database, and deleted with the account."""

from __future__ import annotations

from datetime import datetime

import pytest
from sqlalchemy import func, select

from service.accounts.oauth.codes import code_for_use, keep_code
from service.accounts.oauth.devices import answer_device, asks_too_soon, device_of_code, device_waiting, keep_device
from service.accounts.tokens import caller_of, create_token
from service.db.engines import session, transaction
from service.erasure.departures import leave
from service.language.errors import Invalid, Unauthenticated
from service.models import Account, AuthorizationCode, DeviceGrant
from tests.service.conftest import FakeClock
from tests.service.tables import person

pytestmark = pytest.mark.usefixtures("app")

DEVICE, USER = "d" * 32, "BCDF-GHJK"


def allow(ann: Account, now: datetime) -> None:
    keep_code("c", ann, now, app="engine", scopes=["games:read"], redirect_uri="http://127.0.0.1/", challenge="x" * 43)


def test_a_terminal_is_let_in_once(clock: FakeClock) -> None:
    keep_device(DEVICE, USER, "engine", ["games:read"], "203.0.113.*", clock())

    answer_device(person("ann"), "bcdf ghjk", clock(), allowed=True)

    with pytest.raises(Invalid, match="bad-device-code"):
        answer_device(person("eve"), USER, clock(), allowed=True)
    with transaction():
        grant = device_of_code(DEVICE)
        assert grant is not None
        assert grant.account is not None
        assert (grant.account.name, grant.denied) == ("ann", False)


def test_how_long_a_terminal_waits_is_kept(clock: FakeClock) -> None:
    keep_device(DEVICE, USER, "engine", ["games:read"], "", clock())

    with transaction():
        assert [asks_too_soon(device_waiting(USER, clock()), clock()) for _ in range(2)] == [False, True]

    assert device_waiting(USER, clock()).interval == 10


def test_a_code_is_locked_until_it_has_given_its_token_which_it_ends_when_it_comes_again(clock: FakeClock) -> None:
    ann = person("ann")
    with transaction():
        allow(ann, clock())
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
    keep_device(DEVICE, USER, "engine", ["games:read"], "", clock())
    answer_device(ann, USER, clock(), allowed=True)
    with transaction():
        allow(ann, clock())

    leave(ann, clock())

    for table in (DeviceGrant, AuthorizationCode):
        assert session().scalar(select(func.count()).select_from(table)) == 0
