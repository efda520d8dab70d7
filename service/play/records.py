"""Game records: all data that is needed to verify a game, in the format that `sundial verify` reads.

They are exported with a hash chain and a signature, as proof of what was played; imported ones unchanged.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import exists, select

import rules
from rules import Seat
from rules.json_types import Json
from service.config.key_ring import key_ring
from service.config.settings import settings
from service.db.clock import time_json
from service.db.engines import session
from service.models import Account, EndedBy, Game, GameSeat, GameStatus, ImportedRecord, LogEntry, Match, Substitution
from service.play.matches.rounds import COUNTED, commitments_of
from service.play.seating import account_shown
from service.verification.record_chain import FORMAT, Record, chained, signed_part
from service.verification.record_signatures import sign


def record_json(game: Game, log: Iterable[LogEntry]) -> dict[str, Any]:
    """Build the data for `sundial verify`. The seed is included once the game is over."""
    entries = list(log)
    seats, first = sorted(game.seats, key=lambda seat: seat.place), _first_players(game)
    return {
        "format": FORMAT,
        "id": game.id,
        "ruleset": game.ruleset,
        "rules_version": game.rules_version,
        "status": game.status,
        "setup": game.setup,
        "given_layout": game.given_layout,
        "shuffle_seats": game.shuffle_seats,
        "places": [_place_json(seat, first.get(seat.number)) for seat in seats],
        "commitment": game.commitment,
        "seed": seed_shown(game),
        "log": [_recorded(entry) for entry in entries],
        "stand_ins": [entry.number for entry in entries if entry.played_by is not None],
        "scores": game.scores,
        "winners": game.winners,
        "ended_by": game.ended_by,
        "match": _match_json(game),
        "beacon": game.beacon,
        "rated": _rated_json(game),
        **({} if game.adjudicated is None else {"adjudicated": game.adjudicated}),
    }


def entry_json(entry: LogEntry) -> dict[str, Json]:
    """Serialize a log entry; seat -1 is chance."""
    return _recorded(entry) | {"by": entry.played_by}


def _recorded(entry: LogEntry) -> dict[str, Json]:
    return {
        "number": entry.number,
        "seat": entry.seat,
        "action": entry.action,
        "version": entry.version,
        "at": time_json(entry.at),
    }


def round_json(game: Game) -> dict[str, Json] | None:
    """Return the match and round of a game; None without a match."""
    return {"id": game.match_id, "round": game.match_round} if game.match_id else None


def seed_shown(game: Game) -> str | None:
    """Return the seed in hexadecimal, once nothing depends on it any more."""
    return game.seed.hex() if game.status in (GameStatus.FINISHED, GameStatus.CANCELLED) else None


def _match_json(game: Game) -> dict[str, Json] | None:
    told = round_json(game)
    return told and told | {"commitments": commitments_of(session().get_one(Match, game.match_id))}


def _rated_json(game: Game) -> dict[str, Json] | None:
    """Return what only the server knows of a finished game that is to be rated; None for others."""
    if not game.rated or game.status != GameStatus.FINISHED:
        return None
    bots = [seat.number for seat in game.seats if seat.account is not None and seat.account.owner_id is not None]
    return {
        "finished_at": time_json(game.finished_at),
        "hints": game.had_hints,
        "bots": bots,
        "half_before": _half_before(game),
    }


def _half_before(game: Game) -> dict[str, Json] | None:
    """Return the other half of a match whose sides play different parts, if it was played to its end before.

    `points` are in the order of the seats of `game`.
    """
    if game.match_round is None or game.match_round > COUNTED or not rules.game(game.ruleset).sides:
        return None
    took_back = exists().where(LogEntry.game_id == Game.id, LogEntry.action.startswith("takeback "))
    half = Game.match_id == game.match_id, Game.match_round == COUNTED + 1 - game.match_round
    is_before = Game.ended_by == EndedBy.PLAY, Game.finished_at <= game.finished_at
    found = session().execute(select(Game.scores, Game.had_hints, took_back).where(*half, *is_before)).one_or_none()
    return found and {"points": (found[0] or [])[::-1], "hints": found[1], "takebacks": found[2]}


def _first_players(game: Game) -> Mapping[Seat, tuple[str, datetime]]:
    """Return by seat the name of the player whom a substitute replaced, and when."""
    if all(seat.taken_over_at is None for seat in game.seats):
        return {}
    found = select(Substitution.seat, Account.name, Substitution.at)
    found = found.join(Account, Account.id == Substitution.account_id).where(Substitution.game_id == game.id)
    rows = session().execute(found.order_by(Substitution.version.desc()))  # so the first one of a seat counts
    return {seat: (name, at) for seat, name, at in rows}


def _place_json(seat: GameSeat, first: tuple[str, datetime] | None) -> dict[str, Json]:
    account = account_shown(seat)
    first_account, left_at = first or (None, seat.left_at or seat.stood_in_at)
    return {
        "place": seat.place,
        "seat": seat.number,
        "account": seat.holder if account else None,
        "ai": seat.ai_level,
        "first_account": first_account,
        "left_by": seat.left_by,
        "left_at": time_json(left_at),
        "contribution": seat.contribution,
        "contributed": seat.contributed,
        "contributed_at": time_json(seat.contributed_at),
        "contribution_number": seat.contribution_number,
    }


def import_of(game: Game) -> ImportedRecord | None:
    """Return the imported record of a game; None if it was played here."""
    return None if game.imported_at is None else session().get_one(ImportedRecord, game.id)


def as_played_here(game: Game) -> Game:
    """Return the game, or for an imported record, its original if it was played here."""
    record = import_of(game)
    here = record and session().get(Game, record.played_as)
    return here if here and here.commitment == game.commitment else game


def record_as_imported(game: Game) -> Record:
    """Return the record of an imported game, exactly as it was exported where it was played."""
    told: Record = json.loads(session().get_one(ImportedRecord, game.id).document)
    return told


def signed_record(game: Game, log: Iterable[LogEntry]) -> dict[str, Any]:
    """Return the record of a game with origin, hash chain and our signature; unchanged if it was imported."""
    if game.imported_at is not None:
        return {**record_as_imported(game)}
    plain = record_json(game, log)
    entries, head = chained(plain)
    record = {**plain, "origin": settings().public_url, "log": entries, "head": head}
    return {**record, "signature": sign(key_ring().newest, signed_part(record))}


def signed_records(games: Sequence[Game]) -> Iterator[Mapping[str, Json]]:
    """Yield the signed record of each game; all logs are read in one query."""
    logs = defaultdict[str, list[LogEntry]](list)
    theirs = LogEntry.game_id.in_([game.id for game in games])
    for entry in session().scalars(select(LogEntry).where(theirs).order_by(LogEntry.number)):
        logs[entry.game_id].append(entry)
    for game in games:
        yield signed_record(game, logs[game.id])
