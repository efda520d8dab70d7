"""`make clients`: lets public generators make clients of openapi.yaml, and each of those play a game.

A generator whose programs are not on this machine is skipped by name.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import click

from tests.generators.kinds import GENERATORS, SECONDS, TOOLS, Failed, Generator, Workshop
from tests.playing import SUNDIAL, Playing, started
from tests.waiting import eventually

PATIENCE = 300
"""Seconds until Sundial is there: compilers keep machines busy."""


@click.command()
@click.argument("names", nargs=-1)
def main(names: tuple[str, ...]) -> None:
    """Try all generators, or those in whose name one of NAMES stands; one line each comes last."""
    chosen = [each for each in GENERATORS if not names or any(name in each.name for name in names)]
    with tempfile.TemporaryDirectory(prefix="sundial-clients-") as directory:
        home = Path(directory, "home")
        home.mkdir()
        Workshop(home).run(TOOLS / "openapi-generator-cli", "validate", "-i", Path("openapi.yaml").resolve())
        with started(home, RATE_LIMITS="off") as sundial:
            assert eventually(lambda: "Sundial is running" in sundial.output(), PATIENCE), sundial.output()
            told = {each.name: tried(each, Path(directory, str(number)), sundial)
                    for number, each in enumerate(chosen)}  # fmt: skip
    for name, what in told.items():
        click.echo(f"{name}: {what}")
    sys.exit(any(what.startswith("FAILED") for what in told.values()))


def tried(generator: Generator, folder: Path, sundial: Playing) -> str:
    """What came of a generator, in a line or more."""
    if missing := generator.missing():
        return f"skipped, there is no {missing}"
    folder.mkdir()
    shop = Workshop(folder)
    try:
        player = generator.make(shop)
        said = shop.run(*player, SUNDIAL_URL=sundial.address, SUNDIAL_TOKEN=token(sundial))
    except (Failed, subprocess.TimeoutExpired) as failure:
        return f"FAILED: {failure}"
    return f"played {said.strip()}" if " finished " in said else f"FAILED: {said}"


def token(sundial: Playing) -> str:
    """A token to play by."""
    env = os.environ | {"SUNDIAL_HOME": str(sundial.home)}
    create: list[str | Path] = [SUNDIAL, "token", "create", "ann@example.net"]
    done = subprocess.run(create, env=env, check=True, capture_output=True, text=True, timeout=SECONDS)
    return done.stdout.strip()


if __name__ == "__main__":
    main()
