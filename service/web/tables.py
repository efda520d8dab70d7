"""A game as a page shows it: who sits where, what stands in the middle, whose turn it is."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass

import rules
from rules import Seat
from rules.canvas import SEATS, SeatLook
from rules.game import CHANCE
from service.beacon.promises import is_awaited
from service.core.language import gettext, listed, ngettext
from service.models import Account, EndedBy, Game, GameSeat, GameStatus, SeatState, StandingChallenge
from service.play.seating import account_shown, by_place, invited_as, seat_of
from service.telling.points import points_made, points_of
from service.telling.story import Line, story
from service.web.cache import drawn_once
from service.web.frame.blueprints import pages
from service.web.profiles import page_about


@dataclass(frozen=True)
class Player:
    """Somebody at the table. Letter, colour and points are there once the game has begun."""

    seat: GameSeat
    account: Account | None
    """Who has the seat, if whoever looks may know."""
    name: str
    note: str
    look: SeatLook | None
    score: int | None
    is_you: bool
    has_move: bool
    has_won: bool


def players(game: Game, your_seat: Seat | None, *, to_host: bool = False) -> list[Player]:
    """Everybody at the table in the order of play, or of invitation before the game begins."""
    seats = by_place(game) if game.setup is None else game.seats
    begun, points = game.setup is not None, points_of(game)
    return [
        Player(
            seat=seat,
            account=account_shown(seat, your_seat, to_host=to_host),
            name=name_of(seat, your_seat, to_host=to_host),
            note=_note(seat, is_over=game.status == GameStatus.FINISHED),
            look=SEATS[seat.number] if begun else None,
            score=points[seat.number] if points is not None else None,
            is_you=seat.number == your_seat,
            has_move=begun and game.to_move == seat.number,
            has_won=seat.number in (game.winners or ()),
        )
        for seat in seats
    ]


@pages.app_template_global()
def line_made_of(seated: Sequence[Player], game: Game) -> Hashable:
    """All that it shows of the players, beside the clock of whoever is to move."""
    saves = bool(game.fast_clock) and game.status == GameStatus.ACTIVE
    return tuple(
        [
            (
                player.name,
                player.is_you or page_about(player.account),
                player.note,
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


def status_line(game: Game, your_seat: Seat | None) -> str:
    """In one short sentence, how the game stands."""
    if game.status == GameStatus.INVITING:
        return _awaited(game, your_seat)
    if game.status == GameStatus.CANCELLED:
        return _cancelled(game)
    if game.status == GameStatus.FINISHED:
        return _outcome(game, your_seat)
    if game.to_move is not None and game.to_move == your_seat:
        is_away = seat_of(game, your_seat).stood_in_at is not None
        return gettext("The computer plays for you") if is_away else gettext("Your turn")
    return gettext("Waiting for %(name)s", name=name_on(game, game.to_move or 0))


def how_it_ended(game: Game) -> str:
    """Why the game is over, where that is not simply the end of play; else nothing."""
    if game.ended_by == EndedBy.RESIGNATION:
        return gettext("The game ended because a player resigned.")
    if game.ended_by == EndedBy.TIME:
        return gettext("The game ended because a player ran out of time.")
    if game.ended_by == EndedBy.AGREEMENT:
        return gettext("The players agreed on a draw.")
    return ""


def name_on(game: Game, number: int) -> str:
    """Who acts on a seat, or the dice."""
    return gettext("Dice") if number == CHANCE else name_of(seat_of(game, number))


def name_of(seat: GameSeat, your_seat: Seat | None = None, *, to_host: bool = False) -> str:
    """What somebody at the table is called; who is only invited has a name for few."""
    account = account_shown(seat, your_seat, to_host=to_host)
    if account is not None:
        return seat.holder
    if seat.recorded_name is not None:
        return seat.recorded_name
    if seat.state == SeatState.INVITED:
        return invited_as(seat, to_host=to_host) or gettext("Someone")
    if seat.ai_level is not None:
        return gettext("Computer, level %(level)d", level=seat.ai_level)
    return gettext("Someone") if seat.state == SeatState.TAKEN else gettext("Free place")


def names_at(game: Game) -> tuple[str, ...]:
    """Who acts on each seat."""
    return tuple(name_of(seat) for seat in game.seats)


def title_of(game: Game) -> str:
    """What a game is called on pages: its ruleset's name."""
    return gettext(rules.game(game.ruleset).name)


@dataclass(frozen=True)
class Entry:
    """A line of the story: who did what in which move, and the length of the log after it."""

    seat: Seat
    who: str
    look: SeatLook | None
    phrase: str
    at: int
    version: int


@dataclass(frozen=True)
class _Told:
    """A line in the reader's language, before it is known what the one who acted is called by now."""

    seat: Seat
    phrase: str
    at: int
    version: int


def entries(game: Game, lines: Iterable[Line]) -> list[Entry]:
    """The lines with the names of those who acted."""
    return _named(game, _told(lines))


def whole_story(game: Game) -> list[Entry]:
    """All that has happened in the game."""
    return _named(game, drawn_once("story", game, game.log_length, lambda: _told(story(game))))


def _told(lines: Iterable[Line]) -> list[_Told]:
    return [
        _Told(line.seat, line.phrase.translated(gettext), line.entry.number + 1, line.entry.version) for line in lines
    ]


def _named(game: Game, lines: Sequence[_Told]) -> list[Entry]:
    acting = {seat: (name_on(game, seat), look_of(seat)) for seat in {line.seat for line in lines}}
    return [Entry(line.seat, *acting[line.seat], line.phrase, line.at, line.version) for line in lines]


def look_of(number: int) -> SeatLook | None:
    """Letter and colour of a seat; None for chance."""
    return None if number == CHANCE else SEATS[number]


def options_of(game: Game | StandingChallenge) -> list[tuple[str, str]]:
    """The options chosen, each with its label and what it means."""
    ruleset = rules.game(game.ruleset)
    chosen = ((ruleset.options[name], value) for name, value in game.options.items())
    return [(gettext(option.label), gettext(option.values[value])) for option, value in chosen]


def _note(seat: GameSeat, *, is_over: bool) -> str:
    if seat.left_by == EndedBy.RESIGNATION:
        return gettext("resigned") if is_over else gettext("resigned; the computer plays on")
    if seat.left_by == EndedBy.TIME:
        return gettext("out of time") if is_over else gettext("out of time; the computer plays on")
    if seat.stood_in_at is not None:
        return gettext("away; the computer plays")
    account = account_shown(seat)
    if account is not None and account.unreachable_since is not None:
        return gettext("unreachable by email")
    return {
        SeatState.OPEN: gettext("first to join"),
        SeatState.INVITED: gettext("invited"),
        SeatState.TAKEN: gettext("bot") if account is not None and account.owner_id is not None else "",
    }[seat.state]


def _awaited(game: Game, your_seat: Seat | None) -> str:
    late = [seat for seat in game.seats if seat.is_awaited]
    if any(seat.number == your_seat for seat in late):
        return gettext("Waiting for you to start")
    waiting = sum(seat.state != SeatState.TAKEN for seat in game.seats)
    if not waiting and not late and is_awaited(game):
        return gettext("Waiting for the public beacon")
    if waiting or not late:
        return ngettext("Waiting for one more player", "Waiting for %(num)d more players", waiting)
    return gettext("Waiting for %(name)s to start", name=name_of(late[0]))


def _cancelled(game: Game) -> str:
    if game.ended_by == EndedBy.DECLINED:
        return gettext("Game cancelled: invitation declined")
    return gettext("Game cancelled: a player withdrew before the start")


def _outcome(game: Game, your_seat: Seat | None) -> str:
    winners = game.winners or []
    if not winners:
        return points_made(game) or gettext("Game over")
    if len(winners) == len(game.seats) > 1 and rules.game(game.ruleset).cooperative:
        return gettext("All players won together")
    if winners == [your_seat]:
        return gettext("You won")
    names = listed(name_on(game, number) for number in winners)
    return ngettext("%(names)s won", "%(names)s share the win", len(winners), names=names)
