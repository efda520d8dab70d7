"""Choosing a move, one action after the other, as a form shows it: GET requests that change nothing, up to one button.

The address holds all that was chosen: `chosen`, the actions so far, and `pick`, the next one, picked or typed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

from markupsafe import Markup
from werkzeug.datastructures import MultiDict

import rules
from rules import AnyPosition, Sentence
from rules import Game as Ruleset
from rules.nearness import near_moves
from service.core.errors import Conflict
from service.core.language import gettext, language
from service.models import Game
from service.play.moves import LegalActions, RuleRefused, legal_actions
from service.play.positions import position_of
from service.telling.offers import beginning_with, beginnings, shared_beginning
from service.telling.story import effects
from service.web.boards import Board, board, board_between
from service.web.errors import FormError, form_error_of
from service.web.targets import Loupe, loupe_of, seen_through, with_targets

MANY = 40
"""From how many actions on a list to choose from is handier than a button for each."""
MAX_TYPED = 1000
RESULT = "result"
"""What has the focus after a move: the heading that says how things stand."""
KEPT = 50
"""Boards and phrases that a process remembers, each in a language: whoever is to move looks more than once."""
TOLD = 200
"""Up to so many actions are told in words, one by one; more would double the page, and their notation is plain."""


@dataclass(frozen=True)
class Choice:
    """Where somebody stands in choosing a move."""

    ruleset: Ruleset
    drawn: Board
    """The board as what was chosen leaves it."""
    legal: LegalActions
    effects: Sequence[Sentence]
    """What each action chosen does, as a phrase that follows the player's name."""
    typed: str = ""
    form_error: FormError | None = None
    begun: str = ""
    """The first words of the next action, where only those that go on from them are offered."""
    zoom: str = ""
    """The square that is looked at closely."""

    @cached_property
    def board(self) -> Board:
        """The board with what can be chosen next."""
        svg = _clickable(self.drawn.svg, self.ruleset.id, self.legal.position, self.actions, language())
        window = self.loupe.window(self.zoom) if self.loupe else None
        return replace(self.drawn, svg=seen_through(svg, window) if window else svg)

    @cached_property
    def loupe(self) -> Loupe | None:
        """How to look closely at the board; None where it has no squares."""
        return loupe_of(self.drawn.svg)

    @cached_property
    def is_close(self) -> bool:
        """Whether only a part of the board is seen."""
        return self.loupe is not None and self.zoom in self.loupe.squares

    @cached_property
    def tells(self) -> tuple[str, ...]:
        """What each action that may be chosen next would do, as a phrase; nothing if they are too many."""
        if len(self.actions) > TOLD:
            return ()
        return _told(self.ruleset.id, self.legal.position, self.actions, language())

    @property
    def chosen(self) -> str:
        """The actions chosen so far as one text."""
        return ", ".join(self.legal.played)

    @property
    def without_last(self) -> str:
        """The actions chosen so far but the last."""
        return ", ".join(self.legal.played[:-1])

    @property
    def is_untouched(self) -> bool:
        """Whether nothing was chosen yet, and nothing was refused."""
        return not (self.legal.played or self.begun or self.form_error)

    @property
    def is_whole(self) -> bool:
        """Whether what was chosen is a whole move."""
        return self.legal.complete

    @cached_property
    def actions(self) -> tuple[str, ...]:
        """What may be chosen next."""
        return tuple(beginning_with(self.legal.actions, self.begun))

    @cached_property
    def is_long(self) -> bool:
        """Whether there are too many actions for a button each."""
        return len(self.actions) > MANY

    @cached_property
    def groups(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """What may be chosen next by the first words that tell it apart; by those it shares where these are many."""
        actions = self.actions
        firsts = beginnings(actions)
        if not firsts or len(firsts) == len(actions):
            return ((shared_beginning(actions), actions),)
        return tuple((words, tuple(beginning_with(actions, words))) for words in firsts)


@lru_cache(maxsize=KEPT)
def _clickable(svg: Markup, ruleset: str, position: AnyPosition, actions: Sequence[str], _language: str) -> Markup:
    named = rules.game(ruleset).picture.labels(position)
    return with_targets(svg, actions, {word: label.translated(gettext) for word, label in named.items()})


@lru_cache(maxsize=KEPT)
def _told(ruleset: str, position: AnyPosition, actions: Sequence[str], _language: str) -> tuple[str, ...]:
    game = rules.game(ruleset)
    return tuple(game.tell(position, game.parse_action(action)).translated(gettext) for action in actions)


@dataclass(frozen=True)
class Ground:
    """What a move is chosen on: a game, or any position that something may be tried on."""

    ruleset: Ruleset
    position: Callable[[], AnyPosition]
    board: Callable[[], Board]
    """As it is before anything is chosen."""
    legal: Callable[[str], LegalActions]
    """What may follow the beginning of a move, as `legal_actions` says it."""


def _ground_of(game: Game) -> Ground:
    """A game as it stands."""
    return Ground(
        rules.game(game.ruleset),
        position=lambda: position_of(game),
        board=lambda: board(game),
        legal=lambda after: legal_actions(game, after),
    )


def choose(game: Game, asked: MultiDict[str, str]) -> Choice:
    """Where the choice that a request asks for leads; a form error says why it leads nowhere new."""
    if asked.get("version", game.version, type=int) != game.version:
        return begin(game, form_error_of(Conflict("stale-version")))
    return choose_on(_ground_of(game), asked)


def choose_on(ground: Ground, asked: MultiDict[str, str]) -> Choice:
    """The same on any ground."""
    chosen, pick = asked.get("chosen", ""), asked.get("pick", "").strip()[:MAX_TYPED]
    try:
        choice = _choice(ground, ground.legal(_joined(chosen, pick)))
    except RuleRefused as refused:
        choice = _refused(ground, chosen, pick, form_error_of(refused))
    return replace(choice, zoom=asked.get("zoom", "").strip().lower())


def begin(game: Game, form_error: FormError | None = None, typed: str = "") -> Choice:
    """The choice before anything is chosen."""
    return _begin(_ground_of(game), form_error, typed)


def _begin(ground: Ground, form_error: FormError | None, typed: str) -> Choice:
    return _with_whole_moves(_choice(ground, ground.legal(""), form_error, typed))


def _with_whole_moves(choice: Choice) -> Choice:
    """The choice with whole moves in place of what was refused, as they go on from it: the nearest to it first."""
    refused, legal = choice.form_error, choice.legal
    nearest = [near.move for near in near_moves(legal.position, choice.typed)] if refused and legal.actions else []
    return replace(choice, form_error=replace(refused, instead=nearest)) if refused and nearest else choice


def _refused(ground: Ground, chosen: str, pick: str, form_error: FormError) -> Choice:
    try:
        choice = _choice(ground, ground.legal(chosen), form_error, pick)
    except RuleRefused:
        return _begin(ground, form_error, _joined(chosen, pick))
    begun = replace(choice, form_error=None, typed="", begun=" ".join(pick.lower().split()))
    return begun if begun.actions else _with_whole_moves(choice)


def _choice(ground: Ground, legal: LegalActions, form_error: FormError | None = None, typed: str = "") -> Choice:
    ruleset = ground.ruleset
    if not legal.played:
        return Choice(ruleset, ground.board(), legal, [], typed, form_error)
    before = ground.position()
    told = effects(ruleset, before, map(ruleset.parse_action, legal.played))
    return Choice(ruleset, board_between(ruleset, legal.position, before), legal, told, typed, form_error)


def _joined(*parts: str) -> str:
    return ", ".join(filter(None, parts))
