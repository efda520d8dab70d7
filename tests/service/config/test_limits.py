"""The table of rate limits: every limit is used, and every use is in the table."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from service.config.limits import TABLE
from service.mail.command_table import COMMANDS
from tests.limits import DOCUMENT, written

ROOT = Path(__file__).parents[3]
SHUT = """
import importlib, sys
from service.config.limits import TABLE
for pair in sys.argv[1:]:
    module, name = pair.split("=")
    door = importlib.import_module(module)
    row = TABLE.pop(name)
    try:
        importlib.reload(door)
    except KeyError:
        TABLE[name] = row
    else:
        sys.exit(f"{module} opens without {name}")
"""


def doors() -> Iterator[tuple[str, str]]:
    """Yield the modules that use a limit of the table, with its name."""
    for path in (*ROOT.glob("service/**/*.py"), *ROOT.glob("workers/**/*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            match node:
                case ast.Call(func=ast.Name("limit"), args=[ast.Constant(str(name))]):
                    yield ".".join(path.relative_to(ROOT).with_suffix("").parts), name


def test_a_door_without_its_row_does_not_open() -> None:
    found = sorted(set(doors()))
    assert {name for _, name in found} == set(TABLE)
    pairs = [f"{module}={name}" for module, name in found]
    ended = subprocess.run([sys.executable, "-c", SHUT, *pairs], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stderr) == (0, "")


def test_every_mail_command_stands_in_the_table() -> None:
    named = {door.removeprefix("mail ") for row in TABLE.values() for door in row.doors if door.startswith("mail ")}
    assert set(COMMANDS) <= named


def test_the_document_has_the_table() -> None:
    assert written() in DOCUMENT.read_text(), "python -m tests.limits writes it"
