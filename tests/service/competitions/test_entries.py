"""Entries of a tournament, its start, and what its terms refuse."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import select

from service.accounts.accounts import new_visitor
from service.accounts.blocks import block
from service.bots.accounts import bot_of
from service.competitions.entries import enter, entries_of, withdraw
from service.competitions.organising import cancel, remove
from service.competitions.tournaments import Entrants, create_tournament, tournament_of
from service.db.engines import session, transaction
from service.erasure.departures import leave as erase
from service.language.errors import Refused
from service.models import Account, EntryState, Event, Rating, System
from tests.service.competitions.conftest import Event as Held
from tests.service.conftest import FakeClock
from tests.service.cups import planned
from tests.service.tables import person


def refused(act: Callable[[], object]) -> tuple[str, Any]:
    """Return the code of a refusal, and its reason."""
    with pytest.raises(Refused) as refusal:
        act()
    return refusal.value.code, refusal.value.details.get("reason")


def told(kind: str) -> int:
    """Count events of a kind."""
    return len(session().scalars(select(Event).where(Event.type == f"tournament.{kind}")).all())


@pytest.mark.parametrize("count", [0, 1])
def test_with_too_few_entries_at_the_date_it_is_cancelled_and_all_are_told(
    tournament: Callable[..., Held], clock: FakeClock, count: int
) -> None:
    held = tournament(count, most_entries=8, starts_at=clock() + timedelta(days=5))
    clock.advance(days=4)
    assert held.run().state == "open"
    clock.advance(days=2)
    now = held.run()
    assert (now.state, now.note, told("cancelled")) == ("cancelled", "too-few-entries", 1)


def test_at_its_date_a_tournament_starts_with_two(tournament: Callable[..., Held], clock: FakeClock) -> None:
    held = tournament(2, most_entries=8, starts_at=clock() + timedelta(days=5))
    clock.advance(days=5)
    assert held.run().state == "running"
    assert (len(held.games), told("started"), told("round")) == (1, 1, 1)


@pytest.mark.parametrize("start", ["by date", "when full"])
def test_who_entered_weeks_ago_confirms_or_is_left_out_at_no_cost(
    tournament: Callable[..., Held], clock: FakeClock, start: str
) -> None:
    by_date = start == "by date"
    starts_at = clock() + timedelta(days=30) if by_date else None
    held = tournament(2, most_entries=4, starts_at=starts_at)
    clock.advance(days=26, hours=23)
    assert held.run().state == "open"
    for name in ("late", "later"):
        enter(held.id, person(name), clock())
    clock.advance(hours=2)
    held.run()
    assert told("confirm") == 2
    enter(held.id, held.players[0], clock())
    clock.advance(days=3)
    now = held.run()
    names = {entry.account.name for entry in entries_of(now)}
    assert names == {"player1", "late", "later"}
    assert now.state == ("running" if by_date else "open")
    if not by_date:
        enter(held.id, person("last"), clock())
        assert held.run().state == "running"
        assert told("confirm") == 2


def test_a_new_entry_does_not_shorten_the_time_to_confirm(tournament: Callable[..., Held], clock: FakeClock) -> None:
    held = tournament(3)
    clock.advance(days=20)
    held.run()
    assert told("confirm") == 3
    withdraw(held.id, held.players[2], clock())
    enter(held.id, person("late"), clock())
    assert (held.run().state, len(entries_of(held.now))) == ("open", 3)
    for player in held.players[:2]:
        enter(held.id, player, clock())
    clock.advance(days=3)
    assert held.run().state == "running"


def test_who_comes_back_still_has_one_entry_with_their_bots(tournament: Callable[..., Held], clock: FakeClock) -> None:
    held = tournament(3, late_entries=True, most_entries=4, starts_at=clock() + timedelta(days=1))
    clock.advance(days=1)
    held.run()
    withdraw(held.id, held.players[0], clock())
    enter(held.id, bot_of(held.players[0], "rusty", clock()), clock())
    assert refused(lambda: enter(held.id, held.players[0], clock()))[0] == "owner-entered"


def test_a_person_and_their_bots_have_one_entry(tournament: Callable[..., Held], clock: FakeClock) -> None:
    held = tournament(1, most_entries=4)
    bot = bot_of(held.players[0], "rusty", clock())
    assert refused(lambda: enter(held.id, bot, clock()))[0] == "owner-entered"


def test_who_is_not_entitled_cannot_enter(tournament: Callable[..., Held], clock: FakeClock) -> None:
    held = tournament(0, most_entries=4, entrants=Entrants.PEOPLE, rating_from=1600)
    assert refused(lambda: enter(held.id, new_visitor(clock()), clock())) == ("not-entitled", "confirm-address")
    bot = bot_of(person("mallory"), "rusty", clock())
    assert refused(lambda: enter(held.id, bot, clock())) == ("not-entitled", "people-only")
    assert refused(lambda: enter(held.id, person("ann"), clock())) == ("not-entitled", "rating")
    eve = person("eve")
    block(held.organiser, eve, clock())
    assert refused(lambda: enter(held.id, eve, clock())) == ("not-entitled", "blocked")
    strong = person("sam")
    with transaction() as current:
        row = Rating(pool="siesta", account_id=strong.id, mean=1700.0, deviation=60.0, games=50, rated_at=clock())
        current.add(row)
    assert enter(held.id, strong, clock()).state == EntryState.ENTERED


def test_players_are_numbered_by_their_ratings(tournament: Callable[..., Held], clock: FakeClock) -> None:
    held = tournament(2, most_entries=3)
    strong = person("sam")
    with transaction() as current:
        row = Rating(pool="siesta", account_id=strong.id, mean=1700.0, deviation=60.0, games=50, rated_at=clock())
        current.add(row)
    enter(held.id, strong, clock())
    held.run()
    numbers = {entry.account.name: entry.number for entry in entries_of(held.now)}
    assert numbers == {"sam": 1, "player1": 2, "player2": 3}


def test_before_the_start_a_withdrawal_costs_nothing_and_a_removal_is_for_good(
    tournament: Callable[..., Held], clock: FakeClock
) -> None:
    held = tournament(2, most_entries=4)
    first, second = held.players
    withdraw(held.id, first, clock())
    assert [entry.account_id for entry in entries_of(held.now)] == [second.id]
    enter(held.id, first, clock())
    remove(held.id, held.organiser, second, "Unfair play.", clock())
    assert refused(lambda: enter(held.id, second, clock()))[0] == "not-entitled"


def test_a_late_entry_plays_from_the_next_round_on(tournament: Callable[..., Held], clock: FakeClock) -> None:
    held = tournament(
        4, System.SWISS, rounds=3, late_entries=True, most_entries=6, starts_at=clock() + timedelta(days=1)
    )
    clock.advance(days=1)
    held.run()
    late = enter(held.id, person("late"), clock())
    assert (late.number, late.first_round) == (5, 2)
    for game in held.active:
        held.lose(game)
    held.run()
    paired = [number for each in held.pairings if each.round == 2 for number in each.players]
    assert sorted(paired) == [1, 2, 3, 4, 5]


def test_without_late_entries_nobody_enters_after_the_start(tournament: Callable[..., Held], clock: FakeClock) -> None:
    held = tournament(3)
    held.run()
    assert refused(lambda: enter(held.id, person("late"), clock()))[0] == "entries-closed"


def test_a_full_tournament_takes_nobody(tournament: Callable[..., Held], clock: FakeClock) -> None:
    held = tournament(2)
    assert refused(lambda: enter(held.id, person("late"), clock()))[0] == "tournament-full"


def test_open_tournaments_of_a_deleted_organiser_are_cancelled_and_running_ones_go_on(
    tournament: Callable[..., Held], clock: FakeClock
) -> None:
    held = tournament(3)
    held.run()
    waiting = create_tournament(held.organiser, planned(), clock())
    enter(waiting.id, held.players[0], clock())
    erase(held.organiser, clock())
    assert tournament_of(waiting.id).state == "cancelled"
    assert held.play_on().state == "finished"


def test_a_cancelled_tournament_begins_no_game(tournament: Callable[..., Held], clock: FakeClock) -> None:
    held = tournament(3)
    cancel(held.id, held.organiser, "Too hot.", clock())
    assert held.run().state == "cancelled"
    assert held.games == []


@pytest.mark.parametrize(
    ("terms", "reason"),
    [
        ({"seats": 3}, "seats"),
        ({"system": System.TABLES, "rounds": 3}, "seats"),
        ({"rounds": 3}, "rounds"),
        ({"system": System.SWISS}, "rounds"),
        ({"most_entries": 64}, "entries"),
        ({"least_entries": 9, "most_entries": 8}, "entries"),
        ({"rating_from": 1600, "rating_to": 1500}, "rating"),
        ({"system": System.KNOCK_OUT, "late_entries": True}, "late-entries"),
        ({"days_per_move": 0}, "days"),
    ],
)
def test_impossible_terms_are_refused(app: Flask, clock: FakeClock, terms: dict[str, Any], reason: str) -> None:
    usual: dict[str, Any] = {"most_entries": 8}
    olga: Account = person("olga")
    assert refused(lambda: create_tournament(olga, planned(**usual | terms), clock())) == (
        "bad-tournament",
        reason,
    )
