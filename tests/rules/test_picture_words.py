"""No word in a picture is misspelt: each is one that the game is explained with, in prose that is proofread."""

import re
import xml.etree.ElementTree as ET

import pytest

import rules
from rules import Game
from tests.rules.pictures import GOLDENS, STAGES

WORD = re.compile(r"[^\W\d_]{3,}")
"""Shorter ones are squares and marks."""
ONLY_IN_PICTURES = {"here", "new", "over", "play", "turn", "won"}
"""Words that some game is not explained with. A name or a term of the rule sheet never belongs here."""


def seen(svg: str) -> str:
    """All that a picture says, to eyes and to ears."""
    elements = list(ET.fromstring(svg).iter())  # noqa: S314  # our own
    labels = (element.get("aria-label", "") for element in elements)
    return " ".join([*(f"{element.text or ''} {element.tail or ''}" for element in elements), *labels])


def unknown(said: str, game: Game) -> set[str]:
    """Return the words with which the game is not explained."""
    return words(said) - words(" ".join([game.guide, game.name, *game.messages.values()])) - ONLY_IN_PICTURES


def advice(strange: set[str]) -> str:
    """Return advice about words with which no game is explained."""
    return (
        f"Pictures say {', '.join(sorted(strange))}, which neither the game's guide nor its messages do. Misspelt in a "
        "picture: mend it there, and run `python -m tests.rules.pictures`. Well spelt: let the guide explain it."
    )


def words(text: str) -> set[str]:
    return set(WORD.findall(text.lower()))


def test_every_word_of_a_picture_is_one_that_its_game_is_explained_with(game: Game) -> None:
    said = " ".join(seen((GOLDENS / f"{game.id}-{stage}.svg").read_text()) for stage in STAGES)
    if strange := unknown(said, game):
        pytest.fail(advice(strange), pytrace=False)


def test_every_word_of_a_text_board_is_one_that_its_game_is_explained_with(game: Game) -> None:
    said = " ".join((GOLDENS / f"{game.id}-{stage}.txt").read_text() for stage in STAGES)
    if strange := unknown(said, game):
        pytest.fail(advice(strange), pytrace=False)


def test_a_misspelt_word_is_caught_in_a_picture_and_in_a_text_board() -> None:
    dawn = rules.game("dawn")
    picture, board = ((GOLDENS / f"dawn-end.{kind}").read_text().replace("Phase", "Phaze") for kind in ("svg", "txt"))

    assert "phaze" in unknown(seen(picture), dawn)
    assert "phaze" in unknown(board, dawn)


@pytest.mark.parametrize("place", ["<title>{}</title>", "<text>{}</text>", "<g aria-label='{}'/>", "<g/>{}"])
def test_words_are_found_wherever_a_picture_says_something(place: str) -> None:
    assert words(seen(f"<svg>{place.format('Phaze')}</svg>")) == {"phaze"}


def test_no_word_is_excused_that_no_picture_says() -> None:
    said = " ".join(seen(path.read_text()) if path.suffix == ".svg" else path.read_text() for path in GOLDENS.iterdir())

    assert words(said) >= ONLY_IN_PICTURES
