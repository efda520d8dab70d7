"""Analyses: evaluate positions of games, one after the other."""

from __future__ import annotations

from functools import partial

from service.jobs import queues
from workers.jobs.opponents import GivingWay, do_quicker, run_analysis
from workers.search.review import review

NAME = queues.ANALYSES
EVERY = 3.0


def run() -> bool:
    """Analyse one position; turns of the computer can run before the next one."""
    return run_analysis(partial(review, clock=GivingWay(do_quicker)))
