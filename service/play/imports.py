"""Imports: store games played elsewhere with their records, and delete them.

A file holds one record, or one on each line, as in exported lists of games.

An imported game is finished, nobody here has a seat in it, and no notification is sent about it. Its importer can see
it, and if they made it public, so can anybody with its address.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator
from datetime import datetime

import rfc8785
from sqlalchemy import delete, func, or_, select

from rules.json_types import Json
from service.accounts.measures import check_open
from service.beacon.promises import Promise
from service.config.limits import limit
from service.db.engines import session, transaction
from service.http.long_bodies import MAX_RECORD_BYTES
from service.http.strict_json import BadJson, read_object
from service.language.errors import Conflict, Forbidden, NotFound
from service.models import (
    Account,
    Analysis,
    Contributed,
    EndedBy,
    Game,
    GameSeat,
    GameStatus,
    ImportedRecord,
    LogEntry,
    PlayedBy,
    SeatState,
    Visibility,
)
from service.play.foreign_records import Examined, bad, examined
from service.play.invitations import lock_inviter
from service.play.positions import new_mark
from service.play.record_forms import FormedRecord
from service.play.record_keys import published_keys
from service.play.seating import is_imported_by, lock_game
from service.security import rates
from service.security.keys import new_game_id
from service.verification.recorded import PlaceRecord

IMPORTS = limit("imports")
NO_TIME = 0
"""Placeholder for the days per move, which a record does not have."""


def records_in(raw: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield the text of each record with the number of its first line; blank lines are skipped."""
    if _is_one(raw):
        yield 1, raw
        return
    for number, line in enumerate(raw.splitlines(), 1):
        if line.strip():
            yield number, line


def record_from(raw: bytes) -> dict[str, Json]:
    """Parse a record, or raise Invalid `bad-json`, or `bad-record` if it is longer than any record."""
    if len(raw) > MAX_RECORD_BYTES:
        raise bad("", f"It is longer than {MAX_RECORD_BYTES} bytes.")
    return read_object(raw)


def _is_one(raw: bytes) -> bool:
    """Return whether a file is one indented JSON object, and not one object per line."""
    first = next((line for line in raw.splitlines() if line.strip()), b"")
    try:
        read_object(first)
    except BadJson as wrong:
        return wrong.details["reason"] == "not-json" and raw.lstrip()[:1] == b"{"
    return False


def import_record(
    owner: Account,
    document: dict[str, Json],
    visibility: Visibility,
    now: datetime,
    keys: Collection[str] | None = None,
) -> Game:
    """Import a record as a game, or return the existing game if the owner has imported it before.

    Refused as `foreign_records.examined`; Forbidden `not-a-person`, `suspended`; Conflict `too-many-imports`.
    """
    if owner.owner_id is not None:
        raise Forbidden("not-a-person")
    check_open(owner)
    found = examined(document, keys)
    with transaction() as current:
        lock_inviter(owner)
        same = ImportedRecord.account_id == owner.id, ImportedRecord.head == found.head
        known = current.scalar(select(Game).join(ImportedRecord, ImportedRecord.game_id == Game.id).where(*same))
        if known is not None:
            return known
        count = select(func.count()).where(ImportedRecord.account_id == owner.id)
        if not rates.has_room(IMPORTS, current.scalar(count) or 0):
            raise Conflict("too-many-imports", most=rates.amount(IMPORTS))
        game = _game(owner, found.members, visibility, now)
        current.add(game)
        current.flush()
        current.add_all([*_log(game, found.members), _record(game, owner, found, now)])
        current.flush()
        return game


def remove_import(game_id: str, owner: Account) -> None:
    """Delete a game that the owner has imported; NotFound if there is none."""
    with transaction():
        if not is_imported_by(lock_game(game_id), owner):
            raise NotFound
        _remove([game_id])


def remove_imports_of(accounts: Collection[int]) -> None:
    """Delete all imports of some accounts, in the current transaction."""
    theirs = select(ImportedRecord.game_id).where(ImportedRecord.account_id.in_(accounts))
    _remove(session().scalars(theirs).all())


def forget_names(names: Collection[str]) -> None:
    """Remove names from imported games that were played here.

    Signatures do not cover names, so the records stay valid.
    """
    theirs = [ImportedRecord.document.contains(f'"first_account":"{name}"', autoescape=True) for name in names]
    ours = ImportedRecord.key.in_(published_keys()), or_(GameSeat.recorded_name.in_(names), *theirs)
    found = select(GameSeat, ImportedRecord).join(ImportedRecord, ImportedRecord.game_id == GameSeat.game_id)
    for seat, kept in session().execute(found.where(*ours)).all():
        record = json.loads(kept.document)
        place = record["places"][seat.place]
        for member in [each for each in ("account", "first_account") if place[each] in names]:
            place[member] = None
        seat.recorded_name = place["account"]
        kept.document = rfc8785.dumps(record).decode()


def _remove(ids: Collection[str]) -> None:
    for kind in (Analysis, LogEntry, GameSeat, ImportedRecord):
        session().execute(delete(kind).where(kind.game_id.in_(ids)))
    session().execute(delete(Game).where(Game.id.in_(ids)))


def _game(owner: Account, members: FormedRecord, visibility: Visibility, now: datetime) -> Game:
    log = members["log"]
    last = log[-1]["version"] if log else 0
    return Game(
        id=new_game_id(),
        ruleset=members["ruleset"],
        rules_version=members["rules_version"],
        options=members["setup"]["options"],
        given_layout=members["given_layout"],
        setup=members["setup"],
        status=GameStatus.FINISHED,
        version=last,
        turn=last,
        log_length=len(log),
        log_mark=new_mark(),
        days_per_move=NO_TIME,
        shuffle_seats=members["shuffle_seats"],
        visibility=visibility,
        seed=bytes.fromhex(members["seed"]),
        commitment=members["commitment"],
        beacon=members["beacon"] and Promise.read(members["beacon"]).json(),
        creator_id=owner.id,
        created_at=now,
        started_at=log[0]["at"] if log else None,
        finished_at=log[-1]["at"] if log else now,
        ended_by=EndedBy(members["ended_by"]),
        adjudicated=members.get("adjudicated"),
        scores=members["scores"],
        winners=members["winners"],
        imported_at=now,
        seats=[_seat(place) for place in sorted(members["places"], key=lambda place: int(place["seat"]))],
    )


def _seat(place: PlaceRecord) -> GameSeat:
    contributed, left_by = place["contributed"], place["left_by"]
    return GameSeat(
        place=place["place"],
        number=place["seat"],
        state=SeatState.TAKEN,
        for_anybody=False,
        ai_level=place["ai"],
        contribution=place["contribution"],
        contributed=Contributed(contributed) if contributed else None,
        contributed_at=place["contributed_at"],
        contribution_number=place["contribution_number"],
        left_by=EndedBy(left_by) if left_by else None,
        recorded_name=place["account"],
    )


def _log(game: Game, members: FormedRecord) -> Iterable[LogEntry]:
    stood_in = set(members["stand_ins"])
    for entry in members["log"]:
        yield LogEntry(
            game_id=game.id,
            number=entry["number"],
            seat=entry["seat"],
            action=entry["action"],
            version=entry["version"],
            at=entry["at"],
            played_by=PlayedBy.COMPUTER if entry["number"] in stood_in else None,
        )


def _record(game: Game, owner: Account, found: Examined, now: datetime) -> ImportedRecord:
    return ImportedRecord(
        game_id=game.id,
        account_id=owner.id,
        head=found.head,
        document=found.text,
        format=found.members["format"],
        played_as=found.members["id"],
        origin=found.members["origin"],
        key=found.members["signature"]["key"],
        signature=found.signature,
        verified=[*found.verified],
        imported_at=now,
    )
