import re
from collections.abc import Sequence
from pathlib import Path
from random import Random
from time import process_time

import pytest

from benchmarks.tournaments import paired
from service.competitions.pairing.interface import Entrant
from service.competitions.standings import TIE_BREAKS, standings
from service.models.competition import Pairing, System

TABLES = sorted((Path(__file__).parent / "tables").glob("*.txt"))


def tournament_of(lines: Sequence[str]) -> tuple[System, list[Entrant], list[Pairing]]:
    """Read the head `swiss 5, left 5`, then rounds such as `1: 1-2 2:0 unplayed, 3 bye 2`."""
    head, left = re.fullmatch(r"([a-z-]+ \d+)(?:, left (.*))?", lines[0]).groups()  # type: ignore[union-attr]
    system, size = head.split()
    out = {int(number) for number in (left or "").split()}
    entrants = [Entrant(number, 1, is_in=number not in out) for number in range(1, int(size) + 1)]
    met = []
    for line in lines[1:]:
        number, _, games = line.partition(": ")
        for board, game in enumerate(games.split(", "), start=1):
            words = game.split()
            players = tuple(map(int, words[0].split("-")))
            points = tuple(map(int, words[2 if words[1] == "bye" else 1].split(":")))
            met.append(
                paired(int(number), board, players, points, unplayed=words[1] == "bye" or words[-1] == "unplayed")
            )
    return System(system), entrants, met


@pytest.mark.parametrize("path", TABLES, ids=lambda path: path.stem)
def test_a_table_is_as_worked_by_hand(path: Path) -> None:
    lines = path.read_text().splitlines()
    split = next(place for place, line in enumerate(lines) if line.startswith("place"))
    system, entrants, met = tournament_of(lines[:split])

    rows = standings(system, entrants, met)

    assert lines[split].split()[3:] == list(TIE_BREAKS[system])
    shown = [" ".join(map(str, (row.place, row.number, row.half_points, *row.tie_breaks))) for row in rows]
    assert shown == lines[split + 1 :]


def test_the_table_of_a_thousand_players_takes_less_than_a_second() -> None:
    rng = Random(1)
    entrants = [Entrant(number, 1, is_in=rng.random() < 0.9) for number in range(1, 1001)]
    numbers = list(range(1, 1001))
    met = []
    for number in range(1, 10):
        rng.shuffle(numbers)
        pairs = zip(numbers[::2], numbers[1::2], strict=True)
        met += [paired(number, 1, pair, rng.choice(((2, 0), (1, 1), (0, 2))), unplayed=False) for pair in pairs]

    began = process_time()
    rows = standings(System.SWISS, entrants, met)

    assert process_time() - began < 1
    assert sorted(row.number for row in rows) == list(range(1, 1001))


def test_before_the_first_game_all_share_the_first_place() -> None:
    entrants = [Entrant(number, 1, is_in=True) for number in (1, 2, 3)]

    for system in sorted(System):
        assert [row.place for row in standings(system, entrants, [])] == [1, 1, 1]
