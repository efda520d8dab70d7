"""The sentence for each refusal, and what an action does in the words of a report."""

from __future__ import annotations

from rules.canvas import SEATS
from rules.games.springtime.fields import SIDE
from rules.games.springtime.position import Springtime
from rules.games.springtime.puzzle import PERFECT, Puzzle
from rules.games.springtime.squares import Token
from rules.prose import N_, Sentence

_SHARED = {
    "square-filled": N_("There is a token on {action} already: name an empty square."),
    "beside-a-token": N_(
        "{action} lies right beside a token; above, below, left and right of a token stay empty. Corners may touch."
    ),
}
MESSAGES = {
    **_SHARED,
    "row-full": N_("The row of {action} holds three tokens already, and no row or column may hold more."),
    "column-full": N_("The column of {action} holds three tokens already, and no row or column may hold more."),
    "out-of-line": N_(
        "{action} is not in line with the last token, the one with the bumble bee: "
        "name a square in its row, its column or its diagonals."
    ),
    "too-few-fields": N_("The layout needs at least nine fields: count the connected groups of the same letter."),
}
PUZZLE_MESSAGES = {
    **_SHARED,
    "row-done": N_("The row of {action} has its token of this stage already: every row gets one in each stage."),
    "column-done": N_(
        "The column of {action} has its token of this stage already: every column gets one in each stage."
    ),
    "field-done": N_("The field of {action} has its token of this stage already: every field gets one in each stage."),
    "row-full": N_("The row of {action} holds three tokens already, and no row, column or field may hold more."),
    "column-full": N_("The column of {action} holds three tokens already, and no row, column or field may hold more."),
    "field-full": N_("The field of {action} holds three tokens already, and no row, column or field may hold more."),
    "field-missing": N_("The layout has no field {name}: it needs nine, a to i."),
    "field-in-parts": N_("The field {name} of the layout must be connected, side by side."),
}


def tell(before: Springtime, action: Token) -> Sentence:
    """What an action does, as a phrase that follows the name of who did it; with what comes of it at the end."""
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
            N_("places the last token on {square}; {first} points each, and a free placement wins for {stuck}"), values
        )
    return Sentence(
        N_("places the last token on {square} and wins at {first} points each, as no free placement helps {stuck}"),
        values,
    )


def tell_puzzle(before: Puzzle, action: Token) -> Sentence:
    """What an action does, as a phrase that follows the name of who did it."""
    after = before.apply(action)
    values: dict[str, str | int] = {"square": action.word, "count": after.count, "stage": before.stage}
    if after.count == PERFECT:
        return Sentence(N_("places token {count} on {square}, the last of a perfect spring"), values)
    if before.staged and after.count % SIDE == 0:
        return Sentence(N_("places token {count} on {square} and completes stage {stage}"), values)
    if after.current_player() is None:
        if not before.staged:
            return Sentence(N_("places token {count} on {square}; no square is left"), values)
        return Sentence(N_("places token {count} on {square}; no square is left for stage {stage}"), values)
    return Sentence(N_("places token {count} on {square}"), values)
