"""Records are signed as canonical JSON (RFC 8785), whose bytes must never change with the library that writes them."""

import json

import rfc8785

SAMPLE = r"""{
  "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
  "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
  "literals": [null, true, false]
}"""
"""The sample of section 3.2.2, and its bytes as section 3.2.4 has them."""
BYTES = """
7b 22 6c 69 74 65 72 61 6c 73 22 3a 5b 6e 75 6c 6c 2c 74 72 75 65 2c 66 61 6c 73 65 5d 2c 22 6e 75 6d 62 65 72 73 22
3a 5b 33 33 33 33 33 33 33 33 33 2e 33 33 33 33 33 33 33 2c 31 65 2b 33 30 2c 34 2e 35 2c 30 2e 30 30 32 2c 31 65 2d
32 37 5d 2c 22 73 74 72 69 6e 67 22 3a 22 e2 82 ac 24 5c 75 30 30 30 66 5c 6e 41 27 42 5c 22 5c 5c 5c 5c 5c 22 2f 22
7d
"""
IN_ORDER = ["\r", "1", "\x80", "\u00f6", "\u20ac", "\U0001f600", "\ufb33"]
"""Names in the order of section 3.2.3: by their UTF-16 code units."""


def test_the_bytes_are_those_of_the_rfc() -> None:
    assert rfc8785.dumps(json.loads(SAMPLE)) == bytes.fromhex(BYTES)


def test_names_are_in_the_order_of_the_rfc() -> None:
    written = rfc8785.dumps(dict.fromkeys(sorted(IN_ORDER)))

    assert list(json.loads(written)) == IN_ORDER
