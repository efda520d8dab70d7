"""The TypeScript client: generated from openapi.yaml, compiled with --strict, and run by Node.js."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests import node
from tests.clients.script import HANG_UP, Answer, Asked, Script

BUSY = Answer(503, {"code": "not-ready"}, {"Retry-After": "0"})
GAME = {"id": "abc", "status": "active", "version": 17, "your_seat": 0, "to_move": 0, "scores": None, "winners": None}
OVER = GAME | {"status": "finished", "scores": [3, 2], "winners": [0]}
LEGAL = [Answer(200, {"actions": ["c4"], "complete": False}), Answer(200, {"actions": [], "complete": True})]


@pytest.fixture(scope="module")
def program() -> Path:
    """Compile the example."""
    return node.compiled() / "examples" / "play.js"


def play(program: Path, script: Script) -> subprocess.CompletedProcess[str]:
    env = {"SUNDIAL_URL": script.url, "SUNDIAL_TOKEN": "sdl_secret"}
    return subprocess.run(
        [node.found().path, program], env=env, capture_output=True, text=True, check=False, timeout=60
    )


def header(asked: Asked, name: str) -> str:
    """Return a header, regardless of its case."""
    [value] = [value for known, value in asked.headers.items() if known.lower() == name.lower()]
    return value


def test_what_the_readme_shows_is_compiled() -> None:
    assert f"```ts\n{(node.CLIENT / 'checks' / 'readme.ts').read_text()}```" in (node.CLIENT / "README.md").read_text()


def test_what_is_lost_is_sent_again_as_it_was(program: Path, script: Script) -> None:
    created, accepted = Answer(201, GAME), Answer(201, {"game": OVER, "log": []})
    torn = Answer(201, GAME, lost=5)
    script.answers = [BUSY, HANG_UP, torn, created, Answer(200, GAME), *LEGAL, HANG_UP, accepted, Answer(200, OVER)]

    done = play(program, script)

    assert (done.returncode, done.stdout) == (0, "abc finished [3,2] [0]\n"), done.stderr
    writes = [asked for asked in script.asked if "POST" in asked.line]
    lines = [asked.line.removeprefix("POST /api/v1/") for asked in writes]
    assert lines == [*["games"] * 4, "games/abc/moves", "games/abc/moves"]
    assert len({header(asked, "Idempotency-Key") for asked in writes[:4]}) == 1
    assert len({header(asked, "Idempotency-Key") for asked in writes}) == 2
    assert writes[4].body == writes[5].body == {"version": 17, "move": "c4"}
    assert {header(asked, "Authorization") for asked in script.asked} == {"Bearer sdl_secret"}


def test_a_refusal_is_told_with_its_code(program: Path, script: Script) -> None:
    script.answers = [Answer(422, {"code": "bad-setup", "detail": "No."}, {"Content-Type": "application/problem+json"})]

    done = play(program, script)

    assert done.returncode == 1
    assert "Refused: bad-setup: No." in done.stderr
    assert len(script.asked) == 1
