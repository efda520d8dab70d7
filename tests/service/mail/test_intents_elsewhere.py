"""Intents of lines in reply to questions and digests, and to the general address."""

from __future__ import annotations

import pytest

from service.mail.command_table import Command
from service.mail.commands import Consent, Request
from service.mail.intents import Doubtful, One, Talk, meant
from service.mail.new_games import NewGameIntent, Unclear
from service.mail.reply_grammars import AtDigest, AtGeneralAddress, AtInvitation, AtQuestion, YesWithWord


def test_yes_or_no_is_one_word_whatever_stands_beside_it() -> None:
    for lines in (["yes"], ["Hello,", "Yes!", "Looking forward to it"], ["ok", "no problem"], ["YES", "yes, gladly"]):
        meaning = meant(lines, AtQuestion())
        assert isinstance(meaning, One), lines
        assert meaning.intent == Consent.YES
    assert meant(["No, thanks.", "Bob"], AtQuestion()) == One(Consent.NO, ("No, thanks",))


@pytest.mark.parametrize(
    "lines",
    [["yes", "no"], ["yes", "no wait, no"], ["no", "yes please"], ["Yes", "or rather not"], ["no", "ok, why not"]],
)
def test_yes_and_no_is_neither(lines: list[str]) -> None:
    assert isinstance(meant(lines, AtQuestion()), Doubtful)


def test_other_words_are_no_consent() -> None:
    assert meant(["maybe"], AtQuestion()) == Talk("maybe")
    assert meant(["yes, but only on Sundays"], AtQuestion()) == Talk("yes, but only on Sundays")
    assert meant(["It's me who asks"], AtQuestion()) == Talk("It's me who asks")


CONSENTS = {
    Consent.YES: [
        *(
            "Yes, it's me",
            "Yes please, gladly!",
            "It was me.",
            "Yes, that is mine",
            "OK, thanks",
            "Ja, das war ich",
            "Ja gerne",
        ),
        *(
            "Oui, c'est moi",
            "Sì, sono io",
            "Sí, soy yo",
            "ja",
            "tak",
            "sim",
            "Ano",
            "да",
            "はい。",
            "是的",
            "Ja, bitte!",
        ),
    ],
    Consent.NO: [
        *(
            "No, thank you",
            "Nein danke",
            "Non, merci",
            "No, grazie",
            "nee",
            "nej",
            "nie",
            "não",
            "ne",
            "нет",
            "いいえ",
            "不是",
        ),
    ],
    Consent.NEVER: ["Never!", "no, never again", "never from this person"],
}


@pytest.mark.parametrize(("consent", "text"), [(each, text) for each, texts in CONSENTS.items() for text in texts])
def test_yes_and_no_are_understood_as_people_say_them_in_twelve_languages(consent: Consent, text: str) -> None:
    meaning = meant([text], AtQuestion())
    assert isinstance(meaning, One), text
    assert meaning.intent == consent


WORDS = {
    "yes, my word: lucky": "lucky",
    "Yes my word: Tuesday rain!": "Tuesday rain!",
    "Ja, mein Wort: Regen am Dienstag": "Regen am Dienstag",
    "Sì, la mia parola: pioggia": "pioggia",
}


@pytest.mark.parametrize("text", WORDS)
def test_only_what_is_called_ones_word_is_a_word_for_the_dice(text: str) -> None:
    meaning = meant([text, "", "Cheers, Bob"], AtInvitation())
    assert isinstance(meaning, One), text
    assert meaning.intent == YesWithWord(WORDS[text])


FRIENDLY = {
    Consent.YES: [
        *("Yes, gladly! Hi Bob, nice idea :)", "Yes, I'd love to", "OK, let's play", "I accept", "Gladly", "👍🏽"),
        *("Count me in", "yes - but I am slow", "Yes and good luck", "Hi Bob, yes! How are you?", "Yes, no problem"),
        *("Ja, sehr gern, bin dabei", "Bin dabei!", "Gerne", "Sì, volentieri, a presto", "Ci sto!", "Accetto, grazie"),
        *("yes my lucky word", "Yes: Tuesday rain!", "Avec plaisir"),
    ],
    Consent.NO: [
        *(
            "No thanks, not now",
            "No, sorry, I have no time",
            "not now",
            "👎",
            "Thanks, but no thanks",
            "Sorry, I can't",
        ),
        *("Nein danke, keine Zeit", "Leider nicht, ein andermal", "No grazie, non ora", "Non posso, mi dispiace"),
    ],
}


@pytest.mark.parametrize(("consent", "text"), [(each, text) for each, texts in FRIENDLY.items() for text in texts])
def test_a_friendly_sentence_accepts_or_declines_an_invitation(consent: Consent, text: str) -> None:
    meaning = meant([text, "See you!"], AtInvitation())
    assert isinstance(meaning, One), text
    assert meaning.intent == consent


@pytest.mark.parametrize(
    "lines",
    [
        "yes but only on Sundays",
        "yes, but only on Sundays",
        "Yes / only if you begin",
        "yes unless it rains",
        "yes if you begin",
        "yes when you begin",
        "yes wait",
        "yes no",
        "yes or no",
        "yes is that today?",
        "Yes, maybe",
        "Gladly, but not now",
        "No, ok",
        "not sure",
        "yes, my word: " + "x" * 65,
        "yesterday was fine",
        "ok I will think about it",
    ],
)
def test_half_a_yes_is_asked_about(lines: str) -> None:
    assert not isinstance(meant(lines.split(" / "), AtInvitation()), One)


def test_an_invitation_is_answered_with_all_that_answers_a_question() -> None:
    for consent, texts in CONSENTS.items():
        for text in texts:
            meaning = meant([text], AtInvitation())
            assert isinstance(meaning, One)
            assert meaning.intent == consent


def test_the_general_address_does_one_thing_for_one_mail() -> None:
    meaning = meant(["Hello,", "new seasons level2", "Thanks, Ada"], AtGeneralAddress())
    assert isinstance(meaning, One)
    assert isinstance(meaning.intent.command, NewGameIntent)
    for lines in (
        ["new seasons level2", "new siesta level1"],
        ["new seasons level2", "no, level3"],
        ["stop", "wait, not yet"],
        ["games", "help"],
        ["new seasons level2", "new chess level1"],
    ):
        assert isinstance(meant(lines, AtGeneralAddress()), Doubtful), lines
    twice = meant(["new seasons level2", "New Seasons Level 2."], AtGeneralAddress())
    assert isinstance(twice, One)


def test_the_general_address_answers_harmless_questions_in_spite_of_doubts() -> None:
    meaning = meant(["help", "no idea what to do"], AtGeneralAddress())
    assert isinstance(meaning, One)
    assert meaning.intent.command == Request(Command.HELP)
    assert meant(["yes"], AtGeneralAddress()) == Talk("yes")
    wrong = meant(["new chess level1"], AtGeneralAddress())
    assert isinstance(wrong, One)
    assert isinstance(wrong.intent.command, Unclear)


def test_a_mail_about_several_games_is_answered_with_one_request() -> None:
    assert meant(["pause 14", "Thanks!"], AtDigest()) == One(Request(Command.PAUSE, "14"), ("pause 14",))
    for lines in (["pause", "resume"], ["pause", "place max-15"], ["sun c4", "pause"], ["pause", "no wait"]):
        assert isinstance(meant(lines, AtDigest()), Doubtful), lines
