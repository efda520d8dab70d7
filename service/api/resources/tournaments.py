"""Tournaments: list and create them, enter, and organise."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flask import Response, url_for

from rules.json_types import Json
from service.accounts.accounts import account_named
from service.api.access import account
from service.api.repeats import repeatable
from service.api.resource import Resource
from service.api.schemas.base import View
from service.api.schemas.game import EmptySchema
from service.api.schemas.tournament import (
    AdjudicationSchema,
    ReasonSchema,
    TournamentChangeSchema,
    TournamentEntrySchema,
    TournamentRequestSchema,
    TournamentSchema,
    TournamentsQuerySchema,
    TournamentsSchema,
    TournamentWholeSchema,
)
from service.competitions.entries import enter, entries_of, withdraw
from service.competitions.organising import adjudicate, cancel, go_on, log_of, make_final, pause, remove, rename
from service.competitions.standings import TIE_BREAKS
from service.competitions.tables import TableRow, pairing_json, table_of
from service.competitions.tournaments import (
    create_tournament,
    tournament_of,
    tournaments_listed,
)
from service.db.clock import now, time_json
from service.jobs.units import whole
from service.models import Tournament, TournamentEntry, TournamentLog, TournamentState

TOURNAMENT = "/tournaments/<game_id:tournament_id>"
LISTED = 100
LOCATION = {
    "Location": {"description": "The address of the tournament.", "schema": {"type": "string"}, "required": True}
}
CHANGES = {TournamentState.RUNNING: go_on, TournamentState.PAUSED: pause, TournamentState.CANCELLED: cancel}

blueprint = Resource("tournaments", "Tournaments: enter one, or organise one with the scope `organise`.")


@dataclass(frozen=True)
class TournamentView(View):
    """A tournament with the name of its organiser."""

    @property
    def organiser(self) -> str:
        """The organiser's name."""
        name: str = self.row.organiser.name
        return name


@blueprint.route("/tournaments")
@blueprint.lists("tournaments")
@blueprint.allows("games:read", anonymous=True)
@blueprint.gives({"tournament_id": "$response.body#/tournaments/0/id"})
@blueprint.response(200, TournamentsSchema)
@blueprint.arguments(TournamentsQuerySchema, location="query")
def list_tournaments(wish: Mapping[str, TournamentState]) -> dict[str, list[TournamentView]]:
    """List tournaments, the newest first."""
    return {"tournaments": [TournamentView(each) for each in tournaments_listed(wish.get("state"), LISTED)]}


@blueprint.route("/tournaments", methods=["POST"])
@blueprint.allows("organise")
@blueprint.gives({"tournament_id": "$response.body#/id"})
@blueprint.refuses(404)
@blueprint.reads_headers("Idempotency-Key")
@blueprint.response(201, TournamentSchema, headers=LOCATION)
@blueprint.arguments(TournamentRequestSchema)
@repeatable
def create_new_tournament(wish: Mapping[str, Any]) -> tuple[dict[str, Json], dict[str, str]]:
    """Create a tournament, which then takes entries."""
    made = whole(
        lambda: TournamentSchema().dump(TournamentView(create_tournament(account(), Tournament(**wish), now())))
    )
    return made, {"Location": url_for("tournaments.show_tournament", tournament_id=made["id"])}


@blueprint.route(TOURNAMENT)
@blueprint.allows("games:read", anonymous=True)
@blueprint.refuses(404)
@blueprint.response(200, TournamentWholeSchema)
def show_tournament(*, tournament_id: str) -> dict[str, Json]:
    """Show a tournament with its entries, table and pairings."""
    return _whole(tournament_of(tournament_id))


@blueprint.route(TOURNAMENT, methods=["PATCH"])
@blueprint.allows("organise")
@blueprint.refuses(404, 409)
@blueprint.response(200, TournamentSchema)
@blueprint.arguments(TournamentChangeSchema)
def change_tournament(wish: Mapping[str, str], *, tournament_id: str) -> TournamentView:
    """Change the title of your tournament, pause it, go on or cancel it; games under way go on."""

    def changed() -> TournamentView:
        if "title" in wish:
            rename(tournament_id, account(), wish["title"], wish["reason"], now())
        if "state" in wish:
            CHANGES[TournamentState(wish["state"])](tournament_id, account(), wish["reason"], now())
        return TournamentView(tournament_of(tournament_id))

    return whole(changed)


@blueprint.route(f"{TOURNAMENT}/entries", methods=["POST"])
@blueprint.allows("games:play")
@blueprint.refuses(404, 409)
@blueprint.response(201, TournamentEntrySchema)
@blueprint.arguments(EmptySchema, required=False)
def enter_tournament(_wish: dict[str, str], *, tournament_id: str) -> dict[str, Json]:
    """Enter a tournament: you agree to its games, which begin without an invitation.

    Also come back after leaving, or confirm an entry that is weeks old. A repeated request changes nothing. A person
    and their bots have one entry together.
    """
    return whole(lambda: _entry(enter(tournament_id, account(), now())))


@blueprint.route(f"{TOURNAMENT}/entries/me", methods=["DELETE"])
@blueprint.allows("games:play")
@blueprint.refuses(404, 409)
@blueprint.response(204)
def leave_tournament(*, tournament_id: str) -> Response:
    """Withdraw from a tournament: no further game begins, and games under way go on."""
    withdraw(tournament_id, account(), now())
    return Response(status=204)


@blueprint.route(f"{TOURNAMENT}/entries/<account_name:player>", methods=["DELETE"])
@blueprint.allows("organise")
@blueprint.refuses(404, 409)
@blueprint.response(204)
@blueprint.arguments(ReasonSchema)
def remove_player(wish: dict[str, str], *, tournament_id: str, player: str) -> Response:
    """Remove a player from your tournament for good; their games under way go on and count."""
    whole(lambda: remove(tournament_id, account(), account_named(player), wish["reason"], now()))
    return Response(status=204)


@blueprint.route(f"{TOURNAMENT}/pairings/<row:round_number>/<row:board>/adjudicate", methods=["POST"])
@blueprint.allows("organise")
@blueprint.refuses(404, 409)
@blueprint.response(200, TournamentWholeSchema)
@blueprint.arguments(AdjudicationSchema)
def adjudicate_pairing(
    wish: Mapping[str, Any], *, tournament_id: str, round_number: int, board: int
) -> dict[str, Json]:
    """Decide a game of your tournament that nobody has moved in for `idle_days`, or correct a result.

    The pairings of later rounds stay; the table follows. `not-idle` says from when you can decide it.
    """

    def decided() -> dict[str, Json]:
        place = round_number, board
        adjudicate(tournament_id, account(), place, wish["half_points"], wish["reason"], now())
        return _whole(tournament_of(tournament_id))

    return whole(decided)


@blueprint.route(f"{TOURNAMENT}/final", methods=["POST"])
@blueprint.allows("organise")
@blueprint.refuses(404, 409)
@blueprint.response(200, TournamentSchema)
@blueprint.arguments(EmptySchema, required=False)
def make_table_final(_wish: dict[str, str], *, tournament_id: str) -> TournamentView:
    """Make the table of your finished tournament final at once, not 48 hours after the last result."""
    return whole(lambda: TournamentView(make_final(tournament_id, account(), now())))


def _whole(each: Tournament) -> dict[str, Json]:
    entries, table = entries_of(each), table_of(each)
    numbered = {entry.number: entry.account.name for entry in entries if entry.number is not None}
    known = {entry.account_id: entry.account.name for entry in entries}
    shown: dict[str, Json] = TournamentSchema().dump(TournamentView(each))
    return shown | {
        "entries": [_entry(entry) for entry in entries],
        "table": [_standing(each, row) for row in table.rows],
        "pairings": [pairing_json(pairing, numbered) for pairing in table.pairings],
        "log": [_logged(row, known) for row in log_of(each)],
    }


def _entry(each: TournamentEntry) -> dict[str, Json]:
    return {
        "player": each.account.name,
        "number": each.number,
        "state": each.state,
        "first_round": each.first_round,
        "entered_at": time_json(each.entered_at),
        "is_asked": each.asked_at is not None,
    }


def _standing(tournament: Tournament, each: TableRow) -> dict[str, Json]:
    names = TIE_BREAKS[tournament.system]
    return {
        "place": each.row.place,
        "player": each.entry.account.name,
        "number": each.row.number,
        "half_points": each.row.half_points,
        "tie_breaks": dict(zip(names, each.row.tie_breaks, strict=False)),
        "has_left": each.row.has_left,
    }


def _logged(each: TournamentLog, names: dict[int, str]) -> dict[str, Json]:
    data = {name: value for name, value in each.data.items() if name != "player"}
    player = names.get(each.data.get("player", 0))
    return {"at": time_json(each.at), "what": each.what, "player": player, "data": data, "reason": each.reason}
