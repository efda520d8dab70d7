"""Text diagrams of DAWN positions, for cases, puzzles and analysis."""

from __future__ import annotations

from rules.errors import BadNotation
from rules.game import CHANCE, Setup
from rules.games.dawn.actions import BOARD, LENGTHS, Bar, fault, parse_action
from rules.games.dawn.position import ROUNDS, DawnPosition
from rules.notation import number

_SIGNS = "-+VC"


def read(setup: Setup, text: str) -> DawnPosition:
    """Parse a diagram of eleven rows, the highest on top; raise BadNotation.

    `-` is free, `+` under a bar, `V` and `C` are the asteroids. Below, `bars:` names all bars in the order of their
    placing (`7 a3-c3, 4 upright h6`), and the drawing is checked against them. `rolled: 4` is the number that Mission
    Control must answer. `moves: Vesta` (or Ceres) says that Nature must still move after the last bar named.
    """
    lines = [line.strip() for line in text.strip().splitlines()]
    squares = _squares(lines[: BOARD.rows])
    facts = _facts(lines[BOARD.rows :])
    bars = tuple(_bar(words) for words in facts.pop("bars", "").split(",") if words.strip())
    shown = facts.pop("rolled", None)
    moves = facts.pop("moves", None)
    if facts or moves not in (None, "Vesta", "Ceres") or (moves and not bars):
        raise BadNotation(text)
    position = DawnPosition(
        bars,
        _mask(squares, "+"),
        _asteroid(squares, "V"),
        _asteroid(squares, "C"),
        number(shown, LENGTHS[0], LENGTHS[-1]) if shown else 0,
        bars[-1].length if moves else 0,
    )
    _check(position, text)
    return position


def _squares(lines: list[str]) -> str:
    """Return the signs of the board in the order of the squares' numbers."""
    signs = "".join(reversed(lines))
    if any(len(line) != BOARD.columns for line in lines) or len(lines) != BOARD.rows or set(signs) - set(_SIGNS):
        raise BadNotation("\n".join(lines))
    return signs


def _facts(lines: list[str]) -> dict[str, str]:
    return {name.strip(): value.strip() for name, _, value in (line.partition(":") for line in lines)}


def _bar(words: str) -> Bar:
    bar = parse_action(f"bar {words}")
    if not isinstance(bar, Bar):
        raise BadNotation(words)
    return bar


def _mask(squares: str, sign: str) -> int:
    return sum(BOARD.bits[square] for square, here in enumerate(squares) if here == sign)


def _asteroid(squares: str, sign: str) -> int | None:
    if squares.count(sign) > 1:
        raise BadNotation(squares)
    return squares.index(sign) if sign in squares else None


def _check(position: DawnPosition, text: str) -> None:
    """Check that the drawing shows exactly the named bars and is reachable in a game; raise BadNotation."""
    covered = 0
    for bar in position.bars:
        if covered & bar.mask or fault(bar):
            raise BadNotation(str(bar))
        covered |= bar.mask
    if covered != position.blocked or not _is_a_course(position):
        raise BadNotation(text)


def _is_a_course(position: DawnPosition) -> bool:
    """Return whether the number of bars fits the asteroids, the roll and the move that the diagram names."""
    placed, entered = len(position.bars), position.ceres is not None
    sets = (position.bars[:ROUNDS], position.bars[ROUNDS:])
    if any(len({bar.length for bar in bars}) < len(bars) for bars in sets):
        return False
    if position.vesta is None:
        return not (placed or entered or position.shown)
    if placed < ROUNDS if entered else placed > ROUNDS:
        return False
    if position.shown:
        at_rest = DawnPosition(position.bars, position.blocked, position.vesta, position.ceres)
        return not position.steps and at_rest.current_player() == CHANCE
    return not (position.steps and placed == ROUNDS * entered)
