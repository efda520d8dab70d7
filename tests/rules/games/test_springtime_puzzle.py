"""The puzzle of Springtime: its layouts, each with a proof that 27 tokens fit, and a slow reading of its rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, product
from random import Random
from statistics import fmean
from typing import Any, cast

import pytest

import rules
from rules import BadSetup
from rules.games.springtime import puzzle_tactics
from rules.games.springtime.dive import reach
from rules.games.springtime.fields import fields
from rules.games.springtime.growth import Grown, grown
from rules.games.springtime.landscape import terrains
from rules.games.springtime.puzzle import Puzzle, start
from rules.games.springtime.puzzle_layout import SUDOKU, new_layout
from rules.games.springtime.squares import BOARD, TOKENS

GAME = rules.game("springtime-puzzle")
SEEDS = range(200)


@pytest.fixture(scope="module")
def layouts() -> list[Grown]:
    return [grown(Random(seed)) for seed in SEEDS]


def first_position(rows: Sequence[str], players: int = 1, stages: str = "strict") -> Puzzle:
    return start(GAME.new_setup(players, {"stages": stages}, layout={"fields": list(rows)}))


def random_game(rows: Sequence[str], seed: int, stages: str = "strict") -> Iterator[Puzzle]:
    rng, position = Random(seed), first_position(rows, stages=stages)
    yield position
    while position.current_player() is not None:
        position = position.apply(rng.choice(position.legal_actions()))
        yield position


def slow_legal(position: Puzzle, stages: str) -> list[str]:
    """Compute the legal squares literally by the rules, with or without stages, from the JSON of a position."""
    shown: Any = position.to_json()
    tokens = [name for stage in shown["stages"] for name in stage]
    done = min(len(tokens) // 9, 2)

    def letter(name: str) -> str:
        return str(shown["fields"][9 - int(name[1])][ord(name[0]) - 97])

    def may_go(name: str) -> bool:
        regions = (
            [token for token in tokens if token[1] == name[1]],
            [token for token in tokens if token[0] == name[0]],
            [token for token in tokens if letter(token) == letter(name)],
        )
        touches = any(abs(ord(t[0]) - ord(name[0])) + abs(int(t[1]) - int(name[1])) <= 1 for t in tokens)
        fits = [len(region) < 3 if stages == "free" else len(region) == done for region in regions]
        return not touches and all(fits)

    return [name for name in BOARD.names if may_go(name)]


@pytest.mark.parametrize("stages", ["strict", "free"])
@pytest.mark.parametrize("seed", range(8))
def test_legal_tokens_are_those_of_the_slow_reading(seed: int, stages: str) -> None:
    for rows in (SUDOKU, grown(Random(seed)).rows):
        for position in random_game(rows, seed, stages):
            assert [str(token) for token in position.legal_actions()] == slow_legal(position, stages)


def test_stages_are_strict_unless_they_are_said_to_be_free() -> None:
    assert [first_position(SUDOKU, stages=each).staged for each in GAME.options["stages"].values] == [True, False]
    assert start({**GAME.new_setup(1), "options": {}}).staged


def test_with_free_stages_the_order_of_tokens_makes_no_other_position() -> None:
    one, other = (first_position(SUDOKU, stages="free") for _ in range(2))
    for word in ("a9", "c9", "e5"):
        one = one.apply(GAME.parse_action(word))
    for word in ("e5", "a9", "c9"):
        other = other.apply(GAME.parse_action(word))
    assert one == other
    assert one != first_position(SUDOKU).apply(GAME.parse_action("a9"))


def test_free_stages_make_early_dead_ends_rare(layouts: Sequence[Grown]) -> None:
    def mean(stages: str) -> float:
        ends = [list(random_game(layout.rows, seed, stages))[-1] for seed, layout in enumerate(layouts[:40])]
        return fmean(end.count for end in ends)

    assert mean("strict") < 12
    assert mean("free") > 20


def test_the_solution_that_a_layout_grew_around_is_a_perfect_27_in_stages(layouts: Sequence[Grown]) -> None:
    for layout in layouts:
        position = first_position(layout.rows, players=3)
        for square in [square for stage in layout.stages for square in stage]:
            rules.check_action(position, TOKENS[square])
            position = position.apply(TOKENS[square])
        assert position.winners() == (0, 1, 2)


def test_the_solution_stands_up_to_a_check_that_knows_nothing_of_the_rules_here(layouts: Sequence[Grown]) -> None:
    for rows, stages in layouts:
        cells = [[divmod(square, 9) for square in stage] for stage in stages]
        for stage in cells:
            assert {row for row, _ in stage} == {column for _, column in stage} == set(range(9))
            assert {rows[8 - row][column] for row, column in stage} == set("abcdefghi")
        for (r1, c1), (r2, c2) in combinations([cell for stage in cells for cell in stage], 2):
            assert abs(r1 - r2) + abs(c1 - c2) > 1


def test_each_field_of_a_layout_is_connected(layouts: Sequence[Grown]) -> None:
    for layout in layouts:
        assert sorted(field.letter for field in fields(layout.rows).fields) == list("abcdefghi")


def test_no_two_layouts_are_alike_under_rotation_and_reflection(layouts: Sequence[Grown]) -> None:
    assert len({shape(layout.rows) for layout in layouts}) == len(layouts)


def shape(rows: Sequence[str]) -> tuple[int, ...]:
    """Return a canonical form: equal for rotated, mirrored and relabelled layouts."""
    looks = []
    for _ in range(4):
        rows = ["".join(column) for column in zip(*reversed(rows), strict=True)]
        looks += [numbered("".join(rows)), numbered("".join(row[::-1] for row in rows))]
    return min(looks)


def numbered(letters: str) -> tuple[int, ...]:
    order: dict[str, int] = {}
    return tuple(order.setdefault(letter, len(order)) for letter in letters)


def test_field_sizes_are_spread(layouts: Sequence[Grown]) -> None:
    sizes = Counter(field.mask.bit_count() for layout in layouts for field in fields(layout.rows).fields)
    assert min(sizes) in (4, 5)
    assert all(sizes[size] >= 20 for size in range(5, 15))
    assert max(sizes) >= 18


def test_layouts_are_the_sudoku_grid_now_and_then_and_irregular_otherwise() -> None:
    layouts: list[Any] = [new_layout(1, {}, Random(seed)) for seed in range(120)]
    drawn = [tuple(layout["fields"]) for layout in layouts]
    assert 4 <= drawn.count(SUDOKU) <= 40
    assert len(set(drawn)) == 121 - drawn.count(SUDOKU)


class ThreeWays:
    """Random numbers by the three methods only that every source of layouts has."""

    def __init__(self, seed: int) -> None:
        rng = Random(seed)
        self.shuffle, self.randrange, self.choice = rng.shuffle, rng.randrange, rng.choice


@pytest.mark.parametrize("game", ["springtime", "springtime-puzzle"])
def test_a_layout_is_drawn_by_shuffling_and_choosing_alone(game: str) -> None:
    chosen = rules.game(game)
    assert chosen.new_setup(2, rng=cast("Any", ThreeWays(4))) == chosen.new_setup(2, rng=Random(4))


@pytest.mark.parametrize(
    ("rows", "reason", "name"),
    [
        (SUDOKU[:8], "bad-layout", "fields"),
        ([*SUDOKU[:8], "ggghhhii"], "bad-layout", "fields.8"),
        ([*SUDOKU[:8], "ggghhhiij"], "bad-layout", "fields.8"),
        ([row.replace("i", "h") for row in SUDOKU], "field-missing", "i"),
        (["aaabbbcca", *SUDOKU[1:]], "field-in-parts", "a"),
    ],
)
def test_a_layout_of_something_else_is_refused_by_name(rows: Sequence[str], reason: str, name: str) -> None:
    with pytest.raises(BadSetup) as refusal:
        GAME.new_setup(1, layout={"fields": list(rows)})
    assert (refusal.value.reason, refusal.value.name) == (reason, name)
    assert name in str(rules.explain(GAME, refusal.value))


def test_a_given_layout_needs_no_solution() -> None:
    stripes = [letter * 9 for letter in "abcdefghi"]
    assert len(first_position(stripes).legal_actions()) == 81


def test_random_play_on_the_sudoku_grid_ends_with_as_many_tokens_as_the_rules_expect() -> None:
    counts = [last.count for *_, last in (random_game(SUDOKU, seed) for seed in range(300))]
    assert fmean(counts) == pytest.approx(17.8, abs=0.6)


@pytest.mark.parametrize("seed", range(40))
def test_fields_side_by_side_are_painted_as_different_terrains(seed: int) -> None:
    found = fields(grown(Random(seed)).rows).fields
    painted = list(zip(terrains(found), found, strict=True))
    assert len(painted) == 9
    for (terrain, field), (other_terrain, other) in combinations(painted, 2):
        assert terrain != other_terrain or not BOARD.spread(field.mask) & other.mask


def test_a_solution_is_found_again_from_its_middle(layouts: Sequence[Grown]) -> None:
    for layout in layouts[:20]:
        position = first_position(layout.rows)
        for square in [square for stage in layout.stages for square in stage][:18]:
            position = position.apply(TOKENS[square])
        assert reach(position, tries=2000) == 27


def test_no_position_is_estimated_below_what_stands_or_above_perfection() -> None:
    for rows, seed in product((SUDOKU, grown(Random(1)).rows), range(3)):
        for position in random_game(rows, seed):
            assert position.count <= reach(position, tries=60) <= 27


@pytest.mark.parametrize("seed", range(6))
def test_a_team_that_follows_its_tactics_comes_close_to_perfection(seed: int) -> None:
    position = first_position(grown(Random(seed)).rows, players=2)
    while position.current_player() is not None:
        choices = [position.apply(token) for token, _ in puzzle_tactics.candidates(position)]
        position = max(choices, key=lambda after: puzzle_tactics.estimate(after)[0])
    assert position.count >= 25


@pytest.mark.parametrize("sign", ["2", "A", "11"])
def test_a_diagram_of_something_else_is_refused(sign: str) -> None:
    assert GAME.diagram
    with pytest.raises(ValueError, match=r"."):
        GAME.diagram(GAME.new_setup(1), "\n".join([sign.ljust(9, "."), *["........."] * 8]))


def test_what_a_token_completes_is_told() -> None:
    layout = grown(Random(2))
    position = first_position(layout.rows)
    told = []
    for square in [square for stage in layout.stages for square in stage]:
        told.append(str(GAME.tell(position, TOKENS[square])))
        position = position.apply(TOKENS[square])
    assert told[0] == f"places token 1 on {TOKENS[layout.stages[0][0]]}"
    assert told[8].endswith("and completes stage 1")
    assert told[17].endswith("and completes stage 2")
    assert told[26].endswith("and completes a perfect spring")
