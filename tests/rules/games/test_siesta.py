"""Siesta against a slow reading of its rules that follows their sentences: score, legal pieces, dead ends."""

import re
from collections.abc import Iterator
from random import Random
from typing import Any, TypeAlias

import pytest

import rules
from rules import AnyPosition
from rules.canvas import LAST
from rules.games.siesta.cells import OWNERS
from rules.games.siesta.position import Siesta
from rules.games.siesta.siestas import doubles, standing
from rules.games.siesta.sights import completed
from rules.games.siesta.turns import pairs, placeable
from rules.games.siesta.village import built

Square: TypeAlias = tuple[int, int]
NORTH_AND_EAST = ((0, 1), (1, 0))
AROUND = (*NORTH_AND_EAST, (0, -1), (-1, 0))
SUPPLY = {"sun": 25, "shadow": 75}


class Village:
    """A board by square: "sun", "shadow" or the number of the seat whose roof it is."""

    def __init__(self, position: Siesta) -> None:
        shown: Any = position.to_json()
        self.seat, self.seats = position.seat, len(shown["roofs"])
        self.pieces: dict[Square, str | int] = dict.fromkeys(map(square, shown["suns"]), "sun")
        self.pieces |= dict.fromkeys(map(square, shown["shadows"]), "shadow")
        for seat, roofs in enumerate(shown["roofs"]):
            self.pieces |= dict.fromkeys(map(square, roofs), seat)

    def siesta(self, shadow: Square, step: Square) -> set[int] | None:
        """Return the owners of the roofs in a shadow's siesta, in one direction; None if there is none."""
        at, owners = shadow, set()
        while self.pieces.get(at) == "shadow":
            at = beyond(at, step)
        while isinstance(owner := self.pieces.get(at), int):
            owners.add(owner)
            at = beyond(at, step)
        return owners if owners and self.pieces.get(at) == "sun" else None

    def scores(self) -> tuple[int, ...]:
        points = [0] * self.seats
        for shadow in [at for at, piece in self.pieces.items() if piece == "shadow"]:
            for step in AROUND:
                for seat in self.siesta(shadow, step) or ():
                    points[seat] += 1
            for seat in self.double_siestas_that_begin_at(shadow):
                points[seat] += 2
        return tuple(points)

    def double_siestas_that_begin_at(self, shadow: Square) -> Iterator[int]:
        for step in NORTH_AND_EAST:
            back = (-step[0], -step[1])
            if self.pieces.get(beyond(shadow, back)) != "shadow":
                ends = self.siesta(shadow, step), self.siesta(shadow, back)
                if ends[0] and ends[1] and len(ends[0] | ends[1]) == 1:
                    yield from ends[0]

    def may_lie(self, piece: str | int, at: Square) -> bool:
        neighbours = [self.pieces[near] for near in (beyond(at, step) for step in AROUND) if near in self.pieces]
        left = SUPPLY.get(str(piece), 15) - list(self.pieces.values()).count(piece)
        if at in self.pieces or not neighbours or not left:
            return False
        if piece == "sun":
            return "shadow" not in neighbours
        return piece != "shadow" or ("sun" not in neighbours and self.rests(at))

    def rests(self, at: Square) -> bool:
        self.pieces[at] = "shadow"
        found = any(self.siesta(at, step) for step in AROUND)
        del self.pieces[at]
        return found

    def legal(self, left: int, score_before: int) -> Iterator[tuple[str | int, Square]]:
        """Every piece after which the turn can be finished with a point, found by trying."""
        places = sorted({beyond(at, step) for at in self.pieces for step in AROUND}, key=lambda at: (at[1], at[0]))
        for piece in ("sun", self.seat, "shadow"):
            for at in [(x, y) for x, y in places if 0 <= x < 12 and 0 <= y < 12]:
                if self.may_lie(piece, at) and self.ways_on(piece, at, left - 1, score_before, enough=1):
                    yield piece, at

    def ways_on(self, piece: str | int, at: Square, left: int, score_before: int, enough: int) -> int:
        """In how many ways, counted up to `enough`, the turn can be finished after a piece."""
        self.pieces[at] = piece
        if left:
            ways = 0
            for further in self.legal(left, score_before):
                ways += self.ways_on(*further, left - 1, score_before, enough)
                if ways >= enough:
                    break
        else:
            ways = int(self.scores()[self.seat] > score_before)
        del self.pieces[at]
        return ways


def written(piece: str | int, at: Square) -> str:
    return f"{'roof' if isinstance(piece, int) else piece} {chr(97 + at[0])}{at[1] + 1}"


def square(name: str) -> Square:
    return ord(name[0]) - 97, int(name[1:]) - 1


def beyond(at: Square, step: Square) -> Square:
    return at[0] + step[0], at[1] + step[1]


def listed(position: Siesta) -> list[str]:
    return [str(action) for action in position.legal_actions()]


def playout(players: int, rng: Random) -> Iterator[Siesta]:
    """Play a random game that prefers some kinds of pieces, so that each supply sometimes runs out."""
    game = rules.game("siesta")
    position = game.initial_position(game.new_setup(players))
    liking = rng.choices((0.05, 1.0, 20.0), k=3)
    while position.current_player() is not None:
        legal = position.legal_actions()
        position = position.apply(rng.choices(legal, [liking[piece.kind] for piece in legal])[0])
        assert isinstance(position, Siesta)
        yield position


def short_of_something(position: Siesta) -> bool:
    return min(position.supply(position.seat)) <= 2


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("players", [2, 3, 4])
def test_legal_pieces_and_scores_are_those_of_the_slow_reading(players: int, seed: int) -> None:
    rng = Random(seed)
    for number, position in enumerate(playout(players, rng)):
        if number >= 2 and rng.random() < (0.2 if short_of_something(position) else 0.06):
            village = Village(position)
            before = position.points[position.seat] - position.gained
            ended = position.current_player() is None and not position.mid_turn
            assert village.scores() == position.points
            assert ended or [written(*found) for found in village.legal(position.left, before)] == listed(position)


def cramped(rng: Random) -> Siesta:
    """Create an artificial board of scattered pieces, with few free squares or a small supply."""
    marks = rng.choices("*ABC#.", [rng.random() + 0.02 for _ in range(5)] + [rng.choice((0.05, 0.3))], k=144)
    for mark, most in zip("*ABC#", (24, 14, 14, 14, 74), strict=True):
        spare = [place for place, found in enumerate(marks) if found == mark][rng.randint(most - 3, most) :]
        for place in spare:
            marks[place] = "."
    rows = [f"{row + 1} {''.join(marks[12 * row : 12 * row + 12])}" for row in range(12)]
    turn = [f"to move: {rng.choice('ABC')}", f"pieces left: {rng.randint(1, 3)}"]
    game = rules.game("siesta")
    assert game.diagram
    position = game.diagram(game.new_setup(3), "\n".join([*rows, *turn]))
    assert isinstance(position, Siesta)
    return position


@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_squares_see_does_not_depend_on_the_order_in_which_pieces_came(players: int) -> None:
    for position in playout(players, Random(players)):
        played, anew = position.village, built(position.suns, position.roofs, position.shadows)
        assert [played.scoring(seat) for seat in range(players)] == [anew.scoring(seat) for seat in range(players)]
        for seat in range(players):
            assert list(pairs(played, seat, played.left(seat))) == list(pairs(anew, seat, anew.left(seat)))
        assert played.shade() == anew.shade()
        assert placeable(played, 0) == placeable(anew, 0)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_piece_completes_something_exactly_where_that_is_foreseen(players: int) -> None:
    for position in playout(players, Random(players)):
        for kind, bit, _ in position.legal_actions():
            found = completed(position.village.cells, kind, bit, OWNERS[position.seat])
            assert bool(found) == bool(position.village.completing()[kind] & bit)


@pytest.mark.parametrize("seed", range(24))
def test_a_seat_that_is_short_of_room_and_pieces_can_do_what_the_slow_reading_says(seed: int) -> None:
    position = cramped(Random(seed))
    village = Village(position)
    assert village.scores() == position.points
    found = village.legal(position.left, position.points[position.seat])
    assert [written(*piece) for piece in found] == listed(position)


def test_the_game_can_begin_in_480_ways_of_10_places_on_12_lines_in_4_directions() -> None:
    game = rules.game("siesta")
    assert len(list(turns(game.initial_position(game.new_setup(2))))) == 480


def test_the_second_turn_of_a_game_can_be_played_in_as_many_ways_as_in_the_slow_reading() -> None:
    game = rules.game("siesta")
    second = rules.play(game.initial_position(game.new_setup(2)), "sun d6, roof e6, shadow f6")
    assert isinstance(second, Siesta)
    village = Village(second)
    slow = sum(village.ways_on(*piece, 2, 0, enough=1000) for piece in list(village.legal(3, 0)))
    assert sum(1 for _ in turns(second)) == slow == 330


def turns(position: AnyPosition) -> Iterator[AnyPosition]:
    """Yield the positions after every possible turn, each order counted."""
    for action in position.legal_actions():
        after = position.apply(action)
        if after.mid_turn:
            yield from turns(after)
        else:
            yield after


def test_points_that_only_another_gets_leave_the_last_piece_bound_to_score() -> None:
    game = rules.game("siesta")
    before = position = game.initial_position(game.new_setup(2))
    for piece in ["sun i2", "roof j2", "shadow k2", "sun i1", "roof h1", "shadow g1", "roof i3", "shadow f1"]:
        before, position = position, position.apply(game.parse_action(piece))
    own, others = (after - was for was, after in zip(before.scores(), position.scores(), strict=True))

    assert (own, others, position.scores()[0]) == (0, 1, 1)
    assert {position.apply(piece).scores()[0] > 1 for piece in position.legal_actions()} == {True}


def test_the_same_board_with_and_without_a_point_in_this_turn_is_two_positions() -> None:
    game = rules.game("siesta")
    assert game.diagram
    board = "6 . . . * A # A . . . . .\nto move: A\npieces left: 1\ngained: "
    without, scored = (game.diagram(game.new_setup(2), board + gained) for gained in "01")
    assert without != scored
    assert set(without.legal_actions()) < set(scored.legal_actions())


@pytest.mark.parametrize("wrong", ["6 . . .", "x: 1", "6 . . . * Z # . . . . . .", "to move: C"])
def test_a_diagram_of_something_else_is_refused(wrong: str) -> None:
    game = rules.game("siesta")
    assert game.diagram
    with pytest.raises((ValueError, KeyError)):
        game.diagram(game.new_setup(2), wrong)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_siestas_and_double_siestas_shown_add_up_to_the_scores(players: int) -> None:
    for position in playout(players, Random(players)):
        shown = standing(position.suns, position.roofs, position.shadows)
        points = [0] * players
        for siesta in shown:
            for seat in siesta.seats(position.roofs):
                points[seat] += len(siesta.resting)
        for seat, _ in doubles(shown, position.roofs):
            points[seat] += 2
        assert tuple(points) == position.points


def test_the_picture_marks_each_double_siesta_and_each_piece_of_the_last_turn() -> None:
    game = rules.game("siesta")
    assert game.diagram
    before = game.diagram(game.new_setup(2), "6 . * A # # # . . . . . .\nto move: A")
    after = rules.play(before, "shadow g6, roof h6, sun i6")
    drawn = game.picture.svg(after, before)
    assert drawn.count(">+2<") == 1
    assert drawn.count(f'fill="none" stroke="{LAST}"') == 3
    assert game.picture.text(after, before).count("'") == 3 + 1  # and once in the legend
    assert {f'data-word="{word}"' for word in ("sun", "roof", "shadow", "e5")} <= set(re.findall(r"data-\S+\"", drawn))


def test_what_looks_best_piece_by_piece_lights_a_whole_row_of_shadows_from_its_other_end() -> None:
    game = rules.game("siesta")
    assert game.diagram
    position = game.diagram(game.new_setup(2), "6 . * A # # # . . . . . .\nto move: A")
    while position.current_player() == 0:
        position = position.apply(game.tactics.candidates(position)[0][0])
    assert position.scores()[0] >= 3 + 3 + 2
