"""Random games with conditional moves: they play what they say, or nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

import pytest

import rules
from rules import CHANCE, AnyPosition, Seat
from service.play.planning.branches import Step, follow
from service.play.planning.grammar import Unwritten, read_plan, written
from service.play.planning.trial import Unplayable, tried
from service.play.planning.turns_taken import TurnTaken, legal_turn, rolled, samples, taken, turns_taken
from tests.figures import Figures

USUAL = 6
"""Games of each ruleset, if no number is said."""
PLANS_PER_GAME = 5
MOST_TRIED = 12


def a_move(position: AnyPosition, rng: Random) -> TurnTaken:
    """Return a random complete turn."""
    actions, at = [], position
    while True:
        actions.append(rng.choice(at.legal_actions()))
        at = at.apply(actions[-1])
        if not at.mid_turn:
            return taken(position, ", ".join(map(str, actions)))


def until(position: AnyPosition, seat: Seat, rng: Random) -> tuple[list[TurnTaken], AnyPosition]:
    """Play turns of the others until the seat is to move, dice are rolled, or the game is over."""
    turns = []
    while position.current_player() not in (seat, CHANCE, None):
        turns.append(a_move(position, rng))
        position = turns[-1].after
    return turns, position


def wordings(turns: list[TurnTaken], other: list[TurnTaken]) -> Iterator[tuple[str, bool]]:
    """Yield conditions, each with whether these turns fulfil it according to docs/plans.md."""
    reply, else_reply = (" / ".join(turn.move for turn in each) for each in (turns, other))
    same = len(turns) == len(other) and all(one.after == two.after for one, two in zip(turns, other, strict=True))
    yield "anything", True
    yield reply, True
    if len(turns) == len(other) == 1:
        yield f"{else_reply} or {reply}", True
        yield f"anything but {else_reply}", not same
        yield f"anything but {reply}", False
    if not same:
        yield else_reply, False


def answers(places: Sequence[AnyPosition], rng: Random) -> list[str]:
    """Return moves of which one is legal in each position, each chosen for as many positions as it fits."""
    if len(places) == 1:
        return [a_move(places[0], rng).move]
    found, left = list[str](), list(places)
    while left:
        tried_out = (turn.move for turn in samples(left[0], MOST_TRIED))
        best = max(tried_out, key=lambda move: sum(legal_turn(place, move) is not None for place in left))
        found.append(best)
        left = [place for place in left if legal_turn(place, best) is None]
    return found


def moments(ruleset: str, rng: Random) -> Iterator[tuple[AnyPosition, Seat]]:
    """Yield some positions of a random game in which a seat waits for another, with the waiting seat."""
    game = rules.game(ruleset)
    seats = rng.choice(game.players)
    position = game.initial_position(game.new_setup(seats, {}, rng))
    places = []
    while (mover := position.current_player()) is not None:
        if mover == CHANCE:
            position = position.apply(rng.choice(position.chance_outcomes())[0])
            continue
        places += [(position, seat) for seat in range(seats) if seat != mover]
        position = a_move(position, rng).after
    yield from rng.sample(places, min(PLANS_PER_GAME, len(places)))


@pytest.mark.parametrize("ruleset", sorted(rules.games()))
def test_a_plan_plays_what_it_says_where_it_fits_and_nothing_else(
    ruleset: str, request: pytest.FixtureRequest, figures: Figures
) -> None:
    rng = Random(ruleset)
    games = request.config.getoption("--games", default=None) or USUAL
    followed = kept = 0
    for base, seat in (moment for _ in range(games) for moment in moments(ruleset, rng)):
        (turns, now), (other, _) = until(base, seat, rng), until(base, seat, rng)
        places = [place for place in rolled(now) if place.current_player() == seat]
        if not places:
            continue
        answer = " or ".join(answers(places, rng))
        log = [str(action) for turn in turns for action in turn.actions]
        assert [turn.after for turn in turns_taken(base, log)] == [turn.after for turn in turns]
        for condition, fits in wordings(turns, other):
            try:
                plan = tried(read_plan(f"if {condition} then {answer}"), base, seat)
            except (Unplayable, Unwritten):
                continue
            kept += 1
            assert tried(read_plan(written(plan)), base, seat) == plan
            rolled_now = rng.choice(places)
            found = follow(plan, turns_taken(base, log), rolled_now)
            assert isinstance(found, Step) == fits, (condition, [turn.move for turn in turns])
            if isinstance(found, Step):
                followed += 1
                assert found.move in {legal.move for each in plan[0].play if (legal := legal_turn(rolled_now, each))}
    figures(f"Random plans, {ruleset}", games=games, kept=kept, followed=followed)
    assert kept
