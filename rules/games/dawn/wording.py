"""Text board and description of DAWN 11/15."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rules.canvas import EMPTY, fitted
from rules.game import Reason
from rules.games.dawn.actions import BOARD, CERES, LENGTHS, VESTA, Bar
from rules.games.dawn.geometry import Edge, arrivals, edge_crossed, new_bars, squares_outside
from rules.games.dawn.position import ROUNDS, DawnPosition, result
from rules.prose import N_, Sentence, Translate, Value, worded

_LISTED = 12
"""Largest number of reachable squares to list by name; a longer list is hard to follow."""
_LEGEND = (
    N_("[4] upright, =4= in a row, |4| in a column, <5 5 squares outside"),
    N_("v, c, vc: Vesta, Ceres, both can reach it   *4* *V*: new"),
)
ROOM = N_(
    "F({letter}) = {count}: {asteroid} can reach {count} free squares. Nature wants much room, Mission Control little."
)
LARGER_ROOM = N_(
    "F({letter}) = {count}: {asteroid} can reach {count} free squares. The larger room counts twice: {part}."
)
SMALLER_ROOM = N_(
    "F({letter}) = {count}: {asteroid} can reach {count} free squares. The smaller room is subtracted: {part}."
)
WITHOUT_BAR = N_("Without the {length}-bar on {squares}: {changes}.")
_MAY_REST = N_("+: the asteroid may move here (or stay)")


def text(position: DawnPosition, before: DawnPosition | None = None, translate: Translate = str) -> str:
    """Render the text board: 67 columns, jutting ends outside the frame, changes since `before` between stars."""
    cells = _cells(position, before)
    outside = {(edge, end): out for bar in position.bars for edge, end, out in _ends_outside(bar)}
    rows = [_row(cells, outside, row) for row in reversed(range(BOARD.rows))]
    letters = " " * 5 + "".join(f" {chr(97 + column)}  " for column in range(BOARD.columns))
    told = (*_LEGEND, _MAY_REST) if position.steps else _LEGEND
    legend = [part for line in told for part in fitted(translate(line))]
    board = [letters, _juts(outside, Edge.UPPER), *rows, _juts(outside, Edge.LOWER), letters]
    return "\n".join(line.rstrip() for line in [*board, "", *_status(position, translate), "", *legend])


def describe(position: DawnPosition) -> Sequence[Sentence]:
    """Describe what happens next, the asteroids and their freedom, and every bar."""
    return [_next(position), *_rests(position), *_supply(position), *_asteroids(position), *_bars(position)]


def caption(position: DawnPosition, translate: Translate) -> str:
    """Describe what happens next and the current result, in one line."""
    return " ".join(sentence.translated(translate) for sentence in (_next(position), *_result(position)))


def _cells(position: DawnPosition, before: DawnPosition | None) -> list[str]:
    """Format the content of each square, three characters wide."""
    vesta = position.reach(VESTA) if position.vesta is not None else 0
    ceres = position.reach(CERES) if position.ceres is not None else 0
    signs = {(False, False): " . ", (True, False): " v ", (False, True): " c ", (True, True): "vc "}
    cells = [signs[bool(vesta & bit), bool(ceres & bit)] for bit in BOARD.bits]
    for square in BOARD.squares(position.within_steps() if position.steps else 0):
        cells[square] = f"{cells[square][:2]}+"
    fresh = new_bars(position, before)
    for bar in position.bars:
        left, right = "**" if bar in fresh else "[]" if bar.upright else "||" if bar.in_column else "=="
        for square in BOARD.squares(bar.mask):
            cells[square] = f"{left}{bar.length}{right}"
    moved = arrivals(position, before)
    for asteroid, place in ((VESTA, position.vesta), (CERES, position.ceres)):
        if place is not None:
            letter = asteroid[0].upper()
            cells[place] = f"*{letter}*" if asteroid in moved else f"({letter})"
    return cells


def _ends_outside(bar: Bar) -> Iterator[tuple[Edge, int, int]]:
    """Yield the edge that a bar juts out over, its column or row, and the number of squares outside, if any."""
    if edge := edge_crossed(bar):
        column, row = BOARD.place(bar.first)
        yield edge, column if bar.in_column else row, squares_outside(bar)


def _row(cells: Sequence[str], outside: dict[tuple[Edge, int], int], row: int) -> str:
    left, right = outside.get((Edge.LEFT, row)), outside.get((Edge.RIGHT, row))
    body = " ".join(cells[row * BOARD.columns : (row + 1) * BOARD.columns])
    return f"{row + 1:>2} {f'<{left}' if left else '  '}{body}{f'{right}>' if right else '  '} {row + 1}"


def _juts(outside: dict[tuple[Edge, int], int], edge: Edge) -> str:
    arrow = "^" if edge is Edge.UPPER else "v"
    ends = (outside.get((edge, column)) for column in range(BOARD.columns))
    return " " * 5 + "".join(f"{arrow}{out}  " if out else " -  " for out in ends)


def _status(position: DawnPosition, translate: Translate) -> Iterator[str]:
    lengths = " ".join(f"[{n}]" if n in position.lengths else str(n) for n in position.left)
    told = [
        Sentence(N_("Phase {phase}"), {"phase": position.phase}),
        Sentence(N_("bars left: {lengths}"), {"lengths": lengths or Sentence(N_("none"))}),
        *([Sentence(N_("rolled: {number}"), {"number": position.shown})] if position.shown else []),
        *([Sentence(N_("steps: up to {steps}"), {"steps": position.steps})] if position.steps else []),
    ]
    yield from fitted("   ".join(sentence.translated(translate) for sentence in told))
    free = {asteroid: position.freedom(asteroid) for asteroid in (VESTA, CERES)}
    known = [f"F({name[0].upper()}) {count}" for name, count in free.items() if count is not None]
    result = position.result()
    if result is not None:
        known.append(Sentence(N_("result {result}"), {"result": result}).translated(translate))
    yield "   ".join(known)


def _asteroids(position: DawnPosition) -> Iterator[Sentence]:
    for name, asteroid, square in (("Vesta", VESTA, position.vesta), ("Ceres", CERES, position.ceres)):
        if square is None:
            yield Sentence(N_("{asteroid} is not on the board yet."), {"asteroid": name})
            continue
        reach = position.reach(asteroid)
        values: dict[str, str | int] = {"asteroid": name, "square": BOARD.names[square], "count": reach.bit_count()}
        if reach.bit_count() > _LISTED:
            yield Sentence(N_("{asteroid} is on {square} and can reach {count} free squares."), values)
        elif reach:
            names = ", ".join(BOARD.names[n] for n in BOARD.squares(reach))
            reached = {**values, "names": names}
            yield Sentence(N_("{asteroid} is on {square}. Free squares in reach ({count}): {names}."), reached)
        else:
            yield Sentence(N_("{asteroid} is on {square} and can reach no free square."), values)
    yield from _result(position)


def _result(position: DawnPosition) -> Iterator[Sentence]:
    if (result := position.result()) is not None:
        yield Sentence(N_("Result now: {result}."), {"result": result})


def _bars(position: DawnPosition) -> Iterator[Sentence]:
    for count, bar in enumerate(position.bars):
        values: dict[str, str | int] = {
            "phase": 1 + count // ROUNDS,
            "length": bar.length,
            "first": BOARD.names[bar.first],
            "last": BOARD.names[bar.last],
            "outside": squares_outside(bar),
        }
        if bar.upright:
            yield Sentence(N_("The {length}-bar of phase {phase} stands upright on {first}."), values)
        elif values["outside"]:
            juts_out = N_(
                "The {length}-bar of phase {phase} covers {first} to {last} and juts out over the edge by {outside}."
            )
            yield Sentence(juts_out, values)
        else:
            yield Sentence(N_("The {length}-bar of phase {phase} covers {first} to {last}."), values)


def explained(position: DawnPosition) -> Sequence[Reason]:
    """Explain the room of each asteroid, with its part of the result, then how each bar confines them."""
    found = [_room(position, asteroid) for asteroid in (VESTA, CERES) if position.freedom(asteroid) is not None]
    return [*found, *(_confined(position, bar) for bar in position.bars)]


def _room(position: DawnPosition, asteroid: str) -> Reason:
    vesta, ceres = position.freedom(VESTA), position.freedom(CERES)
    own, square = (vesta, position.vesta) if asteroid == VESTA else (ceres, position.ceres)
    places = [BOARD.names[near] for near in BOARD.squares(position.reach(asteroid) | BOARD.bits[square or 0])]
    values: dict[str, Value] = {"letter": asteroid[0].upper(), "asteroid": asteroid.capitalize(), "count": own or 0}
    if vesta is None or ceres is None:
        return Reason(places, Sentence(ROOM, values))
    smaller = min(vesta, ceres)
    is_larger = own != smaller or (vesta == ceres and asteroid == VESTA)
    part = result(vesta, ceres) + smaller if is_larger else -smaller
    told = Sentence(LARGER_ROOM if is_larger else SMALLER_ROOM, {**values, "part": part})
    return Reason(places, told, (part, 0) if position.current_player() is None else ())


def _confined(position: DawnPosition, bar: Bar) -> Reason:
    """Explain how much room the asteroids would have without a bar."""
    others = tuple(other for other in position.bars if other != bar)
    without = DawnPosition(others, position.blocked & ~bar.mask, position.vesta, position.ceres)
    changes = [
        Sentence(
            N_("F({letter}) {count} instead of {now}"), {"letter": asteroid[0].upper(), "count": count, "now": now}
        )
        for asteroid in (VESTA, CERES)
        if (now := position.freedom(asteroid)) != (count := without.freedom(asteroid)) and now is not None and count
    ]
    ends = {"first": BOARD.names[bar.first], "last": BOARD.names[bar.last]}
    squares = Sentence("{first}" if bar.upright else N_("{first} to {last}"), ends)
    values: dict[str, Value] = {"length": bar.length, "squares": squares, "changes": changes}
    template = WITHOUT_BAR if changes else N_("The {length}-bar on {squares} takes no room from the asteroids.")
    return Reason([BOARD.names[square] for square in BOARD.squares(bar.mask)], Sentence(template, values))


def _next(position: DawnPosition) -> Sentence:
    if position.current_player() is None:
        return Sentence(N_("The game is over."))
    if position.entering:
        return Sentence(N_("Nature enters {asteroid}."), {"asteroid": position.entering.capitalize()})
    if position.steps:
        values: dict[str, str | int] = {
            "asteroid": "Vesta" if position.phase == 1 else "Ceres",
            "steps": position.steps,
        }
        return Sentence(N_("Nature moves {asteroid} up to {steps} steps."), values)
    if position.lengths:
        return Sentence(N_("Mission Control places a bar of length {lengths}."), {"lengths": _listed(position.lengths)})
    return Sentence(N_("The die is rolled."))


def _rests(position: DawnPosition) -> Iterator[Sentence]:
    """Describe the squares where the asteroid that Nature enters or moves may come to rest."""
    if position.is_stopped:
        return
    if position.entering:
        yield Sentence(N_("Any free square is allowed."))
    elif position.steps:
        yield Sentence(N_("It may come to rest on {squares}."), {"squares": list(_runs(position.within_steps()))})


def _runs(mask: int) -> Iterator[Sentence]:
    """Format the squares of a mask, adjacent squares of a row as ranges."""
    for row in BOARD.row_masks:
        left = mask & row
        while left:
            first = left & -left
            run = left & ~(left + first)  # adding the lowest bit carries through the run, and ends beyond it
            left ^= run
            ends = {"first": BOARD.names[first.bit_length() - 1], "last": BOARD.names[run.bit_length() - 1]}
            yield Sentence("{first}" if run == first else N_("{first} to {last}"), ends)


def _supply(position: DawnPosition) -> Iterator[Sentence]:
    if position.shown:
        yield Sentence(N_("The die shows {shown}."), {"shown": position.shown})
    values: dict[str, str | int] = {"phase": position.phase, "left": _listed(position.left)}
    if position.left:
        yield Sentence(N_("Phase {phase}. Bars left in the set: {left}."), values)
    else:
        yield Sentence(N_("Phase {phase}. No bars left in the set."), values)


def _listed(lengths: Sequence[int]) -> str:
    return ", ".join(map(str, lengths))


def labels(position: DawnPosition) -> Mapping[str, Sentence]:
    """Label clickable elements: a bar or asteroid, the asteroids in reach, or the bars left in the set."""
    found = dict.fromkeys(BOARD.names, EMPTY)
    for name, asteroid, square in (("Vesta", VESTA, position.vesta), ("Ceres", CERES, position.ceres)):
        if square is not None:
            for near in BOARD.squares(position.reach(asteroid)):
                held = {"held": found[BOARD.names[near]], "asteroid": name}
                found[BOARD.names[near]] = Sentence(N_("{held}, in reach of {asteroid}"), held)
            found[BOARD.names[square]] = Sentence(name)
    for bar in position.bars:
        for square in BOARD.squares(bar.mask):
            found[BOARD.names[square]] = Sentence(N_("{length}-bar"), {"length": bar.length})
    in_set, placed = Sentence(N_("bar still in the set")), Sentence(N_("bar already placed"))
    bars = {str(length): in_set if length in position.left else placed for length in LENGTHS}
    return found | bars | {"upright": Sentence(N_("upright"))}


in_words = worded(
    {
        "vesta": "Vesta",
        "vesta {square}": N_("Vesta on {square}"),
        "ceres": "Ceres",
        "ceres {square}": N_("Ceres on {square}"),
        "bar": N_("Bar"),
        "bar {length}": N_("{length}-bar"),
        "bar {length} upright": N_("{length}-bar, upright"),
        "bar {length} {squares}": N_("{length}-bar on {squares}"),
        "bar {length} upright {square}": N_("{length}-bar, upright on {square}"),
        "upright {square}": N_("upright on {square}"),
        "roll {number}": "{number}",
    }
)
