"""A thief of the backup gets nothing: no string in the database opens a door, whenever the backup was made."""

from __future__ import annotations

import random
from collections import Counter, defaultdict

import pytest
from flask import Flask
from sqlalchemy import select

from service.db.engines import session
from service.models import BrowserSession, Envelope, InboundMail, Notice, Outcome, WorkState
from tests.backup.doors import PATHS, doors, opened, through_the_routes
from tests.backup.evening import Evening, have_programs, leave_things_lying, play_whole_games
from tests.backup.loot import files, strings, values
from tests.figures import Figures
from tests.service.conftest import FakeClock

SAMPLE = 100


@pytest.fixture
def evening(app: Flask, clock: FakeClock) -> Evening:
    return Evening(app, clock)


def loot() -> dict[str, set[str]]:
    """Return every string of a backup made now, with its places."""
    session().rollback()
    found: defaultdict[str, set[str]] = defaultdict(set)
    for place, value in [*values(), *files()]:
        for each in strings(value):
            found[each].add(place)
    return found


def try_all(app: Flask, figures: Figures) -> None:
    """Try every string of the backup at every door, and some of them through the routes."""
    found = loot()
    accepted = Counter((door, place) for door, secret in opened(found) for place in found[secret])
    chosen = random.Random(7).sample(sorted(found), SAMPLE)
    let_in = [door for secret in chosen for door in through_the_routes(app, secret)]
    figures("strings of a backup", tried=len(found), accepted=accepted.total())
    figures("strings of a backup, through the routes", tried=SAMPLE, accepted=len(let_in))
    assert {"ada@example.net", *session().scalars(select(BrowserSession.hash))} <= found.keys()
    assert (accepted, let_in) == (Counter(), [])


def test_a_backup_made_in_mid_play_opens_nothing(app: Flask, evening: Evening, figures: Figures) -> None:
    have_programs(evening)
    leave_things_lying(evening)
    assert {WorkState.QUEUED, WorkState.DONE} <= set(session().scalars(select(Notice.state)))
    assert {WorkState.QUEUED, WorkState.DONE} <= set(session().scalars(select(Envelope.state)))
    assert {None, Outcome.HELD, Outcome.KEPT, Outcome.ANSWERED} <= set(session().scalars(select(InboundMail.outcome)))
    try_all(app, figures)


def test_a_backup_made_when_all_is_over_opens_nothing(app: Flask, evening: Evening, figures: Figures) -> None:
    play_whole_games(evening)
    have_programs(evening)
    leave_things_lying(evening)
    evening.clock.advance(minutes=1)
    for _ in range(3):
        evening.read()
        evening.send()
    assert WorkState.QUEUED not in set(session().scalars(select(Envelope.state)))
    try_all(app, figures)


def test_what_people_have_got_opens_every_door(app: Flask, evening: Evening) -> None:
    have_programs(evening)
    leave_things_lying(evening)
    evening.send()
    letters = [letter.raw for letter in evening.post.letters]
    had = {each for value in [*evening.seen, *letters] for each in strings(value)}
    keys = list(opened(had))
    assert {door for door, _ in keys} == set(doors())
    by_route = {door for _, secret in keys for door in through_the_routes(app, secret)}
    assert by_route == {f"/{path}/" for path in PATHS} | {"API token", "session"}
