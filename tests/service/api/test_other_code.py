"""Two versions of the code on one database: they do not share cached responses."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from service.config.environment import Config
from tests.playing import KNOBS
from tests.service.api.program import Match
from tests.service.conftest import FakeClock
from tests.service.installations import environment

ROOT = Path(__file__).parents[3]
ASK = """
import json, sys
from datetime import datetime
from service.server.app import create_app
asked = json.load(sys.stdin)
client = create_app(clock=lambda: datetime.fromisoformat(asked["now"])).test_client()
for request in asked["requests"]:
    answer = client.open(**request)
    print(json.dumps([answer.status_code, answer.headers.get("ETag"), answer.get_json(silent=True)]))
"""
DUMPED = "jsonify(GAME.dump(seen_whole(game, viewer())))"
WITH_A_MEMBER_MORE = 'jsonify({**GAME.dump(seen_whole(game, viewer())), "moon": "full"})'


@pytest.fixture
def other_code(tmp_path: Path) -> Path:
    """Create a copy of the code with one more member in a game's response."""
    for top in ("rules", "service"):
        shutil.copytree(ROOT / top, tmp_path / top, ignore=shutil.ignore_patterns("__pycache__"))
    module = tmp_path / "service/api/resources/games.py"
    before = module.read_text()
    module.write_text(before.replace(DUMPED, WITH_A_MEMBER_MORE))
    assert module.read_text() != before
    return tmp_path


def answers_of(code: Path, settings: Config, clock: FakeClock, *requests: dict[str, Any]) -> list[list[Any]]:
    """Return status, ETag and JSON of that code's response to each request, in another process."""
    env = {name: value for name, value in os.environ.items() if name not in KNOBS} | environment(settings)
    asked = json.dumps({"now": clock().isoformat(), "requests": requests})
    ran = subprocess.run(
        [sys.executable, "-c", ASK], cwd=code, env=env, input=asked, check=True, capture_output=True, text=True
    )
    return [json.loads(line) for line in ran.stdout.splitlines()]


def test_other_code_sends_what_it_shows_and_takes_a_move_by_the_tag_of_before(
    running: Match, settings: Config, clock: FakeClock, other_code: Path
) -> None:
    etag = running.ann.get(running.path).headers["ETag"]
    who, path = {"Authorization": f"Bearer {running.ann.token}"}, f"/api/v1{running.path}"
    look = {"path": path, "headers": {**who, "If-None-Match": etag}}
    move = {
        "path": f"{path}/moves",
        "method": "POST",
        "json": {"version": 1, "move": "place max-15"},
        "headers": {**who, "If-Match": etag},
    }
    (status, other_etag, game), (played, *_) = answers_of(other_code, settings, clock, look, move)
    assert (status, game["moon"]) == (200, "full")
    assert other_etag != etag
    assert played == 201
