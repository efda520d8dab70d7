"""Sandboxes are only allowed for local installations."""

from __future__ import annotations

from pathlib import Path

import pytest

from service.config.environment import BadConfiguration, from_environment
from service.server.app import create_app
from tests.secret_keys import KEY
from tests.service.conftest import settings_for


@pytest.mark.parametrize(
    ("knob", "value"),
    [
        ("DATABASE_URL", "postgresql://db.example.net/sundial"),
        ("SMTP_URL", "smtp://mail.example.net"),
        ("BIND", "0.0.0.0"),  # noqa: S104
        ("BIND", "[::]"),
        ("BIND", "games.example.net"),
    ],
)
def test_a_sandbox_is_refused_beside_anything_that_is_meant_for_others(knob: str, value: str) -> None:
    with pytest.raises(BadConfiguration, match=knob):
        from_environment({"SANDBOX": "1", "SECRET_KEY": KEY, knob: value})


@pytest.mark.parametrize("host", ["127.0.0.1", "127.1.2.3", "::1", "localhost"])
def test_a_sandbox_may_listen_on_any_address_of_the_machine_alone(tmp_path: Path, host: str) -> None:
    assert settings_for(tmp_path, SANDBOX="1", BIND=host).sandbox


def test_a_sandbox_has_a_home_apart_from_the_games_of_people() -> None:
    homes = {from_environment({"SANDBOX": on, "SECRET_KEY": KEY}).home for on in ("1", "0", "")}
    assert homes == {Path("var").resolve(), Path("var/sandbox").resolve()}


def test_nothing_of_it_is_served_anywhere_else(tmp_path: Path) -> None:
    rules = [str(rule) for rule in create_app(settings_for(tmp_path)).url_map.iter_rules()]
    assert [rule for rule in rules if "sandbox" in rule] == []
