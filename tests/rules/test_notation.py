"""Input is accepted if it has exactly one meaning, and refused if it has several or none."""

from __future__ import annotations

import pytest

import rules
from rules import BadNotation

READ = {
    "seasons": {
        "max-10": "place max-10",
        "place max10": "place max-10",
        "Place MAX 10.": "place max-10",
        "place on max-10": "place max-10",
        "place max–10": "place max-10",
        "place max\u201110": "place max-10",
        "reroll 2,3": "reroll 2 3",
        "reroll 2, 3, 5": "reroll 2 3 5",
    },
    "siesta": {
        "sun d6 roof e6 shadow f6": "sun d6, roof e6, shadow f6",
        "sun d 6, roof e 6, shadow f 6": "sun d6, roof e6, shadow f6",
        "sun on d6, roof on e6 shadow on f6": "sun d6, roof e6, shadow f6",
        "sun, d6": "sun d6",
    },
    "springtime": {"e 5": "e5", "E 5.": "e5"},
    "springtime-puzzle": {"e 5": "e5"},
    "dawn": {
        "bar 4 c3 f3": "bar 4 c3-f3",
        "bar 4 c3 to f3": "bar 4 c3-f3",
        "bar 4 c3–f3": "bar 4 c3-f3",
        "bar 4 c 3 - f 3": "bar 4 c3-f3",
        "bar 4 c3 upright": "bar 4 upright c3",
        "bar 4 upright on c3": "bar 4 upright c3",
    },
    "tribes": {
        "shaman spring to f3, coin on f4": "shaman spring f3, coin f4",
        "shaman spring f3 coin f4": "shaman spring f3, coin f4",
        "coin f 4": "coin f4",
    },
}
UNREAD = {
    "seasons": ["place", "max", "place max-99", "place 10", "to max-10", "place max-10 on", "2 3", "place 9 on max-10"],
    "siesta": ["d6", "sun d6 e6", "sun d6 or e6", "sun on", "sun d66", "sun roof d6"],
    "springtime": ["e", "5", "e 99", "ee 5", "to e5"],
    "springtime-puzzle": ["e-5"],
    "dawn": ["bar c3 f3", "bar 4 c3", "bar 4 c3 d3 f3", "upright c3", "bar 4 upright"],
    "tribes": ["shaman f3", "shaman spring", "coin", "spring f3"],
}


@pytest.mark.parametrize(("ruleset", "written"), [(name, text) for name, texts in READ.items() for text in texts])
def test_what_can_mean_one_thing_only_is_read_so(ruleset: str, written: str) -> None:
    actions = rules.read_move(written, rules.game(ruleset).parse_action)
    assert ", ".join(map(str, actions)) == READ[ruleset][written]


@pytest.mark.parametrize(("ruleset", "written"), [(name, text) for name, texts in UNREAD.items() for text in texts])
def test_what_can_mean_nothing_or_several_things_is_refused(ruleset: str, written: str) -> None:
    with pytest.raises(BadNotation):
        rules.read_move(written, rules.game(ruleset).parse_action)


def test_every_game_is_tried() -> None:
    assert set(READ) == set(UNREAD) == set(rules.games())


def test_words_that_can_be_read_in_two_ways_are_not_read() -> None:
    def parse(text: str) -> str:
        if text not in ("a", "a a"):
            raise BadNotation(text)
        return text.replace(" ", "-")

    assert rules.read_move("a", parse) == ["a"]
    assert rules.read_move("a, a a", parse) == ["a", "a-a"]
    with pytest.raises(BadNotation):
        rules.read_move("a a a", parse)


def test_a_long_text_without_separators_takes_a_moment() -> None:
    with pytest.raises(BadNotation):
        rules.read_move("sun e5 " * 100 + "sun", rules.game("siesta").parse_action)
    assert len(rules.read_move("sun e5 " * 100, rules.game("siesta").parse_action)) == 100
