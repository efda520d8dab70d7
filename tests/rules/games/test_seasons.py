"""Seasons of the Sun: tests that its cases cannot express."""

import copy
import pickle
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import pytest

import rules
from rules import AnyPosition, Game, Setup
from rules.games.seasons.actions import PLACES, REROLLS, ROLLS
from rules.games.seasons.diagram import read
from rules.games.seasons.sectors import SECTORS, Area
from tests.rules.tables import chosen

SEATS = [2, 3]


@pytest.fixture(scope="module")
def game() -> Game:
    return rules.game("seasons")


def setup_of(game: Game, players: int, version: str = "full") -> Setup:
    return game.new_setup(players, {"version": version})


def test_the_sectors_stand_in_the_order_of_the_sheet_and_are_worth_120_in_two_halves() -> None:
    assert " ".join(sector.name for sector in SECTORS) == (
        "max-8 max-10 max-15 max-13 max-9 max-5 min-9 min-11 min-17 min-13 min-10"
    )
    for area in Area:
        assert sum(sector.value for sector in SECTORS if sector.area is area) == 60


def test_each_action_exists_once_however_it_is_come_by(game: Game) -> None:
    for action in [*PLACES, *ROLLS.values(), *REROLLS.values()]:
        assert game.parse_action(str(action)) is action
        assert copy.deepcopy(action) is action
        assert pickle.loads(pickle.dumps(action)) is action  # noqa: S301  # it was pickled in this line


def test_three_dice_have_56_outcomes_with_the_chances_of_216_throws(game: Game) -> None:
    throws = Counter(tuple(sorted(throw)) for throw in product(range(1, 7), repeat=3))
    outcomes = dict(game.initial_position(setup_of(game, 2)).chance_outcomes())
    assert {outcome.values: chance for outcome, chance in outcomes.items()} == {
        values: Fraction(times, 216) for values, times in throws.items()
    }


@pytest.mark.parametrize(("again", "outcomes"), [("2", 6), ("2 3", 21), ("2 3 6", 56)])
def test_as_many_dice_fall_as_were_thrown_again(game: Game, again: str, outcomes: int) -> None:
    position = rules.replay(setup_of(game, 2), ["roll 2 3 6", f"reroll {again}"])
    assert len(position.chance_outcomes()) == outcomes


def test_the_number_of_choices_after_each_of_the_56_throws(game: Game) -> None:
    first = game.initial_position(setup_of(game, 2))
    counts = Counter(len(first.apply(outcome).legal_actions()) for outcome, _ in first.chance_outcomes())
    assert counts == {11 + 7: 20, 11 + 5: 30, 11 + 3: 6}


@pytest.mark.parametrize("players", SEATS)
@pytest.mark.parametrize("version", ["full", "basic"])
def test_random_games_agree_with_the_rules_written_down_in_the_plainest_way(
    game: Game, players: int, version: str
) -> None:
    for seed in range(20):
        table = PlainTable(players, version)
        for before, action, after in random_game(game.initial_position(setup_of(game, players, version)), seed):
            assert sorted(map(str, before.legal_actions())) == sorted(table.legal())
            table.play(str(action))
            assert after.current_player() == table.to_act()
            assert list(after.scores()) == table.points()
            shown: Any = after.to_json()
            assert [entry["eye_sums"] for entry in shown["sectors"]] == table.discs


def random_game(position: AnyPosition, seed: int) -> Iterator[tuple[AnyPosition, object, AnyPosition]]:
    rng = Random(seed)
    while position.current_player() is not None:
        action = chosen(position, rng)
        yield position, action, (position := position.apply(action))


class PlainTable:
    """The rules once more, slow and simple: lists that change in place, and no table of anything."""

    def __init__(self, players: int, version: str) -> None:
        self.players, self.version = players, version
        self.discs: list[list[int | None]] = [[None] * players for _ in range(11)]
        self.seat, self.dice, self.rerolled = 0, list[int](), False

    def legal(self) -> list[str]:
        if len(self.dice) < 3 or self.to_act() is None:
            return []
        again = {
            " ".join(["reroll", *(str(die) for die, taken in zip(self.dice, which, strict=True) if taken)])
            for which in product((False, True), repeat=3)
            if any(which) and self.version == "full" and not self.rerolled
        }
        return [f"place {NAMES[n]}" for n in range(11) if self.discs[n][self.seat] is None] + list(again)

    def play(self, action: str) -> None:
        verb, *rest = action.split()
        if verb == "roll":
            self.dice = sorted([*self.dice, *map(int, rest)])
        elif verb == "reroll":
            self.rerolled = True
            for word in rest:
                self.dice.remove(int(word))
        else:
            self.place(NAMES.index(rest[0]))

    def place(self, number: int) -> None:
        row, mover = self.discs[number], self.seat
        row[mover] = sum(self.dice)
        self.dice, self.rerolled = [], False
        self.seat = mover if self.owner(number) == mover else (mover + 1) % self.players
        if None not in row and self.owner(number) is None:
            row[:] = [None] * self.players
        while self.to_act() is not None and all(disc[self.seat] is not None for disc in self.discs):
            self.seat = (self.seat + 1) % self.players

    def owner(self, number: int) -> int | None:
        row = [disc for disc in self.discs[number] if disc is not None]
        best = (max if NAMES[number].startswith("max") else min)(row, default=0)
        return row.index(best) if len(row) == self.players and row.count(best) == 1 else None

    def to_act(self) -> int | None:
        if all(disc is not None for row in self.discs for disc in row):
            return None
        return self.seat if len(self.dice) == 3 else rules.CHANCE

    def points(self) -> list[int]:
        owners = [self.owner(number) for number in range(11)]
        values = [int(name.split("-")[1]) for name in NAMES]
        return [
            sum(v for v, owner in zip(values, owners, strict=True) if owner == seat) for seat in range(self.players)
        ]


NAMES = [sector.name for sector in SECTORS]


@pytest.mark.parametrize(
    "board",
    ["max-13: A 16, B 16", "max-13: A 19", "max-14: A 12", "dice: 7 1 1", "dice: 1 1 1 1", "to move: C", "max-8: C 4"],
)
def test_a_diagram_that_no_table_can_show_is_refused(game: Game, board: str) -> None:
    with pytest.raises((ValueError, IndexError)):
        read(setup_of(game, 2), board)


def test_the_last_disc_goes_where_it_wins(game: Game) -> None:
    taken = "\n".join(f"{s.name}: A 12, B 11" for s in SECTORS if s.name not in ("max-15", "min-17"))
    board = f"{taken}\nmax-15: A 9, B 16\nmin-17: B 6\ndice: 1 1 2"
    position = read(setup_of(game, 2), board)
    assert str(game.tactics.candidates(position)[0][0]) == "place min-17"


def test_a_reroll_keeps_the_dice_that_help(game: Game) -> None:
    taken = "\n".join(f"{s.name}: A 12, B 11" for s in SECTORS if s.name != "max-15")
    position = read(setup_of(game, 2), f"{taken}\nmax-15: B 16\ndice: 1 6 6")
    assert str(game.tactics.candidates(position)[0][0]) == "reroll 1"


def test_it_is_played_for_the_win_and_not_for_points(game: Game) -> None:
    """Five points are to be had at once, but then `max-15` is lost to an 18; let go, it can still be won."""
    first = "\n".join(f"{name}: A 11, B 12" for name in ("max-8", "max-10", "max-13", "min-11", "min-17", "min-13"))
    second = "\n".join(f"{name}: A 12, B 11" for name in ("max-9", "min-9", "min-10"))
    board = f"{first}\n{second}\nmax-15: B 18\nmax-5: B 10\ndice: 6 6 6"
    position = read(setup_of(game, 2, "basic"), board)
    after = {str(action): position.apply(action) for action in position.legal_actions()}
    chances = {word: game.tactics.estimate(there)[0] for word, there in after.items()}

    assert {word: there.scores()[0] for word, there in after.items()} == {"place max-5": 55, "place max-15": 50}
    assert str(game.tactics.candidates(position)[0][0]) == "place max-15"
    assert chances["place max-15"] > 0.4
    assert chances["place max-5"] < 0.01


@pytest.mark.parametrize("players", SEATS)
def test_at_the_end_the_estimate_is_who_has_won_and_says_nothing_of_points(game: Game, players: int) -> None:
    ends = [
        last
        for seed in range(20)
        for *_, (_, _, last) in [random_game(game.initial_position(setup_of(game, players)), seed)]
    ]
    for last in ends:
        winners = last.winners()
        assert list(game.tactics.estimate(last)) == [(seat in winners) / len(winners) for seat in range(players)]
