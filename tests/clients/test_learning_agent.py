"""docs/learning.md: an agent is trained offline, and then plays through the bridge, unchanged."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from sundial_client.bridge.engine import Engine
from tests.clients.test_engines import PATIENT, Table

ROOT = Path(__file__).parents[2]
AGENT = [sys.executable, str(ROOT / "examples" / "learning_agent.py")]
PATHS = os.pathsep.join([str(ROOT), str(ROOT / "packages" / "sundial-rules" / "src")])


def test_an_agent_learns_offline_and_plays_through_the_bridge(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", PATHS)
    train = [*AGENT, "train", "seasons", "weights.json", "200"]
    said = subprocess.run(train, cwd=tmp_path, check=True, capture_output=True, text=True, timeout=300).stdout
    before, after = (int(share) for share in re.findall(r": (\d+)%", said))
    assert after > before

    table = Table("seasons")
    with Engine([*AGENT, "play", str(tmp_path / "weights.json")]) as engine:
        while not table.over:
            table.take_turn(engine, PATIENT)
    assert engine.name == "Learner"
