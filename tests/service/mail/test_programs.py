"""Answers as mail programs write them, with the move above, below or inside the mail that they quote whole."""

from __future__ import annotations

from itertools import product

import pytest
from flask import Flask

import rules
from service.mail.commands import TurnIntent
from service.mail.compose import texts_of
from service.mail.inbound.meaning import read_as
from service.mail.intents import Doubtful, Meaning, Nothing, One
from service.mail.moves import Moves
from service.mail.quoted import SentMail
from service.mail.reading import Reply, read
from service.mail.reply_grammars import AtTurn
from service.play.positions import position_of
from tests.service.mail.occasions import newest
from tests.service.mail.programs import LANGUAGES, MARKING, PLACES, PROGRAMS
from tests.service.tables import table

MOVE, OTHER = "place max-15", "place min-9"
SIGNATURE = ["", "-- ", "Ada Example", "place max-8 Ltd., Reroll Street 1"]
CASES: dict[str, tuple[list[str], str]] = {
    "a move": ([MOVE], f"move {MOVE}"),
    "a move in other letters": (["Place MAX–15."], f"move {MOVE}"),
    "a greeting to us": (["Hello Sundial,", "", MOVE], f"move {MOVE}"),
    "talk above": (["Nice one, Bob!", "", MOVE], f"move {MOVE} + Nice one, Bob!"),
    "talk below": (
        [MOVE, "", "Well played.", "See you tomorrow 😀"],
        f"move {MOVE} + Well played. / See you tomorrow 😀",
    ),
    "a signature": ([MOVE, *SIGNATURE], f"move {MOVE}"),
    "a signature without its mark": ([MOVE, "", "Viele Grüße", "Ada"], f"move {MOVE}"),
    "a footer": ([MOVE, "", "This message is confidential and may be privileged."], f"move {MOVE}"),
    "the same twice": ([MOVE, "", "as I said:", "", MOVE], f"move {MOVE} + as I said:"),
    "words for the table": ([MOVE, "say Hi!"], f"move {MOVE}"),
    "a second thought": ([MOVE, "", "no wait, rather", "", OTHER], f"which {MOVE} | {OTHER}"),
    "a second word": ([MOVE, "", "resign yes"], f"which {MOVE} | resign yes"),
    "a move taken back": ([MOVE, "", "Oops, wrong square"], f"which {MOVE}"),
    "a word": (["resign yes"], "ask resign yes"),
    "nothing": ([], "nothing"),
    "a signature alone": (SIGNATURE, "nothing"),
}
"""Lines of one's own, and what they come to."""


@pytest.fixture
def turn(app: Flask) -> tuple[SentMail, AtTurn]:
    """Return the email about a turn, and its grammar."""
    game = table("ada", "bob").game
    return SentMail(*texts_of(newest("your-turn"))), AtTurn(Moves(rules.game(game.ruleset), position_of(game)))


def told(meaning: Meaning[TurnIntent]) -> str:
    """Summarise a meaning. Doubtful intents are sorted, because an email that shows one may have it elsewhere."""
    match meaning:
        case One(intent, _, _, talk):
            kind = "ask" if intent.text.startswith("resign") else "move"
            return " + ".join(filter(None, [f"{kind} {intent.text}", " / ".join(talk)]))
        case Doubtful(intents):
            return f"which {' | '.join(sorted(intent.text for intent in intents))}"
        case Nothing():
            return "nothing"
    return f"talk {meaning.texts[0]}"


def expected(program: str, place: str, outcome: str) -> str:
    """Return the expected outcome: text inside an unmarked quote is not known to be meant for the other players."""
    return outcome if place == "top" or program in MARKING else outcome.partition(" + ")[0]


@pytest.mark.parametrize("program", PROGRAMS)
def test_an_answer_is_read_wherever_it_stands(turn: tuple[SentMail, AtTurn], program: str) -> None:
    sent, grammar = turn
    for place, language, case in product(PLACES, LANGUAGES, CASES):
        own, outcome = CASES[case]
        reading = read(PROGRAMS[program].answer(sent, own, place, language))
        meaning = read_as(reading, grammar, sent)
        assert told(meaning) == expected(program, place, outcome), (place, language, case)


def test_these_are_more_than_five_hundred_answers() -> None:
    assert len(PROGRAMS) * len(PLACES) * len(LANGUAGES) * len(CASES) > 500


@pytest.mark.parametrize("program", sorted(MARKING))
def test_of_a_mail_that_is_not_known_only_lines_apart_from_the_quote_are_read(
    turn: tuple[SentMail, AtTurn], program: str
) -> None:
    sent, grammar = turn
    for place, language in product(PLACES, LANGUAGES):
        reading = read(PROGRAMS[program].answer(sent, [MOVE], place, language))
        assert told(read_as(reading, grammar, None)) == f"move {MOVE}"


@pytest.mark.parametrize("program", sorted(set(PROGRAMS) - MARKING))
def test_a_quote_without_marks_of_a_mail_that_is_not_known_is_never_played(
    turn: tuple[SentMail, AtTurn], program: str
) -> None:
    sent, grammar = turn
    other = SentMail("Something else altogether.", "<p>Nothing that was quoted.</p>")
    for language, known in product(LANGUAGES, (None, other)):
        reading = read(PROGRAMS[program].answer(sent, [MOVE], "inline", language))
        assert isinstance(reading, Reply)
        assert told(read_as(reading, grammar, known)) == "nothing"


@pytest.mark.parametrize("program", sorted(PROGRAMS))
def test_a_move_of_our_mail_that_a_sentence_names_is_not_played_at_once(
    turn: tuple[SentMail, AtTurn], program: str
) -> None:
    sent, grammar = turn
    example = next(line.strip() for line in sent.text.splitlines() if line.startswith("    place "))
    sentences = [f"I considered {example} but I do not like it.", f"{example}?", f"{example} :(", f"Not {example}!"]
    for place, own in product(
        PLACES, [*([each] for each in sentences), [example, ":("], [example, f"{example} loses"]]
    ):
        meaning = read_as(read(PROGRAMS[program].answer(sent, own, place, "en")), grammar, sent)
        assert not isinstance(meaning, One) or meaning.is_held, (place, own)
