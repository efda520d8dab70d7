"""The line protocol with real engines in subprocesses; the rules determine what is legal."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from random import Random
from select import select
from typing import Any, cast

import pytest

import rules
from rules.errors import RulesError
from sundial_client import Game, LegalActions, Problem
from sundial_client.bridge.__main__ import main
from sundial_client.bridge.engine import Engine, EngineFailed
from sundial_client.bridge.turn import any_move, take_turn

EXAMPLES = Path(__file__).parents[2] / "examples" / "engines"
ENGINES = {"first.sh": [str(EXAMPLES / "first.sh")], "random": [sys.executable, str(EXAMPLES / "random_engine.py")]}
PATIENT = 30.0


class Table:
    """Fake service for one game, with the same answers."""

    def __init__(self, ruleset: str) -> None:
        self.ruleset = rules.game(ruleset)
        self.rng = Random(4)
        seats = min(number for number in self.ruleset.players if number > 1)
        self.setup = self.ruleset.new_setup(players=seats, options={}, rng=self.rng)
        self.position: Any = self.ruleset.initial_position(self.setup)
        self._roll()

    @property
    def over(self) -> bool:
        return self.position.current_player() is None

    def game(self) -> Game:
        shown = {
            "ruleset": self.ruleset.id,
            "setup": self.setup,
            "your_seat": self.position.current_player(),
            "position": self.position.to_json(),
        }
        return cast("Game", shown)

    def legal(self, after: str) -> LegalActions:
        position, seat = self.position, self.position.current_player()
        try:
            for action in filter(None, after.split(", ")):
                position = position.apply(self._checked(position, action))
        except RulesError as refusal:
            raise Problem(422, {"code": refusal.code, "detail": "No."}) from None
        actions = position.legal_actions() if position.current_player() == seat else []
        complete = bool(after) and not position.mid_turn
        return LegalActions(version=1, seat=seat, actions=[str(action) for action in actions], complete=complete)

    def submit(self, move: str) -> None:
        try:
            self.position = rules.play(self.position, move)
        except RulesError as refusal:
            raise Problem(422, {"code": refusal.code, "detail": "No."}) from None
        self._roll()

    def take_turn(self, engine: Engine, seconds: float = PATIENT) -> str:
        return take_turn(engine, self.game(), seconds, self.legal, self.submit)

    def _checked(self, position: Any, action: str) -> Any:
        parsed = self.ruleset.parse_action(action)
        if parsed not in position.legal_actions():
            raise rules.IllegalAction("not-here", parsed)
        return parsed

    def _roll(self) -> None:
        while self.position.current_player() == rules.CHANCE:
            actions, chances = zip(*self.position.chance_outcomes(), strict=True)
            self.position = self.position.apply(self.rng.choices(actions, chances)[0])


def engine_of(script: str) -> Engine:
    """Start an engine that answers the handshake and then runs these lines of Python."""
    return Engine([sys.executable, "-u", "-c", f"input(); print('ready')\n{script}"])


@pytest.mark.parametrize("ruleset", rules.games())
@pytest.mark.parametrize("command", ENGINES.values(), ids=ENGINES.keys())
def test_the_example_engines_play_every_game_to_its_end(command: list[str], ruleset: str) -> None:
    table = Table(ruleset)

    with Engine(command) as engine:
        while not table.over:
            table.take_turn(engine)

    assert table.position.winners() is not None


def test_an_engine_says_its_name() -> None:
    with Engine(ENGINES["first.sh"]) as engine:
        assert engine.name == "First"


def test_an_engine_is_told_the_game_the_seat_the_position_and_the_time() -> None:
    table = Table("dawn")
    heard = "[input() for _ in range(4)]"

    with engine_of(f"print('move', [line.split()[0] for line in {heard}])") as engine, pytest.raises(EngineFailed):
        table.take_turn(engine)
    with engine_of(f"lines = {heard}; print('move', lines[3])") as engine:
        told: list[str] = []
        take_turn(engine, table.game(), 1.5, table.legal, told.append)

    assert told == ["go time 1500"]


def test_a_refused_move_is_told_and_another_one_taken() -> None:
    table = Table("dawn")
    good = any_move(table.legal, Random(1))
    script = f"""
for line in iter(input, 'quit'):
    if line.startswith('go'):
        print('move place nowhere')
    elif line.startswith('refused bad-notation'):
        print('move {good}')
"""

    with engine_of(script) as engine:
        assert table.take_turn(engine) == good


@pytest.mark.parametrize(
    ("script", "reason"),
    [
        ("while True: print('move ', input())", "refused 5 times"),
        ("while True: input()", "did not answer in time"),
        ("while True: print('after')", "did not answer in time"),
        ("input()", "it has ended"),
    ],
    ids=["plays rubbish", "is silent", "asks for ever", "dies"],
)
def test_an_engine_that_fails_holds_nothing_up(script: str, reason: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sundial_client.bridge.turn.GRACE_SECONDS", 0.5)
    table = Table("dawn")

    with engine_of(script) as engine, pytest.raises(EngineFailed, match=reason):
        table.take_turn(engine, seconds=0.1)


def test_a_game_that_has_gone_on_is_not_the_fault_of_the_engine() -> None:
    table = Table("dawn")

    def too_late(_: str) -> None:
        raise Problem(409, {"code": "stale-version"})

    with Engine(ENGINES["first.sh"]) as engine, pytest.raises(Problem, match="stale-version"):
        take_turn(engine, table.game(), PATIENT, table.legal, too_late)


def test_an_engine_that_never_greets_is_ended() -> None:
    with pytest.raises(EngineFailed, match="it has ended"):
        Engine([sys.executable, "-c", ""])


def test_what_an_engine_has_started_ends_with_it(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    engine = Engine(["sh", "-c", f"sleep 60 > {pipe} & echo ready; wait"])

    with pipe.open() as held_by_what_it_started:
        engine.kill()
        assert select([held_by_what_it_started], [], [], PATIENT)[0]


@pytest.mark.parametrize("command", ["/no/such/engine", "true"])
def test_a_command_that_is_no_engine_is_told_at_once(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SUNDIAL_URL", "http://127.0.0.1:1")
    monkeypatch.setenv("SUNDIAL_TOKEN", "sdl_secret")

    with pytest.raises(SystemExit, match="The engine does not start"):
        main(["--engine", command])


def test_the_bridge_says_which_setting_is_missing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("SUNDIAL_URL", raising=False)

    with pytest.raises(SystemExit):
        main(["--engine", "true"])

    assert "set SUNDIAL_URL" in capsys.readouterr().err


def test_what_is_much_too_long_is_refused_like_any_other_rubbish() -> None:
    table, good = Table("dawn"), any_move(Table("dawn").legal, Random(1))
    answers = [Problem(414, {}), None]

    def submit(_: str) -> None:
        if refusal := answers.pop(0):
            raise refusal

    with engine_of(f"[print('move {good}', flush=True) for line in iter(input, 'quit')]") as engine:
        assert take_turn(engine, table.game(), PATIENT, table.legal, submit) == good

    assert answers == []
