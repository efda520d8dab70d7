"""psycopg's cursor, but that it says of columns what SQLAlchemy wants to know, and only if it does.

psycopg makes an object for each column of each result, twice for each statement, and SQLAlchemy looks at none of them
once it knows the statement: a quarter of the CPU of a game that is read, which has a hundred columns.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, overload

from psycopg import Cursor
from psycopg.pq import ExecStatus
from psycopg.pq.abc import PGresult

OF_ROWS = (ExecStatus.TUPLES_OK, ExecStatus.SINGLE_TUPLE)
"""Also where rows have no columns."""

Described = tuple[str, int, None, None, None, None, None]
"""Name and type of a column, as PEP 249 has them."""


class LeanCursor(Cursor[Any]):
    """See above."""

    @property
    def description(self) -> Columns | None:  # type: ignore[override]  # psycopg promises a list of its own objects
        """The columns of the result; None where it is not one of rows."""
        result = self.pgresult
        return Columns(result) if result is not None and (result.nfields or result.status in OF_ROWS) else None


class Columns(Sequence[Described]):
    """Those of a result, read from it when they are asked for."""

    def __init__(self, result: PGresult) -> None:
        self._result = result

    def __len__(self) -> int:
        return self._result.nfields

    @overload
    def __getitem__(self, index: int) -> Described: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Described]: ...
    def __getitem__(self, index: int | slice) -> Described | Sequence[Described]:
        if isinstance(index, slice):
            return [self[place] for place in range(*index.indices(len(self)))]
        if not -len(self) <= index < len(self):
            raise IndexError(index)
        index %= len(self)
        return (self._result.fname(index) or b"").decode(), self._result.ftype(index), None, None, None, None, None
