"""The cases of a game: a position, some moves and what must hold, in text that needs no Python to be read.

A file holds several cases, separated by lines of `---`; `#` begins a comment line.

    case: Two seats, max-13: equal eye-sums neutralise the sector
    game: springtime                          (only in a folder with several games; else its first)
    players: 2
    options: version=basic                    (several are separated by commas)
    layout: {"fields": []}                    (one line of JSON; else what the game draws with Random(0))
    board:                                    (an indented diagram in the game's own notation; else the first position)
        max-13: B 16
    play: roll 5 5 6                          (must succeed; dice are played the same way)
    accept: place max-13                      (would be legal, whole or not; is not played)
    refuse: place max-9 = disc-filled         (must be refused with that code)
    legal: 14                                 (how many actions are legal, or all of them, separated by commas)
    to move: 1                                (a seat, `chance` or `nobody`)
    scores: 0 8
    winners: 1                                (seats, or `none`)
    json: sectors.3.owner = null              (a value of `to_json`, as JSON or as a bare word)
"""

from __future__ import annotations

import json
import textwrap
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import pytest

import rules
from rules import AnyPosition, BadNotation, Game, IllegalAction

DOES_NOT_HOLD = (AssertionError, LookupError, ValueError, pytest.fail.Exception)
"""What a step raises that goes wrong; a refusal of the rules is a ValueError."""
HEADER = ("game", "players", "options", "layout", "board")


@dataclass(frozen=True)
class Step:
    """One line of a case, and the number it has in its file; a block's lines are joined in `text`."""

    number: int
    keyword: str
    text: str


@dataclass(frozen=True)
class Case:
    """A named list of steps, and the games of the folder that it stands in."""

    name: str
    games: Sequence[Game]
    header: dict[str, str]
    steps: Sequence[Step]

    def run(self) -> None:
        """Play the case; AssertionError or a refusal, with the line as its note, where it does not hold."""
        position = self.first_position()
        for step in self.steps:
            try:
                position = STEPS[step.keyword](self.game, position, step.text)
            except DOES_NOT_HOLD as error:
                error.add_note(f"line {step.number}: {step.keyword}: {step.text}")
                raise

    @property
    def game(self) -> Game:
        """The game that the case is about."""
        wanted = self.header.get("game", self.games[0].id)
        return next(game for game in self.games if game.id == wanted)

    def first_position(self) -> AnyPosition:
        """Where the case begins: its diagram, or the first position of its setup."""
        options = dict(pair.strip().split("=") for pair in self.header.get("options", "").split(",") if pair)
        layout = json.loads(self.header["layout"]) if "layout" in self.header else None
        setup = self.game.new_setup(int(self.header["players"]), options, Random(0), layout)
        if "board" not in self.header:
            return self.game.initial_position(setup)
        assert self.game.diagram, "this game has no diagrams"
        return self.game.diagram(setup, self.header["board"])


def read_cases(path: Path, games: Sequence[Game]) -> Iterator[Case]:
    """The cases of one file; ValueError with the line number where a line is not of this format."""
    steps: list[Step] = []
    for step in [*_steps(path.read_text(encoding="utf-8")), Step(0, "---", "")]:
        if step.keyword != "---":
            steps.append(step)
        elif steps:
            yield _case(steps, games)
            steps = []


def _case(steps: list[Step], games: Sequence[Game]) -> Case:
    if steps[0].keyword != "case":
        raise ValueError(f"line {steps[0].number}: a case begins with its name, `case: …`")
    header = {step.keyword: step.text for step in steps if step.keyword in HEADER}
    played = [step for step in steps[1:] if step.keyword not in HEADER]
    for step in played:
        if step.keyword not in STEPS:
            raise ValueError(f"line {step.number}: what is `{step.keyword}`?")
    return Case(steps[0].text, games, header, played)


def _steps(text: str) -> Iterator[Step]:
    lines = text.splitlines()
    for number, line in enumerate(lines, start=1):
        if not line.strip() or line.startswith(("#", " ", "\t")):
            continue
        keyword, _, rest = line.partition(":")
        yield Step(number, keyword.strip(), rest.strip() or _block(lines[number:]))


def _block(lines: list[str]) -> str:
    """The indented lines that follow, without their common indent; blank lines inside belong to it."""
    block: list[str] = []
    for line in lines:
        if line.strip() and not line.startswith((" ", "\t")):
            break
        block.append(line)
    return textwrap.dedent("\n".join(block)).strip("\n")


def _play(_: Game, position: AnyPosition, move: str) -> AnyPosition:
    return rules.play(position, move)


def _accept(_: Game, position: AnyPosition, move: str) -> AnyPosition:
    after = position
    for action in rules.parse_move(position, move):
        rules.check_action(after, action)
        after = after.apply(action)
    return position


def _refuse(game: Game, position: AnyPosition, text: str) -> AnyPosition:
    move, _, code = (part.strip() for part in text.rpartition("="))
    with pytest.raises((IllegalAction, BadNotation)) as refusal:
        rules.play(position, move)
    assert refusal.value.code == code
    assert str(rules.explain(game, refusal.value))
    return position


def _legal(_: Game, position: AnyPosition, text: str) -> AnyPosition:
    found = [str(action) for action in position.legal_actions()]
    if text.isdecimal():
        assert len(found) == int(text)
    else:
        assert sorted(found) == sorted(part.strip() for part in text.split(","))
    return position


def _to_move(_: Game, position: AnyPosition, text: str) -> AnyPosition:
    names = {rules.CHANCE: "chance", None: "nobody"}
    to_act = position.current_player()
    assert names.get(to_act, str(to_act)) == text
    return position


def _scores(_: Game, position: AnyPosition, text: str) -> AnyPosition:
    assert list(position.scores()) == [int(word) for word in text.split()]
    return position


def _winners(_: Game, position: AnyPosition, text: str) -> AnyPosition:
    assert list(position.winners()) == [int(word) for word in text.split() if word != "none"]
    return position


def _json(_: Game, position: AnyPosition, text: str) -> AnyPosition:
    path, equals, written = (part.strip() for part in text.partition("="))
    assert equals, "it should read `json: key.path = value`"
    value: Any = json.loads(json.dumps(position.to_json()))
    for key in path.split("."):
        value = value[int(key)] if isinstance(value, list) else value[key]
    assert value == _read_value(written)
    return position


def _read_value(written: str) -> object:
    try:
        return json.loads(written)
    except ValueError:
        return written


STEPS: dict[str, Callable[[Game, AnyPosition, str], AnyPosition]] = {
    "play": _play,
    "accept": _accept,
    "refuse": _refuse,
    "legal": _legal,
    "to move": _to_move,
    "scores": _scores,
    "winners": _winners,
    "json": _json,
}
