"""The answer to a mail to our general address, where games are begun and asked after."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import rules
from rules import Sentence
from rules.prose import N_
from service.core.db import session
from service.core.language import gettext, span
from service.core.refusals import EXPLANATIONS
from service.mail import about_you, helping, pauses, substitutes, unclear, vacations
from service.mail.facts import Facts, name_of, recipient, time_for
from service.mail.guides import guide_told, no_guide
from service.mail.marker import ANSWER, YES, YES_OR_NO
from service.mail.subjects import subject_for
from service.models import Account, Game, GameStatus, Notice, SeatState
from service.play.game_search import GameQuery, SortOrder, count_own_games, find_games
from service.play.games import rulesets
from service.play.open_seats import join_key_of
from service.play.seating import seat_number, seat_of
from service.post import links

MOST_GAMES = 50
"""In one mail; how many there are besides is said."""
LISTED = (
    GameQuery(status=GameStatus.ACTIVE, to_move=True, order=SortOrder.DEADLINE),
    GameQuery(status=GameStatus.ACTIVE, to_move=False, order=SortOrder.DEADLINE),
    GameQuery(status=GameStatus.INVITING, mine=True),
)
"""The games that are listed: those that wait for the reader first, what is due next before the others."""

WORDS = {
    "help": (
        N_("What you can do by mail"),
        N_(
            "Write one of these as the first line of a mail to this address. A move is the answer to the mail "
            "of a turn."
        ),
    ),
    "hello": (
        N_("Hello, and welcome"),
        N_(
            "Here you play board games by mail, each at your own pace: a mail shows you the board, and your answer is "
            "your move. Three ways to begin; write one of them as the first line of your answer:"
        ),
    ),
    "guide": (N_("How to play"), ""),
    "which-guide": (N_("Which game is it?"), N_("Write the word help and the name of the game.")),
    "which-board": (
        N_("Which game is it for?"),
        N_("Write that in answer to a mail about the game; its page has every position, too."),
    ),
    "signs-in-only": (
        N_("That mail only signs you in"),
        N_("Nothing can be done by answering it: follow its link, or type its code where you have asked for it."),
    ),
    "not-understood": (N_("That was not understood"), N_("Nothing was done.")),
    "no-such-ruleset": (N_("There is no such game here"), N_("Nothing was done.")),
    "no-opponents": (N_("Nobody to play against"), N_("Write who is to play after the name of the game.")),
    "bad-seat": (
        N_("Somebody could not be found"),
        N_("This is neither a mail address nor level1 to level5 nor open, nor anything else that stands there:"),
    ),
    "refused": (N_("The game was not begun"), ""),
    "bad-word": (
        N_("One word was not understood"),
        N_("Nothing was done. It is neither a seat nor anything that this game lets a table choose:"),
    ),
    "created": (N_("Your game is set up"), N_("It begins by itself as soon as everybody has accepted.")),
    "challenged": (
        N_("Your challenge stands"),
        N_(
            "Whoever takes it up begins a game with you, and a mail tells you. The page of challenges lists it, and "
            "you can take it back there."
        ),
    ),
    "bot-asked": (
        N_("A bot is asked to play"),
        N_(
            "The game begins as soon as it takes the seat, and you will get a mail when it is your turn. If it does "
            "not within a minute, another one is asked; if none does, a mail says so."
        ),
    ),
    "begun": (N_("Your game has begun"), N_("You will get a mail when it is your turn.")),
    "games": (N_("Your games"), ""),
    "joined": (N_("You are in the game"), N_("You will get a mail when it is your turn.")),
    "yes-or-no": (
        N_("Do you want to play?"),
        N_(
            "Please answer with the word yes or the word no; or with never, and the one who invites you cannot do so "
            "again. Nothing was done."
        ),
    ),
    "yours-or-not": (
        N_("Is this mail yours?"),
        N_(
            "Please answer with the word yes if it is. Nothing was done; if it is not, do nothing, and nothing happens."
        ),
    ),
    "not-mine": (N_("Then nothing happens"), N_("The mail is left where it is, and nothing that it asks for is done.")),
    "never": (
        N_("Never from this person again"),
        N_(
            "%(host)s cannot invite you any more, and the invitation is declined if it was still open. Your own page "
            "lists all who cannot invite you; there it can be taken back."
        ),
    ),
    "invitation-over": (
        N_("This invitation is over"),
        N_("The game has begun already or does not come about, or your place was offered to somebody else."),
    ),
    "several": (
        N_("Which game is it for?"),
        N_(
            "You have answered a mail about several games, so nothing was played. Write your move to the address that "
            "stands in that mail with its game, or follow the link of the game here. The words vacation, pause, resume "
            "and help can be written in answer to that mail too."
        ),
    ),
    "several-invitations": (
        N_("Which invitation is it for?"),
        N_(
            "You have answered a mail about several invitations, so nothing was done. Follow the link of each here, or "
            "write yes or no to the address that stands in that mail with it."
        ),
    ),
    **pauses.WORDS,
    **vacations.WORDS,
    **substitutes.WORDS,
    **unclear.WORDS,
    **about_you.WORDS,
    "stopped": (
        N_("No more mails"),
        N_("You get none any more, except when you ask for something. Your games go on, and so do their deadlines."),
    ),
}
"""By what the answer is about: its title, and what it says."""


REASONS = {
    "already-invited": N_(
        "%(name)s has never answered us, and has an open invitation of yours. You can invite them again once they have "
        "answered, or you have withdrawn from that game."
    ),
    "invitations-unwanted": N_("%(name)s takes no invitations from you."),
    "no-beacon": N_("No public beacon is offered here. Leave out the word beacon and its minutes."),
    "no-bot-available": N_(
        "No bot can play that just now. Write level1 to level5 in place of bot, and you play the computer."
    ),
    "too-many-invitations": N_(
        "You have invited as many people within a day as one can. Try again in %(wait)s, or write the word open in "
        "place of an address: then anybody can take that seat."
    ),
}
"""By the code of a refusal: what the reader can do now, where that is more than the refusal itself says."""
LISTING = ("games", "several", "several-invitations")
"""What is answered with the games of the account."""
TROUBLE = ("not-understood", "no-such-ruleset", "no-opponents", "bad-seat", "bad-word", "refused")
MARKERS = {"yes-or-no": YES_OR_NO, "take-over": YES_OR_NO, "yours-or-not": YES}
"""What can be written above the answers about that; above others that are answered, anything."""


def facts(notice: Notice) -> Facts:
    """What was asked for, with the words that can be written."""
    account, topic = recipient(notice), notice.data["topic"]
    games = _games(account) if topic in LISTING else _created(notice)
    box = notice.data.get("box")
    return Facts(
        {
            **_words(notice),
            **(guide_told(notice.data["ruleset"], notice.data["section"]) if topic == "guide" else no_guide()),
            "wrote": notice.data.get("wrote", ""),
            "last": notice.data.get("last", False),
            "wishes": unclear.told(notice),
            "word": links.challenges_link() if topic == "challenged" else notice.data.get("word", ""),
            "suggest": notice.data.get("suggest") or _suggested(topic),
            "ways": helping.ways(_ways(topic)),
            "rulesets": list(rulesets()),
            "games": [_line(game, account) for game in games],
            "more_games": _count(account) - len(games) if topic in LISTING else 0,
            "asked_for_games": topic == "games",
            "home_link": links.home_link(),
        },
        reply_to=box,
        marker=MARKERS.get(topic, ANSWER),
    )


def _ways(topic: str) -> Sequence[tuple[str, ...]]:
    """What can be written next."""
    if topic == "hello":
        return helping.FIRST_STEPS
    return helping.at_desk() if topic in ("help", "signs-in-only", *TROUBLE) else ()


def _suggested(topic: str) -> list[str]:
    return [f"help {name}" for name in rulesets()] if topic == "which-guide" else []


def _words(notice: Notice) -> dict[str, str]:
    """The title, and what is said below it."""
    topic = notice.data["topic"]
    if topic in about_you.WORDS:
        return {"title": about_you.title(notice), "text": about_you.told(notice)}
    if topic == "guide":
        name = gettext(rules.game(notice.data["ruleset"]).name)
        return {"title": gettext("How to play %(game)s", game=name), "text": ""}
    title, text = WORDS[topic]
    return {"title": gettext(title), "text": _reason(notice) or _text(text, notice)}


def _text(text: str, notice: Notice) -> str:
    if notice.data["topic"] in vacations.WORDS:
        return vacations.told(notice)
    return gettext(text, **notice.data["values"]) if "values" in notice.data else pauses.told(text, notice)


def _reason(notice: Notice) -> str:
    code = notice.data.get("code")
    if code is None:
        return ""
    if code in REASONS:
        return gettext(REASONS[code], **_values(notice.data["details"]))
    if "reason" in notice.data:
        return Sentence(notice.data["reason"], notice.data["named"]).translated(gettext)
    sentence: str = notice.data.get("sentence") or gettext(EXPLANATIONS[code].title)  # 0.1.0 wrote it in English
    return sentence


def _values(details: dict[str, Any]) -> dict[str, Any]:
    """What a reason can name, with the seconds to wait in words."""
    return details | ({"wait": span(details["retry_after"])} if "retry_after" in details else {})


def _games(account: Account) -> list[Game]:
    """The games that the account plays, as many as a mail shows."""
    found: list[Game] = []
    for search in LISTED:
        found += find_games(account, replace(search, limit=MOST_GAMES - len(found)))[0]
    return found


def _count(account: Account) -> int:
    return sum(count_own_games(account, search) for search in LISTED)


def _created(notice: Notice) -> list[Game]:
    created = notice.data.get("game_id")
    return [session().get_one(Game, created)] if created else []


def _line(game: Game, account: Account) -> dict[str, str]:
    return {
        "name": subject_for(game, account),
        "state": _state(game, account),
        "link": _link(game, account),
        "join": _join(game, account),
    }


def _join(game: Game, account: Account) -> str:
    """The link to its open seats for whoever has set the game up; else nothing."""
    key = join_key_of(game) if game.creator_id == account.id else None
    return links.join_link(game.id, key) if key else ""


def _link(game: Game, account: Account) -> str:
    seat = seat_number(game, account)
    if seat is not None and _is_invited(game, account):
        return links.invitation_link(game, seat_of(game, seat).place)
    is_on = game.status == GameStatus.ACTIVE and game.to_move == seat
    return links.turn_link(game, seat) if is_on and seat is not None else links.game_link(game)


def _state(game: Game, account: Account) -> str:
    if _is_invited(game, account):
        return gettext("you are invited")
    if game.status == GameStatus.INVITING or game.to_move is None:
        return gettext("waits for its players")
    until = time_for(account, game.deadline) if game.deadline else ""
    if game.to_move == seat_number(game, account):
        return gettext("your turn, until %(until)s", until=until) if until else gettext("your turn")
    name = name_of(seat_of(game, game.to_move))
    if not until:
        return gettext("%(name)s is to move", name=name)
    return gettext("%(name)s is to move, until %(until)s", name=name, until=until)


def _is_invited(game: Game, account: Account) -> bool:
    seats = (seat for seat in game.seats if seat.account_id == account.id and seat.state == SeatState.INVITED)
    return game.status == GameStatus.INVITING and any(seats)
