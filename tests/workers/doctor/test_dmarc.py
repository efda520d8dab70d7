"""DMARC with a real DNS server: the applicable policy, and its demands on signatures."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from ipaddress import ip_address

import pytest

from tests.nameserver import Nameserver
from tests.workers.doctor.zones import TO_MEND, WELL, only
from workers.doctor.dmarc import dmarc
from workers.doctor.finding import Finding
from workers.doctor.names import Silence, resolver_at

DOMAIN = "play.example.co.uk"
ABOVE = {"own": DOMAIN, "above": "example.co.uk", "top": "co.uk", "root": "uk"}
Look = Callable[..., dict[str, Finding]]


@pytest.fixture
def nameserver() -> Iterator[Nameserver]:
    server = Nameserver({name: {} for name in ABOVE.values()})
    server.start()
    yield server
    server.stop()


@pytest.fixture
def findings(nameserver: Nameserver) -> Look:
    """Return the findings if the domain (`own`), its parent, the one above or the topmost has a record."""

    def look(**records: str) -> dict[str, Finding]:
        for name, text in records.items():
            nameserver.zone[f"_dmarc.{ABOVE[name]}"] = {"TXT": ['"else"', f'"{text}"']}
        return {finding.about: finding for finding in found(nameserver)}

    return look


def found(nameserver: Nameserver) -> Iterator[Finding]:
    return dmarc(DOMAIN, resolver_at(ip_address("127.0.0.1"), nameserver.port))


def policy(findings: Look, **records: str) -> Finding:
    return findings(**records)[f"DMARC of {DOMAIN}"]


@pytest.mark.parametrize(
    ("records", "text"),
    [
        ({"own": "v=DMARC1; p=reject"}, "p=reject:"),
        ({"own": "v = DMARC1 ;p=Quarantine;rua=mailto:a@example.net"}, "p=quarantine:"),
        ({"own": "v=DMARC1; p=none; sp=reject", "above": "v=DMARC1; p=reject"}, "p=none: others only monitor"),
        ({"above": "v=DMARC1; p=reject"}, "p=reject (of example.co.uk):"),
        ({"above": "v=DMARC1; p=none; sp=reject"}, "sp=reject (of example.co.uk):"),
        ({"above": "v=DMARC1; p=none", "top": "v=DMARC1; p=reject"}, "p=reject (of co.uk):"),
        ({"above": "v=DMARC1; p=none; psd=n", "top": "v=DMARC1; p=reject"}, "p=none (of example.co.uk):"),
        ({"above": "v=DMARC1; p=none", "top": "v=DMARC1; p=reject; psd=y"}, "p=none (of example.co.uk):"),
        ({"top": "v=DMARC1; p=none; sp=reject; psd=y"}, "sp=reject (of co.uk):"),
        ({"root": "v=DMARC1; p=reject; psd=y"}, "p=reject (of uk):"),
        ({"top": "v=DMARC1; p=none; psd=n", "root": "v=DMARC1; p=reject; psd=y"}, "p=none (of co.uk):"),
        ({"above": "v=DMARC1; p=none", "root": "v=DMARC1; p=reject; psd=y"}, "p=reject (of uk):"),
    ],
)
def test_a_policy_holds_for_the_domain(findings: Look, records: dict[str, str], text: str) -> None:
    found = policy(findings, **records)
    assert found.state == WELL
    assert found.text.startswith(text)


@pytest.mark.parametrize("record", ["v=DMARC1", "v=DMARC1; p=", "v=DMARC1; p=bounce", "v=DMARC1; sp=reject"])
def test_a_record_without_a_policy_is_to_be_mended(findings: Look, record: str) -> None:
    assert policy(findings, own=record).state == TO_MEND


@pytest.mark.parametrize("records", [{}, {"own": "v=DMARC2; p=reject"}, {"own": "p=reject; v=DMARC1"}])
def test_a_domain_without_a_record_is_told_which_to_write(findings: Look, records: dict[str, str]) -> None:
    found = policy(findings, **records)
    assert found.state == TO_MEND
    assert found.publish == f'_dmarc.{DOMAIN}. TXT "v=DMARC1; p=none; rua=mailto:postmaster@{DOMAIN}"'


def test_two_records_are_as_bad_as_none(nameserver: Nameserver) -> None:
    nameserver.zone[f"_dmarc.{DOMAIN}"] = {"TXT": ['"v=DMARC1; p=none"', '"v=DMARC1; p=reject"']}
    assert only(found(nameserver)).state == TO_MEND


def test_a_record_that_was_mended_is_read_anew(findings: Look) -> None:
    assert policy(findings, own="v=DMARC1; p=bounce").state == TO_MEND
    assert policy(findings, own="v=DMARC1; p=reject").state == WELL


@pytest.mark.parametrize("name", ["own", "above"])
def test_a_silent_dns_is_no_fault_of_the_record(nameserver: Nameserver, name: str) -> None:
    nameserver.broken.add(f"_dmarc.{ABOVE[name]}")
    with pytest.raises(Silence, match="SERVFAIL"):
        list(found(nameserver))


@pytest.mark.parametrize(
    ("records", "signed"),
    [
        ({"own": "v=DMARC1; p=none; adkim=s"}, f"d= is {DOMAIN}"),
        ({"own": "v=DMARC1; p=none"}, f"d= is {DOMAIN} or a name under it"),
        ({"above": "v=DMARC1; p=none"}, "d= is example.co.uk or a name under it"),
        ({"above": "v=DMARC1; p=none; adkim=s"}, f"d= is {DOMAIN}"),
        ({"above": "v=DMARC1; p=none", "top": "v=DMARC1; p=reject; psd=y"}, "d= is example.co.uk or a name under it"),
        ({"top": "v=DMARC1; p=none; psd=y"}, "d= is example.co.uk or a name under it"),
    ],
)
def test_it_is_said_which_signatures_count(findings: Look, records: dict[str, str], signed: str) -> None:
    found = findings(**records)["alignment"]
    assert found.text.endswith(signed)
    assert "SPF counts" in found.text
