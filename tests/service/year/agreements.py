"""Time controls of the simulated games."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from service.models import OnTimeout
from service.play.games import NewGame, SeatWish
from service.play.timekeeping import Bank, Fast
from tests.service.year.people import Habits

GRACE = 10


def some_agreement(rng: Random, habits: Habits, ruleset: str, others: Sequence[str]) -> NewGame:
    """Create a game with those people, on a random clock."""
    days, vacations = rng.randint(1, 4), rng.random() < 0.8
    weekends_off, nights_off = rng.random() < 0.3, rng.random() < 0.2
    on_timeout = rng.choice((*[OnTimeout.FORFEIT] * 3, OnTimeout.COMPUTER, OnTimeout.SUBSTITUTE))
    is_fast, has_bank = rng.random() < habits.fast, rng.random() < habits.banks
    return NewGame(
        ruleset,
        [SeatWish(me=True), *(SeatWish(account=name) for name in others)],
        days_per_move=days,
        bank=Bank(rng.choice((0, 6, 24)), rng.randint(days, 6)) if has_bank and not is_fast else None,
        fast=Fast(rng.choice((30, 90, 180)), rng.choice((0, 5, 600))) if is_fast else None,
        weekends_off=weekends_off,
        nights_off=nights_off,
        vacations=vacations,
        on_timeout=on_timeout,
        stand_in_level=None if on_timeout == OnTimeout.FORFEIT else 1,
        grace_minutes=GRACE if rng.random() < 0.5 else None,
    )
