"""Proofs and secrets by a key in use and older ones."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from service.config.key_ring import (
    LONGEST_SALT,
    KeyGone,
    KeyRing,
    carried_over,
    derive,
    key_named_in,
    name_of,
    new_salt,
)
from service.notifications.boxes import MAX_LOCAL_PART
from service.security.addresses import Named
from service.security.keys import (
    Purpose,
    RowKey,
    RowPurpose,
    SeatLink,
    UnsubscribeLink,
    new_game_id,
    new_nonce,
    read_row_key,
    read_seat_link,
    read_unsubscribe_link,
)
from tests.secret_keys import KEY, LAST_KEY, NEXT_KEY

FIRST, BOTH, SECOND = KeyRing(KEY), KeyRing(NEXT_KEY, (KEY,)), KeyRing(NEXT_KEY)
Capability = SeatLink | RowKey | UnsubscribeLink
READ: dict[type[Capability], Callable[[str, KeyRing], Capability | None]] = {
    SeatLink: read_seat_link,
    RowKey: read_row_key,
    UnsubscribeLink: read_unsubscribe_link,
}
GAME = new_game_id()


def every(nonce: str) -> list[Capability]:
    """Return a capability of each kind."""
    return [
        SeatLink(Purpose.TURN, GAME, 3, 17, nonce),
        SeatLink(Purpose.INVITATION, GAME, 0, 0, nonce),
        UnsubscribeLink(7, "your-turn", GAME, nonce),
        UnsubscribeLink(7, "invitation", "", nonce),
        *(RowKey(purpose, 7, nonce) for purpose in RowPurpose),
    ]


def read(of: Capability, token: str, ring: KeyRing) -> Capability | None:
    return READ[type(of)](token, ring)


def test_what_was_given_out_by_any_of_the_keys_is_known_and_nothing_else_is() -> None:
    for one in every(new_nonce()):
        old, new = one.token(FIRST), one.token(BOTH)
        assert [read(one, old, ring) for ring in (FIRST, BOTH, SECOND)] == [one, one, None]
        assert [read(one, new, ring) for ring in (FIRST, BOTH, SECOND)] == [None, one, one]


def test_a_token_broken_anywhere_is_none() -> None:
    for one in every(new_nonce()):
        good = one.token(BOTH)
        for at, letter in enumerate(good):
            assert read(one, good[:at] + ("a" if letter != "a" else "b") + good[at + 1 :], BOTH) is None
            assert read(one, good[:at], BOTH) is None
        assert read(one, good + "0", BOTH) is None


def test_a_nonce_cannot_be_left_out_or_exchanged() -> None:
    for one, other in zip(every("a" * 8), every("b" * 8), strict=True):
        token = one.token(FIRST)
        assert token.count("a" * 8) == 1
        assert read(one, token.replace("a" * 8, "b" * 8), FIRST) is None
        assert read(one, token.replace("a" * 8, ""), FIRST) is None
        assert read(one, token, FIRST) != other


def test_tokens_fit_into_the_local_part_of_an_address_whatever_their_numbers() -> None:
    many = 2**31 - 1
    longest = SeatLink(Purpose.TURN, GAME, 7, many, new_nonce()).token(FIRST)
    bounce = f"{Named.BOUNCES}+{RowKey(RowPurpose.BOUNCE, many, new_nonce()).token(FIRST)}"
    for local_part in (longest, bounce):
        assert len(local_part) <= MAX_LOCAL_PART
        assert local_part == local_part.lower()


def test_the_case_of_an_address_does_not_matter() -> None:
    link = SeatLink(Purpose.TURN, GAME, 3, 17, new_nonce())
    assert read_seat_link(link.token(FIRST).upper(), FIRST) == link


@pytest.mark.parametrize("number", ["0x11", "+11", "1_1", "011", " 11", "１１", ""])
def test_a_number_is_written_in_one_way_only(number: str) -> None:
    token = SeatLink(Purpose.TURN, GAME, 3, 0x11, new_nonce()).token(FIRST)
    assert read_seat_link(token[:-2] + number, FIRST) is None


def test_a_secret_stays_what_it_is_while_its_key_is_set_and_is_of_one_purpose() -> None:
    salt = new_salt(FIRST)
    assert derive(BOTH, "webhook", salt) == derive(FIRST, "webhook", salt)
    assert derive(FIRST, "webhook", salt) != derive(FIRST, "sign-in", salt)
    assert derive(FIRST, "webhook", salt) != derive(FIRST, "webhook", new_salt(FIRST))
    with pytest.raises(KeyGone):
        derive(SECOND, "webhook", salt)


def test_a_secret_that_was_carried_over_is_the_same_without_its_first_key() -> None:
    salt = new_salt(FIRST)
    second = carried_over(BOTH, "webhook", salt)
    third = carried_over(KeyRing(LAST_KEY, (NEXT_KEY,)), "webhook", second)

    secret = derive(FIRST, "webhook", salt)
    assert derive(SECOND, "webhook", second) == derive(KeyRing(LAST_KEY), "webhook", third) == secret
    assert [key_named_in(each) for each in (salt, second, third)] == [name_of(k) for k in (KEY, NEXT_KEY, LAST_KEY)]
    assert max(map(len, (salt, second, third))) <= LONGEST_SALT
    assert secret.hex() not in second


def test_what_hangs_on_the_key_in_use_is_not_carried() -> None:
    salt = new_salt(FIRST)
    assert carried_over(FIRST, "webhook", salt) == salt


def test_what_is_carried_over_tells_nothing_twice() -> None:
    salt = new_salt(FIRST)
    assert carried_over(BOTH, "webhook", salt) != carried_over(BOTH, "webhook", salt)


def test_keys_are_not_shown() -> None:
    assert KEY not in repr(BOTH)
    assert NEXT_KEY not in repr(BOTH)
