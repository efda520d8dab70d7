"""How a series stands, in sentences."""

from __future__ import annotations

from collections.abc import Sequence

from rules import Sentence
from rules.prose import N_
from service.models import Game, GameStatus
from service.play.course.series import Series, series_of

AGREED = N_(
    "A series, first to {first_to}: after each game the next begins by itself, with seats exchanged, until somebody "
    "has won so many. A draw counts for nobody. With the first game you accept the whole series."
)
STANDS = N_("Game {round} of a series, {wins}, first to {first_to}.")
WON = N_("{winner} has won the series.")
NEXT = N_("The next game has begun.")
UNFINISHED = N_("The series ends unfinished, because not everybody at the table plays on.")


def series_told(game: Game, names: Sequence[str]) -> Sequence[Sentence]:
    """How the series of a game stands, and what comes of it once the game is over; nothing if it is of none.

    Before the first game begins it is what whoever joins agrees to. `names` are those of the seats, in order of play.
    """
    series = series_of(game)
    if series is None or game.status == GameStatus.CANCELLED:
        return ()
    if game.setup is None:
        return [Sentence(AGREED, {"first_to": series.first_to})]
    wins = ", ".join(f"{name} {won}" for name, won in zip(names, series.wins, strict=True))
    stands = Sentence(STANDS, {"round": series.round, "wins": wins, "first_to": series.first_to})
    return [stands, *_outcome(game, series, names)]


def _outcome(game: Game, series: Series, names: Sequence[str]) -> Sequence[Sentence]:
    if series.winner is not None:
        return [Sentence(WON, {"winner": names[series.winner]})]
    if series.is_over:
        return [Sentence(UNFINISHED)]
    return [Sentence(NEXT)] if game.status == GameStatus.FINISHED else []
