"""Describe time in words for pages, emails and the API: time controls, vacations and the reasons for a deadline."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import UTC, date, datetime, time

from rules.prose import N_
from service.accounts.vacations import Vacation
from service.language.catalogue import formatted, gettext, ngettext, span
from service.language.time_zones import zone_of
from service.models import Game, OnTimeout
from service.play.timekeeping import DAY, HOUR, MINUTE, Break, ClockTerms, Fast, Why, breaks_within
from service.play.turn_clocks import history_of, terms_of
from service.play.turns import stand_in_level

# Translators: a pattern of CLDR for dates
DATE = N_("d MMMM y")
# Translators: a pattern of CLDR for dates
LONG_DATE = N_("EEEE d MMMM y")
# Translators: a pattern of CLDR for dates
MOMENT = N_("EEE d MMM y, HH:mm")


def moment_in_words(at: datetime, zone: str) -> str:
    """Format a time in the zone of that name, or in UTC, and name the zone: "Thu 7 May 2026, 12:00 UTC"."""
    return f"{_moment(at, zone)} {zone_of(zone).key}"


def days_in_words(vacation: Vacation) -> str:
    """Return the first and the last day of a vacation, or the only one."""
    first, last = _date(vacation.first), _date(vacation.last)
    return first if first == last else gettext("%(first)s to %(last)s", first=first, last=last)


def terms_in_words(terms: ClockTerms) -> list[str]:
    """Describe the agreed time control in phrases; the time per move comes first."""
    if terms.fast is not None:
        return [_fast(terms, terms.fast)]
    phrases = [_time(terms)]
    if terms.weekends_off:
        phrases.append(gettext("Saturdays and Sundays do not count"))
    if terms.nights_off:
        phrases.append(gettext("nights, from 22:00 to 8:00, do not count"))
    if not terms.vacations:
        phrases.append(gettext("vacations do not stop the clock"))
    return phrases


def agreed_time(game: Game) -> list[str]:
    """Describe a game's time control in phrases, with its timeout and undo rules unless they are the default."""
    phrases = terms_in_words(terms_of(game))
    if game.on_timeout == OnTimeout.COMPUTER:
        level = stand_in_level(game)
        text = N_("if a player runs out of time, the computer plays on at level %(level)d until they return")
        phrases.append(gettext(text, level=level))
    if game.on_timeout == OnTimeout.SUBSTITUTE:
        text = N_(
            "if a player runs out of time, the computer plays on at level %(level)d until they return or a "
            "substitute takes over; anyone may then view the game"
        )
        phrases.append(gettext(text, level=stand_in_level(game)))
    if game.grace_minutes:
        minutes = game.grace_minutes
        text = ngettext("a move can be undone for %(num)d minute", "a move can be undone for %(num)d minutes", minutes)
        phrases.append(text)
    return phrases


def deadline_in_words(game: Game, zone: str) -> list[str]:
    """Explain the deadline of the current turn in sentences; times are in the given time zone."""
    history = history_of(game)
    if history is None:
        return []
    given, began = span(int(history.given.total_seconds())), _moment(history.began_at, zone)
    first = gettext("The turn began on %(began)s with %(given)s to move.", began=began, given=given)
    return [first, *_told(breaks_within(terms_of(game), history), zone)]


def breaks_in_words(game: Game, zone: str) -> list[str]:
    """List in sentences what moved the deadline of the current turn; empty if nothing did."""
    return deadline_in_words(game, zone)[1:]


def _fast(terms: ClockTerms, fast: Fast) -> str:
    return gettext(
        "fast: %(first)s for each player's first move, then %(minutes)s for the whole game plus %(more)s per move",
        first=ngettext("%(num)d day", "%(num)d days", terms.days),
        minutes=_span(fast.minutes * MINUTE.total_seconds()),
        more=_span(fast.seconds_per_move),
    )


def _time(terms: ClockTerms) -> str:
    if terms.bank is None:
        return ngettext("%(num)d day", "%(num)d days", terms.days)
    return gettext(
        "%(first)s for the whole game, plus %(more)s per move, up to %(most)s",
        first=_span(terms.days * DAY.total_seconds()),
        more=_span(terms.bank.hours_per_move * HOUR.total_seconds()),
        most=_span(terms.bank.most_days * DAY.total_seconds()),
    )


def _told(breaks: Iterable[Break], zone: str) -> Iterator[str]:
    """Yield a sentence for each break, but only one for all weekends and one for all nights."""
    said: set[Why] = set()
    for each in breaks:
        if each.why not in said:
            yield _sentence(each, zone)
        if each.why in (Why.WEEKEND, Why.NIGHT):
            said.add(each.why)


def _sentence(each: Break, zone: str) -> str:
    since = _moment(each.since, zone)
    if each.until is None:
        return gettext("All players agreed to pause the clock. It has been paused since %(since)s.", since=since)
    until = _moment(each.until, zone)
    match each.why:
        case Why.WEEKEND:
            return gettext("Saturdays and Sundays do not count (in the time zone of the player to move).")
        case Why.NIGHT:
            return gettext("Nights do not count (22:00 to 8:00 in the time zone of the player to move).")
        case Why.VACATION:
            return gettext("Vacations do not count. This one ends %(until)s.", until=until)
        case Why.PAUSE:
            return gettext("All players agreed to pause the clock. It was paused until %(until)s.", until=until)
        case Why.OUTAGE:
            text = N_("Sundial could not be reached from %(since)s to %(until)s. This time does not count.")
            return gettext(text, since=since, until=until)


def _span(seconds: float) -> str:
    return span(int(seconds))


def _date(day: date) -> str:
    return formatted(datetime.combine(day, time(), UTC), DATE, UTC)


def _moment(at: datetime, zone: str) -> str:
    return formatted(at, MOMENT, zone_of(zone))
