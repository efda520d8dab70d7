"""The language that a letter is written in, told by the commands in it rather than by the program that sent it."""

from __future__ import annotations

from dataclasses import replace

from service.core.language import known
from service.mail.commands import language_of
from service.mail.inbound.letter import Letter
from service.mail.reading import Reply
from service.mail.wishes import bare


def as_spoken(letter: Letter) -> Letter:
    """The letter with the language of its first command that tells one, if that can be had; else as it says itself.

    Programs say in which language their owner uses them; `aiuto` says in which the owner writes.
    """
    lines = letter.reading.lines if isinstance(letter.reading, Reply) else ()
    found = next(filter(None, (language_of(bare(line)) for line in lines)), None)
    return replace(letter, language=found) if known(found) else letter
