"""Which rule an action breaks; it asks the same questions as the legal actions, one at a time."""

from __future__ import annotations

from rules.games.tribes.actions import CHOOSE, COIN, SHAMAN, Action
from rules.games.tribes.coins import Hand
from rules.games.tribes.layout import BOARD
from rules.games.tribes.state import TribesState


def refusal(position: TribesState, action: Action) -> str | None:
    """The code of the rule that an action breaks, or None if it is legal."""
    if position.choosing:
        return _refused_choice(position, action)
    if action.verb == CHOOSE:
        return "tribes-chosen"
    return _refused_coin(position, action) if position.mid_turn else _refused_turn(position, action)


def _refused_choice(position: TribesState, action: Action) -> str | None:
    if action.verb != CHOOSE:
        return "choose-first"
    return "tribe-taken" if action.tribe in position.chosen else None


def _refused_turn(position: TribesState, action: Action) -> str | None:
    if action.verb == COIN:
        return "shaman-first"
    hand = position.hands[position.seat or 0]
    if not hand[action.tribe]:
        return "no-coin-left"
    if action.verb == SHAMAN:
        return _refused_shaman(position, action.tribe, action.square)
    return "shaman-can-move" if _can_move(position, hand) else None


def _can_move(position: TribesState, hand: Hand) -> bool:
    return any(held and position.shaman_squares(tribe) for tribe, held in enumerate(hand))


def _refused_shaman(position: TribesState, tribe: int, square: int) -> str | None:
    target, around = BOARD.bits[square], BOARD.neighbours[square]
    if target == position.shamans[tribe]:
        return "same-quadrant"
    if target & position.occupied:
        return "quadrant-filled"
    if not around & position.marked:
        return "no-marker-beside"
    if not around & position.marked & ~position.homes[tribe]:
        return "same-settlement"
    if around & position.other_homes(tribe):
        return "two-shamans"
    return None if target & position.shaman_squares(tribe) else "no-room-for-coin"


def _refused_coin(position: TribesState, action: Action) -> str | None:
    if action.verb != COIN:
        return "coin-due"
    target, around = BOARD.bits[action.square], BOARD.neighbours[action.square]
    if target & position.occupied:
        return "quadrant-filled"
    if not around & position.homes[position.moved]:
        return "not-beside-settlement"
    return "two-shamans" if around & position.other_homes(position.moved) else None
