"""Bots as processes, and waiting until a bot listens at its address."""

from __future__ import annotations

import os
import socket
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from service.embedded.ports import free_port
from sundial_bot_check.bots import is_address, listens, running
from sundial_bot_check.command import bot_check
from sundial_bot_check.home import environment
from tests.waiting import eventually


def python(code: str) -> str:
    return f"{sys.executable} -c '{code}'"


def test_a_bot_that_ends_by_itself_is_told_with_its_last_words(tmp_path: Path) -> None:
    said = 'import os, sys; print(os.environ["SUNDIAL_URL"]); sys.exit("I give up")'
    with running(python(said), {"SUNDIAL_URL": "http://127.0.0.1:1"}, tmp_path / "said") as bot:
        assert eventually(bot.ended) == (
            "it ended with exit code 1, and said last:\n    http://127.0.0.1:1\n    I give up"
        )


def test_a_bot_ends_with_the_check_together_with_all_that_it_has_started(tmp_path: Path) -> None:
    code = "import os, signal; print(os.fork(), flush=True); signal.pause()"
    with running(f'{sys.executable} -c "{code}"', {}, tmp_path / "said") as bot:
        assert eventually(lambda: (tmp_path / "said").read_text().count("\n") == 2)
        assert bot.ended() is None
        child = int(max((tmp_path / "said").read_text().split(), key=int))
    assert bot.process.returncode is not None
    assert eventually(lambda: not is_alive(child))


def is_alive(process: int) -> bool:
    try:
        return "Z" not in Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False


@pytest.mark.parametrize("command", ["no-such-program --fast", "", "'unfinished"])
def test_what_is_no_bot_is_told_at_once(command: str) -> None:
    done = CliRunner().invoke(bot_check, [command])
    assert done.exit_code == 2
    assert done.stderr.startswith(("The bot cannot be started", "The command cannot be read"))


@pytest.mark.parametrize("options", [["--games", "chess"], ["--games", ""], ["--levels", "1,9"]])
def test_unknown_games_and_levels_are_refused_with_the_known_ones(options: list[str]) -> None:
    done = CliRunner().invoke(bot_check, ["true", *options])
    assert done.exit_code == 2
    assert "Choose among" in done.stderr


def test_an_address_is_told_from_a_command() -> None:
    assert is_address("http://127.0.0.1:8010/")
    assert not is_address("python examples/polling_bot.py")


def test_somebody_listens_or_not() -> None:
    with socket.create_server(("127.0.0.1", free_port())) as bot:
        assert listens(f"http://127.0.0.1:{bot.getsockname()[1]}/")
    assert not listens(f"http://127.0.0.1:{free_port()}/")
    assert not listens("http://127.0.0.1:99999/")


def test_the_sundial_of_a_check_has_nothing_of_the_one_that_its_caller_runs(tmp_path: Path) -> None:
    theirs = {"DATABASE_URL": "postgresql://db/games", "SMTP_URL": "smtp://mail", "PATH": os.defpath, "PORT": "8000"}
    ours = environment(theirs, tmp_path, 12345)
    assert ours.keys().isdisjoint({"DATABASE_URL", "SMTP_URL"})
    assert (ours["PATH"], ours["PORT"], ours["SUNDIAL_HOME"]) == (os.defpath, "12345", str(tmp_path))
