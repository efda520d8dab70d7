"""Each entry of the table of commands is whole: written in every language, read, answered, and its usage told."""

from __future__ import annotations

import pytest
from flask import Flask

from service.mail.command_table import ArgumentKind, Command, Scope
from service.mail.commands import Move, read_line, understand, understand_general
from service.mail.kinds.answer import facts as answer
from service.mail.kinds.general_mailbox import facts as general_mailbox
from service.mail.new_games import Unclear
from service.mail.vocabulary import written_in
from service.models import Outcome
from service.notifications.links import turn_box
from tests.service.mail.inbound.correspondent import mailed, say_yes, write
from tests.service.on_sqlite import settings
from tests.service.tables import table

__all__ = ["settings"]

ADA = "ada@example.net"
TRANSLATED = ("de", "it")


LISTED = [each for command in Command for line in command.value.help for each in (line.text, line.end) if each]


def example(command: Command) -> str:
    """Return an example of the command from the answer to `help`, or the command alone."""
    return next((text for text in LISTED if (line := read_line(text)) and line.command is command), command.english)


@pytest.mark.parametrize("language", TRANSLATED)
@pytest.mark.parametrize("command", Command)
def test_a_command_is_written_and_read_in_each_language(command: Command, language: str) -> None:
    assert command.value.words.get(language), f"{command} needs words in {language}"
    line = read_line(written_in(example(command), language))
    assert line is not None
    assert (line.command, line.intent is None) == (command, False)


@pytest.mark.parametrize("command", [command for command in Command if command.value.usage])
def test_its_usage_gives_examples_that_are_commands(command: Command) -> None:
    assert command.value.usage
    lines = [read_line(text) for text in command.value.usage.examples]
    assert all(line and line.intent for line in lines)
    assert lines or command.value.kind is ArgumentKind.PLAYER


@pytest.mark.parametrize("command", Command)
def test_it_can_be_written_where_its_scope_says(command: Command) -> None:
    written = example(command)
    assert (understand(written) != Move(written)) == (Scope.GAME in command.value.scope)
    is_lookup = command is Command.SHOW  # at the general address it is asked back of which game
    is_known = not isinstance(understand_general(written), Unclear)
    assert is_known == (Scope.GENERAL in command.value.scope or is_lookup)


@pytest.mark.parametrize("command", [command for command in Command if Scope.GAME in command.value.scope])
def test_it_is_answered_beside_a_turn_with_a_title_of_its_own(app: Flask, command: Command) -> None:
    del app
    game = table("ada", "bob").game
    assert write(ADA, turn_box(game, 0), example(command)) == Outcome.ANSWERED
    [told] = mailed(ADA, "answer", "general-mailbox")
    assert told.notice.data["topic"] in answer.WORDS
    assert told.text


@pytest.mark.parametrize("command", [command for command in Command if Scope.GENERAL in command.value.scope])
def test_it_is_answered_at_the_general_address_once_its_writer_is_sure(app: Flask, command: Command) -> None:
    del app
    table("ada", "bob")
    if write(ADA, "play", example(command)) == Outcome.HELD:
        say_yes(ADA)
    told = mailed(ADA)[-1]
    assert told.notice.kind == "your-turn" or told.notice.data["topic"] in general_mailbox.WORDS
    assert told.text
