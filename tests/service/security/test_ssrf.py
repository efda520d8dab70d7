"""Where webhooks may be sent to."""

from __future__ import annotations

import re
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.config.environment import WEBHOOK_PORTS, BadConfiguration, from_environment
from service.language.errors import Invalid
from service.security.ssrf import MAX_URL, URL, destination, is_public, system_resolve
from tests.names import SOMEWHERE, Names, anywhere
from tests.secret_keys import KEY


def refusal(url: str, *addresses: str) -> str:
    """Why a URL is refused."""
    with pytest.raises(Invalid) as refused:
        destination(url, (lambda host: addresses) if addresses else anywhere)
    assert refused.value.code == "bad-webhook-address"
    reason: str = refused.value.details["reason"]
    return reason


@pytest.mark.parametrize("address", ["93.184.216.34", "1.1.1.1", "2606:4700::1111", "2a00:1450:4001::200e"])
def test_public_addresses_are_public(address: str) -> None:
    assert is_public(ip_address(address))


@pytest.mark.parametrize(
    "address",
    [
        "0.0.0.0",  # noqa: S104  # an address that is refused
        "10.1.2.3",
        "100.64.0.1",
        "127.0.0.1",
        "127.255.255.254",
        "168.63.129.16",
        "169.254.169.254",
        "172.16.0.1",
        "172.31.255.255",
        "192.0.0.192",
        "192.0.2.1",
        "192.88.99.1",
        "192.168.1.1",
        "198.18.0.1",
        "198.51.100.1",
        "203.0.113.1",
        "224.0.0.1",
        "240.0.0.1",
        "255.255.255.255",
        "::",
        "::1",
        "::7f00:1",
        "::ffff:127.0.0.1",
        "::ffff:93.184.216.34",
        "64:ff9b::7f00:1",
        "64:ff9b:1::1",
        "100::1",
        "2001::1",
        "2001:db8::1",
        "2002:7f00:1::",
        "3fff::1",
        "5f00::1",
        "fc00::1",
        "fd00:ec2::254",
        "fe80::1",
        "fe80::1%eth0",
        "fec0::1",
        "ff02::1",
    ],
)
def test_addresses_for_special_purposes_are_not(address: str) -> None:
    assert not is_public(ip_address(address))


@given(st.one_of(st.builds(IPv4Address, st.binary(min_size=4, max_size=4)), st.ip_addresses(v=6)))
def test_nothing_that_python_knows_to_be_special_is_public(address: IPv4Address | IPv6Address) -> None:
    special = not address.is_global or address.is_multicast or address.is_reserved
    assert not (special and is_public(address))


def test_a_destination_is_what_the_url_says_and_where_its_name_leads() -> None:
    found = destination("https://bot.example.net:8443/hook?key=1", anywhere)
    assert (found.scheme, found.host, found.port, found.target) == ("https", "bot.example.net", 8443, "/hook?key=1")
    assert found.addresses == (SOMEWHERE,)
    assert found.authority == "bot.example.net:8443"


def test_the_usual_port_is_left_out_and_six_needs_brackets() -> None:
    assert destination("https://bot.example.net", anywhere).authority == "bot.example.net"
    assert destination("https://[2606:4700::1111]:8444/", anywhere).authority == "[2606:4700::1111]:8444"


@pytest.mark.parametrize(
    "url",
    [
        "",
        "hook",
        "//bot.example.net/",
        "ftp://bot.example.net/",
        "file:///etc/passwd",
        "gopher://bot.example.net/",
        "https://",
        "https:///hook",
        "https://user@bot.example.net/",
        "https://user:word@bot.example.net/",
        "https://bot.example.net@10.0.0.1/",
        "https://bot.example.net\\@10.0.0.1/",
        "https://bot.example.net/#part",
        "https://bot.example.net/\r\nHost: inside",
        "https://bot.example.net/a b",
        "https://bot.example.net:0/",
        "https://bot.example.net:65536/",
        "https://bot.example.net:x/",
        "https://[::1",
        "https://[::1%25eth0]/",
        "https://b\N{LATIN SMALL LETTER U WITH DIAERESIS}ro.example/",
        "https://\N{CIRCLED DIGIT ONE}27.0.0.1/",
        "https://%31%32%37.0.0.1/",
        "https://bot.example.net/" + "x" * MAX_URL,
    ],
)
def test_what_could_be_read_in_two_ways_is_refused(url: str) -> None:
    assert refusal(url) == "malformed"
    assert not re.search(URL, url) or len(url) > MAX_URL


@pytest.mark.parametrize(
    "url",
    ["https://bot.example.net", "https://bot.example.net:65535/hook?key=%C3%A9", "https://[2606:4700::1111]:444?a=b"],
)
def test_what_can_be_sent_to_is_described_as_such(url: str) -> None:
    assert destination(url, anywhere, ports=[range(1, 65536)]).scheme == "https"
    assert re.search(URL, url)


def test_http_is_refused() -> None:
    assert refusal("http://bot.example.net/") == "not-https"


@pytest.mark.parametrize("addresses", [["10.0.0.1"], [SOMEWHERE, "10.0.0.1"], ["::1"], ["fe80::1%2"], ["no address"]])
def test_every_address_of_a_name_has_to_be_public(addresses: list[str]) -> None:
    assert refusal("https://bot.example.net/", *addresses) == "not-public"


def test_a_name_that_leads_nowhere_is_refused_like_one_that_leads_inside() -> None:
    with pytest.raises(Invalid) as refused:
        destination("https://nowhere.test/", Names())
    assert refused.value.details == {"reason": "not-public"}


@pytest.mark.parametrize("host", ["127.0.0.1", "2130706433", "0x7f000001", "0177.0.0.1", "127.1", "localhost"])
def test_however_loopback_is_written_the_resolver_gives_it_away(host: str) -> None:
    with pytest.raises(Invalid) as refused:
        destination(f"https://{host}/", system_resolve)
    assert refused.value.details == {"reason": "not-public"}


def test_networks_that_the_operator_names_are_allowed_over_http_too() -> None:
    allowed = [ip_network("10.1.0.0/16")]
    inside, outside = Names(bot_test=[["10.1.2.3"]]), Names(bot_test=[["10.1.2.3", "10.2.0.1"]])

    assert destination("http://bot.test/", inside, allowed).addresses == ("10.1.2.3",)
    with pytest.raises(Invalid):
        destination("https://bot.test/", outside, allowed)


@pytest.mark.parametrize("port", [22, 25, 444, 3306, 5432, 6379, 7999, 10_000, 65535])
def test_other_ports_than_those_of_web_servers_are_refused_before_anything_is_looked_up(port: int) -> None:
    names = Names(bot_test=[[SOMEWHERE]])
    with pytest.raises(Invalid) as refused:
        destination(f"https://bot.test:{port}/", names)
    assert refused.value.code == "bad-webhook-address"
    assert refused.value.details == {"reason": "port", "allowed": ["80", "443", "8000-9999"]}
    assert names.asked == []


@pytest.mark.parametrize("port", ["", ":443", ":8000", ":9999"])
def test_ports_of_web_servers_are_allowed(port: str) -> None:
    assert destination(f"https://bot.example.net{port}/", anywhere).addresses == (SOMEWHERE,)


def test_ports_that_the_operator_names_are_allowed_and_no_others() -> None:
    inside, allowed = Names(bot_test=[["10.1.2.3"]]), [ip_network("10.1.0.0/16")]
    assert destination("http://bot.test:5000/", inside, allowed, [range(5000, 5001)]).port == 5000
    with pytest.raises(Invalid):
        destination("http://bot.test:6379/", inside, allowed, [range(5000, 5001)])


def test_the_knob_takes_ports_and_nothing_else() -> None:
    knobs = {"SECRET_KEY": KEY, "SUNDIAL_HOME": "/nonexistent"}
    assert from_environment(knobs).webhook_ports == WEBHOOK_PORTS
    named = from_environment({**knobs, "WEBHOOK_PORTS": "443, 5000-5010"}).webhook_ports
    assert named == (range(443, 444), range(5000, 5011))
    for wrong in ("https", "0", "65536", "10-5", "-5", "5-", "1-2-3", "²"):
        with pytest.raises(BadConfiguration, match="WEBHOOK_PORTS"):
            from_environment({**knobs, "WEBHOOK_PORTS": wrong})


def test_the_knob_takes_networks_and_nothing_else() -> None:
    knobs = {"SECRET_KEY": KEY, "SUNDIAL_HOME": "/nonexistent"}
    assert from_environment(knobs).webhook_allow == ()
    named = from_environment({**knobs, "WEBHOOK_ALLOW": "127.0.0.0/8, ::1"}).webhook_allow
    assert named == (ip_network("127.0.0.0/8"), ip_network("::1/128"))
    with pytest.raises(BadConfiguration, match="WEBHOOK_ALLOW"):
        from_environment({**knobs, "WEBHOOK_ALLOW": "localhost"})
