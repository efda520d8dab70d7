"""What is told of a line that begins with a known word but asks for nothing, in answer to a mail about a game."""

from __future__ import annotations

from service.mail.commands import command_misused
from service.mail.inbound.conduct import others_at
from service.mail.inbound.personal import Told
from service.mail.usage import ELSEWHERE, OF_PEOPLE
from service.models import Account, Game


def word_misused(line: str, game: Game, account: Account) -> Told | None:
    """What may stand behind that word, or where it is asked for; None if there is no such word, or the line is long."""
    command = command_misused(line)
    if command is None:
        return None
    if command in ELSEWHERE:
        return "elsewhere", {"command": command}
    return "misused", {"command": command} | ({"names": list(others_at(game, account))} if command in OF_PEOPLE else {})
