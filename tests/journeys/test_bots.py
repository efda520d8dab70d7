"""The example bot and the bridge to engines as their owners run them: processes with an address and a token."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import rules
from tests.journeys.installation import Installation, Player
from tests.journeys.test_every_game import LONGEST, fewest
from tests.waiting import eventually

ROOT = Path(__file__).parents[2]
POLLING_BOT = [sys.executable, str(ROOT / "examples" / "polling_bot.py")]
FIRST = str(ROOT / "examples" / "engines" / "first.sh")
RANDOM = f"{sys.executable} {ROOT / 'examples' / 'engines' / 'random_engine.py'}"
BROKEN = f"{sys.executable} -c \"input(); print('ready', flush=True); input()\""


def bridge(engine: str) -> list[str]:
    return [sys.executable, "-m", "sundial_client.bridge", "--engine", engine]


@contextmanager
def playing(installation: Installation, player: Player, command: list[str], said: Path) -> Iterator[None]:
    """A bot that plays for that player until the end; what it says is appended to the file."""
    token = player.http.headers["Authorization"].removeprefix("Bearer ")
    env = os.environ | {"SUNDIAL_URL": installation.address, "SUNDIAL_TOKEN": token}
    env["PYTHONPATH"] = str(ROOT / "clients" / "python")
    with said.open("ab") as output:
        bot = subprocess.Popen(command, env=env, stdout=output, stderr=subprocess.STDOUT)
    try:
        yield
        assert bot.poll() is None, said.read_text()
    finally:
        bot.terminate()
        bot.wait(30)


def over(player: Player, games: list[str]) -> Callable[[], bool]:
    return lambda: all(player.game(game)["status"] == "finished" for game in games)


def create(player: Player, ruleset: str, *opponents: dict[str, object]) -> str:
    rest = [{"ai": 1}] * (fewest(ruleset) - 1 - len(opponents))
    return str(player.create(ruleset=ruleset, seats=[{"me": True}, *opponents, *rest])["id"])


def test_the_polling_bot_finishes_a_game_of_each_ruleset_although_it_is_stopped_in_between(
    installation: Installation, tmp_path: Path
) -> None:
    rusty, said = installation.player("owner@example.net", bot="rusty"), tmp_path / "said"
    games = [create(rusty, ruleset) for ruleset in rules.games()]

    with playing(installation, rusty, POLLING_BOT, said):
        assert eventually(lambda: said.read_text().count("\n") > 2, 60)
    with playing(installation, rusty, POLLING_BOT, said):
        assert eventually(over(rusty, games), LONGEST), said.read_text()

    assert {rusty.game(game)["ended_by"] for game in games} == {"play"}


def test_engines_play_each_other_through_the_bridge_and_a_broken_one_holds_nobody_up(
    installation: Installation, tmp_path: Path
) -> None:
    ann, bob, eve = (installation.player("owner@example.net", bot=name) for name in ("ann", "bob", "eve"))
    invited = [create(ann, ruleset, {"account": "bob"}) for ruleset in ("dawn", "siesta")]
    broken = create(eve, "springtime-puzzle")

    with (
        playing(installation, ann, bridge(FIRST), tmp_path / "ann"),
        playing(installation, bob, bridge(RANDOM), tmp_path / "bob"),
        playing(installation, eve, bridge(BROKEN), tmp_path / "eve"),
    ):
        assert eventually(over(ann, invited), LONGEST), (tmp_path / "ann").read_text()
        assert eventually(over(eve, [broken]), LONGEST), (tmp_path / "eve").read_text()

    assert {ann.game(game)["ended_by"] for game in invited} == {eve.game(broken)["ended_by"]} == {"play"}
    assert "failed" not in (tmp_path / "ann").read_text() + (tmp_path / "bob").read_text()
    assert "the engine failed (it has ended); played at random" in (tmp_path / "eve").read_text()
