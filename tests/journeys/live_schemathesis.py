"""Schemathesis with all checks and phases against a running server: run it with `EXAMPLES=100 pytest -s`.

PARTS=8 tests the operations in eight parts, and PART=3 only one of them; results are stored in `build/schemathesis/`,
so that separate parts add up.

It is not part of the test suite, which runs Schemathesis against the app itself.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
from collections import Counter
from pathlib import Path

import pytest
import yaml

from tests.figures import Figures
from tests.journeys.installation import Installation, Player
from tests.openapi import document
from tests.playing import SUNDIAL

EXAMPLES = int(os.environ.get("EXAMPLES", "20"))
PARTS, PART = int(os.environ.get("PARTS", "1")), int(os.environ.get("PART", "0"))
CHOSEN = [PART] if PART else range(1, PARTS + 1)
SECONDS_FOR_AN_EXAMPLE = 2
"""For going from one operation to the next: of all that can follow, a few dozen scenarios find few."""
LEAST_SECONDS = 120
"""Of these a busy machine takes twenty to begin."""
STATELESS, STATEFUL = "--phases=examples,coverage,fuzzing", "--phases=stateful"
ENDING = ("endToken", "deleteMe")
"""Whoever tries them ends their own token, and from then on hears nothing but 401."""
ROOT = Path(__file__).parents[2]
SEEN = ROOT / "build" / "schemathesis" / f"{PARTS} parts, {EXAMPLES} examples"
"""What parts have counted, of each the last run in which all went well."""
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
    """Schemathesis, configured for the server."""

    def __init__(self, address: str, folder: Path) -> None:
        self._address = address
        self._described = folder / "openapi.yaml"
        self._described.write_text(document())

    def run(self, player: Player, *options: str) -> dict[str, int]:
        """Run it and return its counts; fail on any deviation. Its report is printed."""
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


@pytest.fixture(scope="module")
def suite(shared_installation: Installation, tmp_path_factory: pytest.TempPathFactory) -> Suite:
    return Suite(shared_installation.address, tmp_path_factory.mktemp("described"))


@pytest.fixture(scope="module")
def ann(shared_installation: Installation) -> Player:
    """Whose token everything is asked with."""
    player = shared_installation.player("ann@example.net")
    for path, wish in BEFORE.items():
        player.expect(201, player.http.post(path, json=wish))
    return player


def of_part(part: int) -> list[str]:
    """Return every `PARTS`th operation from that number on, except those that revoke the credentials of others."""
    ids = [
        operation["operationId"]
        for path in yaml.safe_load(document())["paths"].values()
        for operation in path.values()
        if isinstance(operation, dict) and operation["operationId"] not in ENDING
    ]
    return ids[part - 1 :: PARTS]


@pytest.mark.parametrize("part", CHOSEN)
def test_each_operation_is_answered_as_described(ann: Player, suite: Suite, figures: Figures, part: int) -> None:
    counted = suite.run(ann, STATELESS, *(f"--include-operation-id={each}" for each in of_part(part)))
    figures("each alone", **kept(f"part {part}", counted))


@pytest.mark.skipif(PART not in {0, PARTS}, reason="it comes with the last part")
def test_operations_in_a_row_are_answered_as_described(ann: Player, suite: Suite, figures: Figures) -> None:
    seconds = max(LEAST_SECONDS, EXAMPLES * SECONDS_FOR_AN_EXAMPLE)
    apart = [f"--exclude-operation-id={each}" for each in ENDING]
    figures("in a row", **kept("in a row", suite.run(ann, STATEFUL, f"--max-time={seconds}", *apart)))


@pytest.mark.skipif(PART not in {0, PARTS}, reason="it comes with the last part")
def test_what_ends_a_token_is_answered_as_described(
    shared_installation: Installation, suite: Suite, figures: Figures
) -> None:
    bob = shared_installation.player("bob@example.net")
    counted = suite.run(bob, STATELESS, *(f"--include-operation-id={each}" for each in ENDING))
    figures("each alone", **kept("what ends a token", counted))


def kept(name: str, counted: dict[str, int]) -> dict[str, int]:
    """Store the counts of a part for the total, which is printed."""
    SEEN.mkdir(parents=True, exist_ok=True)
    (SEEN / f"{name}.json").write_text(json.dumps(counted))
    seen = sorted(SEEN.iterdir())
    total = sum((Counter(json.loads(each.read_text())) for each in seen), Counter[str]())
    print(f"{', '.join(each.stem for each in seen)}: {dict(total)}")  # noqa: T201  # the sum is what parts are run for
    return counted
