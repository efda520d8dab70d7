"""Tokens: their scopes, expiry and number, and the emails to their owner."""

from __future__ import annotations

from datetime import timedelta

import pytest
from sqlalchemy import select

from service.accounts.scopes import SCOPES
from service.accounts.tokens import caller_of, create_token, end_of_life, revoke_token, tokens_of
from service.bots.accounts import bot_of
from service.config.limits import TABLE
from service.db.engines import session
from service.language.errors import Conflict, Invalid, NotFound, Unauthenticated
from service.models import Account, Notice
from service.notifications.kinds import ALL_KINDS
from service.notifications.preferences import stop_mail
from service.play.seats import resign
from tests.service.conftest import FakeClock
from tests.service.tables import person, table

pytestmark = pytest.mark.usefixtures("app")


@pytest.fixture
def ada(app: object) -> Account:
    return person("ada")


def told() -> list[str]:
    """Return the recipients of emails about new tokens."""
    session().rollback()
    return list(session().scalars(select(Notice.email).where(Notice.kind == "new-token").order_by(Notice.id)))


def test_a_token_for_which_nothing_was_chosen_may_read_and_nothing_else(ada: Account, clock: FakeClock) -> None:
    assert create_token(ada, "laptop", [], clock()).token.scopes == ["games:read"]


def test_what_was_chosen_twice_is_chosen_once_and_stands_in_order(ada: Account, clock: FakeClock) -> None:
    assert create_token(ada, "laptop", ["bots", "games:read", "bots"], clock()).token.scopes == ["games:read", "bots"]


def test_there_are_no_other_scopes(ada: Account, clock: FakeClock) -> None:
    with pytest.raises(Invalid) as refused:
        create_token(ada, "laptop", ["games:read", "everything"], clock())
    assert (refused.value.code, refused.value.details) == ("unknown-scope", {"scope": "everything"})


def test_a_token_is_good_until_its_end_and_not_listed_after_it(ada: Account, clock: FakeClock) -> None:
    made = create_token(ada, "laptop", ["games:read"], clock(), end_of_life(clock(), days=7))
    clock.advance(days=6, hours=23)
    assert caller_of(made.secret, clock()).token_id == made.token.id
    assert len(tokens_of(ada.id, clock())) == 1

    clock.advance(hours=1)
    with pytest.raises(Unauthenticated, match="expired-token"):
        caller_of(made.secret, clock())
    assert list(tokens_of(ada.id, clock())) == []
    with pytest.raises(NotFound):
        revoke_token(ada.id, made.token.id, clock())


def test_an_end_is_in_the_future_at_most_ten_years_from_now_and_said_once(ada: Account, clock: FakeClock) -> None:
    for end in (clock(), clock() - timedelta(seconds=1), clock() + timedelta(days=3650, seconds=1)):
        with pytest.raises(Invalid, match="bad-expiry"):
            create_token(ada, "laptop", ["games:read"], clock(), end)
    with pytest.raises(Invalid, match="bad-expiry"):
        end_of_life(clock(), clock() + timedelta(days=7), 7)
    assert list(tokens_of(ada.id, clock())) == []


def test_an_account_has_fifty_tokens_that_are_good(ada: Account, clock: FakeClock) -> None:
    made = [
        create_token(ada, "laptop", ["games:read"], clock(), end_of_life(clock(), days=1))
        for _ in range(TABLE["tokens"].amount)
    ]
    with pytest.raises(Conflict) as refused:
        create_token(ada, "laptop", ["games:read"], clock())
    assert (refused.value.code, refused.value.details) == ("too-many-tokens", {"most": 50})

    create_token(person("bob"), "laptop", ["games:read"], clock())
    revoke_token(ada.id, made[0].token.id, clock())
    create_token(ada, "laptop", ["games:read"], clock())
    clock.advance(days=1)
    create_token(ada, "laptop", ["games:read"], clock())
    assert len(tokens_of(ada.id, clock())) == 2


def test_who_owns_the_account_or_its_bot_hears_of_a_token_wanted_or_not(ada: Account, clock: FakeClock) -> None:
    stop_mail(ada.id, ALL_KINDS)
    create_token(ada, "laptop", ["games:read"], clock())
    create_token(bot_of(ada, "rusty", clock()), "server", ["games:read"], clock())
    assert told() == ["ada@example.net"] * 2


def test_mails_about_tokens_do_not_fill_an_inbox(ada: Account, clock: FakeClock) -> None:
    for _ in range(20):
        create_token(ada, "laptop", ["games:read"], clock())
    assert len(told()) == 12


def test_whose_token_it_is_is_read_with_the_seat_that_was_asked_about(clock: FakeClock) -> None:
    begun, other = table("ann", "bob", "cy"), table("dee", "bob")
    secret = create_token(begun.players[0], "laptop", SCOPES, clock()).secret
    asked = [caller_of(secret, clock(), game_id).has_seat for game_id in (begun.id, other.id, None)]
    assert asked == [True, False, False]
    resign(begun.id, begun.players[0], clock())
    assert not caller_of(secret, clock(), begun.id).has_seat
