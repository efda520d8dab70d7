"""The picture of a position, the same in text, and in sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import wrap

from rules.canvas import SEATS, Canvas
from rules.games.tribes.grid import SHORT, cells
from rules.games.tribes.layout import BOARD, COLUMNS, RESOURCES, TILE_SQUARES, TRIBES
from rules.games.tribes.position import FOUR, TribesPosition
from rules.games.tribes.report import quadrants
from rules.games.tribes.scene import LEFT, WIDTH, changed, draw_board, left
from rules.games.tribes.scoring import influence, settlement_scores
from rules.games.tribes.standings import draw_standings, height
from rules.prose import N_, Sentence

COLUMNS_OF_TEXT = 72
NAME = "Tribes of the Four Seasons"


def svg(position: TribesPosition, before: TribesPosition | None = None) -> str:
    """The board with its settlements above a table of tribes, coins and scores."""
    spoken = " ".join(str(sentence) for sentence in describe(position))
    canvas = Canvas(LEFT + WIDTH + 12, height(len(position.chosen)), NAME, spoken)
    draw_board(canvas, position, before)
    draw_standings(canvas, position)
    return str(canvas)


def text(position: TribesPosition, before: TribesPosition | None = None) -> str:
    """The board, the seats, and every settlement with what it scores; brackets mark what has changed since `before`."""
    lines = [*board_lines(position, before), "", *seat_lines(position), "", *_shaman_lines(position)]
    for settlement in position.settlements():
        lines += wrap(_settlement_line(position, settlement), COLUMNS_OF_TEXT, subsequent_indent="    ")
    return "\n".join(lines)


def board_lines(position: TribesPosition, before: TribesPosition | None = None) -> list[str]:
    """The board with its frame and coordinates."""
    marked = 0 if before is None else changed(position, before) | left(position, before)
    shown = [
        (f"[{cell}]" if marked & BOARD.bits[square] else f" {cell} ").ljust(5)
        for square, cell in enumerate(cells(position))
    ]
    frame = "  +" + ("-" * 10 + "+") * COLUMNS
    lines = [frame]
    for row in reversed(range(BOARD.rows)):
        pairs = [
            "".join(shown[start : start + 2]) for start in range(row * BOARD.columns, (row + 1) * BOARD.columns, 2)
        ]
        lines += [f"{row + 1} |" + "|".join(pairs) + "|"] + [frame] * (row % 2 == 0)
    letters = [f" {chr(97 + column)}".ljust(5) + " " * (column % 2) for column in range(BOARD.columns)]
    return [*lines, "   " + "".join(letters).rstrip()]


def seat_lines(position: TribesPosition) -> list[str]:
    """Each seat's tribe, coins in hand and points, and who is to act."""
    lines = [
        f"{_letter(seat)} {TRIBES[tribe] if tribe >= 0 else '-'}: {_coins(position, seat)} ({points} points)"
        for seat, (tribe, points) in enumerate(zip(position.chosen, position.scores(), strict=True))
    ]
    acting = position.current_player()
    lines.append(f"to move: {'nobody' if acting is None else _letter(acting)}")
    return lines + [f"moved: {TRIBES[position.moved]}"] * position.mid_turn


def _shaman_lines(position: TribesPosition) -> list[str]:
    waiting = [TRIBES[tribe] for tribe in FOUR if not position.shamans[tribe]]
    return [f"Shamans beside the board: {', '.join(waiting)}"] * bool(waiting) + ["Settlements:"]


def _settlement_line(position: TribesPosition, settlement: int) -> str:
    strength = influence(settlement, position.markers, position.shamans)
    points = settlement_scores(position.land, settlement, position.markers, position.shamans)
    ours = "".join(
        f" {_letter(seat)} {points[tribe]:+d}"
        for seat, tribe in enumerate(position.chosen)
        if tribe >= 0 and strength[tribe]
    )
    shamans = "".join(f" @{SHORT[tribe]}" for tribe in FOUR if settlement & position.shamans[tribe])
    return (
        f"  {' '.join(quadrants(settlement))}:{shamans} {_listed(SHORT, strength)}; "
        f"{_listed(RESOURCES, position.land.resources(settlement))}{':' if ours else ''}{ours}"
    )


def describe(position: TribesPosition) -> Sequence[Sentence]:
    """Seats, Shamans, settlements and tiles, and who is to act."""
    return [*_seats(position), *_shamans(position), *_settlements(position), *_tiles(position), _to_act(position)]


def _seats(position: TribesPosition) -> Iterator[Sentence]:
    for seat, points in enumerate(position.scores()):
        values: dict[str, str | int] = {"seat": _letter(seat), "points": points, "coins": _coins(position, seat)}
        if (tribe := position.chosen[seat]) < 0:
            yield Sentence(N_("Seat {seat} has not chosen a tribe yet."), values)
        else:
            yield Sentence(
                N_("Seat {seat} plays {tribe} and has {points} points. Coins in hand: {coins}."),
                {**values, "tribe": TRIBES[tribe]},
            )


def _shamans(position: TribesPosition) -> Iterator[Sentence]:
    for tribe, square in zip(TRIBES, position.shamans, strict=True):
        if square:
            yield Sentence(
                N_("The {tribe} Shaman stands on {quadrant}."), {"tribe": tribe, "quadrant": quadrants(square)[0]}
            )
        else:
            yield Sentence(N_("The {tribe} Shaman stands beside the board."), {"tribe": tribe})


def _settlements(position: TribesPosition) -> Iterator[Sentence]:
    for settlement in position.settlements():
        values = {
            "quadrants": ", ".join(quadrants(settlement)),
            "influence": _listed(TRIBES, influence(settlement, position.markers, position.shamans)),
            "resources": _listed(RESOURCES, position.land.resources(settlement)),
        }
        yield Sentence(N_("Settlement on {quadrants}. Influence: {influence}. Resources: {resources}."), values)


def _tiles(position: TribesPosition) -> Iterator[Sentence]:
    for tile, squares in zip(position.land.tiles, TILE_SQUARES, strict=True):
        values: dict[str, str | int] = {
            "first": BOARD.names[squares[3]],
            "last": BOARD.names[squares[1]],
            "tribe": TRIBES[tile.tribe],
            "resource": RESOURCES[tile.tribe],
            "value": tile.value,
        }
        yield Sentence(N_("Tile {first} to {last}: {tribe}, {value} {resource}."), values)


def _to_act(position: TribesPosition) -> Sentence:
    acting = position.current_player()
    if acting is None:
        winners = ", ".join(_letter(seat) for seat in position.winners())
        return Sentence(N_("The game is over. Most points: {seats}."), {"seats": winners})
    values = {"seat": _letter(acting)}
    if position.choosing:
        return Sentence(N_("Seat {seat} is to choose a tribe."), values)
    if position.mid_turn:
        return Sentence(N_("Seat {seat} is to place a {tribe} coin."), {**values, "tribe": TRIBES[position.moved]})
    return Sentence(N_("Seat {seat} is to move a Shaman."), values)


def _letter(seat: int) -> str:
    return SEATS[seat].letter


def _coins(position: TribesPosition, seat: int) -> str:
    return _listed(TRIBES, () if position.choosing else position.hands[seat]) or "nothing"


def _listed(names: Sequence[str], counts: Sequence[int]) -> str:
    return ", ".join(f"{name} {count}" for name, count in zip(names, counts, strict=False) if count)
