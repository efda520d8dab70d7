"""The commands `mute` and `pause`, and replies to digests."""

from __future__ import annotations

from datetime import timedelta

import pytest
from flask import Flask
from sqlalchemy import delete, select, update

from service.accounts.accounts import account_numbered
from service.db.engines import session, transaction
from service.models import Account, Delivery, LogEntry, Notice, Outcome
from service.notifications.digests import claim_notices
from service.notifications.links import turn_box
from service.notifications.preferences import choose
from service.play.games import NewGame, SeatWish, create_game
from tests.service.conftest import FakeClock
from tests.service.mail.inbound.correspondent import Mailed, deliver, mail, mailed, process_all, write
from tests.service.tables import Table, person, table

pytestmark = pytest.mark.usefixtures("app")

ADA, BOB = "ada@example.net", "bob@example.net"


@pytest.fixture
def seasons(app: Flask) -> Table:
    """Start a game; it is ada's turn."""
    return table("ada", "bob")


def box(seasons: Table) -> str:
    return turn_box(seasons.game, 0)


def words(told: Mailed) -> str:
    """Return the text of an email on one line."""
    return " ".join(told.text.split())


def fresh(account: Account) -> Account:
    session().rollback()
    session().expire_all()
    return account_numbered(account.id)


def test_mute_ends_the_mails_about_that_game_and_says_how_to_get_them_again(seasons: Table) -> None:
    other = table("ada", "cyd")
    assert write(ADA, box(seasons), "mute") == Outcome.ANSWERED
    [told] = mailed(ADA, "answer")
    assert told.topic == "muted"
    assert "unmute" in told.text
    assert f"/unsubscribe/your-turn.{seasons.players[0].id}.{seasons.id}." in told.text
    assert [turn.notice.game_id for turn in mailed(ADA, "your-turn")] == [other.id]


def test_unmute_takes_up_the_mails_and_the_turn_under_way(seasons: Table) -> None:
    write(ADA, box(seasons), "mute")
    write(ADA, box(seasons), "unmute")
    assert mailed(ADA, "answer")[1].topic == "unmuted"
    assert [turn.notice.game_id for turn in mailed(ADA, "your-turn")] == [seasons.id]


def test_who_plays_a_muted_game_by_mail_is_answered(seasons: Table) -> None:
    write(ADA, box(seasons), "mute")
    assert write(ADA, box(seasons), "place max-15") == Outcome.PLAYED
    assert mailed(ADA, "answer")[1].topic == "played"


def test_pause_lets_the_mails_of_all_games_wait_and_says_so(seasons: Table, clock: FakeClock) -> None:
    assert write(ADA, box(seasons), "pause") == Outcome.ANSWERED
    assert fresh(seasons.players[0]).paused_until == clock() + timedelta(days=7)
    [told] = mailed(ADA, "answer")
    for said in ("Mon 11 May 2026, 12:00 UTC", "Deadlines keep running", "In one of your games", "resume"):
        assert said in words(told)


def test_a_pause_lasts_as_long_as_its_writer_says(seasons: Table, clock: FakeClock) -> None:
    write(ADA, box(seasons), "pause 2 days")
    assert fresh(seasons.players[0]).paused_until == clock() + timedelta(days=2)
    assert "run out of time" not in words(mailed(ADA, "answer")[0])


@pytest.mark.parametrize("text", ["pause 0", "pause 91", "pause 9999"])
def test_a_pause_that_cannot_be_is_answered_and_changes_nothing(seasons: Table, text: str) -> None:
    assert write(ADA, box(seasons), text) == Outcome.ANSWERED
    assert fresh(seasons.players[0]).paused_until is None
    assert "from 1 to 90" in words(mailed(ADA, "answer")[0])


def test_a_vacation_is_taken_by_mail_and_the_answer_says_what_is_left(seasons: Table) -> None:
    assert write(ADA, box(seasons), "Vacation 5.\u201314. May") == Outcome.ANSWERED
    assert fresh(seasons.players[0]).vacations == ["2026-05-05/2026-05-14"]
    [told] = mailed(ADA, "answer")
    for said in ("5 May 2026 to 14 May 2026", "You have 20 days left", "Sun 17 May 2026, 12:00"):
        assert said in words(told)


def test_the_mail_about_a_turn_says_what_has_moved_its_deadline(seasons: Table) -> None:
    write(BOB, turn_box(seasons.game, 1), "vacation 5 to 14 May")
    write(ADA, box(seasons), "place max-15")
    [told] = mailed(BOB, "your-turn")
    assert "You have until Sun 17 May 2026, 12:00 UTC. Vacations do not count. This one ends Fri 15 May" in words(told)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("vacation", "vacation 1-14 August"),
        ("vacation 30 to 31 February", "Nothing was changed"),
        ("vacation 1 June to 20 July", "You have 30 days left that year"),
    ],
)
def test_a_vacation_that_cannot_be_is_answered_and_changes_nothing(seasons: Table, text: str, said: str) -> None:
    assert write(ADA, box(seasons), text) == Outcome.ANSWERED
    assert not fresh(seasons.players[0]).vacations
    assert said in words(mailed(ADA, "answer")[0])


def test_resume_ends_a_pause(seasons: Table, clock: FakeClock) -> None:
    write(ADA, box(seasons), "pause")
    clock.advance(hours=5)
    write(ADA, box(seasons), "resume")
    assert fresh(seasons.players[0]).paused_until is None
    due = select(Notice.due_at).where(Notice.email == ADA, Notice.kind == "your-turn")
    assert session().scalars(due).all() == [clock()]


def test_the_words_mean_the_writer_alone(seasons: Table) -> None:
    write(BOB, turn_box(seasons.game, 1), "pause")
    write(BOB, turn_box(seasons.game, 1), "mute")
    ada, bob = seasons.players
    assert (fresh(ada).paused_until, fresh(bob).paused_until is None) == (None, False)
    assert [seat.delivery for seat in seasons.game.seats] == [None, Delivery.OFF]


@pytest.mark.parametrize(
    ("mode", "answers"), [(Delivery.AT_ONCE, 0), (Delivery.IDLE, 0), (Delivery.DIGEST, 0), (Delivery.OFF, 1)]
)
def test_who_never_hears_of_the_next_turn_is_told_that_the_move_is_played(
    clock: FakeClock, mode: Delivery, answers: int
) -> None:
    ada = person("ada")
    choose(ada.id, clock(), mode)
    seats = [SeatWish(me=True), SeatWish(ai=1)]
    game = create_game(ada, NewGame("seasons", seats, shuffle_seats=False), clock())
    assert write(ADA, turn_box(game, 0), "place max-15") == Outcome.PLAYED
    assert len(mailed(ADA, "answer")) == answers


@pytest.fixture
def digest(clock: FakeClock) -> Mailed:
    """Return a digest to ada about three games."""
    for opponent in ("bob", "cyd", "dan"):
        table("ada", opponent)
    claim_notices(clock.advance(minutes=10))
    [found] = mailed(ADA, "digest")
    return found


def test_each_game_of_a_digest_has_an_address_that_takes_a_move(digest: Mailed) -> None:
    addresses = [line.split()[-1] for line in digest.text.splitlines() if "on the first line, to:" in line]
    assert len(addresses) == 3
    for address in addresses:
        assert write(ADA, address.partition("@")[0], "place max-15") == Outcome.PLAYED


def test_a_word_that_is_misused_in_answer_to_a_mail_about_several_games_is_told_of(digest: Mailed) -> None:
    assert write(ADA, digest.box, "zone") == Outcome.ANSWERED
    assert "a large city in your time zone" in " ".join(mailed(ADA, "general-mailbox")[-1].text.split())


def test_an_answer_to_a_mail_about_several_games_that_is_forgotten_is_answered_as_one_to_the_general_address(
    digest: Mailed,
) -> None:
    with transaction() as current:
        current.execute(update(Notice).values(digest_id=None))
        current.execute(delete(Notice).where(Notice.id == digest.notice.id))
    assert write(ADA, digest.box, "games") == Outcome.ANSWERED
    [told] = mailed(ADA, "general-mailbox")
    assert told.text.count("/t/") == 3
    assert write(ADA, digest.box, "pause") == Outcome.HELD
    assert session().scalars(select(Account.paused_until).where(Account.email == ADA)).one() is None


def test_an_answer_to_several_games_plays_nothing_and_asks_which_is_meant(digest: Mailed) -> None:
    assert write(ADA, digest.box, "place max-15") == Outcome.ANSWERED
    [told] = mailed(ADA, "general-mailbox")
    assert told.topic == "several"
    assert told.text.count("/t/") == 3
    assert session().scalars(select(LogEntry.action).where(LogEntry.seat >= 0)).all() == []


@pytest.mark.parametrize(("text", "topic"), [("help", "help"), ("pause", "paused"), ("resume", "resumed")])
def test_words_for_all_games_can_be_written_in_answer_to_several(digest: Mailed, text: str, topic: str) -> None:
    assert write(ADA, digest.box, text) == Outcome.ANSWERED
    assert mailed(ADA, "general-mailbox")[0].topic == topic


def test_an_answer_to_several_games_from_another_address_is_held(digest: Mailed) -> None:
    assert write("eve@example.net", digest.box, "pause") == Outcome.HELD
    [question] = mailed(ADA, "confirm")
    write(ADA, question.box, "yes")
    assert mailed(ADA, "general-mailbox")[0].topic == "paused"


def test_a_digest_that_comes_back_answered_by_a_machine_is_left_alone(digest: Mailed) -> None:
    deliver(digest.box, mail(ADA, "I am away", Auto_Submitted="auto-replied"))
    assert process_all() == [Outcome.IGNORED]
