"""Reading what belongs together as it was at one moment, whoever writes meanwhile."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from service.core.db import session

ONE_STATE = {"postgresql": {"isolation_level": "REPEATABLE READ"}}
"""What a transaction is to be told there; on SQLite each sees one state of the file."""


@contextmanager
def of_one_moment() -> Iterator[None]:
    """Whatever is read inside was so at one moment. Nobody waits for us meanwhile, and nothing is written."""
    current = session()
    current.rollback()
    try:
        current.connection(execution_options=ONE_STATE.get(current.get_bind().dialect.name, {}))
        yield
    finally:
        current.rollback()
