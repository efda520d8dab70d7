"""A claim reads only what it takes, however much is queued."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import Connection, text, update

from service.config.environment import Config
from service.db.engines import db, session, transaction
from service.erasure.forgetting import Leaver, forget
from service.models import WebhookDelivery, WorkState
from service.webhooks.deliveries import claim_deliveries
from service.webhooks.endpoints import change_webhook, locked
from service.webhooks.outcomes import release
from tests.service.conftest import FakeClock
from tests.service.statements import Statement, executed
from tests.service.tables import person
from tests.waiting import eventually
from tests.workers.receiving import URL, endpoint

pytestmark = pytest.mark.usefixtures("app")

WAITING = """
INSERT INTO webhook_delivery (webhook_id, message_id, created_at, state, due_at, fence, attempts)
SELECT :webhook, gen_random_uuid(), :due_at, 'queued', :due_at, 0, 0 FROM generate_series(1, :many)
"""

HISTORY = 20_000
"""Deliveries of a month: among less, the database rather looks at all than at an index."""

AT_MOST = 8
"""Rows that a step of it reads: two for each endpoint."""


@pytest.fixture
def settings(postgres_settings: Config) -> Config:
    """Use PostgreSQL alone, because production uses it for large installations."""
    return postgres_settings


def wait(webhook_id: int, many: int, due_at: datetime) -> None:
    """Queue so many deliveries for an endpoint, all due since the same time, as after a failure."""
    with locked(webhook_id):
        session().execute(text(WAITING), {"webhook": webhook_id, "many": many, "due_at": due_at})


def rows_read(now: datetime) -> list[tuple[str, float]]:
    """Return the scans and row counts of claiming due deliveries and releasing them."""
    with executed() as statements:
        for claimed in claim_deliveries(now, 100):
            release(claimed)
    with db.engine.connect() as connection:  # which does all of it once more, and is rolled back
        return [read for statement in statements for read in scans(plan(connection, statement))]


def take_statistics() -> None:
    """Let the database know how much waits where by now."""
    with db.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.execute(text("ANALYZE"))


def plan(connection: Connection, statement: Statement) -> Mapping[str, Any]:
    sql, values = statement
    [[[explained]]] = connection.exec_driver_sql(f"EXPLAIN (ANALYZE, FORMAT JSON) {sql}", values).all()
    found: Mapping[str, Any] = explained["Plan"]
    return found


def scans(part: Mapping[str, Any]) -> Iterator[tuple[str, float]]:
    """Yield the scans of a plan, each with its number of rows."""
    if part["Node Type"].endswith("Scan") and "Relation Name" in part:
        looked_at = part["Actual Rows"] + part.get("Rows Removed by Filter", 0)
        yield part["Relation Name"], looked_at * part["Actual Loops"]
    for each in part.get("Plans", ()):
        yield from scans(each)


@pytest.mark.parametrize("knows", [True, False])
def test_a_claim_reads_no_more_rows_of_20_000_that_wait_than_of_200(clock: FakeClock, knows: bool) -> None:  # noqa: FBT001
    first, last, moved, busy = (endpoint(name).id for name in ("ada", "bob", "carl", "dora"))
    wait(first, HISTORY, clock())
    with transaction() as current:
        current.execute(update(WebhookDelivery).values(state=WorkState.DONE))
    wait(busy, 1, clock())
    assert len(claim_deliveries(clock(), 100)) == 1
    clock.advance(seconds=30)
    change_webhook(person("carl"), moved, clock(), url=f"{URL}/2")
    take_statistics()

    read = []
    for many in (50, 4950):
        for webhook_id, ago in ((first, 20), (last, 10), (moved, 20), (busy, 20)):
            wait(webhook_id, many, clock() - timedelta(seconds=ago))
        if knows:
            take_statistics()
        read.append(rows_read(clock()))

    assert read[0] == read[1]
    assert max(rows for _, rows in read[1]) <= AT_MOST


def test_who_forgets_an_endpoint_waits_for_it_before_its_deliveries(app: Flask, clock: FakeClock) -> None:
    webhook = endpoint()
    owner_id = webhook.account_id
    wait(webhook.id, 2, clock())

    def leave() -> None:
        with app.app_context(), transaction():
            forget(Leaver([owner_id]), clock(), clock())

    with ThreadPoolExecutor(1) as threads:
        with locked(webhook.id):
            leaving = threads.submit(leave)
            assert eventually(lambda: session().scalar(text("SELECT 1 FROM pg_locks WHERE NOT granted LIMIT 1")), 10)
            free = text("SELECT id FROM webhook_delivery FOR UPDATE SKIP LOCKED")
            assert len(session().scalars(free).all()) == 2
        leaving.result(10)
