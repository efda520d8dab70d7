"""Valid and invalid record signatures."""

from __future__ import annotations

import base64

import pytest

from service.verification.record_signatures import is_signature, sign

SMALL = (
    "0000000000000000000000000000000000000000000000000000000000000000",
    "0100000000000000000000000000000000000000000000000000000000000000",
    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
    "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
)
"""The y of all points of small order, the last two not reduced: `ge25519_has_small_order` of libsodium, 1.0.20."""


def written(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


@pytest.mark.parametrize("sign_of_x", [0, 0x80])
@pytest.mark.parametrize("y", SMALL)
def test_a_key_of_small_order_signs_nothing(y: str, sign_of_x: int) -> None:
    point = bytearray.fromhex(y)
    point[-1] |= sign_of_x
    key, nothing = written(bytes(point)), bytes(32)
    forged = [written(bytes.fromhex(each) + nothing) for each in SMALL]

    assert not any(is_signature(value, f"document {n}".encode(), key) for value in forged for n in range(40))


def test_a_key_of_somebody_signs() -> None:
    signature = sign("secret", b"document")
    assert is_signature(signature["value"], b"document", signature["key"])
    assert not is_signature(signature["value"], b"another", signature["key"])
