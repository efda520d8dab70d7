"""Bots, programs and engines as their owners run them: processes with an address and a token."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import httpx
import pytest
from standardwebhooks import Webhook

import rules
from service.embedded.ports import free_port
from tests import node
from tests.journeys.installation import Installation, Player
from tests.journeys.test_every_game import LONGEST, fewest
from tests.receiver import Receiver
from tests.waiting import eventually

ROOT = Path(__file__).parents[2]
POLLING_BOT = [sys.executable, str(ROOT / "examples" / "polling_bot.py")]
WEBHOOK_BOT = [sys.executable, str(ROOT / "examples" / "webhook_bot.py")]
FIRST = str(ROOT / "examples" / "engines" / "first.sh")
RANDOM = f"{sys.executable} {ROOT / 'examples' / 'engines' / 'random_engine.py'}"
BROKEN = f"{sys.executable} -c \"input(); print('ready', flush=True); input()\""


@pytest.fixture
def installation(shared_installation: Installation) -> Installation:
    return shared_installation


def bridge(engine: str, *options: str) -> list[str]:
    return [sys.executable, "-m", "sundial_client.bridge", "--engine", engine, *options]


@contextmanager
def playing(
    installation: Installation, player: Player, command: list[str], said: Path, **settings: str
) -> Iterator[None]:
    """Run a bot for that player until the end, appending its output to the file."""
    token = player.http.headers["Authorization"].removeprefix("Bearer ")
    env = os.environ | {"SUNDIAL_URL": installation.address, "SUNDIAL_TOKEN": token} | settings
    env["PYTHONPATH"] = str(ROOT / "clients" / "python")
    with said.open("ab") as output:
        bot = subprocess.Popen(command, env=env, stdout=output, stderr=subprocess.STDOUT)
    try:
        yield
        assert bot.poll() is None, said.read_text()
    finally:
        bot.terminate()
        bot.wait(30)


def create(player: Player, ruleset: str, *opponents: dict[str, object]) -> str:
    rest = [{"ai": 1}] * (fewest(ruleset) - 1 - len(opponents))
    return str(player.create(ruleset=ruleset, seats=[{"me": True}, *opponents, *rest])["id"])


def test_both_bots_finish_a_game_of_each_ruleset_although_they_are_stopped_in_between(
    installation: Installation, tmp_path: Path
) -> None:
    rusty, belle = (installation.player("owner@example.net", bot=name) for name in ("rusty", "belle"))
    polls, called, port = tmp_path / "rusty", tmp_path / "belle", str(free_port())
    games = [create(rusty, ruleset, {"account": "belle"}) for ruleset in rules.games()]

    with playing(installation, belle, WEBHOOK_BOT, called, PORT=port):
        with playing(installation, rusty, POLLING_BOT, polls):
            assert eventually(lambda: called.read_text().count("\n") > 2, 60), polls.read_text()
        assert httpx.post(f"http://127.0.0.1:{port}/", json={"id": 1, "game": games[0]}).status_code == 401
    with (
        playing(installation, belle, WEBHOOK_BOT, called, PORT=port),
        playing(installation, rusty, POLLING_BOT, polls),
    ):
        assert rusty.sees_the_end_of(games, LONGEST), polls.read_text() + called.read_text()

    assert {rusty.game(game)["ended_by"] for game in games} == {"play"}
    assert len(belle.expect(200, belle.http.get("webhooks"))["webhooks"]) == 1


def test_a_program_in_typescript_plays_a_game_to_its_end(installation: Installation) -> None:
    eve = installation.player("owner@example.net", bot="eve")
    program = node.compiled() / "examples" / "play.js"
    token = eve.http.headers["Authorization"].removeprefix("Bearer ")
    env = {"SUNDIAL_URL": installation.address, "SUNDIAL_TOKEN": token}

    done = subprocess.run(
        [node.found().path, program, "dawn"], env=env, capture_output=True, text=True, check=False, timeout=LONGEST
    )

    assert done.returncode == 0, done.stderr
    game, status, _ = done.stdout.split(maxsplit=2)
    assert (status, eve.game(game)["ended_by"]) == ("finished", "play")


def test_a_program_is_told_of_each_event_of_its_game_signed_and_again_where_it_failed(
    installation: Installation,
) -> None:
    fay = installation.player("owner@example.net", bot="fay")
    with Receiver() as receiver:
        endpoint = {"url": f"http://127.0.0.1:{receiver.port}/taken"}
        made = fay.expect(201, fay.http.post("webhooks", json=endpoint))
        assert eventually(lambda: fay.expect(200, fay.http.get(f"webhooks/{made['id']}"))["state"] == "active", 30)
        receiver.faults = 1
        game = play_alone(fay)
        events = fay.expect(200, fay.http.get("events", params={"game": game}))["events"]
        assert eventually(lambda: len(receiver.requests) > len(events) + 1, 30)

    assert events[-1]["type"] == "game.finished"
    first, *told = [Webhook(made["secret"]).verify(request.body, request.headers) for request in receiver.requests]
    assert first["type"] == "webhook.challenge"
    assert sorted(event["id"] for event in told[1:]) == [event["id"] for event in events]
    failed = receiver.requests[1].headers["webhook-id"]
    assert [request.headers["webhook-id"] for request in receiver.requests].count(failed) == 2
    sent = fay.expect(200, fay.http.get(f"webhooks/{made['id']}/deliveries", params={"limit": 100}))["deliveries"]
    [attempts] = [delivery["attempts"] for delivery in sent if delivery["message_id"] == failed]
    assert [attempt["status"] for attempt in attempts] == [500, 200]


def play_alone(player: Player) -> str:
    """Play a game to its end with random moves; return its id."""
    game, rng = player.create(ruleset="springtime-puzzle", seats=[{"me": True}]), Random(3)
    while game["status"] == "active":
        move = player.any_move(game["id"], rng)
        game = player.expect(201, player.move(game["id"], game["version"], move))["game"]
    return str(game["id"])


def test_engines_play_each_other_through_the_bridge_and_a_broken_one_holds_nobody_up(
    installation: Installation, tmp_path: Path
) -> None:
    ann, bob, eve = (installation.player("owner@example.net", bot=name) for name in ("ann", "bob", "eve"))
    invited = [create(ann, ruleset, {"account": "bob"}) for ruleset in ("dawn", "siesta")]
    broken = create(eve, "springtime-puzzle")

    with (
        playing(installation, ann, bridge(FIRST), tmp_path / "ann"),
        playing(installation, bob, bridge(RANDOM), tmp_path / "bob"),
        playing(installation, eve, bridge(BROKEN, "--on-failure", "random"), tmp_path / "eve"),
    ):
        assert ann.sees_the_end_of(invited, LONGEST), (tmp_path / "ann").read_text()
        assert eve.sees_the_end_of([broken], LONGEST), (tmp_path / "eve").read_text()

    assert {ann.game(game)["ended_by"] for game in invited} == {eve.game(broken)["ended_by"]} == {"play"}
    assert "failed" not in (tmp_path / "ann").read_text() + (tmp_path / "bob").read_text()
    assert "the engine failed (it has ended); a random move is played" in (tmp_path / "eve").read_text()


def test_after_a_crash_of_the_engine_the_bridge_plays_on_with_its_moves(
    installation: Installation, tmp_path: Path
) -> None:
    gil, crashed, engine = (
        installation.player("owner@example.net", bot="gil"),
        tmp_path / "crashed",
        tmp_path / "engine",
    )
    crash = f"read -r hello; echo ready; read -r line; case $line in game*) touch {crashed}; esac; exit 1"
    engine.write_text(f"#!/bin/sh\nif [ -e {crashed} ]; then exec {FIRST}; fi\n{crash}\n")
    engine.chmod(0o755)
    game = create(gil, "springtime-puzzle")

    with playing(installation, gil, bridge(str(engine)), tmp_path / "gil"):
        assert gil.sees_the_end_of([game], LONGEST), (tmp_path / "gil").read_text()

    said = (tmp_path / "gil").read_text()
    assert "the engine failed (it has ended)" in said
    assert "random" not in said
