"""Text board and description of Seasons of the Sun."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rules.canvas import EMPTY, SEATS, fitted
from rules.game import CHANCE, Reason, Seat
from rules.games.seasons.actions import DICE
from rules.games.seasons.position import Seasons
from rules.games.seasons.sectors import SECTORS, Area, Sector
from rules.prose import N_, OVER, Sentence, Translate, worded

HEADINGS = {
    Area.MAX: N_("MAX: many sun spots, the highest eye-sum wins"),
    Area.MIN: N_("MIN: few sun spots, the lowest eye-sum wins"),
}

SECTOR, OWNER, NEUTRALISED, POINTS = N_("sector"), N_("owner"), N_("neutralised"), N_("Points")
MAY_THROW_AGAIN = N_("(may reroll)")
LEGEND = N_("* owns the sector   >12< new   ~ just neutralised   + free")


def text(position: Seasons, before: Seasons | None = None, translate: Translate = str) -> str:
    """Render the board as a text table: `>12<` is new since `before`, `~` a neutralised sector, `*` its owner."""
    lines = []
    for area in Area:
        lines += [*fitted(translate(HEADINGS[area])), *_table(area, position, before, translate), ""]
    points = "   ".join(f"{SEATS[seat].letter} {points}" for seat, points in enumerate(position.scores()))
    told = [translate(LEGEND), "", f"{translate(POINTS)}  {points}", _turn(position, translate)]
    return "\n".join([*lines, *(part for line in told for part in fitted(line))])


def _table(area: Area, position: Seasons, before: Seasons | None, translate: Translate) -> list[str]:
    seats = len(position.free)
    letters = "".join(f"{SEATS[seat].letter:^7}" for seat in range(seats))
    head = f"  {translate(SECTOR):<7}{letters} {translate(OWNER)}"
    rules = f"  {'-' * (7 + 7 * seats + 6)}"
    rows = [
        _line(sector, row, before.discs[index] if before else row, position.current_player(), translate)
        for index, (sector, row) in enumerate(zip(SECTORS, position.discs, strict=True))
        if sector.area is area
    ]
    return [head, rules, *rows]


def _line(sector: Sector, row: tuple[int, ...], old: tuple[int, ...], to_act: Seat | None, translate: Translate) -> str:
    owner = None if 0 in row else sector.owner(row)
    cells = (_cell(row[seat], old[seat], owned=owner == seat, may=to_act == seat) for seat in range(len(row)))
    cleared = f"  ~ {translate(NEUTRALISED)}" if any(old) and not any(row) else ""
    held = f"  {SEATS[owner].letter}" if owner is not None else ""
    return f"  {sector.name:<7}{''.join(cells)}{held}{cleared}".rstrip()


def _cell(eye_sum: int, old: int, *, owned: bool, may: bool) -> str:
    shown = f"{eye_sum}{'*' if owned else ''}" if eye_sum else "+" if may else "."
    return f"{f'>{shown}<' if eye_sum and eye_sum != old else shown:^7}"


def _turn(position: Seasons, translate: Translate) -> str:
    to_act = position.current_player()
    if position.is_stopped:
        return translate(OVER)
    if to_act is None:
        return Sentence(N_("Game over: {winners} won"), {"winners": _winners(position)}).translated(translate)
    dice = " ".join(f"[{value}]" for value in position.dice) + " [ ]" * (DICE - len(position.dice))
    total = f"  = {sum(position.dice)}" if to_act != CHANCE else ""
    again = f"  {translate(MAY_THROW_AGAIN)}" if total and position.rerolls else ""
    turn = Sentence(N_("{seat}'s turn"), {"seat": SEATS[position.seat].letter}).translated(translate)
    return f"{turn}  {dice.strip()}{total}{again}"


def _winners(position: Seasons) -> str:
    return ", ".join(SEATS[seat].letter for seat in position.winners())


def describe(position: Seasons) -> Sequence[Sentence]:
    """Describe the turn and the dice, the points, then each sector in the order of the board, empty ones last."""
    rows = list(zip(SECTORS, position.discs, strict=True))
    empty = ", ".join(sector.name for sector, row in rows if not any(row))
    points = [
        Sentence(N_("{seat} has {points} points."), {"seat": SEATS[seat].letter, "points": total})
        for seat, total in enumerate(position.scores())
    ]
    return [
        _turn_words(position),
        *_open(position),
        *points,
        *(reason.told for reason in explained(position)),
        *([Sentence(N_("Empty sectors: {sectors}."), {"sectors": empty})] if empty else []),
    ]


def _open(position: Seasons) -> Iterator[Sentence]:
    """Describe the sectors where the throw may be placed."""
    seat = position.current_player()
    if seat is None or seat == CHANCE:
        return
    free = [sector.name for sector, row in zip(SECTORS, position.discs, strict=True) if not row[seat]]
    values: dict[str, str | int] = {"seat": SEATS[seat].letter, "sectors": ", ".join(free)}
    yield Sentence(N_("{seat} may place on {sectors}."), values)


def explained(position: Seasons) -> Sequence[Reason]:
    """Explain each sector with discs, in the order of the board."""
    return [_reason(sector, row) for sector, row in zip(SECTORS, position.discs, strict=True) if any(row)]


def _reason(sector: Sector, row: tuple[int, ...]) -> Reason:
    sums = ", ".join(f"{SEATS[seat].letter} {eye_sum}" for seat, eye_sum in enumerate(row) if eye_sum)
    values: dict[str, str | int] = {"sector": sector.name, "sums": sums}
    owner = None if 0 in row else sector.owner(row)
    points = [sector.value * (seat == owner) for seat in range(len(row))]
    if owner is None:
        return Reason([sector.name], Sentence(N_("{sector}: {sums}; undecided."), values), points)
    owned = N_("{sector}: {sums}; owned by {owner}, points {points}.")
    values = {**values, "owner": SEATS[owner].letter, "points": sector.value}
    return Reason([sector.name], Sentence(owned, values), points)


def _turn_words(position: Seasons) -> Sentence:
    to_act = position.current_player()
    if position.is_stopped:
        return Sentence(OVER)
    if to_act is None:
        return Sentence(N_("The game is over. {winners} won."), {"winners": _winners(position)})
    dice = " ".join(map(str, position.dice))
    values: dict[str, str | int] = {"seat": SEATS[position.seat].letter, "dice": dice, "sum": sum(position.dice)}
    if to_act == CHANCE:
        template = N_("{seat} rerolls and keeps {dice}.") if dice else N_("{seat} is about to roll.")
    elif position.rerolls:
        template = N_("{seat} rolled {dice} (total {sum}) and may reroll or place.")
    else:
        template = N_("{seat} has {dice} (total {sum}) and must place.")
    return Sentence(template, values)


def labels(position: Seasons) -> Mapping[str, Sentence]:
    """Label clickable elements: the sums in a sector, or a die."""
    sectors = {sector.name: _sums(row) for sector, row in zip(SECTORS, position.discs, strict=True)}
    return sectors | {str(value): Sentence(N_("die")) for value in position.dice}


def _sums(row: tuple[int, ...]) -> Sentence:
    sums = [f"{look.letter} {eye_sum}" for look, eye_sum in zip(SEATS, row, strict=False) if eye_sum]
    return Sentence("{sums}", {"sums": ", ".join(sums)}) if sums else EMPTY


in_words = worded(
    {
        "place": N_("Place"),
        "place {sector}": N_("Place on {sector}"),
        "reroll": N_("Reroll"),
        "reroll {a}": N_("Reroll {a}"),
        "reroll {a} {b}": N_("Reroll {a}, {b}"),
        "reroll {a} {b} {c}": N_("Reroll {a}, {b}, {c}"),
        "roll {a}": "{a}",
        "roll {a} {b}": "{a}, {b}",
        "roll {a} {b} {c}": "{a}, {b}, {c}",
    }
)
