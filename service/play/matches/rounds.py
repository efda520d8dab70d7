"""The games of a match and of a series: which comes next, and who has won a match.

Games begin and end in `turns`, which asks here for the effect on the match. All of it runs inside the transaction that
has locked the games of the match.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select, true

import rules
from service.beacon.promises import SHORTEST, await_round, promise_of
from service.db.engines import session
from service.db.model import ColumnValue
from service.jobs import events
from service.models import EndedBy, Game, GameSeat, GameStatus, Match, SeatState
from service.play.contributions import carry
from service.play.matches.series import carried_on, is_going_on
from service.play.new_rows import new_row, new_secret
from service.verification.dice import commitment, seed_of_round

COUNTED = 2
"""The games whose scores are added up; a third game is decided on its own."""
OPEN = (GameStatus.INVITING, GameStatus.ACTIVE)


@dataclass(frozen=True)
class Decision:
    """The result of a match: the place that has won it, or None for a draw."""

    winner: int | None


@dataclass(frozen=True)
class Carried:
    """The counterpart of a game among the two games of a match that count.

    `points` are the scores of the other game, in the order of the seats in this one; None while it goes on.
    """

    points: Sequence[int] | None


def games_of(match_id: str) -> Sequence[Game]:
    """Return the games of a match in the order of their rounds."""
    return session().scalars(select(Game).where(Game.match_id == match_id).order_by(Game.match_round)).all()


def places(games: Sequence[Game]) -> list[GameSeat]:
    """Return the players of a match: the seats of its first game, in the order of invitation."""
    return sorted(games[0].seats, key=lambda seat: seat.place)


def seat_in(game: Game, place: GameSeat) -> GameSeat:
    """Return the seat of a match's player in one of its games; the computer is the player without an account."""
    return next(seat for seat in game.seats if (seat.account_id, seat.beside) == (place.account_id, place.beside))


def totals(games: Sequence[Game]) -> list[int]:
    """Return the points of each place in the first two games, counting games played to their end."""
    played = [game for game in games[:COUNTED] if game.ended_by == EndedBy.PLAY]
    return [
        sum(game.scores[seat_in(game, place).number] if game.scores else 0 for game in played)
        for place in places(games)
    ]


def carried_into(game: Game, by: datetime | None = None) -> Carried | None:
    """Return the other counted game's points, if it had ended by a time or has by now.

    None for a game without a match, and for a third one.
    """
    if game.match_id is None or game.match_round is None or game.match_round > COUNTED:
        return None
    other = Game.match_id == game.match_id, Game.match_round == COUNTED + 1 - game.match_round
    has_ended = Game.ended_by == EndedBy.PLAY, true() if by is None else Game.finished_at <= by
    scores = session().scalar(select(Game.scores).where(*other, *has_ended))
    return Carried(None if scores is None else scores[::-1])  # seats are exchanged


def decision(terms: rules.Match, games: Sequence[Game]) -> Decision | None:
    """Return the result of a match with these games; None while it is open.

    A player who leaves one game loses the match.
    """
    left = [place for place, seat in enumerate(places(games)) if any(seat_in(game, seat).left_by for game in games)]
    if left:
        return Decision(1 - left[0])
    if len(games) < COUNTED or any(game.status in OPEN for game in games):
        return None
    if len(games) > COUNTED:
        last = games[-1]
        won = [place for place, seat in enumerate(places(games)) if seat_in(last, seat).number in (last.winners or ())]
        return Decision(won[0] if len(won) == 1 else None)
    first, second = totals(games)
    if first != second:
        return Decision(int(second > first))
    return None if terms.decider else Decision(None)


def next_game(game: Game, now: datetime) -> Game | None:
    """Create the next game of a match or series after `game` has begun or ended; None if there is none."""
    if game.status == GameStatus.FINISHED and is_going_on(game):
        return _next_of_series(game, now)
    match = _locked(game)
    if match is None or match.status not in OPEN:
        return None
    match.status = GameStatus.ACTIVE
    games = games_of(match.id)
    if any(game.status in OPEN for game in games) and (len(games) >= COUNTED or not match.simultaneous):
        return None
    return _next_of_match(match, games, now)


def commitments_of(match: Match) -> list[str]:
    """Return the commitments to the seeds of all games that a match can have, published before the first."""
    most = COUNTED + rules.game(match.ruleset).match.decider
    return [commitment(seed_of_round(match.secret, number)) for number in range(1, most + 1)]


def commitments_shown(game: Game) -> list[str]:
    """Return the commitment to the seed of a game, or those of all games of its match."""
    return commitments_of(session().get_one(Match, game.match_id)) if game.match_id else [game.commitment]


def settle(game: Game, now: datetime) -> bool:
    """End the match if the end of `game` has decided it; return whether it has."""
    match = _locked(game)
    if match is None or match.status not in OPEN:
        return False
    games = games_of(match.id)
    decided = decision(rules.game(match.ruleset).match, games)
    if decided is None:
        return False
    match.status, match.ended_by, match.finished_at = GameStatus.FINISHED, game.ended_by, now
    match.winner = decided.winner
    events.record("match.finished", game, now, match=match.id, winner=match.winner, totals=totals(games))
    return True


def also_given_up(game: Game, seat: GameSeat) -> Iterator[tuple[Game, GameSeat]]:
    """Return the other active games of the match, each with the seat of the player who has left `seat` in `game`."""
    others = games_of(game.match_id) if game.match_id else ()
    return ((other, seat_in(other, seat)) for other in others if other.status == GameStatus.ACTIVE)


def call_off_match(game: Game, now: datetime) -> None:
    """Cancel the match of a game that was cancelled."""
    match = _locked(game)
    if match is not None:
        match.status, match.ended_by, match.finished_at = GameStatus.CANCELLED, game.ended_by, now
        events.record("match.finished", game, now, match=match.id, winner=None, totals=[0, 0])


def _locked(game: Game) -> Match | None:
    wanted = select(Match).where(Match.id == game.match_id).with_for_update()
    return session().scalar(wanted.execution_options(populate_existing=True)) if game.match_id else None


def _next_of_match(match: Match, games: Sequence[Game], now: datetime) -> Game:
    """Create the second game with seats exchanged, or the third one.

    In the second game, the holder of the second seat is invited first. In the third, the dice draw the first move.
    """
    first, is_second = games[0], len(games) < COUNTED
    round_number = COUNTED if is_second else COUNTED + 1
    return _same_table(
        first,
        sorted(first.seats, key=lambda seat: -seat.number) if is_second else places(games),
        now,
        seed_of_round(match.secret, round_number),
        said_late=True,
        given_layout=_layout_after(first),
        shuffle_seats=not is_second,
        beacon=first.beacon,
        match_id=first.match_id,
        match_round=round_number,
    )


def _next_of_series(game: Game, now: datetime) -> Game:
    """Create the next game of a series: the last seat becomes the first. It has its own seed and beacon round."""
    last = len(game.seats) - 1
    exchanged = sorted(game.seats, key=lambda seat: (seat.number != last, seat.number))
    promise = promise_of(game)
    following = _same_table(
        game,
        exchanged,
        now,
        new_secret(),
        said_late=False,
        given_layout=game.given_layout,
        shuffle_seats=False,
        **carried_on(game, exchanged),
    )
    if promise is not None:
        await_round(following, promise.chain, SHORTEST, now)
    return following


def _same_table(
    first: Game, players: Sequence[GameSeat], now: datetime, seed: bytes, *, said_late: bool, **of_its_own: ColumnValue
) -> Game:
    """Create a game between the same players, who are all seated, on the terms of `first`."""
    game = new_row(
        rules.game(first.ruleset),
        now,
        seed,
        options=first.options,
        days_per_move=first.days_per_move,
        clock=first.clock,
        fast_clock=first.fast_clock,
        on_timeout=first.on_timeout,
        stand_in_level=first.stand_in_level,
        grace_minutes=first.grace_minutes,
        visibility=first.visibility,
        rated=first.rated,
        creator_id=first.creator_id,
        **of_its_own,
    )
    game.seats = [_seat(place, player) for place, player in enumerate(players)]
    carry(game, players, now, said_late=said_late)
    session().add(game)
    session().flush()
    return game


def _layout_after(first: Game) -> rules.Layout | None:
    """Return the layout of the next game; None if each game draws its own."""
    if rules.game(first.ruleset).match.same_layout and first.setup is not None:
        return first.setup["layout"]
    return first.given_layout


def _seat(place: int, player: GameSeat) -> GameSeat:
    return GameSeat(
        place=place,
        number=place,
        state=SeatState.TAKEN,
        for_anybody=False,
        account=player.account,
        account_id=player.account_id,
        guest_name=player.guest_name,
        beside=player.beside,
        invited_as=player.invited_as,
        ai_level=player.ai_level if player.account_id is None else None,
    )
