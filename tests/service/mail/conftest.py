"""Mails know no database, as pages do not: one is enough to see that they are right.

Both are asked what the packages below are asked nowhere else: how what comes in is kept and played (turns, wishes from
the desk, bounces), what is counted over hours and days (loops, vain answers), and what each kind of mail looks up. Such
a module imports the `settings` of `tests.service.conftest`.
"""

from __future__ import annotations

import pytest

from service.core.config import Config


@pytest.fixture
def settings(sqlite_settings: Config) -> Config:
    """An installation with empty tables."""
    return sqlite_settings
