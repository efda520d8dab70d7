"""Every action has words for a button, in which nothing of its notation is left but names of places and numbers."""

from __future__ import annotations

import re

import pytest

import rules
from rules import Game
from rules.prose import as_written, worded

PLACE = re.compile(r"[a-z]\d+(-[a-z]\d+)?|(max|min)-\d+|\d+")


def test_every_action_and_its_first_words_are_labelled(game: Game) -> None:
    for action in game.actions:
        said = str(action).split(" ")
        for length in range(1, len(said) + 1):
            begun = " ".join(said[:length])
            assert game.in_words(begun) != as_written(begun) or PLACE.fullmatch(begun)


def test_different_actions_have_different_words(game: Game) -> None:
    assert len({str(game.in_words(str(action))) for action in game.actions}) == len(game.actions)


@pytest.mark.parametrize(
    ("ruleset", "notation", "label"),
    [
        ("siesta", "sun c4", "Sun on c4"),
        ("seasons", "place max-15", "Place on max-15"),
        ("seasons", "reroll 2 3", "Reroll 2, 3"),
        ("dawn", "bar 4", "4-bar"),
        ("dawn", "bar 7 a3-c3", "7-bar on a3-c3"),
        ("dawn", "bar 4 upright c3", "4-bar, upright on c3"),
        ("tribes", "shaman spring f3", "Shaman of spring to f3"),
        ("springtime", "e5", "e5"),
    ],
)
def test_a_label_says_what_the_notation_says(ruleset: str, notation: str, label: str) -> None:
    assert str(rules.game(ruleset).in_words(notation)) == label


def test_a_name_in_a_label_is_labelled_in_turn() -> None:
    in_words = worded({"red": "Rot", "paint {colour}": "{colour} malen"})

    assert [str(in_words(text)) for text in ("paint red", "paint blue", "wash red")] == [
        "Rot malen", "blue malen", "wash red",
    ]  # fmt: skip
