"""The inbox: open offers and unread chat, counted alike in SQL and for each game."""

from __future__ import annotations

import pytest

from service.models import Account, Game
from service.play import pauses, proposals
from service.play.chat import TALK_AFTER_THE_END, post
from service.play.game_search import waiting_for
from service.play.games import NewGame, SeatWish, create_game
from service.play.inbox import mark_read, unread_of
from service.play.offers import OpenOffer, offers_to
from service.play.rematches import rematch
from service.play.seating import seat_number
from service.play.seats import resign
from tests.service.conftest import FakeClock
from tests.service.tables import Table, person, table

pytestmark = pytest.mark.usefixtures("app")


def inbox(account: Account, game: Game) -> tuple[list[OpenOffer], int]:
    """Return the offers to an account in a game, and the number of games in its inbox."""
    return offers_to(game, seat_number(game, account)), waiting_for(account).inbox


@pytest.fixture
def of() -> Table:
    return table("ann", "bob", "cy", ruleset="tribes")


@pytest.mark.parametrize("seats_shown", [2, 3])
def test_a_proposal_is_in_the_inbox_until_it_is_answered(clock: FakeClock, seats_shown: int) -> None:
    of = table(*("ann", "bob", "cy")[:seats_shown], ruleset="tribes")
    mover, other = of.mover, next(each for each in of.players if each.id != of.mover.id)
    of.play(of.whole_moves(1)[0])

    proposals.ask_back(of.id, mover, clock())
    assert inbox(mover, of.game) == ([], 0)
    assert inbox(other, of.game) == ([OpenOffer.UNDO], 1)

    proposal = proposals.open_proposal(of.game)
    assert proposal is not None
    proposals.answer(of.id, other, proposal.id, clock(), agrees=seats_shown == 3)
    assert [inbox(each, of.game) for each in of.players if each.id not in (mover.id, other.id)] == (
        [([OpenOffer.UNDO], 1)] if seats_shown == 3 else []
    )
    assert inbox(other, of.game) == ([], 0)


def test_a_proposal_leaves_the_inbox_when_the_game_goes_on(of: Table, clock: FakeClock) -> None:
    proposals.offer_draw(of.id, of.players[0], clock())
    assert inbox(of.players[1], of.game) == ([OpenOffer.DRAW], 1)

    of.play(of.whole_moves(1)[0])

    assert inbox(of.players[1], of.game) == ([], 0)


def test_a_wish_to_pause_is_in_the_inbox_of_those_who_have_not_wished_it(of: Table, clock: FakeClock) -> None:
    ann, bob, cy = of.players
    for wishing in (ann, bob):
        pauses.wish_pause(of.id, wishing, clock())
    assert [inbox(each, of.game) for each in of.players] == [([], 0), ([], 0), ([OpenOffer.PAUSE], 1)]

    pauses.wish_pause(of.id, cy, clock())

    assert inbox(cy, of.game) == ([], 0)


def test_a_player_who_has_left_is_asked_nothing(of: Table, clock: FakeClock) -> None:
    resign(of.id, of.players[2], clock())
    proposals.offer_draw(of.id, of.players[0], clock())
    pauses.wish_pause(of.id, of.players[0], clock())
    assert inbox(of.players[2], of.game) == ([], 0)
    assert inbox(of.players[1], of.game) == ([OpenOffer.DRAW, OpenOffer.PAUSE], 1)


def test_invitations_are_in_the_inbox_and_a_rematch_is_named(clock: FakeClock) -> None:
    over = table("ann", "bob")
    ann, bob = over.players
    over.play_to_the_end()
    again = rematch(over.id, ann, clock())
    assert inbox(bob, again) == ([OpenOffer.REMATCH], 1)

    wish = NewGame("seasons", [SeatWish(me=True), SeatWish(email="bob@example.net")])
    assert inbox(bob, create_game(ann, wish, clock())) == ([], 2)
    assert waiting_for(ann).inbox == 0


def test_chat_is_unread_until_a_page_has_shown_it(of: Table, clock: FakeClock) -> None:
    ann, bob, cy = of.players
    first = post(of.id, ann, "hello", clock())
    post(of.id, ann, "and you, Bob", clock(), to=seat_number(of.game, bob))
    assert [dict(unread_of(each, [of.game])) for each in of.players] == [{}, {of.id: 2}, {of.id: 1}]
    assert [waiting_for(each).inbox for each in of.players] == [0, 1, 1]

    assert [mark_read(of.game, each, first.id) for each in (bob, cy, cy)] == [True, True, False]

    assert [dict(unread_of(each, [of.game])) for each in of.players] == [{}, {of.id: 1}, {}]
    assert [waiting_for(each).inbox for each in of.players] == [0, 1, 0]


def test_what_nobody_has_written_yet_is_not_read(of: Table, clock: FakeClock) -> None:
    mark_read(of.game, of.players[1], 10**30)
    post(of.id, of.players[0], "hello", clock())
    assert waiting_for(of.players[1]).inbox == 1


def test_chat_that_is_closed_waits_for_nobody(clock: FakeClock) -> None:
    of = table("ann", "bob")
    of.play_to_the_end()
    post(of.id, of.players[0], "good game", clock())
    assert waiting_for(of.players[1]).inbox == 1

    clock.advance(seconds=TALK_AFTER_THE_END.total_seconds() + 1)

    assert waiting_for(of.players[1]).inbox == 0


def test_another_players_games_are_in_nobodys_inbox(of: Table, clock: FakeClock) -> None:
    post(of.id, of.players[0], "hello", clock())
    assert waiting_for(person("eve")).inbox == 0
