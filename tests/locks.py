"""Check that tests lock rows only in transactions: outside of one the lock would end at once."""

from __future__ import annotations

from sqlalchemy import Connection, Engine, event
from sqlalchemy.engine import ExecutionContext


@event.listens_for(Engine, "before_cursor_execute")
def _refuse_vain_lock(
    connection: Connection,
    _cursor: object,
    statement: str,
    _values: object,
    context: ExecutionContext | None,
    *_: object,
) -> None:
    """Fail where `service.db.engines.transaction` has not begun; SQLite locks no rows, but is asked to as well."""
    asked = getattr(context and context.compiled, "statement", None)  # a statement of the driver's has none
    if getattr(asked, "_for_update_arg", None) is not None and not connection.get_execution_options().get("writes"):
        raise AssertionError(f"a lock that nothing holds: {statement}")
