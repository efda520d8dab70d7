"""Verify ratings: recompute them from signed records, and compare each number with the stored one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
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
    """All ratings, recomputed; and how many games it took."""

    games: int = 0

    def differences(self) -> Iterator[str]:
        """Yield a line for each record that does not verify, and for each stored number that differs."""
        for pool in session().scalars(select(RatedGame.pool).distinct().order_by(RatedGame.pool)).all():
            replay, settled = Replay(), _settled(pool)
            for first in range(0, len(settled), READ_AT_ONCE):
                yield from _in_games(replay, settled[first : first + READ_AT_ONCE])
            self.games += len(settled)
            stored = _standings(pool)
            for player in sorted(stored.keys() | replay.standings.keys()):
                if stored.get(player) != replay.standings.get(player):
                    yield f"{pool}: {player}: {stored.get(player)}, not {replay.standings.get(player)}"


def _in_games(replay: Replay, settled: Sequence[Row[str, str | None]]) -> Iterator[str]:
    """Rate the next games of a pool; yield a line for each wrong record and each change that differs."""
    ids = [row.game_id for row in settled]
    changes, records = _changes(ids), _records(ids)
    for game_id, reason in settled:
        checked = authenticity(records[game_id], None)
        yield from (f"{game_id}: {each.about}: {each.text}" for each in checked if each.verdict == Verdict.WRONG)
        result = result_of(records[game_id])
        outcome = reason if reason == ANNULLED else result if isinstance(result, str) else replay.apply(result)
        stored = changes.get(game_id, reason)
        if outcome != stored:
            yield f"{game_id}: {stored}, not {outcome}"


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
