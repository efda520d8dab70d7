"""Two Swiss engines for the trial of `python -m benchmarks.pairings --trial`, which says how to install them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from pairing_core import NativeDutchEngine, PlayerData
from pairing_core.api import PairingRequest
from py4swiss.engines import DutchEngine
from py4swiss.trf import TrfParser

from service.competitions.pairing.earlier_rounds import earlier_rounds, next_round
from service.competitions.pairing.interface import DrawnRound, Entrant
from service.models.competition import Pairing


def py4swiss(entrants: Sequence[Entrant], met: Sequence[Pairing], rounds: int, seats: int) -> Sequence[DrawnRound]:
    """Let py4swiss read a file with all rounds; who is absent has a line for the round to be drawn."""
    number, present = next_round(entrants, met, rounds)
    lines = [f"XXR {rounds}", "XXC white1"]
    for entrant in entrants:
        results = [_result(entrant.number, before, met) for before in range(1, number)]
        results += [] if entrant.number in present else ["0000 - Z"]
        half_points = earlier_rounds(met).half_points[entrant.number]
        head = f"001 {entrant.number:>4} {'':5}{'Player':<33} {2000:>4}"
        lines.append(f"{head:<80}{half_points / 2:>4} {entrant.number:>4}  {'  '.join(results)}")
    with TemporaryDirectory() as folder:
        path = Path(folder) / "tournament.trf"
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
        pairings = DutchEngine.generate_pairings(TrfParser.parse(path))
    return [DrawnRound(number, _pairings((each.white, each.black) for each in pairings))]


def pairing_core(entrants: Sequence[Entrant], met: Sequence[Pairing], rounds: int, seats: int) -> Sequence[DrawnRound]:
    """Give pairing-core those who are present."""
    number, present = next_round(entrants, met, rounds)
    earlier = earlier_rounds(met)
    opponents = {
        player: frozenset(other for pair in earlier.meetings if player in pair for other in pair - {player})
        for player in present
    }
    players = [
        PlayerData(
            id=player,
            pairing_no=player,
            rating=2000 - player,
            points=earlier.half_points[player] / 2,
            color_hist="".join(_result(player, before, met)[5] for before in range(1, number)),
            opponents=opponents[player],
            received_bye=earlier.free[player] > 0,
            float_hist="-" * (number - 1),
        )
        for player in opponents
    ]
    result: Any = NativeDutchEngine().pair(PairingRequest(players=players, round_number=number))
    return [DrawnRound(number, _pairings((card.white_id, card.black_id or 0) for card in result.pairings))]


def _result(player: int, number: int, met: Iterable[Pairing]) -> str:
    """Return what the file says of a player's round: the opponent, the colour and the result."""
    for game in met:
        if game.round == number and player in game.players and game.half_points is not None:
            seat = game.players.index(player)
            if len(game.players) == 1:
                return "0000 - U"
            marks = "-?+" if game.unplayed else "0=1"
            return f"{game.players[1 - seat]:>4} {'wb'[seat]} {marks[game.half_points[seat]]}"
    return "0000 - Z"


def _pairings(pairs: Iterable[tuple[int, int]]) -> tuple[tuple[int, ...], ...]:
    """Return pairs without the place of nobody."""
    ordered = Counter(tuple(player for player in pair if player) for pair in pairs)
    return tuple(ordered.elements())
