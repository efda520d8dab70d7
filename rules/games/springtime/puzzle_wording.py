"""Text board and description of the puzzle."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rules.canvas import SEATS, fitted
from rules.games.springtime.fields import SIDE
from rules.games.springtime.puzzle import PERFECT, Puzzle
from rules.games.springtime.squares import BOARD, names
from rules.games.springtime.wording import labelled
from rules.prose import N_, OVER, Sentence, Translate

NEW = N_("[ ] new")
BY_STAGE, FREELY = N_("1 2 3 tokens by stage   + a token may go here"), N_("o token   + a token may go here")
UNSTAGED = "o"
"""Sign of a token without a stage."""


def new_since(before: Puzzle | None, position: Puzzle) -> int:
    """Return the squares of tokens that were not there before."""
    return 0 if before is None else sum(position.stages) & ~sum(before.stages)


def text(position: Puzzle, before: Puzzle | None = None, translate: Translate = str) -> str:
    """Render the text board with borders of fields and token counts of lines; brackets mark changes."""
    marked = new_since(before, position)
    taken = sum(position.stages)
    lines = [_border(position, SIDE)]
    for row in reversed(range(SIDE)):
        lines += [f"{_row(position, row, marked)} {(taken & BOARD.row_masks[row]).bit_count()}", _border(position, row)]
    columns = "".join(f"  {chr(97 + column)} " for column in range(SIDE))
    counts = "".join(f"  {(taken & mask).bit_count()} " for mask in BOARD.column_masks)
    return "\n".join(
        [*lines, f"  {columns}".rstrip(), f"  {counts}".rstrip(), "", *_legend(position, marked, translate)]
    )


def _legend(position: Puzzle, marked: int, translate: Translate) -> list[str]:
    taken = sum(position.stages)
    counts = [f"{field.letter} {(field.mask & taken).bit_count()}" for field in sorted(position.fields.fields)]
    new = f"   {translate(NEW)}" if marked else ""
    return [
        *fitted(Sentence(N_("Tokens in fields: {counts}"), {"counts": "  ".join(counts)}).translated(translate)),
        *fitted(translate(BY_STAGE if position.staged else FREELY) + new),
        *fitted(caption(position, translate), ""),
    ]


def _row(position: Puzzle, row: int, marked: int) -> str:
    line = f"{row + 1} "
    for column in range(SIDE):
        square = row * SIDE + column
        line += "|" if column == 0 or position.fields.at[square] != position.fields.at[square - 1] else " "
        line += _cell(position, square, marked)
    return line + "|"


def _cell(position: Puzzle, square: int, marked: int) -> str:
    """Format a square: the token's stage, `+` if legal, or the letter of the field."""
    bit = BOARD.bits[square]
    signs = "123" if position.staged else UNSTAGED
    stage = next((sign for sign, placed in zip(signs, position.stages, strict=False) if placed & bit), "")
    letter = position.fields.rows[SIDE - 1 - square // SIDE][square % SIDE]
    shown = stage or (f"{letter}+" if bit & position.legal and position.count else letter)
    return f"[{shown}]" if bit & marked else f" {shown}".ljust(3)


def _border(position: Puzzle, row: int) -> str:
    """Format the line below a row, or above the highest, with dashes between fields."""
    line = "  "
    for column in range(SIDE):
        square = row * SIDE + column
        inside = 0 < row < SIDE and position.fields.at[square] == position.fields.at[square - SIDE]
        line += "+" + ("   " if inside else "---")
    return line + "+"


def caption(position: Puzzle, translate: Translate) -> str:
    """Describe the stage, the tokens and the turn in one line."""
    return " ".join(sentence.translated(translate) for sentence in (_progress(position), _turn(position)))


def describe(position: Puzzle) -> Sequence[Sentence]:
    """Describe the turn, the legal squares, every token, every field and every line."""
    return list(_sentences(position))


def _sentences(position: Puzzle) -> Iterator[Sentence]:
    yield _turn(position)
    yield _progress(position)
    if position.legal:
        yield _open(position)
    taken = sum(position.stages)
    if position.staged:
        yield from _stages(position)
    elif taken:
        yield Sentence(N_("Tokens on {squares}."), {"squares": ", ".join(names(taken))})
    for field in sorted(position.fields.fields):
        values: dict[str, str | int] = {
            "letter": field.letter,
            "squares": ", ".join(names(field.mask)),
            "count": (field.mask & taken).bit_count(),
        }
        yield Sentence(N_("Field {letter} on {squares}: tokens {count}."), values)
    rows = [(taken & row).bit_count() for row in BOARD.row_masks]
    columns = [(taken & column).bit_count() for column in BOARD.column_masks]
    yield Sentence(N_("Tokens in rows 1 to 9: {counts}."), {"counts": ", ".join(map(str, rows))})
    yield Sentence(N_("Tokens in columns a to i: {counts}."), {"counts": ", ".join(map(str, columns))})


def _stages(position: Puzzle) -> Iterator[Sentence]:
    for number, placed in enumerate(position.stages, start=1):
        if placed:
            values: dict[str, str | int] = {"stage": number, "squares": ", ".join(names(placed))}
            yield Sentence(N_("Tokens of stage {stage}: {squares}."), values)


def _open(position: Puzzle) -> Sentence:
    if not position.count:
        return Sentence(N_("A token may go on any square."))
    return Sentence(N_("A token may go on {squares}."), {"squares": ", ".join(names(position.legal))})


def _progress(position: Puzzle) -> Sentence:
    values: dict[str, str | int] = {"stage": position.stage, "count": position.count, "perfect": PERFECT}
    if not position.staged:
        return Sentence(N_("Tokens: {count} of {perfect}."), values)
    return Sentence(N_("Stage {stage}. Tokens: {count} of {perfect}."), values)


def _turn(position: Puzzle) -> Sentence:
    seat = position.current_player()
    if position.is_stopped:
        return Sentence(OVER)
    if seat is not None:
        return Sentence(N_("{seat}'s turn: place a token."), {"seat": SEATS[seat].letter})
    if position.winners():
        return Sentence(N_("A perfect spring: all tokens are placed, and the team won."))
    if not position.staged:
        return Sentence(N_("No square is left. The game is over."))
    return Sentence(N_("No square is left for this stage. The game is over."))


def labels(position: Puzzle) -> Mapping[str, Sentence]:
    """Label squares with the stage of their token, if there are stages, and their field."""
    template = N_("token of stage {stage}") if position.staged else N_("token")
    tokens = [Sentence(template, {"stage": stage + 1}) for stage in range(len(position.stages))]
    fields = position.fields.fields
    return labelled(fields, [N_("{held}, field {letter}")] * len(fields), position.stages, tokens)
