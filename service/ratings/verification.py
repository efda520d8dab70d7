"""Verify ratings: recompute them from signed records, and compare each number with the stored one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Any

from sqlalchemy import Row, select

from service.db.engines import session
from service.models import Account, Game, RatedGame, Rating, RatingChange
from service.play.records import signed_records
from service.ratings.replay import PlayerRating, Replay, SeatChange
from service.ratings.results import result_of
from service.ratings.scale import Strength
from service.ratings.settling import ANNULLED
from service.verification.authenticity import authenticity
from service.verification.verify import Verdict

READ_AT_ONCE = 200


@dataclass
class Recomputation:
    """All ratings, recomputed; how many games it took, and the seconds for reading records and for rating."""

    games: int = 0
    reading: float = 0.0
    rating: float = 0.0

    def differences(self) -> Iterator[str]:
        """Yield a line for each record that does not verify, and for each stored number that differs."""
        for pool in session().scalars(select(RatedGame.pool).distinct().order_by(RatedGame.pool)).all():
            replay, settled = Replay(), _settled(pool)
            for first in range(0, len(settled), READ_AT_ONCE):
                yield from self._of_games(replay, settled[first : first + READ_AT_ONCE])
            stored = _standings(pool)
            for player in sorted(stored.keys() | replay.standings.keys()):
                if stored.get(player) != replay.standings.get(player):
                    yield f"{pool}: {player}: {stored.get(player)}, not {replay.standings.get(player)}"

    def _of_games(self, replay: Replay, settled: Sequence[Row[str, str | None]]) -> Iterator[str]:
        reasons = {row.game_id: row.not_rated for row in settled}
        began, changes, records = perf_counter(), _changes(reasons), _records(reasons)
        results = {game_id: result_of(record) for game_id, record in records.items()}
        wrong = [(game_id, each) for game_id, record in records.items() for each in authenticity(record, None)]
        self.reading += perf_counter() - began
        yield from (f"{id_}: {each.about}: {each.text}" for id_, each in wrong if each.verdict == Verdict.WRONG)
        began = perf_counter()
        for game_id, reason in settled:
            result = results[game_id]
            outcome = reason if reason == ANNULLED else result if isinstance(result, str) else replay.apply(result)
            stored = changes.get(game_id, reason)
            if outcome != stored:
                yield f"{game_id}: {stored}, not {outcome}"
        self.rating += perf_counter() - began
        self.games += len(settled)


def _settled(pool: str) -> Sequence[Row[str, str | None]]:
    """Return the games of a pool that have been rated or found not to count, in their order."""
    found = select(RatedGame.game_id, RatedGame.not_rated)
    found = found.where(RatedGame.pool == pool, RatedGame.settled_at.is_not(None))
    return session().execute(found.order_by(RatedGame.finished_at, RatedGame.game_id)).all()


def _records(ids: Collection[str]) -> Mapping[str, Mapping[str, Any]]:
    games = session().scalars(select(Game).where(Game.id.in_(ids))).all()
    return {game.id: record for game, record in zip(games, signed_records(games), strict=True)}


def _changes(ids: Collection[str]) -> Mapping[str, list[SeatChange]]:
    found, changes = select(RatingChange, Account.name).outerjoin(Account), defaultdict[str, list[SeatChange]](list)
    for row, name in session().execute(found.where(RatingChange.game_id.in_(ids)).order_by(RatingChange.seat)):
        before, after = Strength(row.mean_before, row.deviation_before), Strength(row.mean, row.deviation)
        changes[row.game_id].append(SeatChange(_player(name, row.level), row.seat, row.rank, before, after))
    return changes


def _standings(pool: str) -> Mapping[str, PlayerRating]:
    found = select(Rating, Account.name).outerjoin(Rating.account).where(Rating.pool == pool)
    return {
        _player(name, row.level): PlayerRating(Strength(row.mean, row.deviation), row.games, row.rated_at)
        for row, name in session().execute(found)
    }


def _player(name: str | None, level: int | None) -> str:
    return f"level:{level}" if name is None else f"account:{name}"
