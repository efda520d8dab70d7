"""Bots that are checked against the computer on a Sundial that fails now and then: good ones, and a bad one."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from rules.json_types import Json
from service.embedded.ports import free_port
from sundial_bot_check.bots import Bot, NoBot, running
from sundial_bot_check.call import Called, Patience, get_through, open_webhook
from sundial_bot_check.command import PLAN, bot_check, check, present
from sundial_bot_check.games import Umpire
from sundial_bot_check.home import own_sundial
from sundial_bot_check.referee import Referee, referee_at
from sundial_bot_check.report import Report, summary, verdict
from tests.packages.building import build
from tests.packages.environments import empty, install, lend

ROOT = Path(__file__).parents[2]
CLIENT = os.pathsep.join([str(ROOT / "clients" / "python"), os.environ.get("PYTHONPATH", "")])
PATIENCE = Patience(30, time.monotonic, time.sleep)
A_FEW: Mapping[str, Json] = {**{fault: {"next": 2} for fault in PLAN}, "slow_seconds": 0.5}
PLAYS_RUBBISH = """
from sundial_client import FOREVER, Problem, Sundial
with Sundial.from_environment(FOREVER) as sundial:
    for game in sundial.turns():
        while True:
            try:
                sundial.move(game["id"], game["version"], "checkmate")
            except Problem as refusal:
                if refusal.status == 409:
                    break
"""


@pytest.fixture(scope="module")
def referee() -> Iterator[Referee]:
    """Start a referee with its own Sundial."""
    with own_sundial(tell=list[str]().append) as address, referee_at(address) as referee:
        yield referee


@pytest.fixture(autouse=True)
def client_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", CLIENT)


def example(name: str) -> str:
    return f"{sys.executable} {ROOT / 'examples' / name}"


def checked(referee: Referee, bot: Bot, plan: Mapping[str, Json]) -> Report:
    return check(Umpire(referee, bot, 120, time.monotonic, time.sleep), ["dawn"], [1], plan)


def test_the_polling_bot_survives_every_sort_of_fault(referee: Referee, tmp_path: Path) -> None:
    with present(example("polling_bot.py"), referee, tmp_path / "said", 0) as bot:
        report = checked(referee, bot, A_FEW)

    assert report.is_well, summary(report)
    assert [report.faults[fault] for fault in PLAN] == [2, 2, 2, 2]
    assert report.moves == report.results[0].evidence.moves > 5


def test_a_bot_that_plays_illegal_moves_is_told_so(referee: Referee, tmp_path: Path) -> None:
    script = tmp_path / "rubbish.py"
    script.write_text(PLAYS_RUBBISH)
    with present(f"{sys.executable} {script}", referee, tmp_path / "said", 0) as bot:
        report = checked(referee, bot, {})

    assert not report.is_well
    assert verdict(report).startswith("The rules refused moves of the bot: ")
    assert set(report.refused) == {"bad-notation"}
    assert referee.game(report.results[0].game)["ended_by"] == "resignation"


def test_a_bot_with_an_address_is_called_there_and_missed_when_it_is_gone(referee: Referee, tmp_path: Path) -> None:
    port = free_port()
    url = f"http://127.0.0.1:{port}/"
    webhook, secret = open_webhook(referee, url)
    called = Called(referee, url, webhook)
    with pytest.raises(NoBot, match="Nobody listens"):
        get_through(referee, url, webhook, replace(PATIENCE, seconds=0))
    env = {"SUNDIAL_URL": referee.address, "SUNDIAL_TOKEN": referee.new_token()}
    env |= {"PORT": str(port), "WEBHOOK_SECRET": secret}

    with running(example("webhook_bot.py"), env, tmp_path / "said"):
        get_through(referee, url, webhook, PATIENCE)
        report = checked(referee, called, A_FEW)
    gone = checked(referee, called, {})

    assert report.is_well, summary(report) + (tmp_path / "said").read_text()
    assert verdict(gone) == f"The bot is gone: nobody listens at {url} any more"


def test_a_check_can_be_made_on_a_sandbox_that_is_there(referee: Referee) -> None:
    wish = ["--at", f"{referee.address}/", "--games", "dawn", "--levels", "1", "--no-faults", "--json"]
    done = CliRunner().invoke(bot_check, [example("polling_bot.py"), *wish])

    assert done.exit_code == 0, done.output
    [game] = json.loads(done.stdout)["games"]
    assert referee.game(game["game"])["status"] == "finished"


def test_where_there_is_no_sundial_it_says_so() -> None:
    nowhere = f"http://127.0.0.1:{free_port()}"
    done = CliRunner().invoke(bot_check, [example("polling_bot.py"), "--at", nowhere])
    assert (done.exit_code, f"No Sundial answers at {nowhere}" in done.output) == (1, True)


def test_installed_alone_it_checks_bots_on_a_sundial_that_runs(referee: Referee, tmp_path: Path) -> None:
    lend(python := empty(tmp_path / "empty"), "click", "httpcore")
    install(python, build("sundial-rules", tmp_path), build("sundial-bot-check", tmp_path))
    command = [str(python.with_name("sundial-bot-check")), example("polling_bot.py"), "--at", referee.address]
    options = ["--games", "dawn", "--levels", "1", "--no-faults"]
    done = subprocess.run([*command, *options], cwd=tmp_path, capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stdout + done.stderr
    assert "All is well: games played to their end: 1 of 1." in done.stdout
