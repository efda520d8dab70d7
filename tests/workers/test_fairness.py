"""Fairness of the computer's queue if an account has many games."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from rules import AnyPosition
from rules.game import Tactics
from service.accounts.accounts import new_visitor
from service.bots.accounts import bot_of
from service.db.engines import session, transaction
from service.models import Account, Game, OpponentTurn
from service.play.analyses import ask
from service.play.opponents import claim_turns, close
from service.play.seating import game_seen_by
from tests.service.conftest import FakeClock
from tests.service.tables import person
from tests.workers.computers import computer_to_move
from workers.jobs import opponents
from workers.jobs.opponents import LOOK_EVERY, GivingWay, run_analysis

pytestmark = pytest.mark.usefixtures("app")


def thought_for(clock: FakeClock) -> str:
    """For whom the computer thinks next, and has done so then."""
    [turn] = claim_turns(clock())
    close(turn, played=True)
    creator: Account = session().get_one(Account, session().get_one(Game, turn.game_id).creator_id)
    return creator.name


def visitor(clock: FakeClock, network: str, name: str) -> Account:
    found = new_visitor(clock(), network)
    with transaction():
        found.name = name
    return found


def wait_for(clock: FakeClock, account: Account, games: int, level: int = 5) -> None:
    """Have so many turns of a level wait."""
    for _ in range(games):
        computer_to_move(account, level)
        clock.advance(seconds=1)


def test_who_comes_after_a_flood_is_next_after_the_thought_under_way(clock: FakeClock) -> None:
    wait_for(clock, person("mallory"), 30)
    claim_turns(clock())
    for name in ("ada", "bob"):
        wait_for(clock, person(name), 2)

    assert opponents.run_quick_turn() is False  # as a thought looks again and again while it goes on
    assert [thought_for(clock) for _ in range(6)] == ["ada", "bob", "mallory", "ada", "bob", "mallory"]


def test_two_who_play_on_at_a_weaker_level_keep_nobody_waiting(clock: FakeClock) -> None:
    for name, level in (("x", 3), ("y", 3), ("ada", 5)):
        wait_for(clock, person(name), 1, level)
    served = list[str]()
    while "ada" not in served and len(served) < 9:
        served.append(thought_for(clock))
        wait_for(clock, person(served[-1]), 1, 3)
    assert "ada" in served[:3]


def test_an_owner_and_their_bots_are_one(clock: FakeClock) -> None:
    mallory = person("mallory")
    for number in range(3):
        wait_for(clock, bot_of(mallory, f"robot{number}", clock()), 1)
    wait_for(clock, person("ada"), 2)
    assert [thought_for(clock) for _ in range(4)] == ["robot0", "ada", "robot1", "ada"]


def test_all_visitors_of_a_network_are_one(clock: FakeClock) -> None:
    for number in range(3):
        wait_for(clock, visitor(clock, "here", f"here{number}"), 1)
    wait_for(clock, visitor(clock, "there", "there"), 2)
    assert [thought_for(clock) for _ in range(4)] == ["here0", "there", "here1", "there"]


def test_where_accounts_and_visitors_wait_one_thought_in_three_is_a_visitors(clock: FakeClock) -> None:
    for number in range(4):
        wait_for(clock, visitor(clock, f"network{number}", "visitor" + "abcd"[number]), 1)
    for name in ("ada", "bob", "cy", "dee"):
        wait_for(clock, person(name), 1)
    found = [thought_for(clock) for _ in range(8)]
    assert found == ["ada", "bob", "visitora", "cy", "dee", "visitorb", "visitorc", "visitord"]


def test_a_flood_of_visitors_keeps_no_account_from_its_analysis(clock: FakeClock) -> None:
    wait_for(clock, visitor(clock, "here", "mallory"), 5)
    ada = person("ada")
    game_id = computer_to_move(ada, 1)
    assert opponents.run_turn(opponents.anything, quick=True)
    ask(game_id, ada, clock())
    assert run_analysis(lambda *_: [])


def test_nobody_is_named_once_the_computer_has_moved(clock: FakeClock) -> None:
    computer_to_move(visitor(clock, "here", "vera"), 1)
    [turn] = claim_turns(clock())
    assert turn.claimant == "network here"
    opponents.play(turn, opponents.anything)
    session().rollback()
    assert session().get_one(OpponentTurn, (turn.game_id, turn.version), populate_existing=True).claimant is None


def test_a_long_thought_gives_way_to_quick_ones_and_loses_no_time_by_it(clock: FakeClock) -> None:
    ada, bob = person("ada"), person("bob")
    slow, seconds, in_between = computer_to_move(ada, 5), [0.0], 0
    [turn] = claim_turns(clock())
    quick = computer_to_move(bob, 1)

    def do_quicker() -> bool:
        seconds[0] += 5
        return opponents.run_quick_turn()

    def think(position: AnyPosition, tactics: Tactics, level: int, rng: Random) -> list[Any]:
        nonlocal in_between
        own = GivingWay(do_quicker, lambda: seconds[0])
        seconds[0] += LOOK_EVERY
        assert own() == pytest.approx(LOOK_EVERY)
        assert not session().in_transaction()
        seconds[0] += 4
        assert own() == pytest.approx(LOOK_EVERY + 4)  # half of the time is its own
        in_between = game_seen_by(quick, bob).log_length
        session().rollback()
        return opponents.anything(position, tactics, level, rng)

    opponents.play(turn, think)
    assert in_between
    assert game_seen_by(slow, ada).log_length
