"""Whom a host has invited: reminding them, and taking an invitation back."""

from __future__ import annotations

import pytest
from flask import Flask
from sqlalchemy import func, select

from service.db.engines import session
from service.language.errors import Conflict, Forbidden, NotFound, TooMany
from service.models import Game, GameStatus, Notice, SeatState, Visibility, WorkState
from service.play.games import NewGame, SeatWish, create_game
from service.play.invitations import TO_ADDRESSES, invitations_to, remind, withdraw
from service.play.open_seats import join_key_of
from service.play.seats import decline, join
from tests.service.conftest import FakeClock
from tests.service.tables import person
from workers.jobs.notices import seal_due

BOB, CY = "bob@example.net", "cy@example.net"


@pytest.fixture
def game(app: Flask, clock: FakeClock) -> Game:
    """Ann has invited two by their addresses, and neither has answered."""
    seats = [SeatWish(me=True), SeatWish(email=BOB), SeatWish(email=CY)]
    made = create_game(person("ann"), NewGame("siesta", seats, shuffle_seats=False), clock())
    seal_due(clock)
    return made


def mails_to_bob() -> int:
    wanted = select(func.count()).where(Notice.kind == "invitation", Notice.email == BOB)
    return session().scalar(wanted.where(Notice.state != WorkState.SUPERSEDED)) or 0


def test_a_guest_is_reminded_once_a_day_and_three_times_in_all(game: Game, clock: FakeClock) -> None:
    ann = person("ann")
    with pytest.raises(TooMany) as early:
        remind(game.id, 1, ann, clock())
    assert early.value.details["retry_after"] == 24 * 3600

    for number in range(1, 4):
        clock.advance(days=1)
        assert remind(game.id, 1, ann, clock()).reminders_left == 3 - number
        seal_due(clock)
        assert mails_to_bob() == number + 1
        with pytest.raises((TooMany, Conflict)):
            remind(game.id, 1, ann, clock())

    clock.advance(days=30)
    with pytest.raises(Conflict, match="no-more-reminders"):
        remind(game.id, 1, ann, clock())
    assert [each.invited_as for each in invitations_to(game.id, ann)] == [BOB, CY]


def test_an_invitation_that_waits_to_be_sent_is_not_sent_twice(app: Flask, clock: FakeClock) -> None:
    made = create_game(person("ann"), NewGame("seasons", [SeatWish(me=True), SeatWish(email=BOB)]), clock())
    clock.advance(days=1)

    remind(made.id, 1, person("ann"), clock())

    assert mails_to_bob() == 1


def test_a_withdrawn_invitation_frees_the_seat_and_ends_its_mail(app: Flask, clock: FakeClock) -> None:
    ann = person("ann")
    game = create_game(ann, NewGame("seasons", [SeatWish(me=True), SeatWish(email=BOB)]), clock())

    for _ in range(2):
        withdraw(game.id, 1, ann, clock())

    assert (game.status, game.seats[1].state, mails_to_bob()) == (GameStatus.INVITING, SeatState.OPEN, 0)
    assert invitations_to(game.id, ann) == []
    with pytest.raises(NotFound):
        join(game.id, person("bob"), clock())
    assert join(game.id, person("cy"), clock(), key=join_key_of(game)).status == GameStatus.ACTIVE


def test_whoever_withdraws_has_no_more_invitations_for_it(app: Flask, clock: FakeClock) -> None:
    ann = person("ann")
    wishes = [
        NewGame("seasons", [SeatWish(me=True), SeatWish(email=f"guest{number}@example.net")])
        for number in range(TO_ADDRESSES.amount + 1)
    ]
    for wish in wishes[:-1]:
        withdraw(create_game(ann, wish, clock()).id, 1, ann, clock())

    with pytest.raises(TooMany, match="too-many-invitations"):
        create_game(ann, wishes[-1], clock())


def test_what_was_answered_is_neither_reminded_of_nor_withdrawn(game: Game, clock: FakeClock) -> None:
    ann = person("ann")
    join(game.id, person("bob"), clock())
    for deed in (remind, withdraw):
        with pytest.raises(Conflict, match="not-invited"):
            deed(game.id, 1, ann, clock())
        with pytest.raises(NotFound):
            deed(game.id, 7, ann, clock())

    decline(game.id, person("cy"), clock())
    for deed in (remind, withdraw):
        with pytest.raises(Conflict, match="game-over"):
            deed(game.id, 2, ann, clock())


def test_nobody_but_the_host_does_so(app: Flask, game: Game, clock: FakeClock) -> None:
    seats = [SeatWish(me=True), SeatWish(email="dee@example.net")]
    seen = create_game(person("ann"), NewGame("seasons", seats, visibility=Visibility.PUBLIC), clock())
    for deed in (remind, withdraw):
        with pytest.raises(NotFound):
            deed(game.id, 1, person("eve"), clock())
        with pytest.raises(Forbidden, match="not-the-host"):
            deed(seen.id, 1, person("eve"), clock())
        with pytest.raises(Forbidden, match="not-the-host"):
            deed(game.id, 2, person("bob"), clock())
    with pytest.raises(NotFound):
        invitations_to(game.id, person("eve"))


def test_who_was_reminded_of_nothing_yet_may_be_three_times(game: Game, clock: FakeClock) -> None:
    assert [each.reminders_left for each in invitations_to(game.id, person("ann"))] == [3, 3]


def test_whoever_has_joined_in_the_place_of_a_guest_may_leave_it_to_somebody_else(game: Game, clock: FakeClock) -> None:
    withdraw(game.id, 1, person("ann"), clock())
    eve = person("eve")
    join(game.id, eve, clock(), key=join_key_of(game))

    left = decline(game.id, eve, clock())

    assert left.status == GameStatus.INVITING
    assert [seat.state for seat in left.seats if seat.place == 1] == [SeatState.OPEN]
