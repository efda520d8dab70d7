"""Effects on tournaments of facts about games (see `service.jobs.facts`)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from sqlalchemy import bindparam, update

from rules.json_types import Json
from service.competitions.facts import TournamentNews
from service.competitions.tables import table_of
from service.db.engines import session
from service.db.model import Model, UtcDateTime
from service.jobs.facts import hears
from service.models import EntryState, Notice, Pairing, Tournament
from service.notifications.notices import wanted_notices
from service.play.facts import GameFinished

STUCK = "stuck"
NAMED = 20
"""Most players named in the email about the start; the page lists all."""
LISTED = 10
"""Most lines of the table in the email about the end."""
MAILED = {
    "confirm": "tournament-confirm",
    "started": "tournament-began",
    "finished": "tournament-over",
    "cancelled": "tournament-cancelled",
    STUCK: "tournament-stuck",
}
"""Kinds of email, by the kind of news."""
_ENDED = (
    update(Pairing)
    .where(Pairing.game_id == bindparam("paired_game"), Pairing.settled_at.is_(None))
    .values(ended_at=bindparam("paired_until", type_=UtcDateTime))
)


@hears(GameFinished)
def note_end(fact: GameFinished) -> Iterable[Model]:
    """Let the job settle a game of a tournament that is over, however it ended."""
    session().also(_ENDED, {"paired_game": fact.game.id, "paired_until": fact.now})
    return ()


@hears(TournamentNews)
def email_players(fact: TournamentNews) -> Iterable[Notice]:
    """Email the players, or the organiser whose tournament paused by itself."""
    kind, tournament = MAILED.get(fact.kind), fact.tournament
    if kind is None:
        return []
    due_at = tournament.due_at.isoformat() if tournament.due_at else None
    about: dict[str, Json] = {"tournament": tournament.id, "until": due_at}
    readers = [each.account for each in fact.entries if each.state != EntryState.REMOVED]
    told = [tournament.organiser] if fact.kind == STUCK else readers
    if kind == "tournament-began":
        about |= {"players": [each.id for each in readers[:NAMED]], "more": max(len(readers) - NAMED, 0)}
    lines = _lines(tournament) if kind == "tournament-over" else {}
    if lines:
        about |= {"lines": list(lines.values())[:LISTED], "players": len(lines)}
    return [
        notice
        for account in told
        for notice in wanted_notices(kind, account, fact.now, data={**about, "own": lines.get(account.id)})
    ]


def _lines(tournament: Tournament) -> Mapping[int, Json]:
    """Return place, account and half points of each player, by account; once for the emails to all of them."""
    rows = table_of(tournament).rows
    return {each.entry.account_id: [each.row.place, each.entry.account_id, each.row.half_points] for each in rows}
