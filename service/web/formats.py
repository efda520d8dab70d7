"""Template filters and globals: times in the viewer's zone, the time left, and sentences in the viewer's language.

Also parses submitted numbers.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from flask import Flask

from rules import Game as Ruleset
from rules import Seat, Sentence
from rules.prose import N_
from service.accounts.accounts import is_guest
from service.accounts.vacations import Vacation, today_of, vacations_of
from service.db.clock import now
from service.language.catalogue import about, formatted, gettext, language, ngettext, short, span
from service.language.time_zones import zone_of
from service.models import Game, GameSeat, SeatState
from service.notifications.links import absolute
from service.notifications.preferences import is_paused
from service.play.matches.standing import standing_of
from service.play.offers import OpenOffer, offers_to
from service.play.records import seed_shown
from service.play.seating import has_others, is_host, is_shared, seat_number, seat_of
from service.play.turn_clocks import terms_of
from service.presentation.clock_words import MOMENT, agreed_time, breaks_in_words, days_in_words
from service.presentation.names import author_of, called, name_on, names_at
from service.presentation.no_break import unbroken, with_commands
from service.presentation.option_words import options_of
from service.presentation.outcomes import how_it_ended, status_line
from service.web.frame.identity import viewer
from service.web.tables import players, title_of

# Translators: a pattern of CLDR for times of today
HOUR = N_("HH:mm")
# Translators: a pattern of CLDR for times of this year
THIS_YEAR = N_("EEE d MMM, HH:mm")
JUST_NOW, AHEAD = timedelta(seconds=10), timedelta(seconds=2)
"""How far a time may lie in the past or, to allow for clock skew, in the future to be shown as "just now"."""
LONGEST_SHADOW = timedelta(days=3)
"""The shadow has its full length from this much time on."""
SHORT = timedelta(hours=12)
OFFERS = {
    OpenOffer.UNDO: N_("Undo?"),
    OpenOffer.DRAW: N_("Draw?"),
    OpenOffer.PAUSE: N_("Pause the clocks?"),
    OpenOffer.REMATCH: N_("Rematch?"),
}
LEAST_REACH, MOST_REACH = 4, 52
"""Lengths of the shadow, in units of the drawing, which is 64 wide."""


@dataclass(frozen=True)
class Shadow:
    """The time left for a move as a shadow: long for days, short in the last hours."""

    reach: int
    is_short: bool


def init_app(app: Flask) -> None:
    """Register the filters, and the globals that all pages need."""
    for way in (moment, until, left, span, said, unbroken, with_commands, clock_face):
        app.add_template_filter(way)
    app.add_template_filter(gettext, "translated")
    app.add_template_global(now, "now")
    for shown in (viewer, language, viewer_zone, paused_until, player_range, seed_shown, standing_of, shadow_of):
        app.add_template_global(shown)
    app.add_template_global(absolute)
    for seated in (
        own_number,
        is_hosted,
        own_seat,
        has_free_seat,
        free_seats,
        credited_at,
        is_computers_turn,
        passes_device,
        offers_to,
        has_others,
    ):
        app.add_template_global(seated)
    for worded in (
        is_near,
        days_in_words,
        agreed_time,
        breaks_in_words,
        away_at,
        seconds_until,
        is_due_soon,
        offer_in_words,
    ):
        app.add_template_global(worded)
    for known in (
        is_guest,
        called,
        author_of,
        name_on,
        names_at,
        players,
        status_line,
        how_it_ended,
        title_of,
        options_of,
    ):
        app.add_template_global(known)


def viewer_zone() -> str:
    """Return the name of the viewer's time zone, which each page says once; UTC if nobody is signed in."""
    account = viewer()
    return zone_of(account.time_zone).key if account else "UTC"


def moment(at: datetime, zone: str) -> str:
    """Format a time: "14:05" today, "Mon 30 Nov, 14:05" this year; with a zone that is not the viewer's, its name."""
    where = zone_of(zone)
    shown, today = at.astimezone(where), now().astimezone(where)
    pattern = HOUR if shown.date() == today.date() else THIS_YEAR if shown.year == today.year else MOMENT
    named = "" if where == zone_of(viewer_zone()) else f" {where.key}"
    return f"{formatted(at, pattern, where)}{named}"


def is_near(time: datetime) -> bool:
    """Check whether a time is less than a day away, so that its distance is shown, too."""
    return abs(time - now()) < timedelta(days=1)


def until(time: datetime) -> str:
    """Describe the distance of a time: "in 2 days", "3 hours ago", "just now"."""
    away = time - now()
    return gettext("just now") if -JUST_NOW < away < AHEAD else about(away, from_now=True)


def is_due_soon(game: Game, seat: Seat | None) -> bool:
    """Check whether it is that seat's turn, with little time left."""
    return game.deadline is not None and game.to_move == seat and shadow_of(game.deadline).is_short


def offer_in_words(offer: OpenOffer) -> str:
    """Name an offer to the viewer, for lists."""
    return gettext(OFFERS[offer])


def left(deadline: datetime) -> str:
    """Describe the time until a deadline: "24 h left"."""
    return gettext("%(time)s left", time=short(max(deadline - now(), timedelta())))


def shadow_of(deadline: datetime) -> Shadow:
    """Return the shadow for the time left until the deadline."""
    left = max(deadline - now(), timedelta())
    return Shadow(LEAST_REACH + round((MOST_REACH - LEAST_REACH) * min(1.0, left / LONGEST_SHADOW)), left < SHORT)


def seconds_until(deadline: datetime) -> int:
    """Count the seconds until a deadline; 0 once it has passed."""
    return max(0, int((deadline - now()).total_seconds()))


def clock_face(seconds: int) -> str:
    """Format seconds like a game clock: "4:05", "1:00:00"."""
    minutes, rest = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def said(sentence: Sentence) -> str:
    """Translate a sentence of the rules into the viewer's language."""
    return sentence.translated(gettext)


def player_range(ruleset: Ruleset) -> str:
    """Describe how many can play: "2 to 4 players"."""
    fewest, most = min(ruleset.players), max(ruleset.players)
    if fewest == most:
        return ngettext("%(num)d player", "%(num)d players", most)
    return gettext("%(fewest)d to %(most)d players", fewest=fewest, most=most)


def own_number(game: Game) -> Seat | None:
    """Return the viewer's seat."""
    return seat_number(game, viewer())


def is_hosted(game: Game) -> bool:
    """Check whether the viewer is the game's host."""
    return is_host(game, viewer())


def own_seat(game: Game, number: Seat | None) -> GameSeat | None:
    """Return the seat with that number, or None for None."""
    return None if number is None else seat_of(game, number)


def free_seats(game: Game) -> int:
    """Count the seats that anybody may take."""
    return sum(seat.state == SeatState.OPEN for seat in game.seats)


def has_free_seat(game: Game) -> bool:
    """Check whether anybody may still join."""
    return free_seats(game) > 0


def credited_at(game: Game) -> list[GameSeat]:
    """Return the seats that got extra time because an email failed."""
    return [seat for seat in game.seats if seat.credited_at is not None]


def is_computers_turn(game: Game) -> bool:
    """Check whether the computer moves next, so a move is expected within seconds."""
    return game.to_move is not None and not seat_of(game, game.to_move).is_played_by_a_person


def passes_device(game: Game, seat: Seat | None) -> bool:
    """Check whether it is the turn of one of the players at the viewer's device, and they have moved before."""
    return seat == game.to_move and game.log_length > 0 and is_shared(game, seat)


def away_at(game: Game) -> list[tuple[GameSeat, Vacation]]:
    """List the game's players with current or future vacations, by date; empty if vacations do not stop its clock."""
    if not terms_of(game).vacations:
        return []
    seated = [
        (seat, seat.account)
        for seat in game.seats
        if seat.is_played_by_a_person and seat.account is not None and seat.beside is None
    ]
    away = [(seat, each) for seat, who in seated for each in vacations_of(who) if each.last >= today_of(who, now())]
    return sorted(away, key=lambda found: found[1])


def paused_until() -> datetime | None:
    """Return until when the viewer's emails are paused; None if they are not."""
    account = viewer()
    return account.paused_until if account and is_paused(account, now()) else None


def number_in(text: str, digits: int = 9) -> int | None:
    """Parse a whole number of at most so many digits; None if it is none."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= digits else None
