"""Interface of a game: an immutable Position, and a Game that registers everything known about it."""

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
from typing import Any, ClassVar, Generic, NamedTuple, Protocol, Self, TypeAlias, TypedDict, TypeVar, cast

from rules.errors import BadSetup
from rules.json_types import Json
from rules.prose import Sentence, Translate, as_written
from rules.schema import ANY_OBJECT, Schema, one_of, record

Seat: TypeAlias = int
CHANCE = -1
"""Result of `current_player` while dice are rolled."""
ENGLISH = "en"

A = TypeVar("A", bound=Hashable)


class Position(ABC, Generic[A]):
    """Everything that determines how the game can go on: immutable, hashable, equal for equal positions.

    An action is any immutable, hashable value whose `str` is its canonical notation. Seats count from 0.
    """

    __slots__ = ()

    is_stopped: ClassVar[bool] = False
    """Whether this shows the position of a game that ended early (see `rules.stopped`)."""
    nothing_left: ClassVar[Mapping[str, object]] = {}
    """Attributes that hold the legal actions, each with its value in a stopped position, where there are none."""

    @property
    def mid_turn(self) -> bool:
        """Return whether the seat to act has begun a turn that it must finish in the same move."""
        return False

    @staticmethod
    @abstractmethod
    def parse_action(text: str) -> A:
        """Parse an action or chance outcome without the position; raise BadNotation."""

    @abstractmethod
    def current_player(self) -> Seat | None:
        """Return the seat to act, CHANCE, or None once the game is over."""

    @abstractmethod
    def legal_actions(self) -> Sequence[A]:
        """List the legal actions of the seat to act, in a fixed order, without duplicates or dead ends.

        Empty unless a seat is to act.
        """

    def chance_outcomes(self) -> Sequence[tuple[A, Fraction]]:
        """List the chance outcomes, each once with its exact probability; empty unless it is CHANCE's turn."""
        return ()

    @abstractmethod
    def apply(self, action: A) -> Self:
        """Return the position after a legal action or a possible outcome; unchecked and fast."""

    @abstractmethod
    def refusal(self, action: A) -> str | None:
        """Return the code of the rule that an action breaks here, or None if it is legal.

        Called only while a seat is to act; an outcome of chance is refused as `chance-only`.
        """

    @abstractmethod
    def scores(self) -> Sequence[int]:
        """Return the points by seat, as the game's page defines them at any time."""

    @abstractmethod
    def winners(self) -> Sequence[Seat]:
        """Return the seats that have won, ascending; empty while the game runs or if nobody wins."""

    @abstractmethod
    def to_json(self) -> dict[str, Json]:
        """Serialize the position as a JSON object for client authors."""


AnyPosition: TypeAlias = Position[Any]


class Picture(Protocol):
    """Interface of a game's `picture.py`. Changes since the earlier position `before` are marked.

    `translate` translates words into the reader's language; names of squares and sectors stay as a player writes them.
    """

    def svg(self, position: Any, before: Any = None, translate: Translate = str) -> str:
        """Render a well-formed SVG document with title and desc.

        Clickable elements carry `data-word` (see `canvas`).
        """

    def text(self, position: Any, before: Any = None, translate: Translate = str) -> str:
        """Render the board as text of at most 72 columns."""

    def describe(self, position: Any) -> Sequence[Sentence]:
        """Describe the board in sentences for screen readers."""

    def labels(self, position: Any) -> Mapping[str, Sentence]:
        """Map each clickable word to a label of what is there: "roof of A", "empty"."""


class Tactics(Protocol):
    """Interface of a game's `tactics.py`: candidate moves and an evaluation.

    The search knows nothing else of a game.
    """

    def candidates(self, position: Any) -> Sequence[tuple[Any, float]]:
        """List actions worth searching, best first, with a prior > 0 on any scale; not empty while a seat is to act."""

    def estimate(self, position: Any) -> Sequence[float]:
        """Evaluate the position for each seat from 0 to 1, which that seat maximises; exact once the game is over.

        Where one side wins, this is the chance of winning (a shared win shares the 1).
        """


class Tell(Protocol):
    """Interface of a game's `messages.tell`."""

    def __call__(self, before: Any, action: Any) -> Sentence:
        """Describe an action in `before` as a phrase that follows the player's name: "places 16 on max-15"."""


class Reason(NamedTuple):
    """Why seats have points, or what a part of the board means for them."""

    places: Sequence[str]
    """Clickable words; a bare letter or number stands for a column or row. Empty for a remark on the whole board."""
    told: Sentence
    points: Sequence[int] = ()
    """Points by seat; those of all reasons add up to the scores. Empty for a mere remark."""


def nothing_explained(position: AnyPosition) -> Sequence[Reason]:
    """Return no reasons, for games whose points need no explanation."""
    return ()


@dataclass(frozen=True)
class Match:
    """Format of a match: two games with seats exchanged; the higher total of scores wins."""

    SEATS: ClassVar[int] = 2

    same_layout: bool = False
    """Whether the second game uses the layout of the first."""
    decider: bool = False
    """Whether equal totals lead to a third game; else the match is a draw.

    Its first move is drawn by lot, and its winner wins the match.
    """
    usual: bool = False
    """Whether a match is the usual form, and a single game the exception."""


Layout: TypeAlias = Mapping[str, Any]
"""Random part of a setup, already validated by `check_layout`; only its own game knows the members."""


class Setup(TypedDict):
    """Ruleset, number of seats, value of each option, and layout."""

    game: str
    players: int
    options: dict[str, str]
    layout: Layout


@dataclass(frozen=True)
class Option:
    """One option of a setup: its values, the default first, each with its meaning."""

    label: str
    values: Mapping[str, str]
    """Value → meaning for people."""
    later: bool = False
    """Whether the option is newer than the game, so older setups lack it."""

    def is_written(self, value: str) -> bool:
        """Return whether a setup names the value.

        It omits the default of a later option, so that older programs can read it.
        """
        return not (self.later and value == self.default)

    @property
    def default(self) -> str:
        """Return the value of a setup that names none."""
        return next(iter(self.values))


def no_layout(players: int, options: Mapping[str, str], rng: Random) -> dict[str, Json]:
    """Return an empty layout, for games with nothing random before the first action."""
    return {}


def check_no_layout(players: int, options: Mapping[str, str], layout: Mapping[str, Json]) -> None:
    """Validate that the layout is empty; raise BadSetup."""
    for name in layout:
        raise BadSetup("bad-layout", name)


@dataclass(frozen=True)
class Game:
    """A game and everything known about it. Each folder under `rules/games/` registers its own in `GAMES`."""

    id: str
    name: str
    designer: str
    summary: str
    """One sentence to help choose a game."""
    rights: str
    """Statement of the rule sheet on rights, with acknowledgements."""
    package: str
    """Dotted name of the folder that holds `guide.md` (or `guide-<id>.md`), translated guides, and `cases/`."""
    players: Sequence[int]
    """Possible numbers of seats, ascending."""
    start: Callable[[Setup], AnyPosition]
    """Return the first position of a valid setup."""
    position: type[AnyPosition]
    picture: Picture
    tactics: Tactics
    messages: Mapping[str, str]
    tell: Tell
    in_words: Callable[[str], Sentence] = as_written
    """Label an action, or some of its words, for a button: "Sun on c4" for `sun c4`, "Sun" for `sun`.

    The default suits a notation of squares alone.
    """
    explained: Callable[[Any], Sequence[Reason]] = nothing_explained
    """Explain the points of a position, place by place, in sentences of its description."""
    options: Mapping[str, Option] = field(default_factory=dict)
    new_layout: Callable[[int, Mapping[str, str], Random], dict[str, Json]] = no_layout
    check_layout: Callable[[int, Mapping[str, str], Mapping[str, Json]], None] = check_no_layout
    diagram: Callable[[Setup, str], AnyPosition] | None = None
    """Parse a position from a text diagram, for cases, puzzles and analysis; None without such a notation."""
    sides: Sequence[str] = ()
    """Names of the sides by seat; empty where all play the same."""
    cooperative: bool = False
    """Whether all seats win or fail together."""
    knows_draws: bool = False
    """Whether several opponents can win together by the rules, and so may agree on a draw."""
    position_schema: Schema = field(default_factory=lambda: ANY_OBJECT)
    """JSON schemas of a position's `to_json` and of a setup's `layout`, for client authors (see `schema`)."""
    layout_schema: Schema | None = None
    night: Mapping[str, str] = field(default_factory=dict)
    """Dark-mode colours of the game's own; the shared ones are in `canvas.NIGHT`."""
    actions: Sequence[Any] = ()
    """All actions that can ever be legal, each once, in a stable order, for programs that number them."""
    outcomes: Sequence[Any] = ()
    """All chance outcomes, likewise."""
    counts_at_end: bool = False
    """Whether points are counted only at the end."""
    match: Match = Match()
    """Format of a match, if two can play against each other."""
    daily: Callable[[date], dict[str, Json]] | None = None
    """Return the layout of a day's puzzle, equal for everybody; None where there is no daily puzzle."""
    version: str = "1"
    """Version of the rules; a running game keeps the version it began with."""

    @property
    def setup_schema(self) -> Schema:
        """Return the JSON schema of a setup."""
        options = record(**{name: one_of(option.values) for name, option in self.options.items()})
        return record(
            game={"const": self.id, "type": "string"},
            players=one_of(self.players),
            options=options | {"required": [name for name, option in self.options.items() if not option.later]},
            layout=self.layout_schema or (record() if self.new_layout is no_layout else ANY_OBJECT),
        )

    @property
    def has_matches(self) -> bool:
        """Return whether two can play against each other, and so exchange seats."""
        return Match.SEATS in self.players and not self.cooperative

    def new_setup(
        self,
        players: int,
        options: Mapping[str, str] | None = None,
        rng: Random | None = None,
        layout: Layout | None = None,
    ) -> Setup:
        """Create a complete, validated setup; raise BadSetup.

        Options get their defaults. The layout is the given one, or else drawn with `rng`.
        """
        chosen = self._complete_options({} if options is None else options)
        self._check_players(players)
        drawn: Layout = layout if layout is not None else self.new_layout(players, chosen, rng or Random())
        setup: Setup = {"game": self.id, "players": players, "options": chosen, "layout": drawn}
        self.completed(setup)
        return setup

    def completed(self, setup: object) -> Setup:
        """Validate a setup and fill in default options; raise BadSetup that names the faulty key or option."""
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
        """Return the position before the first action; raise BadSetup."""
        return self.start(self.completed(setup))

    def parse_action(self, text: str) -> Any:  # each game has its own type of action
        """Parse an action; raise BadNotation."""
        return self.position.parse_action(text)

    @property
    def guide(self) -> str:
        """Return the English guide in Markdown: how to play and how to write a move."""
        return self.guide_in(ENGLISH)

    def guide_in(self, language: str, kind: str = "guide") -> str:
        """Return the guide, `lesson` or `example` in Markdown; empty if there is none.

        Falls back from the language (BCP 47) to its parent languages, then to English.
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
    """Read `<kind>-<id>.md` and its translations by language (BCP 47); without such a file, `<kind>.md` and its own."""
    files = {file.name: file for file in resources.files(package).iterdir()}
    stem = f"{kind}-{game_id}" if f"{kind}-{game_id}.md" in files else kind
    named = {name: re.fullmatch(rf"{stem}(?:\.([\w-]+))?\.md", name) for name in files}
    return {match[1] or ENGLISH: files[name].read_text(encoding="utf-8") for name, match in named.items() if match}


def _object(value: object, name: str) -> Mapping[str, Any]:
    """Return an untrusted value as a JSON object; raise BadSetup."""
    if not isinstance(value, Mapping):
        raise BadSetup("not-an-object", name)
    return value
