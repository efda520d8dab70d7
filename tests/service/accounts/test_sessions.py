"""Sessions of browsers: each can be ended, none lasts for ever, and a new browser does not go unnoticed."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from service.accounts import retention
from service.accounts.sessions import (
    begin_session,
    end_session,
    end_sessions,
    is_over,
    note_use,
    session_of,
    sessions_of,
)
from service.db.engines import session
from service.http.browsers import Device
from service.language.errors import NotFound
from service.models import Account, BrowserSession, Notice
from service.notifications.kinds import ALL_KINDS
from service.notifications.preferences import stop_mail
from tests.gauntlet.state import state
from tests.service.conftest import FakeClock
from tests.service.tables import person

LAPTOP = Device("Firefox", "Linux", "203.0.113.*")
PHONE = Device("Safari", "iPhone", "198.51.100.*")

pytestmark = pytest.mark.usefixtures("app")


@pytest.fixture
def ada(app: object) -> Account:
    return person("ada")


def begun(ada: Account, clock: FakeClock, device: Device = LAPTOP) -> str:
    """Start a session of Ada's; return its secret."""
    return begin_session(ada, device, clock())


def warnings() -> list[str]:
    """Return the recipients of emails about new browsers."""
    session().rollback()
    return list(session().scalars(select(Notice.email).where(Notice.kind == "new-sign-in").order_by(Notice.id)))


def test_a_session_is_found_by_its_secret_and_by_nothing_that_is_stored(ada: Account, clock: FakeClock) -> None:
    secret = begun(ada, clock)
    found = session_of(secret, clock())
    assert found is not None
    assert found.account.email == "ada@example.net"
    assert [row for _, row in state() if secret in row] == []
    assert session_of(found.hash, clock()) is None


def test_an_ended_session_is_over_at_once_and_the_others_go_on(ada: Account, clock: FakeClock) -> None:
    laptop, phone = begun(ada, clock), begun(ada, clock, PHONE)
    ended = session_of(laptop, clock())
    assert ended is not None
    for _ in range(2):
        end_session(ada.id, ended.id, clock())

    assert session_of(laptop, clock()) is None
    assert is_over(ended, clock())
    assert [found.system for found in sessions_of(ada.id, clock())] == ["iPhone"]
    assert session_of(phone, clock()) is not None


def test_nobody_ends_a_session_of_somebody_else(ada: Account, clock: FakeClock) -> None:
    secret = begun(ada, clock)
    found = session_of(secret, clock())
    assert found is not None
    for account_id, session_id in ((person("bob").id, found.id), (ada.id, found.id + 1)):
        with pytest.raises(NotFound):
            end_session(account_id, session_id, clock())
    assert session_of(secret, clock()) is not None


def test_all_sessions_or_all_but_one_are_ended_at_once(ada: Account, clock: FakeClock) -> None:
    secrets = [begun(ada, clock) for _ in range(3)]
    bobs = begin_session(person("bob"), LAPTOP, clock())
    own = session_of(secrets[1], clock())
    assert own is not None

    end_sessions(ada.id, clock(), besides=own.id)
    assert [session_of(each, clock()) is not None for each in secrets] == [False, True, False]
    end_sessions(ada.id, clock())
    assert session_of(secrets[1], clock()) is None
    assert session_of(bobs, clock()) is not None


def test_a_session_that_is_not_used_is_over_after_ninety_days(ada: Account, clock: FakeClock) -> None:
    secret = begun(ada, clock)
    clock.advance(days=90)
    assert session_of(secret, clock()) is None


def test_a_session_that_is_used_is_over_after_a_hundred_and_eighty(ada: Account, clock: FakeClock) -> None:
    secret = begun(ada, clock)
    for _ in range(179):
        clock.advance(days=1)
        found = session_of(secret, clock())
        assert found is not None
        note_use(found, PHONE, clock())
    clock.advance(days=1)
    assert session_of(secret, clock()) is None


def test_time_and_place_of_the_last_use_are_noted_every_five_minutes(ada: Account, clock: FakeClock) -> None:
    found, began = session_of(begun(ada, clock), clock()), clock()
    assert found is not None
    for minutes, noted in ((5, 0), (1, 6), (4, 6), (2, 12)):
        clock.advance(minutes=minutes)
        note_use(found, PHONE, clock())
        session().rollback()
        assert (found.last_used_at - began).total_seconds() == noted * 60
    assert (found.browser, found.system, found.network) == ("Safari", "iPhone", "198.51.100.*")


def test_the_first_browser_ever_is_not_told_of_and_a_new_one_is(ada: Account, clock: FakeClock) -> None:
    begun(ada, clock)
    begun(ada, clock)
    assert warnings() == []
    begun(ada, clock, PHONE)
    assert warnings() == ["ada@example.net"]
    begun(ada, clock, PHONE)
    begun(ada, clock)
    assert warnings() == ["ada@example.net"]


def test_a_known_browser_in_another_network_is_told_of(ada: Account, clock: FakeClock) -> None:
    begun(ada, clock)
    begun(ada, clock, Device("Firefox", "Linux", "192.0.2.*"))
    assert len(warnings()) == 1


def test_a_browser_that_has_signed_out_is_still_known(ada: Account, clock: FakeClock) -> None:
    begun(ada, clock)
    end_sessions(ada.id, clock())
    begun(ada, clock)
    assert warnings() == []


def test_who_wants_no_mails_is_told_of_new_browsers_all_the_same(ada: Account, clock: FakeClock) -> None:
    stop_mail(ada.id, ALL_KINDS)
    begun(ada, clock)
    begun(ada, clock, PHONE)
    assert len(warnings()) == 1


def test_warnings_do_not_fill_an_inbox(ada: Account, clock: FakeClock) -> None:
    for number in range(20):
        begun(ada, clock, Device("Firefox", "Linux", f"192.0.{number}.*"))
    assert len(warnings()) == 12


def test_sessions_that_were_not_used_for_long_are_forgotten_and_their_numbers_not_given_again(
    ada: Account, clock: FakeClock
) -> None:
    begun(ada, clock)
    begun(ada, clock, PHONE)
    newest = max(session().scalars(select(BrowserSession.id)))
    clock.advance(days=90)
    assert retention.sessions.apply(clock()) == 2
    begun(ada, clock)
    assert session().scalars(select(BrowserSession.id)).one() > newest
