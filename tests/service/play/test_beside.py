"""Several players at one device: their seats belong to the host's account, and each plays in turn."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import select

from service.db.engines import session, transaction
from service.erasure.departures import leave
from service.jobs.events import Filter, read
from service.language.errors import Conflict, Invalid
from service.mail.headers import subject_for
from service.models import (
    Account,
    Delivery,
    EndedBy,
    Game,
    GameStatus,
    Notice,
    OnTimeout,
    PushDelivery,
    Visibility,
)
from service.notifications.preferences import choose_for_game
from service.play.analyses import is_practice
from service.play.chat import post
from service.play.game_search import GameQuery, count_own_games, find_games, waiting_for
from service.play.games import NewGame, SeatWish, create_game, create_match
from service.play.inbox import mark_read, unread_of
from service.play.matches.standing import standing
from service.play.moves import Turn, in_time, legal_actions, move_by_account
from service.play.pauses import wish_pause
from service.play.positions import log_of
from service.play.proposals import ask_back, offer_draw, open_proposal
from service.play.records import signed_record
from service.play.rematches import rematch
from service.play.seating import by_place, game_anew, lock_game, seat_number, seat_of
from service.play.seats import join, resign
from service.play.track_records import public_games_of, track_record
from service.presentation.names import name_of, names_at
from service.presentation.outcomes import status_line
from service.verification.verify import Verdict, check
from tests.push import Browser, subscribed
from tests.service.conftest import FakeClock
from tests.service.tables import person
from workers.jobs import clocks, opponents

pytestmark = pytest.mark.usefixtures("app")

TWO = NewGame("siesta", [SeatWish(me=True), SeatWish(beside="Zoë")], shuffle_seats=False)
MIXED = replace(TWO, seats=[*TWO.seats, SeatWish(email="bob@example.net")])


@pytest.fixture
def ada() -> Account:
    return person("ada")


@pytest.fixture
def game(ada: Account, clock: FakeClock) -> Game:
    return create_game(ada, TWO, clock())


@pytest.fixture
def mixed(ada: Account, clock: FakeClock) -> Game:
    game = create_game(ada, MIXED, clock())
    return join(game.id, person("bob"), clock())


def move(game: Game, account: Account, now: Any) -> str:
    """Play the first whole move for whoever of the account has the turn."""
    played = whole_move(game)
    sent(game, account, game.version, played, now)
    return played


def whole_move(game: Game, begun: str = "") -> str:
    legal = legal_actions(game, begun)
    return begun if legal.complete else whole_move(game, f"{begun}, {legal.actions[0]}" if begun else legal.actions[0])


def sent(game: Game, account: Account, version: int, move: str, now: Any) -> Turn:
    with transaction():
        result = move_by_account(lock_game(game.id), account.id, version=version, move=move, now=now)
    return in_time(result)


def told(account: Account, *kinds: str) -> list[str]:
    wanted = select(Notice.kind).where(Notice.account_id == account.id, Notice.kind.in_(kinds or ("your-turn",)))
    return list(session().scalars(wanted))


def test_the_game_begins_at_once_and_the_account_plays_each_seat_in_turn(
    ada: Account, game: Game, clock: FakeClock
) -> None:
    assert names_at(game) == ("ada", "Zoë")
    assert (game.status, seat_number(game, ada), status_line(game, 0)) == (GameStatus.ACTIVE, 0, "ada's turn")
    move(game, ada, clock())
    assert (seat_number(game, ada), status_line(game, 1)) == (1, "Zoë's turn")
    move(game, ada, clock())
    assert seat_number(game, ada) == 0
    assert next(entry.seat for entry in log_of(game)) == 0
    assert is_practice(game)


def test_who_wins_at_one_device_is_named(ada: Account, game: Game, clock: FakeClock) -> None:
    resign(game.id, ada, clock())
    assert (game.winners, game.ended_by, seat_of(game, 0).left_by) == ([1], EndedBy.RESIGNATION, EndedBy.RESIGNATION)
    assert status_line(game, seat_number(game, ada)) == "Zoë won"
    assert resign(game.id, ada, clock()).winners == [1]


def test_the_player_whose_turn_it_is_resigns_and_the_others_play_on(ada: Account, clock: FakeClock) -> None:
    game = create_game(ada, replace(TWO, seats=[*TWO.seats, SeatWish(beside="Cy")]), clock())
    move(game, ada, clock())
    resign(game.id, ada, clock())
    assert [seat.left_by for seat in game.seats] == [None, EndedBy.RESIGNATION, None]
    assert (game.status, seat_number(game, ada)) == (GameStatus.ACTIVE, 0)


def test_a_move_sent_again_is_answered_as_at_first_though_the_device_was_passed_on(
    ada: Account, game: Game, clock: FakeClock
) -> None:
    version, played = game.version, whole_move(game)
    assert not sent(game, ada, version, played, clock()).repeated
    assert sent(game, ada, version, played, clock()).repeated
    with pytest.raises(Conflict, match="stale-version"):
        sent(game, ada, version, f"{played}, {played}", clock())


def test_the_last_move_at_the_device_is_undone_at_once(ada: Account, game: Game, clock: FakeClock) -> None:
    move(game, ada, clock())
    move(game, ada, clock())
    assert game.to_move == 0
    ask_back(game.id, ada, clock())
    assert (game.to_move, open_proposal(game)) == (1, None)
    ask_back(game.id, ada, clock())
    assert game.to_move == 0


def test_a_player_far_away_is_asked_and_agrees_for_all(ada: Account, mixed: Game, clock: FakeClock) -> None:
    for _ in range(2):
        move(mixed, ada, clock())
    ask_back(mixed.id, ada, clock())
    proposal = open_proposal(mixed)
    assert proposal is not None
    assert proposal.agreed == [0, 1]
    assert told(person("bob"), "proposal") == ["proposal"]
    wish_pause(mixed.id, ada, clock())
    assert mixed.paused_at is None
    wish_pause(mixed.id, person("bob"), clock())
    assert mixed.paused_at is not None


def test_clocks_of_one_device_pause_at_once(ada: Account, game: Game, clock: FakeClock) -> None:
    wish_pause(game.id, ada, clock())
    assert game.paused_at == clock()


def test_no_email_is_sent_at_one_device(ada: Account, game: Game, clock: FakeClock) -> None:
    move(game, ada, clock())
    resign(game.id, ada, clock())
    assert session().scalars(select(Notice.kind)).all() == []


def test_an_email_is_sent_when_the_turn_comes_from_far_away_and_one_about_the_end(
    ada: Account, mixed: Game, clock: FakeClock
) -> None:
    bob = person("bob")
    before = len(told(ada))
    move(mixed, ada, clock())
    assert len(told(ada)) == before
    move(mixed, ada, clock())
    assert told(bob) == ["your-turn"]
    move(mixed, bob, clock())
    assert len(told(ada)) == before + 1
    resign(mixed.id, bob, clock())
    resign(mixed.id, ada, clock())
    assert told(ada, "game-over") == ["game-over"]


def test_devices_are_notified_of_turns_that_come_from_far_away_alone(
    ada: Account, mixed: Game, clock: FakeClock
) -> None:
    subscribed(ada, Browser())
    alone = create_game(ada, TWO, clock())
    move(alone, ada, clock())
    for who in (ada, ada, person("bob"), ada):
        move(mixed, who, clock())
    notified = session().execute(select(PushDelivery.game_id, PushDelivery.seat)).all()
    assert [tuple(each) for each in notified] == [(mixed.id, 0)]


def test_chat_and_offers_count_once_and_are_read_together(ada: Account, mixed: Game, clock: FakeClock) -> None:
    said = post(mixed.id, person("bob"), "hello", clock())
    assert (dict(unread_of(ada, [mixed])), waiting_for(ada).inbox) == ({mixed.id: 1}, 1)
    assert mark_read(mixed, ada, said.id)
    move(mixed, ada, clock())
    assert (dict(unread_of(ada, [mixed])), waiting_for(ada).inbox) == ({}, 0)
    offer_draw(mixed.id, person("bob"), clock())
    assert waiting_for(ada).inbox == 1


def test_the_game_is_listed_once_and_its_events_are_told_once(ada: Account, game: Game, clock: FakeClock) -> None:
    move(game, ada, clock())
    for search in (GameQuery(mine=True), GameQuery(mine=True, to_move=True)):
        assert [each.id for each in find_games(ada, search)[0]] == [game.id]
        assert count_own_games(ada, search) == 1
    assert find_games(ada, GameQuery(mine=True, to_move=False))[0] == []
    following = waiting_for(ada).following
    assert following is not None
    assert (following.game_id, following.number) == (game.id, 1)
    events = read(ada, 0, Filter(), 100).events
    assert len({event.id for event in events}) == len(events) > 0


def test_a_public_game_at_one_device_counts_on_no_profile(ada: Account, clock: FakeClock) -> None:
    game = create_game(ada, replace(TWO, visibility=Visibility.PUBLIC), clock())
    for _ in range(2):
        move(game, ada, clock())
    resign(game.id, ada, clock())
    record = track_record(ada)
    assert record is not None
    assert (record.results, record.reliability.games_begun) == ([], 0)
    assert public_games_of(ada, GameStatus.FINISHED, 10) == []


def test_the_record_can_be_verified_and_has_no_name_that_was_typed(ada: Account, game: Game, clock: FakeClock) -> None:
    for _ in range(4):
        move(game, ada, clock())
    resign(game.id, ada, clock())
    record = signed_record(game, log_of(game))
    assert not [finding for finding in check(record) if finding.verdict == Verdict.WRONG]
    assert "Zoë" not in str(record)


def test_a_match_at_one_device_exchanges_seats_and_counts_for_each(ada: Account, clock: FakeClock) -> None:
    wish = NewGame("springtime", TWO.seats, shuffle_seats=False)
    match = create_match(ada, wish, clock())
    [first] = standing(match).games
    while first.status == GameStatus.ACTIVE:
        move(first, ada, clock())
    second = standing(match).games[1]
    assert names_at(second) == ("Zoë", "ada")
    assert standing(match).totals == first.scores


def test_a_rematch_has_the_same_players(ada: Account, game: Game, clock: FakeClock) -> None:
    resign(game.id, ada, clock())
    again = rematch(game.id, ada, clock())
    assert (again.status, names_at(again)) == (GameStatus.ACTIVE, ("Zoë", "ada"))


def test_a_host_without_a_name_is_not_called_as_somebody_beside(ada: Account, clock: FakeClock) -> None:
    with transaction():
        ada.name = "guest-12345678"
    game = create_game(ada, replace(TWO, seats=[SeatWish(me=True), SeatWish(beside="Player 2")]), clock())
    resign(game.id, ada, clock())

    assert sorted(names_at(rematch(game.id, ada, clock()))) == ["Player 1", "Player 2"]


def test_no_draw_is_offered_at_one_device(ada: Account, game: Game, clock: FakeClock) -> None:
    with pytest.raises(Conflict, match="no-draw"):
        offer_draw(game.id, ada, clock())


def test_deleting_the_account_erases_the_names(ada: Account, game: Game, clock: FakeClock) -> None:
    leave(ada, clock())
    seats = by_place(game_anew(game.id))
    assert [seat.beside for seat in seats] == [None, ""]
    assert "Zoë" not in [name_of(game, seat) for seat in seats]


def test_who_ran_out_of_time_plays_again_once_the_device_moves(ada: Account, clock: FakeClock) -> None:
    game = create_game(ada, replace(TWO, on_timeout=OnTimeout.COMPUTER), clock())
    clock.advance(days=3, seconds=1)
    clocks.run()
    assert seat_of(game_anew(game.id), 0).stood_in_at is not None
    opponents.run()
    assert game_anew(game.id).to_move == 1
    move(game, ada, clock())
    assert (game.to_move, seat_of(game, 0).stood_in_at) == (0, None)


def test_emails_name_each_player_and_keep_one_setting(ada: Account, mixed: Game, clock: FakeClock) -> None:
    bob = person("bob")
    for _ in range(2):
        move(mixed, ada, clock())
    assert "ada" in subject_for(mixed, bob)
    assert "Zoë" in subject_for(mixed, bob)
    choose_for_game(mixed.id, ada, Delivery.DIGEST, clock())
    assert [seat.delivery for seat in by_place(mixed)] == [Delivery.DIGEST, None, None]


def test_nobody_can_take_a_seat_over_at_the_device(ada: Account, clock: FakeClock) -> None:
    with pytest.raises(Invalid, match="bad-seats"):
        create_game(ada, replace(TWO, on_timeout=OnTimeout.SUBSTITUTE), clock())


@pytest.mark.parametrize(
    ("seats", "code"),
    [
        ([SeatWish(beside="Ann"), SeatWish(beside="Bob")], "bad-seats"),
        ([SeatWish(me=True), SeatWish(beside="https://example.org")], "bad-display-name"),
        ([SeatWish(me=True), SeatWish(beside="Sundial Support")], "reserved-name"),
        ([SeatWish(me=True), SeatWish(me=True)], "seat-twice"),
    ],
)
def test_who_sits_beside_has_a_name_and_a_host_who_plays(ada: Account, seats: list[SeatWish], code: str) -> None:
    with pytest.raises(Invalid) as refused:
        create_game(ada, replace(TWO, seats=seats), FakeClock()())
    assert refused.value.code == code
