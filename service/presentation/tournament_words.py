"""Describe tournaments on pages and in emails: systems, terms, points, tie-breaks, and what the organiser did."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules.prose import N_
from service.db.engines import session
from service.language.catalogue import gettext, ngettext
from service.models import Account, System, Tournament, TournamentLog, TournamentState
from service.presentation.names import called
from service.presentation.option_words import options_of

SYSTEMS = {
    System.ROUND_ROBIN: N_("Round robin"),
    System.SWISS: N_("Swiss system"),
    System.KNOCK_OUT: N_("Knock-out"),
    System.TABLES: N_("Changing groups"),
}
HOW = {
    System.ROUND_ROBIN: N_("Everyone plays everyone else once."),
    System.SWISS: N_("In each round you play someone with about as many points as you."),
    System.KNOCK_OUT: N_("The winner of a game goes on. The loser is out."),
    System.TABLES: N_("In each round the groups change, so that you meet as many players as possible."),
}
"""How the players of each system meet."""
STATES = {
    TournamentState.OPEN: N_("Open for entries"),
    TournamentState.RUNNING: N_("In progress"),
    TournamentState.PAUSED: N_("Paused"),
    TournamentState.FINISHED: N_("Finished"),
    TournamentState.CANCELLED: N_("Cancelled"),
}
ENTRANTS = {"anybody": N_("anybody"), "people": N_("people only"), "bots": N_("bots only")}
SEEDINGS = {"rating": N_("by rating"), "entry": N_("in the order of entry"), "random": N_("at random")}
NOTES = {
    "rematch-allowed": N_("Some players meet twice, because no other pairing was left."),
    "rounds-capped": N_("There are fewer rounds than announced, because no new pairing was left."),
    "too-few-entries": N_("Too few players entered."),
    "cancelled": N_("The organiser cancelled it."),
    "pairing-failed": N_("The next games could not be set up. The organiser knows."),
}
"""What the table says beside its lines, by code."""
TIE_BREAKS_NAMED = {
    "buchholz-cut-1": N_("Buchholz without the lowest"),
    "buchholz": N_("Buchholz"),
    "sonneborn-berger": N_("Sonneborn-Berger"),
}
QUARTERS = ("sonneborn-berger",)
"""Tie-breaks in quarters of a point; the others are in half points."""
DONE = {
    "paused": N_("Paused"),
    "resumed": N_("Resumed"),
    "cancelled": N_("Cancelled"),
    "renamed": N_("Renamed"),
    "removed": N_("Removed %(player)s"),
    "adjudicated": N_("Decided round %(round)d, board %(board)d: %(result)s"),
    "final": N_("Made the table final"),
}
"""What the organiser did, by the code in the log."""


def points(half_points: int) -> str:
    """Write points, of which half ones are stored: "2½"."""
    return _in_quarters(2 * half_points)


def result(half_points: Sequence[int] | None) -> str:
    """Write the result of a pairing in the order of its players: "1 : 0"; empty while the game goes on."""
    return " : ".join(map(points, half_points or ()))


def tie_break(code: str, value: int) -> str:
    """Write the value of a tie-break."""
    return _in_quarters(value) if code in QUARTERS else points(value)


def terms_of_tournament(tournament: Tournament) -> Iterator[tuple[str, str]]:
    """Yield the terms as pairs of label and value, the most important first."""
    system, days = tournament.system, tournament.days_per_move
    yield gettext("System"), f"{gettext(SYSTEMS[system])}. {gettext(HOW[system])}"
    if system == System.TABLES:
        yield gettext("Players in a game"), str(tournament.seats)
    yield from options_of(tournament)
    if tournament.rounds is not None:
        yield gettext("Rounds"), str(tournament.rounds)
    yield gettext("Time control"), ngettext("%(num)d day for each move", "%(num)d days for each move", days)
    yield gettext("Rated"), gettext("yes") if tournament.rated else gettext("no")
    yield (
        gettext("Players"),
        gettext("%(least)d to %(most)d", least=tournament.least_entries, most=tournament.most_entries),
    )
    yield gettext("Who can enter"), _entrants(tournament)
    yield gettext("Late entries"), gettext("yes") if tournament.late_entries else gettext("no")
    yield gettext("Seeding"), gettext(SEEDINGS[tournament.seeding])
    idle = ngettext("after one day without a move", "after %(num)d days without a move", tournament.idle_days)
    yield gettext("The organiser can decide a game"), idle


def _in_quarters(number: int) -> str:
    whole, rest = divmod(number, 4)
    return f"{whole or ''}{' ¼½¾'[rest]}" if rest else str(whole)


def _entrants(tournament: Tournament) -> str:
    who, least, most = gettext(ENTRANTS[tournament.entrants]), tournament.rating_from, tournament.rating_to
    if least is None and most is None:
        return who
    if most is None:
        return gettext("%(who)s, rated %(least)d or more", who=who, least=least or 0)
    if least is None:
        return gettext("%(who)s, rated %(most)d or less", who=who, most=most)
    return gettext("%(who)s, rated %(least)d to %(most)d", who=who, least=least, most=most)


def note_in_words(code: str) -> str:
    """Say what the table must say beside its lines."""
    return gettext(NOTES.get(code, code))


def done_by_organiser(entry: TournamentLog) -> str:
    """Say what the organiser did."""
    data = dict(entry.data)
    player = session().get(Account, data["player"]) if "player" in data else None
    values = {"player": called(player) if player else "", "round": data.get("round", 0), "board": data.get("board", 0)}
    return gettext(DONE.get(entry.what) or note_in_words(entry.what), **values, result=result(data.get("half_points")))
