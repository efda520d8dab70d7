"""What answers to `help` list."""

from __future__ import annotations

import re

import pytest
from flask import Flask

import rules
from rules.teaching.figures import FIGURE
from service.language.catalogue import gettext, in_language
from service.mail.command_table import Command
from service.mail.commands import GeneralIntent, Move, Request, Say, TurnIntent, understand, understand_general
from service.mail.helping import AT_GENERAL, AT_TURN, FIRST_STEPS, in_text
from service.mail.vacation_dates import Away
from service.mail.vocabulary import written_in


def told(asked: TurnIntent | GeneralIntent) -> object:
    """Return what to compare of an intent; chat and conditional moves only by type, since their text is free."""
    if isinstance(asked, Away):
        return asked.first, asked.last
    if isinstance(asked, Say):
        return Say
    if isinstance(asked, Request) and asked.command is Command.PLAN and asked.argument != "off":
        return Command.PLAN
    return asked


@pytest.mark.parametrize("language", ["de", "it"])
@pytest.mark.parametrize("written", [each for line in AT_TURN for each in (line.text, line.end) if each])
def test_what_is_listed_beside_a_turn_means_the_same_in_the_readers_language(written: str, language: str) -> None:
    translated = written_in(written, language)
    assert told(understand(translated)) == told(understand(written)), translated


@pytest.mark.parametrize("language", ["de", "it"])
@pytest.mark.parametrize("written", [line.text for line in (*AT_GENERAL, *FIRST_STEPS)])
def test_what_is_listed_at_the_general_address_means_the_same_in_each_language(written: str, language: str) -> None:
    translated = written_in(written, language)
    assert told(understand_general(translated)) == told(understand_general(written)), translated


def test_readers_are_shown_the_words_of_the_glossary() -> None:
    assert [written_in(text, "de") for text in ("plan off", "takeback")] == ["zugplan aus", "zurücknehmen"]
    assert [written_in(text, "it") for text in ("plan off", "takeback")] == ["mosse condizionali no", "annullare"]
    assert written_in("new siesta level2 grace 5", "de") == "neues spiel siesta stufe2 rücknahmefrist 5"


def test_german_readers_are_shown_german_words() -> None:
    shown = [written_in(text, "de") for text in ("resign", "help siesta moves", "new siesta level3 days 5 public")]
    assert shown == ["aufgeben", "hilfe siesta züge", "neues spiel siesta stufe3 tage 5 öffentlich"]


ASKED_IN_WORDS = [
    ("To resign, reply to this email with: resign yes", {"it": "abbandono sì", "de": "aufgeben ja"}),
    (
        "Write “show” and the number of a line. To see all lines, write: log",
        {"it": "cronaca", "de": "verlauf"},
    ),
    ("To take over again, reply with: back", {"it": "torno", "de": "zurück"}),
    (
        "To play again with sides swapped, reply with “rematch”.",
        {"it": "rivincita", "de": "revanche"},
    ),
    (
        "New to this game? Reply with “rules” to get the guide, or with “help moves” to see how to write a move.",
        {"it": "aiuto mosse", "de": "hilfe züge"},
    ),
]


@pytest.mark.parametrize("language", ["it", "de"])
@pytest.mark.parametrize(("sentence", "words"), ASKED_IN_WORDS)
def test_a_mail_asks_for_words_of_the_readers_language(
    app: Flask, sentence: str, words: dict[str, str], language: str
) -> None:
    with in_language(language):
        assert words[language] in gettext(sentence)
    assert understand(words[language]) != Move(words[language])


@pytest.mark.parametrize("language", ["en", "de", "it"])
@pytest.mark.parametrize("ruleset", rules.games())
def test_a_guide_in_text_has_no_markup(ruleset: str, language: str) -> None:
    told = in_text(FIGURE.sub("", rules.game(ruleset).guide_in(language)))
    assert re.findall(r"^#.*|^\|.*|.*\*\*.*|.*[`\]].*|^- .*", told, re.MULTILINE) == []


def test_a_table_in_text_names_its_columns_in_each_row() -> None:
    table = "## The board\n| tribe | in texts |\n|---|---|\n| **winter** | `Wi` |\n\n```\n| a | * |\n```\n"
    assert in_text(table) == "The board\n* tribe: winter; in texts: Wi\n\n| a | * |\n\n"
