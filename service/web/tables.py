"""Games as pages show them: players, board and whose turn it is."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass

import rules
from rules import Seat
from rules.canvas import SEATS, SeatLook
from rules.game import CHANCE
from service.language.catalogue import gettext
from service.models import Account, Game, GameSeat, GameStatus, SeatState
from service.play.seating import account_shown, by_place, is_shared
from service.presentation.names import name_of, name_on, note_on
from service.presentation.points import points_of
from service.presentation.story import Line, story
from service.web.cache import drawn_once
from service.web.frame.blueprints import pages
from service.web.profiles import page_about


@dataclass(frozen=True)
class Player:
    """A player of a game. Letter, colour and points exist once the game has started."""

    seat: GameSeat
    account: Account | None
    """The seat's account, if the viewer may know it."""
    name: str
    note: str
    look: SeatLook | None
    score: int | None
    is_you: bool
    has_move: bool
    has_won: bool


def players(game: Game, your_seat: Seat | None, *, to_host: bool = False) -> list[Player]:
    """List a game's players in the order of play, or of invitation before the game starts."""
    seats = by_place(game) if game.setup is None else game.seats
    begun, points = game.setup is not None, points_of(game)
    return [
        Player(
            seat=seat,
            account=None if seat.beside else account_shown(seat, your_seat, to_host=to_host),
            name=name_of(game, seat, your_seat, to_host=to_host),
            note=note_on(seat, game),
            look=SEATS[seat.number] if begun else None,
            score=points[seat.number] if points is not None else None,
            is_you=seat.number == your_seat and not is_shared(game, your_seat),
            has_move=begun and game.to_move == seat.number,
            has_won=seat.number in (game.winners or ()),
        )
        for seat in seats
    ]


@pages.app_template_global()
def line_made_of(seated: Sequence[Player], game: Game) -> Hashable:
    """Return the cache key of the line of players: all that it shows except the running clock."""
    saves = bool(game.fast_clock) and game.status == GameStatus.ACTIVE
    return tuple(
        [
            (
                player.name,
                player.is_you or page_about(player.account),
                player.note,
                tuple((player.seat.rating or {}).values()),
                player.seat.state == SeatState.OPEN,
                player.look,
                player.score,
                player.has_move,
                player.has_won,
                player.seat.number == game.to_move,
                player.seat.seconds_saved if saves else None,
            )
            for player in seated
        ]
    )


def title_of(game: Game) -> str:
    """Return a game's title on pages: its ruleset's name, marked where it does not count."""
    name = gettext(rules.game(game.ruleset).name)
    return name if game.practice_day is None else f"{name} · {gettext('Practice: does not count')}"


@dataclass(frozen=True)
class Entry:
    """A log line: who did what in which move, and the length of the log after it."""

    seat: Seat
    who: str
    look: SeatLook | None
    phrase: str
    at: int
    version: int


@dataclass(frozen=True)
class _Told:
    """A translated log line without the player's name, which may change."""

    seat: Seat
    phrase: str
    at: int
    version: int


def entries(game: Game, lines: Iterable[Line]) -> list[Entry]:
    """Add the players' names to log lines."""
    return _named(game, _told(lines))


def whole_story(game: Game) -> list[Entry]:
    """Return the whole log of the game in words."""
    return _named(game, drawn_once("story", game, game.log_length, lambda: _told(story(game))))


def _told(lines: Iterable[Line]) -> list[_Told]:
    return [
        _Told(line.seat, line.phrase.translated(gettext), line.entry.number + 1, line.entry.version) for line in lines
    ]


def _named(game: Game, lines: Sequence[_Told]) -> list[Entry]:
    acting = {seat: (name_on(game, seat), look_of(seat)) for seat in {line.seat for line in lines}}
    return [Entry(line.seat, *acting[line.seat], line.phrase, line.at, line.version) for line in lines]


def look_of(number: int) -> SeatLook | None:
    """Return letter and colour of a seat; None for chance."""
    return None if number == CHANCE else SEATS[number]
