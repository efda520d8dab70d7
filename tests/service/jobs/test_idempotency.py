"""Idempotency keys: first responses, their separation, and repeats."""

from __future__ import annotations

import pytest
from sqlalchemy import delete, text

from rules.json_types import Json
from service.db import clock
from service.db.engines import db, transaction
from service.jobs.idempotency import Keyed, fingerprint, once, recall, remember
from service.models import Answer
from tests.service.tables import person

pytestmark = pytest.mark.usefixtures("app")
REQUEST = Keyed("POST /games", "a-key", fingerprint("body"))


REFERRING = {"sqlite": "SELECT id FROM account", "postgresql": "SELECT id FROM account FOR KEY SHARE NOWAIT"}
"""What the database does where a new row refers to an account."""


def test_while_a_request_is_answered_others_may_refer_to_its_account() -> None:
    ada = person("ada").id

    def act() -> Json:
        with db.engine.connect() as elsewhere:
            return {"found": elsewhere.scalar(text(REFERRING[db.engine.name]))}

    assert once(ada, REQUEST, act, clock.now()) == {"found": ada}


def test_an_answer_that_others_have_forgotten_is_none_though_it_was_read_before() -> None:
    with transaction() as current:
        remember("account 1", "a-key", "as it was", {"done": True}, clock.now())
        read = current.get_one(Answer, ("account 1", "a-key"))
        assert recall(read.scope, read.key, "as it was") == {"done": True}
    with db.engine.begin() as elsewhere:
        elsewhere.execute(delete(Answer))

    assert recall(read.scope, read.key, "as it was") is None
