"""Retention periods of data about games other than their logs."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, exists
from sqlalchemy.orm import InstrumentedAttribute

from rules.prose import N_
from service.jobs.forgetting import drop, forgets, old
from service.models import SETTLED, Analysis, Game, KeptBranch, OpponentTurn, Report

AFTER_THE_END = timedelta(days=90)
"""Time from a game's end to the deletion of its working data; the moves are kept for good."""


def is_of_old_game(
    game_id: InstrumentedAttribute[str] | InstrumentedAttribute[str | None], before: datetime
) -> ColumnElement[bool]:
    """Return a condition: the game of that id was over by then."""
    return exists().where(Game.id == game_id, Game.finished_at <= before)


@forgets(AFTER_THE_END, N_("turns that the computer played in games that are over"))
def opponent_turns(before: datetime, limit: int) -> int:
    """Delete turns of the computer, once their game has been over for so long."""
    is_done = OpponentTurn.state.in_(SETTLED), OpponentTurn.due_at <= before
    return drop(OpponentTurn, old(OpponentTurn, limit, *is_done, is_of_old_game(OpponentTurn.game_id, before)))


@forgets(AFTER_THE_END, N_("analyses of games that are over"))
def analyses(before: datetime, limit: int) -> int:
    """Delete analyses, once their game has been over for so long; players can request them again."""
    is_done = Analysis.state.in_(SETTLED), Analysis.due_at <= before
    return drop(Analysis, old(Analysis, limit, *is_done, is_of_old_game(Analysis.game_id, before)))


@forgets(AFTER_THE_END, N_("saved lines of games that are over"))
def kept_branches(before: datetime, limit: int) -> int:
    """Delete saved branches, once their game has been over for so long."""
    return drop(KeptBranch, old(KeptBranch, limit, is_of_old_game(KeptBranch.game_id, before)))


@forgets(AFTER_THE_END, N_("reports of messages that are closed"))
def reports(before: datetime, limit: int) -> int:
    """Delete reports of messages, so long after the operator closed them."""
    return drop(Report, old(Report, limit, Report.closed_at <= before))
