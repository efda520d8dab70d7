"""Setting up tournaments by the actions themselves."""

from __future__ import annotations

from collections.abc import Sequence

from service.competitions.entries import enter
from service.competitions.rounds import go_on_with
from service.competitions.tables import pairings_of
from service.competitions.tournaments import Entrants, Seeding, create_tournament, tournament_of
from service.db import clock
from service.db.engines import transaction
from service.models import Account, EntryState, Pairing, System, Tournament, TournamentEntry, TournamentState
from service.play.seating import game_if_any
from service.play.seats import resign
from tests.service.tables import person


def cup(*names: str, organiser: str = "olga", system: System = System.ROUND_ROBIN, **terms: object) -> Tournament:
    """Create a tournament of Siesta, and let these players enter."""
    usual = {"title": "Autumn Cup", "most_entries": max(len(names), 2)}
    tournament = create_tournament(person(organiser), planned(**{**usual, "system": system, **terms}), clock.now())
    for name in names:
        enter(tournament.id, person(name), clock.now())
    return tournament


def planned(**terms: object) -> Tournament:
    """Return a new round robin of Siesta with these terms, and usual ones."""
    usual = {
        "title": "Autumn",
        "ruleset": "siesta",
        "system": System.ROUND_ROBIN,
        "options": {},
        "seats": 2,
        "days_per_move": 3,
        "rated": False,
        "seeding": Seeding.RATING,
        "least_entries": 2,
        "most_entries": 32,
        "late_entries": False,
        "entrants": Entrants.ANYBODY,
        "idle_days": 7,
    }
    return Tournament(**{**usual, **terms})


def begun(*names: str, **terms: object) -> Tournament:
    """Start a tournament that is full with these players."""
    tournament = cup(*names, **terms)  # type: ignore[arg-type]
    go_on_with(tournament.id, clock.now())
    return tournament_of(tournament.id)


def over(*names: str, **terms: object) -> Tournament:
    """Let the player in the second seat resign every game, until the tournament is over."""
    tournament = begun(*names, **terms)
    while pairings := under_way(tournament):
        for pairing in pairings:
            game = game_if_any(pairing.game_id or "")
            assert game is not None
            loser = game.seats[1].account
            assert loser is not None
            resign(game.id, loser, clock.now())
        go_on_with(tournament.id, clock.now())
    return tournament_of(tournament.id)


def under_way(tournament: Tournament) -> Sequence[Pairing]:
    """List the pairings without a result."""
    return [each for each in pairings_of(tournament) if each.half_points is None]


def fill(tournament: Tournament, players: int, rounds: int = 9) -> None:
    """Start a tournament of so many new players as if so many rounds had been played, without games."""
    with transaction() as current:
        for number in range(1, players + 1):
            account = Account(name=f"player-{number:04}", created_at=clock.now(), verified_at=clock.now())
            entry = TournamentEntry(tournament_id=tournament.id, account=account, number=number, first_round=1)
            entry.state, entry.entered_at = EntryState.ENTERED, clock.now()
            current.add(entry)
        current.flush()
        for at in range(1, rounds + 1):
            for board in range(players // 2):
                pair = [2 * board + 1, 2 * board + 2]
                made = {"half_points": [2, 0], "settled_at": clock.now(), "unplayed": False}
                current.add(Pairing(tournament_id=tournament.id, round=at, board=board + 1, players=pair, **made))
        tournament.state, tournament.started_at, tournament.round = TournamentState.RUNNING, clock.now(), rounds
