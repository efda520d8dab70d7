"""What own lines come to in answer to a turn: one intent, several, talk, or nothing."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rules
from service.mail.command_table import COMMANDS, Command
from service.mail.commands import Move, Request, Say
from service.mail.intents import Doubtful, Nothing, One, Talk, meant
from service.mail.moves import Moves
from service.mail.reply_grammars import AtTurn
from tests.service.mail.positions import TWO_MOVES, at, in_doubt, standing

GAMES = sorted(rules.games())
SEASONS = standing("seasons").grammar


def test_every_game_is_tried() -> None:
    assert sorted(TWO_MOVES) == GAMES


@pytest.mark.parametrize("ruleset", GAMES)
def test_one_move_is_one_move(ruleset: str) -> None:
    for move in TWO_MOVES[ruleset]:
        assert at(standing(ruleset).grammar, move) == One(Move(move), (move,))


@pytest.mark.parametrize("between", [[], ["no wait, rather"], ["or"], ["Hm, let me see."], ["Sorry!", "I mean:"]])
@pytest.mark.parametrize("ruleset", GAMES)
def test_a_second_move_is_a_second_thought(ruleset: str, between: list[str]) -> None:
    first, second = TWO_MOVES[ruleset]
    assert in_doubt(at(standing(ruleset).grammar, first, *between, second)) == [first, second]


@pytest.mark.parametrize("ruleset", GAMES)
def test_the_same_move_again_is_one_wish(ruleset: str) -> None:
    first, _ = TWO_MOVES[ruleset]
    assert at(standing(ruleset).grammar, first, first.upper(), "As I said:", f"Move: {first}.") == One(
        Move(first), (first, first.upper())
    )


@pytest.mark.parametrize("ruleset", GAMES)
def test_a_move_that_could_be_one_elsewhere_counts_as_a_second_thought(ruleset: str) -> None:
    first, _ = TWO_MOVES[ruleset]
    other = {"seasons": "place max-15", "siesta": "shadow a1", "dawn": "ceres a1", "tribes": "coin l1"}.get(
        ruleset, "e1"
    )
    assert not Moves(rules.game(ruleset), standing(ruleset).moves.position).are_one([other])
    assert in_doubt(at(standing(ruleset).grammar, first, "no,", other))[0] == first


@pytest.mark.parametrize("word", ["resign", "resign yes", "board", "pause 14", "mute", "help", "Log."])
@pytest.mark.parametrize("ruleset", GAMES)
def test_a_request_below_a_move_or_above_it_is_asked_about(ruleset: str, word: str) -> None:
    first, _ = TWO_MOVES[ruleset]
    asked = word.lower().strip(".")
    assert in_doubt(at(standing(ruleset).grammar, first, word)) == [first, asked]
    assert in_doubt(at(standing(ruleset).grammar, word, "Thanks", first)) == [asked, first]


SMALL_TALK = [
    "Thanks for the game!",
    "No problem, take your time.",
    "No virus found in this message. Checked by AVG.",
    "Unless expressly stated otherwise, this message is confidential and may be privileged.",
    "If you have received it by mistake, please notify us, ignore its contents, and delete it.",
    "Please print this e-mail only if necessary.",
    "Do not place any reliance on it.",
    "Si vous avez reçu ce message par erreur, merci de le supprimer.",
    "Sollten Sie nicht der richtige Adressat sein, löschen Sie bitte diese E-Mail.",
    "No virus found in this message. Checked by AVG.",
    "Unless expressly stated otherwise, this message is confidential and may be privileged.",
    "If you have received it by mistake, please notify us, ignore its contents, and delete it.",
    "Please print this e-mail only if necessary.",
    "Do not place any reliance on it.",
    "Si vous avez reçu ce message par erreur, merci de le supprimer.",
    "Sollten Sie nicht der richtige Adressat sein, löschen Sie bitte diese E-Mail.",
    "This message and any attachments are confidential and intended only for the addressee",
    "No hurry",
    "How are you?",
    "Ada",
    "Lieber Bob,",
    "Best regards, Ada Example",
    "Grüße aus Köln",
    "Good luck! I am off to the station at 5 or so, see you on the 4th.",
    "Not bad, your last one",
    "Non vedo l'ora!",
    "よろしくお願いします",
    "yes",
    "thanks",
    "pass",
    "2",
    "1.",
    "https://example.org/",
]


@pytest.mark.parametrize("talk", SMALL_TALK)
@pytest.mark.parametrize("ruleset", GAMES)
def test_small_talk_beside_a_move_does_not_matter(ruleset: str, talk: str) -> None:
    move, _ = TWO_MOVES[ruleset]
    for lines in ([talk, move], [move, talk], ["Hello Sundial,", move, talk, "Ada"]):
        assert at(standing(ruleset).grammar, *lines) == One(Move(move), (move,)), lines


TAKEN_BACK = [
    "no wait",
    "No!",
    "Oh no, sorry.",
    "no, not that one",
    "Or maybe the other one?",
    "On second thought I'd rather not.",
    "Oops, wrong square",
    "Sorry, I meant the one beside it",
    "Actually I want to resign",
    "I resign.",
    "only if Bob agrees",
    "Should I play there?",
    "nein, doch nicht",
    "Halt!",
    "lieber doch das andere",
    "anzi, no",
    "aspetta",
    "Ho cambiato idea",
    "non, attends",
    "Don't play it yet!",
]


@pytest.mark.parametrize("talk", TAKEN_BACK)
@pytest.mark.parametrize("ruleset", GAMES)
def test_words_that_take_a_move_back_lead_to_a_question(ruleset: str, talk: str) -> None:
    move, _ = TWO_MOVES[ruleset]
    assert in_doubt(at(standing(ruleset).grammar, move, talk)) == [move]
    assert in_doubt(at(standing(ruleset).grammar, talk, move)) == [move]


@pytest.mark.parametrize("words", ["Ich gebe auf", "Mi arrendo!", "aufgeben ja"])
def test_giving_up_beside_a_move_in_another_language_is_asked_about_as_resigning_is(words: str) -> None:
    move, _ = TWO_MOVES["seasons"]
    assert in_doubt(at(standing("seasons").grammar, move, words))[0] == move
    assert in_doubt(at(standing("seasons").grammar, words, move))[1] == move


NEAR = {
    "seasons": ["rather max-16", "place it on max", "place max 16", "plaec max-9", "reroll two"],
    "siesta": ["sun g 77", "c5?", "(roof e5)", "a sun on e5", "roof e5 and sun e4", "1. roof e5"],
    "springtime": ["b2?", "better: B2", "b2 is nice, too", "- b2"],
    "springtime-puzzle": ["b2?", "e4/e5"],
    "dawn": ["bar a7-b7", "upright b9", "bar three", "bar 4 m6 m9 m10"],
    "tribes": ["a coin on b1", "shaman to a1", "shaman winter", "coin: b1"],
}


@pytest.mark.parametrize(("ruleset", "talk"), [(ruleset, talk) for ruleset, lines in NEAR.items() for talk in lines])
def test_what_may_be_meant_for_a_move_and_cannot_be_read_leads_to_a_question(ruleset: str, talk: str) -> None:
    move, _ = TWO_MOVES[ruleset]
    assert in_doubt(at(standing(ruleset).grammar, move, talk)) == [move]
    assert at(standing(ruleset).grammar, "Hello,", talk) == Talk(talk.rstrip("."))


READ = {
    "seasons": {"max-9": "place max-9", "place max 15": "place max-15", "reroll 1,1": "reroll 1 1"},
    "siesta": {"sun g 7": "sun g7", "roof e5 sun e4 sun e3": "roof e5, sun e4, sun e3"},
    "dawn": {"bar 4 m6 m9": "bar 4 m6-m9"},
    "tribes": {"shaman spring to i8 coin on i7": "shaman spring i8, coin i7", "coin b 1": "coin b1"},
    "springtime": {"i 9": "i9"},
    "springtime-puzzle": {"i 9": "i9"},
}


@pytest.mark.parametrize(("ruleset", "written"), [(name, text) for name, texts in READ.items() for text in texts])
def test_what_can_mean_one_move_only_is_that_move(ruleset: str, written: str) -> None:
    grammar, move = standing(ruleset).grammar, READ[ruleset][written]
    assert at(grammar, written) == One(Move(move), (written,))
    first, second = TWO_MOVES[ruleset]
    other = second if move == first else first
    assert in_doubt(at(grammar, other, "no", written))[0] == other


@pytest.mark.parametrize("ruleset", GAMES)
def test_lines_that_a_mail_program_has_broken_are_read_as_paragraphs(ruleset: str) -> None:
    move, _ = TWO_MOVES[ruleset]
    footer = ["This message is for the person that it is addressed to,", "or for whoever reads that person's mail."]
    assert at(standing(ruleset).grammar, move, *footer) == One(Move(move), (move,))
    broken = ["Having slept over it for a whole night and half a day I", "would rather not play there after all."]
    assert in_doubt(at(standing(ruleset).grammar, move, *broken)) == [move]


@pytest.mark.parametrize("ruleset", GAMES)
def test_whoever_was_asked_is_not_asked_again_because_of_talk(ruleset: str) -> None:
    first, second = TWO_MOVES[ruleset]
    grammar, footer = standing(ruleset).grammar, ["or so", "Ada Example, Seat B2, e5"]
    assert isinstance(meant([first, *footer], grammar), Doubtful)
    assert meant([first, *footer], grammar, heeds_talk=False) == One(Move(first), (first,))
    assert isinstance(meant([first, second], grammar, heeds_talk=False), Doubtful)


def test_words_for_the_table_go_beside_a_move_or_a_request() -> None:
    move = Move("place max-8")
    assert at(SEASONS, "place max-8", "say Well played!") == One(
        move, ("place max-8", "say Well played!"), (Say("Well played!"),)
    )
    assert at(SEASONS, "say Hi", "place max-8", "say Bye") == One(
        move, ("place max-8", "say Hi", "say Bye"), (Say("Hi"), Say("Bye"))
    )
    assert at(SEASONS, "say no wait, rather max-9") == One(Say("no wait, rather max-9"), ("say no wait, rather max-9",))
    assert at(SEASONS, "resign yes", "say Thanks!") == One(
        Request(Command.RESIGN, "yes"), ("resign yes", "say Thanks!"), (Say("Thanks!"),)
    )


def test_a_request_that_changes_something_is_asked_about_when_in_doubt_and_one_that_does_not_is_not() -> None:
    assert in_doubt(at(SEASONS, "resign yes", "no wait")) == ["resign yes"]
    assert in_doubt(at(SEASONS, "pause 14", "no, a week")) == ["pause 14"]
    assert in_doubt(at(SEASONS, "pause 14", "pause 7")) == ["pause 14", "pause 7"]
    for word in ("help", "board", "log", "resign"):
        assert at(SEASONS, word, "no idea which one I should take") == One(Request(COMMANDS[word]), (word,))
    assert at(SEASONS, "resign", "yes") == One(Request(Command.RESIGN), ("resign",))


def test_talk_alone_is_talk_and_nothing_is_nothing() -> None:
    assert at(SEASONS, "Hello!", "How are you?") == Talk("Hello!")
    assert at(SEASONS, "Dear Sundial,", "how are you?") == Talk("Dear Sundial, how are you?")
    assert at(SEASONS) == Nothing()
    assert at(SEASONS, "...", "Move:") == Nothing()


def test_once_the_turn_is_over_lines_are_read_without_a_position() -> None:
    over = AtTurn(Moves(rules.game("siesta")))
    assert at(over, "roof e5", "sun e4", "sun e3") == One(
        Move("roof e5, sun e4, sun e3"), ("roof e5", "sun e4", "sun e3")
    )
    assert in_doubt(at(over, "roof e5, sun e4, sun e3", "no wait")) == ["roof e5, sun e4, sun e3"]


pieces = st.sampled_from(
    [
        *(line for moves in TWO_MOVES.values() for move in moves for line in (move, *move.split(", "))),
        *("resign yes", "say hi", "no wait", "Thanks!", "pause", "e5 or e6?"),
    ]
)


@given(st.sampled_from(GAMES), st.lists(pieces, max_size=6))
def test_what_is_played_is_what_all_lines_with_a_wish_say_in_their_order(ruleset: str, lines: list[str]) -> None:
    grammar = standing(ruleset).grammar
    meaning = meant(lines, grammar)
    if isinstance(meaning, One) and isinstance(meaning.intent, Move):
        intents = [line for line in lines if grammar.intent(line) is not None and not line.startswith("say")]
        assert "no wait" not in lines
        once = list(dict.fromkeys(intents))
        assert meaning.intent.text in (", ".join(intents), ", ".join(once), *once)
        assert not {"resign yes", "pause"}.intersection(intents)
