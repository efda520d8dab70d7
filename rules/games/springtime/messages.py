"""Messages of Springtime and the puzzle: a sentence for each refusal, and a phrase for each action."""

from __future__ import annotations

from rules.canvas import SEATS
from rules.games.springtime.fields import SIDE
from rules.games.springtime.position import Springtime
from rules.games.springtime.puzzle import PERFECT, Puzzle
from rules.games.springtime.squares import Token
from rules.prose import N_, Sentence

_SHARED = {
    "square-filled": N_("{action} already holds a token. Choose an empty square."),
    "beside-a-token": N_(
        "{action} is next to a token. The squares above, below, left and right of a token stay empty. Corners "
        "may touch."
    ),
}
MESSAGES = {
    **_SHARED,
    "row-full": N_("The row of {action} already has three tokens. No row or column may have more."),
    "column-full": N_("The column of {action} already has three tokens. No row or column may have more."),
    "out-of-line": N_(
        "{action} is not in line with the last token, the one with the bumble bee. Choose a square in its row, "
        "its column or its diagonals."
    ),
    "too-few-fields": N_("The layout needs at least nine fields. A field is a connected group of the same letter."),
}
PUZZLE_MESSAGES = {
    **_SHARED,
    "row-done": N_("The row of {action} already has its token of this stage. Every row gets one in each stage."),
    "column-done": N_(
        "The column of {action} already has its token of this stage. Every column gets one in each stage."
    ),
    "field-done": N_("The field of {action} already has its token of this stage. Every field gets one in each stage."),
    "row-full": N_("The row of {action} already has three tokens. No row, column or field may have more."),
    "column-full": N_("The column of {action} already has three tokens. No row, column or field may have more."),
    "field-full": N_("The field of {action} already has three tokens. No row, column or field may have more."),
    "field-missing": N_("The layout has no field {name}. It needs nine, a to i."),
    "field-in-parts": N_("The field {name} of the layout is not connected. Its squares must touch side by side."),
}


def tell(before: Springtime, action: Token) -> Sentence:
    """Describe an action as a phrase that follows the player's name, with the result at the end of the game."""
    after = before.apply(action)
    first, second = after.scores()
    values: dict[str, str | int] = {"square": action.word, "first": first, "second": second}
    if after.current_player() is not None:
        return Sentence(N_("places a token on {square}; points A {first}, B {second}"), values)
    if first != second:
        return Sentence(N_("places the last token on {square}; points A {first}, B {second}"), values)
    values["stuck"] = SEATS[after.seat].letter
    if after.free_placements():
        return Sentence(
            N_("places the last token on {square}; {first} points each, and {stuck} wins with a free placement"), values
        )
    return Sentence(
        N_(
            "places the last token on {square} and wins with {first} points each, because no free placement helps "
            "{stuck}"
        ),
        values,
    )


def tell_puzzle(before: Puzzle, action: Token) -> Sentence:
    """Describe an action as a phrase that follows the player's name."""
    after = before.apply(action)
    values: dict[str, str | int] = {"square": action.word, "count": after.count, "stage": before.stage}
    if after.count == PERFECT:
        return Sentence(N_("places token {count} on {square} and completes a perfect spring"), values)
    if before.staged and after.count % SIDE == 0:
        return Sentence(N_("places token {count} on {square} and completes stage {stage}"), values)
    if after.current_player() is None:
        if not before.staged:
            return Sentence(N_("places token {count} on {square}; no square is left"), values)
        return Sentence(N_("places token {count} on {square}; no square is left for stage {stage}"), values)
    return Sentence(N_("places token {count} on {square}"), values)
