"""The five levels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import count, product
from random import Random

import pytest

import rules
from rules import AnyPosition, Game
from rules.searching import Careless, Graded, Skill, Walks
from tests.workers.search.toys import Nim, NimTactics, Told, TreeTactics, end, turn
from workers.search import LEVELS, Budget, choose_turn, level_at
from workers.search.levels import TURN_SECONDS, WALKS_SECONDS

SMALL = Budget(1.0, 60)


def still() -> float:
    """Return a constant time."""
    return 0.0


class Silent(TreeTactics):
    """Judges nothing."""

    def estimate(self, position: Told) -> Sequence[float]:
        raise AssertionError("there was nothing to judge")


def test_there_are_five() -> None:
    assert list(LEVELS) == [1, 2, 3, 4, 5]


FORK = turn(0, (0.5,), good=(3.0, end(1.0)), bad=(1.0, end(0.0)))


class Gentle(TreeTactics):
    """Tactics of a game in which level 1 hardly errs."""

    def skills(self, position: AnyPosition) -> Mapping[int, Skill]:
        return {1: Careless(0.05)}


def test_a_level_is_as_careless_as_the_game_says_and_the_others_are_as_everywhere() -> None:
    rng = Random(7)
    assert {choose_turn(FORK, Gentle(), 1, rng, still)[0] for _ in range(400)} == {"good"}
    assert [choose_turn(FORK, TreeTactics(), 1, rng, still) for _ in range(400)].count(["bad"]) > 100
    assert level_at(FORK, Gentle(), 2) is LEVELS[2]


class Walked(NimTactics):
    """Tactics of a game in which level 4 takes so many walks; counts the positions that are judged."""

    def __init__(self, walks: int, hasty: float = 0.0) -> None:
        self.skill, self.judged = Walks(walks, hasty), 0

    def skills(self, position: AnyPosition) -> Mapping[int, Skill]:
        return {4: self.skill}

    def estimate(self, position: Nim) -> Sequence[float]:
        self.judged += 1
        return super().estimate(position)


def test_in_one_process_levels_of_one_game_are_not_taken_for_those_of_another() -> None:
    walks = level_at(Nim(9), Walked(4), 4)

    class Careful(NimTactics):
        def skills(self, position: AnyPosition) -> Mapping[int, Skill]:
            return {4: Careless(4)}

    assert level_at(Nim(9), Careful(), 4) != walks


@pytest.mark.parametrize("seconds", [0.0, 0.01])
def test_a_level_takes_as_many_walks_as_the_game_says_however_fast_the_machine_is(seconds: float) -> None:
    ticks, tactics = count(), Walked(25)
    choose_turn(Nim(200), tactics, 4, Random(1), lambda: next(ticks) * seconds)
    assert tactics.judged == 25


def test_a_level_takes_as_many_of_its_choices_at_first_sight_as_the_game_says() -> None:
    tactics, rng = Walked(10, hasty=0.3), Random(1)
    looked_ahead = 0
    for _ in range(200):
        before = tactics.judged
        choose_turn(Nim(200), tactics, 4, rng, still)
        assert tactics.judged - before in (0, 10)
        looked_ahead += tactics.judged > before
    assert 120 < looked_ahead < 160


def test_walks_that_would_last_too_long_are_cut_short() -> None:
    ticks = count()
    choose_turn(Nim(200), Walked(10**9), 4, Random(1), lambda: next(ticks) * WALKS_SECONDS / 10)
    assert next(ticks) < 20


@pytest.mark.parametrize("game", rules.games().values(), ids=lambda game: game.id)
def test_in_no_game_a_level_is_more_careless_or_hasty_or_has_fewer_walks_than_the_one_below(game: Game) -> None:
    ways = product(*(option.values for option in game.options.values()))
    for players, values in product(game.players, ways):
        setup = game.new_setup(players, dict(zip(game.options, values, strict=True)), Random(1))
        position = game.initial_position(setup)
        skills = game.tactics.skills(position) if isinstance(game.tactics, Graded) else {}
        assert list(skills) == sorted(skills)
        assert [strength(skill) for skill in skills.values()] == sorted(map(strength, skills.values()))
        assert level_at(position, game.tactics, 5) is LEVELS[5]


def strength(skill: Skill) -> tuple[bool, float, float]:
    """Return the values that increase with the strength of a level."""
    if isinstance(skill, Walks):
        return True, skill.number, -skill.hasty
    return False, -skill.temperature, 0.0


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("game", rules.games().values(), ids=lambda game: game.id)
def test_every_level_plays_a_whole_legal_turn_of_every_game(game: Game, level: int) -> None:
    for players in game.players:
        rng = Random(players)
        position = game.initial_position(game.new_setup(players, {}, rng))
        for _ in range(6):
            while position.current_player() == rules.CHANCE:
                position = position.apply(rng.choice(position.chance_outcomes())[0])
            actions = choose_turn(position, game.tactics, level, rng, still, SMALL)
            position = rules.play(position, ", ".join(map(str, actions)))
            assert not position.mid_turn


@pytest.mark.parametrize("level", LEVELS)
def test_the_same_seed_and_budget_give_the_same_actions(level: int) -> None:
    game = rules.game("seasons")
    position = game.initial_position(game.new_setup(2)).apply(game.parse_action("roll 2 4 5"))
    chosen = {str(choose_turn(position, game.tactics, level, Random(4), still, Budget(1.0, 300))) for _ in range(3)}
    assert len(chosen) == 1


@pytest.mark.parametrize("level", LEVELS)
def test_where_there_is_no_choice_nothing_is_judged(level: int) -> None:
    assert choose_turn(turn(0, (0.5,), only=end(1.0)), Silent(), level, Random(1)) == ["only"]


@pytest.mark.parametrize("level", [3, 4, 5])
def test_a_search_ends_when_its_seconds_are_over(level: int) -> None:
    seconds = count()
    choose_turn(Nim(200), NimTactics(), level, Random(1), lambda: next(seconds), Budget(10.0, 10**9))
    assert next(seconds) < 20


@pytest.mark.parametrize("level", [3, 4, 5])
def test_a_search_ends_when_its_nodes_are_spent(level: int) -> None:
    assert choose_turn(Nim(200), NimTactics(), level, Random(1), still, Budget(1.0, 500))[0] in (1, 2, 3)


def test_a_turn_of_many_actions_is_not_thought_over_longer_than_a_turn_may_take() -> None:
    siesta = rules.game("siesta")
    position = siesta.initial_position(siesta.new_setup(2, {}, Random(3)))
    ticks = count(step=TURN_SECONDS)

    actions = choose_turn(position, siesta.tactics, 5, Random(1), lambda: float(next(ticks)), Budget(1e9, 10**9))

    assert not rules.play(position, ", ".join(map(str, actions))).mid_turn


def test_a_turn_that_was_planned_to_its_end_is_played_to_it() -> None:
    second = turn(0, (0.5,), unfinished=True, good=end(1.0), bad=end(0.0))
    begin = turn(0, (0.5,), begin=second, stop=end(0.2))
    assert choose_turn(begin, TreeTactics(), 3, Random(1), still) == ["begin", "good"]


def test_a_turn_that_was_planned_in_part_is_planned_to_its_end() -> None:
    second = turn(0, (0.5,), unfinished=True, good=end(1.0), bad=end(0.0))
    begin = turn(0, (0.5,), begin=second, stop=end(0.2))
    assert choose_turn(begin, TreeTactics(), 5, Random(1), still, Budget(1.0, 20)) == ["begin", "good"]


def test_a_higher_level_wins_more() -> None:
    wins = [sum(nim_is_won(level, Random(seed)) for seed in range(40)) for level in (1, 3, 5)]
    assert wins[0] < wins[1] < wins[2] == 40


def nim_is_won(level: int, rng: Random) -> bool:
    """Check whether a level that starts with ten matches beats a random player."""
    position = Nim(10)
    while (seat := position.current_player()) is not None:
        guess = rng.choice(position.legal_actions())
        budget = Budget(1.0, 1000)
        position = position.apply(guess if seat else choose_turn(position, NimTactics(), level, rng, still, budget)[0])
    return position.winners() == [0]
