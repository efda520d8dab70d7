"""The tutorial of docs/api.md beside a Sundial just started: typed as it stands into a shell, and in Python."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Sequence
from email import message_from_bytes, policy
from pathlib import Path

from tests.playing import SUNDIAL, Playing, started
from tests.waiting import eventually

REFERENCE = Path(__file__).parents[2] / "docs" / "api.md"
HEADING = "## A game from sign-in to its end"
CLIENT = REFERENCE.parents[1] / "clients" / "python"
EXAMPLE = REFERENCE.parents[1] / "examples" / "tutorial.py"
WRITTEN_ADDRESS = "http://127.0.0.1:8000"


def blocks() -> list[str]:
    """The code of the tutorial."""
    section = REFERENCE.read_text().partition(HEADING)[2].partition("\n## ")[0]
    return re.findall(r"^```sh\n(.*?)^```$", section, re.MULTILINE | re.DOTALL)


def mailed_code(playing: Playing) -> str:
    """The code in the sign-in mail, once it has come."""
    mailbox = playing.home / "mailbox"
    assert eventually(lambda: list(mailbox.glob("*.eml")), 60)
    [mail] = mailbox.glob("*.eml")
    body = message_from_bytes(mail.read_bytes(), policy=policy.default).get_body(("plain",))
    assert body
    found = re.search(r"\b[0-9]{8}\b", body.get_content())
    assert found
    return found[0]


def typed(playing: Playing, folder: Path, command: Sequence[str | Path]) -> str:
    """All that a program says that is given the mailed code."""
    path = f"{SUNDIAL.parent}:{os.environ['PATH']}"
    env = os.environ | {"PATH": path, "PYTHONPATH": str(CLIENT), "SUNDIAL_URL": playing.address}
    program = subprocess.Popen(
        command,
        cwd=folder,
        env=env,
        text=True,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    try:
        said, _ = program.communicate(mailed_code(playing) + "\n", timeout=400)
    finally:
        program.kill()
    assert program.returncode == 0, said
    return said


def test_the_tutorial_plays_a_game_to_its_end_and_checks_its_dice(tmp_path: Path) -> None:
    with started(tmp_path / "home") as playing:
        playing.wait_until_ready()
        script = "set -eu\n" + "".join(blocks()).replace(WRITTEN_ADDRESS, playing.address)
        said = typed(playing, tmp_path, ["sh", "-c", script])
    assert '"email":"ann@example.net"' in said.replace(" ", "")
    assert "stale-version" in said
    assert re.search(r"^\[\d+, \d+\]$", said, re.MULTILINE)


def test_the_same_steps_in_python_play_a_game_to_its_end(tmp_path: Path) -> None:
    with started(tmp_path / "home") as playing:
        playing.wait_until_ready()
        said = typed(playing, tmp_path, [sys.executable, EXAMPLE, "ann@example.net"])
    subprocess.run([SUNDIAL, "verify", tmp_path / "game.json"], check=True)
    assert said.startswith("ann@example.net\n")
    assert "stale-version" in said
    assert re.search(r"^\[\d+, \d+\]$", said, re.MULTILINE)
