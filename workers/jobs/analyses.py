"""Analyses: positions of games that somebody wants to learn from, thought over in their turn."""

from __future__ import annotations

from functools import partial

from service.work import queues
from workers.jobs.opponents import GivingWay, do_quicker, run_analysis
from workers.search.review import review

NAME = queues.ANALYSES
EVERY = 3.0


def run() -> bool:
    """Look at one position; the computer's turns get their chance before the next."""
    return run_analysis(partial(review, clock=GivingWay(do_quicker)))
