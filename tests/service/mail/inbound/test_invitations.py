"""Answers to mails that invite: yes, no and never, to one invitation or to one of several."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest

from service.accounts.accounts import account_of
from service.db import clock
from service.db.engines import session
from service.models import Account, Contributed, GameStatus, Outcome
from service.notifications.digests import claim_notices
from service.play.chat import said
from service.play.games import NewGame, SeatWish, create_game
from service.play.seating import seat_number
from tests.service.mail.inbound.correspondent import Mailed, games, mailed, say_yes, write
from tests.service.tables import person

pytestmark = pytest.mark.usefixtures("app")

ADA, BOB, HOST = "ada@example.net", "bob@example.net", "host@example.net"


def invitation() -> Mailed:
    host = person("host")
    create_game(host, NewGame("seasons", [SeatWish(me=True), SeatWish(email=BOB)], shuffle_seats=False), clock.now())
    return mailed(BOB, "invitation")[-1]


@pytest.mark.parametrize(
    ("text", "status"),
    [("yes", GameStatus.ACTIVE), ("No, thanks.", GameStatus.CANCELLED), ("maybe", GameStatus.INVITING)],
)
def test_an_invitation_is_answered_with_yes_or_no_and_nothing_else(text: str, status: GameStatus) -> None:
    write(BOB, invitation().box, text)
    assert games()[0].status == status


def test_a_word_for_the_dice_is_no_message() -> None:
    assert write(BOB, invitation().box, "Yes, my word: blue moon\r\n\r\nCheers, Bob") in (
        Outcome.DONE,
        Outcome.ANSWERED,
    )

    [game] = games()
    added = {seat.contribution: seat.contributed for seat in game.seats}
    assert added["blue moon"] == Contributed.OWN
    assert game.status == GameStatus.ACTIVE
    assert list(said(game, 0)) == []


def test_words_beside_a_yes_reach_the_host_as_a_message() -> None:
    write(BOB, invitation().box, "Yes, gladly!\r\n\r\nNice idea, host.\r\n\r\nCheers,\r\nBob")

    [game] = games()
    host, guest = (seat_number(game, account_of(address, clock.now())) for address in (HOST, BOB))
    assert [(message.text, message.to_seat) for message in said(game, guest)] == [("Nice idea, host.", host)]
    assert "Nice idea, host." in mailed(HOST, "message")[-1].text


def test_words_of_the_guest_who_moves_first_reach_the_host_with_the_answer_alone() -> None:
    wish = NewGame("siesta", [SeatWish(email=BOB), SeatWish(me=True)], shuffle_seats=False)
    create_game(person("host"), wish, clock.now())

    write(BOB, mailed(BOB, "invitation")[-1].box, "yes\r\nI am slow.")

    assert "I am slow." in mailed(HOST, "accepted")[-1].text
    assert mailed(HOST, "message") == []


def test_words_beside_an_answer_before_the_game_reach_the_host_alone_with_that_answer() -> None:
    wish = NewGame("siesta", [SeatWish(me=True), SeatWish(email=BOB), SeatWish(email=ADA)], shuffle_seats=False)
    create_game(person("host"), wish, clock.now())
    boxes = [mailed(address, "invitation")[-1].box for address in (BOB, ADA)]

    write(BOB, boxes[0], "yes\r\nI am slow.")
    assert "I am slow." in mailed(HOST, "accepted")[-1].text
    write(ADA, boxes[1], "No thanks, not now. Next week!")

    assert "Next week!" in mailed(HOST, "game-over")[-1].text
    assert not any("Next week!" in mail.text for mail in mailed(BOB))


def test_an_unclear_answer_to_an_invitation_can_be_answered_again() -> None:
    write(BOB, invitation().box, "who are you?")
    write(BOB, mailed(BOB, "general-mailbox")[0].box, "yes")
    assert games()[0].status == GameStatus.ACTIVE


def test_an_invitation_cannot_be_accepted_from_another_address_without_its_owner() -> None:
    box = invitation().box
    assert write("eve@example.net", box, "yes") == Outcome.HELD
    assert games()[0].status == GameStatus.INVITING
    say_yes(BOB)
    assert games()[0].status == GameStatus.ACTIVE


def test_an_answer_to_an_invitation_that_is_over_says_so() -> None:
    box = invitation().box
    write(BOB, box, "no")
    assert write(BOB, box, "yes") == Outcome.ANSWERED
    assert mailed(BOB, "general-mailbox")[0].topic == "invitation-over"


def test_an_answer_to_several_invitations_at_once_answers_none_and_gets_the_link_of_each() -> None:
    for host in ("ada", "cyd"):
        wish = NewGame("seasons", [SeatWish(me=True), SeatWish(email=BOB)])
        create_game(person(host), wish, clock.now() - timedelta(minutes=10))
    claim_notices(clock.now())
    several = mailed(BOB, "invitations")[0]

    assert write(BOB, several.box, "Yes!") == Outcome.ANSWERED

    answer = mailed(BOB, "general-mailbox")[-1]
    assert {game.status for game in games()} == {GameStatus.INVITING}
    assert answer.topic == "several-invitations"
    assert answer.text.count("you are invited") == answer.text.count("/i/i") == 2


def test_each_of_several_invitations_has_an_address_that_answers_it() -> None:
    for host in ("ada", "cyd"):
        wish = NewGame("seasons", [SeatWish(me=True), SeatWish(email=BOB)])
        create_game(person(host), wish, clock.now() - timedelta(minutes=10))
    claim_notices(clock.now())
    first, second = re.findall(r"to: (\w+)@sundial.localhost", mailed(BOB, "invitations")[0].text)

    write(BOB, first, "yes")
    write(BOB, second, "no")

    assert sorted(game.status for game in games()) == [GameStatus.ACTIVE, GameStatus.CANCELLED]


@pytest.mark.parametrize("said", ["never", "Never.", "no, never", "never from this person"])
def test_never_declines_an_invitation_and_keeps_it_from_happening_again(said: str) -> None:
    ada = person("ada")
    create_game(ada, NewGame("seasons", [SeatWish(me=True), SeatWish(email=BOB)]), clock.now())

    assert write(BOB, mailed(BOB, "invitation")[0].box, said) == Outcome.ANSWERED

    assert [game.status for game in games()] == [GameStatus.CANCELLED]
    [answer] = mailed(BOB)
    assert "ada can't invite you" in answer.text
    write(ADA, "play", f"new seasons {BOB}")
    say_yes(ADA)
    assert f"{BOB} doesn't accept invitations from you." in mailed(ADA, "general-mailbox")[-1].text


def test_never_from_another_address_is_asked_about_first() -> None:
    create_game(person("ada"), NewGame("seasons", [SeatWish(me=True), SeatWish(email=BOB)]), clock.now())
    assert write("eve@example.net", mailed(BOB, "invitation")[0].box, "never") == Outcome.HELD
    assert [game.status for game in games()] == [GameStatus.INVITING]
    say_yes(BOB)
    assert [game.status for game in games()] == [GameStatus.CANCELLED]
    assert "ada can't invite you" in mailed(BOB, "general-mailbox")[-1].text


def offered(name: str) -> Mailed:
    """Accept as somebody whose email program writes that name into From; return the answer."""
    write(BOB, invitation().box, "yes", From=f"{name} <{BOB}>")
    return mailed(BOB, "general-mailbox")[-1]


def test_a_guest_is_offered_the_name_in_their_from_and_takes_it_with_a_yes() -> None:
    answer = offered("=?utf-8?q?Z=C3=B6e_Miller?=")
    assert "Shall we call you Zöe Miller?" in " ".join(answer.text.split())
    assert not session().query(Account).filter_by(email=BOB).one().display_name

    write(BOB, answer.box, "yes", From=f"=?utf-8?q?Z=C3=B6e_Miller?= <{BOB}>")

    account = session().query(Account).filter_by(email=BOB).one()
    assert (account.display_name, account.name) == ("Zöe Miller", "zoe-miller")
    assert mailed(BOB, "general-mailbox")[-1].topic == "named"


@pytest.mark.parametrize(("text", "topic", "name"), [("no", "unnamed", None), ("name Rob", "named", "Rob")])
def test_another_answer_to_the_offer_of_a_name_leaves_nothing_but_the_name(
    text: str, topic: str, name: str | None
) -> None:
    write(BOB, offered('"Bob B."').box, text, From=f'"Bob B." <{BOB}>')
    assert mailed(BOB, "general-mailbox")[-1].topic == topic
    assert session().query(Account).filter_by(email=BOB).one().display_name == name
    assert games()[0].status == GameStatus.ACTIVE


def test_a_yes_to_the_offer_from_a_program_that_writes_no_name_is_answered_with_how_to_write_one() -> None:
    write(BOB, offered("Bob Brown").box, "yes")
    told = mailed(BOB, "general-mailbox")[-1]
    assert (told.topic, told.notice.data["command"]) == ("misused", "name")


def test_who_has_joined_is_not_asked_whether_to_play() -> None:
    write(BOB, offered("Bob Brown").box, "zone")
    assert mailed(BOB, "general-mailbox")[-1].topic == "not-understood"


def test_what_cannot_be_a_name_is_not_offered() -> None:
    write(BOB, invitation().box, "yes", From=f'"{BOB}" <{BOB}>')
    assert all(each.topic != "name-offered" for each in mailed(BOB, "general-mailbox"))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("decline too fast", "Too fast"),
        ("no, too fast", "Too fast"),
        ("No thanks, I'm busy", "Too many games already"),
        ("decline not rated", "Only rated games"),
        ("nein, zu langsam", "Too slow"),
        ("Nein, ein anderes Spiel bitte", "Another game or other options, please"),
        ("no, troppo forte", "You are too strong for me"),
        ("no, non adesso", "Not now"),
    ],
)
def test_a_reason_beside_a_no_is_told_to_the_host(text: str, reason: str) -> None:
    write(BOB, invitation().box, text)

    assert games()[0].status == GameStatus.CANCELLED
    assert f"Reason: {reason}." in mailed(HOST, "game-over")[-1].text
