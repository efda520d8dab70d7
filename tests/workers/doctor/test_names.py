"""MX, PTR and addresses, asked of a real DNS server."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from ipaddress import ip_address

import pytest

from service.config.environment import Config
from tests.nameserver import Nameserver, Zone
from tests.workers.doctor.zones import NOT_CHECKED, TO_MEND, WELL, states
from workers.doctor.mx import mx
from workers.doctor.names import Address, LookUp, Silence, addresses, asker, resolver_at
from workers.doctor.senders import own_senders, reverse_names

LOOPBACK = ip_address("127.0.0.1")
DOMAIN = "example.net"
HERE, HERE_6 = ip_address("192.0.2.7"), ip_address("2001:db8::7")
ZONE: Zone = {
    "mx.example.net": {"A": ["192.0.2.7"], "AAAA": ["2001:db8::7"]},
    "alias.example.net": {"CNAME": ["mx.example.net."]},
    "long.example.net": {"TXT": ['"v=spf1 " "mx " "-all"', '"it said \\"no\\""']},
}


@pytest.fixture
def nameserver() -> Iterator[Nameserver]:
    server = Nameserver({**ZONE})
    server.start()
    yield server
    server.stop()


@pytest.fixture
def look_up(nameserver: Nameserver) -> LookUp:
    return asker(resolver_at(LOOPBACK, nameserver.port))


def test_the_pieces_of_a_text_are_put_together(look_up: LookUp) -> None:
    assert sorted(look_up("long.example.net", "TXT")) == ['it said "no"', "v=spf1 mx -all"]


def test_a_name_or_a_record_that_is_not_there_is_no_answer_at_all(look_up: LookUp) -> None:
    assert (look_up("nobody.example.net", "A"), look_up("mx.example.net", "TXT")) == ([], [])


def test_another_name_has_the_addresses_of_the_first(look_up: LookUp) -> None:
    assert addresses("alias.example.net", look_up) == [HERE, HERE_6]


def test_a_server_that_fails_or_a_name_that_is_none_is_silence(nameserver: Nameserver, look_up: LookUp) -> None:
    nameserver.broken.add("mx.example.net")
    with pytest.raises(Silence, match="SERVFAIL"):
        look_up("mx.example.net", "A")
    with pytest.raises(Silence):
        look_up("two..dots", "A")


@pytest.mark.parametrize(
    ("records", "expected"),
    [
        ({"MX": ["10 mx.example.net."]}, {"MX of example.net": WELL, "mail server mx.example.net": WELL}),
        ({"A": ["192.0.2.7"]}, {"MX of example.net": WELL}),
        ({"TXT": ["nothing"]}, {"MX of example.net": TO_MEND}),
        ({"MX": ["0 ."]}, {"MX of example.net": TO_MEND}),
        ({"MX": ["10 alias.example.net."]}, {"MX of example.net": WELL, "mail server alias.example.net": TO_MEND}),
        ({"MX": ["10 gone.example.net."]}, {"MX of example.net": WELL, "mail server gone.example.net": TO_MEND}),
        ({"MX": ["10 192.0.2.7."]}, {"MX of example.net": WELL, "mail server 192.0.2.7": TO_MEND}),
        (
            {"MX": ["20 gone.example.net.", "10 mx.example.net."]},
            {"MX of example.net": WELL, "mail server mx.example.net": WELL, "mail server gone.example.net": TO_MEND},
        ),
    ],
)
def test_mail_finds_its_way_or_it_is_said_why_not(
    nameserver: Nameserver, look_up: LookUp, records: dict[str, list[str]], expected: dict[str, str]
) -> None:
    nameserver.zone[DOMAIN] = records
    assert states(mx(DOMAIN, look_up)) == expected


def test_what_is_to_be_published_is_said_in_the_words_of_a_zone_file(nameserver: Nameserver, look_up: LookUp) -> None:
    [missing] = mx(DOMAIN, look_up)
    nameserver.zone[DOMAIN] = {"MX": ["10 gone.example.net."]}
    _, lost = mx(DOMAIN, look_up)
    assert missing.publish == "example.net. MX 10 <the name of your mail server>."
    assert lost.publish == "gone.example.net. A <its address>"


@pytest.mark.parametrize(
    ("names", "state", "publish"),
    [
        (["mx.example.net."], WELL, ""),
        (["gone.example.net.", "mx.example.net."], WELL, ""),
        (["gone.example.net."], TO_MEND, "gone.example.net. {kind} {address}"),
        ([], TO_MEND, "{pointer}. PTR <the name of your mail server>."),
    ],
)
@pytest.mark.parametrize(("address", "kind"), [(HERE, "A"), (HERE_6, "AAAA")])
def test_an_address_has_a_name_that_leads_back(
    nameserver: Nameserver, look_up: LookUp, address: Address, kind: str, names: list[str], state: str, publish: str
) -> None:
    nameserver.zone[address.reverse_pointer] = {"PTR": names} if names else {}
    [found] = reverse_names((address,), look_up)
    wanted = publish.format(kind=kind, address=address, pointer=address.reverse_pointer)
    assert (found.state, found.publish) == (state, wanted)


def test_an_address_that_is_not_known_is_not_checked(look_up: LookUp) -> None:
    assert states(reverse_names((), look_up)) == {"PTR": NOT_CHECKED}


def test_where_another_machine_sends_for_us_its_addresses_are_not_ours(knobs: Callable[..., Config]) -> None:
    assert own_senders(knobs(SMTP_URL="smtp://smtp.example.org:587")) == ()
    assert own_senders(knobs()) == ()


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "[::1]"])
def test_where_this_machine_sends_only_its_public_addresses_count(knobs: Callable[..., Config], host: str) -> None:
    assert all(address.is_global for address in own_senders(knobs(SMTP_URL=f"smtp://{host}:25")))
