"""The answer to a player's mail about a game: why it was not played, or what they asked for."""

from __future__ import annotations

from typing import Any

from rules import Seat, Sentence
from rules.prose import N_
from service import pictures
from service.core.language import gettext
from service.mail import pauses, unclear
from service.mail.choices import choices
from service.mail.facts import Facts, board, game_of, news, recipient, table, time_for
from service.models import Game, GameStatus, Notice
from service.post import links
from service.post.boxes import asked
from service.telling.examples import moves_for_example
from service.telling.story import Line, news_for, story

WORDS = {
    "refused": (N_("Your move was not played"), ""),
    "empty": (
        N_("There was no move in your answer"),
        N_("No line of your own was found beside what the mail quotes. Nothing was played."),
    ),
    "unreadable": (
        N_("Your answer could not be read"),
        N_("It holds no plain words that could be read; perhaps it is encrypted. Nothing was played."),
    ),
    "too-long": (
        N_("Your answer is too long"),
        N_(
            "It has more lines of your own than are read, and those could say otherwise, so nothing was played. Answer "
            "with your move in the first line, and little else."
        ),
    ),
    "turn-over": (
        N_("That turn is over"),
        N_("The mail that you have answered was for another turn, so nothing was played. This is how it stands now."),
    ),
    "too-late": (
        N_("Your move came too late"),
        N_("The deadline of the turn had passed, so the seat was given up and nothing was played."),
    ),
    "played": (N_("Your move is played"), N_("You will get a mail when it is your turn again.")),
    "board": (N_("How the game stands"), ""),
    "log": (N_("What was played"), ""),
    "help": (
        N_("Playing by mail"),
        N_(
            "Write your move in your answer, in one line or one action a line. What else you write there is said to "
            "the others at the table. Instead of a move you can write "
            "one of these words: board, log, help, resign, say (and after it what the others at the table are to "
            "hear), mute (no more mails about this game; unmute takes them up again), pause (no mails about any of "
            "your games for a week, or pause 14 for 14 days; resume takes them up again)."
        ),
    ),
    "resign": (
        N_("Do you want to resign?"),
        N_(
            "You give up your seat for good. Where others are still playing, the computer plays on for you; otherwise "
            "the game ends. To do it, answer this mail with: resign yes"
        ),
    ),
    "said": (
        N_("It is said"),
        N_("The others at the table hear it: the line after the word say. For more, use the page of the game."),
    ),
    "not-said": (N_("That was not said"), ""),
    "resigned": (N_("You have resigned"), N_("You take no further part in this game.")),
    **pauses.WORDS,
    **unclear.WORDS,
    "muted": (
        N_("No more mails about this game"),
        N_(
            "The game goes on, and so do its deadlines: look at it on its page. You hear of other games as before. "
            "To get the mails about this game again, answer with the word unmute, or open this link:"
        ),
    ),
    "unmuted": (
        N_("Mails about this game come again"),
        N_("You get them as those about your other games."),
    ),
}
"""By what the answer is about: its title, and what it says."""


NOTES = {
    "said": N_("What you had to say is said to the others at the table."),
    "unsaid": N_("What you had to say was not said to the others either: write it again together with your move."),
    "not-said": N_("What you had to say was not said to the others:"),
}
"""What became of words for the table beside a move or a request."""


def facts(notice: Notice) -> Facts:
    """The reason or the news, the board as it is now, and how to go on."""
    game, seat = game_of(notice), notice.seat or 0
    topic = notice.data["topic"]
    title, text = WORDS[topic]
    is_on = game.status == GameStatus.ACTIVE and game.to_move == seat
    values = {
        **table(game, seat),
        **board(game),
        **choices(game),
        "title": gettext(title),
        "text": _reason(notice.data) or pauses.told(text, notice),
        "undo_link": links.unsubscribe_link(recipient(notice), "your-turn", game.id) if topic == "muted" else None,
        "wrote": notice.data.get("wrote", ""),
        "note": _note(notice.data),
        "last": notice.data.get("last", False),
        "wishes": unclear.told(notice),
        "legal": notice.data.get("legal", []),
        "news": news(game, _told(game, seat, topic)),
        "examples": moves_for_example(game) if is_on else [],
        "deadline": time_for(recipient(notice), game.deadline) if is_on and game.deadline else None,
        "link": links.turn_link(game, seat) if is_on else None,
    }
    box = links.turn_box(game, seat)
    return Facts(values, [pictures.svg(game)], reply_to=asked(box) if topic in unclear.WORDS else box)


def _reason(data: dict[str, Any]) -> str:
    """The sentence of the rules that refused a move."""
    return Sentence(data["reason"], data["values"]).translated(gettext) if "reason" in data else ""


def _note(data: dict[str, Any]) -> str:
    note = gettext(NOTES[data["note"]]) if "note" in data else ""
    return f"{note} {gettext(data['because'])}" if "because" in data else note


def _told(game: Game, seat: Seat, topic: str) -> list[Line]:
    if topic == "log":
        return list(story(game))
    return news_for(game, seat) if topic in ("turn-over", "board") else []
