"""Rows are locked inside of transactions alone, which `tests.locks` holds in every test."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from service.db.engines import session, transaction
from service.models import Account
from tests.service.tables import person

pytestmark = pytest.mark.usefixtures("app")

LOCKING = select(Account).where(Account.name == "ann").with_for_update()


def test_a_row_that_is_locked_for_nobody_fails_the_test() -> None:
    ann = person("ann")
    with pytest.raises(AssertionError, match="a lock that nothing holds"):
        session().scalar(LOCKING)
    with pytest.raises(AssertionError, match="a lock that nothing holds"):
        session().get_one(Account, ann.id, with_for_update=True, populate_existing=True)


def test_a_row_is_locked_in_a_transaction() -> None:
    ann = person("ann")
    with transaction():
        assert session().scalar(LOCKING) is ann
