"""The bridge when its engine fails, with a real Sundial and real engines."""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from sundial_client import Sundial
from sundial_client.bridge.engine import Engine
from sundial_client.bridge.play import Bridge, OnFailure
from sundial_client.events import WAIT

FIRST = Path(__file__).parents[2] / "examples" / "engines" / "first.sh"
PATIENT = 30.0


def python(script: str) -> list[str]:
    """Return a command that runs these lines of Python."""
    return [sys.executable, "-u", "-c", script]


def greeting(script: str) -> list[str]:
    """Return an engine command that answers the handshake and then runs these lines."""
    return python(f"input(); print('ready')\n{script}")


DIES = greeting("input()")
SILENT = greeting("while True: input()")
FAILURES = {
    "dies": (DIES, PATIENT),
    "hangs": (SILENT, 0.0),
    "asks for ever": (greeting("while True: print('after')"), 0.0),
    "answers rubbish": (greeting("while True: print('knight takes', input())"), 0.0),
    "plays what is illegal": (greeting("while True: print('move place nowhere', input())"), PATIENT),
    "cannot be started": (["/no/such/engine"], PATIENT),
    "is no program": ([str(Path(__file__))], PATIENT),
    "ends before it greets": (python(""), PATIENT),
}
"""Engines that fail, and how many seconds they have for a turn."""
failing = pytest.mark.parametrize(("engine", "seconds"), FAILURES.values(), ids=FAILURES.keys())


class Watch:
    """A clock that is moved by hand."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture(autouse=True)
def _soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Engines that hang are given up at once."""
    monkeypatch.setattr("sundial_client.bridge.turn.GRACE_SECONDS", 0.2)


@pytest.fixture
def watch() -> Watch:
    return Watch()


@pytest.fixture
def bridge_of(ann: Sundial, watch: Watch) -> Iterator[Callable[..., Bridge]]:
    """Build bridges that play for Ann with such an engine; the list may change meanwhile."""
    made = []

    def make(engine: list[str], on_failure: OnFailure = "retry", seconds: float = PATIENT) -> Bridge:
        bridge = Bridge(ann, lambda: Engine(engine), seconds, on_failure, Random(1), watch)
        made.append(bridge)
        return bridge

    yield make
    for bridge in made:
        bridge.close()


@pytest.fixture
def game(ann: Sundial, bob: Sundial) -> str:
    """Create a game in which it is Ann's turn."""
    return begun(ann, bob, "seasons")


def begun(ann: Sundial, bob: Sundial, ruleset: str) -> str:
    game = ann.create_game(ruleset, [{"me": True}, {"account": "bob"}], shuffle_seats=False)["id"]
    assert bob.join(game)["to_move"] == 0
    return game


@failing
@pytest.mark.parametrize("on_failure", ["retry", "wait"])
def test_where_an_engine_fails_the_turn_stays_open(
    bridge_of: Callable[..., Bridge], ann: Sundial, game: str, engine: list[str], seconds: float, on_failure: OnFailure
) -> None:
    before = ann.game(game)

    bridge_of(engine, on_failure, seconds).play_round()

    assert ann.game(game) == before


@failing
def test_at_random_is_played_only_where_that_was_chosen(
    bridge_of: Callable[..., Bridge],
    ann: Sundial,
    game: str,
    engine: list[str],
    seconds: float,
    caplog: pytest.LogCaptureFixture,
) -> None:
    bridge_of(engine, "random", seconds).play_round()

    assert ann.game(game)["to_move"] == 1
    assert f"{game}: the engine failed" in caplog.text


@failing
def test_a_game_is_resigned_only_where_that_was_chosen(
    bridge_of: Callable[..., Bridge],
    ann: Sundial,
    game: str,
    engine: list[str],
    seconds: float,
    caplog: pytest.LogCaptureFixture,
) -> None:
    bridge_of(engine, "resign", seconds).play_round()

    assert ann.game(game)["ended_by"] == "resignation"
    assert f"{game}: the engine failed" in caplog.text


def test_an_engine_that_is_well_again_plays_the_turn_that_was_left_open(
    bridge_of: Callable[..., Bridge], ann: Sundial, game: str, watch: Watch
) -> None:
    engine = list(DIES)
    bridge = bridge_of(engine)
    pause = bridge.play_round()
    legal = ann.legal_actions(game)["actions"]
    engine[:] = [str(FIRST)]
    watch.now += pause

    assert bridge.play_round() == WAIT

    assert [entry["action"] for entry in ann.log(game) if entry["seat"] == 0] == legal[:1]


def test_an_engine_that_fails_is_started_again_after_pauses_that_grow(
    bridge_of: Callable[..., Bridge], game: str, watch: Watch, tmp_path: Path
) -> None:
    pauses = pauses_between_starts(bridge_of, "retry", watch, tmp_path / "starts")

    assert pauses[0] <= 1
    assert 150 <= pauses[-1] <= 325


def test_who_waits_starts_the_engine_again_after_a_long_pause(
    bridge_of: Callable[..., Bridge], game: str, watch: Watch, tmp_path: Path
) -> None:
    assert min(pauses_between_starts(bridge_of, "wait", watch, tmp_path / "starts")) >= 150


def pauses_between_starts(
    bridge_of: Callable[..., Bridge], on_failure: OnFailure, watch: Watch, starts: Path
) -> list[float]:
    """In seconds; the engine dies each time."""
    bridge = bridge_of(greeting(f"open({str(starts)!r}, 'a').write('.'); input()"), on_failure)
    began: list[float] = []
    while watch.now < 1500:
        at = watch.now
        watch.now += bridge.play_round()
        if starts.stat().st_size > len(began):
            began.append(at)
    return [after - before for before, after in pairwise(began)]


def test_what_fails_is_told_once_of_each_kind_without_the_arguments_of_the_engine(
    bridge_of: Callable[..., Bridge],
    ann: Sundial,
    bob: Sundial,
    game: str,
    watch: Watch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    begun(ann, bob, "dawn")
    engine = [*DIES, "--key=secret"]
    bridge = bridge_of(engine)
    for _ in range(5):
        watch.now += bridge.play_round()
    engine[:] = ["/no/such/engine", "--key=secret"]
    for _ in range(5):
        watch.now += bridge.play_round()

    told = [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING]
    assert ["it has ended" in told[0], "/no/such/engine" in told[1]] == [True, True]
    assert len(told) == 2
    assert "secret" not in caplog.text


def test_a_game_that_an_engine_fails_in_holds_up_no_other(
    bridge_of: Callable[..., Bridge], ann: Sundial, bob: Sundial, game: str
) -> None:
    other = begun(ann, bob, "dawn")
    script = f"""
for line in sys.stdin:
    assert not line.startswith('game seasons')
    if line.startswith('go'):
        print('move {ann.legal_actions(other)["actions"][0]}')
"""
    bridge = bridge_of(greeting(f"import sys\n{script}"))

    bridge.play_round()

    assert (ann.game(game)["to_move"], ann.game(other)["to_move"]) == (0, 1)


def test_a_turn_that_is_over_is_waited_for_no_longer(bridge_of: Callable[..., Bridge], ann: Sundial, game: str) -> None:
    bridge = bridge_of(DIES)
    assert bridge.play_round() <= 1
    ann.resign(game)

    assert bridge.play_round() == WAIT
