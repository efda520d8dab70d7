"""What mails about a game have to tell: the table, the board, the news, the deadline, and what was said.

Small choices have a link each, which shows the choice on the board and plays nothing; messages of visitors have none.
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
from service import pictures
from service.core.contrast import readable
from service.core.db import session
from service.core.language import gettext, ngettext
from service.models import Account, Game, GameSeat, GameStatus, Message, Notice
from service.people.accounts import is_guest, is_visitor
from service.play.chat import QUICK_WORDS, said
from service.play.matches import standing_of
from service.play.positions import log_of
from service.play.seat_links import last_turn_of
from service.play.seating import invited_as, is_host, seat_of
from service.post import links
from service.telling.clock_words import moment_in_words
from service.telling.match_story import agreed, outlook, series_told
from service.telling.names import name_of, name_on, note_on
from service.telling.offers import Offer, offers
from service.telling.points import points_of
from service.telling.story import Line

COLUMNS = 72
"""Of a line in the text of a mail."""
SUMMARY = 200
"""Characters in which a board is summed up."""
_BULLET = "* "
_POINTS = TextWrapper(COLUMNS, initial_indent=_BULLET, subsequent_indent="  ", break_on_hyphens=False)
MOST_OF_VISITORS = 5
"""Of the newest in a mail about a turn; the page has them all."""
_LINKED = re.compile(r"(?<=\S)[.\u3002\uff0e\uff61](?=[^\W\d_])|(?<=[^\W\d_]):(?=\S)")
"""Where mail programs see a web address: at a dot before letters, or between a scheme and what it leads to."""


@dataclass(frozen=True)
class Facts:
    """The values for the templates of a mail, and the boards that it shows as pictures (SVG).

    `reply_to` is the box (a local part of our domain) that reads an answer to the mail, if one does, and `marker` what
    the line above the mail asks to be written there, if it stands there; `sender` is the name of whose news it is;
    `thread` the thread that the mail belongs to, where that is not its game's.
    """

    values: dict[str, Any]
    boards: Sequence[str] = field(default=(), repr=False)
    reply_to: str | None = None
    marker: str = ""
    sender: str = ""
    thread: str | None = None


@dataclass(frozen=True)
class PlayerLine:
    """One seat as a mail shows it."""

    letter: str
    colour: str
    """On which a white letter can be read."""
    name: str
    note: str
    is_you: bool
    score: int | None


@dataclass(frozen=True)
class MatchLines:
    """The match of a game as a mail tells it: which game this is, the order of the games, and how it stands."""

    round: int
    agreed: str
    outlook: str
    link: str


@dataclass(frozen=True)
class ChoiceLine:
    """One small choice as a mail shows it: its notation, what it does or leaves to choose, and its link."""

    text: str
    effect: str
    link: str


@dataclass(frozen=True)
class Said:
    """One message: who, when in the reader's zone, and the lines of it."""

    who: str
    when: str
    lines: list[str]


def game_of(notice: Notice) -> Game:
    """The game that a notice is about."""
    return session().get_one(Game, notice.game_id)


def recipient(notice: Notice) -> Account:
    """Whom a notice is for."""
    return session().get_one(Account, notice.account_id)


def table(game: Game, you: Seat | None) -> dict[str, object]:
    """What every mail about a game shows: the game, its players, its links."""
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
    }


def whole_game(game: Game, you: Seat | None) -> str:
    """Where the one on that seat sees the whole game: without signing in on their turn, and once it is over."""
    if game.status == GameStatus.ACTIVE and you is not None and game.to_move == you:
        return links.whole_game_link(links.present_turn(game, you))
    last = last_turn_of(game, you) if game.status == GameStatus.FINISHED and you is not None else None
    return links.whole_game_link(last) if last else links.game_link(game)


def match_lines(game: Game) -> MatchLines | None:
    """What there is to tell of the match of a game; None if it is played by itself."""
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
    """The board as it is now, as a picture for a mail."""
    return pictures.for_mail(pictures.svg(game))


def board(game: Game, reader: Account) -> dict[str, object]:
    """The board: as text, summed up, and in words for whoever wants them, also in lines of a mail."""
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
    """In place of `board` for a game that never began."""
    return {"board_text": "", "board_lines": 0, "board_alt": "", "board_task": "", "board_words": [], "board_told": ""}


def choices(game: Game) -> dict[str, object]:
    """What the seat to act can choose with one click, in groups that begin alike, and what that is called."""
    offered, turn = offers(game), links.turn_link(game, game.to_move or 0)
    lines = [_choice(turn, offer) for offer in offered]
    groups = [list(group) for _, group in groupby(lines, key=lambda line: line.text.split(" ")[0])]
    if offered and not offered[0].is_whole:
        title = gettext("Start your move with one click:")
    else:
        title = gettext("Choose your move with one click. You'll see it on the board before it is played:")
    is_alike = all(" " in offer.text for offer in offered)
    return {"choices": groups if is_alike else [lines], "choices_title": title}


def no_choices() -> dict[str, object]:
    """In place of them."""
    return {"choices": [], "choices_title": ""}


def _choice(turn: str, offer: Offer) -> ChoiceLine:
    effect = "; ".join(sentence.translated(gettext) for sentence in offer.effects)
    told = effect or ngettext("%(num)d possibility", "%(num)d possibilities", offer.ways)
    return ChoiceLine(offer.text, told, links.with_offer(turn, offer.text))


def side(game: Game, you: Seat) -> str:
    """Which side the one on that seat plays."""
    sides, letter = rules.game(game.ruleset).sides, SEATS[you].letter
    if not sides:
        return gettext("You are %(letter)s.", letter=letter)
    return gettext("You are %(letter)s, %(side)s.", letter=letter, side=gettext(sides[you]))


def _summed_up(described: Sequence[Sentence]) -> str:
    """The first sentences, as many as a picture's alternative has room for: whose turn it is, and the points."""
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
    """What happened, a sentence a line, each beginning with who did it."""
    return [f"{name_on(game, line.seat)}: {line.phrase.translated(gettext)}." for line in lines]


def as_mailed(message: Message, reader: Account) -> Said:
    """A message for a reader of it."""
    return Said(message.speaker, time_for(reader, message.at), words_said(message).splitlines())


def words_said(message: Message) -> str:
    """What was said."""
    if message.quick in QUICK_WORDS:
        return gettext(QUICK_WORDS[message.quick])
    return unlinked(message.text) if is_visitor(message.account) else message.text


def unlinked(words: str) -> str:
    """The words with a space after all that would make a link of them."""
    return _LINKED.sub(r"\g<0> ", words)


def said_by_visitors(game: Game, reader: Account, seat: int) -> list[Said]:
    """What visitors have said to all since the reader's last move; the reader gets no other mail of it."""
    if not any(each.account is not None and is_visitor(each.account) for each in game.seats):
        return []
    last = max((entry.at for entry in log_of(game) if entry.seat == seat), default=game.created_at)
    heard = [each for each in said(game, seat) if each.at > last and each.account_id != reader.id]
    told = [as_mailed(each, reader) for each in heard if is_visitor(each.account) and each.to_seat is None]
    return told[-MOST_OF_VISITORS:]


def time_for(account: Account, time: datetime) -> str:
    """Format a time in the reader's zone, the zone named."""
    return moment_in_words(time, account.time_zone)


def _player(game: Game, seat: GameSeat, you: Seat | None) -> PlayerLine:
    look = SEATS[seat.number]
    points = points_of(game)
    score = points[seat.number] if points else None
    to_host = you is not None and is_host(game, seat_of(game, you).account)
    is_you = seat.number == you
    name = (_own_address(seat) if is_you else None) or name_of(seat, you, to_host=to_host)
    return PlayerLine(look.letter, readable(look.strong), name, note_on(seat, game), is_you, score)


def _own_address(seat: GameSeat) -> str | None:
    """Return the address that the reader was invited by, where their account has only a made-up name."""
    return invited_as(seat, to_host=True) if seat.account and is_guest(seat.account) else None
