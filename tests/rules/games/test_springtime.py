"""Springtime: tests that its cases cannot express, above all that the fast rules match a slow implementation."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from random import Random
from statistics import fmean
from typing import Any, TypeAlias

import pytest

import rules
from rules import BadSetup
from rules.games.springtime.position import start
from rules.games.springtime.squares import TOKENS
from rules.games.springtime.tiles import TILES, turned
from tests.rules.games.springtime_games import GAME, SCORINGS, ending, first_position, random_game

STRIPES = ["m" * 9, "p" * 9, "f" * 9, "l" * 9] * 2 + ["m" * 9]

Square: TypeAlias = tuple[int, int]


class SlowBoard:
    """The rule sheet in dictionaries of squares, read from the JSON of a position."""

    def __init__(self, shown: Mapping[str, Any]) -> None:
        self.letters = {(c, r): shown["fields"][8 - r][c] for c, r in product(range(9), repeat=2)}
        self.tokens = {square(name): seat for seat in range(2) for name in shown["tokens"][seat]}
        self.last = square(shown["last"]) if shown["last"] else None
        self.difference = shown["scoring"] == "difference"

    def has_room(self, at: Square) -> bool:
        column = [token for token in self.tokens if token[0] == at[0]]
        row = [token for token in self.tokens if token[1] == at[1]]
        touches = any(near in self.tokens for near in beside(at))
        return at not in self.tokens and not touches and len(column) < 3 and len(row) < 3

    def legal(self) -> list[str]:
        return [name for at, name in squares() if self.has_room(at) and self.in_line(at)]

    def in_line(self, at: Square) -> bool:
        if self.last is None:
            return True
        across, up = at[0] - self.last[0], at[1] - self.last[1]
        return across == 0 or up == 0 or abs(across) == abs(up)

    def regions(self) -> Iterator[set[Square]]:
        for number in range(9):
            yield {at for at in self.letters if at[0] == number}
            yield {at for at in self.letters if at[1] == number}
        waiting = set(self.letters)
        while waiting:
            field = self.field(min(waiting))
            waiting -= field
            yield field

    def field(self, at: Square) -> set[Square]:
        found, border = {at}, [at]
        while border:
            for near in beside(border.pop()):
                if near not in found and self.letters.get(near) == self.letters[at]:
                    found.add(near)
                    border.append(near)
        return found

    def scores(self) -> list[int]:
        points = [0, 0]
        for region in self.regions():
            counts = [sum(self.tokens.get(at) == seat for at in region) for seat in range(2)]
            for seat in range(2):
                ahead = counts[seat] - counts[1 - seat]
                points[seat] += max(ahead if self.difference else min(ahead, 1), 0)
        return points

    def winner(self, stuck: int) -> int:
        """Return the winner when `stuck` cannot place; the free placement is tried on every square."""
        points = self.scores()
        if points[0] != points[1]:
            return points.index(max(points))
        for at in [at for at in self.letters if self.has_room(at)]:
            self.tokens[at] = stuck
            raised = self.scores()[stuck] > points[stuck]
            del self.tokens[at]
            if raised:
                return stuck
        return 1 - stuck


def squares() -> list[tuple[Square, str]]:
    return [((column, row), f"{'abcdefghi'[column]}{row + 1}") for row in range(9) for column in range(9)]


def square(name: str) -> Square:
    return ord(name[0]) - 97, int(name[1]) - 1


def beside(at: Square) -> list[Square]:
    return [(at[0] + across, at[1] + up) for across, up in ((0, 1), (1, 0), (0, -1), (-1, 0))]


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("scoring", SCORINGS)
def test_legal_tokens_and_scores_are_those_of_the_slow_reading(scoring: str, seed: int) -> None:
    for position in random_game(seed, scoring):
        slow = SlowBoard(position.to_json())
        assert [str(token) for token in position.legal_actions()] == slow.legal()
        assert list(position.scores()) == slow.scores()


@pytest.mark.parametrize("scoring", SCORINGS)
def test_the_winner_is_that_of_the_slow_reading(scoring: str) -> None:
    for last in (ending(seed, scoring) for seed in range(150)):
        assert last.winners() == (SlowBoard(last.to_json()).winner(last.seat),)


def test_two_tokens_can_be_placed_in_as_many_ways_as_in_the_slow_reading() -> None:
    # A queen has 2112 moves from all squares of a 9 x 9 board, and 288 of them are one step along a row or a column.
    first = first_position(1)
    ways = [first.apply(token) for token in first.legal_actions()]
    assert sum(len(way.legal_actions()) for way in ways) == 1824
    assert sum(len(SlowBoard(way.to_json()).legal()) for way in ways) == 1824


def test_with_differences_scores_differ_by_three_times_the_difference_in_tokens() -> None:
    for position in random_game(5):
        first, second = position.owned
        points = position.scores()
        assert points[0] - points[1] == 3 * (first.bit_count() - second.bit_count())


def test_random_games_last_as_long_as_the_rules_expect() -> None:
    lengths = [sum(last.owned).bit_count() for last in (ending(seed, "difference") for seed in range(400))]
    assert 12 <= min(lengths) <= max(lengths) <= 27
    assert fmean(lengths) == pytest.approx(23.6, abs=0.4)


@pytest.mark.parametrize(("scoring", "share"), [("difference", 1 / 2), ("majority", 1 / 6)])
def test_so_many_random_games_end_level(scoring: str, share: float) -> None:
    level = [last.scores()[0] == last.scores()[1] for last in (ending(seed, scoring) for seed in range(400))]
    assert fmean(level) == pytest.approx(share, abs=0.08)


@pytest.mark.parametrize("seed", range(20))
def test_a_landscape_is_laid_from_all_nine_tiles_each_turned_somehow(seed: int) -> None:
    rows = GAME.new_setup(2, rng=Random(seed))["layout"]["fields"]
    blocks = [tuple(row[left : left + 3] for row in rows[top : top + 3]) for top in (0, 3, 6) for left in (0, 3, 6)]
    assert sorted(map(canonical, blocks)) == sorted(map(canonical, TILES.values()))


def canonical(tile: tuple[str, ...]) -> tuple[str, ...]:
    turns = [tile]
    for _ in range(3):
        turns.append(turned(turns[-1]))
    return min(turns)


def test_no_two_tiles_are_the_same_and_none_is_of_one_kind() -> None:
    assert len({canonical(tile) for tile in TILES.values()}) == 9
    assert all(len(set("".join(tile))) > 1 for tile in TILES.values())


def test_a_landscape_has_at_least_nine_fields() -> None:
    assert min(len(first_position(seed).fields.fields) for seed in range(200)) >= 9


def test_the_guide_shows_the_tiles_that_are_laid() -> None:
    block = GAME.guide.split("```")[1].strip("\n").splitlines()
    columns = [line.replace(" ", "") for line in block[1:]]
    shown = [tuple(row[left : left + 3] for row in columns) for left in range(0, 27, 3)]
    assert dict(zip(block[0].split(), shown, strict=True)) == TILES


@pytest.mark.parametrize(
    ("rows", "reason", "name"),
    [
        (STRIPES[:8], "bad-layout", "fields"),
        ("mpfl", "bad-layout", "fields"),
        ([*STRIPES[:8], "mmmm"], "bad-layout", "fields.8"),
        ([*STRIPES[:4], 7, *STRIPES[5:]], "bad-layout", "fields.4"),
        (["mmmmxmmmm", *STRIPES[1:]], "bad-layout", "fields.0"),
        (["m" * 9] * 9, "too-few-fields", "fields"),
        ([*STRIPES[:8], "l" * 9], "too-few-fields", "fields"),
    ],
)
def test_a_layout_of_something_else_is_refused_by_name(rows: object, reason: str, name: str) -> None:
    with pytest.raises(BadSetup) as refusal:
        GAME.new_setup(2, layout={"fields": rows})
    assert (refusal.value.reason, refusal.value.name) == (reason, name)
    assert str(rules.explain(GAME, refusal.value))


def test_any_layout_of_nine_fields_or_more_is_played_on() -> None:
    setup = GAME.new_setup(2, layout={"fields": STRIPES})
    assert start(setup).to_json()["fields"] == STRIPES


@pytest.mark.parametrize(
    "wrong",
    [
        "9 A........",
        "\n".join(["........."] * 9 + ["last: a1"]),
        "\n".join(["A........"] + ["........."] * 8),
        "\n".join(["B........"] + ["........."] * 8 + ["last: a9"]),
        "\n".join(["A.B......"] + ["........."] * 8 + ["last: a9"]),
        "\n".join(["........."] * 9 + ["to move: A"]),
    ],
)
def test_a_diagram_of_something_else_is_refused(wrong: str) -> None:
    assert GAME.diagram
    with pytest.raises(ValueError, match=r"."):
        GAME.diagram(GAME.new_setup(2), wrong)


def played_on(diagram: str, token: str, scoring: str = "difference") -> str:
    assert GAME.diagram
    before = GAME.diagram(GAME.new_setup(2, {"scoring": scoring}), diagram)
    return str(GAME.tell(before, GAME.parse_action(token)))


LEVEL_WITH_ROOM = """
    mfflmmffl ..A.A...B
    mfflllffl A.....B..
    mmffffmmm ...A.....
    llmppmppp A....A.B.
    llmppmmmp .B.A.....
    mmmpmmmmp B...B..B.
    lppffpfpp ..B..A..B
    llppfpfpp .A.B...A.
    llppfffff ..B.A...A
    last: d5"""
LEVEL_WITHOUT_ROOM = """
    mmmppplmm .B.A...A.
    ppmpmmlll ..A..A..B
    ppppmmfff ....B..A.
    ppflllppf A.....A.B
    fffllpppf ..B.A....
    fpppppfff B.....B..
    fflfffllm .B.A.B...
    fflffmllm ..A.B....
    mmmmmmmmm .A.B....A
    last: h7"""


def test_a_token_is_told_with_what_comes_of_it() -> None:
    start = "\n".join(["........."] * 9)
    assert played_on(start, "e5") == "places a token on e5; points A 3, B 0"
    assert "A wins with a free placement" in played_on(LEVEL_WITH_ROOM, "g5")
    assert "no free placement helps A" in played_on(LEVEL_WITHOUT_ROOM, "h2")


def test_the_text_names_the_winner_and_why() -> None:
    assert GAME.diagram
    won = GAME.diagram(GAME.new_setup(2), LEVEL_WITH_ROOM).apply(TOKENS[42])
    assert str(TOKENS[42]) == "g5"
    assert "A wins with a free placement, for example on b7." in " ".join(GAME.picture.text(won).split())
    won = GAME.diagram(GAME.new_setup(2), LEVEL_WITHOUT_ROOM).apply(TOKENS[16])
    assert str(TOKENS[16]) == "h2"
    assert "no free placement helps. B placed last and wins." in " ".join(GAME.picture.text(won).split())
