"""Pictures, text boards and descriptions are in the reader's language, but for names and words of the notation."""

import re
import xml.etree.ElementTree as ET

import rules
from rules import Game, Sentence
from rules.canvas import COLUMNS_OF_TEXT, fitted
from rules.prose import N_
from tests.greek import translated, untranslated
from tests.rules.tables import Playout

SHORT = "wi au su sp vc ma mb pa pb fa fb la lb vesta ceres"
"""What is written in squares, and what asteroids are called."""


def known(playout: Playout) -> list[str]:
    """Names, and the words that players of the game write."""
    actions = (str(action) for position in playout.positions for action in position.legal_actions())
    written = {word for action in actions for word in re.findall(r"[a-z]+", action)}
    return [*written, *re.findall(r"\w+", playout.game.name.lower()), *SHORT.split()]


def test_no_word_of_a_picture_is_left_in_english(first: Playout) -> None:
    names, before = known(first), first.positions[0]
    for position in first.stages(5):
        drawn = ET.fromstring(first.game.picture.svg(position, before, translated))  # noqa: S314  # our own
        assert untranslated(" ".join(drawn.itertext()), *names) == []
        before = position


def test_no_word_of_a_text_board_is_left_in_english_and_it_still_fits_a_mail(first: Playout) -> None:
    names, before = known(first), first.positions[0]
    for position in first.stages(5):
        board = first.game.picture.text(position, before, translated)
        assert untranslated(board, *names) == []
        assert max(map(len, board.splitlines())) <= COLUMNS_OF_TEXT
        before = position


def test_no_word_of_a_description_is_left_in_english(first: Playout) -> None:
    for position in first.stages(5):
        told = " ".join(sentence.translated(translated) for sentence in first.game.picture.describe(position))
        assert untranslated(told, *known(first)) == []


def test_no_word_of_a_label_is_left_in_english(first: Playout) -> None:
    for position in first.stages(5):
        told = " ".join(label.translated(translated) for label in first.game.picture.labels(position).values())
        assert untranslated(told, *known(first)) == []


def test_a_sentence_is_filled_with_sentences_of_the_same_language() -> None:
    fruit = [Sentence(N_("apples")), Sentence(N_("{count} pears"), {"count": 2})]
    basket = Sentence(N_("{owner} has {fruit}."), {"owner": "Ann", "fruit": fruit})

    assert str(basket) == "Ann has apples, 2 pears."
    assert basket.translated(lambda text: f"<{text}>") == "<Ann has <apples>, <2 pears>.>"


def test_a_line_that_is_too_long_is_broken_and_any_other_stays_as_it_is() -> None:
    assert fitted("a   b") == ["a   b"]
    assert fitted("word " * 20)[1].startswith("  word")


def test_a_guide_is_given_in_a_language_that_it_is_written_in(game: Game) -> None:
    assert game.guide_in("en") == game.guide_in("el-GR") == game.guide
    assert rules.game(game.id).guide_in("") == game.guide
