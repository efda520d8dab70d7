"""What is told of a line that is neither a move nor a word that can be granted, in answer to a mail about a game."""

from __future__ import annotations

from service.mail import unclear
from service.mail.commands import near_request
from service.mail.inbound.conduct import others_at
from service.mail.inbound.personal import Told
from service.mail.usage import ELSEWHERE, OF_PEOPLE, command_misused
from service.models import Account, Game


def not_a_move(line: str, game: Game, account: Account) -> Told:
    """Which word it misuses, which it may be meant for, or neither."""
    command = command_misused(line)
    if command in ELSEWHERE:
        return "elsewhere", {"command": command}
    if command in OF_PEOPLE:
        return "misused", {"command": command, "names": list(others_at(game, account))}
    if command is not None:
        return "misused", {"command": command}
    near = near_request(line)
    return ("near", {"wishes": unclear.near(near)}) if near else ("no-move", {})
