"""The stored description of a browser and its network."""

from __future__ import annotations

import pytest
from flask import Flask

from service.http.browsers import Device, device_of, network_of

AGENTS = {
    "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0": "Firefox on Linux",
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36": (
        "Chrome on Linux"
    ),
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36 "
    "Edg/126.0.0.0": "Edge on Windows",
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36 "
    "OPR/112.0.0.0": "Opera on Windows",
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 14_5) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 "
    "Safari/605.1.15": "Safari on macOS",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 "
    "Mobile/15E148 Safari/604.1": "Safari on iPhone",
    "Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/126.0.6478.54 "
    "Mobile/15E148 Safari/604.1": "Chrome on iPad",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 14_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) FxiOS/127.0 "
    "Mobile/15E148 Safari/605.1.15": "Firefox on iPhone",
    "Mozilla/5.0 (Linux; Android 14; SM-S901B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/25.0 "
    "Chrome/121.0.0.0 Mobile Safari/537.36": "Samsung Internet on Android",
    "Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36": (
        "Chrome on ChromeOS"
    ),
    "Mozilla/5.0 (Windows NT 10.0; Trident/7.0; rv:11.0) like Gecko": "Windows",
    "curl/8.5.0": "Unknown browser",
    "": "Unknown browser",
    "<script>alert(1)</script>" * 400: "Unknown browser",
}


@pytest.fixture
def settings(sqlite_settings: object) -> object:
    """Names need no database."""
    return sqlite_settings


@pytest.mark.parametrize(("agent", "name"), AGENTS.items())
def test_a_browser_is_named_as_its_owner_would(app: Flask, agent: str, name: str) -> None:
    assert device_of(agent, "203.0.113.7").name == name


@pytest.mark.parametrize(
    ("address", "kept"),
    [
        ("203.0.113.7", "203.0.113.*"),
        ("::ffff:203.0.113.7", "203.0.113.*"),
        ("2001:db8:12:34:56::9", "2001:db8:12:*"),
        ("::1", "0:0:0:*"),
        ("", ""),
        ("unix:", ""),
    ],
)
def test_of_an_address_only_the_network_is_kept(address: str, kept: str) -> None:
    assert network_of(address) == kept


def test_a_device_is_known_by_browser_system_and_network() -> None:
    firefox = "Firefox/128.0 (Linux)"
    assert (
        device_of(firefox, "203.0.113.7")
        == device_of(firefox, "203.0.113.200")
        == Device("Firefox", "Linux", "203.0.113.*")
    )
    assert device_of(firefox, "203.0.113.7") != device_of(firefox, "203.0.114.7")
