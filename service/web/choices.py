"""Choosing a move, one action after the other, as a form shows it: GET requests that change nothing, up to one button.

The address holds all that was chosen: `chosen`, the actions so far, and `pick`, the next one, picked or typed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from werkzeug.datastructures import MultiDict

import rules
from rules import Sentence
from service.core.errors import Conflict
from service.models import Game
from service.play.moves import LegalActions, RuleRefused, legal_actions
from service.play.positions import position_of
from service.telling.offers import beginning_with, beginnings, shared_beginning
from service.telling.story import effects
from service.web.boards import Board, board, board_ahead
from service.web.form_errors import FormError, form_error_of

MANY = 40
"""From how many actions on a list to choose from is handier than a button for each."""
MAX_TYPED = 1000


@dataclass(frozen=True)
class Choice:
    """Where somebody stands in choosing a move."""

    board: Board
    legal: LegalActions
    effects: Sequence[Sentence]
    """What each action chosen does, as a phrase that follows the player's name."""
    typed: str = ""
    form_error: FormError | None = None
    begun: str = ""
    """The first words of the next action, where only those that go on from them are offered."""

    @property
    def chosen(self) -> str:
        """The actions chosen so far as one text."""
        return ", ".join(self.legal.played)

    @property
    def without_last(self) -> str:
        """The actions chosen so far but the last."""
        return ", ".join(self.legal.played[:-1])

    @property
    def is_whole(self) -> bool:
        """Whether what was chosen is a whole move."""
        return self.legal.complete

    @property
    def actions(self) -> Sequence[str]:
        """What may be chosen next."""
        return beginning_with(self.legal.actions, self.begun)

    @property
    def is_long(self) -> bool:
        """Whether there are too many actions for a button each."""
        return len(self.actions) > MANY

    @property
    def groups(self) -> list[tuple[str, list[str]]]:
        """What may be chosen next by the first words that tell it apart; by those it shares where these are many."""
        actions = self.actions
        firsts = beginnings(actions)
        if not firsts or len(firsts) == len(actions):
            return [(shared_beginning(actions), list(actions))]
        return [(words, beginning_with(actions, words)) for words in firsts]


def choose(game: Game, asked: MultiDict[str, str]) -> Choice:
    """Where the choice that a request asks for leads; a form error says why it leads nowhere new."""
    if _is_stale(game, asked):
        return begin(game, form_error_of(Conflict("stale-version")))
    chosen, pick = asked.get("chosen", ""), asked.get("pick", "").strip()[:MAX_TYPED]
    try:
        return _choice(game, legal_actions(game, _joined(chosen, pick)))
    except RuleRefused as refused:
        return _refused(game, chosen, pick, form_error_of(refused))


def begin(game: Game, form_error: FormError | None = None, typed: str = "") -> Choice:
    """The choice before anything is chosen."""
    return _choice(game, legal_actions(game), form_error, typed)


def _is_stale(game: Game, asked: MultiDict[str, str]) -> bool:
    named = asked.get("version", type=int)
    return named is not None and named != game.version


def _refused(game: Game, chosen: str, pick: str, form_error: FormError) -> Choice:
    try:
        choice = _choice(game, legal_actions(game, chosen), form_error, pick)
    except RuleRefused:
        return begin(game, form_error, _joined(chosen, pick))
    begun = replace(choice, form_error=None, typed="", begun=" ".join(pick.lower().split()))
    return begun if begun.actions else choice


def _choice(game: Game, legal: LegalActions, form_error: FormError | None = None, typed: str = "") -> Choice:
    shown = board_ahead(game, legal.position) if legal.played else board(game)
    ruleset = rules.game(game.ruleset)
    told = effects(ruleset, position_of(game), map(ruleset.parse_action, legal.played))
    return Choice(shown, legal, told, typed, form_error)


def _joined(*parts: str) -> str:
    return ", ".join(filter(None, parts))
