"""Whoever thinks for the computer: with a queue of their own, and fairly to all that wait."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest

from rules import AnyPosition
from rules.game import Tactics
from service.db.engines import session
from service.jobs.queues import ANALYSES, NOTICES, OPPONENTS, QUEUES, USUAL
from service.models import Game
from service.play.positions import log_of
from tests.service.conftest import FakeClock
from tests.service.tables import person
from tests.workers.computers import computer_to_move
from workers.jobs import opponents
from workers.procfile import PROCFILE, read_procfile


def queues_of(command: str) -> list[str]:
    """Return the queues of a Procfile worker."""
    named = re.search(r"--queues (\S+)", command)
    return named[1].split(",") if named else [USUAL["queue"]]


def test_no_mail_and_no_deadline_waits_in_the_queue_or_in_the_processes_that_think() -> None:
    taken = {each.name: queues_of(each.command) for each in read_procfile(PROCFILE) if " worker " in each.command}
    thoughts = QUEUES[OPPONENTS]["queue"]
    assert taken["thinkers"] == [thoughts]
    assert [name for name, queues in taken.items() if thoughts in queues] == ["thinkers"]
    assert {task for task, route in QUEUES.items() if route["queue"] == thoughts} == {OPPONENTS, ANALYSES}
    assert taken["mails"] == [QUEUES[NOTICES]["queue"]] != taken["worker"]


@pytest.mark.usefixtures("app")
def test_turns_are_shared_fairly_between_games_and_several_computers_go_on_without_a_person(clock: FakeClock) -> None:
    """Of five games with two computers each, all have had their first turn before any has its second."""
    games = []
    for number in range(5):
        games.append(computer_to_move(person(f"ada{number}"), 1, 1))
        clock.advance(seconds=1)

    def place(position: AnyPosition, tactics: Tactics, level: int, rng: Random) -> list[Any]:
        clock.advance(seconds=1)
        return [next(action for action in position.legal_actions() if str(action).startswith("place"))]

    turns = []
    while opponents.run_turn(place):
        turns.append({game: turns_in(game) for game in games})

    assert [max(each.values()) - min(each.values()) for each in turns] == [1, 1, 1, 1, 0, 1, 1, 1, 1, 0]
    assert [session().get_one(Game, game).to_move for game in games] == [2] * 5


def turns_in(game: str) -> int:
    """How many turns the computers of a game have played."""
    session().rollback()
    return sum(entry.action.startswith("place") for entry in log_of(session().get_one(Game, game)))
