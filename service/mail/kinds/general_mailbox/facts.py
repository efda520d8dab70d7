"""Values for the answer to an email to our general address, where people start games and look them up."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

import rules
from rules.prose import N_
from service.accounts.accounts import is_guest
from service.db.engines import session
from service.language.catalogue import gettext
from service.mail import about_you, beginnings, helping, pauses, tournaments, unclear, usage, vacations
from service.mail.command_table import Command, Help, answers_to
from service.mail.facts import Facts, recipient, time_for
from service.mail.headers import subject_for
from service.mail.helping import guide_told, no_guide
from service.mail.marker import ANSWER, YES, YES_OR_NO
from service.mail.silence import silence_told
from service.mail.vocabulary import begun_as_written
from service.models import Account, Game, GameStatus, Notice, SeatState
from service.notifications import links
from service.notifications.boxes import asked
from service.play.game_search import GameQuery, SortOrder, count_own_games, find_games
from service.play.games import rulesets
from service.play.open_seats import join_key_of
from service.play.seating import seat_number, seat_of
from service.presentation.outcomes import status_line
from service.security.keys import RowPurpose

MOST_GAMES = 50
"""In one email; it says how many more there are."""
LISTED = (
    GameQuery(status=GameStatus.ACTIVE, to_move=True, order=SortOrder.DEADLINE),
    GameQuery(status=GameStatus.ACTIVE, to_move=False, order=SortOrder.DEADLINE),
    GameQuery(status=GameStatus.INVITING, mine=True),
)
"""Searches for the games to list, the reader's turns and the earliest deadlines first."""


WORDS = {
    **answers_to(*Command),
    "help": (
        N_("What you can do by email"),
        N_(
            "Write one of these on the first line of an email to this address. To play a move, reply to the "
            "email about your turn."
        ),
    ),
    "hello": (
        N_("Hello, and welcome"),
        N_(
            "Here you play board games by email, everyone at their own pace. An email shows you the board, and "
            "your reply is your move. There are three ways to begin. Write one of them on the first line of your "
            "reply:"
        ),
    ),
    "which-guide": (N_("Which game?"), N_("Write “help” and the name of the game.")),
    "which-board": (
        N_("Which game do you mean?"),
        N_("Send that as a reply to an email about the game. The game page shows every position, too."),
    ),
    "signs-in-only": (
        N_("That email only signs you in"),
        N_("Replies to it do nothing. Open its link, or type its code where you asked for it."),
    ),
    "not-understood": (N_("We didn't understand that"), N_("Nothing was done.")),
    **beginnings.WORDS,
    **usage.WORDS,
    "joined": (N_("You are in the game"), N_("We'll email you when it's your turn.")),
    "name-offered": (
        N_("You are in the game"),
        N_(
            "We'll email you when it's your turn. The others see you as a guest. Shall we call you %(name)s? Reply "
            "with yes, or with “name” and another name."
        ),
    ),
    "unnamed": (
        N_("You are still a guest"),
        N_("The others see no name. To choose one later, reply with “name” and the name."),
    ),
    "yes-or-no": (
        N_("Do you want to play?"),
        N_("Nothing was done. Please reply with yes or no. To block this person, reply with “never”."),
    ),
    "yours-or-not": (
        N_("Is this email yours?"),
        N_("Nothing was done. If the email is yours, please reply with “yes”. If it isn't, do nothing."),
    ),
    "not-mine": (N_("Email not confirmed"), N_("Nothing was done.")),
    "never": (
        N_("Person blocked"),
        N_(
            "%(host)s can't invite you any more. If the invitation was still open, it was declined. Your "
            "settings list everyone you blocked, and you can unblock them there."
        ),
    ),
    "invitation-over": (
        N_("This invitation is no longer open"),
        N_("The game has already started or was cancelled, or your place was offered to someone else."),
    ),
    "several": (
        N_("Which game do you mean?"),
        N_(
            "You replied to an email about several games, so nothing was played. Send your move to the address "
            "next to its game in that email, or open the game here. You can also reply to that email with "
            "“vacation”, “pause”, “resume” or “help”."
        ),
    ),
    "several-invitations": (
        N_("Which invitation do you mean?"),
        N_(
            "You replied to an email about several invitations, so we did nothing. Open each invitation here, or "
            "write yes or no to the address next to it in that email."
        ),
    ),
    **pauses.WORDS,
    **vacations.WORDS,
    "take-over": (
        N_("Do you want to take over?"),
        N_("Nothing was done. Please reply with yes or no."),
    ),
    "seat-yours": (N_("You took over the game"), N_("We'll email you when it's your turn.")),
    "seat-declined": (
        N_("You declined"),
        N_("We asked other players, too. To stop these requests, reply with: substitute off"),
    ),
    "seat-lost": (
        N_("A substitute took over your game"),
        N_("You ran out of time, and a substitute took over. You can still view the game."),
    ),
    "no-seat": (N_("You can't take over this game"), ""),
    **unclear.WORDS,
    **about_you.WORDS,
    **tournaments.WORDS,
}
"""Title and text of the answer, by topic."""
_TITLED = {topic: words for words in (about_you, usage) for topic in words.WORDS}
"""Modules that word the title as well."""
WITH_A_GAME = ("created", "begun", "bot-asked", "challenged")
"""Topics of a new game, in which others see its host."""
LISTING = ("games", "several", "several-invitations")
"""Topics answered with a list of the account's games."""
MARKERS = {"yes-or-no": YES_OR_NO, "take-over": YES_OR_NO, "yours-or-not": YES}
"""Lines to reply above, by topic; any other answer that takes replies accepts anything."""
_TOLD: Mapping[str, Callable[[Notice], str]] = {
    **dict.fromkeys(pauses.WORDS, pauses.told),
    **dict.fromkeys(vacations.WORDS, vacations.told),
    **dict.fromkeys(beginnings.WORDS, beginnings.told),
    **dict.fromkeys(tournaments.WORDS, tournaments.told),
}
"""Functions that word the text below the title, for topics whose text needs values."""


def facts(notice: Notice) -> Facts:
    """Collect the information requested, and the commands to write next."""
    account, topic = recipient(notice), notice.data["topic"]
    games = _games(account) if topic in LISTING else _created(notice)
    box = notice.data.get("box") or links.row_box(RowPurpose.ORDER, notice)
    return Facts(
        {
            **_words(notice),
            **(guide_told(notice.data["ruleset"], notice.data["section"]) if topic == "guide" else no_guide()),
            "wrote": notice.data.get("wrote", ""),
            "last": silence_told(notice),
            "intents": unclear.told(notice),
            "word": _word(notice),
            "name_link": notice.data.get("name_link"),
            "offered": notice.data.get("offered") if topic in WITH_A_GAME and is_guest(account) else "",
            "suggest": _suggested(notice),
            "ways": helping.ways(_ways(topic)),
            "rulesets": list(rulesets()),
            "games": tournaments.lines(notice) or [_line(game, account) for game in games],
            "more_games": sum(count_own_games(account, each) for each in LISTED) - len(games)
            if topic in LISTING
            else 0,
            "asked_for_games": topic == "games",
            "home_link": links.home_link(),
        },
        reply_to=asked(box) if topic in unclear.WORDS else box,
        marker=MARKERS.get(topic, ANSWER),
    )


def _ways(topic: str) -> Sequence[Help]:
    """Return the commands to write next."""
    if topic == "hello":
        return helping.FIRST_STEPS
    return (
        helping.at_general_address() if topic in ("help", "signs-in-only", "not-understood", *beginnings.WORDS) else ()
    )


def _word(notice: Notice) -> str:
    """Return the text's final word or link."""
    topic = notice.data["topic"]
    if topic == "challenged":
        return links.lobby_link()
    word: str = "" if topic in beginnings.NAMING else notice.data.get("word", "")
    return word


def _suggested(notice: Notice) -> list[str]:
    topic = notice.data["topic"]
    if topic in usage.WORDS:
        return usage.examples(notice)
    suggested: list[str] = notice.data.get("suggest", [])
    if topic == "which-guide":
        suggested = [f"help {name}" for name in rulesets()]
    return [begun_as_written(each) for each in suggested]


def _words(notice: Notice) -> dict[str, str]:
    """Return the title, and the text below it."""
    topic = notice.data["topic"]
    if topic in _TITLED:
        return {"title": _TITLED[topic].title(notice), "text": _TITLED[topic].told(notice)}
    if topic == "guide":
        name = gettext(rules.game(notice.data["ruleset"]).name)
        return {"title": gettext("How to play %(game)s", game=name), "text": ""}
    title, text = WORDS[topic]
    return {"title": gettext(title), "text": _text(text, notice)}


def _text(text: str, notice: Notice) -> str:
    tell = beginnings.told if "code" in notice.data else _TOLD.get(notice.data["topic"])
    if tell is not None:
        return tell(notice)
    return gettext(text, **notice.data.get("values", {})) if text else ""


def _games(account: Account) -> list[Game]:
    """Return the account's games, as many as one email shows."""
    found: list[Game] = []
    for search in LISTED:
        found += find_games(account, replace(search, limit=MOST_GAMES - len(found)))[0]
    return found


def _created(notice: Notice) -> list[Game]:
    created = notice.data.get("game_id")
    return [session().get_one(Game, created)] if created else []


def _line(game: Game, account: Account) -> dict[str, str]:
    """Return a game's line; its host also gets the link to the open seats."""
    key = join_key_of(game) if game.creator_id == account.id else None
    return {
        "name": subject_for(game, account),
        "state": _state(game, account),
        "link": _link(game, account),
        "join": links.join_link(game.id, key) if key else "",
    }


def _link(game: Game, account: Account) -> str:
    seat = seat_number(game, account)
    if seat is not None and _is_invited(game, account):
        return links.invitation_link(game, seat_of(game, seat).place)
    is_on = game.status == GameStatus.ACTIVE and game.to_move == seat
    return links.turn_link(game, seat) if is_on and seat is not None else links.game_link(game)


def _state(game: Game, account: Account) -> str:
    if _is_invited(game, account):
        return gettext("you are invited")
    status = status_line(game, seat_number(game, account))
    if game.deadline is None:
        return status
    return gettext("%(status)s, until %(until)s", status=status, until=time_for(account, game.deadline))


def _is_invited(game: Game, account: Account) -> bool:
    seats = (seat for seat in game.seats if seat.account_id == account.id and seat.state == SeatState.INVITED)
    return game.status == GameStatus.INVITING and any(seats)
