"""A home without room ends no program."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import redis

from tests.playing import KNOBS, SUNDIAL
from tests.secret_keys import KEY
from tests.servers import Redis
from tests.small_disks import fill, small_disk
from tests.waiting import eventually

HOURLY = "sundial-sweep:sundial.audits"


def test_beat_sends_sweeps_as_soon_as_it_starts_in_a_home_without_room(tmp_path: Path, redis_server: Redis) -> None:
    inherited = {name: value for name, value in os.environ.items() if name not in KNOBS}
    own = {"SUNDIAL_HOME": str(tmp_path), "SECRET_KEY": KEY, "REDIS_URL": redis_server.url}
    with small_disk(tmp_path, "64k") as home, redis.Redis.from_url(redis_server.url) as broker:
        (home / "sundial.sqlite").touch()
        fill(home)
        with subprocess.Popen([SUNDIAL, "beat"], env=inherited | own, stderr=subprocess.PIPE) as process:
            try:
                assert eventually(lambda: process.poll() is not None or broker.exists(HOURLY), 60)
            finally:
                process.terminate()
            _, said = process.communicate()
        assert process.returncode == 0, said
