"""Bots that do not move: reminded, then paused, and their owners notified."""

from __future__ import annotations

import pytest
from sqlalchemy import func, select

from service.accounts.accounts import account_named
from service.bots.accounts import bot_named, change_bot, create_bot
from service.db.engines import session
from service.jobs.events import Filter, read
from service.models import EndedBy, GameStatus, Notice, PausedBy
from service.play.games import NewGame, SeatWish, create_game
from tests.service.conftest import FakeClock
from tests.service.tables import Table, person
from workers.jobs import clocks

pytestmark = pytest.mark.usefixtures("app")

MINUTES = 10


def table_with(clock: FakeClock, name: str = "rusty", minutes: int = MINUTES, days_per_move: int = 3) -> Table:
    """Create a game of a bot of Ada's, to move, against Bob."""
    manifest = {"seconds_per_move": 60 * minutes, "auto_accept": True}
    bot = create_bot(person("ada"), name, manifest, clock())  # type: ignore[arg-type]
    return another(clock, bot.account.name, days_per_move)


def another(clock: FakeClock, name: str = "rusty", days_per_move: int = 3) -> Table:
    """Create another game of that bot, to move, against Bob."""
    seats = [SeatWish(account=name), SeatWish(me=True)]
    wish = NewGame("seasons", seats, shuffle_seats=False, days_per_move=days_per_move)
    return Table(create_game(person("bob"), wish, clock()).id, [account_named(name), person("bob")])


def play_on(table: Table) -> None:
    """Play until it is the bot's turn again; the dice decide how often Bob is to move before."""
    table.play_anything()
    while table.game.to_move != 0:
        table.play_anything()


def reminders(table: Table) -> list[int]:
    """Return the reminded seats from the bot's events."""
    page = read(table.players[0], 0, Filter(("turn.reminded",)), 100)
    return [event.data["seat"] for event in page.events]


def mails() -> int:
    """Count emails about a paused bot."""
    return session().scalar(select(func.count()).where(Notice.kind == "bot-paused")) or 0


def paused_by() -> PausedBy | None:
    """Why the bot is paused."""
    session().expire_all()
    return bot_named("rusty").paused_by


def test_a_bot_that_takes_longer_than_it_says_is_reminded_once(clock: FakeClock) -> None:
    table = table_with(clock)
    clock.advance(minutes=MINUTES, seconds=-1)
    clocks.run()
    assert reminders(table) == []
    clock.advance(seconds=1)
    clocks.run()
    clocks.run()
    assert reminders(table) == [0]
    assert paused_by() is None


def test_a_bot_that_does_not_move_then_is_paused_and_its_owner_told(clock: FakeClock) -> None:
    table_with(clock)
    clock.advance(minutes=MINUTES)
    clocks.run()
    clock.advance(minutes=59)
    clocks.run()
    assert paused_by() is None
    clock.advance(minutes=1)
    clocks.run()
    clocks.run()
    assert paused_by() == PausedBy.MISSED_TURN
    assert bot_named("rusty").missed_turns == 1
    notice = session().scalars(select(Notice).where(Notice.kind == "bot-paused")).one()
    assert (notice.email, notice.data["bot"]) == ("ada@example.net", "rusty")


def test_a_bot_that_moves_after_the_reminder_goes_on(clock: FakeClock) -> None:
    table = table_with(clock)
    clock.advance(minutes=MINUTES)
    clocks.run()
    play_on(table)
    clock.advance(minutes=MINUTES - 1)
    clocks.run()
    assert (paused_by(), bot_named("rusty").missed_turns, mails()) == (None, 0, 0)


def test_it_is_reminded_of_each_turn(clock: FakeClock) -> None:
    table = table_with(clock)
    for turn in (1, 2):
        clock.advance(minutes=MINUTES)
        clocks.run()
        assert reminders(table) == [0] * turn
        play_on(table)


def test_a_bot_that_needs_nearly_all_its_time_is_reminded_when_half_of_it_is_over(clock: FakeClock) -> None:
    table = table_with(clock, minutes=24 * 60, days_per_move=1)
    clock.advance(hours=12)
    clocks.run()
    assert reminders(table) == [0]
    clock.advance(hours=12, seconds=-1)
    clocks.run()
    assert (table.game.status, paused_by()) == (GameStatus.ACTIVE, None)
    clock.advance(seconds=2)
    clocks.run()
    assert (table.game.ended_by, paused_by()) == (EndedBy.TIME, PausedBy.MISSED_TURN)


def test_a_paused_bot_keeps_its_seat_until_the_deadline(clock: FakeClock) -> None:
    table = table_with(clock)
    for _ in range(2):
        clock.advance(hours=2)
        clocks.run()
    assert paused_by() == PausedBy.MISSED_TURN
    assert not table.play_anything().repeated


def test_a_turn_missed_while_nobody_looked_is_counted_at_the_deadline(clock: FakeClock) -> None:
    table = table_with(clock)
    clock.advance(days=3, seconds=1)
    clocks.enforce([table.id], clock())
    assert (paused_by(), bot_named("rusty").missed_turns, mails()) == (PausedBy.MISSED_TURN, 1, 1)


def test_turns_missed_at_several_tables_are_counted_and_told_once(clock: FakeClock) -> None:
    table_with(clock)
    another(clock)
    for _ in range(2):
        clock.advance(hours=2)
        clocks.run()
    assert (bot_named("rusty").missed_turns, mails()) == (2, 1)


def test_after_it_was_let_go_on_a_missed_turn_is_told_again(clock: FakeClock) -> None:
    table = table_with(clock)
    for _ in range(2):
        clock.advance(hours=2)
        clocks.run()
    change_bot(person("ada"), "rusty", {}, clock(), paused=False)
    play_on(table)
    for _ in range(2):
        clock.advance(hours=2)
        clocks.run()
    assert (paused_by(), mails()) == (PausedBy.MISSED_TURN, 2)


def test_nobody_waits_for_a_bot_that_has_left(clock: FakeClock) -> None:
    table = table_with(clock)
    clock.advance(days=4)
    clocks.enforce([table.id], clock())
    assert table.game.bot_due_at is None
