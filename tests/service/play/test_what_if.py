"""What-if lines, and the branches that players save."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import func, select

import rules
from rules import CHANCE
from service.db import clock
from service.db.engines import session
from service.erasure.departures import leave
from service.language.errors import Conflict, Forbidden, Invalid, NotFound, Refused
from service.models import Event, KeptBranch, Visibility
from service.play import retention
from service.play.moves import RuleRefused
from service.play.plans import PlanWish, set_plan
from service.play.positions import position_of
from service.play.what_if import (
    LONGEST_LINE,
    MOST_MOVES,
    BranchWish,
    SupposedLine,
    branches_of,
    change_branch,
    drop_branch,
    keep_branch,
    outcomes,
    plan_of,
    suppose,
    thrown,
)
from service.presentation.exports import export_part
from service.security.rates import Rates
from tests.service.tables import Table, person, table

pytestmark = pytest.mark.usefixtures("app")

SIESTA = "sun f6, roof g6, shadow h6"


def springtime(*names: str) -> Table:
    """Create a game without dice, in which a move is a square."""
    return table(*(names or ("ada", "bob")), ruleset="springtime")


def line_of(seats: Table, turns: int, at: int | None = None) -> SupposedLine:
    """Return a line of this many first legal turns, from a position of a game of Springtime."""
    line = suppose(seats.game, at, "")
    for _ in range(turns):
        line = suppose(seats.game, at, f"{line.text} / {line.position.legal_actions()[0]}")
    return line


def keep(seats: Table, name: str, line: str = "", at: int | None = None, player: int = 0) -> KeptBranch:
    """Keep a branch for one of the players."""
    return keep_branch(seats.id, seats.players[player], BranchWish(name, at, line), clock.now())


def kept(seats: Table, player: int = 0) -> list[tuple[str, int, str]]:
    """Return a player's saved branches."""
    session().rollback()
    return [(each.name, each.at, each.line) for each in branches_of(seats.game, seats.players[player])]


def test_a_line_goes_on_for_the_other_seats_and_the_dice_and_writes_nothing() -> None:
    seats = table("ada", "bob")
    before = session().scalar(select(func.count()).select_from(Event))
    line = suppose(seats.game, None, "PLACE max-15 / roll 1 2 3 / place min-9 / roll 6 6 6")
    assert [each.seat for each in line.moves] == [0, CHANCE, 1, CHANCE]
    assert line.text == "place max-15 / roll 1 2 3 / place min-9 / roll 6 6 6"
    assert line.position.current_player() == 0
    assert (seats.game.version, seats.game.log_length) == (1, 1)
    assert session().scalar(select(func.count()).select_from(Event)) == before


def test_a_line_leads_where_the_log_would() -> None:
    seats = springtime()
    line = line_of(seats, 5)
    for move in line.text.split(" / "):
        seats.play(move)
    assert position_of(seats.game) == line.position


def test_a_line_begins_at_any_place_of_a_log_and_of_a_game_that_is_over() -> None:
    seats = table("ada", "bob")
    seats.play_to_the_end()
    line = suppose(seats.game, 1, "place max-15")
    assert line.start == position_of(seats.game, 1)
    over = suppose(seats.game, None, "")
    assert over.position.current_player() is None
    with pytest.raises(RuleRefused) as refused:
        suppose(seats.game, None, "place max-15")
    assert refused.value.code == "game-over"
    with pytest.raises(NotFound):
        suppose(seats.game, seats.game.log_length + 1, "")


def test_a_refusal_says_which_move_of_a_line_and_what_could_stand_there() -> None:
    seats = table("ada", "bob")
    with pytest.raises(RuleRefused) as refused:
        suppose(seats.game, None, "place max-15 / roll 1 2 7")
    assert refused.value.details["number"] == 2
    with pytest.raises(RuleRefused) as refused:
        suppose(seats.game, None, "place max-15 / place max-8")
    assert (refused.value.details["number"], refused.value.code) == (2, "impossible-outcome")
    assert all(each.startswith("roll ") for each in refused.value.details["legal"])
    with pytest.raises(RuleRefused) as refused:
        suppose(seats.game, None, "place max-15 / roll 1 2 3 / place max-99")
    assert refused.value.details["number"] == 3


def test_a_line_ends_between_turns() -> None:
    seats = table("ada", "bob", ruleset="siesta")
    assert suppose(seats.game, None, SIESTA).position.current_player() == 1
    with pytest.raises(RuleRefused) as refused:
        suppose(seats.game, None, "sun f6, roof g6")
    assert refused.value.code == "incomplete-move"


@pytest.mark.parametrize("line", ["e5 / " * (MOST_MOVES + 1), "/" * (LONGEST_LINE + 1)])
def test_a_line_has_a_length(line: str) -> None:
    with pytest.raises(Invalid) as refused:
        suppose(springtime().game, None, line)
    assert refused.value.code == "line-too-long"


def test_dice_show_what_the_rules_say_they_can_and_nothing_of_the_games_own() -> None:
    """Check a hundred rolls in lines: they must not reveal the roll that the game's seed determines."""
    seats = table("ada", "bob")
    position = suppose(seats.game, None, "place max-15").position
    possible = dict(outcomes(position))
    assert sum(possible.values()) == pytest.approx(1)
    assert len(possible) == 56
    found = {thrown(position) for _ in range(100)}
    assert found <= possible.keys()
    assert len(found) > 10
    assert outcomes(position_of(seats.game)) == []


@pytest.mark.parametrize("ruleset", sorted(rules.games()))
def test_a_line_can_be_drawn_out_in_every_game(ruleset: str) -> None:
    seats = table("ada", "bob", ruleset=ruleset)
    line = suppose(seats.game, None, "")
    for _ in range(6):
        if line.position.current_player() is None:
            break
        line = suppose(seats.game, None, f"{line.text} / {_anything(line)}")
    assert line.text == suppose(seats.game, None, line.text).text


def _anything(line: SupposedLine) -> str:
    position, actions = line.position, list[Any]()
    if position.current_player() == CHANCE:
        return thrown(position)
    while not actions or (position.mid_turn and position.current_player() != CHANCE):
        actions.append(position.legal_actions()[0])
        position = position.apply(actions[-1])
    return ", ".join(map(str, actions))


def test_a_line_becomes_a_plan_that_is_kept_as_it_is_offered() -> None:
    seats = springtime()
    seats.play_anything()
    line = line_of(seats, 5)
    first, answer, second, other, _ = line.text.split(" / ")
    text = plan_of(seats.game, 0, line)
    assert text == f"if {first} then {answer} (if {second} then {other})"
    plan = set_plan(seats.id, seats.players[0], PlanWish(text), clock.now())
    assert plan
    assert plan.text == text


def test_no_plan_is_offered_where_none_can_be_made() -> None:
    seats = springtime()
    seats.play_anything()
    assert plan_of(seats.game, 0, line_of(seats, 1)) == ""
    assert plan_of(seats.game, 1, line_of(seats, 3)) == ""
    assert plan_of(seats.game, 0, line_of(seats, 3, at=0)) == ""


def test_dice_are_left_out_of_plans() -> None:
    seats = table("ada", "bob")
    seats.play("place max-15")
    seat = seats.game.to_move
    assert seat is not None
    other = 1 - seat
    line = suppose(seats.game, None, _placed(seats, 2))
    text = plan_of(seats.game, other, line)
    assert "roll" not in text
    assert text.startswith("if place ")


def _placed(seats: Table, placements: int) -> str:
    line = suppose(seats.game, None, "")
    while sum(each.seat != CHANCE for each in line.moves) < placements:
        line = suppose(seats.game, None, f"{line.text} / {_anything(line)}")
    return line.text


def test_a_branch_is_kept_changed_and_dropped_for_its_owner_alone() -> None:
    seats = springtime()
    line = line_of(seats, 3).text
    branch = keep(seats, "  my   corner ", line)
    assert kept(seats) == [("my corner", 0, line)]
    assert kept(seats, player=1) == []
    keep(seats, "my corner", player=1)
    longer = line_of(seats, 4).text
    change_branch(seats.id, seats.players[0], branch.id, BranchWish("his corner", line=longer), clock.now())
    assert kept(seats) == [("his corner", 0, longer)]
    with pytest.raises(NotFound):
        drop_branch(seats.id, seats.players[1], branch.id)
    drop_branch(seats.id, seats.players[0], branch.id)
    assert (kept(seats), len(kept(seats, player=1))) == ([], 1)


def test_what_cannot_be_played_or_read_is_not_kept() -> None:
    seats = springtime()
    branch = keep(seats, "one")
    keep(seats, "two")
    for wish, code in (
        (BranchWish("three", line="z99"), "bad-notation"),
        (BranchWish("three", at=1), "no-such-position"),
        (BranchWish("two"), "branch-name-taken"),
        (BranchWish(" "), "bad-text"),
        (BranchWish("x" * 61), "bad-text"),
    ):
        with pytest.raises(Refused) as refused:
            keep_branch(seats.id, seats.players[0], wish, clock.now())
        assert refused.value.code == code
        with pytest.raises(Refused) as refused:
            change_branch(seats.id, seats.players[0], branch.id, wish, clock.now())
        assert refused.value.code == code
    assert [name for name, _, _ in kept(seats)] == ["one", "two"]


def test_who_only_watches_keeps_nothing_and_strangers_know_of_no_game() -> None:
    eve = person("eve")
    seats = table("ada", "bob", visibility=Visibility.PUBLIC)
    with pytest.raises(Forbidden) as refused:
        keep_branch(seats.id, eve, BranchWish("mine"), clock.now())
    assert refused.value.code == "not-a-player"
    with pytest.raises(NotFound):
        keep_branch(springtime("cyd", "dee").id, eve, BranchWish("mine"), clock.now())


def test_there_are_so_many_branches_of_a_game_and_in_all(app: Flask) -> None:
    app.extensions["rates"] = Rates({"branches-of-game": 2})
    seats = springtime()
    for name in ("one", "two"):
        keep(seats, name)
    with pytest.raises(Conflict) as refused:
        keep(seats, "three")
    assert refused.value.code == "branches-enough"
    app.extensions["rates"] = Rates({"branches": 3})
    keep(seats, "three")
    with pytest.raises(Conflict):
        keep(seats, "four")


def test_of_two_at_once_one_has_the_last_place(app: Flask) -> None:
    app.extensions["rates"] = Rates({"branches-of-game": 1})
    seats = springtime()
    both = Barrier(2)

    def keep_one(name: str) -> str:
        with app.app_context():
            both.wait()
            try:
                keep(seats, name)
            except Conflict as refused:
                return refused.code
            return name

    with ThreadPoolExecutor(2) as pool:
        done = list(pool.map(keep_one, ("one", "two")))
    assert sorted(code == "branches-enough" for code in done) == [False, True]
    assert len(kept(seats)) == 1


def test_branches_are_in_the_owners_export_and_go_with_the_account() -> None:
    seats = springtime()
    line = line_of(seats, 2).text
    keep(seats, "dear to me", line)
    keep(seats, "his", player=1)
    exported = export_part(seats.players[0], 0, clock.now()).data.decode()
    assert '"dear to me"' in exported
    assert line in exported
    assert '"his"' not in exported
    leave(seats.players[0], clock.now())
    assert session().scalars(select(KeptBranch.name)).all() == ["his"]


def test_branches_are_forgotten_some_time_after_the_end_of_their_game() -> None:
    over, going_on = springtime(), springtime("cyd", "dee")
    keep(over, "over")
    keep(going_on, "going on")
    over.play_to_the_end()
    rule, end = retention.kept_branches, over.game.finished_at
    assert end is not None
    assert rule.apply(end + rule.after - timedelta(days=1)) == 0
    assert rule.apply(end + rule.after) == 1
    assert session().scalars(select(KeptBranch.name)).all() == ["going on"]
