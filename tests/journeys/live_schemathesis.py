"""Schemathesis with all of its checks and phases against a server that runs: `make schemathesis EXAMPLES=100`.

It is not part of the whole run of tests, which sends what Schemathesis makes up to the app itself.
"""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

from service.cli.openapi import document
from tests.figures import Figures
from tests.journeys.installation import Installation
from tests.playing import SUNDIAL

EXAMPLES = os.environ.get("EXAMPLES", "20")
WAITING = ("listEvents", "streamEvents")
"""They answer when something happens, or never end: the whole run of tests asks them where nothing waits."""
OPTIONS = (
    "--exclude-checks=positive_data_acceptance",  # what fits the description may still break a rule of the game
    "--phases=examples,coverage,fuzzing,stateful",
    "--continue-on-failure",
    "--suppress-health-check=all",
    "--warnings=off",
    "--no-color",
    f"--max-examples={EXAMPLES}",
)


def run(installation: Installation, token: str, described: Path, *options: str) -> str:
    """What Schemathesis reports, printed too; it fails if anything is not as described."""
    command = [
        str(SUNDIAL.with_name("st")), "run", str(described), f"--url={installation.address}",
        f"--header=Authorization: Bearer {token}", *OPTIONS, *options,
    ]  # fmt: skip
    done = subprocess.run(command, cwd=described.parent, capture_output=True, text=True, check=False)
    print(done.stdout)  # noqa: T201  # the report is what this is run for
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_a_server_answers_as_it_says(installation: Installation, tmp_path: Path, figures: Figures) -> None:
    described = tmp_path / "openapi.yaml"
    described.write_text(document())
    token, other = (installation.sundial("token", "create", f"{name}@example.net") for name in ("ann", "bob"))

    # Whoever ends tokens ends their own one, and from then on hears nothing but 401.
    reports = [
        run(installation, token, described, *(f"--exclude-operation-id={name}" for name in (*WAITING, "endToken"))),
        run(installation, other, described, "--include-operation-id=endToken"),
    ]

    for report in reports:
        found = re.search(r"(\d+) generated, (\d+) passed", report)
        assert found
        generated, passed = map(int, found.groups())
        figures("schemathesis", cases=generated, passed=passed)
