"""The programs that serve an installation, as listed in the Procfile."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

PROCFILE = (Path(__file__).parent / "Procfile").resolve()


@dataclass(frozen=True)
class Program:
    """A line of a Procfile: a name, and a command line for the shell."""

    name: str
    command: str


def read_procfile(path: Path) -> list[Program]:
    """Parse a Procfile into its programs, in order."""
    lines = (line.partition(":") for line in path.read_text(encoding="utf-8").splitlines() if ":" in line)
    return [Program(name.strip(), command.strip()) for name, _, command in lines if not name.startswith("#")]
