"""The page of a match, and its lines on the pages of its games."""

from __future__ import annotations

from flask import render_template

from service.db.engines import session
from service.language.catalogue import gettext
from service.models import Account, Game, GameSeat
from service.play.matches.rounds import seat_in
from service.play.matches.series import series_of
from service.play.matches.standing import Standing, match_seen_by, standing
from service.play.rematches import rematch_of
from service.play.seating import is_host
from service.presentation.match_story import agreed, outlook, series_told
from service.presentation.names import name_of
from service.presentation.outcomes import status_line
from service.web.frame.blueprints import pages
from service.web.frame.identity import viewer


@pages.get("/matches/<match_id>")
def show_match(match_id: str) -> str:
    """Show a match: its players, its state and its games."""
    shown = standing(match_seen_by(match_id, viewer()))
    return render_template("match.html", standing=shown, own=shown.place_of(viewer()))


pages.add_app_template_global(agreed, "match_agreed")
pages.add_app_template_global(outlook, "match_outlook")
pages.add_app_template_global(series_told, "series_lines")


@pages.app_template_global()
def names_in(shown: Standing, reader: Account | None = None) -> list[str]:
    """Return the names of a match's players, as the viewer may see them."""
    own, to_host = shown.place_of(reader), is_host(shown.games[0], reader)
    return [name_of(shown.games[0], seat, own, to_host=to_host) for seat in shown.places]


@pages.app_template_global()
def status_beside(other: Game, seat: GameSeat | None) -> str:
    """Describe the status of the match's other game, for the player of `seat` in this one."""
    return status_line(other, seat_in(other, seat).number if seat else None)


@pages.app_template_global()
def round_of(game: Game) -> str:
    """Describe the game's number in its match or series; empty for a single game."""
    if game.series_round:
        return gettext("Game %(number)d of a series", number=game.series_round)
    return gettext("Game %(number)d of a match", number=game.match_round) if game.match_round else ""


@pages.app_template_global()
def beside_in_series(game: Game) -> list[Game]:
    """Return the previous and the next game of the series, where they exist."""
    if series_of(game) is None:
        return []
    before = session().get(Game, game.rematch_of) if game.rematch_of and game.series_round != 1 else None
    return [other for other in (before, rematch_of(game)) if other is not None and other.series_id == game.series_id]
