"""SPF: which records are good, and whom they let send. The rules are RFC 7208's."""

from __future__ import annotations

from ipaddress import ip_address

import pytest

from tests.workers.doctor.zones import NOT_CHECKED, TO_MEND, WELL, states, zone
from workers.doctor.finding import Finding
from workers.doctor.names import Address, LookUp, Silence
from workers.doctor.spf import BadRecord, spf, verdict

DOMAIN = "example.net"
HERE, ELSEWHERE, HERE_6 = map(ip_address, ("192.0.2.7", "198.51.100.7", "2001:db8::7"))


def says(record: str, *more: tuple[str, str, str]) -> LookUp:
    """Return a DNS with a record of the domain, and any others."""
    records = {(DOMAIN, "TXT"): ["something else", record]}
    for name, kind, text in more:
        records.setdefault((name, kind), []).append(text)
    return zone(records)


def findings(look_up: LookUp, *senders: Address) -> dict[str, Finding]:
    return {finding.about: finding for finding in spf(DOMAIN, senders, look_up)}


@pytest.mark.parametrize(
    ("record", "sender", "expected"),
    [
        ("v=spf1 ip4:192.0.2.0/24 -all", HERE, "pass"),
        ("v=spf1 ip4:192.0.2.0/24 -all", ELSEWHERE, "fail"),
        ("v=spf1 ip4:192.0.2.0/24 ~all", ELSEWHERE, "softfail"),
        ("v=spf1 ip4:192.0.2.0/24 ?all", ELSEWHERE, "neutral"),
        ("v=spf1 ip4:192.0.2.0/24", ELSEWHERE, "neutral"),
        ("v=spf1 -ip4:192.0.2.7 +all", HERE, "fail"),
        ("v=spf1 ip6:2001:db8::/32 -all", HERE_6, "pass"),
        ("v=spf1 ip4:192.0.2.7 -all", HERE_6, "fail"),
        ("V=SPF1 MX -ALL", HERE, "pass"),
        ("v=spf1 mx -all", HERE_6, "pass"),
        ("v=spf1 mx -all", ELSEWHERE, "fail"),
        ("v=spf1 a -all", HERE, "fail"),
        ("v=spf1 a:mx.example.net -all", HERE, "pass"),
        ("v=spf1 a:near.example.net/24 -all", HERE, "pass"),
        ("v=spf1 a:near.example.net/25 -all", HERE, "fail"),
        ("v=spf1 a:mx.example.net/32//127 -all", ip_address("2001:db8::6"), "pass"),
        ("v=spf1 mx:example.net/8 -all", ip_address("192.9.9.9"), "pass"),
        ("v=spf1 exists:mx.example.net -all", ELSEWHERE, "pass"),
        ("v=spf1 include:relay.example -all", ELSEWHERE, "pass"),
        ("v=spf1 include:relay.example -all", HERE, "fail"),
        ("v=spf1 ?include:relay.example -all", ELSEWHERE, "neutral"),
        ("v=spf1 redirect=relay.example", ELSEWHERE, "pass"),
        ("v=spf1 redirect=relay.example", HERE, "softfail"),
        ("v=spf1 exp=why.example.net mx unknown=1 -all", HERE, "pass"),
        ("v=spf1 mx exp=%{l}.why.example.net -all", ELSEWHERE, "fail"),
        ("v=spf1 exists:%{i}.known.example -all", HERE, "pass"),
        ("v=spf1 exists:%{i}.known.example -all", ELSEWHERE, "fail"),
        ("v=spf1 include:%{d2}.known.example -all", ELSEWHERE, "pass"),
        ("v=spf1 ptr -all", HERE, "pass"),
        ("v=spf1 ptr:known.example -all", HERE, "fail"),
        ("v=spf1 ip4:192.0.2.0/24 -all", ip_address("::ffff:192.0.2.7"), "pass"),
    ],
)
def test_a_record_says_of_a_sender(record: str, sender: Address, expected: str) -> None:
    look_up = says(
        record,
        (DOMAIN, "MX", "10 mx.example.net."),
        ("mx.example.net", "A", "192.0.2.7"),
        ("mx.example.net", "AAAA", "2001:db8::7"),
        ("near.example.net", "A", "192.0.2.200"),
        ("relay.example", "TXT", "v=spf1 ip4:198.51.100.0/24 ~all"),
        ("192.0.2.7.known.example", "A", "127.0.0.2"),
        ("example.net.known.example", "TXT", "v=spf1 ip4:198.51.100.0/24 -all"),
        (HERE.reverse_pointer, "PTR", "mx.example.net."),
    )
    assert verdict(DOMAIN, sender, look_up).result == expected


@pytest.mark.parametrize(
    "record",
    [
        "v=spf1 ipv4:192.0.2.7 -all",
        "v=spf1 ip4:192.0.2.700 -all",
        "v=spf1 ip4:2001:db8::7 -all",
        "v=spf1 ip4 -all",
        "v=spf1 include: -all",
        "v=spf1 all:192.0.2.7",
        "v=spf1 a:mx.example.net/640/1 -all",
        "v=spf1 mx, -all",
        "v=spf1 +redirect=relay.example",
        "v=spf1 a:192.0.2.7 -all",
        "v=spf1 mx/33 -all",
        "v=spf1 ip4:192.0.2.07 -all",
        "v=spf1 mx\t-all",
        "v=spf1 mx exp=%{x} -all",
        "v=spf1 redirect=relay.example redirect=relay.example",
    ],
)
def test_a_word_that_is_none_breaks_the_record(record: str) -> None:
    look_up = says(record, ("relay.example", "TXT", "v=spf1 -all"))
    with pytest.raises(BadRecord):
        verdict(DOMAIN, HERE, look_up)
    assert states(spf(DOMAIN, (), look_up)) == {f"SPF of {DOMAIN}": TO_MEND}


def test_what_is_wrong_with_a_record_is_said() -> None:
    found = findings(says("v=spf1 mx ipv4:192.0.2.7 -all"))[f"SPF of {DOMAIN}"]
    assert "unknown mechanism 'ipv4:192.0.2.7'" in found.text


def test_a_good_record_is_well_and_its_look_ups_are_counted() -> None:
    look_up = says("v=spf1 mx include:relay.example -all", ("relay.example", "TXT", "v=spf1 a ip4:198.51.100.7 -all"))
    found = findings(look_up, ELSEWHERE)
    assert states(found.values()) == dict.fromkeys(
        (f"SPF of {DOMAIN}", "SPF of strangers", f"SPF of {ELSEWHERE}"), WELL
    )
    assert "(3 of 10 look-ups)" in found[f"SPF of {DOMAIN}"].text


@pytest.mark.parametrize(
    ("senders", "record"),
    [
        ((), "v=spf1 mx -all"),
        ((HERE, HERE_6), "v=spf1 ip4:192.0.2.7 ip6:2001:db8::7 -all"),
    ],
)
def test_a_domain_without_a_record_is_told_which_to_write(senders: tuple[Address, ...], record: str) -> None:
    found = findings(zone({(DOMAIN, "TXT"): ["v=spf10 mx"]}), *senders)[f"SPF of {DOMAIN}"]
    assert (found.state, found.publish) == (TO_MEND, f'{DOMAIN}. TXT "{record}"')


def test_two_records_are_as_bad_as_none() -> None:
    found = findings(says("v=spf1 mx -all", (DOMAIN, "TXT", "v=spf1 a -all")))[f"SPF of {DOMAIN}"]
    assert found.state == TO_MEND
    assert "2 records" in found.text


@pytest.mark.parametrize("end", ["+all", "?all", "all", ""])
def test_a_record_that_is_open_to_strangers_is_to_be_closed(end: str) -> None:
    found = findings(says(f"v=spf1 mx {end}".strip()))["SPF of strangers"]
    assert (found.state, found.publish) == (TO_MEND, f'{DOMAIN}. TXT "v=spf1 mx -all"')


@pytest.mark.parametrize("end", ["-all", "~all", "redirect=closed.example"])
def test_a_record_may_be_closed_where_it_leads_on_to(end: str) -> None:
    look_up = says(f"v=spf1 mx {end}", ("closed.example", "TXT", "v=spf1 ~all"))
    assert findings(look_up)["SPF of strangers"].state == WELL


def test_where_a_record_leads_on_to_an_open_one_that_one_is_to_be_closed() -> None:
    look_up = says("v=spf1 redirect=open.example", ("open.example", "TXT", "v=spf1 mx ?all"))
    assert findings(look_up)["SPF of strangers"].publish == 'open.example. TXT "v=spf1 mx -all"'


def test_a_sender_that_is_not_in_the_record_is_put_in() -> None:
    found = findings(says("v=spf1 mx ~all"), HERE_6)[f"SPF of {HERE_6}"]
    assert (found.state, found.publish) == (TO_MEND, f'{DOMAIN}. TXT "v=spf1 ip6:2001:db8::7 mx ~all"')


def test_ten_look_ups_are_allowed_and_eleven_are_an_error() -> None:
    ten = " ".join(f"a:host{number}.example" for number in range(10))
    hosts = [(f"host{number}.example", "A", str(ELSEWHERE)) for number in range(10)]
    assert findings(says(f"v=spf1 {ten} -all", *hosts))[f"SPF of {DOMAIN}"].state == WELL
    eleven = findings(says(f"v=spf1 {ten} mx -all", *hosts))[f"SPF of {DOMAIN}"]
    assert eleven.state == TO_MEND
    assert "more than 10 look-ups" in eleven.text


def test_two_names_that_are_not_there_are_allowed_and_three_are_an_error() -> None:
    assert findings(says("v=spf1 a:gone1.example a:gone2.example -all"))[f"SPF of {DOMAIN}"].state == WELL
    found = findings(says("v=spf1 a:gone1.example a:gone2.example a:gone3.example -all"))[f"SPF of {DOMAIN}"]
    assert found.state == TO_MEND
    assert "gone1.example, gone2.example, gone3.example" in found.text


def test_a_record_that_is_good_for_some_senders_can_be_an_error_for_others() -> None:
    hosts = [(f"host{number}.example", "A", str(ELSEWHERE)) for number in range(3)]
    look_up = says("v=spf1 a:host0.example a:host1.example a:host2.example -all", *hosts)
    assert states(findings(look_up, ELSEWHERE, HERE_6).values()) == {
        f"SPF of {DOMAIN}": WELL,
        "SPF of strangers": WELL,
        f"SPF of {ELSEWHERE}": WELL,
        f"SPF of {HERE_6}": TO_MEND,
    }


def test_a_silent_dns_is_no_fault_of_the_record() -> None:
    def look_up(name: str, kind: str) -> list[str]:
        if kind == "MX":
            raise Silence("SERVFAIL")
        return ["v=spf1 mx -all"]

    with pytest.raises(Silence, match="SERVFAIL"):
        findings(look_up)


def test_a_record_that_includes_itself_is_an_error() -> None:
    assert findings(says(f"v=spf1 include:{DOMAIN} -all"))[f"SPF of {DOMAIN}"].state == TO_MEND


def test_an_included_domain_without_a_record_is_an_error() -> None:
    found = findings(says("v=spf1 include:gone.example -all"))[f"SPF of {DOMAIN}"]
    assert found.state == TO_MEND
    assert "gone.example" in found.text
    assert found.publish == ""


@pytest.mark.parametrize("word", ["exists:%{l}.relay.example", "exists:%{S}.example", "include:%{h}.relay.example"])
def test_what_is_only_known_of_a_mail_under_way_is_not_checked(word: str) -> None:
    found = findings(says(f"v=spf1 {word} -all"), HERE)
    assert found[f"SPF of {HERE}"].state == NOT_CHECKED
    assert word.partition(":")[2] in found[f"SPF of {HERE}"].text
    assert found[f"SPF of {DOMAIN}"].state == found["SPF of strangers"].state == WELL


def test_what_stands_before_it_is_checked() -> None:
    look_up = says(f"v=spf1 ip4:{HERE} exists:%{{l}}.relay.example -all")
    assert findings(look_up, HERE)[f"SPF of {HERE}"].state == WELL


def test_whoever_lets_the_whole_world_send_is_open_to_strangers() -> None:
    assert findings(says("v=spf1 ip4:0.0.0.0/0 -all"))["SPF of strangers"].state == TO_MEND


def test_an_unknown_sender_is_not_checked() -> None:
    assert findings(says("v=spf1 mx -all"))["SPF of the sender"].state == NOT_CHECKED
