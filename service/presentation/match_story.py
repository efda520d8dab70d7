"""Describe the state of a match or series in sentences, and what it takes to win it."""

from __future__ import annotations

from collections.abc import Sequence

import rules
from rules import Sentence
from rules.prose import N_
from service.language.catalogue import gettext
from service.models import EndedBy, Game, GameStatus
from service.play.matches.rounds import COUNTED
from service.play.matches.series import series_of
from service.play.matches.standing import Standing
from service.presentation.names import name_of, names_at

DRAW, THIRD_GAME = False, True
ONE_AFTER_THE_OTHER = N_("A match of two games with places swapped, one after the other.")
AT_THE_SAME_TIME = N_("A match of two games with places swapped, at the same time.")
AT_THE_BEGINNING = {
    DRAW: N_("The higher total of points in both games wins the match; equal totals are a draw."),
    THIRD_GAME: N_("The higher total of points in both games wins the match; equal totals lead to a third game."),
}
LEVEL = {
    DRAW: N_("Totals are equal. More points in game {round} win the match; equal points are a draw."),
    THIRD_GAME: N_("Totals are equal. More points in game {round} win the match; equal points lead to a third game."),
}
NEEDS = {
    DRAW: N_(
        "To win the match, {behind} needs {points} points more than {ahead} in game {round}. With {even} more it "
        "is a draw. With fewer, {ahead} wins."
    ),
    THIRD_GAME: N_(
        "To win the match, {behind} needs {points} points more than {ahead} in game {round}. With {even} more "
        "there is a third game. With fewer, {ahead} wins."
    ),
}
DECIDER = N_("Totals are equal after two games. The winner of the third game wins the match.")
CALLED_OFF = N_("The match was cancelled.")
DRAWN = N_("The match ended in a draw, {most} points to {least}.")
WON = N_("{winner} won the match, {most} points to {least}.")
WON_BY_DECIDER = N_("{winner} won the third game and the match.")
WON_BY_RESIGNATION = N_("{winner} won the match because {loser} resigned.")
WON_ON_TIME = N_("{winner} won the match because {loser} ran out of time.")
SERIES_AGREED = N_(
    "A series: first to {first_to} wins. After each game the next one starts by itself, with places swapped. "
    "Draws do not count. By accepting the first game you accept the whole series."
)
SERIES_STANDS = N_("Game {round} of a series, {wins}, first to {first_to}.")
SERIES_WON = N_("{winner} won the series.")
SERIES_GOES_ON = N_("The next game has started.")
SERIES_UNFINISHED = N_("The series ends unfinished because not all players play on.")


def agreed(standing: Standing) -> str:
    """Describe a match: it is one, and its games are played in this order."""
    return gettext(AT_THE_SAME_TIME if standing.match.simultaneous else ONE_AFTER_THE_OTHER)


def outlook(standing: Standing) -> str:
    """Describe what each player still needs to win the match, or how it ended."""
    return _outlook(standing, [name_of(standing.games[0], seat) for seat in standing.places]).translated(gettext)


def _outlook(standing: Standing, names: Sequence[str]) -> Sentence:
    if standing.match.status == GameStatus.CANCELLED:
        return Sentence(CALLED_OFF)
    if standing.match.status == GameStatus.FINISHED:
        return _result(standing, names)
    if len(standing.games) > COUNTED:
        return Sentence(DECIDER)
    ending = THIRD_GAME if rules.game(standing.match.ruleset).match.decider else DRAW
    if len(standing.games) < COUNTED or len(standing.running) != 1:
        return Sentence(AT_THE_BEGINNING[ending])
    return _needs(standing, names, ending=ending)


def _needs(standing: Standing, names: Sequence[str], *, ending: bool) -> Sentence:
    first, second = standing.totals
    lead = abs(first - second)
    behind, ahead = (names[0], names[1]) if first < second else (names[1], names[0])
    told: dict[str, str | int] = {"behind": behind, "ahead": ahead, "points": lead + 1, "even": lead}
    told["round"] = standing.running[0].match_round or 1
    return Sentence(NEEDS[ending] if lead else LEVEL[ending], told)


def _result(standing: Standing, names: Sequence[str]) -> Sentence:
    most, least = max(standing.totals), min(standing.totals)
    winner = standing.match.winner
    if winner is None:
        return Sentence(DRAWN, {"most": most, "least": least})
    told: dict[str, str | int] = {"winner": names[winner], "loser": names[1 - winner], "most": most, "least": least}
    return Sentence(_how_it_was_won(standing), told)


def _how_it_was_won(standing: Standing) -> str:
    if standing.match.ended_by == EndedBy.RESIGNATION:
        return WON_BY_RESIGNATION
    if standing.match.ended_by == EndedBy.TIME:
        return WON_ON_TIME
    return WON_BY_DECIDER if len(standing.games) > COUNTED else WON


def series_told(game: Game) -> list[str]:
    """Describe the state of a game's series, and what follows once the game is over; empty for a game of no series.

    Before the first game begins, it describes the terms that a joining player accepts.
    """
    return [sentence.translated(gettext) for sentence in _series(game)]


def _series(game: Game) -> Sequence[Sentence]:
    series = series_of(game)
    if series is None or game.status == GameStatus.CANCELLED:
        return ()
    if game.setup is None:
        return [Sentence(SERIES_AGREED, {"first_to": series.first_to})]
    names = names_at(game)
    wins = ", ".join(f"{name} {won}" for name, won in zip(names, series.wins, strict=True))
    stands = Sentence(SERIES_STANDS, {"round": series.round, "wins": wins, "first_to": series.first_to})
    if series.winner is not None:
        return [stands, Sentence(SERIES_WON, {"winner": names[series.winner]})]
    if series.is_over:
        return [stands, Sentence(SERIES_UNFINISHED)]
    return [stands, Sentence(SERIES_GOES_ON)] if game.status == GameStatus.FINISHED else [stands]
