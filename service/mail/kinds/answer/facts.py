"""Values for the answer to an email about a game: why no move was played, or the information requested."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import rules
from rules import Seat, Sentence
from rules.prose import N_
from service.language.catalogue import gettext
from service.mail import about_you, conduct, held_moves, helping, pauses, plans, proposals, unclear, usage, vacations
from service.mail.command_table import Command, answers_to
from service.mail.facts import (
    Facts,
    board,
    choices,
    game_of,
    news,
    no_board,
    no_choices,
    recipient,
    table,
    time_for,
)
from service.mail.headers import whose_news
from service.mail.helping import guide_told, no_guide
from service.mail.marker import ANSWER, MARKER
from service.mail.silence import silence_told
from service.mail.vocabulary import begun_as_written
from service.models import Account, Game, GameStatus, Notice
from service.notifications import links
from service.notifications.boxes import asked
from service.pictures import boards as pictures
from service.play.seating import seat_of
from service.play.turns import consequences
from service.presentation.offers import moves_for_example
from service.presentation.resigning import resigning_in_words
from service.presentation.story import news_for, story

WORDS = {
    **answers_to(*Command),
    "refused": (N_("Your move was not played"), ""),
    "empty": (
        N_("There was no move in your reply"),
        N_("We found only quoted text in your reply, so nothing was played. Write your move above the quoted text."),
    ),
    "unreadable": (
        N_("We couldn't read your reply"),
        N_("It has no plain text that we can read. Nothing was played. Send your move as plain text."),
    ),
    "encrypted": (
        N_("Your reply is encrypted"),
        N_("We have no key for it, so nothing was played. Send your move again without encryption."),
    ),
    "signed": (
        N_("We couldn't read your signed reply"),
        N_(
            "Your email program packed your text into a digital signature, so nothing was played. Send your "
            "move again without a digital signature, or “clear signed”."
        ),
    ),
    "too-long": (
        N_("Your reply is too long"),
        N_(
            "You wrote more lines than we read, so nothing was played. Reply with your move on the first line "
            "and little else."
        ),
    ),
    "turn-over": (
        N_("That turn is over"),
        N_("You replied to the email of another turn, so nothing was played. Here is the current position."),
    ),
    "asked": (N_("Did you mean this move?"), ""),
    "not-meant": (N_("Move not played"), N_("Nothing was played. Reply with the move you meant.")),
    "question-over": (
        N_("That question has expired"),
        N_("The game has moved on since we asked you, so nothing was played. Here is the current position."),
    ),
    "no-move": (
        N_("There was no move in your reply"),
        N_(
            "Nothing was played, and the other players didn't see what you wrote. To send it to them, write "
            "“say” before it."
        ),
    ),
    "too-late": (
        N_("Your move came too late"),
        N_(
            "The deadline had passed, so nothing was played. Either you forfeited the game, or the computer "
            "plays for you until you reply with “back”."
        ),
    ),
    "played": (N_("Your move was played"), N_("We'll email you when it's your turn again.")),
    "no-line": (
        N_("That line doesn't exist yet"),
        N_("Write “show” and the number of a line. To see all lines, write: log"),
    ),
    "not-said": (N_("Message not sent"), ""),
    "nothing-to-say": (
        N_("There was nothing to send"),
        N_("We found only quoted text in your reply. Write your message above the quoted text."),
    ),
    "unheard": (
        N_("Message not sent"),
        N_("No other person is still playing in this game, so nobody could read your message."),
    ),
    "too-fast": (
        N_("Message not sent"),
        N_("You've sent many emails within a few minutes. Wait five minutes, then send the message again."),
    ),
    "not-back": (N_("You can't return to this game"), N_("The game is over, or you are out of it for good.")),
    **pauses.WORDS,
    **vacations.WORDS,
    **proposals.WORDS,
    **plans.WORDS,
    **conduct.WORDS,
    **unclear.WORDS,
    **about_you.WORDS,
    **usage.WORDS,
    **held_moves.WORDS,
}
"""Title and text of the answer, by topic."""
COMMAS = N_("A move has several parts here. Write all of them, separated by commas.")
OF_THE_TABLE = ("nothing-to-say", "unheard", "too-fast")
"""Topics about a message to the other players, not about a turn."""
WITH_PICTURE = ("board", "turn-over", "question-over", "resigned", "taken-back", "done", "held-stale")
"""Topics answered with the board, because the reader asked for it or has not seen the position."""
WITH_DRAWING = (
    *("refused", "empty", "unreadable", "encrypted", "signed", "too-long", "asked", "not-meant", "no-move", "unheld"),
    *unclear.WORDS,
    *usage.WORDS,
)
"""Topics of mistakes: the text shows the board in characters, because the next move is written above it."""
NOTES = {
    "said": N_("Your message was sent to the other players."),
    "said-alone": N_("Your message was sent to one player only."),
    "held": N_("Your message will go to the other players with the move. To remove it, reply with “unsay”."),
    "held-alone": N_("Your message will go to one player with the move. To remove it, reply with “unsay”."),
    "unplanned": N_("Your conditional moves were not saved. Send them again after this move."),
    "unheld": N_("The move that you sent before was stopped. It was not played."),
    "unsaid": N_("Your message was not sent either. Send it again together with your move."),
    "not-said": N_("Your message was not sent:"),
}
"""Results of sending the chat message beside a move or a command."""
_TOLD: Mapping[str, Callable[[Notice], str]] = {
    **dict.fromkeys(pauses.WORDS, pauses.told),
    **dict.fromkeys(vacations.WORDS, vacations.told),
    **dict.fromkeys(proposals.WORDS, proposals.told),
    **dict.fromkeys(plans.WORDS, plans.told),
    **dict.fromkeys(held_moves.WORDS, held_moves.told),
}
"""Functions that word the text below the title, for topics whose text needs values."""
_TITLED = {topic: words for words in (about_you, usage) for topic in words.WORDS}
"""Modules that word the title as well."""


def facts(notice: Notice) -> Facts:
    """Collect the reason or the news, what to do next, and the board unless the reader has it in view."""
    game, seat, reader = game_of(notice), notice.seat or 0, recipient(notice)
    topic = notice.data["topic"]
    is_on = game.status == GameStatus.ACTIVE and game.to_move == seat
    legal = notice.data.get("legal", [])
    at = notice.data.get("at")
    is_about_plans = topic == "no-plan" or notice.data.get("command") == Command.PLAN.english
    example, meaning = plans.by_example(notice) if is_about_plans else ([], "")
    values = {
        **table(game, seat),
        **_board(game, reader, topic, at),
        **(choices(game) if topic in WITH_PICTURE else no_choices()),
        **(guide_told(notice.data["ruleset"], notice.data["section"]) if topic == "guide" else no_guide()),
        **_words(notice),
        "wrote": notice.data.get("wrote", ""),
        "note": _note(notice.data),
        "last": silence_told(notice),
        "intents": unclear.told(notice),
        "meant": notice.data.get("meant", ""),
        "held": notice.data.get("held", ""),
        "replaced": notice.data.get("replaced", False),
        "hint": gettext(COMMAS) if _lacks_commas(notice.data.get("wrote", ""), legal) else meaning,
        "legal": legal,
        "suggest": example or _suggested(notice),
        "ways": helping.ways(helping.AT_TURN) if topic == "help" else [],
        "news": _lines(game, seat, topic, at),
        "examples": moves_for_example(game) if is_on and not legal and "held" not in notice.data else [],
        "deadline": time_for(reader, game.deadline) if is_on and game.deadline else None,
        "link": links.turn_link(game, seat) if is_on else None,
    }
    return Facts(
        values,
        [pictures.for_mail(pictures.svg(game, at))] if at is not None or topic in WITH_PICTURE else [],
        reply_to=_box(game, seat, notice.data),
        marker=MARKER if is_on and topic not in OF_THE_TABLE else ANSWER,
        sender=whose_news(game, reader) if topic in WITH_PICTURE else "",
    )


def _suggested(notice: Notice) -> list[str]:
    if notice.data["topic"] in usage.WORDS:
        return usage.examples(notice)
    return [begun_as_written(each) for each in notice.data.get("suggest", [])]


def _board(game: Game, reader: Account, topic: str, at: int | None) -> dict[str, object]:
    """Return the board; after a mistake only in characters, since the picture has just been sent."""
    if at is not None:
        drawn = pictures.text(game, at)
        alt = gettext("The board after line %(line)s.", line=at)
        return no_board() | {"board_text": drawn, "board_lines": len(drawn.splitlines()), "board_alt": alt}
    if topic not in (*WITH_PICTURE, *WITH_DRAWING):
        return no_board()
    return board(game, reader) | ({} if topic in WITH_PICTURE else {"board_words": [], "board_told": ""})


def _words(notice: Notice) -> dict[str, str | None]:
    """Return the title, the text below it, and the link that undoes the command, if any."""
    topic, game = notice.data["topic"], game_of(notice)
    title, text = WORDS[topic]
    if topic == "guide":
        title, text = gettext("How to play %(game)s", game=gettext(rules.game(notice.data["ruleset"]).name)), ""
    elif topic in _TITLED:
        title, text = _TITLED[topic].title(notice), _TITLED[topic].told(notice)
    else:
        title = gettext(title, **notice.data.get("values", {}))
        text = _text(topic, text, notice)
    undo = links.unsubscribe_link(recipient(notice), "your-turn", game.id) if topic == "muted" else None
    return {"title": title, "text": text, "undo_link": undo}


def _text(topic: str, text: str, notice: Notice) -> str:
    """Return the text below the title; for an illegal move, the rules' sentence."""
    data, game = notice.data, game_of(notice)
    if "reason" in data:
        return Sentence(data["reason"], data["values"]).translated(gettext)
    if topic == "resign":
        follows = consequences(game, seat_of(game, notice.seat or 0))
        return " ".join([*resigning_in_words(follows), gettext(text)])
    if topic in _TOLD:
        return _TOLD[topic](notice)
    return gettext(text, **data.get("values", {})) if text else ""


def _box(game: Game, seat: Seat, data: dict[str, Any]) -> str:
    """Return the reply address of the answer: a question about a move and chat have their own."""
    if data["topic"] in OF_THE_TABLE:
        return links.talk_box(game, seat)
    box: str = data.get("box") or links.turn_box(game, seat)
    return asked(box) if data["topic"] in unclear.WORDS else box


def _lacks_commas(wrote: str, legal: Iterable[str]) -> bool:
    """Check whether one action was written where every legal move has several."""
    return not any(mark in wrote for mark in ",;") and any("," in move for move in legal)


def _note(data: dict[str, Any]) -> str:
    note = gettext(NOTES[data["note"]]) if "note" in data else ""
    return f"{note} {gettext(data['because'])}" if "because" in data else note


def _lines(game: Game, seat: Seat, topic: str, at: int | None) -> list[str]:
    """Return the whole log with numbers, the line shown, or the news since the reader's last turn."""
    if topic == "log" or at is not None:
        told = list(story(game)) if at is None else list(story(game, at - 1, at))
        return [f"{line.entry.number + 1}. {sentence}" for line, sentence in zip(told, news(game, told), strict=True)]
    return news(game, news_for(game, seat)) if topic in ("turn-over", "question-over", "board") else []
