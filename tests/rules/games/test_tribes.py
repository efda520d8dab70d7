"""Tribes of the Four Seasons: tests that its cases cannot express, above all that fast rules match slow ones."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import rules
from rules import BadSetup
from rules.games.tribes import picture, wording
from rules.games.tribes.actions import CHOOSES, COINS, DISCARDS, SHAMANS
from rules.games.tribes.diagram import diagram
from rules.games.tribes.layout import BOARD, CORNERS, REMEMBERED, TILE_SQUARES, TRIBES, VALUES
from rules.games.tribes.picture import loops
from rules.games.tribes.position import TribesPosition, start
from tests.rules.games.tribes_games import GAME, TABLES, first_position, random_game

EVERYTHING = [*CHOOSES, *DISCARDS, *COINS, *(action for shamans in SHAMANS for action in shamans)]

Square = tuple[int, int]


class SlowBoard:
    """The rule sheet in sets of squares, read from the JSON of a position."""

    def __init__(self, position: TribesPosition) -> None:
        self.json: dict[str, Any] = {**position.to_json()}
        self.markers = {square(name): tribe for tribe, names in self.json["markers"].items() for name in names}
        self.shamans = {tribe: square(name) for tribe, name in self.json["shamans"].items() if name}

    def occupied(self) -> set[Square]:
        return {*self.markers, *self.shamans.values()}

    def settlement(self, start: Square, occupied: set[Square]) -> set[Square]:
        found, border = {start}, [start]
        while border:
            for near in beside(border.pop()):
                if near in occupied and near not in found:
                    found.add(near)
                    border.append(near)
        return found

    def leaders(self, settlement: set[Square]) -> list[str]:
        return [tribe for tribe, place in self.shamans.items() if place in settlement]

    def coin_squares(self, tribe: str) -> set[Square]:
        occupied = self.occupied()
        home = self.settlement(self.shamans[tribe], occupied)
        around = {near for place in home for near in beside(place)} - occupied
        return {place for place in around if len(self.leaders(self.settlement(place, occupied | {place}))) == 1}

    def shaman_squares(self, tribe: str) -> set[Square]:
        origin = self.shamans.get(tribe)
        old = self.settlement(origin, self.occupied()) if origin else set()
        legal = set()
        for target in every_square() - self.occupied():
            if any(near in self.markers and near not in old for near in beside(target)):
                self.shamans[tribe] = target
                home = self.settlement(target, self.occupied())
                if self.leaders(home) == [tribe] and self.coin_squares(tribe):
                    legal.add(target)
        self.shamans.pop(tribe, None)
        if origin:
            self.shamans[tribe] = origin
        return legal

    def legal(self) -> set[str]:
        if None in self.json["tribes"]:
            return {f"choose {tribe}" for tribe in TRIBES if tribe not in self.json["tribes"]}
        if self.json["moved"]:
            return {f"coin {name(place)}" for place in self.coin_squares(self.json["moved"])}
        held = [tribe for tribe, coins in self.json["hands"][self.json["to_move"]].items() if coins]
        moves = {f"shaman {tribe} {name(place)}" for tribe in held for place in self.shaman_squares(tribe)}
        return moves or {f"discard {tribe}" for tribe in held}

    def scores(self) -> list[int]:
        remaining, points = self.occupied(), dict.fromkeys(TRIBES, 0)
        while remaining:
            settlement = self.settlement(min(remaining), self.occupied())
            remaining -= settlement
            for tribe, gained in self.settlement_scores(settlement).items():
                points[tribe] += gained
        return [points[tribe] for tribe in self.json["tribes"]]

    def settlement_scores(self, settlement: set[Square]) -> dict[str, int]:
        strength = {
            tribe: sum(self.markers.get(place) == tribe for place in settlement) + (tribe in self.leaders(settlement))
            for tribe in TRIBES
        }
        tiles = {(column // 2, row // 2) for column, row in settlement}
        resources = dict.fromkeys(TRIBES, 0)
        for column, row in tiles:
            tile = self.json["tiles"][3 - row][column]
            resources[tile["suit"]] += tile["value"]
        points = {}
        for tribe in TRIBES:
            others = sum(amount for owner, amount in resources.items() if owner != tribe)
            sign = 1 if tribe in self.leaders(settlement) else -1
            multiplier = 4 - sum(strength[other] > strength[tribe] for other in TRIBES)
            points[tribe] = (others + sign * resources[tribe]) * multiplier if strength[tribe] else 0
        return points


def every_square() -> set[Square]:
    return {(column, row) for column in range(12) for row in range(8)}


def beside(place: Square) -> set[Square]:
    column, row = place
    return {(column + 1, row), (column - 1, row), (column, row + 1), (column, row - 1)} & every_square()


def square(text: str) -> Square:
    return ord(text[0]) - ord("a"), int(text[1:]) - 1


def name(place: Square) -> str:
    return f"{chr(place[0] + ord('a'))}{place[1] + 1}"


@pytest.mark.parametrize(("players", "coins"), TABLES)
def test_legal_actions_are_those_of_the_slow_rules(players: int, coins: str) -> None:
    for position in list(random_game(players, coins, seed=players))[::3]:
        if position.current_player() is not None:
            assert {str(action) for action in position.legal_actions()} == SlowBoard(position).legal()


@pytest.mark.parametrize(("players", "coins"), TABLES)
def test_scores_are_those_of_the_slow_rules(players: int, coins: str) -> None:
    for position in random_game(players, coins, seed=10 + players):
        if not position.choosing:
            assert list(position.scores()) == SlowBoard(position).scores()


@pytest.mark.parametrize(("players", "coins"), TABLES)
def test_whatever_is_not_listed_is_refused_and_whatever_is_listed_is_not(players: int, coins: str) -> None:
    for position in list(random_game(players, coins, seed=20 + players))[:-1:3]:
        legal = set(position.legal_actions())
        assert {action for action in EVERYTHING if position.refusal(action) is None} == legal


@pytest.mark.parametrize(("players", "coins"), TABLES)
def test_twenty_four_coins_are_placed_or_discarded(players: int, coins: str) -> None:
    *_, last = random_game(players, coins, seed=30 + players)
    assert last.current_player() is None
    placed = last.marked.bit_count() - len(last.land.tiles)
    left = sum(map(sum, last.hands))
    assert placed <= 24
    assert left == 0 or last.passes == players


def perft(position: TribesPosition, depth: int) -> int:
    if not depth:
        return 1
    return sum(perft(position.apply(action), depth - 1) for action in position.legal_actions())


def test_a_first_turn_has_as_many_ways_as_counted_by_the_slow_rules() -> None:
    position = first_position(4, Random(5))
    for tribe in TRIBES:
        position = rules.play(position, f"choose {tribe}")
    slow = 0
    for action in position.legal_actions():
        slow += len(SlowBoard(position.apply(action)).legal())
    assert perft(position, 2) == slow


def test_what_tiles_are_worth_is_known_however_often_it_is_asked_for() -> None:
    rng = Random(1)
    land = first_position(2, rng).land
    for _ in range(2 * REMEMBERED):
        settlement = rng.getrandbits(BOARD.size) & rng.getrandbits(BOARD.size) & rng.getrandbits(BOARD.size)
        worth = [0] * len(TRIBES)
        for tile, squares in zip(land.tiles, TILE_SQUARES, strict=True):
            worth[tile.tribe] += tile.value * any(settlement & BOARD.bits[square] for square in squares)
        assert list(land.resources(settlement)) == worth


def test_the_marks_form_from_six_to_twenty_four_settlements() -> None:
    rng = Random(1)
    sizes = [len(first_position(2, rng).settlements()) for _ in range(300)]
    assert min(sizes) >= 6
    assert max(sizes) <= 24
    assert len(set(sizes)) > 5


def test_every_tile_is_drawn_once_and_turned_every_way() -> None:
    tiles = [tile for row in GAME.new_setup(2, {}, Random(2))["layout"]["tiles"] for tile in row]
    assert {(tile["suit"], tile["value"]) for tile in tiles} == {(tribe, value) for tribe in TRIBES for value in VALUES}
    assert {tile["corner"] for tile in tiles} == set(CORNERS)


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"suit": "monsoon"}, "tiles.1.2"),
        ({"value": 7}, "tiles.1.2"),
        ({"value": True}, "tiles.1.2"),
        ({"corner": "n"}, "tiles.1.2"),
        ({"colour": "red"}, "tiles.1.2"),
    ],
)
def test_a_tile_that_does_not_exist_is_refused_by_its_place(change: dict[str, Any], place: str) -> None:
    setup = GAME.new_setup(2, {}, Random(3))
    setup["layout"]["tiles"][1][2].update(change)
    with pytest.raises(BadSetup) as refusal:
        GAME.completed(setup)
    assert (refusal.value.reason, refusal.value.name) == ("bad-layout", place)


def test_a_tile_that_lies_there_twice_is_refused() -> None:
    setup = GAME.new_setup(2, {}, Random(3))
    tiles = setup["layout"]["tiles"]
    tiles[3][5] = dict(tiles[0][0])
    with pytest.raises(BadSetup) as refusal:
        GAME.completed(setup)
    assert refusal.value.name == "tiles.3.5"


@pytest.mark.parametrize("layout", [{}, {"tiles": []}, {"tiles": None}, {"tiles": [[], [], [], []]}, {"hills": []}])
def test_a_layout_without_four_rows_of_six_is_refused(layout: dict[str, Any]) -> None:
    with pytest.raises(BadSetup) as refusal:
        GAME.new_setup(2, {}, layout=layout)
    assert refusal.value.reason == "bad-layout"


@pytest.mark.parametrize(("players", "coins"), TABLES)
def test_a_diagram_of_the_text_picture_is_the_position_again(players: int, coins: str) -> None:
    setup = GAME.new_setup(players, {"coins": coins}, Random(40 + players))
    for position in random_game(players, coins, seed=40 + players):
        notes = [f"discards: {position.passes}", *(str(line).split(" (")[0] for line in wording.seat_lines(position))]
        assert diagram(setup, "\n".join([*wording.board_lines(position), *notes])) == position


def test_a_diagram_with_two_shamans_in_one_settlement_is_refused() -> None:
    setup = GAME.new_setup(2, {}, Random(0))
    rows = wording.board_lines(start(setup))
    row = next(line for line in rows if line[2:3] == "|" and line.count(" . ") > 8)
    crowded = row.replace(" .   ", " @Wi ", 1).replace(" .   ", " @Su ", 1)
    notes = ["A winter: winter 1", "B summer: summer 1"]
    text = "\n".join([*(crowded if line == row else line for line in rows), *notes])
    joined = crowded.index("@Su") - crowded.index("@Wi") in (5, 6)
    assert joined
    with pytest.raises(ValueError, match="two Shamans"):
        diagram(setup, text)


def test_an_outline_goes_round_every_side_that_the_settlement_does_not_share() -> None:
    ring = sum(BOARD.bits[BOARD.numbers[name]] for name in ("a1", "b1", "c1", "a2", "c2", "a3", "b3", "c3"))
    assert sorted(map(len, loops(ring))) == [4, 12]


def test_an_outline_keeps_squares_apart_that_meet_at_a_corner() -> None:
    corner = BOARD.bits[BOARD.numbers["a1"]] | BOARD.bits[BOARD.numbers["b2"]]
    assert sorted(map(len, loops(corner))) == [4, 4]


@pytest.mark.parametrize("players", GAME.players)
def test_a_picture_frames_what_has_changed(players: int) -> None:
    *_, before, middle, _ = random_game(players, "standard", seed=60)
    assert picture.svg(middle, before) != picture.svg(middle)
    assert "[" in picture.text(middle, before)
    assert "[" not in picture.text(middle)
