"""Mails to the general address, invitations, and what comes back."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from sqlalchemy import select

from service.core import clock
from service.core.db import session
from service.core.encryption import decrypt
from service.mail.compose import compose
from service.mail.kinds.desk.facts import MOST_GAMES
from service.models import Account, Envelope, Game, GameStatus, InboundMail, Notice, Outcome, WorkState
from service.people.accounts import account_numbered, account_of
from service.play.games import NewGame, SeatWish, create_game
from service.play.open_seats import join_key_of
from service.play.seats import join
from service.play.views import seat_json
from service.post.boxes import box_at
from service.post.digests import claim_notices
from service.post.inbound import KEPT_FOR, forget_old_mails
from service.post.kinds import stoppable
from service.post.links import bounce_box, join_link, turn_box, turn_link
from service.post.notices import claim_envelopes, seal
from service.work.leases import settle
from tests.service.conftest import FakeClock
from tests.service.mail.inbound.correspondent import Mailed, deliver, mail, mailed, take_up_all, write
from tests.service.tables import person, table

pytestmark = pytest.mark.usefixtures("app")

ADA, BOB = "ada@example.net", "bob@example.net"


def games() -> list[Game]:
    session().rollback()
    return list(session().scalars(select(Game)))


def say_yes(address: str) -> None:
    """Confirm the newest mail that asked for it."""
    write(address, mailed(address, "confirm")[-1].box, "Yes!")


def test_a_game_is_begun_once_its_writer_has_confirmed_it() -> None:
    person("ada")
    assert write(ADA, "play", "new seasons bob@example.net level2") == Outcome.HELD
    assert games() == []
    say_yes(ADA)
    [game] = games()
    assert [seat.ai_level for seat in game.seats] == [None, None, 2]
    assert len(mailed(BOB, "invitation")) == 1
    assert "Your game is set up" in mailed(ADA, "desk")[0].text


def test_confirming_twice_begins_one_game() -> None:
    person("ada")
    write(ADA, "play", "new seasons bob@example.net")
    say_yes(ADA)
    say_yes(ADA)
    assert len(games()) == 1


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("new chess level1", "There is no such game"),
        ("new seasons", "Nobody to play against"),
        ("new seasons bob", "neither a mail address"),
        ("make me a sandwich", "not understood"),
        ("new seasons level1 level1 level1 level1 level1 level1 level1", "not begun"),
        ("new seasons level9", "not begun"),
        ("new seasons ada@example.net", "not begun"),
    ],
)
def test_what_cannot_be_done_is_answered_with_the_reason_and_what_can_be_written(text: str, says: str) -> None:
    person("ada")
    if write(ADA, "play", text) == Outcome.HELD:
        say_yes(ADA)
    [told] = mailed(ADA, "desk")
    assert says in told.text
    assert "new seasons level2" in told.text
    assert games() == []


def test_a_game_that_cannot_be_begun_leaves_nothing_behind() -> None:
    person("ada")
    write(ADA, "play", "new seasons new@example.net new@example.net")
    say_yes(ADA)
    assert mailed("new@example.net") == []


def test_help_and_games_are_answered_at_once() -> None:
    seasons = table("ada", "bob")
    write(ADA, "play", "games")
    write(ADA, "play", "help")
    listed, helped = mailed(ADA, "desk")
    assert "your turn" in listed.text
    assert "/t/t" in listed.text
    assert "new seasons" in helped.text
    write(BOB, "play", "games")
    assert f"/games/{seasons.id}" in mailed(BOB, "desk")[0].text


def test_who_begins_a_game_with_an_open_seat_is_mailed_the_link_to_it() -> None:
    person("ada")
    write(ADA, "play", "new seasons open")
    say_yes(ADA)
    write(ADA, "play", "games")

    [game] = games()
    key = join_key_of(game)
    assert key is not None
    for answer in mailed(ADA, "desk"):
        assert "Whoever has this link can take a free seat" in answer.text
        assert join_link(game.id, key) in answer.text
    join(game.id, person("wren"), clock.now(), key=key)
    write("wren@example.net", "play", "games")
    assert "/j/" not in mailed("wren@example.net", "desk")[0].text


def alone(player: Account, days: int) -> str:
    """A game of one player that has begun, with so many days for a move."""
    wish = NewGame("springtime-puzzle", [SeatWish(me=True)], days_per_move=days)
    return create_game(player, wish, clock.now()).id


def test_of_many_games_the_one_due_first_comes_first_and_those_that_are_not_listed_are_counted() -> None:
    ada = person("ada")
    urgent = alone(ada, days=1)
    create_game(ada, NewGame("seasons", [SeatWish(me=True), SeatWish(email=BOB)]), clock.now())
    for _ in range(MOST_GAMES + 1):
        alone(ada, days=9)

    write(ADA, "play", "games")

    [listed] = mailed(ADA, "desk")
    links = re.findall(r"http://\S+/(?:t|games)/\S+", listed.text)
    assert links[0] == turn_link(session().get_one(Game, urgent), 0)
    assert len(links) == MOST_GAMES
    assert "And 3 more:" in listed.text


def test_all_mails_are_stopped_once_the_writer_has_confirmed_it() -> None:
    ada = person("ada")
    assert write(ADA, "play", "stop") == Outcome.HELD
    assert account_numbered(ada.id).muted == []
    say_yes(ADA)
    session().expire_all()
    assert sorted(account_numbered(ada.id).muted) == sorted(stoppable())


def test_a_stranger_is_asked_once_a_day_whether_they_have_written(clock: FakeClock) -> None:
    new = "new@example.net"
    assert write(new, "play", "buy this http://spam.example") == Outcome.HELD
    assert write(new, "play", "help") == Outcome.IGNORED
    clock.advance(hours=25)
    assert write(new, "play", "help") == Outcome.HELD
    assert [question.notice.kind for question in mailed(new)] == ["confirm", "confirm"]
    assert "spam" not in mailed(new)[0].text


def test_a_stranger_who_says_yes_has_an_account_and_is_answered() -> None:
    new = "new@example.net"
    write(new, "play", "new seasons level1")
    say_yes(new)
    assert account_of(new, clock.now()).verified_at is not None
    assert len(games()) == 1


def test_mails_for_the_operator_are_kept_and_not_answered() -> None:
    assert write(ADA, "postmaster", "hello") == Outcome.KEPT
    assert write(ADA, "abuse", "hello") == Outcome.KEPT
    assert mailed(ADA) == []


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


def test_an_unclear_answer_to_an_invitation_can_be_answered_again() -> None:
    write(BOB, invitation().box, "who are you?")
    write(BOB, mailed(BOB, "desk")[0].box, "yes")
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
    assert "This invitation is over" in mailed(BOB, "desk")[0].text


REPORT = """Content-Type: multipart/report; report-type=delivery-status; boundary=b

--b
Content-Type: text/plain

Could not be delivered.
--b
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example.net

Final-Recipient: rfc822; ada@example.net
Action: {action}
Status: {status}
--b--
"""


def report(action: str = "failed", status: str = "5.1.1") -> bytes:
    text = REPORT.format(action=action, status=status)
    return f"From: MAILER-DAEMON@example.net\nMessage-ID: <b@example.net>\n{text}".replace("\n", "\r\n").encode()


def sent() -> Notice:
    """A notice to ada whose mail was sent."""
    table("ada", "bob")
    notice = session().scalars(select(Notice).where(Notice.email == ADA, Notice.kind == "your-turn")).one()
    raw = compose(notice)
    session().expunge(notice)
    seal(notice, raw=raw, now=clock.now())
    for envelope in claim_envelopes(clock.now()):
        settle(envelope, state=WorkState.DONE, sent_at=clock.now())
    return notice


def ada_is_unreachable() -> bool:
    session().rollback()
    session().expire_all()
    return account_of(ADA, clock.now()).unreachable_since is not None


def test_a_mail_that_came_back_for_good_marks_its_envelope_and_its_account() -> None:
    deliver(bounce_box(sent()), report(), sender="")
    assert take_up_all() == [Outcome.BOUNCE]
    assert ada_is_unreachable()
    envelope = session().scalars(select(Envelope)).one()
    assert (envelope.bounced_at, envelope.last_reply) == (clock.now(), "failed 5.1.1")


@pytest.mark.parametrize(("action", "status"), [("delayed", "4.4.1"), ("failed", "4.2.2")])
def test_a_mail_that_may_still_arrive_marks_nothing(action: str, status: str) -> None:
    deliver(bounce_box(sent()), report(action, status), sender="")
    assert take_up_all() == [Outcome.BOUNCE]
    assert not ada_is_unreachable()


def test_a_report_to_any_other_box_marks_nothing() -> None:
    sent()
    for box in ("bounces", "play"):
        deliver(box, report(), sender="")
    assert take_up_all() == [Outcome.IGNORED] * 2
    assert not ada_is_unreachable()


def test_everybody_at_the_table_sees_whom_mail_does_not_reach() -> None:
    deliver(bounce_box(sent()), report(), sender="")
    take_up_all()
    [game] = games()
    assert [seat_json(game, seat, 1)["reachable"] for seat in game.seats] == [False, True]


def test_who_writes_can_be_reached_again() -> None:
    notice = sent()
    deliver(bounce_box(notice), report(), sender="")
    take_up_all()
    write(ADA, mailed(ADA, "your-turn")[0].box, "board")
    assert not ada_is_unreachable()


def test_mails_are_forgotten_after_a_month_unless_nobody_has_seen_to_them(clock: FakeClock) -> None:
    write(ADA, "postmaster", "hello")
    deliver("play", mail(ADA, "help"))
    clock.advance(days=KEPT_FOR.days, seconds=1)
    assert forget_old_mails(clock()) == 1
    assert [waiting.recipient for waiting in session().scalars(select(InboundMail))] == ["play"]


def test_the_desk_says_whom_it_cannot_invite_twice_and_what_to_do() -> None:
    person("ada")
    for _ in range(2):
        write(ADA, "play", "new seasons bob@example.net")
        say_yes(ADA)
    assert len(games()) == 1
    answer = " ".join(mailed(ADA, "desk")[-1].text.split())
    assert "bob@example.net has never answered us, and has an open invitation of yours." in answer
    assert "once they have answered" in answer


def test_the_desk_invites_as_many_strangers_as_every_other_door_and_says_when_there_is_room() -> None:
    ada = person("ada")
    for number in range(20):
        seats = [SeatWish(me=True), SeatWish(email=f"stranger{number}@example.net")]
        create_game(ada, NewGame("seasons", seats), clock.now())
    write(ADA, "play", "new seasons bob@example.net")
    say_yes(ADA)
    assert len(games()) == 20
    answer = " ".join(mailed(ADA, "desk")[-1].text.split())
    assert "You have invited as many people within a day as one can. Try again in 24 hours" in answer
    assert "write the word open in place of an address" in answer


def test_an_answer_to_several_invitations_at_once_answers_none_and_gets_the_link_of_each() -> None:
    for host in ("ada", "cyd"):
        wish = NewGame("seasons", [SeatWish(me=True), SeatWish(email=BOB)])
        create_game(person(host), wish, clock.now() - timedelta(minutes=10))
    claim_notices(clock.now())
    several = mailed(BOB, "invitations")[0]

    assert write(BOB, several.box, "Yes!") == Outcome.ANSWERED

    answer = mailed(BOB, "desk")[-1].text
    assert {game.status for game in games()} == {GameStatus.INVITING}
    assert "Which invitation is it for?" in answer
    assert answer.count("you are invited") == answer.count("/i/i") == 2


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
    assert "ada cannot invite you any more" in answer.text
    write(ADA, "play", f"new seasons {BOB}")
    say_yes(ADA)
    assert f"{BOB} takes no invitations from you." in mailed(ADA, "desk")[-1].text


def test_never_from_another_address_is_asked_about_first() -> None:
    create_game(person("ada"), NewGame("seasons", [SeatWish(me=True), SeatWish(email=BOB)]), clock.now())
    assert write("eve@example.net", mailed(BOB, "invitation")[0].box, "never") == Outcome.HELD
    assert [game.status for game in games()] == [GameStatus.INVITING]
    say_yes(BOB)
    assert [game.status for game in games()] == [GameStatus.CANCELLED]
    assert "ada cannot invite you any more" in mailed(BOB, "desk")[-1].text


def test_what_a_mail_says_is_gone_once_it_was_read_and_its_box_cannot_be_written_to() -> None:
    deliver(turn_box(table("ada", "bob").game, 0), mail(ADA, "place nowhere"))
    waiting = session().scalars(select(InboundMail)).one()
    assert b"nowhere" in decrypt(waiting.encrypted)
    assert b"nowhere" not in waiting.encrypted
    assert box_at(waiting.recipient) is None
    take_up_all()
    assert session().scalars(select(InboundMail.encrypted)).all() == [b""]
