"""Email tests run on one database, like page tests: their output does not depend on it.

Both also contain tests of storing and playing input (turns, commands to the general address, bounces), which the
packages below do not have. Such a module imports the `settings` of `tests.service.conftest`, or marks a test `ON_BOTH`.
"""

from __future__ import annotations

from tests.service.on_sqlite import settings

__all__ = ["settings"]
