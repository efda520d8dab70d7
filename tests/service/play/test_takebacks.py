"""Undo and draws: the log only grows, and no seat gains an advantage."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import select

import rules
from service.db.engines import session
from service.language.errors import Conflict
from service.models import EndedBy, Event, GameStatus, Notice, WorkState
from service.play.audits import fault_of
from service.play.downtime_credit import keep_schedule
from service.play.games import NewGame, SeatWish, create_game
from service.play.moves import legal_actions
from service.play.plans import PlanWish, plan_of, set_plan
from service.play.positions import log_of, position_of
from service.play.proposals import answer, ask_back, offer_draw, open_proposal, undone_by
from service.play.records import signed_record
from service.presentation.points import points_after
from service.presentation.story import story
from service.verification.verify import Verdict, check
from tests.service.conftest import FakeClock
from tests.service.tables import Table, person, table
from workers.jobs import plans

pytestmark = pytest.mark.usefixtures("app")


def siesta(*names: str, **agreed: Any) -> Table:
    return table(*(names or ("ada", "bob")), ruleset="siesta", **agreed)


def code_of(do: Any) -> str:
    with pytest.raises(Conflict) as refused:
        do()
    return refused.value.code


def move(at: Table) -> str:
    """Play the first whole move of the seat to act."""
    [played] = at.whole_moves(1)
    at.play(played)
    return played


def verified(at: Table) -> set[str]:
    """Return the faults of the record."""
    record = signed_record(at.game, log_of(at.game))
    return {finding.about for finding in check(record) if finding.verdict == Verdict.WRONG}


def test_within_the_grace_a_move_is_taken_back_without_asking(clock: FakeClock) -> None:
    at = siesta(grace_minutes=10)
    before = position_of(at.game)
    move(at)
    clock.advance(minutes=9)
    ask_back(at.id, at.players[0], clock())
    assert (position_of(at.game), at.game.to_move) == (before, 0)
    assert log_of(at.game)[-1].action == "takeback 0"
    assert [each.type for each in session().scalars(select(Event).where(Event.type == "move.taken_back"))]
    assert (fault_of(at.game), verified(at)) == (None, set())


def test_what_replaces_it_is_played_and_told_and_verified(clock: FakeClock) -> None:
    at = siesta(grace_minutes=10)
    first, second = at.whole_moves(2)
    at.play(first)
    ask_back(at.id, at.players[0], clock())
    at.play(second)
    move(at)
    assert (fault_of(at.game), verified(at)) == (None, set())
    log = [entry.action for entry in log_of(at.game)]
    assert rules.replay(at.game.setup or {}, log) == position_of(at.game)
    told = [str(line.phrase) for line in story(at.game)]
    assert "undoes their last move" in told
    assert len(told) == len(log)
    lengths = range(at.game.log_length + 1)
    assert [*points_after(at.game, lengths)] == [position_of(at.game, length).scores() for length in lengths]
    while at.game.status == GameStatus.ACTIVE:
        move(at)
    assert (fault_of(at.game), verified(at)) == (None, set())


def test_after_the_grace_the_others_are_asked(clock: FakeClock) -> None:
    at = siesta(grace_minutes=10)
    move(at)
    clock.advance(minutes=11)
    ask_back(at.id, at.players[0], clock())
    proposal = open_proposal(at.game)
    assert proposal is not None
    assert (proposal.what, proposal.agreed, at.game.to_move) == ("takeback", [0], 1)
    answer(at.id, at.players[1], proposal.id, clock(), agrees=True)
    assert (open_proposal(at.game), at.game.to_move, position_of(at.game).scores()) == (None, 0, (0, 0))


def test_a_move_is_taken_back_alone_once(clock: FakeClock) -> None:
    at = siesta(grace_minutes=10)
    for _ in range(2):
        move(at)
        ask_back(at.id, at.players[0], clock())
    assert open_proposal(at.game) is not None
    assert at.game.to_move == 1


def test_whoever_has_played_on_is_asked_and_their_move_goes_too(clock: FakeClock) -> None:
    at = siesta(grace_minutes=10)
    move(at)
    move(at)
    ask_back(at.id, at.players[0], clock())
    proposal = open_proposal(at.game)
    assert proposal is not None
    answer(at.id, at.players[1], proposal.id, clock(), agrees=True)
    assert log_of(at.game)[-1].action == "takeback 0"
    assert verified(at) == set()


def test_with_three_all_have_to_agree(clock: FakeClock) -> None:
    at = siesta("ada", "bob", "cyd")
    move(at)
    ask_back(at.id, at.players[0], clock())
    proposal = open_proposal(at.game)
    assert proposal is not None
    answer(at.id, at.players[1], proposal.id, clock(), agrees=True)
    assert at.game.to_move == 1
    answer(at.id, at.players[2], proposal.id, clock(), agrees=True)
    assert at.game.to_move == 0


def test_the_computer_agrees(clock: FakeClock) -> None:
    ada = person("ada")
    wish = NewGame("siesta", [SeatWish(me=True), SeatWish(ai=1)], shuffle_seats=False)
    at = Table(create_game(ada, wish, clock()).id, [ada])
    move(at)
    ask_back(at.id, ada, clock())
    assert (open_proposal(at.game), at.game.to_move) == (None, 0)


def test_a_proposal_ends_with_the_position_or_a_no(clock: FakeClock) -> None:
    at = siesta()
    move(at)
    ask_back(at.id, at.players[0], clock())
    declined = open_proposal(at.game)
    assert declined is not None
    answer(at.id, at.players[1], declined.id, clock(), agrees=False)
    assert open_proposal(at.game) is None
    ask_back(at.id, at.players[0], clock())
    again = open_proposal(at.game)
    assert again is not None
    assert again.id != declined.id
    assert code_of(lambda: answer(at.id, at.players[1], declined.id, clock(), agrees=True)) == "proposal-over"
    move(at)
    assert code_of(lambda: answer(at.id, at.players[1], again.id, clock(), agrees=True)) == "proposal-over"


def test_nobody_is_asked_again_and_again_about_one_position(clock: FakeClock) -> None:
    at = siesta()
    move(at)
    for _ in range(3):
        ask_back(at.id, at.players[0], clock())
        proposal = open_proposal(at.game)
        assert proposal is not None
        answer(at.id, at.players[1], proposal.id, clock(), agrees=False)
    assert code_of(lambda: ask_back(at.id, at.players[0], clock())) == "proposed-enough"
    assert code_of(lambda: offer_draw(at.id, at.players[0], clock())) == "proposed-enough"
    move(at)
    ask_back(at.id, at.players[0], clock())
    assert open_proposal(at.game) is not None


def test_dice_are_never_taken_back(clock: FakeClock) -> None:
    at = table("ada", "bob", grace_minutes=10)
    at.play("place max-15")
    assert any(entry.seat == -1 for entry in log_of(at.game)[1:])
    assert code_of(lambda: ask_back(at.id, at.players[0], clock())) == "dice-are-cast"
    assert code_of(lambda: ask_back(at.id, at.players[1], clock())) == "nothing-to-take-back"
    assert undone_by(at.game, 0) is None


def test_the_mail_to_the_next_player_waits_for_the_grace_and_never_goes_if_the_move_is_off(clock: FakeClock) -> None:
    at = siesta(grace_minutes=10)
    move(at)
    waiting = select(Notice).where(Notice.kind == "your-turn", Notice.account_id == at.players[1].id)
    [notice] = session().scalars(waiting).all()
    assert notice.due_at - clock() == timedelta(minutes=10)
    ask_back(at.id, at.players[0], clock())
    session().expire_all()
    [notice] = session().scalars(waiting).all()
    assert notice.state == WorkState.SUPERSEDED


def test_nobody_gains_time_by_taking_back_alone(clock: FakeClock) -> None:
    at = siesta(grace_minutes=10, days_per_move=3)
    clock.advance(days=2)
    move(at)
    clock.advance(minutes=5)
    ask_back(at.id, at.players[0], clock())
    assert at.game.deadline == clock() + timedelta(days=1)


def test_time_that_an_outage_of_ours_has_given_back_is_there_after_a_takeback(clock: FakeClock) -> None:
    at = siesta(grace_minutes=10, days_per_move=3)
    keep_schedule(clock())
    clock.advance(days=2)
    keep_schedule(clock())
    clock.advance(days=2)
    move(at)
    clock.advance(minutes=5)
    ask_back(at.id, at.players[0], clock())
    assert at.game.deadline == clock() + timedelta(days=1)


def test_nobody_gains_time_at_a_table_of_computers(clock: FakeClock) -> None:
    ada = person("ada")
    wish = NewGame("siesta", [SeatWish(me=True), SeatWish(ai=1)], shuffle_seats=False, grace_minutes=10)
    at = Table(create_game(ada, wish, clock()).id, [ada])
    for _ in range(2):
        clock.advance(days=1)
        move(at)
        ask_back(at.id, ada, clock())
    assert at.game.deadline == clock() + timedelta(days=1)


def springtime(**agreed: Any) -> Table:
    return table("ada", "bob", ruleset="springtime", **agreed)


def answers(at: Table, *moves: str) -> str:
    """Return the other seat's conditional moves, with legal answers to these moves."""
    replies = []
    for each in moves:
        replies += [str(action) for action in rules.play(position_of(at.game), each).legal_actions()[-2:]]
    return f"if anything then {' or '.join(replies)}"


def test_a_plan_waits_for_the_grace_and_for_the_move_that_stands(clock: FakeClock) -> None:
    at = springtime(grace_minutes=10)
    first, second = at.whole_moves(2)
    set_plan(at.id, at.players[1], PlanWish(answers(at, first, second)), clock())
    at.play(first)
    plans.run()
    assert at.game.to_move == 1
    ask_back(at.id, at.players[0], clock())
    at.play(second)
    clock.advance(minutes=11)
    plans.run()
    assert at.game.to_move == 0
    assert verified(at) == set()


def test_a_plan_whose_beginning_is_off_ends_and_says_why(clock: FakeClock) -> None:
    at = springtime()
    move(at)
    set_plan(at.id, at.players[0], PlanWish(answers(at, *at.whole_moves(1))), clock())
    ask_back(at.id, at.players[0], clock())
    proposal = open_proposal(at.game)
    assert proposal is not None
    answer(at.id, at.players[1], proposal.id, clock(), agrees=True)
    plans.run()
    plan = plan_of(at.game, at.players[0])
    assert plan is not None
    assert plan.ended == {"why": "taken-back", "played": ""}
    assert at.game.to_move == 0


def test_a_draw_is_agreed_on_by_all(clock: FakeClock) -> None:
    at = siesta()
    move(at)
    offer_draw(at.id, at.players[0], clock())
    assert at.game.status == GameStatus.ACTIVE
    offer_draw(at.id, at.players[1], clock())
    assert (at.game.status, at.game.ended_by, at.game.winners) == (GameStatus.FINISHED, EndedBy.AGREEMENT, [0, 1])
    assert (fault_of(at.game), verified(at)) == (None, set())


@pytest.mark.parametrize("ruleset", ["springtime", "dawn"])
def test_there_is_no_draw_where_the_rules_know_none(ruleset: str, clock: FakeClock) -> None:
    at = table("ada", "bob", ruleset=ruleset)
    assert code_of(lambda: offer_draw(at.id, at.players[0], clock())) == "no-draw"


def test_one_thing_is_proposed_at_a_time(clock: FakeClock) -> None:
    at = siesta()
    move(at)
    offer_draw(at.id, at.players[1], clock())
    assert code_of(lambda: ask_back(at.id, at.players[0], clock())) == "another-proposal"


def test_the_same_move_after_a_takeback_is_played_anew(app: Flask, clock: FakeClock) -> None:
    at = siesta(grace_minutes=10)
    played = move(at)
    ask_back(at.id, at.players[0], clock())
    turn = at.play(played)
    assert not turn.repeated
    assert legal_actions(at.game).seat == 1


def test_a_forged_takeback_is_found(clock: FakeClock) -> None:
    at = table("ada", "bob", grace_minutes=10)
    at.play("place max-15")
    record = signed_record(at.game, log_of(at.game))
    last = record["log"][-1]
    for action, seat in (("takeback 0", 0), ("takeback 99", 0), ("takeback 1", 1)):
        forged = {
            **record,
            "log": [*record["log"], {**last, "number": last["number"] + 1, "seat": seat, "action": action}],
        }
        assert "log" in {finding.about for finding in check(forged) if finding.verdict == Verdict.WRONG}, action
