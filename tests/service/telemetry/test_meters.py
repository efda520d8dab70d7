from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from prometheus_client.parser import text_string_to_metric_families

from service.db import clock
from service.jobs.heartbeats import SINCE, last_heartbeat, note_heartbeat
from service.telemetry.meters import note_mail, note_request
from tests.service.api.conftest import ann, bob, running
from tests.service.api.program import Match
from tests.service.conftest import FakeClock
from workers.jobs import heartbeat

__all__ = ["ann", "bob", "running"]

COUNTING = """
import sys
from pathlib import Path
from service.telemetry.processes import figures, share
share(Path(sys.argv[1]))
from prometheus_client import generate_latest
from service.telemetry.meters import CONNECTIONS, note_request
for _ in range(int(sys.argv[2])):
    note_request("GET", "/", 200, 0.02)
CONNECTIONS.labels("in-use").set(3)
with figures() as counted:
    print(generate_latest(counted).decode())
"""
REQUESTS = "sundial_requests_total GET / 200"


def samples(text: str) -> dict[str, float]:
    """Every sample by its name and labels."""
    families = text_string_to_metric_families(text)
    return {" ".join([s.name, *s.labels.values()]): s.value for family in families for s in family.samples}


def metrics(client: FlaskClient) -> dict[str, float]:
    return samples(client.get("/metrics", base_url="http://127.0.0.1:8000").get_data(as_text=True))


def counted(home: Path, requests: int, within: Sequence[str] = ()) -> dict[str, float]:
    """Return the metrics of a process that counts requests and then ends."""
    command = [*within, sys.executable, "-c", COUNTING, str(home), str(requests)]
    return samples(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def test_what_ended_processes_have_counted_stays_counted(tmp_path: Path) -> None:
    assert counted(tmp_path, 3)[REQUESTS] == 3
    again = counted(tmp_path, 4)
    assert again[REQUESTS] == 7
    assert again["sundial_request_seconds_count GET /"] == 7
    assert {again[name] for name in again if {"sundial_request_seconds_bucket", "0.025"} <= set(name.split())} == {7}
    assert again["sundial_database_connections in-use"] == 3
    assert len(list((tmp_path / "metrics").rglob("counter_*.db"))) == 2


def test_what_ended_processes_have_counted_waits_for_room_to_be_added_up(tmp_path: Path) -> None:
    counted(tmp_path, 3)
    assert counted(tmp_path, 4, within=("prlimit", "--fsize=64"))[REQUESTS] == 3
    assert counted(tmp_path, 5)[REQUESTS] == 8


def test_a_file_that_cannot_be_read_is_left_out(tmp_path: Path) -> None:
    counted(tmp_path, 3)
    (tmp_path / "metrics" / "counter_999999999.db").write_bytes(b"\xff" * 5000)
    assert counted(tmp_path, 1)[REQUESTS] == 4


def test_moves_are_counted_by_door_and_outcome(running: Match, client: FlaskClient) -> None:
    before = metrics(client)
    version = running.table.game.version
    running.ann.play(running.table.id, "place max-15", version=version)
    running.ann.play(running.table.id, "place max-15", version=version)
    running.bob.play(running.table.id, "place max-15", version=version)
    after = metrics(client)
    for outcome in ("accepted", "repeated", "stale-version"):
        name = f"sundial_moves_total rest {outcome}"
        assert after[name] == before.get(name, 0) + 1
    assert after["sundial_wait_seconds_count game"] >= before.get("sundial_wait_seconds_count game", 0) + 3
    assert after["sundial_wait_seconds_count connection"] > 0
    assert after["sundial_database_connections in-use"] >= 1


def test_only_domains_that_many_share_are_named(client: FlaskClient) -> None:
    before = metrics(client)
    note_mail("ann@GMX.net", "sent")
    note_mail("ann@ann-smith.example", "refused")
    after = metrics(client)
    assert (
        after["sundial_mail_outcomes_total gmx.net sent"]
        == before.get("sundial_mail_outcomes_total gmx.net sent", 0) + 1
    )
    assert after["sundial_mail_outcomes_total other refused"] >= 1
    assert not any("ann-smith" in name for name in after)


def test_methods_that_nobody_knows_are_one(client: FlaskClient) -> None:
    note_request("BREW", "none", 405, None)
    assert metrics(client)["sundial_requests_total other none 405"] >= 1
    assert not any("BREW" in name for name in metrics(client))


def test_the_lag_of_the_clock_grows_from_heartbeat_to_heartbeat(
    app: Flask, client: FlaskClient, clock: FakeClock
) -> None:
    assert "sundial_clock_lag_seconds" not in metrics(client)
    heartbeat.run()
    clock.advance(seconds=90)
    assert metrics(client)["sundial_clock_lag_seconds"] == pytest.approx(90, abs=1)
    heartbeat.run()
    assert metrics(client)["sundial_clock_lag_seconds"] <= 1


def test_an_earlier_heartbeat_changes_nothing(app: Flask) -> None:
    note_heartbeat(clock.now())
    known = last_heartbeat()
    note_heartbeat(SINCE)
    assert last_heartbeat() == known
