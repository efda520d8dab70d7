"""No sentence of any game says "a autumn coin" or "an roof", whatever its values are."""

import re
from collections.abc import Iterator, Sequence

from rules import Game
from rules.game import ENGLISH
from tests.rules.tables import Playout

BEFORE_A_VOWEL = re.compile(
    r"\ba (?!(?:and|at|in|is|of|on|or|one|once)\b|u(?:ni|se|su))(?:[aeiou]|hour|8|11\b|18\b)\w*"
)
"""A word that no article stands before shows that the `a` is a field or a column."""
BEFORE_A_CONSONANT = re.compile(r"\ban (?!(?:[aeio8]|u(?!ni|se|su)|11\b|18\b|hour))\w+", re.IGNORECASE)


def slips(prose: str) -> list[str]:
    """Return the wrong articles in a text."""
    return [found[0] for wrong in (BEFORE_A_VOWEL, BEFORE_A_CONSONANT) for found in wrong.finditer(prose)]


def said_in(playout: Playout) -> Iterator[str]:
    """Yield every sentence about a game: the effect of each action, and the description of the board."""
    for before, action, _ in playout.steps():
        yield str(playout.game.tell(before, action))
    for position in playout.stages(9):
        yield from map(str, playout.game.picture.describe(position))
        yield playout.game.picture.text(position)


def test_no_article_is_wrong_in_what_is_told_of_games(played: Sequence[Playout]) -> None:
    assert not [slip for playout in played[:3] for said in set(said_in(playout)) for slip in slips(said)]


def test_no_article_is_wrong_in_what_is_written_of_a_game(game: Game) -> None:
    prose = [game.guide, game.guide_in(ENGLISH, "lesson"), game.guide_in(ENGLISH, "example"), game.summary, game.rights]
    assert not [slip for text in [*prose, *game.messages.values()] for slip in slips(text)]


def test_a_wrong_article_is_found_and_a_right_one_is_not() -> None:
    assert slips("places a autumn coin, then an roof and a 11") == ["a autumn", "a 11", "an roof"]
    assert not slips("a unicorn, an hour, an 8, an 11, a union, an extra move, a 1, columns a and b")
