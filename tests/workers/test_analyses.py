"""Analyses of games, from the question to the answer."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
from sqlalchemy import select

from rules import AnyPosition
from rules.game import Tactics
from service.db.engines import session, transaction
from service.language.errors import Conflict, Forbidden, NotFound
from service.models import Analysis, Event, OpponentTurn, Visibility, WorkState
from service.play.analyses import analyses_of, ask, check_open, claim_analyses, keep
from service.play.moves import legal_actions
from service.play.proposals import ask_back
from service.play.seating import game_seen_by
from service.play.seats import resign
from service.presentation.analysis import course, positions_in, turning_points, waiting_in
from tests.service.conftest import FakeClock
from tests.service.tables import Table, person, table
from tests.workers.computers import computer_to_move
from workers.jobs import opponents
from workers.jobs.opponents import run_analysis
from workers.search.review import Reviewed

pytestmark = pytest.mark.usefixtures("app")


def at_a_glance(position: AnyPosition, tactics: Tactics, played: Sequence[Any], rng: Random) -> list[Reviewed]:
    """Review instantly: the last legal action is better than what was played."""
    seats = range(len(position.scores()))
    best = Reviewed(
        [position.legal_actions()[-1]],
        [0.9 if seat == position.current_player() else 0.1 for seat in seats],
        [9.0 for _ in seats],
    )
    done = Reviewed(played, [0.4 for _ in seats], [5.0 for _ in seats])
    return [best, done] if played else [best]


def work_off(clock: FakeClock) -> int:
    """How many positions are looked at once all are due."""
    clock.advance(minutes=5)
    count = 0
    while run_analysis(at_a_glance):
        count += 1
    return count


def told(kind: str) -> list[dict[str, Any]]:
    """Return the data of events of a kind."""
    session().rollback()
    return list(session().scalars(select(Event.data).where(Event.type == kind)))


def finished() -> Table:
    """Create a finished game of two."""
    seasons = table("ada", "bob")
    seasons.play_to_the_end()
    return seasons


def test_a_game_that_is_over_is_worked_out_move_by_move_and_the_table_is_told_once(clock: FakeClock) -> None:
    seasons = finished()
    ask(seasons.id, seasons.players[0], clock())
    ask(seasons.id, seasons.players[1], clock())

    looked_at = work_off(clock)

    rows = analyses_of(seasons.game)
    assert looked_at == len(rows) == len(positions_in(rows)) > 10
    assert waiting_in(rows) == 0
    assert told("analysis.ready") == [{"positions": [row.at for row in rows]}]
    assert len(course(positions_in(rows))) == len(rows)
    points = turning_points(positions_in(rows))
    assert [(point.chance, point.better_chance) for point in points] == [(0.4, 0.9)] * 3


def test_what_was_asked_before_is_not_worked_out_again(clock: FakeClock) -> None:
    seasons = finished()
    ask(seasons.id, seasons.players[0], clock(), at=1)
    assert work_off(clock) == 1
    ask(seasons.id, seasons.players[0], clock(), at=1)
    assert work_off(clock) == 0


def test_a_game_against_people_is_analysed_while_it_goes_on_only_if_all_agree(clock: FakeClock) -> None:
    seasons = table("ada", "bob")
    ada, bob = seasons.players
    with pytest.raises(Conflict, match="analysis-not-agreed"):
        check_open(seasons.game, ada)
    ask(seasons.id, ada, clock())
    ask(seasons.id, ada, clock())
    assert analyses_of(seasons.game) == []
    with pytest.raises(Conflict, match="analysis-not-agreed"):
        check_open(seasons.game, ada)

    ask(seasons.id, bob, clock())

    check_open(seasons.game, ada)
    assert work_off(clock) == 1
    assert told("analysis.wished") == [{"seat": 0}, {"seat": 1}]


def test_who_plays_the_computer_alone_gets_a_hint_and_later_what_they_have_made_of_it(clock: FakeClock) -> None:
    ada = person("ada")
    game_id = computer_to_move(ada, 1)
    while opponents.run_turn(opponents.anything):
        pass
    at = game_seen_by(game_id, ada).log_length

    ask(game_id, ada, clock())
    work_off(clock)
    [hint] = positions_in(analyses_of(game_seen_by(game_id, ada)))
    assert (hint.at, hint.seat, hint.played) == (at, 1, None)
    assert hint.best.move in legal_actions(game_seen_by(game_id, ada)).actions

    resign(game_id, ada, clock())
    ask(game_id, ada, clock())
    work_off(clock)
    assert at not in [row.at for row in analyses_of(game_seen_by(game_id, ada)) if row.state != WorkState.DONE]


def test_strangers_ask_for_nothing(clock: FakeClock) -> None:
    seasons = finished()
    eve = person("eve")
    with pytest.raises(NotFound):
        ask(seasons.id, eve, clock())
    with transaction():
        seasons.game.visibility = Visibility.PUBLIC
    with pytest.raises(Forbidden, match="not-a-player"):
        ask(seasons.id, eve, clock())
    check_open(seasons.game, eve)


def test_where_nobody_is_to_act_nothing_is_analysed(clock: FakeClock) -> None:
    seasons = finished()
    with pytest.raises(Conflict, match="nothing-to-analyse"):
        ask(seasons.id, seasons.players[0], clock(), at=seasons.game.log_length)
    with pytest.raises(NotFound, match="no-such-position"):
        ask(seasons.id, seasons.players[0], clock(), at=seasons.game.log_length + 1)


def test_a_turn_of_the_computer_goes_before_a_game_that_is_over(clock: FakeClock) -> None:
    seasons = finished()
    ask(seasons.id, seasons.players[0], clock())
    computer_to_move(person("cy"), 1)
    assert not run_analysis(at_a_glance)
    while opponents.run_turn(opponents.anything):
        pass
    assert {turn.state for turn in session().scalars(select(OpponentTurn))} == {WorkState.DONE}
    assert run_analysis(at_a_glance)


def test_a_hint_goes_before_all_that_others_wait_for(clock: FakeClock) -> None:
    seasons, dee = finished(), person("dee")
    ask(seasons.id, seasons.players[0], clock())
    game_id = computer_to_move(dee, 1)
    while opponents.run_turn(opponents.anything):
        pass
    computer_to_move(person("cy"), 5)
    ask(game_id, dee, clock())

    [claimed] = claim_analyses(clock())

    assert claimed.game_id == game_id
    assert claim_analyses(clock()) == []


def test_two_games_are_looked_at_in_turns(clock: FakeClock) -> None:
    first, second = finished(), table("cy", "dee")
    second.play_to_the_end()
    for each in (first, second):
        ask(each.id, each.players[0], clock())
    clock.advance(minutes=5)
    claimed = [claim_analyses(clock())[0].game_id for _ in range(6)]
    assert sorted(claimed) == sorted([first.id, second.id] * 3)
    assert {first.id, second.id} == set(claimed[:2])


def test_a_worker_that_was_thought_dead_changes_nothing(clock: FakeClock) -> None:
    seasons = finished()
    ask(seasons.id, seasons.players[0], clock(), at=1)
    [slow] = claim_analyses(clock())
    clock.advance(minutes=3)
    assert work_off(clock) == 1
    keep(slow, {"seat": 0, "played": "nonsense", "moves": []}, clock())
    [row] = analyses_of(seasons.game)
    assert row.result is not None
    assert row.result["played"] != "nonsense"
    assert len(told("analysis.ready")) == 1


def test_a_position_that_cannot_be_thought_out_is_left_out_in_the_end(clock: FakeClock) -> None:
    def stumble(*_: object) -> list[Reviewed]:
        raise ZeroDivisionError

    seasons = finished()
    ask(seasons.id, seasons.players[0], clock(), at=1)
    for _ in range(3):
        assert run_analysis(stumble)
        clock.advance(minutes=5)
    assert not run_analysis(stumble)
    assert [row.state for row in session().scalars(select(Analysis))] == [WorkState.FAILED]
    assert told("analysis.ready") == [{"positions": []}]


def test_what_was_taken_back_is_passed_over(clock: FakeClock) -> None:
    siesta = table("ada", "bob", ruleset="siesta", grace_minutes=10)
    first, second = siesta.whole_moves(2)
    siesta.play(first)
    place = siesta.game.log_length
    ask_back(siesta.id, siesta.players[0], clock())
    siesta.play(second)
    for seat in siesta.players:
        ask(siesta.id, seat, clock(), place)
    resign(siesta.id, siesta.players[1], clock())
    ask(siesta.id, siesta.players[0], clock())
    work_off(clock)
    assert not waiting_in(analyses_of(siesta.game))
    found = {each.at: each.played for each in positions_in(analyses_of(siesta.game))}
    assert found == {place: None, place + 1: second}
