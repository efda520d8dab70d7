"""Describe the consequences of resigning on pages, in emails and in the API, before the player confirms."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules import Seat
from service.language.catalogue import gettext, listed, ngettext
from service.models import Game, GameStatus
from service.play.turns import Consequences
from service.presentation.match_story import SERIES_UNFINISHED
from service.presentation.names import name_on


def resigning_in_words(follows: Consequences) -> Iterator[str]:
    """Describe in sentences what happens to the seat and the game, then to the match or series."""
    game = follows.game
    if game.status == GameStatus.INVITING:
        yield _before_the_beginning(follows)
        return
    if follows.seat.left_by is not None:
        yield gettext("You are already out of this game.")
        return
    if game.status != GameStatus.ACTIVE:
        yield gettext("The game is over.")
        return
    yield gettext("You leave the game for good.")
    if follows.level is not None:
        yield gettext("The game goes on, and the computer plays for you at level %(level)d.", level=follows.level)
    else:
        yield _end(game, follows.winners or ())
    yield from _beyond(follows)


def _before_the_beginning(follows: Consequences) -> str:
    if follows.is_over:
        return gettext("The game hasn't started yet. It is cancelled for everyone.")
    return gettext("The game hasn't started yet. Your place becomes free again.")


def _end(game: Game, winners: Sequence[Seat]) -> str:
    if not winners:
        return gettext("The game ends without a winner.")
    names = listed(name_on(game, seat) for seat in winners)
    return ngettext(
        "The game ends, and %(names)s wins.", "The game ends, and %(names)s win.", len(winners), names=names
    )


def _beyond(follows: Consequences) -> Iterator[str]:
    """Describe the consequences beyond this game."""
    if follows.game.match_id is not None:
        yield gettext("You also lose the whole match.")
    if len(follows.games) > 1:
        yield gettext("The other game of the match ends too.")
    series = follows.series
    if series is None or not follows.is_over:
        return
    if series.winner is not None:
        yield gettext("%(name)s wins the series.", name=name_on(follows.game, series.winner))
    elif series.is_over:
        yield gettext(SERIES_UNFINISHED)
    else:
        yield gettext("The next game of the series starts at once.")
