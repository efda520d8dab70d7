"""The picture of a position, and the same in text; the sentences stand beside it."""

from __future__ import annotations

from rules.canvas import Canvas, InMails, fitted
from rules.games.tribes.grid import MAY, SHORT, cells
from rules.games.tribes.labels import labels
from rules.games.tribes.layout import BOARD, COLUMNS, FOUR, TRIBES
from rules.games.tribes.position import TribesPosition
from rules.games.tribes.report import quadrants
from rules.games.tribes.scene import LEFT, WIDTH, changed, draw_board, left
from rules.games.tribes.scoring import influence, settlement_scores
from rules.games.tribes.standings import draw_standings, height
from rules.games.tribes.wording import caption, coins, describe, gathered, letter, listed, to_do
from rules.prose import N_, Sentence, Translate, Value

__all__ = ["describe", "labels", "svg", "text"]

NAME = "Tribes of the Four Seasons"
IN_MAILS = InMails(share=0.5, floor=0.5, negative=0)
"""At five eighths of its width all but the first boards for two have too many bytes; in less, letters are lost."""


def svg(position: TribesPosition, before: TribesPosition | None = None, translate: Translate = str) -> str:
    """The board with its settlements above a table of tribes, coins and scores."""
    size = LEFT + WIDTH + 12, height(len(position.chosen))
    canvas = Canvas(*size, NAME, caption(position, translate), translate, IN_MAILS)
    draw_board(canvas, position, before)
    draw_standings(canvas, position)
    return str(canvas)


def text(position: TribesPosition, before: TribesPosition | None = None, translate: Translate = str) -> str:
    """The board, the seats, and every settlement with what it scores; brackets mark what has changed since `before`."""
    seats, shamans = (
        [part for line in told for part in fitted(line.translated(translate))]
        for told in (seat_lines(position) + to_do(position), _shaman_lines(position))
    )
    lines = [*board_lines(position, before), "", *seats, "", *shamans]
    for settlement in position.settlements():
        lines += fitted(_settlement_line(position, settlement).translated(translate), "    ")
    return "\n".join(lines)


def board_lines(position: TribesPosition, before: TribesPosition | None = None) -> list[str]:
    """The board with its frame and coordinates, `+` where the seat to act may go."""
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
    """Each seat's tribe, coins in hand and points, and who is to act."""
    lines = []
    for seat, (tribe, points) in enumerate(zip(position.chosen, position.scores(), strict=True)):
        values: dict[str, Value] = {"seat": letter(seat), "coins": coins(position, seat), "points": points}
        values["tribe"] = TRIBES[tribe] if tribe >= 0 else "-"
        lines.append(Sentence(N_("{seat} {tribe}: {coins} ({points} points)"), values))
    acting = position.current_player()
    seat_to_move = Sentence(N_("nobody")) if acting is None else letter(acting)
    lines.append(Sentence(N_("to move: {seat}"), {"seat": seat_to_move}))
    return lines + [Sentence(N_("moved: {tribe}"), {"tribe": TRIBES[position.moved]})] * position.mid_turn


def _shaman_lines(position: TribesPosition) -> list[Sentence]:
    waiting = ", ".join(TRIBES[tribe] for tribe in FOUR if not position.shamans[tribe])
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
    brought = gathered(position.land.resources(settlement))
    return Sentence("  {told}; {brought}{ours}", {"told": told, "brought": brought, "ours": f":{ours}" if ours else ""})
