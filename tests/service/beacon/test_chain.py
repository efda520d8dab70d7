"""Public beacons: chains and round times, signatures, and the operator's settings."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from click import ClickException

from service.app import create_bare_app
from service.beacon.chain import QUICKNET, randomness_of
from service.beacon.promises import Promise
from service.beacon.source import beacon_source, chain_of
from service.cli.configured import configured
from service.config.environment import BadConfiguration, from_environment
from tests.beacon import CHAIN, GENESIS, OTHER_SECRET, described, description_in, signed
from tests.secret_keys import KEY

QUICKNET_HASH = "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971"
ROUND_1000 = "b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39"
RANDOMNESS_1000 = "fe290beca10872ef2fb164d2aa4442de4566183ec51c56ff3cd603d930e54fdd"
INFINITY = "c0" + "00" * 47
"""The point that would be a signature under everything, of the key that is none."""


def test_what_is_known_of_quicknet_gives_the_hash_that_it_is_called_by() -> None:
    assert QUICKNET.hash == QUICKNET_HASH


def test_a_round_of_quicknet_is_known_by_its_signature() -> None:
    assert QUICKNET.has_signed(1000, ROUND_1000)
    assert randomness_of(ROUND_1000) == RANDOMNESS_1000
    assert not QUICKNET.has_signed(1001, ROUND_1000)
    assert not CHAIN.has_signed(1000, ROUND_1000)


@pytest.mark.parametrize(
    "signature",
    ["", "00" * 48, "ff" * 48, "xx" * 48, INFINITY, ROUND_1000[:-2], ROUND_1000 + "00", signed(1000, OTHER_SECRET)],
)
def test_what_is_no_signature_of_the_chain_is_none(signature: str) -> None:
    assert not QUICKNET.has_signed(1000, signature)


@pytest.mark.parametrize("number", [-1, 1 << 64])
def test_what_is_no_round_has_no_signature(number: int) -> None:
    assert not CHAIN.has_signed(number, signed(1))


def test_a_key_that_is_none_has_signed_nothing() -> None:
    assert not replace(CHAIN, public_key="c0" + "00" * 95).has_signed(1, INFINITY)


def test_rounds_come_at_fixed_times() -> None:
    assert CHAIN.time_of(1) == GENESIS
    assert CHAIN.time_of(21) == GENESIS + timedelta(minutes=1)


@pytest.mark.parametrize(
    ("after", "first"),
    [(-5.0, 1), (-0.5, 1), (0, 2), (0.5, 2), (2.9, 2), (3, 3), (60, 22)],
)
def test_the_first_round_after_a_moment_is_never_at_that_moment_or_before(after: float, first: int) -> None:
    moment = GENESIS + timedelta(seconds=after)
    assert CHAIN.first_round_after(moment) == first
    assert CHAIN.time_of(first) > moment


def test_a_promise_that_was_kept_is_the_same() -> None:
    promise = Promise.made(CHAIN, 5, GENESIS)
    for each in (promise, replace(promise, signature=signed(promise.round)), replace(promise, given_up_at=GENESIS)):
        assert Promise.read(json.loads(json.dumps(each.json()))) == each


@pytest.mark.parametrize("minutes", [1, 5, 60, 14 * 24 * 60])
@pytest.mark.parametrize("period", [3, 30, 60])
@pytest.mark.parametrize("seconds", [0, 0.5, 2.9, 31])
def test_what_the_table_has_agreed_on_is_known_by_the_times(minutes: int, period: int, seconds: float) -> None:
    promise = Promise.made(replace(CHAIN, period=period), minutes, GENESIS + timedelta(seconds=seconds))
    assert promise.minutes == minutes


def test_a_chain_is_known_by_its_description() -> None:
    assert chain_of(described()) == CHAIN


def test_a_description_whose_hash_is_another_is_refused() -> None:
    with pytest.raises(ValueError, match="hash"):
        chain_of(described() | {"period": 30})


def test_a_chain_with_signatures_of_another_kind_is_refused() -> None:
    with pytest.raises(ValueError, match="scheme"):
        chain_of(described() | {"schemeID": "pedersen-bls-chained"})


@pytest.mark.parametrize("document", [None, [], {}, {"public_key": 1}, "quicknet"])
def test_what_describes_no_chain_is_refused(document: object) -> None:
    with pytest.raises(ValueError, match="missing"):
        chain_of(document)  # type: ignore[arg-type]  # whatever somebody writes into the file


def knobs(url: str, chain: str) -> dict[str, str]:
    return {"SECRET_KEY": KEY, "BEACON_URL": url, "BEACON_CHAIN": chain}


def test_an_operator_names_a_beacon_and_its_chain(tmp_path: Path) -> None:
    known = beacon_source(from_environment(knobs("https://api.drand.sh/", "quicknet")))
    assert known is not None
    assert (known.url, known.chain) == ("https://api.drand.sh", QUICKNET)
    own = beacon_source(from_environment(knobs("http://127.0.0.1:8123", str(description_in(tmp_path)))))
    assert own is not None
    assert (own.chain, [str(each) for each in own.written]) == (CHAIN, ["127.0.0.1/32"])
    assert beacon_source(from_environment({"SECRET_KEY": KEY})) is None


@pytest.mark.parametrize(
    ("url", "chain", "why"),
    [
        ("https://api.drand.sh", "", "belong together"),
        ("", "quicknet", "belong together"),
        ("ftp://api.drand.sh", "quicknet", "BEACON_URL must be"),
        ("https://", "quicknet", "BEACON_URL must be"),
        ("https://a:b@api.drand.sh", "quicknet", "BEACON_URL must be"),
        ("https://api.drand.sh:99999", "quicknet", "BEACON_URL must be"),
        ("https://api.drand.sh", "slownet", "BEACON_CHAIN must be quicknet, or a file"),
    ],
)
def test_what_names_no_beacon_stops_the_start_with_what_to_set(url: str, chain: str, why: str) -> None:
    with pytest.raises(BadConfiguration, match=why):
        beacon_source(from_environment(knobs(url, chain)))


def test_a_file_that_describes_no_chain_stops_the_start(tmp_path: Path) -> None:
    file = description_in(tmp_path, replace(CHAIN, period=0))
    with pytest.raises(BadConfiguration, match="its hash is not that of its members"):
        beacon_source(from_environment(knobs("https://api.drand.sh", str(file))))


def test_neither_a_command_nor_an_app_starts_with_a_beacon_that_is_none(tmp_path: Path) -> None:
    settings = knobs("https://api.drand.sh", "slownet") | {"SUNDIAL_HOME": str(tmp_path)}
    with pytest.raises(ClickException, match="BEACON_CHAIN must be"):
        configured(settings)
    with pytest.raises(BadConfiguration, match="BEACON_CHAIN must be"):
        create_bare_app(from_environment(settings))
