"""DAWN 11/15 compared with a slow, obvious implementation of its rules, and tests that its cases cannot express."""

from fractions import Fraction
from random import Random

import pytest

import rules
from rules import CHANCE, BadNotation
from rules.games.dawn import picture, tactics
from rules.games.dawn.actions import BARS, BOARD, CERES, LENGTHS, VESTA
from rules.games.dawn.geometry import Edge, edge_crossed, route, squares_outside
from rules.games.dawn.messages import tell
from rules.games.dawn.position import MISSION_CONTROL, NATURE, DawnPosition, result
from tests.rules.games.dawn_games import (
    COLUMNS,
    EVERYWHERE,
    ROWS,
    Place,
    free_places,
    place,
    random_game,
    slow_lengths,
    within,
)

GAME = rules.game("dawn")


def name(place: Place) -> str:
    return f"{chr(96 + place[0])}{place[1]}"


def slow_bars(free: set[Place], length: int) -> set[str]:
    """Return every bar of a length by trying all places, including partly outside of the board."""
    upright = {f"bar {length} upright {name(here)}" for here in free}
    lying = set()
    for dx, dy in ((1, 0), (0, 1)):
        for column in range(1 - length, COLUMNS + 1):
            for row in range(1 - length, ROWS + 1):
                squares = [(column + dx * n, row + dy * n) for n in range(length)]
                inside = [square for square in squares if square in EVERYWHERE]
                may_jut = length == 7 and len(inside) > 1
                if set(inside) <= free and inside and (len(inside) == length or may_jut):
                    lying.add(f"bar {length} {name(inside[0])}-{name(inside[-1])}")
    return upright | lying


def slow_actions(position: DawnPosition) -> set[str]:
    free = free_places(position)
    if position.current_player() == MISSION_CONTROL:
        placed = position.bars[6:] if position.ceres is not None else position.bars
        left = set(range(2, 8)) - {bar.length for bar in placed}
        return {bar for length in slow_lengths(left, position.shown) for bar in slow_bars(free, length)}
    if position.vesta is None:
        return {f"vesta {name(here)}" for here in free}
    if not position.steps:
        return {f"ceres {name(here)}" for here in free}
    mover, square = (VESTA, position.vesta) if position.ceres is None else (CERES, position.ceres)
    return {f"{mover} {name(here)}" for here in within(place(square), free, position.bars[-1].length)}


@pytest.mark.parametrize("seed", range(12))
def test_the_legal_actions_are_those_of_a_slow_reading_of_the_rules(seed: int) -> None:
    for position in random_game(seed):
        if position.current_player() in (NATURE, MISSION_CONTROL):
            assert {str(action) for action in position.legal_actions()} == slow_actions(position)


@pytest.mark.parametrize("seed", range(12))
def test_freedom_is_what_a_walk_over_free_squares_finds(seed: int) -> None:
    for position in random_game(seed):
        if position.vesta is not None and position.ceres is not None:
            free = free_places(position)
            vesta, ceres = (len(within(place(at), free, 165)) - 1 for at in (position.vesta, position.ceres))
            assert (position.freedom(VESTA), position.freedom(CERES)) == (vesta, ceres)
            assert position.result() == max(vesta, ceres) + abs(vesta - ceres)


def test_a_game_has_36_entries_in_its_log_ten_of_them_rolls() -> None:
    positions = list(random_game(1))
    assert len(positions) - 1 == 36
    assert sum(position.current_player() == CHANCE for position in positions) == 10


@pytest.mark.parametrize(
    ("length", "flat", "jutting"),
    [(2, 304, 0), (3, 278, 0), (4, 252, 0), (5, 226, 0), (6, 200, 0), (7, 174, 5 * 2 * (11 + 15))],
)
def test_so_many_bars_fit_on_the_empty_board(length: int, flat: int, jutting: int) -> None:
    bars = BARS[length]
    assert sum(bar.upright for bar in bars) == 165
    assert sum(bar.juts_out for bar in bars) == jutting
    assert len(bars) == len(set(bars)) == 165 + flat + jutting


@pytest.mark.parametrize(
    ("vesta", "ceres", "expected"), [(5, 7, 9), (11, 10, 12), (8, 8, 8), (6, 0, 12), (7, 6, 8), (0, 0, 0)]
)
def test_the_result_is_the_larger_freedom_and_the_difference(vesta: int, ceres: int, expected: int) -> None:
    assert result(vesta, ceres) == result(ceres, vesta) == expected


def test_the_order_in_which_bars_came_does_not_matter() -> None:
    moves = {2: "bar 2 a1-b1", 6: "bar 6 upright o11"}
    after = []
    for order in ((2, 6), (6, 2)):
        position = DawnPosition().apply(GAME.parse_action("vesta h6"))
        for length in order:
            for action in (f"roll {length}", moves[length], "vesta h6"):
                position = position.apply(GAME.parse_action(action))
        after.append(position)
    assert after[0] == after[1]
    assert hash(after[0]) == hash(after[1])
    assert after[0].to_json() == after[1].to_json()


def test_rolls_are_equally_likely() -> None:
    position = DawnPosition().apply(GAME.parse_action("vesta h6"))
    rolls = {str(roll): chance for roll, chance in position.chance_outcomes()}
    assert rolls == {f"roll {n}": Fraction(1, 6) for n in LENGTHS}


@pytest.mark.parametrize(
    ("text", "edge", "outside"),
    [
        ("bar 7 a3-c3", Edge.LEFT, 4),
        ("bar 7 n11-o11", Edge.RIGHT, 5),
        ("bar 7 a1-a2", Edge.LOWER, 5),
        ("bar 7 c6-c11", Edge.UPPER, 1),
        ("bar 7 a3-g3", None, 0),
        ("bar 7 upright a3", None, 0),
    ],
)
def test_a_bar_juts_out_over_the_edge_at_its_own_end(text: str, edge: Edge | None, outside: int) -> None:
    bar = next(bar for bar in BARS[7] if str(bar) == text)
    assert edge_crossed(bar) is edge
    assert squares_outside(bar) == outside


def empty_board(*facts: str) -> str:
    return "\n".join([*["-" * 15] * 5, "-------V-------", *["-" * 15] * 4, "++-------------", *facts])


@pytest.mark.parametrize(
    "drawn",
    [
        "-",
        empty_board(),
        empty_board("bars: 2 a1-b1, 2 upright c3"),
        empty_board("bars: 3 a1-b1"),
        empty_board("bars: 2 upright a1, 2 upright b1"),
        empty_board("bars: 2 a1-b1, 3 upright a1"),
        empty_board("bars: 2 a1-b1", "rolled: 8"),
        empty_board("bars: 2 a1-b1", "moves: Mars"),
        empty_board("bars: 2 a1-b1", "rolled: 3", "moves: Vesta"),
        empty_board("bars: 2 a1-b1", "weather: fine"),
        empty_board("bars: 2 a1-b1").replace("-\n", "C\n", 1),
        empty_board("bars: 2 a1-b1").replace("-\n", "V\n", 1),
        empty_board("bars: 2 a1-b1").replace("V", "-"),
    ],
)
def test_a_diagram_that_no_game_leads_to_is_refused(drawn: str) -> None:
    assert GAME.diagram is not None
    with pytest.raises(BadNotation):
        GAME.diagram(GAME.new_setup(2), drawn)


def test_a_way_goes_round_what_is_in_the_way() -> None:
    free = BOARD.full & ~sum(BOARD.bits[BOARD.parse(word)] for word in ("b1", "b2"))
    way = [BOARD.names[square] for square in route(BOARD.parse("a1"), BOARD.parse("c1"), free)]
    assert way == ["a1", "a2", "a3", "b3", "c3", "c2", "c1"]


def test_there_is_no_way_out_of_a_closed_room() -> None:
    free = BOARD.full & ~sum(BOARD.bits[BOARD.parse(word)] for word in ("a2", "b1"))
    assert not route(BOARD.parse("a1"), BOARD.parse("c1"), free)


def test_mission_control_looks_first_at_the_bar_that_closes_the_room() -> None:
    position = DawnPosition().apply(GAME.parse_action("vesta c6"))
    position = position.apply(GAME.parse_action("roll 7")).apply(GAME.parse_action("bar 7 e1-e7"))
    position = position.apply(GAME.parse_action("vesta c6")).apply(GAME.parse_action("roll 4"))
    best, _ = tactics.candidates(position)[0]
    assert str(best) == "bar 4 a7-d7"


def test_the_estimate_of_a_finished_game_rises_with_the_result() -> None:
    ends = [list(random_game(seed))[-1] for seed in range(12)]
    ends.sort(key=lambda end: end.scores()[NATURE])
    estimates = [tactics.estimate(end)[NATURE] for end in ends]
    assert estimates == sorted(estimates)
    assert all(sum(tactics.estimate(end)) == pytest.approx(1) for end in ends)


def test_following_the_first_candidate_beats_chance_in_both_roles() -> None:
    def mean(thinker: int) -> float:
        return sum(play_half_at_random(thinker, seed) for seed in range(10)) / 10

    assert mean(NATURE) > 5 * mean(MISSION_CONTROL)


def play_half_at_random(thinker: int, seed: int) -> int:
    rng = Random(seed)
    position = DawnPosition()
    while (to_act := position.current_player()) is not None:
        if to_act == thinker:
            action = tactics.candidates(position)[0][0]
        else:
            outcomes = [a for a, _ in position.chance_outcomes()]
            action = rng.choice(outcomes if to_act == CHANCE else list(position.legal_actions()))
        position = position.apply(action)
    return position.scores()[NATURE]


@pytest.mark.parametrize(
    ("moves", "last", "told"),
    [
        ([], "vesta h6", "enters Vesta on h6"),
        (["vesta h6"], "roll 4", "4"),
        (["vesta h6"], "roll 7", "7 (DAWN)"),
        (["vesta h6", "roll 7"], "bar 7 a3-g3", "places the 7-bar from a3 to g3"),
        (["vesta h6", "roll 7"], "bar 7 a3-c3", "places the 7-bar from a3 to c3, jutting out over the edge"),
        (["vesta h6", "roll 7"], "bar 7 upright a3", "places the 7-bar upright on a3"),
        (["vesta h6", "roll 7", "bar 7 upright a3"], "vesta h9", "moves Vesta from h6 to h9"),
        (["vesta h6", "roll 7", "bar 7 upright a3"], "vesta h6", "leaves Vesta on h6"),
    ],
)
def test_an_action_is_told_in_words(moves: list[str], last: str, told: str) -> None:
    position = DawnPosition()
    for move in moves:
        position = position.apply(GAME.parse_action(move))
    assert str(tell(position, GAME.parse_action(last))) == told


def test_the_text_shows_bars_by_how_they_lie_what_juts_out_and_what_is_new() -> None:
    position = DawnPosition()
    for action in ("vesta b2", "roll 7", "bar 7 a3-c3", "vesta b2", "roll 2", "bar 2 upright c1", "vesta b2", "roll 4"):
        position = position.apply(GAME.parse_action(action))
    after = position.apply(GAME.parse_action("bar 4 d1-d4"))
    lines = picture.text(after, position).splitlines()
    assert lines[10].startswith(" 3 <4=7= =7= =7= *4*  . ")
    assert lines[11].startswith(" 2    v+ (V)  v+ *4*  . ")
    assert lines[12].startswith(" 1    v+  v+ [2] *4*  . ")


def test_the_picture_marks_the_new_bar_and_the_way_of_the_asteroid() -> None:
    before = DawnPosition().apply(GAME.parse_action("vesta b2")).apply(GAME.parse_action("roll 2"))
    after = before.apply(GAME.parse_action("bar 2 b3-c3")).apply(GAME.parse_action("vesta c2"))
    assert "<polyline" not in picture.svg(after)
    assert "<polyline" in picture.svg(after, before)
