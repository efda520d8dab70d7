"""Games and matches as somebody is shown them: what depends on who looks, or is worked out. All else is the row's.

Which members there are, only the schemas say.
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
from service.play.course.rounds import commitments_of
from service.play.course.series import Series, series_of
from service.play.matches import Standing
from service.play.moves import Turn
from service.play.positions import position_of
from service.play.records import import_of, round_json, seed_shown
from service.play.seating import account_shown, invited_as, is_host, seat_number
from service.play.timekeeping import ClockTerms
from service.play.turn_clocks import terms_of
from service.play.turns import stand_in_level


@dataclass(frozen=True)
class SeatView(View):
    """A seat. Mail addresses are never shown, but to the host who has written them."""

    row: GameSeat
    your_seat: int | None
    you: bool
    to_host: bool = False

    @property
    def seat(self) -> int:
        """Which it is in the order of play."""
        return self.row.number

    @property
    def ai(self) -> int | None:
        """The level at which the computer plays it."""
        return self.row.ai_level

    @property
    def account(self) -> str | None:
        """Who has it, as far as the viewer may know."""
        account = account_shown(self.row, self.your_seat, to_host=self.to_host)
        return self.row.holder if account else None

    @property
    def invited(self) -> str | None:
        """Whom the viewer has invited to it."""
        return invited_as(self.row, to_host=self.to_host)

    @property
    def reachable(self) -> bool:
        """Whether mail comes to whoever is shown to have it."""
        account = account_shown(self.row, self.your_seat, to_host=self.to_host)
        return account is None or account.unreachable_since is None


@dataclass(frozen=True)
class GameView(View):
    """A game; `position` is for those answers alone that hold one."""

    row: Game
    your_seat: int | None
    viewer: Account | None = None
    position: dict[str, Any] | None = None

    @property
    def seats(self) -> Sequence[SeatView]:
        """The seats in the order of play."""
        to_host, is_on = is_host(self.row, self.viewer), self.row.status != GameStatus.CANCELLED
        own = self.your_seat
        return [SeatView(seat, own, is_on and seat.number == own, to_host) for seat in self.row.seats]

    @property
    def clock(self) -> ClockTerms:
        """What its table has agreed on about time."""
        return terms_of(self.row)

    @property
    def on_timeout(self) -> OnTimeout:
        """What follows when the time of a turn is over."""
        return self.row.on_timeout or OnTimeout.FORFEIT

    @property
    def stand_in_level(self) -> int:
        """The level at which the computer plays on in place of somebody."""
        return stand_in_level(self.row)

    @property
    def seed(self) -> str | None:
        """The seed, once it may be known."""
        return seed_shown(self.row)

    @property
    def beacon(self) -> dict[str, Json] | None:
        """The round of a public beacon that the dice take in."""
        return self.row.beacon

    @property
    def match(self) -> dict[str, Any] | None:
        """Which game of which match it is."""
        return round_json(self.row)

    @property
    def series(self) -> Series | None:
        """How its series stands."""
        return series_of(self.row)

    @property
    def imported(self) -> dict[str, Json] | None:
        """Where it comes from, if it was played elsewhere."""
        kept = import_of(self.row)
        if kept is None:
            return None
        names = ("origin", "format", "signature", "key", "verified")
        return {**{name: getattr(kept, name) for name in names}, "game": kept.played_as, "at": kept.imported_at}

    @property
    def links(self) -> dict[str, str]:
        """Where the parts of the game are."""
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
    """A place of a match, which is that of a seat in its first game."""

    row: SeatView
    place: int

    @property
    def ai(self) -> int | None:
        """The level of the computer, where nobody is known to play."""
        return None if self.row.account else self.row.ai


@dataclass(frozen=True)
class MatchView(View):
    """A match; `standing` says how it stands."""

    row: Match
    of: Standing
    viewer: Account | None
    standing: str

    @property
    def options(self) -> dict[str, Any]:
        """What each of its games is played with."""
        return self.of.games[0].options

    @property
    def commitments(self) -> list[str]:
        """What is shown of the seeds of all its games."""
        return commitments_of(self.row)

    @property
    def totals(self) -> Sequence[int]:
        """The points of each place."""
        return self.of.totals

    @property
    def places(self) -> Sequence[MatchPlaceView]:
        """Who plays it, in the order of invitation."""
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
        """Where it is."""
        return {"self": f"/api/v1/matches/{self.id}", "page": f"/matches/{self.id}"}


def seen(game: Game, viewer: Account | None) -> GameView:
    """A game without its position, as the viewer sees it in a list."""
    return GameView(game, seat_number(game, viewer), viewer)


def as_listed(game: Game, seat: int | None) -> dict[str, Any]:
    """A game as it stands in a list of whoever has the seat, or has none, written."""
    shown: dict[str, Any] = LISTED.dump(GameView(game, seat))
    return shown


def seen_whole(game: Game, viewer: Account | None) -> GameView:
    """A game with its setup and position, both null before it begins."""
    position = position_json(game, position_of(game)) if game.setup else None
    return GameView(game, seat_number(game, viewer), viewer, position)


def seen_after(turn: Turn) -> GameView:
    """A game as whoever has moved sees what has come of it."""
    return GameView(turn.game, turn.entries[0].seat, position=position_json(turn.game, turn.position))


def position_json(game: Game, position: AnyPosition) -> dict[str, Json]:
    """A position of the game as its rules write it, and whose it is, so that it can be told by itself."""
    return {"ruleset": game.ruleset, **position.to_json()}


def _is_joined_by_key(game: Game) -> bool:
    """Whether there are seats for whoever has the key to them; the key itself stands in no answer that may be kept."""
    waits = game.status == GameStatus.INVITING and game.visibility == Visibility.PRIVATE
    return waits and any(seat.state == SeatState.OPEN for seat in game.seats)
