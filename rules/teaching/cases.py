"""Cases of a game: a position, some moves and claims about them, as text readable without Python.

Tests play them all; guides draw them, and pages make exercises of them. A file holds several cases, separated by lines
of `---`; `#` begins a comment line.

    case: Two seats, max-13: equal eye-sums neutralise the sector
    game: springtime                          (only in a folder with several games; else its first)
    players: 2
    options: version=basic                    (several are separated by commas)
    layout: {"fields": []}                    (one line of JSON; else what the game draws with Random(0))
    board:                                    (an indented diagram in the game's own notation; else the first position)
        max-13: B 16
    say: A throw that nobody likes.           (a sentence about the step that follows, in an example)
    play: roll 5 5 6                          (must succeed; dice are played the same way)
    accept: place max-13                      (would be legal, whole or not; is not played)
    refuse: place max-9 = disc-filled         (must be refused with that code)
    point: f6, g6 = Right: somebody rests.    (in a lesson: the places that the reader looks for, and what is said then)
    exercise: no                              (a case for tests alone: too plain a question)

`tests/rules/cases.py` defines the other claims about a position.
"""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from random import Random

from rules import registry
from rules.game import AnyPosition, Game
from rules.play import play

EXERCISE = "exercise"
HEADER = ("game", "of", "players", "options", "layout", "board", EXERCISE)
PLAY, SAY, ACCEPT, REFUSE, POINT = "play", "say", "accept", "refuse", "point"
CLAIMS = ("legal", "to move", "scores", "winners", "json")
KEYWORDS = frozenset({PLAY, SAY, ACCEPT, REFUSE, POINT, *CLAIMS})


@dataclass(frozen=True)
class Step:
    """One line of a case with its line number; `text` joins the lines of a block."""

    number: int
    keyword: str
    text: str


@dataclass(frozen=True)
class Case:
    """A named list of steps, and the games of its folder."""

    name: str
    games: Sequence[Game]
    header: dict[str, str]
    steps: Sequence[Step]

    @property
    def game(self) -> Game:
        """Return the game of the case."""
        wanted = self.header.get("game", self.games[0].id)
        return next(game for game in self.games if game.id == wanted)

    def first_position(self) -> AnyPosition:
        """Return the start of the case: its diagram, or the first position of its setup."""
        options = dict(pair.strip().split("=") for pair in self.header.get("options", "").split(",") if pair)
        layout = json.loads(self.header["layout"]) if "layout" in self.header else None
        setup = self.game.new_setup(int(self.header["players"]), options, Random(0), layout)
        if "board" not in self.header:
            return self.game.initial_position(setup)
        if self.game.diagram is None:
            raise ValueError("this game has no diagrams")
        return self.game.diagram(setup, self.header["board"])

    def positions(self) -> list[AnyPosition]:
        """Return the start, and the position after each `play`."""
        found = [self.first_position()]
        for step in self.steps:
            if step.keyword == PLAY:
                found.append(play(found[-1], step.text))
        return found


def read_cases(text: str, games: Sequence[Game]) -> Iterator[Case]:
    """Parse cases; raise ValueError with the line number of a malformed line."""
    steps: list[Step] = []
    for step in [*_steps(text), Step(0, "---", "")]:
        if step.keyword != "---":
            steps.append(step)
        elif steps:
            yield _case(steps, games)
            steps = []


@cache
def cases_of(game_id: str) -> Sequence[Case]:
    """Load the cases of a game from its folder, file by file."""
    game = registry.game(game_id)
    family = [other for other in registry.games().values() if other.package == game.package]
    files = sorted((resources.files(game.package) / "cases").iterdir(), key=lambda file: file.name)
    found = [case for file in files for case in read_cases(file.read_text(encoding="utf-8"), family)]
    return [case for case in found if case.game.id == game.id]


def _case(steps: list[Step], games: Sequence[Game]) -> Case:
    if steps[0].keyword != "case":
        raise ValueError(f"line {steps[0].number}: a case begins with its name, `case: …`")
    header = {step.keyword: step.text for step in steps if step.keyword in HEADER}
    played = [step for step in steps[1:] if step.keyword not in HEADER]
    for step in played:
        if step.keyword not in KEYWORDS:
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
    """Join the indented lines that follow, dedented, with blank lines between them."""
    block: list[str] = []
    for line in lines:
        if line.strip() and not line.startswith((" ", "\t")):
            break
        block.append(line)
    return textwrap.dedent("\n".join(block)).strip("\n")
