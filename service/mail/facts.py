"""Template values shared by emails about a game: players, board, news, deadline and messages.

Each small choice has a link, which shows it on the board and plays nothing. Messages by visitors contain no links.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import groupby
from textwrap import TextWrapper
from typing import Any

import rules
from rules import Seat, Sentence
from rules.canvas import SEATS
from service.accounts.accounts import is_guest, is_visitor
from service.db.engines import session
from service.language.catalogue import gettext, ngettext
from service.mail.contrast import readable
from service.models import Account, Game, GameSeat, GameStatus, Message, Notice
from service.notifications import links
from service.notifications.notices import SAID
from service.pictures import boards as pictures
from service.play.chat import QUICK_WORDS, said
from service.play.matches.standing import standing_of
from service.play.positions import log_of
from service.play.seat_links import last_turn_of
from service.play.seating import address_invited, is_host, seat_of
from service.presentation.clock_words import moment_in_words
from service.presentation.match_story import agreed, outlook, series_told
from service.presentation.names import author_of, name_of, name_on, note_on
from service.presentation.offers import Offer, move_in_words, offers
from service.presentation.points import points_of
from service.presentation.rated_words import is_rated_in_words
from service.presentation.story import Line

COLUMNS = 72
"""Of a line in the text of an email."""
SUMMARY = 200
"""Characters of a board's summary."""
_BULLET = "* "
_POINTS = TextWrapper(COLUMNS, initial_indent=_BULLET, subsequent_indent="  ", break_on_hyphens=False)
MOST_OF_VISITORS = 5
"""The newest messages in an email about a turn; the game page has them all."""
_LINKED = re.compile(r"(?<=\S)[.\u3002\uff0e\uff61](?=[^\W\d_])|(?<=[^\W\d_]):(?=\S)")
"""Where email programs detect a web address: at a dot before letters, or after a scheme's colon."""


@dataclass(frozen=True)
class Facts:
    """Template values of an email, and the boards it shows as pictures (SVG).

    `reply_to` is the reply address (a local part of our domain), if replies are read. `marker` is the text of the line
    to reply above, if the email has one. `sender` is the name of the person that the news is about. `thread` names the
    email's thread, if it is not its game's.
    """

    values: dict[str, Any]
    boards: Sequence[str] = field(default=(), repr=False)
    reply_to: str | None = None
    marker: str = ""
    sender: str = ""
    thread: str | None = None


@dataclass(frozen=True)
class PlayerLine:
    """A player's line in an email."""

    letter: str
    colour: str
    """A background on which white letters are readable."""
    name: str
    note: str
    is_you: bool
    score: int | None


@dataclass(frozen=True)
class MatchLines:
    """A game's match in an email: the number of this game, the order of games, and the score."""

    round: int
    agreed: str
    outlook: str
    link: str


@dataclass(frozen=True)
class ChoiceLine:
    """A small choice in an email: its notation, what it does in words, and its link."""

    text: str
    effect: str
    link: str


@dataclass(frozen=True)
class Said:
    """A message in an email: its author, its time in the reader's zone, and its lines."""

    who: str
    when: str
    lines: list[str]


def game_of(notice: Notice) -> Game:
    """Return the notice's game."""
    return session().get_one(Game, notice.game_id)


def recipient(notice: Notice) -> Account:
    """Return the notice's reader."""
    return session().get_one(Account, notice.account_id)


def table(game: Game, you: Seat | None) -> dict[str, object]:
    """Collect the values of every email about a game: the game, its players and links."""
    ruleset = rules.game(game.ruleset)
    return {
        "game": game,
        "game_name": gettext(ruleset.name),
        "players": [_player(game, seat, you) for seat in game.seats],
        "game_link": whole_game(game, you),
        "guide_link": links.guide_link(game.ruleset),
        "home_link": links.home_link(),
        "match": match_lines(game),
        "series": " ".join(series_told(game)),
        "rated": is_rated_in_words(game) if game.rated else "",
    }


def whole_game(game: Game, you: Seat | None) -> str:
    """Return the link to the whole game: without signing in on the player's turn and after the end."""
    if game.status == GameStatus.ACTIVE and you is not None and game.to_move == you:
        return links.whole_game_link(links.present_turn(game, you))
    last = last_turn_of(game, you) if game.status == GameStatus.FINISHED and you is not None else None
    return links.whole_game_link(last) if last else links.game_link(game)


def match_lines(game: Game) -> MatchLines | None:
    """Describe the game's match; None if it is not part of one."""
    standing = standing_of(game)
    if standing is None or game.match_round is None:
        return None
    return MatchLines(
        game.match_round,
        agreed(standing),
        outlook(standing),
        links.match_link(standing.match.id),
    )


def picture_of(game: Game) -> str:
    """Draw the current board as a picture for emails."""
    return pictures.for_mail(pictures.svg(game))


def board(game: Game, reader: Account) -> dict[str, object]:
    """Describe the board as text, as a summary and, if the reader chose it, in words."""
    drawn = pictures.text(game)
    described = rules.game(game.ruleset).picture.describe(pictures.position_shown(game))
    told = [sentence.translated(gettext) for sentence in described] if reader.board_words else []
    return {
        "board_text": drawn,
        "board_lines": len(drawn.splitlines()),
        "board_alt": gettext("The board.") + " " + _summed_up(described),
        "board_task": described[0].translated(gettext),
        "board_words": told,
        "board_told": "\n".join(map(_bullet, told)),
    }


def no_board() -> dict[str, object]:
    """Return the values of `board` for a game that never began."""
    return {"board_text": "", "board_lines": 0, "board_alt": "", "board_task": "", "board_words": [], "board_told": ""}


def choices(game: Game) -> dict[str, object]:
    """List the one-click choices of the seat to act, grouped by their first word, with a title."""
    offered, turn = offers(game), links.turn_link(game, game.to_move or 0)
    lines = [_choice(game, turn, offer) for offer in offered]
    groups = [list(group) for _, group in groupby(lines, key=lambda line: line.text.split(" ")[0])]
    if offered and not offered[0].is_whole:
        title = gettext("Start your move with one click:")
    else:
        title = gettext("Choose your move with one click. You'll see it on the board before it is played:")
    is_alike = all(" " in offer.text for offer in offered)
    return {"choices": groups if is_alike else [lines], "choices_title": title}


def no_choices() -> dict[str, object]:
    """Return the values of `choices` for an email without them."""
    return {"choices": [], "choices_title": ""}


def _choice(game: Game, turn: str, offer: Offer) -> ChoiceLine:
    told = "; ".join(sentence.translated(gettext) for sentence in offer.effects)
    if not told:
        ways = ngettext("%(num)d possibility", "%(num)d possibilities", offer.ways)
        told = f"{move_in_words(rules.game(game.ruleset), offer.text)}: {ways}"
    return ChoiceLine(offer.text, told, links.with_offer(turn, offer.text))


def side(game: Game, you: Seat) -> str:
    """Describe which side the player plays."""
    sides, letter = rules.game(game.ruleset).sides, SEATS[you].letter
    if not sides:
        return gettext("You are %(letter)s.", letter=letter)
    return gettext("You are %(letter)s, %(side)s.", letter=letter, side=gettext(sides[you]))


def _summed_up(described: Sequence[Sentence]) -> str:
    """Join the first sentences that fit a picture's alternative text: whose turn it is, and the points."""
    found = described[0].translated(gettext)
    for sentence in described[1:]:
        told = sentence.translated(gettext)
        if len(found) + len(told) >= SUMMARY:
            break
        found = f"{found} {told}"
    return found


def _bullet(sentence: str) -> str:
    line = f"{_BULLET}{sentence}"
    return line if len(line) <= COLUMNS else _POINTS.fill(sentence)


def news(game: Game, lines: Sequence[Line]) -> list[str]:
    """Word the log lines as sentences, each beginning with the player."""
    return [f"{name_on(game, line.seat)}: {line.phrase.translated(gettext)}." for line in lines]


def as_mailed(message: Message, reader: Account) -> Said:
    """Convert a message for an email to the reader."""
    return Said(author_of(message), time_for(reader, message.at), words_said(message).splitlines())


def words_beside(notice: Notice, who: str) -> list[Said]:
    """Return the words that a guest wrote beside their answer to the reader's invitation."""
    words = notice.data.get("words", "")
    return [Said(who, time_for(recipient(notice), notice.created_at), words.splitlines())] if words else []


def words_said(message: Message) -> str:
    """Return the text of a message; links are broken up in a visitor's."""
    if message.quick in QUICK_WORDS:
        return gettext(QUICK_WORDS[message.quick])
    return unlinked(message.text) if is_visitor(message.account) else message.text


def unlinked(words: str) -> str:
    """Insert spaces where an email program would detect a link."""
    return _LINKED.sub(r"\g<0> ", words)


def said_by_visitors(game: Game, reader: Account, seat: int) -> list[Said]:
    """Return visitors' messages to all since the reader's last move; no other email shows them."""
    if not any(each.account is not None and is_visitor(each.account) for each in game.seats):
        return []
    last = max((entry.at for entry in log_of(game) if entry.seat == seat), default=game.created_at)
    heard = [each for each in said(game, seat) if each.at > last and each.account_id != reader.id]
    told = [as_mailed(each, reader) for each in heard if is_visitor(each.account) and each.to_seat is None]
    return told[-MOST_OF_VISITORS:]


def said_with_move(notice: Notice) -> list[Said]:
    """Return the message that came with the move of the notice, if there is one, and its author has not left."""
    first = (notice.data or {}).get(SAID)
    heard = said(game_of(notice), notice.seat, first - 1, 1) if first is not None else ()
    return [as_mailed(each, recipient(notice)) for each in heard if each.id == first]


def time_for(account: Account, time: datetime) -> str:
    """Format a time in the reader's zone, the zone named."""
    return moment_in_words(time, account.time_zone)


def _player(game: Game, seat: GameSeat, you: Seat | None) -> PlayerLine:
    look = SEATS[seat.number]
    points = points_of(game)
    score = points[seat.number] if points else None
    to_host = you is not None and is_host(game, seat_of(game, you).account)
    is_you = seat.number == you
    name = (_own_address(seat) if is_you else None) or name_of(game, seat, you, to_host=to_host)
    return PlayerLine(look.letter, readable(look.strong), name, note_on(seat, game), is_you, score)


def _own_address(seat: GameSeat) -> str | None:
    """Return the address that the reader was invited by, where their account has no name yet."""
    return address_invited(seat, to_host=True) if seat.account and is_guest(seat.account) else None
