"""What stands behind each word that can be written to us, and what is said to whoever wrote something else there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rules.prose import N_
from service.core.language import gettext, languages, listed
from service.mail.commands import Told, command_misused
from service.mail.conduct import others_at
from service.mail.vocabulary import as_written, begun_as_written
from service.models import Account, Game, Notice
from service.play.games import rulesets
from service.post.links import desk_address


@dataclass(frozen=True)
class Usage:
    """A sentence on what may stand behind a word, and how that is written, in English."""

    sentence: str
    examples: Sequence[str] = ()


ALONE = N_("Write it by itself.")
_OF_GUIDES = N_("Write it by itself, or with the name of a game: %(games)s.")
_OF_SOMEBODY = N_("After it, write a player's name as shown in this game.")
_WITH_MORE: Mapping[str, Usage] = {
    "help": Usage(_OF_GUIDES, ("help", "help siesta")),
    "rules": Usage(_OF_GUIDES, ("rules", "rules siesta")),
    "show": Usage(N_("After it, write the number of a line. Reply with “log” to see them all."), ("show 12", "log")),
    "name": Usage(N_("After it, write your new name as one word without spaces."), ("name zoe", "name zoe-2")),
    "zone": Usage(N_("After it, write a large city in your time zone."), ("zone Europe/Rome",)),
    "language": Usage(N_("After it, write one of these: %(languages)s."), ("language en", "language it")),
    "substitute": Usage(
        N_("After it, write the names of games (%(games)s), or “all”, or “off”."),
        ("substitute siesta", "substitute all", "substitute off"),
    ),
    "words": Usage(N_("Write it by itself, or with “off”."), ("words", "words off")),
    "pause": Usage(N_("After it, write a number of days from 1 to 90, or nothing for a week."), ("pause", "pause 14")),
    "vacation": Usage(
        N_("After it, write the first and the last day. A vacation begins today or later and ends within a year."),
        ("vacation 1-14 August",),
    ),
    "plan": Usage(
        N_(
            "After it, write the move you wait for and the move you play then. Write “off” to delete your "
            "conditional moves, or nothing to see them."
        ),
        ("plan", "plan if … then …", "plan off"),
    ),
    "block": Usage(_OF_SOMEBODY),
    "unblock": Usage(_OF_SOMEBODY),
    "report": Usage(N_("Write it by itself, or with a colon and the reason."), ("report", "report: spam")),
}
TERMS: Mapping[str, Usage] = {
    "level": Usage(N_("After “level” comes how strong the computer is, from %(least)s to %(most)s."), ("level2",)),
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
        N_("After “late” comes who plays on for a player out of time: the computer or a substitute."),
        ("late level3", "late substitute"),
    ),
    "layout": Usage(N_("After “layout” comes the number of a game that started with that layout."), ("layout 12",)),
}
"""What stands behind the words on what a table agrees on, as `new` reads them."""
ELSEWHERE = frozenset({"new", "games", "stop"})
"""What is asked for at the general address alone."""
OF_PEOPLE = frozenset({"block", "unblock"})
"""Behind which the name of somebody at the table stands."""
KNOWN_FOR_ALL_GAMES = frozenset(
    {"vacation", "pause", "resume", "name", "zone", "language", "substitute", "words", "help", "rules"}
)
"""What is about no single game."""
AT_DESK = ELSEWHERE | KNOWN_FOR_ALL_GAMES
"""What can be asked for there; all else is about one game."""
WORDS = {
    "misused": (N_("How to use “%(word)s”"), N_("Nothing was done. %(usage)s")),
    "elsewhere": (
        N_("Send this to another address"),
        N_("Nothing was done. Write it in the first line of a new email to %(desk)s."),
    ),
}
"""By what the answer is about: its title, and what it says."""
_ALOUD = N_("If it was a message to the other players, write “say” before it.")


def usage_of(command: str) -> Usage:
    """What may stand behind a command."""
    return _WITH_MORE.get(command) or Usage(ALONE, (command,))


def word_misused(line: str, game: Game, account: Account) -> Told | None:
    """What may stand behind that word, or where it is asked for; None if there is no such word, or the line is long."""
    command = command_misused(line)
    if command is None:
        return None
    if command in ELSEWHERE:
        return "elsewhere", {"command": command}
    return "misused", {"command": command} | ({"names": list(others_at(game, account))} if command in OF_PEOPLE else {})


def title(notice: Notice) -> str:
    """What stands above the answer."""
    text, _ = WORDS[notice.data["topic"]]
    return gettext(text, word=as_written(notice.data["command"]))


def told(notice: Notice) -> str:
    """The text of the answer, with what may stand behind the word; at a table, also how to say it to the others."""
    topic = notice.data["topic"]
    about = {"games": listed(rulesets()), "languages": listed(languages())}
    usage = gettext(usage_of(notice.data["command"]).sentence, **about)
    text = gettext(WORDS[topic][1], usage=usage, desk=desk_address())
    return f"{text} {gettext(_ALOUD)}" if notice.game_id is not None and topic == "misused" else text


def examples(notice: Notice) -> list[str]:
    """How the word is written, in the reader's language; of names, those that the notice tells."""
    if notice.data["topic"] != "misused":
        return []
    command = notice.data["command"]
    named = [begun_as_written(f"{command} {name}") for name in notice.data.get("names", [])]
    return named or [as_written(each) for each in usage_of(command).examples]
