"""Text board and description of Siesta."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rules.canvas import EMPTY, SEATS, fitted, text_grid
from rules.game import Reason
from rules.games.siesta.pieces import BITS, KINDS, ROOF, SQUARES, VILLAGE, names
from rules.games.siesta.position import Siesta
from rules.games.siesta.siestas import DOUBLE, doubles, standing
from rules.prose import N_, OVER, Sentence, Translate, Value, worded

LETTERS = "ABCD"


def text(position: Siesta, before: Siesta | None = None, translate: Translate = str) -> str:
    """Render the text board: `*` sun, a letter a roof, `#` shadow, `+` a legal square, an apostrophe after a change."""
    marks = {bit: _mark(position, bit) + ("'" if new_since(before, position) & bit else "") for bit in BITS}
    width = SQUARES.columns
    legend = [part for line in _legend(position, before) for part in fitted(line.translated(translate))]
    rows = [[marks[bit] for bit in BITS[start : start + width]] for start in range(0, len(BITS), width)]
    return "\n".join([text_grid(rows[::-1]), "", *legend])


def new_since(before: Siesta | None, position: Siesta) -> int:
    """Return the squares whose piece was not there before."""
    return 0 if before is None else before.village.free & ~position.village.free


def _mark(position: Siesta, bit: int) -> str:
    if bit & position.suns:
        return "*"
    if bit & position.shadows:
        return "#"
    suns, roofs, shadows = position.legal_masks()
    free = "+" if (suns | roofs | shadows) & bit else "."
    return next((letter for letter, own in zip(LETTERS, position.roofs, strict=False) if own & bit), free)


def _legend(position: Siesta, before: Siesta | None) -> Iterator[Sentence]:
    suns, _, shadows = position.supply(0)
    for seat, score in enumerate(position.points):
        values: dict[str, Value] = {
            "seat": LETTERS[seat],
            "points": f"{score:>3}",
            "roofs": f"{position.supply(seat)[ROOF]:>2}",
        }
        held = Sentence(N_("{seat}: {points} points, {roofs} roofs left"), values)
        if position.current_player() == seat:
            yield Sentence("{held}  {turn}", {"held": held, "turn": _at_work(position)})
        else:
            yield held
    supply: dict[str, Value] = {"suns": suns, "shadows": shadows}
    yield Sentence(N_("* sun ({suns} left)   A roof   # shadow ({shadows} left)"), supply)
    if position.current_player() is not None:
        yield Sentence(N_("+ a piece may go here"))
    if new_since(before, position):
        yield Sentence(N_("' new"))


def _at_work(position: Siesta) -> Sentence:
    """Format the note behind the seat to act."""
    if not position.mid_turn:
        return Sentence(N_("to play"))
    return Sentence(N_("to play, {left} left, +{gained}"), {"left": position.left, "gained": position.gained})


def describe(position: Siesta) -> Sequence[Sentence]:
    """Describe the turn, the points, the supply, every piece, and every siesta."""
    return list(_sentences(position))


def _sentences(position: Siesta) -> Iterator[Sentence]:
    yield _whose_turn(position)
    for seat, score in enumerate(position.points):
        values: dict[str, str | int] = {
            "seat": LETTERS[seat],
            "points": score,
            "roofs": position.supply(seat)[ROOF],
        }
        yield Sentence(N_("{seat}: points {points}, roofs left {roofs}."), values)
    suns, _, shadows = position.supply(0)
    yield Sentence(N_("Supply for all: suns {suns}, shadows {shadows}."), {"suns": suns, "shadows": shadows})
    yield from _open(position)
    yield from _pieces(position)
    for reason in explained(position):
        yield reason.told


MAY_GO = (N_("A sun may go on {squares}."), N_("A roof may go on {squares}."), N_("A shadow may go on {squares}."))


def _open(position: Siesta) -> Iterator[Sentence]:
    """Describe the squares for the next piece, by its kind."""
    for template, squares in zip(MAY_GO, position.legal_masks(), strict=True):
        if squares:
            listed = Sentence(N_("any square")) if squares == VILLAGE else ", ".join(names(squares))
            yield Sentence(template, {"squares": listed})


def _pieces(position: Siesta) -> Iterator[Sentence]:
    if position.village.free == VILLAGE:
        yield Sentence(N_("The village is empty. Columns a to l from the left, rows 1 to 12 from the bottom."))
        return
    if position.suns:
        yield Sentence(N_("Suns: {squares}."), {"squares": ", ".join(names(position.suns))})
    for letter, own in zip(LETTERS, position.roofs, strict=False):
        if own:
            yield Sentence(N_("Roofs of {seat}: {squares}."), {"seat": letter, "squares": ", ".join(names(own))})
    if position.shadows:
        yield Sentence(N_("Shadows: {squares}."), {"squares": ", ".join(names(position.shadows))})


def explained(position: Siesta) -> Sequence[Reason]:
    """Explain the points of each siesta, then of each double siesta."""
    siestas, roofs = standing(position.suns, position.roofs, position.shadows), position.roofs
    found = []
    for siesta in siestas:
        sun, houses, resting = (
            [names(bit)[0] for bit in part] for part in ((siesta.sun,), siesta.houses, siesta.resting)
        )
        seats = siesta.seats(roofs)
        values: dict[str, str | int] = {
            "sun": sun[0],
            "roofs": ", ".join(houses),
            "shadows": ", ".join(resting),
            "seats": ", ".join(LETTERS[seat] for seat in seats),
            "points": len(resting),
        }
        template = N_("Siesta: sun {sun}, roofs {roofs}, shadows {shadows}; points {points} each for {seats}.")
        points = [len(resting) * (seat in seats) for seat in range(len(roofs))]
        found.append(Reason([*sun, *houses, *resting], Sentence(template, values), points))
    for owner, between in doubles(siestas, roofs):
        shadows = [names(bit)[0] for bit in between]
        values = {"seat": LETTERS[owner], "shadows": ", ".join(shadows)}
        told = Sentence(N_("Double siesta of {seat} on {shadows}: 2 more points."), values)
        found.append(Reason(shadows, told, [DOUBLE * (seat == owner) for seat in range(len(roofs))]))
    return found


def _whose_turn(position: Siesta) -> Sentence:
    seat = position.current_player()
    if position.is_stopped:
        return Sentence(OVER)
    if seat is None:
        winners = ", ".join(LETTERS[winner] for winner in position.winners())
        return Sentence(N_("The game is over. {winners} won."), {"winners": winners})
    values: dict[str, str | int] = {"seat": LETTERS[seat], "left": position.left, "points": position.gained}
    if position.mid_turn:
        return Sentence(N_("{seat}'s turn. Pieces left in this turn: {left}, points so far: {points}."), values)
    return Sentence(N_("{seat}'s turn: place three pieces."), values)


def labels(position: Siesta) -> Mapping[str, Sentence]:
    """Label clickable elements: the piece on a square, or the number left of a kind."""
    squares = {name: _piece(position, bit) for bit, name in zip(BITS, SQUARES.names, strict=True)}
    left = zip(KINDS, position.supply(position.seat), strict=True)
    return squares | {kind: Sentence(N_("{count} left"), {"count": count}) for kind, count in left}


def _piece(position: Siesta, bit: int) -> Sentence:
    if bit & position.suns:
        return Sentence(N_("sun"))
    if bit & position.shadows:
        return Sentence(N_("shadow"))
    owner = next((look.letter for look, own in zip(SEATS, position.roofs, strict=False) if own & bit), None)
    return Sentence(N_("roof of {seat}"), {"seat": owner}) if owner else EMPTY


in_words = worded(
    {
        "sun": N_("Sun"),
        "sun {square}": N_("Sun on {square}"),
        "roof": N_("Roof"),
        "roof {square}": N_("Roof on {square}"),
        "shadow": N_("Shadow"),
        "shadow {square}": N_("Shadow on {square}"),
    }
)
