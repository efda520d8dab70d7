"""Ada, who wants to play a bot, and bots of Bob's."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from service.bots.accounts import create_bot
from service.bots.manifests import default_manifest
from service.db.engines import transaction
from service.models import (
    Account,
)
from tests.service.conftest import FakeClock
from tests.service.tables import person


@pytest.fixture
def ada() -> Account:
    return person("ada")


@pytest.fixture
def bots(clock: FakeClock) -> Callable[..., Account]:
    """Return a factory of Bob's bots that are online."""

    def made(name: str, *, seen: bool = True, **manifest: Any) -> Account:
        bot = create_bot(person("bob"), name, {**default_manifest(), **manifest}, clock())  # type: ignore[typeddict-item]
        with transaction():
            bot.last_seen_at = clock() if seen else None
        return bot.account

    return made
