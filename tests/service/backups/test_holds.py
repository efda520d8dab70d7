"""After a restore nothing is sent and no clock runs until the release; delivered emails are not sent again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from email import message_from_bytes
from pathlib import Path
from typing import TypeVar

import pytest
from sqlalchemy import select

from service.backups import Released, make, release, restore
from service.config.environment import Config
from service.db.engines import session
from service.jobs.events import newest_number
from service.jobs.holds import is_held
from service.metrics.exposition import exposition
from service.models import Event, Game, GameStatus, PushDelivery, PushDevice, WorkState
from service.notifications.links import read_link, turn_link
from service.play.seat_links import turn_is_on
from service.push.keys import push_key
from tests.lives import drain
from tests.push import Browser, subscribed
from tests.service.backups.play import found
from tests.service.conftest import FakeClock
from tests.service.installations import running
from tests.service.tables import person, table
from tests.workers.computers import computer_to_move
from tests.workers.post import Post
from tests.workers.receiving import endpoint, send
from workers.cli.status import examine
from workers.jobs import clocks, heartbeat
from workers.jobs.notices import seal_due
from workers.jobs.opponents import anything, run_turn

T = TypeVar("T")


@dataclass(frozen=True)
class Installation:
    """An installation that is played, backed up, lost and restored."""

    settings: Config
    clock: FakeClock
    file: Path

    def does(self, what: Callable[[], T]) -> T:
        """Run a function in the app, and return its result."""
        with running(self.settings, self.clock):
            return what()

    def back_up(self) -> None:
        make(self.settings, self.file, self.clock, force=True)

    def restore(self) -> None:
        restore(self.settings, self.file, self.clock(), force=True)

    def release(self) -> Released | None:
        return self.does(lambda: release(self.clock()))


@pytest.fixture
def sundial(settings: Config, clock: FakeClock, tmp_path: Path) -> Installation:
    return Installation(settings, clock, tmp_path / "night")


def kinds(post: Post) -> Counter[tuple[str, str]]:
    """Count sent emails by recipient and kind."""
    return Counter((each.recipient, message_from_bytes(each.raw)["X-Sundial-Mail"]) for each in post.letters)


def message_ids(post: Post) -> set[str]:
    return {letter.message_id for letter in post.letters}


def test_what_was_delivered_is_not_sent_again_and_who_is_to_move_is_told_once(sundial: Installation) -> None:
    def begin() -> str:
        game = table("ada", "bob").id
        assert seal_due(sundial.clock) > 0
        return game

    game = sundial.does(begin)
    sundial.back_up()
    delivered = sundial.does(drain)
    assert ("ada@example.net", "your-turn") in kinds(delivered)
    sundial.does(lambda: found(game).play_anything())
    lost = sundial.does(drain)
    sundial.clock.advance(hours=5)

    sundial.restore()

    assert sundial.does(drain).letters == []
    released = sundial.release()
    assert released is not None
    assert released.due == {"restored": 1}
    sent = sundial.does(drain)
    assert kinds(sent) == {("ada@example.net", "restored"): 1}
    assert "from a backup of Mon 4 May 2026" in " ".join(sent.letters[0].raw.decode().split())
    assert not message_ids(sent) & (message_ids(delivered) | message_ids(lost))
    assert sundial.does(drain).letters == []
    assert sundial.release() is None


def test_a_turn_that_was_played_meanwhile_is_not_announced_and_the_next_one_is(sundial: Installation) -> None:
    game = sundial.does(lambda: table("ada", "bob").id)
    sundial.back_up()
    sundial.clock.advance(hours=5)
    sundial.restore()

    sundial.does(lambda: found(game).play("place max-15"))

    assert sundial.does(drain).letters == []
    sundial.release()
    assert kinds(sundial.does(drain)) == {("bob@example.net", "your-turn"): 1}


def test_what_is_due_later_comes_when_it_is_due_and_reminders_with_the_new_deadline(sundial: Installation) -> None:
    game = sundial.does(lambda: table("ada", "bob").id)
    sundial.does(drain)
    sundial.back_up()
    sundial.clock.advance(days=30)
    sundial.restore()
    sundial.clock.advance(hours=12)
    sundial.release()

    assert kinds(sundial.does(drain)) == {("ada@example.net", "restored"): 1}
    sundial.clock.advance(days=2, minutes=1)
    assert kinds(sundial.does(drain)) == {("ada@example.net", "reminder"): 1}
    assert sundial.does(lambda: found(game).game.deadline) == datetime.fromisoformat("2026-06-07T00:00Z")


def test_no_deadline_passes_and_nobody_loses_the_time_of_the_hold(sundial: Installation) -> None:
    game = sundial.does(lambda: table("ada", "bob").id)
    sundial.clock.advance(days=1)
    sundial.back_up()
    sundial.clock.advance(days=10)
    sundial.restore()
    sundial.clock.advance(days=5)

    assert sundial.does(clocks.run) is False
    sundial.does(lambda: found(game).play("place max-15"))
    sundial.clock.advance(days=5)
    sundial.does(lambda: found(game).play_anything())
    sundial.clock.advance(days=1)
    sundial.release()
    sundial.does(drain)

    def status() -> GameStatus:
        clocks.run()
        return found(game).game.status

    sundial.clock.advance(days=3)
    assert sundial.does(status) == GameStatus.ACTIVE
    sundial.clock.advance(minutes=1)
    assert sundial.does(status) == GameStatus.FINISHED


def test_webhooks_wait_and_what_they_were_told_is_not_told_again(sundial: Installation) -> None:
    def begin() -> str:
        endpoint("ada")
        return table("ada", "bob").id

    game = sundial.does(begin)
    sundial.back_up()
    told = sundial.does(lambda: send().told)
    sundial.clock.advance(hours=1)
    sundial.restore()
    sundial.does(lambda: found(game).play_anything())

    assert sundial.does(lambda: send().told) == []
    sundial.release()
    news = sundial.does(lambda: send().told)
    assert [event["type"] for event in news] == ["game.restored", "move.played", "turn.started"]
    assert min(event["id"] for event in news) > max(event["id"] for event in told)


def test_the_computer_waits(sundial: Installation) -> None:
    game = sundial.does(lambda: computer_to_move(person("ada")))
    sundial.back_up()
    sundial.restore()

    turn = sundial.does(lambda: session().get_one(Game, game).turn)
    assert sundial.does(lambda: run_turn(anything)) is False
    assert sundial.does(lambda: session().get_one(Game, game).turn) == turn
    sundial.release()
    assert sundial.does(lambda: run_turn(anything)) is True
    assert sundial.does(lambda: session().get_one(Game, game).turn) > turn


def test_numbers_that_were_given_out_do_not_come_again(sundial: Installation) -> None:
    game = sundial.does(lambda: table("ada", "bob").id)
    sundial.back_up()

    def play() -> tuple[int, int]:
        for _ in range(3):
            found(game).play_anything()
        return newest_number(), found(game).game.version

    used = sundial.does(play)
    for _ in range(2):
        sundial.clock.advance(minutes=1)
        sundial.restore()
        begun = sundial.does(lambda: (newest_number(), found(game).game.version))
        assert all(new > old for new, old in zip(begun, used, strict=True))
        used = sundial.does(play)


def test_the_link_of_a_turn_that_goes_on_is_good(sundial: Installation) -> None:
    game = sundial.does(lambda: table("ada", "bob").id)
    link = sundial.does(lambda: turn_link(found(game).game, 0)).rsplit("/", 1)[1]
    sundial.back_up()
    sundial.restore()

    def is_on() -> bool:
        capability = read_link(link)
        assert capability is not None
        return turn_is_on(found(game).game, capability)

    assert sundial.does(is_on)
    sundial.release()
    assert sundial.does(is_on)


def test_a_backup_of_what_was_restored_is_restored_like_any(sundial: Installation) -> None:
    game = sundial.does(lambda: table("ada", "bob").id)
    for _ in range(2):
        sundial.back_up()
        sundial.clock.advance(days=1)
        sundial.restore()
        sundial.release()

    assert kinds(sundial.does(drain)) == {("ada@example.net", "restored"): 1}
    restored = select(Event).where(Event.game_id == game, Event.type == "game.restored")
    assert sundial.does(lambda: len(session().scalars(restored).all())) == 2


def test_whoever_watches_is_told_that_it_is_held(sundial: Installation) -> None:
    def seen() -> tuple[bool, list[str], str]:
        return is_held(), examine(sundial.clock()).complaints, exposition(sundial.clock()).decode()

    sundial.back_up()
    sundial.restore()
    held, complaints, metrics = sundial.does(seen)
    assert held
    assert any(complaint.startswith("Held since a restore") for complaint in complaints)
    assert "sundial_held 1.0" in metrics
    sundial.release()
    held, complaints, metrics = sundial.does(seen)
    assert not held
    assert not any(complaint.startswith("Held since a restore") for complaint in complaints)
    assert "sundial_held 0.0" in metrics


def test_the_time_before_a_release_is_not_made_up_for_again_as_an_outage(sundial: Installation) -> None:
    game = sundial.does(lambda: table("ada", "bob").id)
    sundial.does(heartbeat.run)
    sundial.back_up()
    sundial.clock.advance(days=1)
    sundial.restore()
    sundial.clock.advance(days=1)
    sundial.release()
    sundial.does(heartbeat.run)
    assert sundial.does(lambda: found(game).game.deadline) == sundial.clock() + timedelta(days=3)


def test_devices_and_the_key_of_their_notifications_are_as_in_the_backup(sundial: Installation) -> None:
    def devices() -> tuple[str, list[str]]:
        return push_key().public, [device.mark for device in session().scalars(select(PushDevice))]

    sundial.does(lambda: subscribed(person("ann"), Browser()))
    before = sundial.does(devices)
    sundial.back_up()
    sundial.restore()
    assert sundial.does(devices) == before
    assert len(before[1]) == 1


def test_no_notification_of_a_turn_from_before_the_backup_is_sent(sundial: Installation) -> None:
    def begin() -> None:
        subscribed(person("ann"), Browser())
        table("ann", "bob")

    def waiting() -> list[WorkState]:
        return list(session().scalars(select(PushDelivery.state)))

    sundial.does(begin)
    sundial.back_up()
    sundial.restore()
    sundial.release()
    assert sundial.does(waiting) == [WorkState.SUPERSEDED]
