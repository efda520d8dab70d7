"""The computer plays on for players who run out of time, if the game allows it, until they return."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from flask import Flask

from service.jobs.events import Filter, read
from service.language.errors import Conflict, Forbidden
from service.mail.commands import understand_general
from service.mail.new_games import NewGameIntent
from service.metrics.exposition import exposition
from service.models import EndedBy, GameSeat, GameStatus, OnTimeout, Outcome, PlayedBy, Visibility
from service.play.games import NewGame, SeatWish, create_game
from service.play.moves import accept_move, legal_actions
from service.play.positions import log_of
from service.play.records import record_json, signed_record
from service.play.rematches import rematch
from service.play.seating import seat_of
from service.play.seats import resign, return_to_seat
from service.play.timekeeping import Bank
from service.play.track_records import track_record
from service.verification.verify import Verdict, check
from tests.service.conftest import FakeClock
from tests.service.mail.inbound.correspondent import games, mailed, write
from tests.service.tables import Table, person, table
from tests.service.web.visitor import sign_in
from tests.workers.computers import computer_to_move
from workers.cli.status import examine
from workers.jobs import clocks, opponents

pytestmark = pytest.mark.usefixtures("app")


def late(clock: FakeClock, *names: str, **agreed: Any) -> Table:
    """Create a game whose player to move, who has seen it, ran out of time."""
    of = table(*(names or ("ada", "bob")), on_timeout=OnTimeout.COMPUTER, **agreed)
    of.look()
    clock.advance(days=3, seconds=1)
    clocks.run()
    return of


def seat(of: Table, number: int = 0) -> GameSeat:
    return seat_of(of.game, number)


def told(of: Table, *types: str) -> list[tuple[str, dict[str, object]]]:
    return [(event.type, dict(event.data)) for event in read(of.players[1], 0, Filter(types), 100).events]


def let_computers_play() -> None:
    while opponents.run():
        pass


def test_the_computer_plays_on_and_says_so_in_log_events_and_record(clock: FakeClock) -> None:
    of = late(clock, stand_in_level=1)
    assert of.game.status == GameStatus.ACTIVE

    let_computers_play()

    assert of.game.to_move == 1
    assert (seat(of).ai_level, seat(of).left_by, seat(of).stood_in_at) == (1, None, clock())
    assert {entry.played_by for entry in log_of(of.game) if entry.seat == 0} == {PlayedBy.COMPUTER}
    of.play_anything()
    log = log_of(of.game)
    assert {entry.played_by for entry in log if entry.seat != 0} == {None}
    assert record_json(of.game, log)["stand_ins"] == [entry.number for entry in log if entry.seat == 0]
    assert told(of, "seat.stood_in", "seat.returned") == [("seat.stood_in", {"seat": 0, "level": 1})]


def test_a_record_tells_by_its_signature_what_the_computer_has_played(clock: FakeClock) -> None:
    of = late(clock, stand_in_level=1)
    let_computers_play()
    record = signed_record(of.game, log_of(of.game))

    findings = {finding.about: finding.verdict for finding in check(record)}
    assert findings["stand-ins"] == Verdict.TRUST

    record["stand_ins"] = [99]
    assert {finding.about: finding.verdict for finding in check(record)}["stand-ins"] == Verdict.WRONG


def test_who_comes_back_has_the_turn_anew_and_coming_twice_is_coming_once(clock: FakeClock) -> None:
    of = late(clock)
    clock.advance(hours=1)

    for _ in range(2):
        return_to_seat(of.id, of.players[0], clock())

    assert (of.game.to_move, seat(of).ai_level, seat(of).stood_in_at) == (0, None, None)
    assert of.game.deadline == clock() + timedelta(days=3)
    let_computers_play()
    assert of.game.to_move == 0
    of.play_anything()
    assert {entry.played_by for entry in log_of(of.game)} == {None}
    assert [kind for kind, _ in told(of, "seat.stood_in", "seat.returned")] == ["seat.stood_in", "seat.returned"]


def test_who_comes_back_on_the_turn_of_another_leaves_that_turn_as_it_is(clock: FakeClock) -> None:
    of = late(clock, stand_in_level=1)
    let_computers_play()
    before = of.game.version, of.game.deadline

    return_to_seat(of.id, of.players[0], clock())

    assert (of.game.version, of.game.deadline) == before
    of.play_anything()
    assert seat(of).is_played_by_a_person


def test_a_move_of_ones_own_while_the_computer_thinks_is_played_and_brings_back(clock: FakeClock) -> None:
    of = late(clock)

    of.play(legal_actions(of.game).actions[0])

    assert seat(of).ai_level is None
    assert {entry.played_by for entry in log_of(of.game)} == {None}
    let_computers_play()
    assert of.game.to_move == 1


def test_a_move_that_comes_too_late_lets_the_computer_play_on(clock: FakeClock) -> None:
    of = table("ada", "bob", on_timeout=OnTimeout.COMPUTER)
    of.look()
    clock.advance(days=3, seconds=1)

    with pytest.raises(Conflict, match="deadline-passed"):
        of.play_anything()

    assert of.game.status == GameStatus.ACTIVE
    assert seat(of).stood_in_at == clock()


def test_where_nobody_else_is_at_the_table_the_game_ends(clock: FakeClock) -> None:
    of = late(clock, stand_in_level=1)
    let_computers_play()
    of.look()
    clock.advance(days=3, seconds=1)
    clocks.run()

    assert (of.game.status, of.game.ended_by, of.game.winners) == (GameStatus.FINISHED, EndedBy.TIME, [0])
    with pytest.raises(Conflict, match="game-over"):
        return_to_seat(of.id, of.players[0], clock())


def test_alone_against_the_computer_nobody_plays_on(clock: FakeClock) -> None:
    seats = [SeatWish(me=True), SeatWish(ai=1)]
    intent = NewGame("seasons", seats, shuffle_seats=False, on_timeout=OnTimeout.COMPUTER)
    of = Table(create_game(person("ada"), intent, clock()).id, [person("ada")])
    of.look()
    clock.advance(days=3, seconds=1)
    clocks.run()

    assert of.game.status == GameStatus.FINISHED


def test_who_resigns_while_the_computer_plays_on_does_not_come_back(clock: FakeClock) -> None:
    of = late(clock, "ada", "bob", "cyd")
    resign(of.id, of.players[0], clock())

    with pytest.raises(Forbidden):
        return_to_seat(of.id, of.players[0], clock())

    assert (seat(of).left_by, seat(of).stood_in_at) == (EndedBy.RESIGNATION, None)


def test_a_bank_that_is_empty_holds_a_day_for_who_comes_back(clock: FakeClock) -> None:
    of = late(clock, bank=Bank(0, 6))

    return_to_seat(of.id, of.players[0], clock())

    assert of.game.deadline == clock() + timedelta(days=1)


def test_a_rematch_agrees_on_the_same(clock: FakeClock) -> None:
    of = table("ada", "bob", on_timeout=OnTimeout.COMPUTER, stand_in_level=2, weekends_off=True)
    of.play_to_the_end()

    again = rematch(of.id, of.players[0], clock())

    assert (again.on_timeout, again.stand_in_level, again.clock) == (OnTimeout.COMPUTER, 2, of.game.clock)


def test_what_the_computer_was_about_to_play_is_not_played_once_somebody_is_back(clock: FakeClock) -> None:
    of = late(clock)
    version = of.game.version
    return_to_seat(of.id, of.players[0], clock())

    with pytest.raises(Conflict, match="stale-version"):
        accept_move(of.id, seat=0, version=version, move="place max-15", now=clock(), by_computer=True)


def test_a_computer_that_cannot_move_for_ten_minutes_is_told_to_the_operator(clock: FakeClock) -> None:
    game_id = computer_to_move(person("ada"))
    clock.advance(minutes=9)
    assert not examine(clock()).computers_stuck
    clock.advance(minutes=2)

    assert examine(clock()).computers_stuck == [game_id]
    assert f"in 1 games: {game_id}" in examine(clock()).complaints[-1]
    assert "sundial_computers_stuck 1.0" in exposition(clock()).decode()
    let_computers_play()
    assert not examine(clock()).computers_stuck


def test_who_is_away_is_mailed_once_and_comes_back_by_one_word(clock: FakeClock) -> None:
    of = late(clock)
    [told] = mailed("ada@example.net", "stand-in")
    assert "You ran out of time." in told.text
    assert mailed("bob@example.net", "stand-in") == []

    assert write("ada@example.net", told.box, "back") == Outcome.ANSWERED

    assert seat(of).is_played_by_a_person
    assert mailed("ada@example.net", "answer")[-1].topic == "back"
    assert mailed("ada@example.net", "stand-in") == []
    assert len(mailed("ada@example.net", "your-turn")) == 1


def test_once_the_game_is_over_the_word_says_that_it_is_too_late(clock: FakeClock) -> None:
    of = late(clock)
    [told] = mailed("ada@example.net", "stand-in")
    resign(of.id, of.players[1], clock())

    write("ada@example.net", told.box, "back")

    assert mailed("ada@example.net", "answer")[-1].topic == "not-back"


def test_the_page_says_who_is_away_and_brings_them_back_by_one_press(app: Flask, clock: FakeClock) -> None:
    of = late(clock, stand_in_level=4)
    ada, bob = sign_in(app, "ada"), sign_in(app, "bob")
    assert "away; the computer plays" in bob.open(f"/games/{of.id}").text
    page = ada.open(f"/games/{of.id}")
    assert "The computer plays for you at level 4" in page.text
    assert "Your turn" not in page.text

    page = ada.press(page, "Resume playing")

    assert "Your turn" in page.text
    assert "Resume playing" not in page.text
    assert "computer plays on at level 4 until they return" in page.text


def test_a_game_is_begun_by_mail_at_which_the_computer_plays_on() -> None:
    assert understand_general("new seasons bob@example.net late level 4") == NewGameIntent(
        NewGame(
            "seasons",
            [SeatWish(me=True), SeatWish(email="bob@example.net")],
            on_timeout=OnTimeout.COMPUTER,
            stand_in_level=4,
        )
    )


def test_the_form_of_a_new_game_lets_the_table_choose_it(app: Flask) -> None:
    person("bob")
    ada = sign_in(app, "ada")
    ada.press(
        ada.open("/games/new/seasons"), "Start game", **{"seat-1": "invite", "who-1": "bob", "timeout": "computer-5"}
    )
    [game] = games()
    assert (game.on_timeout, game.stand_in_level) == (OnTimeout.COMPUTER, 5)


def test_what_the_computer_has_played_for_somebody_is_no_move_of_theirs_in_time(clock: FakeClock) -> None:
    of = late(clock, stand_in_level=1, visibility=Visibility.PUBLIC)
    ada = of.players[0]
    let_computers_play()
    away = track_record(ada)
    of.play_anything()
    return_to_seat(of.id, ada, clock())
    while of.mover != ada:  # whoever wins a sector moves once more
        of.play_anything()
    of.play_anything()
    back = track_record(ada)
    assert away is not None
    assert back is not None
    assert (away.reliability.moves_in_time, away.reliability.moves_missed) == (0, 1)
    assert (away.reliability.under_way, away.reliability.out_of_time) == (0, 1)
    assert (back.reliability.moves_in_time, back.reliability.moves_missed) == (1, 1)
    assert (back.reliability.under_way, back.reliability.out_of_time) == (1, 0)


def test_what_the_computer_wins_for_somebody_is_no_result_of_theirs(clock: FakeClock) -> None:
    of = late(clock, stand_in_level=1, visibility=Visibility.PUBLIC)
    while opponents.run():
        pass
    of.play_anything()
    resign(of.id, of.players[1], clock())
    found = track_record(of.players[0])
    assert found is not None
    assert [(each.played, each.won, each.lost) for each in found.results] == [(1, 0, 1)]
    assert (found.reliability.finished, found.reliability.out_of_time) == (0, 1)
