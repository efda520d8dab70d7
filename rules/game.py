"""The interface of a game: a Position that is played on, and a Game that registers all that is known about it."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction
from functools import cache
from importlib import resources
from random import Random
from typing import Any, ClassVar, Generic, Protocol, Self, TypeAlias, TypedDict, TypeVar, cast

from rules.errors import BadSetup
from rules.json_types import Json
from rules.prose import Sentence, Translate
from rules.schema import ANY_OBJECT, Schema, one_of, record

Seat: TypeAlias = int
CHANCE = -1
"""What `current_player` says while dice are rolled."""
ENGLISH = "en"

A = TypeVar("A", bound=Hashable)


class Position(ABC, Generic[A]):
    """Everything that matters for what may happen next: immutable, hashable, equal when it is the same position.

    An action is any immutable, hashable value whose `str` is its canonical notation. Seats count from 0.
    """

    __slots__ = ()

    is_stopped: ClassVar[bool] = False
    """Whether it is shown as it stood when the game ended before its end (see `rules.stopped`)."""
    nothing_left: ClassVar[Mapping[str, object]] = {}
    """What else of such a position is looked at for what may be done, each with what says nothing."""

    @property
    def mid_turn(self) -> bool:
        """Whether the seat to act has begun a turn that it must finish in the same move."""
        return False

    @staticmethod
    @abstractmethod
    def parse_action(text: str) -> A:
        """The action that `text` writes, chance outcomes included, read without the position; or BadNotation."""

    @abstractmethod
    def current_player(self) -> Seat | None:
        """The seat to act, CHANCE, or None once the game is over."""

    @abstractmethod
    def legal_actions(self) -> Sequence[A]:
        """What the seat to act may do, in a fixed order, no duplicates, no dead ends; empty unless a seat is to act."""

    def chance_outcomes(self) -> Sequence[tuple[A, Fraction]]:
        """Each outcome once with its exact probability when it is CHANCE's turn, otherwise nothing."""
        return ()

    @abstractmethod
    def apply(self, action: A) -> Self:
        """The position after a legal action or a possible outcome; unchecked and fast."""

    @abstractmethod
    def refusal(self, action: A) -> str | None:
        """The code of the rule that an action of the seat to act breaks here, or None if it is legal.

        Called only while a seat is to act; an outcome of chance is refused as `chance-only`.
        """

    @abstractmethod
    def scores(self) -> Sequence[int]:
        """Points by seat, as the game's page defines them at any time."""

    @abstractmethod
    def winners(self) -> Sequence[Seat]:
        """The seats that have won, ascending; empty while the game runs or where nobody wins."""

    @abstractmethod
    def to_json(self) -> dict[str, Json]:
        """The position as a JSON object for client authors."""


AnyPosition: TypeAlias = Position[Any]


class Picture(Protocol):
    """`picture.py` of a game. `before` is an earlier position: what has changed since then is marked.

    Words are put into the reader's language by `translate`; those of the notation stay as a player writes them.
    """

    def svg(self, position: Any, before: Any = None, translate: Translate = str) -> str:
        """A well-formed SVG document with title and desc; what can be clicked carries `data-word` (see `canvas`)."""

    def text(self, position: Any, before: Any = None, translate: Translate = str) -> str:
        """The board in text of at most 72 columns."""

    def describe(self, position: Any) -> Sequence[Sentence]:
        """The board in sentences, for someone who hears it read."""

    def labels(self, position: Any) -> Mapping[str, Sentence]:
        """What each thing that can be clicked is or holds, by its word: "roof of A", "empty"."""


class Tactics(Protocol):
    """`tactics.py` of a game: what a good player looks at. The search knows nothing else about a game."""

    def candidates(self, position: Any) -> Sequence[tuple[Any, float]]:
        """Actions worth a thought, best first, with a prior strength > 0 (any scale); some while a seat is to act."""

    def estimate(self, position: Any) -> Sequence[float]:
        """How well each seat stands, from 0 to 1, as that seat wants to maximise it; exact once the game is over.

        Where one side wins, this is the chance of winning (a shared win shares the 1).
        """


class Tell(Protocol):
    """`messages.tell` of a game."""

    def __call__(self, before: Any, action: Any) -> Sentence:
        """What `action` does in `before`, as a phrase that follows the name of who did it: "places 16 on max-15"."""


@dataclass(frozen=True)
class Match:
    """How matches of a game go: two games with seats exchanged, and the higher total of scores wins."""

    SEATS: ClassVar[int] = 2

    same_layout: bool = False
    """Whether the second game is played on the layout of the first."""
    decider: bool = False
    """Whether equal totals lead to a third game, the first move drawn, whose own winner wins; else they are a draw."""
    usual: bool = False
    """Whether a match is the usual form of the game, and a single game the exception."""


Layout: TypeAlias = Mapping[str, Any]
"""What a game is played on, as its `check_layout` has found it in order; no other game knows its members."""


class Setup(TypedDict):
    """Which game, for how many seats, the value of each option, and the layout."""

    game: str
    players: int
    options: dict[str, str]
    layout: Layout


@dataclass(frozen=True)
class Option:
    """One choice that a table makes before the game: its values, the first being the default, and what each means."""

    label: str
    values: Mapping[str, str]
    """Value → what it means, for people."""
    later: bool = False
    """Whether the game was played before there was this choice, so that there are setups that do not name it."""

    def is_written(self, value: str) -> bool:
        """Whether a setup names the value: of a later option not the default, so that programs of before read it."""
        return not (self.later and value == self.default)

    @property
    def default(self) -> str:
        """The value taken when a setup does not name one."""
        return next(iter(self.values))


def no_layout(players: int, options: Mapping[str, str], rng: Random) -> dict[str, Json]:
    """The layout of a game that has nothing random before its first action."""
    return {}


def check_no_layout(players: int, options: Mapping[str, str], layout: Mapping[str, Json]) -> None:
    """BadSetup unless the layout is empty."""
    for name in layout:
        raise BadSetup("bad-layout", name)


@dataclass(frozen=True)
class Game:
    """A game and all that is known of it. Each folder under `rules/games/` registers its own in `GAMES`."""

    id: str
    name: str
    designer: str
    summary: str
    """One sentence for someone who chooses a game."""
    rights: str
    """What the rule sheet says about rights, and thanks to whoever is owed them."""
    package: str
    """The folder as a dotted name: `guide.md` (or `guide-<id>.md`), guides in other languages, and `cases/`."""
    players: Sequence[int]
    """The numbers of seats that it can be played with, ascending."""
    start: Callable[[Setup], AnyPosition]
    """The first position of a valid setup."""
    position: type[AnyPosition]
    picture: Picture
    tactics: Tactics
    messages: Mapping[str, str]
    tell: Tell
    options: Mapping[str, Option] = field(default_factory=dict)
    new_layout: Callable[[int, Mapping[str, str], Random], dict[str, Json]] = no_layout
    check_layout: Callable[[int, Mapping[str, str], Mapping[str, Json]], None] = check_no_layout
    diagram: Callable[[Setup, str], AnyPosition] | None = None
    """A position from a diagram in text, for cases, puzzles and analysis; None where it has no such notation."""
    sides: Sequence[str] = ()
    """What each seat plays, by seat, where they play something different; empty where all do the same."""
    cooperative: bool = False
    """Whether all seats win or fail together."""
    knows_draws: bool = False
    """Whether by its rules several who play against each other can win together, so that they may agree on that."""
    position_schema: Schema = field(default_factory=lambda: ANY_OBJECT)
    """What `to_json` of a position gives, and what `layout` of a setup holds, for client authors (see `schema`)."""
    layout_schema: Schema | None = None
    night: Mapping[str, str] = field(default_factory=dict)
    """What colours of its own the picture has on a dark screen; the shared ones are in `canvas.NIGHT`."""
    actions: Sequence[Any] = ()
    """All that a seat can ever be allowed, each once, in an order that stays: for programs that number actions."""
    outcomes: Sequence[Any] = ()
    """The same of chance."""
    counts_at_end: bool = False
    """Whether there are no points before the end."""
    match: Match = Match()
    """How matches of it go, where two can play it against each other."""
    daily: Callable[[date], dict[str, Json]] | None = None
    """The layout of the puzzle of a day, the same for everybody; None where there is no such puzzle."""
    version: str = "1"
    """The version of these rules; a running game keeps the one that it began with."""

    @property
    def setup_schema(self) -> Schema:
        """What a written setup looks like."""
        options = record(**{name: one_of(option.values) for name, option in self.options.items()})
        return record(
            game={"const": self.id, "type": "string"},
            players=one_of(self.players),
            options=options | {"required": [name for name, option in self.options.items() if not option.later]},
            layout=self.layout_schema or (record() if self.new_layout is no_layout else ANY_OBJECT),
        )

    @property
    def has_matches(self) -> bool:
        """Whether two can play it against each other, and so exchange their seats."""
        return Match.SEATS in self.players and not self.cooperative

    def new_setup(
        self,
        players: int,
        options: Mapping[str, str] | None = None,
        rng: Random | None = None,
        layout: Layout | None = None,
    ) -> Setup:
        """A complete, checked setup: options filled in, and the layout given or else drawn with `rng`; or BadSetup."""
        chosen = self._complete_options({} if options is None else options)
        self._check_players(players)
        drawn: Layout = layout if layout is not None else self.new_layout(players, chosen, rng or Random())
        setup: Setup = {"game": self.id, "players": players, "options": chosen, "layout": drawn}
        self.completed(setup)
        return setup

    def completed(self, setup: object) -> Setup:
        """The setup with its default for each missing option; BadSetup, naming what is wrong, if no game can begin."""
        setup = _object(setup, "setup")
        for name in ("game", "players", "options", "layout"):
            if name not in setup:
                raise BadSetup("missing-key", name)
        for name in setup:
            if name not in ("game", "players", "options", "layout"):
                raise BadSetup("unknown-key", str(name))
        if setup["game"] != self.id:
            raise BadSetup("wrong-game", self.id)
        self._check_players(setup["players"])
        options = self._complete_options(setup["options"])
        self.check_layout(setup["players"], options, _object(setup["layout"], "layout"))
        return cast("Setup", {**setup, "options": options})

    def initial_position(self, setup: object) -> AnyPosition:
        """The position before the first action, or BadSetup."""
        return self.start(self.completed(setup))

    def parse_action(self, text: str) -> Any:  # each game has its own type of action
        """The action that `text` writes, or BadNotation."""
        return self.position.parse_action(text)

    @property
    def guide(self) -> str:
        """How to play and how to write a move, in Markdown and in English."""
        return self.guide_in(ENGLISH)

    def guide_in(self, language: str, kind: str = "guide") -> str:
        """The guide, or the `lesson` or `example`, in Markdown; empty if there is none.

        In that language (BCP 47), or in the one that it is a kind of; else in English.
        """
        found, parts = guides(self.package, self.id, kind), language.split("-")
        kinds = ("-".join(parts[:count]) for count in range(len(parts), 0, -1))
        return next((found[kind] for kind in kinds if kind in found), found.get(ENGLISH, ""))

    def _check_players(self, players: object) -> None:
        if type(players) is not int or players not in self.players:
            raise BadSetup("wrong-players", "players")

    def _complete_options(self, wished: object) -> dict[str, str]:
        options = _object(wished, "options")
        for name, value in options.items():
            if name not in self.options:
                raise BadSetup("unknown-option", str(name))
            if not isinstance(value, str) or value not in self.options[name].values:
                raise BadSetup("bad-option", name)
        chosen = {name: options.get(name, option.default) for name, option in self.options.items()}
        return {name: value for name, value in chosen.items() if self.options[name].is_written(value)}


@cache
def guides(package: str, game_id: str, kind: str = "guide") -> Mapping[str, str]:
    """By language (BCP 47) what stands in `guide-<id>.md` and `guide-<id>.<language>.md`; else without an id."""
    files = {file.name: file for file in resources.files(package).iterdir()}
    stem = f"{kind}-{game_id}" if f"{kind}-{game_id}.md" in files else kind
    named = {name: re.fullmatch(rf"{stem}(?:\.([\w-]+))?\.md", name) for name in files}
    return {match[1] or ENGLISH: files[name].read_text(encoding="utf-8") for name, match in named.items() if match}


def _object(value: object, name: str) -> Mapping[str, Any]:
    """The value, which somebody has sent, as a JSON object; or BadSetup."""
    if not isinstance(value, Mapping):
        raise BadSetup("not-an-object", name)
    return value
