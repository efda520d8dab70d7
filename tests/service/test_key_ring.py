"""Proofs by a key in use and older ones."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from service.boxes import MAX_LOCAL_PART
from service.key_ring import KeyRing
from service.keys import (
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
from service.links import BOUNCES
from tests.secret_keys import KEY, NEXT_KEY

FIRST, BOTH, SECOND = KeyRing(KEY), KeyRing(NEXT_KEY, (KEY,)), KeyRing(NEXT_KEY)
Capability = SeatLink | RowKey | UnsubscribeLink
READ: dict[type[Capability], Callable[[str, KeyRing], Capability | None]] = {
    SeatLink: read_seat_link,
    RowKey: read_row_key,
    UnsubscribeLink: read_unsubscribe_link,
}
GAME = new_game_id()


def every(nonce: str) -> list[Capability]:
    """A capability of each sort."""
    return [
        SeatLink(Purpose.TURN, GAME, 3, 17, nonce),
        SeatLink(Purpose.INVITATION, GAME, 0, 0, nonce),
        UnsubscribeLink(7, "your-turn", GAME, nonce),
        UnsubscribeLink(7, "invitation", "", nonce),
        *(RowKey(purpose, 7, nonce) for purpose in RowPurpose),
    ]


def read(of: Capability, token: str, ring: KeyRing) -> Capability | None:
    return READ[type(of)](token, ring)


@pytest.mark.parametrize("nonce", [new_nonce(), ""], ids=["now", "before there were nonces"])
def test_what_was_given_out_by_any_of_the_keys_is_known_and_nothing_else_is(nonce: str) -> None:
    for one in every(nonce):
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
    bounce = f"{BOUNCES}+{RowKey(RowPurpose.BOUNCE, many, new_nonce()).token(FIRST)}"
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


def test_keys_are_not_shown() -> None:
    assert KEY not in repr(BOTH)
    assert NEXT_KEY not in repr(BOTH)
