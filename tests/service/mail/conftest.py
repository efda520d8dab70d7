"""Mails know no database, as pages do not: one is enough to see that they are right.

Both are asked what the packages below are asked nowhere else: how what comes in is kept and played (turns, wishes from
the desk, bounces). Such a module imports the `settings` of `tests.service.conftest`, or marks a test `ON_BOTH`.
"""

from __future__ import annotations

from tests.service.on_sqlite import settings

__all__ = ["settings"]
