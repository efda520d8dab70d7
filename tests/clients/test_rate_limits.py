"""A client that may ask less often than it would like to, at a real Sundial: it waits, and loses nothing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest

from service.config import environment
from service.config.limits import MINUTE
from service.security.rates import Rates
from sundial_client import FOREVER, Patience, Problem, Sundial
from tests.clients.conftest import token_of
from tests.service.conftest import FakeClock
from tests.site import Site, serving

QUOTAS = {"reads": 20, "writes": 3, "moves": 1}


@dataclass
class Waiting:
    """Waits without waiting: all buckets are full again, as they are after a minute."""

    site: Site
    pauses: list[float] = field(default_factory=list)

    def __call__(self, seconds: float) -> None:
        self.pauses.append(seconds)
        self.site.app.extensions["rates"] = Rates(QUOTAS)


@pytest.fixture
def waiting(sqlite_settings: environment.Config, clock: FakeClock) -> Iterator[Waiting]:
    """Start a Sundial with small rate limits."""
    limits = " ".join(f"{bucket}={quota}" for bucket, quota in QUOTAS.items())
    with serving(sqlite_settings.home, clock, RATE_LIMITS=limits) as site:
        yield Waiting(site)


def test_a_game_is_played_to_its_end_with_one_move_a_minute(waiting: Waiting) -> None:
    with Sundial(waiting.site.address, token_of("ann"), FOREVER, waiting) as ann:
        game = ann.create_game("springtime-puzzle", [{"me": True}])
        while game["status"] == "active":
            legal = ann.legal_actions(game["id"])
            game = ann.move(game["id"], game["version"], legal["actions"][0])["game"]

        moves = [entry for entry in ann.log(game["id"]) if entry["seat"] == 0]

    assert game["ended_by"] == "play"
    assert len(waiting.pauses) >= len(moves) - 1 > 0
    assert all(0 < pause <= MINUTE + 1 for pause in waiting.pauses)


def test_the_pause_is_at_least_what_the_refusal_asks_for(waiting: Waiting) -> None:
    token = token_of("ann")
    with (
        Sundial(waiting.site.address, token, Patience(seconds=0)) as hasty,
        Sundial(waiting.site.address, token, FOREVER, waiting) as patient,
    ):
        for _ in range(QUOTAS["writes"]):
            hasty.create_game("dawn", [{"me": True}, {"open": True}])
        with pytest.raises(Problem, match="rate-limited") as refusal:
            hasty.create_game("dawn", [{"me": True}, {"open": True}])
        patient.create_game("dawn", [{"me": True}, {"open": True}])

        assert len(list(patient.games())) == QUOTAS["writes"] + 1
    [pause] = waiting.pauses
    assert (refusal.value.retry_after or 0) - 2 <= pause <= MINUTE + 1
