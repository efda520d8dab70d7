"""The passport that comes of a check: what stands in it, and whose key signs it."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner

from service.api.schemas.passport import PassportSchema
from service.core.passports import is_as_signed, signer_of
from service.core.record_signatures import public_key
from tests.secret_keys import KEY
from tests.workers.bot_check.test_report import ILLEGAL, SLOW, WELL, report
from workers.bot_check.command import bot_check
from workers.bot_check.passport import handed_in, issuer, passport_of, signing_key

NOW = datetime(2026, 5, 4, 12, tzinfo=UTC)


def test_a_passport_says_what_was_played_and_what_was_met_and_is_signed() -> None:
    passport = passport_of(report(WELL, ILLEGAL, SLOW), "rusty", NOW, KEY)
    assert PassportSchema().load(passport) == passport
    assert (is_as_signed(passport), signer_of(passport)) == (True, public_key(KEY))
    assert (passport["bot"], passport["checked_at"], passport["well"]) == ("rusty", "2026-05-04T12:00:00Z", False)
    assert passport["games"] == [
        {"ruleset": "dawn", "level": 1, "finished": True, "moves": 3, "refused": 0, "stale": 0},
        {"ruleset": "siesta", "level": 2, "finished": True, "moves": 1, "refused": 3, "stale": 2},
        {"ruleset": "seasons", "level": 3, "finished": False, "moves": 1, "refused": 0, "stale": 0},
    ]
    assert passport["faults"] == {"unavailable": 7, "slow": 0, "cut": 2, "repeated_events": 0}


def test_whatever_is_changed_in_it_its_signature_does_not_fit_any_more() -> None:
    passport = passport_of(report(WELL), "rusty", NOW, KEY)
    for name in passport.keys() - {"signature"}:
        assert not is_as_signed({**passport, name: "other"})


def test_it_is_signed_by_the_sundial_that_is_installed_here_or_by_a_key_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "secret-key").write_text("kept")
    assert signing_key({"SECRET_KEY": KEY, "SUNDIAL_HOME": str(tmp_path)})[0] == KEY
    assert signing_key({"SUNDIAL_HOME": str(tmp_path)}) == ("kept", f"the key of the Sundial in {tmp_path}")
    elsewhere = {"SUNDIAL_HOME": str(tmp_path / "elsewhere")}
    assert signing_key(elsewhere)[0] != signing_key(elsewhere)[0]
    assert not (tmp_path / "elsewhere").exists()


def test_it_is_written_to_a_file_and_only_that_of_a_bot_that_is_well_is_handed_in(tmp_path: Path) -> None:
    said: list[str] = []
    nowhere = {"SUNDIAL_URL": "http://127.0.0.1:1", "SUNDIAL_TOKEN": "sdl_none", "SECRET_KEY": KEY}
    issue = issuer(nowhere, "rusty", tmp_path / "passport.json", hand_in=True)
    issue(report(WELL, SLOW), said.append)
    assert json.loads((tmp_path / "passport.json").read_text())["bot"] == "rusty"
    assert said[-1] == "The passport was not handed in, since not all is well."
    with pytest.raises(click.ClickException, match="The passport was not taken"):
        issue(report(WELL), said.append)


@pytest.mark.parametrize("url", ["ftp://127.0.0.1", "nonsense"])
def test_an_address_that_is_none_is_told(url: str) -> None:
    with pytest.raises(click.ClickException, match="The passport was not taken"):
        handed_in(passport_of(report(WELL), "rusty", NOW, KEY), url, "sdl_none")


@pytest.mark.parametrize(
    ("options", "missing"),
    [
        (["--passport", "p.json"], "--name"),
        (["--hand-in"], "--name"),
        (["--hand-in", "--name", "rusty"], "SUNDIAL_URL"),
    ],
)
def test_what_a_passport_needs_is_said_before_the_check(options: list[str], missing: str) -> None:
    none: dict[str, Any] = {"SUNDIAL_URL": None, "SUNDIAL_TOKEN": None}
    done = CliRunner(env=none).invoke(bot_check, ["true", *options])
    assert (done.exit_code, missing in done.stderr) == (2, True)
