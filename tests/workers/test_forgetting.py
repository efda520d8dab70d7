"""The job that deletes old data."""

from __future__ import annotations

import logging
from datetime import timedelta

import pytest
from sqlalchemy import func, select

from service.db.engines import session, transaction
from service.jobs import idempotency
from service.jobs.forgetting import BATCH, Rule
from service.jobs.retention import answers
from service.models import Answer, InboundMail
from tests.service.conftest import FakeClock
from tests.service.mail.inbound.correspondent import write
from workers.jobs import forgetting

pytestmark = pytest.mark.usefixtures("app")


def test_one_run_forgets_a_batch_of_everything_and_says_whether_there_may_be_more(clock: FakeClock) -> None:
    write("ada@example.net", "postmaster", "hello")
    with transaction():
        for number in range(BATCH + 1):
            idempotency.remember("account 1", f"key {number}", "request", [{}, {}], clock())
    clock.advance(days=31)

    assert forgetting.run()
    session().rollback()
    assert session().scalar(select(func.count()).select_from(Answer)) == 1
    assert session().scalars(select(InboundMail)).all() == []

    assert not forgetting.run()
    session().rollback()
    assert session().scalars(select(Answer)).all() == []


def test_a_rule_that_fails_is_logged_and_holds_up_no_other(clock: FakeClock, caplog: pytest.LogCaptureFixture) -> None:
    def broken(_before: object, _limit: int) -> int:
        raise LookupError("a secret")

    with transaction():
        idempotency.remember("account 1", "key", "request", [{}, {}], clock())
    clock.advance(days=8)

    with caplog.at_level(logging.ERROR):
        assert not forgetting.forget([Rule(timedelta(), "nothing", broken), answers])

    session().rollback()
    assert session().scalars(select(Answer)).all() == []
    assert "broken: LookupError" in caplog.text
    assert "a secret" not in caplog.text
