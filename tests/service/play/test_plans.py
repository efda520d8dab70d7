"""Conditional moves: stored for a seat, played in its turn, and ended by unforeseen moves."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import select

from service.db import clock
from service.db.engines import session
from service.language.errors import Conflict, Invalid
from service.models import Event, Game, GameStatus, Notice, SeatPlan, WorkState
from service.play import plans
from service.play.moves import legal_actions
from service.play.planning.turns_taken import samples
from service.play.plans import PlanWish, add_to_plan, claim_plans, drop_plan, plan_of, play_plan, set_plan
from service.play.positions import log_of, position_of
from service.play.seats import resign
from tests.service.conftest import FakeClock
from tests.service.play.matching import countdown
from tests.service.tables import Table, table
from workers.jobs import plans as job

__all__ = ["countdown"]

pytestmark = pytest.mark.usefixtures("app")


def siesta() -> Table:
    """Ada has begun a game of Siesta with Bob: it is his turn."""
    found = table("ada", "bob", ruleset="siesta")
    found.play("sun f6, roof g6, shadow h6")
    return found


def plan(seats: Table, text: str, **wish: Any) -> SeatPlan | None:
    """Set Ada's conditional moves."""
    return set_plan(seats.id, seats.players[0], PlanWish(text, **wish), clock.now())


def kept(seats: Table) -> SeatPlan | None:
    """Return Ada's stored conditional moves."""
    session().rollback()
    return plan_of(seats.game, seats.players[0])


def replies(seats: Table, count: int) -> list[str]:
    """Return moves that Bob could play now."""
    return seats.whole_moves(count)


def after(seats: Table, move: str) -> str:
    """Return a legal move of Ada's after that one of Bob's, found in another game."""
    other = siesta_like(seats)
    other.play(move)
    return other.whole_moves(1)[0]


def siesta_like(seats: Table) -> Table:
    """Create another game with the same position."""
    other = table("cyd", "dee", ruleset="siesta")
    moves: dict[int, list[str]] = {}
    for entry in log_of(seats.game):
        moves.setdefault(entry.version, []).append(entry.action)
    for actions in moves.values():
        other.play(", ".join(actions))
    return other


def moves_of(game: Game) -> list[int]:
    """Return the seat of each log entry."""
    return [entry.seat for entry in log_of(game)]


def notices(kind: str) -> list[Notice]:
    """Return the notices of a kind that are not superseded."""
    session().rollback()
    chosen = select(Notice).where(Notice.kind == kind, Notice.state != WorkState.SUPERSEDED).order_by(Notice.id)
    return list(session().scalars(chosen))


def test_a_plan_plays_the_answer_to_what_it_foresees_and_its_player_alone_is_told() -> None:
    seats = siesta()
    bobs = replies(seats, 2)[1]
    answer = after(seats, bobs)
    found = plan(seats, f"if {bobs} then {answer}")
    assert found is not None
    assert found.text == f"if {bobs} then {answer}"
    seats.play(bobs)
    assert seats.game.to_move == 0
    job.run()
    assert seats.game.to_move == 1
    assert [entry.action for entry in log_of(seats.game)][-3:] == answer.split(", ")
    assert kept(seats) is None
    [told] = notices("plan-played")
    assert (told.account_id, told.data) == (seats.players[0].id, {"move": answer, "turns_left": 0})
    assert not any("plan" in f"{event.type} {event.data}" for event in session().scalars(select(Event)))


def test_a_plan_goes_on_from_turn_to_turn() -> None:
    seats = table("ada", "bob")
    seats.play("place max-15")
    places = [action for action in legal_actions(seats.game).actions if action.startswith("place")]
    then = f"if anything then {' or '.join(places[6:])}"
    plan(seats, f"if anything then {' or '.join(places[3:6])} ({then})")
    seats.play_anything()
    job.run()
    left = kept(seats)
    assert left is not None
    assert left.text == then
    assert notices("plan-played")[0].data["turns_left"] == 1


def test_branches_are_added_to_a_plan_whose_first_turn_has_been_played() -> None:
    seats = table("ada", "bob", "cyd", ruleset="springtime-puzzle")
    seats.play("e5")
    bobs = next(samples(position_of(seats.game), 1))
    cyds = next(samples(bobs.after, 1))
    answer = next(samples(cyds.after, 1)).move
    plan(seats, f"if {bobs.move} / anything then {answer}", waits=True)
    seats.play(bobs.move)
    add_to_plan(seats.id, seats.players[0], f"if {cyds.move} then {answer}", clock.now())
    found = kept(seats)
    assert found is not None
    assert found.text == f"if {cyds.move} then {answer}; if anything then {answer}"
    assert (found.begins_at, found.waits) == (seats.game.log_length, True)
    with pytest.raises(Invalid, match="bad-plan"):
        add_to_plan(seats.id, seats.players[0], "", clock.now())


def test_what_a_plan_does_not_foresee_ends_it_and_the_mail_about_the_turn_says_so(clock: FakeClock) -> None:
    seats = siesta()
    first, second = replies(seats, 2)
    plan(seats, f"if {first} then {after(seats, first)}")
    seats.play(second)
    [waiting] = [each for each in notices("your-turn") if each.account_id == seats.players[0].id][-1:]
    assert waiting.due_at > clock()
    job.run()
    ended = kept(seats)
    assert ended is not None
    assert (ended.text, ended.ended) == ("", {"why": "unforeseen", "played": second})
    [told] = [each for each in notices("your-turn") if each.account_id == seats.players[0].id][-1:]
    assert (told.due_at <= clock(), told.data) == (True, {"plan_ended": {"why": "unforeseen", "played": second}})
    assert moves_of(seats.game)[-1] == 1


def test_moves_in_another_order_that_come_to_the_same_are_foreseen() -> None:
    seats = siesta()
    bobs = next(move for move in replies(seats, 60) if _reordered(seats, move))
    plan(seats, f"if {_reordered(seats, bobs)} then {after(seats, bobs)}")
    seats.play(bobs)
    job.run()
    assert seats.game.to_move == 1


def _reordered(seats: Table, move: str) -> str | None:
    first, second, third = move.split(", ")
    legal = legal_actions(seats.game, f"{second}, {first}") if second in legal_actions(seats.game).actions else None
    return f"{second}, {first}, {third}" if legal and third in legal.actions else None


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("sun f7", "bad-plan"),
        ("if sun f7", "bad-plan"),
        ("if sun a1, roof a2, shadow a3 then roof g6", "plan-illegal"),
        ("if anything then dance", "plan-illegal"),
        ("if {move} / {move} then {move}", "plan-too-many-replies"),
    ],
)
def test_what_cannot_be_played_is_refused_and_what_was_planned_before_stays(text: str, code: str) -> None:
    seats = siesta()
    bobs = replies(seats, 1)[0]
    before = f"if {bobs} then {after(seats, bobs)}"
    plan(seats, before)
    with pytest.raises(Invalid) as refused:
        plan(seats, text.replace("{move}", bobs))
    assert refused.value.code == code
    left = kept(seats)
    assert left is not None
    assert left.text == before


def test_past_a_roll_a_plan_says_what_it_plays_for_each() -> None:
    seats = table("ada", "bob", ruleset="dawn")
    nature = seats.players[1]
    with pytest.raises(Invalid, match="plan-not-for-each-roll"):
        set_plan(seats.id, nature, PlanWish("if vesta o1 then bar 2 upright a1"), clock.now())
    each = " or ".join(f"bar {length} upright a1" for length in range(2, 8))
    set_plan(seats.id, nature, PlanWish(f"if vesta o1 then {each}"), clock.now())
    seats.play("vesta o1")
    job.run()
    assert seats.game.to_move == 0
    assert log_of(seats.game)[-1].action.endswith("upright a1")


def test_no_plan_is_made_on_ones_own_turn() -> None:
    seats = table("ada", "bob", ruleset="siesta")
    with pytest.raises(Conflict, match="plan-on-your-turn"):
        plan(seats, "if anything then sun f7")


def test_whoever_moves_before_the_plan_has_no_plan_any_more() -> None:
    seats = siesta()
    bobs = replies(seats, 1)[0]
    plan(seats, f"if {bobs} then {after(seats, bobs)}")
    seats.play(bobs)
    [claimed] = claim_plans(clock.now())
    seats.play(seats.whole_moves(2)[1])
    play_plan(claimed, clock.now())
    assert kept(seats) is None
    assert seats.game.to_move == 1
    assert notices("plan-played") == []


def test_a_plan_that_is_deleted_as_it_is_due_does_not_play() -> None:
    seats = siesta()
    bobs = replies(seats, 1)[0]
    plan(seats, f"if {bobs} then {after(seats, bobs)}")
    seats.play(bobs)
    [claimed] = claim_plans(clock.now())
    drop_plan(seats.id, seats.players[0])
    play_plan(claimed, clock.now())
    assert seats.game.to_move == 0


def test_a_worker_that_is_killed_as_it_plays_loses_nothing_and_plays_nothing_twice(
    monkeypatch: pytest.MonkeyPatch, clock: FakeClock
) -> None:
    seats = siesta()
    bobs = replies(seats, 1)[0]
    plan(seats, f"if {bobs} then {after(seats, bobs)}")
    seats.play(bobs)
    [claimed] = claim_plans(clock())
    with monkeypatch.context() as dying:
        dying.setattr(plans, "tell", lambda _: (_ for _ in ()).throw(SystemExit))
        with pytest.raises(SystemExit):
            play_plan(claimed, clock())
    session().rollback()
    assert seats.game.to_move == 0
    clock.advance(minutes=3)
    job.run()
    job.run()
    assert seats.game.to_move == 1
    assert len(notices("plan-played")) == 1


def test_two_workers_play_a_plan_once(app: Flask) -> None:
    seats = siesta()
    bobs = replies(seats, 1)[0]
    plan(seats, f"if {bobs} then {after(seats, bobs)}")
    seats.play(bobs)
    start = Barrier(2)

    def work() -> None:
        with app.app_context():
            start.wait()
            job.run()

    with ThreadPoolExecutor(2) as both:
        for each in [both.submit(work) for _ in range(2)]:
            each.result()
    session().rollback()
    assert len(log_of(seats.game)) == 9
    assert len(notices("plan-played")) == 1


def test_a_plan_that_waits_plays_within_a_minute(monkeypatch: pytest.MonkeyPatch, clock: FakeClock) -> None:
    monkeypatch.setattr("secrets.randbelow", lambda most: most - 1)
    seats = siesta()
    bobs = replies(seats, 1)[0]
    plan(seats, f"if {bobs} then {after(seats, bobs)}", waits=True)
    seats.play(bobs)
    job.run()
    assert seats.game.to_move == 0
    clock.advance(minutes=1)
    job.run()
    assert seats.game.to_move == 1


def test_nobody_who_has_left_plays_by_a_plan_and_no_plan_outlives_its_game() -> None:
    seats = siesta()
    plan(seats, "", plays_only_moves=True)
    resign(seats.id, seats.players[1], clock.now())
    session().rollback()
    assert session().scalars(select(SeatPlan)).all() == []


@pytest.mark.usefixtures("countdown")
@pytest.mark.parametrize("plays_only_moves", [False, True])
def test_where_a_plan_ends_an_only_move_is_played_for_who_has_wished_it(plays_only_moves: bool) -> None:  # noqa: FBT001
    seats = table("ada", "bob", ruleset="countdown")
    for move in [*(["take 2"] if seats.game.to_move == 1 else ["take 1"] * 2), *["take 1"] * 5]:
        seats.play(move)
    assert seats.game.to_move == 1
    made = plan(seats, "if take 1 then take 1", plays_only_moves=plays_only_moves)
    assert made is not None
    assert (made.attempts, made.ended) == (0, None)

    seats.play("take 2")
    job.run()

    assert (seats.game.status == GameStatus.FINISHED) is plays_only_moves
    assert moves_of(seats.game)[-1] == (0 if plays_only_moves else 1)


def test_whoever_has_claimed_a_plan_as_it_was_before_does_not_play_the_one_in_its_place() -> None:
    seats, fences = siesta(), list[int]()
    for waits in (False, True):
        plan(seats, "", plays_only_moves=True, waits=waits)
        fences += session().scalars(select(SeatPlan.fence))
    assert fences[1] == fences[0] + 1
