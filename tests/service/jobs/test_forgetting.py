"""Old rows are deleted in batches, by the retention rules of the packages."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path
from threading import Barrier

import pytest
from flask import Flask
from sqlalchemy import func, select

from service.db.engines import session, transaction
from service.jobs import forgetting, idempotency, retention
from service.jobs.forgetting import PACKAGES, rules
from service.models import Answer, Restoration
from tests.architecture import WITHIN, contract
from tests.service.conftest import FakeClock

SERVICE = Path(forgetting.__file__).parents[1]


def test_rules_are_found_in_the_packages_and_applied_from_the_outside_in() -> None:
    outside_in = [name for layer in contract(WITHIN)["layers"] for name in layer.split(" ")]
    packages = [rule.name.split(".")[1] for rule in rules()]

    assert {module.parent.name for module in SERVICE.glob("*/retention.py")} == set(packages)
    assert list(PACKAGES) == [layer for layer in outside_in if layer in PACKAGES]
    assert packages == sorted(packages, key=PACKAGES.index)


def test_each_rule_says_what_it_forgets_after_how_long() -> None:
    assert {rule.name.removeprefix("service."): rule.after for rule in rules()} == {
        "erasure.retention.visitors": timedelta(),
        "erasure.retention.unplayed_games": timedelta(days=1),
        "erasure.retention.offered_games": timedelta(days=14),
        "erasure.retention.unconfirmed": timedelta(days=30),
        "challenges.retention.bot_challenges": timedelta(days=90),
        "push.retention.devices": timedelta(),
        "push.retention.deliveries": timedelta(days=30),
        "webhooks.retention.deliveries": timedelta(days=30),
        "webhooks.retention.challenges": timedelta(hours=1),
        "notifications.retention.notices": timedelta(days=90),
        "notifications.retention.envelopes": timedelta(days=90),
        "notifications.retention.undelivered_contents": timedelta(days=7),
        "notifications.retention.inbound_mails": timedelta(days=30),
        "notifications.retention.held_mails": timedelta(days=7),
        "notifications.retention.networks_of_mails": timedelta(days=1),
        "notifications.retention.taken_deliveries": timedelta(days=1),
        "play.retention.opponent_turns": timedelta(days=90),
        "play.retention.analyses": timedelta(days=90),
        "play.retention.kept_branches": timedelta(days=90),
        "play.retention.reports": timedelta(days=90),
        "accounts.retention.sign_ins": timedelta(),
        "accounts.retention.networks": timedelta(days=1),
        "accounts.retention.sessions": timedelta(days=90),
        "accounts.retention.devices": timedelta(hours=1),
        "accounts.retention.codes": timedelta(days=1),
        "accounts.retention.addresses": timedelta(days=14),
        "accounts.retention.footers": timedelta(days=180),
        "accounts.retention.measures": timedelta(days=730),
        "jobs.retention.answers": timedelta(days=7),
        "jobs.retention.events": timedelta(days=90),
        "jobs.retention.program_signs": timedelta(days=1),
    }
    assert all(rule.forget.__doc__ for rule in rules())


def test_operators_are_told_what_is_forgotten_after_how_long() -> None:
    page = (SERVICE.parent / "docs" / "operating.md").read_text(encoding="utf-8")
    words = {timedelta(): "at once", timedelta(hours=1): "an hour", timedelta(days=1): "a day"}
    for rule in rules():
        assert f"| {rule.forget.__doc__} | {words.get(rule.after, f'{rule.after.days} days')} |" in page


def keep_answers(count: int, clock: FakeClock) -> None:
    with transaction():
        for number in range(count):
            idempotency.remember("account 1", f"key {number}", "request", [{}, {}], clock())


def kept() -> int:
    session().rollback()
    return session().scalar(select(func.count()).select_from(Answer)) or 0


@pytest.mark.usefixtures("app")
def test_a_batch_is_forgotten_at_a_time_until_there_is_nothing_left(clock: FakeClock) -> None:
    keep_answers(5, clock)
    clock.advance(days=7, seconds=1)
    with transaction():
        idempotency.remember("account 2", "key", "request", [{}, {}], clock())

    assert [retention.answers.apply(clock(), limit=2) for _ in range(4)] == [2, 2, 1, 0]
    assert session().scalars(select(Answer.scope)).all() == ["account 2"]


@pytest.mark.usefixtures("app")
def test_nothing_is_forgotten_while_it_is_held_after_a_restore(clock: FakeClock) -> None:
    keep_answers(1, clock)
    clock.advance(days=8)
    with transaction() as current:
        restoration = Restoration(backed_up_at=clock(), restored_at=clock())
        current.add(restoration)
    assert (retention.answers.apply(clock()), kept()) == (0, 1)

    with transaction():
        restoration.released_at = clock()
    assert (retention.answers.apply(clock()), kept()) == (1, 0)


def test_two_workers_at_once_forget_each_row_once(app: Flask, clock: FakeClock) -> None:
    keep_answers(200, clock)
    clock.advance(days=8)
    start = Barrier(2)

    def forget(_number: int) -> int:
        with app.app_context():
            session().connection()
            start.wait()
            return sum(retention.answers.apply(clock(), limit=20) for _ in range(10))

    with ThreadPoolExecutor(2) as threads:
        forgotten = sum(threads.map(forget, range(2)))

    while more := retention.answers.apply(clock()):
        forgotten += more
    assert (forgotten, kept()) == (200, 0)
