"""The board can be rebuilt from its description in words, so that nothing is lost when it is read aloud."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

import rules
from rules import AnyPosition
from rules.games.tribes.layout import RESOURCES, TRIBES
from tests.rules.tables import Table, playouts, tables

LETTERS = "ABCD"


def stages_of(game: str) -> Iterator[tuple[list[str], dict[str, Any]]]:
    """Yield words and JSON of positions throughout a random game, for every table of a game."""
    for table in tables():
        if table.game_id == game:
            for position in playouts(table, 1)[0].stages(12):
                yield words(table, position), position.to_json()


def words(table: Table, position: AnyPosition) -> list[str]:
    return [str(sentence) for sentence in table.game.picture.describe(position)]


def read(pattern: str, sentences: list[str]) -> list[Any]:
    """Return the matches of a pattern, as a tuple for each sentence that fits."""
    found = (re.fullmatch(pattern, sentence) for sentence in sentences)
    return [match.groups() for match in found if match]


def listed(names: str) -> list[str]:
    return names.split(", ") if names else []


def test_seasons_can_be_laid_again() -> None:
    for sentences, json in stages_of("seasons"):
        decided = read(r"(\S+): (.+); owned by (.), points \d+\.", sentences)
        running = [(*each, "") for each in read(r"(\S+): (.+); undecided\.", sentences)]
        heard = {name: (sums, owner) for name, sums, owner in [*decided, *running]}
        empty = [name for (names,) in read(r"Empty sectors: (.+)\.", sentences) for name in listed(names)]
        for sector in json["sectors"]:
            sums = [f"{LETTERS[seat]} {value}" for seat, value in enumerate(sector["eye_sums"]) if value]
            owner = "" if sector["owner"] is None else LETTERS[sector["owner"]]
            assert heard.get(sector["name"], ("", "")) == (", ".join(sums), owner)
            assert (sector["name"] in empty) == (not sums)
        if json["dice"] and not json["to_throw"]:
            assert " ".join(map(str, json["dice"])) in sentences[0]


def test_siesta_can_be_laid_again() -> None:
    for sentences, json in stages_of("siesta"):
        roofs = dict(read(r"Roofs of (.): (.+)\.", sentences))
        assert [squares for (squares,) in read(r"Suns: (.+)\.", sentences)] == told(json["suns"])
        assert [squares for (squares,) in read(r"Shadows: (.+)\.", sentences)] == told(json["shadows"])
        assert [listed(roofs.get(letter, "")) for letter in LETTERS[: len(json["roofs"])]] == json["roofs"]
        left = [(LETTERS[seat], str(json["scores"][seat]), str(n)) for seat, n in enumerate(json["supply"]["roofs"])]
        assert read(r"(.): points (\d+), roofs left (\d+)\.", sentences) == left


def told(squares: list[str]) -> list[str]:
    return [", ".join(squares)] if squares else []


def test_springtime_can_be_laid_again() -> None:
    for sentences, json in stages_of("springtime"):
        tokens = dict(read(r"Tokens of (.): (.+)\.", sentences))
        assert [listed(tokens.get(letter, "")) for letter in "AB"] == json["tokens"]
        assert [last for (last,) in read(r"Last token: (.+)\.", sentences)] == told_one(json["last"])
        fields = read(r"(Meadow|Pasture|Forest|Lake) on ([^:]+): .+", sentences)
        assert landscape(fields) == json["fields"]


def test_the_puzzle_can_be_laid_again() -> None:
    for sentences, json in stages_of("springtime-puzzle"):
        stages = dict(read(r"Tokens of stage (.): (.+)\.", sentences))
        heard = [listed(stages.get(str(number), "")) for number in range(1, len(json["stages"]) + 1)]
        unstaged = [listed(names) for (names,) in read(r"Tokens on (.+)\.", sentences)]
        assert (unstaged or heard) == json["stages"]
        assert landscape(read(r"Field (.) on (.+): tokens \d\.", sentences)) == json["fields"]


def told_one(square: str | None) -> list[str]:
    return [square] if square else []


def landscape(fields: list[tuple[str, ...]]) -> list[str]:
    """Return the board's rows from the top, each square as the first letter of its field's name."""
    letters = {square: name[0].lower() for name, squares in fields for square in listed(squares)}
    return ["".join(letters[f"{column}{row}"] for column in "abcdefghi") for row in range(9, 0, -1)]


def test_dawn_can_be_laid_again() -> None:
    for sentences, json in stages_of("dawn"):
        places = dict(read(r"(Vesta|Ceres) is on ([a-o]\d+)\W.*", sentences))
        assert (places.get("Vesta"), places.get("Ceres")) == (json["vesta"], json["ceres"])
        upright = read(r"The (\d)-bar of phase . stands upright on (\w+)\.", sentences)
        flat = read(r"The (\d)-bar of phase . covers (\w+) to (\w+)(?: and juts out over the edge by \d)?\.", sentences)
        assert sorted([*upright, *flat]) == sorted(ends(bar) for bar in json["bars"])
        assert [shown for (shown,) in read(r"The die shows (\d)\.", sentences)] == told_one(
            str(json["shown"]) if json["shown"] else None
        )
        left = [bars for (bars,) in read(r"Phase \d\. Bars left in the set: (.+)\.", sentences)]
        assert left == told([str(length) for length in json["left"]])


def ends(bar: dict[str, Any]) -> tuple[str, ...]:
    squares = bar["squares"]
    return (str(bar["length"]), squares[0]) if bar["upright"] else (str(bar["length"]), squares[0], squares[-1])


def test_the_tribes_can_be_laid_again() -> None:
    for sentences, json in stages_of("tribes"):
        markers = {
            tribe: sorted(listed(marks) + listed(coins or ""))
            for tribe, marks, coins in read(r"Suit marks of (\w+): (.+?)\. (?:Coins: (.+)|No coins)\.", sentences)
        }
        assert markers == {tribe: sorted(squares) for tribe, squares in json["markers"].items()}
        shamans = dict(read(r"The (\w+) Shaman is on (\w+)\.", sentences))
        assert {tribe: shamans.get(tribe) for tribe in TRIBES} == json["shamans"]
        tiles = read(r"Tiles in rows \d and \d, from column a, two columns each: (.+)\.", sentences)
        assert [listed(row) for (row,) in tiles] == [[tile_words(tile) for tile in row] for row in json["tiles"]]


def tile_words(tile: dict[str, Any]) -> str:
    return f"{tile['value']} {RESOURCES[TRIBES.index(tile['suit'])]}"


@pytest.mark.parametrize("game", rules.games())
def test_a_board_is_told_in_fewer_than_700_words(game: str) -> None:
    for sentences, _ in stages_of(game):
        assert sum(len(sentence.split()) for sentence in sentences) < 700


@pytest.mark.parametrize(
    ("game", "moves", "said"),
    [
        ("dawn", "vesta a1, roll 2, bar 2 a2-b2", "It may come to rest on a1 to c1."),
        ("dawn", "", "Any free square is allowed."),
        ("siesta", "", "A sun may go on any square."),
        ("siesta", "sun a1", "A roof may go on b1, a2."),
        ("seasons", "roll 1 2 3", "A may place on max-8,"),
        ("tribes", "choose winter, choose autumn", "A Shaman of autumn, summer, spring may go to a1,"),
    ],
)
def test_a_board_says_where_the_next_piece_may_go(game: str, moves: str, said: str) -> None:
    ruleset = rules.game(game)
    position = ruleset.initial_position(ruleset.new_setup(2, rng=Random(1)))
    for action in filter(None, moves.split(", ")):
        position = position.apply(ruleset.parse_action(action))

    told = [str(sentence) for sentence in ruleset.picture.describe(position)]
    assert any(sentence.startswith(said) for sentence in told), told[:5]
