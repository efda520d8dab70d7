"""Views of games and matches for a viewer: computed members, and those that depend on the viewer.

All other members are those of the row. The schemas define which members are shown.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rules import AnyPosition
from rules.json_types import Json
from service.api.schemas.base import View
from service.api.schemas.game import LISTED
from service.models import (
    Account,
    Game,
    GameSeat,
    GameStatus,
    Match,
    OnTimeout,
    SeatState,
    Visibility,
)
from service.play.declining import Declined, declined_at
from service.play.matches.rounds import commitments_of
from service.play.matches.series import Series, series_of
from service.play.matches.standing import Standing
from service.play.moves import Turn
from service.play.positions import position_of
from service.play.records import import_of, round_json, seed_shown
from service.play.seating import account_shown, invited_as, is_host, seat_number, seat_of, seats_beside
from service.play.timekeeping import ClockTerms
from service.play.turn_clocks import terms_of
from service.play.turns import stand_in_level
from service.presentation.names import display_name_of
from service.presentation.rated_words import is_rated_in_words


@dataclass(frozen=True)
class SeatView(View):
    """A seat. Email addresses are shown only to the host who has entered them."""

    row: GameSeat
    your_seat: int | None
    you: bool
    to_host: bool = False

    @property
    def seat(self) -> int:
        """Its number in the order of play."""
        return self.row.number

    @property
    def ai(self) -> int | None:
        """The level at which the computer plays it."""
        return self.row.ai_level

    @property
    def account(self) -> str | None:
        """The name of its account, if the viewer may know it."""
        account = account_shown(self.row, self.your_seat, to_host=self.to_host)
        return self.row.holder if account else None

    @property
    def display_name(self) -> str | None:
        """The name as its player typed it; None for a player without one."""
        account = account_shown(self.row, self.your_seat, to_host=self.to_host)
        return None if account is None else self.row.beside or self.row.guest_name or display_name_of(account)

    @property
    def invited(self) -> str | None:
        """The name or address that the viewer has invited."""
        return invited_as(self.row, to_host=self.to_host)

    @property
    def declined(self) -> Declined | None:
        """Why its last guest declined, for the host."""
        return declined_at(self.row) if self.to_host else None

    @property
    def reachable(self) -> bool:
        """Whether email reaches the account shown."""
        account = account_shown(self.row, self.your_seat, to_host=self.to_host)
        return account is None or account.unreachable_since is None


@dataclass(frozen=True)
class GameView(View):
    """A game; `position` is set only for responses that include it."""

    row: Game
    your_seat: int | None
    viewer: Account | None = None
    position: dict[str, Any] | None = None

    @property
    def seats(self) -> Sequence[SeatView]:
        """The seats in the order of play."""
        to_host, is_on = is_host(self.row, self.viewer), self.row.status != GameStatus.CANCELLED
        own = self.your_seat
        yours = [] if own is None else seats_beside(self.row, seat_of(self.row, own))
        return [SeatView(seat, own, is_on and seat in yours, to_host) for seat in self.row.seats]

    @property
    def clock(self) -> ClockTerms:
        """Its time control."""
        return terms_of(self.row)

    @property
    def on_timeout(self) -> OnTimeout:
        """Its timeout rule."""
        return self.row.on_timeout or OnTimeout.FORFEIT

    @property
    def stand_in_level(self) -> int:
        """The level at which the computer plays for an absent player."""
        return stand_in_level(self.row)

    @property
    def not_rated(self) -> dict[str, str] | None:
        """Why it counts for nobody, although its players agreed on a rated game."""
        code = self.row.not_rated
        return None if code is None else {"code": code, "sentence": is_rated_in_words(self.row)}

    @property
    def seed(self) -> str | None:
        """The seed, once it is public."""
        return seed_shown(self.row)

    @property
    def beacon(self) -> dict[str, Json] | None:
        """The round of a public beacon that the dice include."""
        return self.row.beacon

    @property
    def match(self) -> dict[str, Any] | None:
        """Its match and round."""
        return round_json(self.row)

    @property
    def series(self) -> Series | None:
        """The score of its series."""
        return series_of(self.row)

    @property
    def imported(self) -> dict[str, Json] | None:
        """Its origin, if it was imported."""
        kept = import_of(self.row)
        if kept is None:
            return None
        names = ("origin", "format", "signature", "key", "verified")
        return {**{name: getattr(kept, name) for name in names}, "game": kept.played_as, "at": kept.imported_at}

    @property
    def links(self) -> dict[str, str]:
        """Addresses of its parts."""
        api = f"/api/v1/games/{self.id}"
        parts = (
            "legal-actions",
            "moves",
            "log",
            "record",
            "position",
            "clock",
            "proposal",
            "deliveries",
            "board.svg",
            "board.png",
            "board.txt",
        )
        links = {
            "self": api,
            **{part.replace("-", "_"): f"{api}/{part}" for part in parts},
            "page": f"/games/{self.id}",
        }
        if _is_joined_by_key(self.row):
            links["join_link"] = f"{api}/join-link"
        return links if self.match_id is None else {**links, "match": f"/api/v1/matches/{self.match_id}"}


@dataclass(frozen=True)
class MatchPlaceView(View):
    """A place of a match, from the seat in its first game."""

    row: SeatView
    place: int

    @property
    def ai(self) -> int | None:
        """The level of the computer, if no account is shown."""
        return None if self.row.account else self.row.ai


@dataclass(frozen=True)
class MatchView(View):
    """A match; `standing` describes the score in a sentence."""

    row: Match
    of: Standing
    viewer: Account | None
    standing: str

    @property
    def options(self) -> dict[str, Any]:
        """The options of all its games."""
        return self.of.games[0].options

    @property
    def commitments(self) -> list[str]:
        """The commitments to the seeds of all its games."""
        return commitments_of(self.row)

    @property
    def totals(self) -> Sequence[int]:
        """The points of each place."""
        return self.of.totals

    @property
    def places(self) -> Sequence[MatchPlaceView]:
        """The players in the order of invitation."""
        first = self.of.games[0]
        own, to_host = seat_number(first, self.viewer), is_host(first, self.viewer)
        seats = (SeatView(seat, own, seat.number == own, to_host) for seat in self.of.places)
        return [MatchPlaceView(seat, number) for number, seat in enumerate(seats)]

    @property
    def games(self) -> Sequence[GameView]:
        """Its games, each as in a list of games."""
        return [seen(game, self.viewer) for game in self.of.games]

    @property
    def links(self) -> dict[str, str]:
        """Addresses of the match."""
        return {"self": f"/api/v1/matches/{self.id}", "page": f"/matches/{self.id}"}


def seen(game: Game, viewer: Account | None) -> GameView:
    """Return a game without its position, as the viewer sees it in a list."""
    return GameView(game, seat_number(game, viewer), viewer)


def as_listed(game: Game, seat: int | None) -> dict[str, Any]:
    """Serialize a game as in a list, for the holder of a seat, or for a spectator."""
    shown: dict[str, Any] = LISTED.dump(GameView(game, seat))
    return shown


def seen_whole(game: Game, viewer: Account | None) -> GameView:
    """Return a game with its setup and position, both null before it begins."""
    position = position_json(game, position_of(game)) if game.setup else None
    return GameView(game, seat_number(game, viewer), viewer, position)


def seen_after(turn: Turn) -> GameView:
    """Return a game after a turn, as its player sees it."""
    mover = seat_of(turn.game, turn.entries[0].seat).account
    return GameView(turn.game, seat_number(turn.game, mover), position=position_json(turn.game, turn.position))


def position_json(game: Game, position: AnyPosition) -> dict[str, Json]:
    """Serialize a position with its ruleset, so that it can be read on its own."""
    return {"ruleset": game.ruleset, **position.to_json()}


def _is_joined_by_key(game: Game) -> bool:
    """Return whether seats can be joined by key; the key itself is in no response that may be cached."""
    waits = game.status == GameStatus.INVITING and game.visibility == Visibility.PRIVATE
    return waits and any(seat.state == SeatState.OPEN for seat in game.seats)
