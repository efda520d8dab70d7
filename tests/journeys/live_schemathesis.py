"""Schemathesis with all of its checks and phases against a server that runs: `make schemathesis EXAMPLES=100`.

It is not part of the whole run of tests, which sends what Schemathesis makes up to the app itself.
"""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import pytest

from service.cli.openapi import document
from tests.figures import Figures
from tests.journeys.installation import Installation, Player
from tests.playing import SUNDIAL

EXAMPLES = int(os.environ.get("EXAMPLES", "20"))
SECONDS_FOR_AN_EXAMPLE = 2
"""For going from one operation to the next: of all that can follow, a few dozen scenarios find few."""
STATELESS, STATEFUL = "--phases=examples,coverage,fuzzing", "--phases=stateful"
ENDING = ("endToken", "deleteMe")
"""Whoever tries them ends their own token, and from then on hears nothing but 401."""
APART = [f"--exclude-operation-id={each}" for each in ENDING]
ROOT = Path(__file__).parents[2]
SETTINGS = Path(__file__).with_name("schemathesis.toml")
COUNTED = {
    "cases": r"(\d+) generated",
    "passed": r"generated, (\d+) passed",
    "scenarios": r"Scenarios: +(\d+)",
    "links followed": r"API Links: +(\d+) covered",
    "of": r"(\d+) selected / \d+ total \(",
}
"""What a report says; how many of them had a status of 5xx it would say as a failure."""


BEFORE = {
    "webhooks": {"url": "http://127.0.0.1:9/"},
    "bots": {"name": "rusty"},
    "matches": {"ruleset": "dawn", "seats": [{"me": True}, {"open": True}]},
}
"""What there is at the beginning, so that no list is empty."""


class Suite:
    """Schemathesis, told where the server is."""

    def __init__(self, address: str, folder: Path) -> None:
        self._address = address
        self._described = folder / "openapi.yaml"
        self._described.write_text(document())

    def run(self, player: Player, *options: str) -> dict[str, int]:
        """What Schemathesis has counted; it fails if anything is not as described. Its report is printed."""
        command = [
            str(SUNDIAL.with_name("st")), f"--config-file={SETTINGS}", "run", str(self._described), "--no-color",
            f"--url={self._address}", f"--header=Authorization: {player.http.headers['Authorization']}",
            f"--max-examples={EXAMPLES}", *options,
        ]  # fmt: skip
        env = os.environ | {"PYTHONPATH": str(ROOT)}
        done = subprocess.run(command, cwd=self._described.parent, env=env, capture_output=True, text=True, check=False)
        print(done.stdout)  # noqa: T201  # the report is what this is run for
        assert done.returncode == 0, done.stdout + done.stderr
        found = {name: re.search(pattern, done.stdout) for name, pattern in COUNTED.items()}
        counted = {name: int(match[1]) for name, match in found.items() if match}
        assert 0 < counted["passed"] == counted["cases"], done.stdout
        return counted


@pytest.fixture
def suite(installation: Installation, tmp_path: Path) -> Suite:
    return Suite(installation.address, tmp_path)


def test_a_server_answers_as_it_says(installation: Installation, suite: Suite, figures: Figures) -> None:
    ann, bob = (installation.player(f"{name}@example.net") for name in ("ann", "bob"))
    for path, wish in BEFORE.items():
        ann.expect(201, ann.http.post(path, json=wish))

    seconds = EXAMPLES * SECONDS_FOR_AN_EXAMPLE
    figures("each alone", **suite.run(ann, STATELESS, *APART))
    figures("in a row", **suite.run(ann, STATEFUL, f"--max-time={seconds}", *APART))
    figures("each alone", **suite.run(bob, STATELESS, *(f"--include-operation-id={each}" for each in ENDING)))
