"""The shell blocks of docs/api.md and docs/five-minutes.md on a Sundial, and the examples in other languages."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from email import message_from_bytes, policy
from pathlib import Path

import pytest

from tests import golang, node
from tests.playing import SUNDIAL, Playing
from tests.waiting import eventually

REFERENCE = Path(__file__).parents[2] / "docs" / "api.md"
HEADING = "## A game from sign-in to its end"
CLIENT = REFERENCE.parents[1] / "clients" / "python"
EXAMPLES = REFERENCE.parents[1] / "examples"
WRITTEN_ADDRESS = "http://127.0.0.1:8000"


def blocks(page: Path, heading: str) -> list[str]:
    """List the shell blocks under a heading of a page."""
    section = page.read_text().partition(heading)[2].partition("\n## ")[0]
    return re.findall(r"^```sh\n(.*?)^```$", section, re.MULTILINE | re.DOTALL)


def mailed_code(playing: Playing, address: str) -> str:
    """Wait for the sign-in email and return its code."""

    def codes() -> list[str]:
        there = (playing.home / "mailbox").glob("*.eml")
        read = [message_from_bytes(mail.read_bytes(), policy=policy.default) for mail in there]
        bodies = [mail.get_body(("plain",)) for mail in read if address in mail["To"]]
        return re.findall(r"\b[0-9]{8}\b", "".join(body.get_content() for body in bodies if body))

    assert eventually(codes, 60)
    return codes()[0]


def typed(playing: Playing, folder: Path, command: Sequence[str | Path], address: str) -> str:
    """All that a program says that is given the code which is mailed to the address."""
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
        said, _ = program.communicate(mailed_code(playing, address) + "\n", timeout=400)
    finally:
        program.kill()
    assert program.returncode == 0, said
    return said


def compiled_typescript(folder: Path) -> list[str | Path]:
    """Compile the TypeScript example with our client."""
    modules = node.compiled().parent / "node_modules"
    shutil.copy(EXAMPLES / "tutorial.ts", folder)
    (folder / "package.json").write_text('{"type": "module"}\n')
    (folder / "node_modules").mkdir()
    for name in ("@types", "openapi-fetch", "openapi-typescript-helpers", "undici-types"):
        (folder / "node_modules" / name).symlink_to(modules / name)
    (folder / "node_modules" / "sundial-client").symlink_to(node.CLIENT)
    options = ("--target", "es2022", "--module", "nodenext", "--strict", "--types", "node", "--noEmitOnError")
    ours_alone = "--skipDefaultLibCheck"  # and not what TypeScript itself declares
    compiler = modules / "typescript" / "bin" / "tsc"
    subprocess.run([node.found().path, compiler, *options, ours_alone, "tutorial.ts"], cwd=folder, check=True)
    return [node.found().path, folder / "tutorial.js"]


def compiled_go(folder: Path) -> list[str | Path]:
    """Compile the Go example, if Go is installed."""
    return [golang.built(EXAMPLES / "tutorial.go", folder)]


def test_the_tutorial_plays_a_game_to_its_end_and_checks_its_dice(playing: Playing, tmp_path: Path) -> None:
    script = "set -eu\n" + "".join(blocks(REFERENCE, HEADING)).replace(WRITTEN_ADDRESS, playing.address)
    said = typed(playing, tmp_path, ["sh", "-c", script], "ann@example.net")
    assert '"email":"ann@example.net"' in said.replace(" ", "")
    assert "stale-version" in said
    assert re.search(r"^\[\d+, \d+\]$", said, re.MULTILINE)


def test_the_first_request_of_five_minutes_lists_the_games(playing: Playing) -> None:
    [request] = blocks(REFERENCE.with_name("five-minutes.md"), "## Ask the API")
    said = subprocess.check_output(["sh", "-c", request.replace(WRITTEN_ADDRESS, playing.address)], text=True)
    assert '"siesta"' in said


@pytest.mark.parametrize("language", ["python", "typescript", "go"])
def test_the_same_steps_in_another_language_play_a_game_to_its_end(
    playing: Playing, tmp_path: Path, language: str
) -> None:
    commands = {"typescript": compiled_typescript, "go": compiled_go}
    command = commands[language](tmp_path) if language in commands else [sys.executable, EXAMPLES / "tutorial.py"]
    address = f"{language}@example.net"
    said = typed(playing, tmp_path, [*command, address], address)
    subprocess.run([SUNDIAL, "verify", tmp_path / "game.json"], check=True)
    asked, email, *_ = said.splitlines()
    assert f"{playing.address}/mailbox" in asked
    assert email == address
    assert "stale-version" in said
    assert re.search(r"^\[\d+[, ] ?\d+\]$", said, re.MULTILINE)
