"""Describe conditional moves on pages and in emails."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from rules import Game as Ruleset
from rules import Sentence
from rules.json_types import Json
from rules.prose import N_
from service.language.catalogue import gettext
from service.language.refusals import EXPLANATIONS
from service.play.planning.branches import Branch
from service.play.planning.grammar import written
from service.presentation.offers import move_in_words

WHY = {
    "unforeseen": N_("Your conditional moves ended: they have no answer to %(played)s."),
    "nothing-legal": N_("Your conditional moves ended: after %(played)s, none of them was legal."),
    "taken-back": N_("Your conditional moves ended: an earlier move was undone."),
}
"""Why conditional moves ended, by reason code."""
KEYWORDS = (N_("if"), N_("then"), N_("or"), N_("but"), N_("anything"))
"""Keywords of a plan as it is stored; their translations are among the words that `grammar` reads."""
_KEYWORD = re.compile(rf"\b(?:{'|'.join(KEYWORDS)})\b")


def plan_in_words(plan: str) -> str:
    """Return a plan, or a branch of one, with its keywords in the reader's language; its moves stay as written."""
    return _KEYWORD.sub(lambda word: gettext(word.group()), plan)


def branch_in_words(ruleset: Ruleset, branch: Branch) -> str:
    """Return a branch in the reader's language, its moves as labels."""
    return plan_in_words(written([_labelled(ruleset, branch)]))


def _labelled(ruleset: Ruleset, branch: Branch) -> Branch:
    return Branch(
        tuple(replace(turn, moves=tuple(move_in_words(ruleset, move) for move in turn.moves)) for turn in branch.when),
        tuple(move_in_words(ruleset, move) for move in branch.play),
        tuple(_labelled(ruleset, each) for each in branch.then),
    )


def end_in_words(ended: Mapping[str, str] | None) -> str:
    """Describe why conditional moves ended; empty if they did not."""
    if not ended:
        return ""
    why = WHY[ended["why"]]
    return gettext(why, played=ended["played"] or gettext("what happened"))


def refusal_in_words(code: str, details: Mapping[str, Json], sentence: Sentence | None = None) -> str:
    """Describe why conditional moves are refused: the rule, the branch, the offending move, and what to do instead."""
    refused = EXPLANATIONS[code]
    said = [gettext(refused.title), *([sentence.translated(gettext)] if sentence else [])]
    if "branch" in details:
        move = f"({details['move']})" if "move" in details else ""
        branch = " ".join(filter(None, [plan_in_words(str(details["branch"])), move]))
        said.append(gettext("The problem is here: %(branch)s.", branch=branch))
    if code == "bad-plan":
        said.append(gettext("We couldn't read this part: %(near)s.", near=str(details["near"])))
        said.append(gettext("Write: if their move then your move."))
    return " ".join(said)
