"""`/.well-known/security.txt` by RFC 9116, and the page that it links to."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from service.config.environment import BadConfiguration
from service.server.app import create_app
from tests.service.conftest import FakeClock, settings_for

PATH = "/.well-known/security.txt"
FIELD = re.compile(r"([A-Za-z-]+): (\S.*)")
ONCE = ("Expires", "Preferred-Languages")
"""Fields that stand there once at most (RFC 9116, 2.5)."""


def fields(text: str) -> list[tuple[str, str]]:
    """Parse the fields, each on a line of its own (section 4)."""
    assert text.endswith("\n")
    found = [FIELD.fullmatch(line) for line in text.splitlines()]
    return [(match[1], match[2]) for match in found if match]


def served(home: Path, clock: FakeClock, **knobs: str) -> list[tuple[str, str]]:
    answer = create_app(settings_for(home, **knobs), clock).test_client().get(PATH)
    assert (answer.status_code, answer.content_type) == (200, "text/plain; charset=utf-8")
    found = fields(answer.text)
    assert len(found) == len(answer.text.splitlines())
    return found


@pytest.mark.parametrize("public_url", ["https://play.example.org", "http://127.0.0.1:8000"])
def test_it_has_what_the_rfc_asks_for(tmp_path: Path, clock: FakeClock, public_url: str) -> None:
    found = served(tmp_path, clock, PUBLIC_URL=public_url)
    names = [name for name, _ in found]

    assert "Contact" in names
    assert [names.count(name) for name in ONCE] == [1, 1]
    assert all(value.startswith(("https://", "mailto:")) for name, value in found if name not in ONCE)
    assert re.fullmatch(r"[a-z]{2}(, [a-z]{2})*", dict(found)["Preferred-Languages"])


def test_it_is_good_for_months_whenever_it_is_read_and_never_for_a_year(tmp_path: Path, clock: FakeClock) -> None:
    for _ in range(3):
        expires = datetime.fromisoformat(dict(served(tmp_path, clock))["Expires"])
        assert timedelta(days=90) < expires - clock() < timedelta(days=365)
        clock.advance(days=1000)


def test_it_says_where_it_is_and_what_to_expect_where_that_is_https(tmp_path: Path, clock: FakeClock) -> None:
    found = dict(served(tmp_path, clock, PUBLIC_URL="https://play.example.org"))

    assert found["Canonical"] == f"https://play.example.org{PATH}"
    assert found["Policy"] == "https://play.example.org/security"


def test_the_postmaster_is_told_unless_the_operator_names_others(tmp_path: Path, clock: FakeClock) -> None:
    mine = served(tmp_path, clock, MAIL_DOMAIN="play.example.org")
    theirs = served(tmp_path, clock, SECURITY_CONTACT="https://example.org/tell mailto:sec@example.org")

    assert [value for name, value in mine if name == "Contact"] == ["mailto:postmaster@play.example.org"]
    assert [value for name, value in theirs if name == "Contact"] == [
        "https://example.org/tell",
        "mailto:sec@example.org",
    ]


@pytest.mark.parametrize(
    "contact", ["sec@example.org", "http://example.org", "mailto:", "javascript:alert(1)", "mailto:ä@b"]
)
def test_a_contact_that_nobody_can_use_is_refused_at_the_start(tmp_path: Path, contact: str) -> None:
    with pytest.raises(BadConfiguration, match="SECURITY_CONTACT"):
        settings_for(tmp_path, SECURITY_CONTACT=contact)


def test_people_are_told_the_same(tmp_path: Path, clock: FakeClock) -> None:
    app = create_app(settings_for(tmp_path, SECURITY_CONTACT="mailto:sec@example.org"), clock)
    page = app.test_client().get("/security")

    assert page.status_code == 200
    assert 'href="mailto:sec@example.org"' in page.text
