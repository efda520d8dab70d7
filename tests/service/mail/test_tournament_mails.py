"""Emails about tournaments: who gets them, and what they say."""

from __future__ import annotations

import pytest

from service.accounts.accounts import account_named
from service.competitions.organising import cancel, remove
from tests.service.conftest import FakeClock
from tests.service.cups import begun, cup, over
from tests.service.mail.inbound.correspondent import mailed
from tests.service.on_sqlite import settings

__all__ = ["settings"]

pytestmark = pytest.mark.usefixtures("app")


def told(name: str, kind: str) -> str:
    """Return the text of the only email of that kind to a player."""
    [email] = mailed(f"{name}@example.net", kind)
    return " ".join(email.text.split())


def test_each_player_reads_how_it_is_played_and_who_is_in() -> None:
    begun("ann", "bob", "cyd")
    for name in ("ann", "bob", "cyd"):
        text = told(name, "tournament-began")
        assert "Round robin. Everyone plays everyone else once." in text
        assert "Players: ann, bob, cyd" in text
        assert "reply with: withdraw 1" in text


def test_each_player_reads_the_table_and_their_place() -> None:
    over("ann", "bob")
    texts = [told(name, "tournament-over") for name in ("ann", "bob")]
    assert sorted(text.partition("You took place ")[2][:6] for text in texts) == ["1 of 2", "2 of 2"]
    assert any(table in texts[0] for table in ("1. ann: 1 2. bob: 0", "1. bob: 1 2. ann: 0"))


def test_who_was_removed_reads_nothing_of_the_end(clock: FakeClock) -> None:
    tournament = cup("ann", "bob", "cyd", most_entries=8)
    remove(tournament.id, account_named("olga"), account_named("cyd"), "Two accounts", clock())
    cancel(tournament.id, account_named("olga"), "The hall is closed", clock())
    assert "Reason: The hall is closed" in told("ann", "tournament-cancelled")
    assert mailed("cyd@example.net", "tournament-cancelled") == []
