"""Consent of each kind of seat: the table of docs/api.md, every cell of it played."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from service.accounts.accounts import new_visitor
from service.beacon.promises import PATIENCE, promise_of
from service.bots.accounts import change_bot, create_bot
from service.config.environment import Config
from service.jobs.events import Filter, number_events, read
from service.language.errors import Conflict
from service.models import Account, EndedBy, Game, GameStatus, OnTimeout, SeatState, Visibility
from service.play.analyses import analyses_of, ask
from service.play.beacons import begin_without_beacon
from service.play.games import NewGame, SeatWish, create_game
from service.play.pauses import wish_pause
from service.play.proposals import answer, ask_back, offer_draw, open_proposal
from service.play.rematches import rematch
from service.play.seating import seat_of
from service.play.seats import join, resign, return_to_seat
from service.play.substitutes import take_over
from tests.beacon import Beacon
from tests.service.conftest import FakeClock
from tests.service.play.leading import FAR_AHEAD, FAR_BEHIND, play_until
from tests.service.play.leaving import run_out
from tests.service.play.matching import notices
from tests.service.tables import Table, person
from tests.workers.waiting_games import offer
from workers.jobs import opponents

pytestmark = pytest.mark.usefixtures("app")

ROOT = Path(__file__).parents[3]


@pytest.fixture
def settings(sqlite_settings: Config) -> Config:
    """Use SQLite alone, because nothing here depends on the database."""
    return sqlite_settings


def cells() -> list[Any]:
    """Return the subject, the kind of seat and the documented answer of each cell."""
    text = (ROOT / "docs" / "api.md").read_text()
    [lines] = [part.splitlines() for part in text.split("\n\n") if part.startswith("| to | person")]
    heads, _, *rows = [[cell.strip(" *") for cell in line.split("|")[1:-1]] for line in lines]
    return [
        pytest.param(what, kind, says, id=f"{what}: {kind}")
        for what, *row in rows
        for kind, says in zip(heads[1:], row, strict=True)
        if says
    ]


def table_with(kind: str, clock: FakeClock, **agreed: Any) -> tuple[Table, Account | None]:
    """Create Siesta between Ann, who has moved, a seat of that kind, and Cyd; return the seat's account too."""
    ann, cyd, bob = person("ann"), person("cyd"), _somebody(kind, clock)
    seat = {"computer": SeatWish(ai=1), "guest": SeatWish(open=True)}.get(kind) or SeatWish(account=bob.name)
    on_timeout = OnTimeout.SUBSTITUTE if kind == "substitute" else OnTimeout.COMPUTER
    seats = [SeatWish(me=True), seat, SeatWish(account=cyd.name)]
    terms = {"on_timeout": on_timeout, "visibility": Visibility.PUBLIC, "shuffle_seats": False, **agreed}
    game = create_game(ann, NewGame("siesta", seats, **terms), clock())
    for guest in (cyd, *([] if kind == "computer" else [bob])):
        join(game.id, guest, clock())
    of = Table(game.id, [ann, cyd])
    if of.game.status == GameStatus.ACTIVE:
        of.play(of.whole_moves(1)[0])
        bob = _seen_to(kind, of, bob, clock)
    return of, None if kind == "computer" else bob


def _somebody(kind: str, clock: FakeClock) -> Account:
    if kind == "guest":
        return new_visitor(clock())
    return create_bot(person("dan"), "rusty", {}, clock()).account if kind == "bot" else person("bob")


def _seen_to(kind: str, of: Table, bob: Account, clock: FakeClock) -> Account:
    """Put the seat into its state; return its account."""
    if kind in {"plays on", "substitute"}:
        of.look()
        run_out(of, clock)
        assert seat_of(of.game, 1).stood_in_at is not None
    if kind == "substitute":
        bob = person("eve")
        take_over(of.id, 1, bob, clock())
    if kind == "left":
        resign(of.id, bob, clock())
    return bob


def back(of: Table, account: Account, clock: FakeClock) -> None:
    proposal = open_proposal(of.game)
    if proposal is None:
        ask_back(of.id, account, clock())
    else:
        answer(of.id, account, proposal.id, clock(), agrees=True)


AGREEING: dict[str, tuple[Callable[[Table, Account, FakeClock], object], Callable[[Game], bool]]] = {
    "a draw": (
        lambda of, account, clock: offer_draw(of.id, account, clock()),
        lambda game: (game.ended_by, 0 in (game.winners or ())) == (EndedBy.AGREEMENT, True),
    ),
    "a takeback": (back, lambda game: game.to_move == 0),
    "stopped clocks": (
        lambda of, account, clock: wish_pause(of.id, account, clock()),
        lambda game: game.paused_at is not None,
    ),
    "an analysis while the game goes on": (
        lambda of, account, clock: ask(of.id, account, clock()),
        lambda game: bool(analyses_of(game)),
    ),
}
"""By what is to be agreed on: how somebody agrees, and whether it is done."""


@pytest.mark.parametrize(("what", "kind", "says"), cells())
def test_each_seat_is_asked_or_not_as_the_docs_say(
    what: str, kind: str, says: str, clock: FakeClock, request: pytest.FixtureRequest
) -> None:
    if what == "a rematch":
        assert _after_a_rematch(kind, clock) == {"invited": SeatState.INVITED, "sits down": SeatState.TAKEN}[says]
    elif what == "a beginning without the beacon":
        assert (_begun_by_its_host_alone(kind, clock, request.getfixturevalue("app")), says) == (True, "no say")
    elif says == "judges":
        assert [_drawn_with_computer(clock, is_ahead=each) for each in (True, False)] == [False, True]
    else:
        assert _needs_own_word(what, kind, clock) == (says == "asked")


def _needs_own_word(what: str, kind: str, clock: FakeClock) -> bool:
    """Whether it is done only once the seat has agreed as well as the others."""
    of, bob = table_with(kind, clock)
    agree, is_done = AGREEING[what]
    for account in of.players:
        assert not is_done(of.game)
        agree(of, account, clock)
    if is_done(of.game):
        return False
    assert bob is not None
    agree(of, bob, clock)
    assert is_done(of.game)
    return True


def _drawn_with_computer(clock: FakeClock, *, is_ahead: bool) -> bool:
    """Whether the computer agrees where it is far ahead, or far behind."""
    of, _ = table_with("computer", clock)
    if is_ahead:
        play_until(of, {1}, lambda chances: chances[1] > FAR_AHEAD)
    else:
        play_until(of, {0, 2}, lambda chances: chances[1] < FAR_BEHIND)
    ann, cyd = of.players
    if is_ahead:
        with pytest.raises(Conflict, match="draw-declined") as refused:
            offer_draw(of.id, ann, clock())
        assert refused.value.details == {"seats": [1]}
    else:
        offer_draw(of.id, ann, clock())
        offer_draw(of.id, cyd, clock())
    return of.game.ended_by == EndedBy.AGREEMENT


def _after_a_rematch(kind: str, clock: FakeClock) -> SeatState:
    """Return the state of the seat in Ann's rematch."""
    of, _ = table_with(kind, clock)
    for account in of.players[::-1]:
        if of.game.status == GameStatus.ACTIVE:
            resign(of.id, account, clock())
    again = rematch(of.id, of.players[0], clock())
    own = next(seat for seat in again.seats if seat.place == 2)
    assert own.account_id == seat_of(of.game, 1).account_id
    return own.state


def _begun_by_its_host_alone(kind: str, clock: FakeClock, app: Flask) -> bool:
    with Beacon() as server:
        offer(app, server.source)
        of, _ = table_with(kind, clock, beacon_minutes=5)
        promise = promise_of(of.game)
        assert (of.game.status, promise is not None) == (GameStatus.INVITING, True)
        clock.time = promise.at + PATIENCE  # type: ignore[union-attr]
        begin_without_beacon(of.id, of.players[0], clock())
    return of.game.status == GameStatus.ACTIVE


@pytest.mark.parametrize("what", ["a takeback", "stopped clocks"])
def test_a_bot_that_wants_to_be_asked_is(what: str, clock: FakeClock) -> None:
    of, bot = table_with("bot", clock)
    assert bot is not None
    change_bot(bot, bot.name, {"auto_agree": False}, clock())
    agree, is_done = AGREEING[what]
    for account in of.players:
        agree(of, account, clock)
    assert not is_done(of.game)

    agree(of, bot, clock)

    assert is_done(of.game)


def test_a_bot_hears_of_a_draw_by_an_event_and_its_silence_lasts_until_the_next_move(clock: FakeClock) -> None:
    bot = create_bot(person("dan"), "rusty", {}, clock()).account
    ann = person("ann")
    game = create_game(
        ann, NewGame("siesta", [SeatWish(me=True), SeatWish(account=bot.name)], shuffle_seats=False), clock()
    )
    join(game.id, bot, clock())
    of = Table(game.id, [ann, bot])
    of.play(of.whole_moves(1)[0])
    offer_draw(of.id, ann, clock())
    number_events()
    [told] = read(bot, 0, Filter(types=("proposal.made",)), 10).events
    assert told.data["what"] == "draw"

    of.play(of.whole_moves(1)[0])

    with pytest.raises(Conflict, match="proposal-over"):
        answer(of.id, bot, told.data["id"], clock(), agrees=True)
    assert of.game.status == GameStatus.ACTIVE


def test_who_is_away_is_mailed_about_a_draw_but_about_no_takeback(clock: FakeClock) -> None:
    of, _ = table_with("plays on", clock)
    ask_back(of.id, of.players[0], clock())
    assert notices("proposal") == [("cyd", of.id)]
    proposal = open_proposal(of.game)
    assert proposal is not None
    answer(of.id, of.players[1], proposal.id, clock(), agrees=False)

    offer_draw(of.id, of.players[0], clock())

    assert notices("proposal")[1:] == [("bob", of.id), ("cyd", of.id)]


def test_who_comes_back_to_a_seat_is_still_to_agree_to_the_draw(clock: FakeClock) -> None:
    of, bob = table_with("plays on", clock)
    opponents.run()
    for account in of.players:
        offer_draw(of.id, account, clock())
    assert bob is not None
    return_to_seat(of.id, bob, clock())
    assert of.game.status == GameStatus.ACTIVE

    offer_draw(of.id, bob, clock())

    assert (of.game.ended_by, of.game.winners) == (EndedBy.AGREEMENT, [0, 1, 2])


def test_each_of_several_computers_has_to_agree(clock: FakeClock) -> None:
    ann = person("ann")
    seats = [SeatWish(me=True), SeatWish(ai=1), SeatWish(ai=1)]
    game = create_game(ann, NewGame("siesta", seats, shuffle_seats=False), clock())
    of = Table(game.id, [ann])
    play_until(of, {1}, lambda chances: chances[1] > FAR_AHEAD and chances[2] < FAR_BEHIND)
    with pytest.raises(Conflict, match="draw-declined") as refused:
        offer_draw(of.id, ann, clock())
    assert refused.value.details == {"seats": [1]}
    assert (of.game.status, open_proposal(of.game)) == (GameStatus.ACTIVE, None)
