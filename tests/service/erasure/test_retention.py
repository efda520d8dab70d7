"""Abandoned games and accounts are deleted, but the preferences of an address are kept."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from sqlalchemy import func, select

from service.accounts.accounts import account_of, new_visitor
from service.accounts.blocks import is_blocked
from service.db.engines import session, transaction
from service.erasure import retention
from service.language.errors import Conflict
from service.models import (
    Account,
    Block,
    Game,
    GameStatus,
    InboundMail,
    LogEntry,
    Model,
    Notice,
    Suppressed,
    UnwantedMail,
    Visibility,
)
from service.notifications.retention import held_mails
from service.notifications.suppressions import lift_address, suppress
from service.play.games import NewGame, SeatWish, create_game
from service.play.moves import accept_move
from service.play.open_seats import join_key_of
from service.play.seats import decline, join, never
from service.presentation.offers import moves_for_example
from tests.service.conftest import FakeClock
from tests.service.mail.inbound.correspondent import write
from tests.service.tables import person

pytestmark = pytest.mark.usefixtures("app")
ME, OPEN = SeatWish(me=True), SeatWish(open=True)
WREN = "wren@example.net"


def games() -> set[str]:
    session().expire_all()
    return set(session().scalars(select(Game.id).where(Game.status != GameStatus.CANCELLED)))


def visited(clock: FakeClock, *others: SeatWish, **terms: int) -> Game:
    """Create a game of a visitor's."""
    wish = NewGame("seasons", [ME, *others], shuffle_seats=False, **terms)  # type: ignore[arg-type]
    return create_game(new_visitor(clock()), wish, clock())


def move(game: Game, clock: FakeClock) -> None:
    example = moves_for_example(game)[-1]
    accept_move(game.id, seat=game.to_move or 0, version=game.version, move=example, now=clock())


def test_a_visitors_game_against_computers_goes_after_a_day_unless_the_visitor_has_moved(clock: FakeClock) -> None:
    idle, played = visited(clock, SeatWish(ai=1), days_per_move=14), visited(clock, SeatWish(ai=1))
    move(played, clock)
    of_ann = create_game(person("ann"), NewGame("seasons", [ME, SeatWish(ai=1)]), clock())
    shared = visited(clock, SeatWish(ai=1), OPEN)
    join(shared.id, person("bob"), clock(), key=join_key_of(shared))
    clock.advance(days=1, seconds=-1)
    assert retention.unplayed_games.apply(clock()) == 0
    clock.advance(seconds=1)

    assert retention.unplayed_games.apply(clock()) == 1
    assert games() == {played.id, of_ann.id, shared.id}
    assert session().scalars(select(LogEntry.game_id).where(LogEntry.game_id == idle.id)).all() == []


def test_a_visitors_game_that_waits_for_players_goes_after_two_weeks(clock: FakeClock) -> None:
    visited(clock, OPEN)
    shared = visited(clock, OPEN, OPEN)
    join(shared.id, person("ann"), clock(), key=join_key_of(shared))
    of_bob = create_game(person("bob"), NewGame("seasons", [ME, OPEN], visibility=Visibility.PUBLIC), clock())
    begun = visited(clock, OPEN, days_per_move=14)
    clock.advance(days=13)
    join(begun.id, person("cyd"), clock(), key=join_key_of(begun))
    assert retention.offered_games.apply(clock()) == 0
    clock.advance(days=1)

    assert retention.offered_games.apply(clock()) == 2
    assert retention.offered_games.apply(clock()) == 0
    assert games() == {of_bob.id, begun.id}, "one that has begun has a deadline"
    assert session().get_one(Game, shared.id).status == GameStatus.CANCELLED
    assert session().scalars(select(Notice.account_id).where(Notice.kind == "game-over")).all() == [person("ann").id]


def test_an_account_that_nobody_has_confirmed_goes_after_thirty_days_unless_it_holds_a_seat(clock: FakeClock) -> None:
    write("stranger@example.net", "play", "help")
    ann = person("ann")
    invited = create_game(ann, NewGame("seasons", [ME, SeatWish(email="guest@example.net")]), clock())
    declined = create_game(ann, NewGame("seasons", [ME, SeatWish(email=WREN)]), clock())
    decline(declined.id, account_of(WREN, clock()), clock())
    clock.advance(days=30, seconds=-1)
    assert retention.unconfirmed.apply(clock()) == 0
    clock.advance(seconds=1)
    assert retention.unconfirmed.apply(clock()) == 1, "what a stranger wrote is held for them"
    assert held_mails.apply(clock()) == 1

    assert retention.unconfirmed.apply(clock()) == 1
    session().expire_all()
    assert set(session().scalars(select(Account.email))) == {"ann@example.net", "guest@example.net"}
    assert invited.id in games()
    assert session().scalar(select(func.count()).select_from(InboundMail)) == 0
    assert not [row for row in rows() if WREN in row or "stranger@" in row]


def rows() -> Iterator[str]:
    """Every row of the database."""
    for table in Model.metadata.sorted_tables:
        yield from (repr(row) for row in session().execute(select(table)))


def complain(account: Account, clock: FakeClock) -> None:
    suppress(account, Suppressed.COMPLAINT, clock())


def bounce(account: Account, clock: FakeClock) -> None:
    suppress(account, Suppressed.HARD_BOUNCE, clock())


def unsubscribe(account: Account, clock: FakeClock) -> None:
    account.muted = ["invitation"]


@pytest.mark.parametrize("want", [complain, bounce, unsubscribe])
def test_what_an_address_does_not_want_outlives_its_account(
    want: Callable[[Account, FakeClock], None], clock: FakeClock
) -> None:
    with transaction():
        account = account_of(WREN, clock())
        want(account, clock)
    before = account.muted, account.suppressed_for, account.suppressed_at, account.unreachable_since
    clock.advance(days=30)
    retention.unconfirmed.apply(clock())
    assert not [row for row in rows() if WREN in row]

    again = account_of(WREN, clock())
    assert (again.muted, again.suppressed_for, again.suppressed_at, again.unreachable_since) == before
    assert session().scalars(select(UnwantedMail)).all() == []


def test_whom_an_address_wants_no_invitations_from_does_not_invite_it_later(clock: FakeClock) -> None:
    ann, gone = person("ann"), new_visitor(clock())
    wish = NewGame("seasons", [ME, SeatWish(email=WREN)])
    never(create_game(ann, wish, clock()).id, account_of(WREN, clock()), clock())
    with transaction() as current:
        current.add(Block(account_id=account_of(WREN, clock()).id, blocked_id=gone.id, created_at=clock()))
    clock.advance(days=30)
    retention.unconfirmed.apply(clock())
    retention.visitors.apply(clock())

    with pytest.raises(Conflict, match="invitations-unwanted"):
        create_game(ann, wish, clock())
    assert is_blocked(account_of(WREN, clock()).id, ann)


def test_the_operator_lifts_what_is_kept_of_an_address_without_an_account(clock: FakeClock) -> None:
    with transaction():
        complain(account_of(WREN, clock()), clock)
    clock.advance(days=30)
    retention.unconfirmed.apply(clock())

    assert [lift_address(WREN, clock()) for _ in range(2)] == [True, False]
    assert account_of(WREN, clock()).suppressed_for is None
