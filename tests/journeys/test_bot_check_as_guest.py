"""Bots that are checked on a Sundial which is no sandbox, with tokens of their own."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from click.testing import CliRunner, Result

from sundial_bot_check.command import bot_check
from tests.journeys.installation import Installation
from tests.journeys.test_bot_check import CLIENT, PLAYS_RUBBISH, example


def checked(installation: Installation, bot: str, token: str | None) -> Result:
    options = ["--at", installation.address, "--games", "dawn", "--levels", "1", "--json"]
    return CliRunner(env={"SUNDIAL_TOKEN": token, "PYTHONPATH": CLIENT}).invoke(bot_check, [bot, *options])


def token_of(installation: Installation, bot: str) -> str:
    player = installation.player("owner@example.net", bot=bot)
    return player.http.headers["Authorization"].removeprefix("Bearer ")


def test_a_bot_is_checked_with_its_own_token(shared_installation: Installation) -> None:
    done = checked(shared_installation, example("polling_bot.py"), token_of(shared_installation, "visiting"))

    assert done.exit_code == 0, done.output
    report = json.loads(done.stdout)
    assert report["well"]
    assert report["requests"] > report["games"][0]["moves"] > 5


def test_moves_that_are_refused_are_seen_there_too(shared_installation: Installation, tmp_path: Path) -> None:
    (script := tmp_path / "rubbish.py").write_text(PLAYS_RUBBISH)
    done = checked(shared_installation, f"{sys.executable} {script}", token_of(shared_installation, "rubbish"))

    assert done.exit_code == 1
    assert json.loads(done.stdout)["games"][0]["refused"].keys() == {"bad-notation"}


def test_without_a_token_it_says_what_is_missing(shared_installation: Installation) -> None:
    done = checked(shared_installation, example("polling_bot.py"), None)
    assert (done.exit_code, "is no sandbox" in done.stderr, "SUNDIAL_TOKEN" in done.stderr) == (1, True, True)


def test_a_token_that_is_none_is_told(shared_installation: Installation) -> None:
    done = checked(shared_installation, example("polling_bot.py"), "sdl_none")
    assert (done.exit_code, "bad-token" in done.stderr) == (1, True)
