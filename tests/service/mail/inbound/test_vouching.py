"""Who vouches for a mail: a signature of the organisation that its From is of, verified in bounded time."""

from __future__ import annotations

import base64
import sys
from collections.abc import Iterator
from functools import cache, partial
from socket import AF_INET, SOCK_DGRAM, socket
from time import monotonic

import dkim
import dns.resolver
import pytest
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey, generate_private_key
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat

from service.mail.inbound.letter import open_letter
from service.mail.inbound.vouching import MOST, PATIENCE, LookUp, Vouching, txt
from tests.nameserver import Nameserver
from workers.inbound.child import Reader

ADA = "ada@example.net"


@cache
def key() -> RSAPrivateKey:
    return generate_private_key(65537, 2048)


def record(of: RSAPrivateKey) -> str:
    public = base64.b64encode(of.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)).decode()
    return f'"v=DKIM1; k=rsa; p={public[:200]}" "{public[200:]}"'


@pytest.fixture
def dns_server() -> Iterator[Nameserver]:
    """Run a DNS server with the keys of two organisations, one of which also has a key under a subdomain."""
    theirs = {"TXT": [record(key())]}
    names = ("example.net", "mail.example.net", "example.co.uk", "evil.co.uk")
    server = Nameserver({f"s._domainkey.{name}": theirs for name in names})
    server.start()
    yield server
    server.stop()


@pytest.fixture
def vouching(dns_server: Nameserver) -> Vouching:
    return Vouching(asking(dns_server.port))


def asking(port: int) -> LookUp:
    """Return a look-up by a DNS server on the loopback."""
    resolver = dns.resolver.Resolver(configure=False)
    resolver.nameservers, resolver.port = ["127.0.0.1"], port
    return partial(txt, resolver=resolver)


def mail(writer: str = ADA, text: str = "new siesta level2") -> bytes:
    return f"From: {writer}\r\nTo: play@sundial.example\r\nSubject: x\r\nMessage-ID: <1@x>\r\n\r\n{text}\r\n".encode()


def signature(raw: bytes, domain: str, **options: object) -> bytes:
    """Sign the email; return the DKIM-Signature field."""
    secret = key().private_bytes(Encoding.PEM, PrivateFormat.TraditionalOpenSSL, NoEncryption())
    made: bytes = dkim.sign(raw, b"s", domain.encode(), secret, **options)
    return made


def vouched(by: Vouching, raw: bytes) -> str | None:
    return by.organisation(raw, open_letter(raw).writer)


@pytest.mark.parametrize(
    ("writer", "domain", "organisation"),
    [
        (ADA, "example.net", "example.net"),
        (ADA, "mail.example.net", "example.net"),
        ("ada@mail.example.net", "example.net", "example.net"),
        ("ada@example.co.uk", "example.co.uk", "example.co.uk"),
        ("ada@example.co.uk", "evil.co.uk", None),
        ("ada@example.org", "example.net", None),
    ],
)
def test_the_organisation_of_the_writers_address_vouches_for_what_it_has_signed(
    vouching: Vouching, writer: str, domain: str, organisation: str | None
) -> None:
    raw = mail(writer)
    assert vouched(vouching, signature(raw, domain) + raw) == organisation


@pytest.mark.parametrize(
    "forged",
    [
        lambda raw: raw,
        lambda raw: signature(raw, "example.net") + raw.replace(b"level2", b"level5"),
        lambda raw: signature(raw, "example.net") + raw.replace(b"ada@", b"eve@"),
        lambda raw: signature(raw, "example.net") + b"From: eve@example.net\r\n" + raw,
        lambda raw: signature(raw, "example.net", length=True) + raw + b"new seasons tom@example.org\r\n",
        lambda raw: signature(raw, "example.net").replace(b"s=s", b"s=t") + raw,
        lambda raw: signature(raw, "example.net").replace(b"bh=", b"bh=!") + raw,
        lambda raw: signature(raw, "example.net").replace(b"d=", b"d=\xff") + raw,
        lambda raw: b"DKIM-Signature: v=1; a=rsa-sha256; d=example.net\r\n" + raw,
    ],
)
def test_nobody_vouches_for_what_they_have_not_signed_all_of(vouching: Vouching, forged: object) -> None:
    assert callable(forged)
    assert vouched(vouching, forged(mail())) is None


def test_a_hundred_signatures_cost_a_few_look_ups() -> None:
    asked: list[str] = []
    raw = mail()
    signed = b"".join(signature(raw, "example.net").replace(b"s=s", b"s=%d" % number) for number in range(100)) + raw
    assert vouched(Vouching(asked.append), signed) is None
    assert len(asked) == MOST


def test_dns_that_is_away_vouches_for_nobody_and_is_waited_for_once() -> None:
    raw, began = mail(), monotonic()
    signed = signature(raw, "example.net") * 2 + raw
    with socket(AF_INET, SOCK_DGRAM) as silent:
        silent.bind(("127.0.0.1", 0))
        vouching = Vouching(asking(silent.getsockname()[1]))
        assert [vouched(vouching, signed) for _ in range(3)] == [None] * 3
    assert PATIENCE <= monotonic() - began < 2 * PATIENCE


def test_a_name_that_is_made_up_makes_nobody_else_unsigned(dns_server: Nameserver, vouching: Vouching) -> None:
    raw = mail()
    made_up = signature(raw, "example.net").replace(b"s=s;", b"s=" + b"x" * 64 + b";")
    assert vouched(vouching, made_up + raw) is None
    assert vouched(vouching, signature(raw, "example.net") + raw) == "example.net"


@pytest.mark.parametrize("odd", [b"odd line", b" odd"])
def test_a_header_that_is_none_is_not_verified(vouching: Vouching, odd: bytes) -> None:
    assert vouching.organisation(odd + b"\r\nFrom: ada@example.net\r\nodd\r\n\r\nnew siesta", ADA) is None


@pytest.mark.parametrize(
    "hostile",
    [
        b"\r\n" + b" " * 60_000 + b"x\r\n",
        b"X: a" + b" " * 60_000 + b"x\r\n\r\nx\r\n",
        b"a:\r\n" * 16_000 + b"\r\nx\r\n",
    ],
)
def test_a_mail_that_would_take_long_to_verify_is_not_verified(vouching: Vouching, hostile: bytes) -> None:
    names = b":".join(b"%d" % number for number in range(700))
    signed = f"d=example.net; s=s; bh=AAAA; b=AAAA; h=from:{names.decode()}"
    head = f"DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed; {signed}"
    began = monotonic()
    assert vouching.organisation(f"{head}\r\nFrom: {ADA}\r\n".encode() + hostile, ADA) is None
    assert monotonic() - began < 1


def test_the_reader_of_mails_verifies_those_that_it_is_told_to(dns_server: Nameserver) -> None:
    program = f"""
import sys
from functools import partial
from socket import socket
from dns.resolver import Resolver
from service.mail.inbound.vouching import Vouching, txt
from workers.inbound.reading import serve
resolver = Resolver(configure=False)
resolver.nameservers, resolver.port = ["127.0.0.1"], {dns_server.port}
serve(socket(fileno=int(sys.argv[1])), Vouching(partial(txt, resolver=resolver)))
"""
    raw = signature(mail(), "example.net") + mail()
    child = Reader(program=(sys.executable, "-c", program))
    try:
        assert [child.open(raw, verify=verify).vouched_by for verify in (False, True)] == [None, "example.net"]
    finally:
        child.stop()
