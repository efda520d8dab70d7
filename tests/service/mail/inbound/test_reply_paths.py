"""Replies that reach the general address, because they go to all or ignore Reply-To, count for the box of our email."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier

import pytest
from flask import Flask
from sqlalchemy import delete, update

from service.config.settings import settings as settings_now
from service.db import clock
from service.db.engines import transaction
from service.models import Envelope, Notice, Outcome
from service.notifications.links import turn_box
from service.notifications.taking import take
from service.play.games import NewGame, SeatWish, create_game
from service.play.positions import log_of
from service.play.turn_clocks import deadline_has_passed
from tests.service.mail.inbound.correspondent import Mailed, games, mail, mailed, process_all, say_yes, sent, write
from tests.service.on_sqlite import ON_BOTH
from tests.service.tables import Table, person, table

pytestmark = pytest.mark.usefixtures("app")

ADA, BOB, EVE = "ada@example.net", "bob@example.net", "eve@example.net"
PLAYED, HELD, ANSWERED = Outcome.PLAYED, Outcome.HELD, Outcome.ANSWERED
MOVE = "place max-15"

NMH = """From: Ada Example <{writer}>
To: Sundial <{box}@{domain}>,
    Sundial <play@{domain}>
Subject: Re: {subject}
In-reply-to: {message_id}
References: <game.{game}@{domain}> {message_id}
Comments: In-reply-to Sundial <play@{domain}>
   message dated "Mon, 04 May 2026 12:00:00 +0000."
MIME-Version: 1.0
Content-Type: text/plain; charset="us-ascii"
Content-Transfer-Encoding: quoted-printable
Message-Id: <20260504122149.B91F8290154@mx.example.net>

{text}

Sundial writes:
> ----- Write your move above this line. -----
"""
"""A reply by nmh, which answers both Reply-To and From."""
CLAWS = """Date: Mon, 4 May 2026 12:21:49 +0200
From: Ada <{writer}>
To: Sundial <{box}@{domain}>
Cc: Sundial <play@{domain}>
Subject: Re: {subject}
Message-ID: <20260504122149.5c1b7e2a@example.net>
In-Reply-To: {message_id}
References: <game.{game}@{domain}>
\t{message_id}
X-Mailer: Claws Mail 4.1.1 (GTK 3.24.38; x86_64-pc-linux-gnu)
MIME-Version: 1.0
Content-Type: text/plain; charset=US-ASCII
Content-Transfer-Encoding: 7bit

{text}

On Mon, 04 May 2026 12:00:00 +0000
Sundial <play@{domain}> wrote:

> ----- Write your move above this line. -----
"""
"""A reply to all by Claws Mail."""
S_NAIL = """Date: Mon, 04 May 2026 14:21:49 +0200
Author: Ada Example <{writer}>
From: Ada Example <{writer}>
To: Sundial <play@{domain}>
Subject: Re: {subject}
Message-ID: <20260504122149.NbX3w%{writer}>
In-Reply-To: {message_id}
References: <game.{game}@{domain}> {message_id}
User-Agent: s-nail v14.9.24

{text}

Sundial wrote in
 {message_id}:
 |----- Write your move above this line. -----
"""
"""A reply by s-nail, which ignores Reply-To."""


def newest(address: str, *kinds: str) -> Mailed:
    """Return the newest email to an address, once it was sent."""
    return sent(mailed(address, *kinds)[-1])


LIST = {
    "List_Id": "Club <club.lists.example.org>",
    "List_Post": "<mailto:club@lists.example.org>",
    "List_Unsubscribe": "<mailto:club-leave@lists.example.org>",
    "Precedence": "list",
}
CLUB, FOOTER = "Ada via Club <club@lists.example.org>", "_" * 47 + "\r\nClub mailing list -- club@lists.example.org"
"""A mailing list that puts its own address into From."""


def raw(written: str, to: Mailed, text: str = MOVE, writer: str = ADA) -> bytes:
    """Write a reply to our email as that program does."""
    return (
        written.format(
            writer=writer,
            box=to.box,
            domain=settings_now().mail_domain,
            subject=to.message["Subject"],
            message_id=to.message["Message-ID"],
            game=to.notice.game_id,
            text=text,
        )
        .replace("\n", "\r\n")
        .encode()
    )


def arrive(raw: bytes, *boxes: str) -> None:
    """Take an email as a mail server hands it in."""
    take(boxes, "somebody@example.net", raw, clock.now())


@pytest.fixture
def seasons(app: Flask) -> Table:
    """Start a game; it is ada's turn, and her email about it is sent."""
    return table("ada", "bob")


@pytest.mark.parametrize("program", [NMH, CLAWS], ids=["nmh", "Claws"])
@pytest.mark.parametrize("general_first", [True, False])
def test_a_reply_to_all_counts_once_in_whatever_order_its_copies_come(
    seasons: Table, program: str, *, general_first: bool
) -> None:
    turn = newest(ADA, "your-turn")
    outcomes = []
    for box in ["play", turn.box] if general_first else [turn.box, "play"]:
        arrive(raw(program, turn), box)
        outcomes += process_all()
    assert outcomes == [PLAYED]
    assert mailed(ADA, "general-mailbox", "confirm") == []


def test_a_reply_to_all_in_one_delivery_counts_once(seasons: Table) -> None:
    turn = newest(ADA, "your-turn")
    arrive(raw(NMH, turn), "play", turn.box)
    assert process_all() == [PLAYED]


@ON_BOTH
def test_a_reply_to_all_counts_once_if_its_copies_come_at_the_same_moment(app: Flask, seasons: Table) -> None:
    turn, started = newest(ADA, "your-turn"), Barrier(2)
    reply = raw(NMH, turn)

    def deliver(box: str) -> None:
        started.wait(10)
        with app.app_context():
            arrive(reply, box)

    with ThreadPoolExecutor(2) as servers:
        list(servers.map(deliver, ["play", turn.box]))
    assert process_all() == [PLAYED]


def test_a_reply_to_all_from_another_address_is_asked_about_once(seasons: Table) -> None:
    turn = newest(ADA, "your-turn")
    for box in ("play", turn.box):
        arrive(raw(NMH, turn, writer="ada@elsewhere.example"), box)
    assert process_all() == [HELD]
    assert [len(mailed(address, "confirm")) for address in (ADA, "ada@elsewhere.example")] == [1, 0]


def test_a_reply_by_a_program_that_ignores_reply_to_plays_the_move(seasons: Table) -> None:
    arrive(raw(S_NAIL, newest(ADA, "your-turn")), "play")
    assert process_all() == [PLAYED]


def test_a_reply_that_names_our_email_further_up_the_thread_alone_plays_the_move(seasons: Table) -> None:
    turn = newest(ADA, "your-turn")
    named = f"<game.{seasons.id}@{settings_now().mail_domain}> {turn.message['Message-ID']} <own@example.net>"
    arrive(mail(ADA, MOVE, In_Reply_To="<own@example.net>", References=named), "play")
    assert process_all() == [PLAYED]


def test_each_kind_of_email_is_answered_by_a_program_that_ignores_reply_to(app: Flask) -> None:
    game = create_game(person("ada"), NewGame("seasons", [SeatWish(me=True), SeatWish(email=BOB)]), clock.now())
    arrive(raw(S_NAIL, newest(BOB, "invitation"), "yes", BOB), "play")
    assert process_all() == [ANSWERED]
    arrive(mail(ADA, "new siesta level1"), "play")
    assert process_all() == [HELD]
    arrive(raw(S_NAIL, newest(ADA, "confirm"), "yes"), "play")
    process_all()
    assert [each.to_move is None for each in games()] == [False, False]
    assert games()[0].id == game.id


@pytest.mark.parametrize("named", ["the thread", "the opponent's email", "the email as the table names it"])
def test_who_forges_the_sender_and_has_not_got_the_players_email_plays_nothing(seasons: Table, named: str) -> None:
    write(BOB, turn_box(seasons.game, 1), "board")
    bob = newest(BOB, "answer")
    domain = settings_now().mail_domain
    thread = {
        "the thread": f"<game.{seasons.id}@{domain}>",
        "the opponent's email": str(bob.message["Message-ID"]),
        "the email as the table names it": newest(ADA, "your-turn").notice.message_id,
    }[named]
    arrive(mail(ADA, MOVE, In_Reply_To=thread, References=thread), "play")
    assert process_all() == [ANSWERED]
    assert [each.topic for each in mailed(ADA, "general-mailbox")] == ["not-understood"]


def test_a_forwarded_email_is_no_way_into_its_box_for_the_one_who_got_it(seasons: Table) -> None:
    turn = newest(ADA, "your-turn")
    person("eve")
    arrive(raw(S_NAIL, turn, "help", EVE), "play")
    assert process_all() == [ANSWERED]
    assert [len(mailed(EVE, "general-mailbox")), len(mailed(ADA, "confirm"))] == [1, 0]


def test_once_our_email_is_forgotten_a_reply_is_read_as_any_other_to_the_general_address(seasons: Table) -> None:
    turn = newest(ADA, "your-turn")
    with transaction() as current:
        current.execute(update(Notice).values(envelope_id=None))
        current.execute(delete(Envelope))
    arrive(raw(S_NAIL, turn), "play")
    assert process_all() == [ANSWERED]
    assert [each.topic for each in mailed(ADA, "general-mailbox")] == ["not-understood"]


def test_a_deadline_waits_for_a_reply_to_the_general_address(seasons: Table) -> None:
    arrive(raw(S_NAIL, newest(ADA, "your-turn")), "play")
    deadline = seasons.game.deadline
    assert deadline is not None
    assert not deadline_has_passed(seasons.game, deadline + timedelta(seconds=1))


@pytest.mark.parametrize("sender", [CLUB, ADA])
def test_an_answer_through_a_mailing_list_is_held_and_played_after_the_players_yes(seasons: Table, sender: str) -> None:
    box = newest(ADA, "your-turn").box
    assert write(sender, box, f"{MOVE}\r\n{FOOTER}", Reply_To=f"Ada <{ADA}>", **LIST) == HELD
    assert MOVE not in [entry.action for entry in log_of(seasons.game)]
    say_yes(ADA)
    assert MOVE in [entry.action for entry in log_of(seasons.game)]


@pytest.mark.parametrize(
    ("box", "headers"),
    [
        ("turn", {"Reply_To": "club@lists.example.org"}),
        ("turn", {"Reply_To": f"{ADA}, {BOB}"}),
        ("turn", {}),
        ("turn", {"Reply_To": ADA, "Auto_Submitted": "auto-generated"}),
        ("play", {"Reply_To": ADA}),
    ],
)
def test_other_emails_of_a_mailing_list_are_ignored(seasons: Table, box: str, headers: dict[str, str]) -> None:
    to = newest(ADA, "your-turn").box if box == "turn" else box
    assert write(CLUB, to, MOVE, **LIST, **headers) == Outcome.IGNORED
    assert [mailed(address, "confirm") for address in (ADA, "club@lists.example.org")] == [[], []]
