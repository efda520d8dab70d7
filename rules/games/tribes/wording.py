"""Text board and description of Tribes, the turn first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from rules.canvas import EMPTY, SEATS, fitted
from rules.game import Reason, Seat
from rules.games.tribes.actions import SHAMAN
from rules.games.tribes.layout import BOARD, COLUMNS, CORNERS, FOUR, RESOURCES, ROWS, TILE_SQUARES, TRIBES
from rules.games.tribes.position import TribesPosition, quadrants
from rules.games.tribes.scoring import influence, multipliers, settlement_scores
from rules.prose import N_, OVER, Sentence, Translate, Value, worded

SHORT = ("Wi", "Au", "Su", "Sp")
"""Abbreviations of the tribes: `Wi3` is a suit mark on a tile of value 3, `wi` a coin, `@Wi` a Shaman."""
BELOW_ZERO = N_(
    "Points below 0 are normal at the start: a tribe subtracts its own resource until its Shaman comes and adds it."
)
WITHOUT_SHAMAN = N_("{seat} ({others}\N{MINUS SIGN}{own})\N{MULTIPLICATION SIGN}{times} = {points}")
WITH_SHAMAN = N_("{seat} with its Shaman ({others}+{own})\N{MULTIPLICATION SIGN}{times} = {points}")
"""The other resources less a tribe's own, or plus it, times the tribe's rank."""
OPEN, MAY = ".", "+"
"""Signs of an open quadrant, and of a legal one."""


def text(position: TribesPosition, before: TribesPosition | None = None, translate: Translate = str) -> str:
    """Render the board, the seats, and every settlement with its scores; brackets mark changes since `before`."""
    seats, shamans = (
        [part for line in told for part in fitted(line.translated(translate))]
        for told in (seat_lines(position) + to_do(position), _shaman_lines(position))
    )
    lines = [*board_lines(position, before), "", *seats, "", *shamans]
    for settlement in position.settlements():
        lines += fitted(_settlement_line(position, settlement).translated(translate), "    ")
    return "\n".join(lines)


def board_lines(position: TribesPosition, before: TribesPosition | None = None) -> list[str]:
    """Format the board with its frame and coordinates, `+` on legal quadrants."""
    marked = 0 if before is None else changed(position, before) | left(position, before)
    may = {action.square for action in position.legal_actions()}
    held = [MAY if square in may else cell for square, cell in enumerate(cells(position))]
    shown = [(f"[{cell}]" if marked & BOARD.bits[square] else f" {cell} ").ljust(5) for square, cell in enumerate(held)]
    frame = "  +" + ("-" * 10 + "+") * COLUMNS
    lines = [frame]
    for row in reversed(range(BOARD.rows)):
        pairs = [
            "".join(shown[start : start + 2]) for start in range(row * BOARD.columns, (row + 1) * BOARD.columns, 2)
        ]
        lines += [f"{row + 1} |" + "|".join(pairs) + "|"] + [frame] * (row % 2 == 0)
    letters = [f" {chr(97 + column)}".ljust(5) + " " * (column % 2) for column in range(BOARD.columns)]
    return [*lines, "   " + "".join(letters).rstrip()]


def seat_lines(position: TribesPosition) -> list[Sentence]:
    """Describe each seat's tribe, coins in hand and points, and the seat to act."""
    lines = []
    for seat, (tribe, points) in enumerate(zip(position.chosen, position.scores(), strict=True)):
        values: dict[str, Value] = {"seat": letter(seat), "coins": coins(position, seat), "points": points}
        values["tribe"] = Sentence(TRIBES[tribe]) if tribe >= 0 else "-"
        lines.append(Sentence(N_("{seat} {tribe}: {coins} ({points} points)"), values))
    acting = position.current_player()
    seat_to_move = Sentence(N_("nobody")) if acting is None else letter(acting)
    lines.append(Sentence(N_("to move: {seat}"), {"seat": seat_to_move}))
    return lines + [Sentence(N_("moved: {tribe}"), {"tribe": Sentence(TRIBES[position.moved])})] * position.mid_turn


def _shaman_lines(position: TribesPosition) -> list[Sentence]:
    waiting = _tribes(tribe for tribe in FOUR if not position.shamans[tribe])
    beside = [Sentence(N_("Shamans beside the board: {tribes}"), {"tribes": waiting})] * bool(waiting)
    return [*beside, Sentence(N_("Settlements:"))]


def _settlement_line(position: TribesPosition, settlement: int) -> Sentence:
    strength = influence(settlement, position.markers, position.shamans)
    points = settlement_scores(position.land, settlement, position.markers, position.shamans)
    ours = "".join(
        f" {letter(seat)} {points[tribe]:+d}"
        for seat, tribe in enumerate(position.chosen)
        if tribe >= 0 and strength[tribe]
    )
    shamans = "".join(f" @{SHORT[tribe]}" for tribe in FOUR if settlement & position.shamans[tribe])
    told = f"{' '.join(quadrants(settlement))}:{shamans} {listed(SHORT, strength)}"
    brought = counted(RESOURCES, position.land.resources(settlement))
    return Sentence("  {told}; {brought}{ours}", {"told": told, "brought": brought, "ours": f":{ours}" if ours else ""})


def cells(position: TribesPosition) -> list[str]:
    """Format the content of each quadrant, from a1 on."""
    found = [OPEN] * BOARD.size
    for tribe, short in enumerate(SHORT):
        for square in BOARD.squares(position.markers[tribe]):
            found[square] = short.lower()
        for square in BOARD.squares(position.shamans[tribe]):
            found[square] = f"@{short}"
    for tile, squares in zip(position.land.tiles, TILE_SQUARES, strict=True):
        found[squares[CORNERS.index(tile.corner)]] = f"{SHORT[tile.tribe]}{tile.value}"
    return found


def changed(position: TribesPosition, before: TribesPosition) -> int:
    """Return the quadrants with a new piece since `before`."""
    moved = (now & ~then for now, then in zip(position.shamans, before.shamans, strict=True))
    return position.marked & ~before.marked | sum(moved)


def left(position: TribesPosition, before: TribesPosition) -> int:
    """Return the quadrants that a Shaman has left since `before` and that are open now."""
    return sum(before.shamans) & ~position.occupied


def describe(position: TribesPosition) -> Sequence[Sentence]:
    """Describe the seat to act, the seats, the pieces, the settlements, and the tiles from the upper left."""
    return [
        _to_act(position),
        *_open(position),
        *_seats(position),
        *_shamans(position),
        *_markers(position),
        *(reason.told for reason in explained(position)),
        *_tiles(position),
        Sentence(N_("Winter gives water, autumn wood, summer animals, spring grain.")),
    ]


def to_do(position: TribesPosition) -> list[Sentence]:
    """Explain the `+` signs of a board: the Shaman that may go there, or that none can move."""
    walks = _walks(position)
    if len(walks) > 1:
        return list(_open(position))
    if walks:
        return [Sentence(N_("+ a Shaman of {tribes} may go here."), {"tribes": _tribes(next(iter(walks)))})]
    return [_to_act(position)] if position.passing else []


def caption(position: TribesPosition, translate: Translate) -> str:
    """Describe the points and the seat to act in one line."""
    points = ", ".join(f"{letter(seat)} {points}" for seat, points in enumerate(position.scores()))
    told = (_to_act(position), Sentence(N_("Points: {points}."), {"points": points}))
    return " ".join(sentence.translated(translate) for sentence in told)


def letter(seat: Seat) -> str:
    """Return the letter of a seat."""
    return SEATS[seat].letter


def coins(position: TribesPosition, seat: Seat) -> Sequence[Sentence]:
    """Describe the coins in a seat's hand."""
    held = () if position.choosing else position.hands[seat]
    return counted(TRIBES, held) or [Sentence(N_("nothing"))]


def listed(names: Sequence[str], counts: Sequence[int]) -> str:
    """Format names with their counts, without zeros."""
    return ", ".join(f"{name} {count}" for name, count in zip(names, counts, strict=False) if count)


def counted(names: Sequence[str], counts: Sequence[int]) -> list[Sentence]:
    """Describe names with their counts, without zeros."""
    return [
        Sentence("{name} {count}", {"name": Sentence(name), "count": count})
        for name, count in zip(names, counts, strict=False)
        if count
    ]


def _to_act(position: TribesPosition) -> Sentence:
    acting = position.current_player()
    if position.is_stopped:
        return Sentence(OVER)
    if acting is None:
        winners = ", ".join(letter(seat) for seat in position.winners())
        return Sentence(N_("The game is over. Most points: {seats}."), {"seats": winners})
    values: dict[str, Value] = {"seat": letter(acting)}
    if position.choosing:
        return Sentence(N_("{seat}'s turn: choose a tribe."), values)
    if position.mid_turn:
        values["tribe"] = Sentence(TRIBES[position.moved])
        return Sentence(N_("{seat}'s turn: place a coin of {tribe}."), values)
    if position.passing:
        row = {**values, "number": position.passes + 1, "seats": len(position.chosen)}
        return Sentence(
            N_(
                "{seat} cannot move any Shaman and must discard a coin ({number} of {seats} in a row, then the "
                "game ends)."
            ),
            row,
        )
    return Sentence(N_("{seat}'s turn: move a Shaman."), values)


def _open(position: TribesPosition) -> Iterator[Sentence]:
    """Describe the legal squares of the coin or the Shamans, grouped by Shamans."""
    if position.mid_turn:
        yield Sentence(N_("The coin may go on {squares}."), {"squares": _names(position.coin_squares())})
        return
    for shamans, squares in _walks(position).items():
        values: dict[str, Value] = {"tribes": _tribes(shamans), "squares": ", ".join(squares)}
        yield Sentence(N_("A Shaman of {tribes} may go to {squares}."), values)


def _walks(position: TribesPosition) -> dict[tuple[int, ...], list[str]]:
    """Group the legal quadrants by the tribes whose Shamans may go there; empty if no Shaman is to move."""
    tribes: dict[int, tuple[int, ...]] = {}
    for action in position.legal_actions():
        if action.verb == SHAMAN:
            tribes[action.square] = (*tribes.get(action.square, ()), action.tribe)
    squares: dict[tuple[int, ...], list[str]] = {}
    for square in sorted(tribes):
        squares.setdefault(tribes[square], []).append(BOARD.names[square])
    return squares


def _tribes(tribes: Iterable[int]) -> list[Sentence]:
    return [Sentence(TRIBES[tribe]) for tribe in tribes]


def _seats(position: TribesPosition) -> Iterator[Sentence]:
    for seat, points in enumerate(position.scores()):
        values: dict[str, Value] = {"seat": letter(seat), "points": points, "coins": coins(position, seat)}
        if (tribe := position.chosen[seat]) < 0:
            yield Sentence(N_("{seat} has not chosen a tribe yet."), values)
        else:
            yield Sentence(
                N_("{seat} plays {tribe} and has {points} points. Coins in hand: {coins}."),
                {**values, "tribe": Sentence(TRIBES[tribe])},
            )


def _shamans(position: TribesPosition) -> Iterator[Sentence]:
    for tribe, square in zip(TRIBES, position.shamans, strict=True):
        if square:
            yield Sentence(
                N_("The {tribe} Shaman is on {quadrant}."), {"tribe": Sentence(tribe), "quadrant": quadrants(square)[0]}
            )
        else:
            yield Sentence(N_("The {tribe} Shaman is beside the board."), {"tribe": Sentence(tribe)})


def _markers(position: TribesPosition) -> Iterator[Sentence]:
    for tribe in FOUR:
        marks = position.land.marks[tribe]
        placed = position.markers[tribe] & ~marks
        values = {"tribe": Sentence(TRIBES[tribe]), "marks": _names(marks), "coins": _names(placed)}
        if placed:
            yield Sentence(N_("Suit marks of {tribe}: {marks}. Coins: {coins}."), values)
        else:
            yield Sentence(N_("Suit marks of {tribe}: {marks}. No coins."), values)


def explained(position: TribesPosition) -> Sequence[Reason]:
    """Explain negative points, then the points of each settlement."""
    remarks = [Reason((), Sentence(BELOW_ZERO))] if min(position.scores()) < 0 else []
    return remarks + [_reason(position, settlement) for settlement in position.settlements()]


def _reason(position: TribesPosition, settlement: int) -> Reason:
    shamans = [tribe for tribe, square in zip(TRIBES, position.shamans, strict=True) if settlement & square]
    places = [*quadrants(settlement), *shamans]
    strength = influence(settlement, position.markers, position.shamans)
    resources = position.land.resources(settlement)
    values: dict[str, Value] = {
        "quadrants": _names(settlement),
        "influence": counted(TRIBES, strength),
        "resources": counted(RESOURCES, resources),
    }
    chosen = () if position.choosing else position.chosen
    scored = settlement_scores(position.land, settlement, position.markers, position.shamans)
    points = tuple(scored[tribe] for tribe in chosen) or (0,) * len(position.chosen)
    seats = [(seat, tribe) for seat, tribe in enumerate(chosen) if strength[tribe]]
    if not seats:
        template = N_("Settlement on {quadrants}. Influence: {influence}. Resources: {resources}.")
        return Reason(places, Sentence(template, values), points)
    values["points"] = [
        Sentence(
            WITH_SHAMAN if settlement & position.shamans[tribe] else WITHOUT_SHAMAN,
            {
                "seat": letter(seat),
                "others": sum(resources) - resources[tribe],
                "own": resources[tribe],
                "times": multipliers(strength)[tribe],
                "points": points[seat],
            },
        )
        for seat, tribe in seats
    ]
    template = N_("Settlement on {quadrants}. Influence: {influence}. Resources: {resources}. Points: {points}.")
    return Reason(places, Sentence(template, values), points)


def _tiles(position: TribesPosition) -> Iterator[Sentence]:
    for row in range(ROWS):
        tiles = position.land.tiles[row * COLUMNS : (row + 1) * COLUMNS]
        lower = 2 * (ROWS - 1 - row) + 1
        values: dict[str, Value] = {
            "upper": lower + 1,
            "lower": lower,
            "tiles": [
                Sentence("{value} {resource}", {"value": tile.value, "resource": Sentence(RESOURCES[tile.tribe])})
                for tile in tiles
            ],
        }
        yield Sentence(N_("Tiles in rows {upper} and {lower}, from column a, two columns each: {tiles}."), values)


def _names(mask: int) -> str:
    return ", ".join(quadrants(mask))


def labels(position: TribesPosition) -> Mapping[str, Sentence]:
    """Label clickable elements: a quadrant's piece and tile, or a tribe's resource."""
    tribes = {tribe: Sentence(resource) for tribe, resource in zip(TRIBES, RESOURCES, strict=True)}
    quadrants = {
        BOARD.names[square]: Sentence(
            N_("{held}, {value} {resource}"),
            {"held": _held(position, square), "value": tile.value, "resource": Sentence(RESOURCES[tile.tribe])},
        )
        for tile, squares in zip(position.land.tiles, TILE_SQUARES, strict=True)
        for square in squares
    }
    return quadrants | tribes


def _held(position: TribesPosition, square: int) -> Sentence:
    bit = BOARD.bits[square]
    for tribe, name in enumerate(TRIBES):
        values = {"tribe": Sentence(name)}
        if bit & position.land.marks[tribe]:
            return Sentence(N_("suit mark of {tribe}"), values)
        if bit & position.markers[tribe]:
            return Sentence(N_("coin of {tribe}"), values)
        if bit & position.shamans[tribe]:
            return Sentence(N_("Shaman of {tribe}"), values)
    return EMPTY


in_words = worded(
    {
        **{tribe: tribe for tribe in TRIBES},
        "choose": N_("Choose a tribe"),
        "choose {tribe}": N_("Choose {tribe}"),
        "shaman": N_("Shaman"),
        "shaman {tribe}": N_("Shaman of {tribe}"),
        "shaman {tribe} {square}": N_("Shaman of {tribe} to {square}"),
        "coin": N_("Coin"),
        "coin {square}": N_("Coin on {square}"),
        "discard": N_("Discard a coin"),
        "discard {tribe}": N_("Discard a coin of {tribe}"),
    }
)
