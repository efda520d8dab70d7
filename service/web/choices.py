"""Choosing a move, one action after the other, as a form shows it: GET requests that change nothing, up to one button.

The address holds all that was chosen: `chosen`, the actions so far, and `pick`, the next one, picked or typed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from werkzeug.datastructures import MultiDict

import rules
from rules import Sentence
from service.actions.moves import LegalActions, RuleRefused, legal_actions
from service.actions.positions import position_of
from service.errors import Conflict
from service.models import Game
from service.web.boards import Board, board, board_ahead
from service.web.objections import Objection, objection_to

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
    objection: Objection | None = None

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
    def is_long(self) -> bool:
        """Whether there are too many actions for a button each."""
        return len(self.legal.actions) > MANY

    @property
    def groups(self) -> list[tuple[str, list[str]]]:
        """The legal actions by their first word."""
        ordered = sorted(self.legal.actions, key=_first_word)
        return [(word, list(actions)) for word, actions in groupby(ordered, key=_first_word)]


def choose(game: Game, asked: MultiDict[str, str]) -> Choice:
    """Where the choice that a request asks for leads; an objection says why it leads nowhere new."""
    if _is_stale(game, asked):
        return begin(game, objection_to(Conflict("stale-version")))
    chosen, pick = asked.get("chosen", ""), asked.get("pick", "").strip()[:MAX_TYPED]
    try:
        return _choice(game, legal_actions(game, _joined(chosen, pick)))
    except RuleRefused as refused:
        return _refused(game, chosen, pick, objection_to(refused))


def begin(game: Game, objection: Objection | None = None, typed: str = "") -> Choice:
    """The choice before anything is chosen."""
    return _choice(game, legal_actions(game), objection, typed)


def _is_stale(game: Game, asked: MultiDict[str, str]) -> bool:
    named = asked.get("version", type=int)
    return named is not None and named != game.version


def _refused(game: Game, chosen: str, pick: str, objection: Objection) -> Choice:
    try:
        return _choice(game, legal_actions(game, chosen), objection, pick)
    except RuleRefused:
        return begin(game, objection, _joined(chosen, pick))


def _choice(game: Game, legal: LegalActions, objection: Objection | None = None, typed: str = "") -> Choice:
    shown = board_ahead(game, legal.position) if legal.played else board(game)
    return Choice(shown, legal, _effects(game, legal), typed, objection)


def _effects(game: Game, legal: LegalActions) -> list[Sentence]:
    ruleset, position = rules.game(game.ruleset), position_of(game)
    told = []
    for text in legal.played:
        action = ruleset.parse_action(text)
        told.append(ruleset.tell(position, action))
        position = position.apply(action)
    return told


def _joined(*parts: str) -> str:
    return ", ".join(filter(None, parts))


def _first_word(action: str) -> str:
    return action.split(" ", 1)[0]
