"""A first game by email needs one confirmation: a reply to our answer proves who writes."""

from __future__ import annotations

import pytest

from service.accounts.accounts import account_of
from service.db import clock
from service.db.engines import session, transaction
from service.models import GameStatus, Notice, Outcome
from service.notifications.boxes import is_asked
from service.notifications.taking import take
from tests.service.mail.inbound.correspondent import deliver, games, mail, mailed, process_all, say_yes, sent, write
from tests.service.tables import person

pytestmark = pytest.mark.usefixtures("app")

ADA, BOB, CAROL, EVE = (f"{name}@example.net" for name in ("ada", "bob", "carol", "eve"))


def answered(address: str) -> str:
    """Return the box of the newest answer from the general address."""
    return mailed(address, "general-mailbox")[-1].box


def test_a_first_game_by_email_needs_one_confirmation() -> None:
    assert write(BOB, "play", "Hello!") == Outcome.HELD
    say_yes(BOB)
    assert mailed(BOB, "general-mailbox")[-1].topic == "hello"

    assert write(BOB, answered(BOB), "new seasons carol@example.net") == Outcome.ANSWERED
    assert write(CAROL, mailed(CAROL, "invitation")[-1].box, "Yes") in (Outcome.DONE, Outcome.ANSWERED)

    [game] = games()
    assert game.status == GameStatus.ACTIVE
    session().rollback()
    asked = session().query(Notice).where(Notice.kind == "confirm")
    assert [notice.email for notice in asked] == [BOB]


def test_a_host_without_a_name_is_offered_the_one_in_from() -> None:
    write(BOB, "play", "Hello!")
    say_yes(BOB)
    deliver(answered(BOB), mail(f"Bob Brown <{BOB}>", "new seasons carol@example.net"))
    process_all()
    assert "reply with: name Bob Brown" in " ".join(mailed(BOB, "general-mailbox")[-1].text.split())

    write(BOB, answered(BOB), "name Bob Brown")
    assert account_of(BOB, clock.now()).called == "Bob Brown"


def test_a_program_that_ignores_reply_to_needs_no_more_confirmations() -> None:
    person("ada")
    write(ADA, "play", "help")
    answer = sent(mailed(ADA, "general-mailbox")[-1])
    take(["play"], ADA, mail(ADA, "new siesta level1", In_Reply_To=answer.message["Message-ID"]), clock.now())
    process_all()
    assert len(games()) == 1


def test_what_answers_our_answer_is_done_at_once() -> None:
    person("ada")
    write(ADA, "play", "help")
    for text in ("name ada2", "vacation 1-14 August", "new siesta level1", "stop"):
        assert write(ADA, answered(ADA), text) in (Outcome.ANSWERED, Outcome.DONE)
    assert mailed(ADA, "confirm") == []
    assert len(games()) == 1


def test_each_answer_has_an_address_of_its_own_and_a_question_one_for_its_answer() -> None:
    person("ada")
    for text in ("help", "games", "new siesta level1\nnew seasons bob@example.net"):
        write(ADA, "play", text)
    boxes = [each.box for each in mailed(ADA, "general-mailbox")]
    assert len(set(boxes)) == 3
    assert [is_asked(box) for box in boxes] == [False, False, True]
    assert "Write your answer above this line." in mailed(ADA, "general-mailbox")[0].text
    write(ADA, boxes[-1], "new siesta level1\n\nAda Example\nExample Ltd., only for you")
    assert len(games()) == 1


def test_another_sender_at_that_address_is_asked_about() -> None:
    person("ada")
    write(ADA, "play", "help")
    assert write(EVE, answered(ADA), "stop") == Outcome.HELD
    assert [len(mailed(address, "confirm")) for address in (ADA, EVE)] == [1, 0]
    say_yes(ADA)
    assert mailed(ADA, "general-mailbox")[-1].topic == "stopped"


def test_once_the_answer_is_forgotten_its_address_is_as_the_general_one() -> None:
    person("ada")
    write(ADA, "play", "help")
    box = answered(ADA)
    with transaction() as current:
        current.delete(mailed(ADA, "general-mailbox")[-1].notice)
    assert write(ADA, box, "new siesta level1") == Outcome.HELD
    assert games() == []
