"""Usage of each command and term, and the answer to a wrong argument."""

from __future__ import annotations

from collections.abc import Mapping

from rules.json_types import Json
from rules.prose import N_
from service.language.catalogue import gettext, languages, listed
from service.mail.command_table import ALONE, COMMANDS, ArgumentKind, Scope, Usage
from service.mail.commands import Told, command_misused
from service.mail.conduct import others_at
from service.mail.vocabulary import as_written, begun_as_written
from service.models import Account, Game, Notice
from service.notifications.links import general_address
from service.play.games import rulesets

TERMS: Mapping[str, Usage] = {
    "level": Usage(N_("After “level” comes the computer's strength, from %(least)s to %(most)s."), ("level2",)),
    "days": Usage(N_("After “days” comes the number of days per move, from %(least)s to %(most)s."), ("days 5",)),
    "fast": Usage(
        N_("After “fast” come minutes, from %(least)s to %(most)s. You can add a plus sign and seconds per move."),
        ("fast 15+20",),
    ),
    "grace": Usage(
        N_("After “grace” come the minutes in which a move can be undone, from %(least)s to %(most)s."), ("grace 5",)
    ),
    "beacon": Usage(N_("After “beacon” come the minutes until it is due, from %(least)s to %(most)s."), ("beacon 60",)),
    "series": Usage(N_("After “series” comes the number of wins it takes, from %(least)s to %(most)s."), ("series 3",)),
    "late": Usage(
        N_("After “late”, write who plays on when a player runs out of time: the computer or a substitute."),
        ("late level3", "late substitute"),
    ),
    "layout": Usage(N_("After “layout” comes the number of a game that started with that layout."), ("layout 12",)),
}
"""Values of the terms of a game, as `new` parses them."""
WORDS = {
    "misused": (N_("How to use “%(word)s”"), N_("Nothing was done. %(usage)s")),
    "elsewhere": (
        N_("Send this to another address"),
        N_("Nothing was done. Write it in the first line of a new email to %(desk)s."),
    ),
}
"""Title and text of the answer, by topic."""
_ALOUD = N_("If it was a message to the other players, write “say” before it.")


def word_misused(line: str, game: Game, account: Account) -> Told | None:
    """Return topic and data on how to use a line's command, or where to send it; None for long lines and talk."""
    command = command_misused(line)
    if command is None:
        return None
    told: dict[str, Json] = {"command": command.english}
    if Scope.GAME not in command.value.scope:
        return "elsewhere", told
    return "misused", told | (
        {"names": list(others_at(game, account))} if command.value.kind is ArgumentKind.PLAYER else {}
    )


def title(notice: Notice) -> str:
    """Return the title of the answer."""
    text, _ = WORDS[notice.data["topic"]]
    return gettext(text, word=as_written(notice.data["command"]))


def told(notice: Notice) -> str:
    """Return the text of the answer with the command's usage; in a game, also how to send the line as a message."""
    topic = notice.data["topic"]
    about = {"games": listed(rulesets()), "languages": listed(languages())}
    usage = gettext(_usage(notice).sentence, **about)
    text = gettext(WORDS[topic][1], usage=usage, desk=general_address())
    return f"{text} {gettext(_ALOUD)}" if notice.game_id is not None and topic == "misused" else text


def examples(notice: Notice) -> list[str]:
    """Return examples in the reader's language; for commands that take a player, with the names in the notice."""
    if notice.data["topic"] != "misused":
        return []
    named = [begun_as_written(f"{notice.data['command']} {name}") for name in notice.data.get("names", [])]
    return named or [as_written(each) for each in _usage(notice).examples]


def _usage(notice: Notice) -> Usage:
    return COMMANDS[notice.data["command"]].value.usage or Usage(ALONE)
