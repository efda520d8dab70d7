"""Forms to choose a move action by action: GET requests that change nothing until the last button.

The address holds the whole state: `chosen`, the actions so far, and `pick`, the next one, clicked or typed.
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
from service.language.catalogue import gettext, language
from service.language.errors import Conflict
from service.models import Game
from service.play.moves import LegalActions, RuleRefused, legal_actions
from service.play.positions import position_of
from service.presentation.offers import beginning_with, beginnings, move_in_words, shared_beginning
from service.presentation.story import effects
from service.web.boards import Board, board, board_between
from service.web.clickable_board import with_best, with_targets
from service.web.errors import FormError, form_error_of

MANY = 40
"""Number of actions from which a list is shown instead of buttons."""
MAX_TYPED = 1000
KEPT = 50
"""Cached boards and phrases per process; players look at their turn more than once."""
TOLD = 200
"""Maximum number of actions described in words; more would double the page's size."""


@dataclass(frozen=True)
class Choice:
    """The state of choosing a move."""

    ruleset: Ruleset
    drawn: Board
    """The board after the chosen actions."""
    legal: LegalActions
    effects: Sequence[Sentence]
    """What each chosen action does, as a phrase after the player's name."""
    typed: str = ""
    form_error: FormError | None = None
    begun: str = ""
    """First words of the next action; only actions that start with them are offered."""
    best: str = ""
    """The move of a hint, which the board marks."""

    @cached_property
    def board(self) -> Board:
        """The board with clickable targets for the next action."""
        svg = _clickable(self.drawn.svg, self.ruleset.id, self.legal.position, self.actions, language())
        return replace(self.drawn, svg=with_best(svg, self.best) if self.best else svg)

    @cached_property
    def tells(self) -> tuple[str, ...]:
        """What each possible next action would do, as a phrase; empty if there are more than `TOLD`."""
        if len(self.actions) > TOLD:
            return ()
        return _told(self.ruleset.id, self.legal.position, self.actions, language())

    def in_words(self, notation: str) -> str:
        """Label a move, an action or some words of one in the reader's language."""
        return move_in_words(self.ruleset, notation)

    @property
    def chosen(self) -> str:
        """The chosen actions, joined with commas."""
        return ", ".join(self.legal.played)

    @property
    def without_last(self) -> str:
        """The chosen actions without the last, joined with commas."""
        return ", ".join(self.legal.played[:-1])

    @property
    def is_untouched(self) -> bool:
        """Whether nothing is chosen yet and nothing was refused."""
        return not (self.legal.played or self.begun or self.form_error)

    @property
    def is_whole(self) -> bool:
        """Whether the chosen actions are a complete move."""
        return self.legal.complete

    @cached_property
    def actions(self) -> tuple[str, ...]:
        """The possible next actions."""
        return tuple(beginning_with(self.legal.actions, self.begun))

    @cached_property
    def is_long(self) -> bool:
        """Whether there are too many actions for buttons."""
        return len(self.actions) > MANY

    @cached_property
    def groups(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """The possible next actions, grouped by their distinct first words, or else by their shared words."""
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
    """The base of a choice: a game, or any position on which moves are tried out."""

    ruleset: Ruleset
    position: Callable[[], AnyPosition]
    board: Callable[[], Board]
    """The board before anything is chosen."""
    legal: Callable[[str], LegalActions]
    """Returns the legal continuations of a move's beginning, like `legal_actions`."""


def _ground_of(game: Game) -> Ground:
    """Use a game's current position as the base."""
    return Ground(
        rules.game(game.ruleset),
        position=lambda: position_of(game),
        board=lambda: board(game),
        legal=lambda after: legal_actions(game, after),
    )


def choose(game: Game, asked: MultiDict[str, str]) -> Choice:
    """Read the state of choosing from a request; its form error explains a refused action."""
    if asked.get("version", game.version, type=int) != game.version:
        return choose_again(game, asked, form_error_of(Conflict("stale-version")))
    return choose_on(_ground_of(game), asked)


def choose_again(game: Game, asked: MultiDict[str, str], form_error: FormError) -> Choice:
    """Return the state of choosing with what was chosen before the game changed, as far as it is still possible."""
    return replace(choose_on(_ground_of(game), asked), form_error=form_error)


def choose_on(ground: Ground, asked: MultiDict[str, str]) -> Choice:
    """Read the state of choosing from a request, on any base."""
    chosen, pick = asked.get("chosen", ""), asked.get("pick", "").strip()[:MAX_TYPED]
    try:
        return _choice(ground, ground.legal(_joined(chosen, pick)))
    except RuleRefused as refused:
        return _refused(ground, chosen, pick, form_error_of(refused))


def begin(game: Game, form_error: FormError | None = None, typed: str = "") -> Choice:
    """Return the state of choosing before anything is chosen."""
    return _begin(_ground_of(game), form_error, typed)


def _begin(ground: Ground, form_error: FormError | None, typed: str) -> Choice:
    return _with_whole_moves(_choice(ground, ground.legal(""), form_error, typed))


def _with_whole_moves(choice: Choice) -> Choice:
    """Add complete legal moves near the refused input to its form error, nearest first."""
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
