"""`make clients`: let public generators make clients from openapi.yaml, and let each client play a game in a sandbox.

A generator whose programs are missing on this machine is skipped by name.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path

import click
import httpx

import rules
from tests.generators.kinds import DOCUMENT, GENERATORS, SECONDS, TOOLS, Failed, Generator, Workshop
from tests.playing import Playing, started
from tests.waiting import eventually

PATIENCE = 300
"""Seconds until Sundial is there: compilers keep machines busy."""


@click.command()
@click.argument("names", nargs=-1)
def main(names: tuple[str, ...]) -> None:
    """Try all generators, or those whose name contains one of NAMES; print each result at once."""
    chosen = [each for each in GENERATORS if not names or any(name in each.name for name in names)]
    with tempfile.TemporaryDirectory(prefix="sundial-clients-") as directory:
        home = Path(directory, "home")
        home.mkdir()
        validate(DOCUMENT)
        with started(home, RATE_LIMITS="off", SANDBOX="1") as sundial:
            assert eventually(lambda: "Sundial is running" in sundial.output(), PATIENCE), sundial.output()
            validate(document_of(sundial, Path(directory)))
            known = {"SUNDIAL_URL": sundial.address, "SUNDIAL_TOKEN": token(sundial)}
            known["SUNDIAL_GAMES"] = " ".join(one_of_each(sundial.address, known["SUNDIAL_TOKEN"]))
            told = []
            for number, each in enumerate(chosen):
                told.append(tried(each, Path(directory, str(number)), known))
                click.echo(f"{each.name}: {told[-1]}")
    sys.exit(any(what.startswith("FAILED") for what in told))


def tried(generator: Generator, folder: Path, known: Mapping[str, str]) -> str:
    """Return the result of a generator in one or more lines; `known` are its player's environment variables."""
    if missing := generator.missing():
        return f"skipped, there is no {missing}"
    folder.mkdir()
    shop = Workshop(folder)
    try:
        player = generator.make(shop)
        said = shop.run(*player, cwd=folder, **known).strip()
    except (Failed, subprocess.TimeoutExpired) as failure:
        return f"FAILED: {failure}"
    *seen, played = said.splitlines()
    whole = len(seen) == len(known["SUNDIAL_GAMES"].split()) and " finished " in played
    return f"read {len(seen)} games, played {played}" if whole else f"FAILED: {said}"


def validate(document: Path) -> None:
    """Fail unless openapi-generator takes the document; an operation whose name another one has stops it."""
    Workshop(document.parent).run(TOOLS / "openapi-generator-cli", "validate", "-i", document)


def document_of(sandbox: Playing, folder: Path) -> Path:
    """Download the sandbox's own document, which has more than openapi.yaml."""
    document = folder / "openapi.json"
    document.write_bytes(httpx.get(f"{sandbox.address}/openapi.json", timeout=SECONDS).raise_for_status().content)
    return document


def one_of_each(address: str, token: str) -> Iterator[str]:
    """Create a new game of each ruleset for clients to read, because each has other members."""
    for game in rules.games().values():
        wish = {"ruleset": game.id, "seats": [{"me": True}, {"ai": 1}, {"ai": 1}, {"ai": 1}][: game.players[0]]}
        headers = {"Authorization": f"Bearer {token}"}
        made = httpx.post(f"{address}/api/v1/games", headers=headers, json=wish, timeout=SECONDS).raise_for_status()
        yield made.json()["id"]


def token(sandbox: Playing) -> str:
    """Create a token to play with."""
    made = httpx.post(f"{sandbox.address}/api/v1/sandbox/accounts", json={"name": "ann"}, timeout=SECONDS)
    found: str = made.raise_for_status().json()["token"]
    return found


if __name__ == "__main__":
    main()
