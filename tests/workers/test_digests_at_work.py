"""Digests in workers: sent once, handed to another worker, and only with what is still true."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from flask import Flask
from sqlalchemy import event

from service.db.engines import db, transaction
from service.models import Game, Notice, WorkState
from service.notifications.digests import claim_notices, is_to_be_sent
from tests.service.conftest import FakeClock
from tests.service.tables import person, table
from tests.workers.busy_player import drain, post, states, tables, to_ada, turn_links
from tests.workers.post import Post
from workers.jobs.notices import seal_due, send_due

__all__ = ["post"]

pytestmark = pytest.mark.usefixtures("app")


def test_two_workers_at_once_tell_each_turn_once(app: Flask, clock: FakeClock, post: Post) -> None:
    tables(8)
    clock.advance(minutes=10)
    together = Barrier(2)

    def worker() -> None:
        with app.app_context():
            together.wait()
            drain(clock, post)

    with ThreadPoolExecutor(2) as pool:
        for future in [pool.submit(worker) for _ in range(2)]:
            future.result()
    drain(clock, post)
    told = [link for mail in to_ada(post) for link in turn_links(mail)]
    assert len(told) == len(set(told)) == 8


def statements_of_a_claim(clock: FakeClock) -> int:
    """How many statements it takes to claim the next notice."""
    told: list[object] = []

    def note(*statement: object) -> None:
        told.append(statement[2])

    event.listen(db.engine, "before_cursor_execute", note)
    try:
        assert len(claim_notices(clock(), limit=1)) == 1
    finally:
        event.remove(db.engine, "before_cursor_execute", note)
    return len(told)


def test_a_mail_costs_the_same_however_many_wait_behind_it(clock: FakeClock, post: Post) -> None:
    games = [table(f"ada{number}", f"bob{number}") for number in range(2) for _ in range(2)]
    clock.advance(minutes=10)
    few = statements_of_a_claim(clock)
    games += [table(f"eve{number}", f"dan{number}") for number in range(8) for _ in range(2)]
    drain(clock, post)
    for seasons in games:
        seasons.play_anything()
    clock.advance(minutes=10)
    assert statements_of_a_claim(clock) == few


def test_a_worker_killed_while_it_composes_leaves_the_digest_to_another(clock: FakeClock, post: Post) -> None:
    tables(3)
    clock.advance(minutes=10)
    claimed = [claim_notices(clock(), limit=1) for _ in range(4)]
    assert [each[0].kind for each in claimed if each].count("digest") == 1
    drain(clock, post)
    assert to_ada(post) == []
    clock.advance(minutes=3)
    drain(clock, post)
    [mail] = to_ada(post)
    assert len(turn_links(mail)) == 3


def gathered(clock: FakeClock) -> Notice:
    """Return a claimed digest of three notices."""
    while claimed := claim_notices(clock(), limit=1):
        if claimed[0].kind == "digest":
            return claimed[0]
    raise AssertionError("nothing was gathered")


@pytest.mark.parametrize(("left", "kind"), [(2, "digest"), (1, "your-turn"), (0, None)])
def test_what_is_over_by_then_leaves_its_digest(clock: FakeClock, post: Post, left: int, kind: str | None) -> None:
    games = tables(3)
    clock.advance(minutes=10)
    gathered(clock)
    for seasons in games[left:]:
        seasons.play_anything()
    clock.advance(minutes=3)
    drain(clock, post)
    assert [mail["X-Sundial-Mail"] for mail in to_ada(post)] == ([kind] if kind else [])
    assert sum(len(turn_links(mail)) for mail in to_ada(post)) == left
    assert states(person("ada")) == [WorkState.DONE] * left + [WorkState.SUPERSEDED] * (3 - left)


@pytest.mark.parametrize(("left", "sent"), [(1, 1), (0, 0)])
def test_a_sealed_digest_is_sent_as_long_as_anything_in_it_is_true(
    clock: FakeClock, post: Post, left: int, sent: int
) -> None:
    games = tables(3)
    clock.advance(minutes=10)
    seal_due(clock)
    for seasons in games[left:]:
        seasons.play_anything()
    send_due(clock, post)
    assert len(to_ada(post)) == sent


def test_a_worker_that_has_lost_a_digest_takes_nothing_out_of_it(clock: FakeClock, post: Post) -> None:
    games = tables(3)
    clock.advance(minutes=10)
    slow = gathered(clock)
    clock.advance(minutes=3)
    quick = gathered(clock)
    for seasons in games[1:]:
        seasons.play_anything()
    assert not is_to_be_sent(slow)
    assert states(person("ada")) == [WorkState.GATHERED, WorkState.SUPERSEDED, WorkState.SUPERSEDED]
    assert not is_to_be_sent(quick)
    assert states(person("ada"))[0] == WorkState.QUEUED
    drain(clock, post)
    assert [mail["X-Sundial-Mail"] for mail in to_ada(post)] == ["your-turn"]


def test_a_notice_that_cannot_be_composed_keeps_no_others_back(
    clock: FakeClock, post: Post, caplog: pytest.LogCaptureFixture
) -> None:
    broken, *_ = tables(4)
    clock.advance(minutes=10)
    with transaction() as current:
        current.get_one(Game, broken.id).ruleset = "forgotten"
    drain(clock, post)
    assert len(to_ada(post, "your-turn")) == 3
    assert "UnknownGame" in caplog.text
