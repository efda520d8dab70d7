"""Valid email addresses, and their normal form."""

from __future__ import annotations

import pytest

from service.language.errors import Invalid
from service.security.addresses import normalise


@pytest.mark.parametrize(
    ("address", "known_as"),
    [
        ("ann@example.net", "ann@example.net"),
        (" Ann.Lee+sundial@Mail.Example.NET ", "ann.lee+sundial@mail.example.net"),
        ("ann@localhost", "ann@localhost"),
        ("o'neil@xn--bcher-kva.example", "o'neil@xn--bcher-kva.example"),
        ("a" * 64 + "@example.net", "a" * 64 + "@example.net"),
    ],
)
def test_an_address_has_one_spelling(address: str, known_as: str) -> None:
    assert normalise(address) == known_as


@pytest.mark.parametrize(
    "address",
    [
        "",
        "ann",
        "@example.net",
        "ann@",
        "ann@example",
        "ann@example.n",
        "ann@-example.net",
        "ann@example.net-",
        "ann@example..net",
        ".ann@example.net",
        "ann.@example.net",
        "ann@@example.net",
        '"ann"@example.net',
        "ann@[192.0.2.1]",
        "ann@example.net\nBcc: bob@example.net",
        "ann,bob@example.net",
        "Ann <ann@example.net>",
        "\N{LATIN SMALL LETTER A WITH DIAERESIS}nn@example.net",
        "a" * 65 + "@example.net",
        "ann@" + "example." * 40 + "net",
    ],
)
def test_what_is_no_address_or_could_be_read_as_two_is_refused(address: str) -> None:
    with pytest.raises(Invalid, match="bad-address"):
        normalise(address)
