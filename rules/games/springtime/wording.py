"""Text board and description of Springtime."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from rules.canvas import COLUMNS_OF_TEXT, EMPTY, SEATS, fitted
from rules.game import Reason
from rules.games.springtime.fields import SIDE, Field
from rules.games.springtime.position import Springtime
from rules.games.springtime.squares import BOARD, names
from rules.prose import N_, OVER, Sentence, Translate, Value


class Subtotal(NamedTuple):
    """Points of a kind of region, by seat."""

    name: str
    points: tuple[int, int]


KINDS = {"m": N_("meadows"), "p": N_("pastures"), "f": N_("forests"), "l": N_("lakes")}
"""Kinds by letter of the fields."""


def subtotals(position: Springtime) -> list[Subtotal]:
    """Compute subtotals of rows, columns, then the fields of each letter; together they are the scores."""
    leads = position.leads()
    fields = list(zip(position.fields.fields, leads[2 * SIDE :], strict=True))
    return [
        _subtotal(N_("rows"), leads[:SIDE], majority=position.majority),
        _subtotal(N_("columns"), leads[SIDE : 2 * SIDE], majority=position.majority),
        *(
            _subtotal(name, [lead for field, lead in fields if field.letter == letter], majority=position.majority)
            for letter, name in KINDS.items()
        ),
    ]


def _subtotal(name: str, leads: Sequence[int], *, majority: bool) -> Subtotal:
    first = [1 if majority else lead for lead in leads if lead > 0]
    second = [1 if majority else -lead for lead in leads if lead < 0]
    return Subtotal(name, (sum(first), sum(second)))


def leader(lead: int) -> str:
    """Format the leader of a region and the lead, such as `A2`; `=` for none."""
    return f"{'A' if lead > 0 else 'B'}{abs(lead)}" if lead else "="


def new_since(before: Springtime | None, position: Springtime) -> int:
    """Return the squares of tokens that were not there before."""
    return 0 if before is None else sum(position.owned) & ~sum(before.owned)


def text(position: Springtime, before: Springtime | None = None, translate: Translate = str) -> str:
    """Render the text board with leads of lines, brackets around changes, and a table of points."""
    taken, regions = sum(position.owned), position.fields.regions
    leads = [leader(lead) if mask & taken else "" for lead, mask in zip(position.leads(), regions, strict=True)]
    marked = new_since(before, position)
    lines = []
    for row in reversed(range(SIDE)):
        squares = range(row * SIDE, (row + 1) * SIDE)
        cells = "".join(_cell(position, square, marked) for square in squares)
        lines.append(f"{row + 1} {cells} {leads[row]}".rstrip())
    letters = "".join(f"  {chr(97 + column)}  " for column in range(SIDE))
    below = "".join(f" {lead:<4}" for lead in leads[SIDE : 2 * SIDE])
    return "\n".join(
        [*lines, f"  {letters}".rstrip(), f"  {below}".rstrip(), "", *_legend(position, marked, translate)]
    )


def _cell(position: Springtime, square: int, marked: int) -> str:
    """Format a square: the letter of the field, then the token, `*` for the last one, or `+` if legal."""
    bit = BOARD.bits[square]
    letter = position.fields.rows[SIDE - 1 - square // SIDE][square % SIDE]
    owner = next((look.letter for look, own in zip(SEATS, position.owned, strict=False) if own & bit), "")
    token = owner or ("+" if bit & position.legal and position.last >= 0 else " ")
    bee = "*" if square == position.last else ""
    return f"[{letter}{token}{bee}]".ljust(5) if bit & marked else f" {letter}{token}{bee}".ljust(5)


def _legend(position: Springtime, marked: int, translate: Translate) -> Iterator[str]:
    yield from _table(position, translate)
    yield ""
    yield from fitted(translate(N_("m meadow  p pasture  f forest  l lake   A B tokens  * the last one")))
    new = f"   {translate(NEW)}" if marked else ""
    yield from fitted(translate(N_("A2: A leads by 2   + a token may go here")) + new)
    yield from fitted(_field_leads(position).translated(translate))
    yield from fitted(_turn(position).translated(translate), "")


def _table(position: Springtime, translate: Translate) -> Iterator[str]:
    """Yield the table of points by kind of region, a line for each seat."""
    kinds = subtotals(position)
    heads = [*(translate(kind.name) for kind in kinds), translate(N_("points"))]
    seats = [look.letter for look in SEATS[:2]]
    if len(" ".join([f"{seats[0]} ", *heads])) > COLUMNS_OF_TEXT:
        widest = (COLUMNS_OF_TEXT - 1 - len(seats[0])) // len(heads) - 1
        heads = [head[:widest] for head in heads]
    yield " ".join([" " * len(seats[0]), *heads])
    for seat, score in enumerate(position.scores()):
        cells = (
            f"{own:>{len(head)}}" for own, head in zip([*(k.points[seat] for k in kinds), score], heads, strict=True)
        )
        yield " ".join([f"{seats[seat]} ", *cells])


def _field_leads(position: Springtime) -> Sentence:
    """Describe the leader of each field, named by its first square."""
    leads = zip(position.fields.fields, position.leads()[2 * SIDE :], strict=True)
    shown = [f"{field.letter} {names(field.mask)[0]} {leader(lead)}" for field, lead in leads if lead]
    fields = ", ".join(shown) or Sentence(N_("nobody leads"))
    return Sentence(N_("Leads in fields, by first square: {fields}"), {"fields": fields})


def caption(position: Springtime, translate: Translate) -> str:
    """Describe the points and the turn in one line."""
    first, second = position.scores()
    return f"A {first}, B {second}. {_turn(position).translated(translate)}"


def describe(position: Springtime) -> Sequence[Sentence]:
    """Describe the turn, the legal squares, the points, every token, and the leader of every line and field."""
    return list(_sentences(position))


def _sentences(position: Springtime) -> Iterator[Sentence]:
    yield _turn(position)
    if position.legal:
        yield _open(position)
    yield from _points(position)
    for look, own in zip(SEATS, position.owned, strict=False):
        if own:
            yield Sentence(N_("Tokens of {seat}: {squares}."), {"seat": look.letter, "squares": ", ".join(names(own))})
    if position.last >= 0:
        yield Sentence(N_("Last token: {square}."), {"square": BOARD.names[position.last]})
    for reason in explained(position):
        yield reason.told


def explained(position: Springtime) -> Sequence[Reason]:
    """Explain the points of rows and columns, those with the same lead together, then of each field."""
    leads = position.leads()
    found = [
        *_line_leads(position, leads[:SIDE], [str(number) for number in range(1, SIDE + 1)], ROWS_LED),
        *_line_leads(position, leads[SIDE : 2 * SIDE], BOARD_LETTERS, COLUMNS_LED),
    ]
    for field, lead in zip(position.fields.fields, leads[2 * SIDE :], strict=True):
        squares = names(field.mask)
        values: dict[str, Value] = {"squares": ", ".join(squares), "seat": leader(lead)[0], "lead": abs(lead)}
        template = (KIND_LED if lead else KIND_LEVEL)[field.letter]
        found.append(Reason(squares, Sentence(template, values), _gain(position, lead)))
    return found


def _gain(position: Springtime, lead: int, regions: int = 1) -> tuple[int, int]:
    """Return the points by seat of some regions with this lead."""
    points = regions * (bool(lead) if position.majority else abs(lead))
    return (points, 0) if lead > 0 else (0, points)


def _open(position: Springtime) -> Sentence:
    if position.last < 0:
        return Sentence(N_("A token may go on any square."))
    return Sentence(N_("A token may go on {squares}."), {"squares": ", ".join(names(position.legal))})


def _points(position: Springtime) -> Iterator[Sentence]:
    kinds = subtotals(position)
    for seat, points in enumerate(position.scores()):
        parts = [Sentence("{kind} {own}", {"kind": Sentence(kind.name), "own": kind.points[seat]}) for kind in kinds]
        values: dict[str, Value] = {"seat": SEATS[seat].letter, "points": points, "parts": parts}
        yield Sentence(N_("Points of {seat}: {points} ({parts})."), values)


BOARD_LETTERS = "abcdefghi"
NEW = N_("[ ] new")
ROWS_LED = N_("{seat} leads by {lead} in rows: {lines}.")
COLUMNS_LED = N_("{seat} leads by {lead} in columns: {lines}.")
KIND_LED = {
    "m": N_("Meadow on {squares}: {seat} leads by {lead}."),
    "p": N_("Pasture on {squares}: {seat} leads by {lead}."),
    "f": N_("Forest on {squares}: {seat} leads by {lead}."),
    "l": N_("Lake on {squares}: {seat} leads by {lead}."),
}
KIND_LEVEL = {
    "m": N_("Meadow on {squares}: nobody leads."),
    "p": N_("Pasture on {squares}: nobody leads."),
    "f": N_("Forest on {squares}: nobody leads."),
    "l": N_("Lake on {squares}: nobody leads."),
}


def _line_leads(position: Springtime, leads: Sequence[int], lines: Sequence[str], template: str) -> Iterator[Reason]:
    """Explain the leaders of lines, lines with the same lead together."""
    for lead in sorted(set(leads) - {0}, reverse=True):
        led = [line for line, own in zip(lines, leads, strict=True) if own == lead]
        told = Sentence(template, {"seat": leader(lead)[0], "lead": abs(lead), "lines": ", ".join(led)})
        yield Reason(led, told, _gain(position, lead, len(led)))


def _turn(position: Springtime) -> Sentence:
    seat = position.current_player()
    if position.is_stopped:
        return Sentence(OVER)
    if seat is not None:
        return Sentence(N_("{seat}'s turn: place a token."), {"seat": SEATS[seat].letter})
    return ending(position)


def ending(position: Springtime) -> Sentence:
    """Describe the winner of a finished game, and the reason."""
    (winner,) = position.winners()
    values = {"seat": SEATS[winner].letter, "stuck": SEATS[position.seat].letter}
    points = position.scores()
    if points[0] != points[1]:
        return Sentence(N_("{stuck} cannot place a token. The game is over, and {seat} won."), values)
    free = position.free_placements()
    if free:
        values["square"] = names(free)[0]
        return Sentence(
            N_(
                "{stuck} cannot place a token. Points are equal, and {seat} wins with a free placement, for "
                "example on {square}."
            ),
            values,
        )
    return Sentence(
        N_("{stuck} cannot place a token. Points are equal, and no free placement helps. {seat} placed last and wins."),
        values,
    )


GROUNDS = {
    "m": N_("{held}, meadow"),
    "p": N_("{held}, pasture"),
    "f": N_("{held}, forest"),
    "l": N_("{held}, lake"),
}


def labels(position: Springtime) -> Mapping[str, Sentence]:
    """Label squares with the owner of their token, and the ground."""
    tokens = [Sentence(N_("token of {seat}"), {"seat": look.letter}) for look in SEATS]
    grounds = [GROUNDS[field.letter] for field in position.fields.fields]
    return labelled(position.fields.fields, grounds, position.owned, tokens)


def labelled(
    fields: Sequence[Field], templates: Sequence[str], masks: Sequence[int], tokens: Sequence[Sentence]
) -> Mapping[str, Sentence]:
    """Label each square with the template of its field and its token, if any."""
    found = {}
    for field, template in zip(fields, templates, strict=True):
        for square in BOARD.squares(field.mask):
            bit = BOARD.bits[square]
            held = next((token for token, mask in zip(tokens, masks, strict=False) if mask & bit), EMPTY)
            found[BOARD.names[square]] = Sentence(template, {"held": held, "letter": field.letter})
    return found
