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


ALONE = N_("It is written alone.")
_OF_GUIDES = N_("It is written alone, or with the name of a game: %(games)s.")
_OF_SOMEBODY = N_("After it comes the name of somebody at this table, as the table shows it.")
_WITH_MORE: Mapping[str, Usage] = {
    "help": Usage(_OF_GUIDES, ("help", "help siesta")),
    "rules": Usage(_OF_GUIDES, ("rules", "rules siesta")),
    "show": Usage(N_("After it comes the number of a line; the answer to log lists them all."), ("show 12", "log")),
    "name": Usage(
        N_("After it comes what others are to call you, in one word without spaces."), ("name zoe", "name zoe-2")
    ),
    "zone": Usage(N_("After it comes a large city near you that has the same time."), ("zone Europe/Rome",)),
    "language": Usage(N_("After it comes one of these: %(languages)s."), ("language en", "language it")),
    "substitute": Usage(
        N_("After it come the names of games (%(games)s), or all, or off."),
        ("substitute siesta", "substitute all", "substitute off"),
    ),
    "words": Usage(N_("It is written alone, or with off."), ("words", "words off")),
    "pause": Usage(N_("After it comes a number of days from 1 to 90, or nothing for a week."), ("pause", "pause 14")),
    "vacation": Usage(
        N_("After it come the first and the last day. It begins today or later, and ends within a year."),
        ("vacation 1-14 August",),
    ),
    "plan": Usage(
        N_("After it comes what you wait for and what you play then; or off, or nothing to see your plan."),
        ("plan", "plan if … then …", "plan off"),
    ),
    "block": Usage(_OF_SOMEBODY),
    "unblock": Usage(_OF_SOMEBODY),
    "report": Usage(N_("It is written alone, or with a colon and why."), ("report", "report: spam")),
}
TERMS: Mapping[str, Usage] = {
    "level": Usage(N_("Behind level stands how well the computer plays, from %(least)s to %(most)s."), ("level2",)),
    "days": Usage(N_("Behind days stands how many there are for each move, from %(least)s to %(most)s."), ("days 5",)),
    "fast": Usage(
        N_("Behind fast stand minutes, from %(least)s to %(most)s, and perhaps a plus and seconds for each move."),
        ("fast 15+20",),
    ),
    "grace": Usage(
        N_("Behind grace stand minutes in which one can take a move back, from %(least)s to %(most)s."), ("grace 5",)
    ),
    "beacon": Usage(
        N_("Behind beacon stands in how many minutes it comes, from %(least)s to %(most)s."), ("beacon 60",)
    ),
    "series": Usage(N_("Behind series stands how many games win it, from %(least)s to %(most)s."), ("series 3",)),
    "late": Usage(
        N_("Behind late stands who plays on for whoever lets a deadline pass: the computer, or a substitute."),
        ("late level3", "late substitute"),
    ),
    "layout": Usage(N_("Behind layout stands the number of a game that began with that layout."), ("layout 12",)),
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
    "misused": (N_("How the word %(word)s is used"), N_("Nothing was done. %(usage)s")),
    "elsewhere": (
        N_("That is asked for elsewhere"),
        N_("Nothing was done. Write it as the first line of a new mail to %(desk)s."),
    ),
}
"""By what the answer is about: its title, and what it says."""
_ALOUD = N_("If it was meant for the others at the table, write the word say before it.")


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
