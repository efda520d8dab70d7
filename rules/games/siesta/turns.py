"""Which pieces can begin or go on with a turn that ends with three pieces and at least a point: no dead ends, exactly.

That is a search over the pieces left in the turn. It is cut short by witnesses: a piece that scores on the board as it
is will score after any other piece that does not stand in its way, and two such pieces are seldom both in the way.
Only what no witness settles is tried out.
"""

from __future__ import annotations

from rules.game import Seat
from rules.games.siesta.pairs import pairs
from rules.games.siesta.pieces import DIRECTIONS, NEAR, ROOF, SHADOW, SUN, SUPPLY, VILLAGE, beside
from rules.games.siesta.village import NOTHING, Masks, Village

TURN = 3
"""Pieces of a turn."""


def first_turn(village: Village, left: int) -> Masks:
    """What may come next in the first turn of the game: a sun, a roof and a shadow in one line that fits."""
    if left == TURN:
        return VILLAGE, 0, 0
    roofs = shadows = 0
    for up, down in DIRECTIONS:
        roof = village.suns << up >> down & VILLAGE
        shadow = roof << up >> down & VILLAGE
        roofs |= roof if shadow else 0
        shadows |= shadow if roof == village.roofs else 0
    return (0, roofs, 0) if left > 1 else (0, 0, shadows)


def legal(village: Village, seat: Seat, left: int, *, scored: bool) -> Masks:
    """Where each kind may be put down as the next of `left` pieces; `scored`: the turn has its point already."""
    if scored:
        valid = placeable(village, seat)
        return valid if left == 1 else _with_room(village, seat, valid)
    hopes = in_stock(village, seat, village.scoring(seat))
    if left == 1:
        return hopes
    valid = placeable(village, seat)
    return (_next_to_last if left < TURN else _first)(village, seat, valid, hopes)


def placeable(village: Village, seat: Seat) -> Masks:
    """Where each kind may lie as far as the rules for a single piece go."""
    touching = village.touching & village.free
    return in_stock(village, seat, (touching & ~village.beside_shadows, touching, village.shade()))


def in_stock(village: Village, seat: Seat, masks: Masks) -> Masks:
    """The masks of those kinds of which the seat has a piece left."""
    suns, roofs, shadows = village.left(seat)
    return masks[0] if suns else 0, masks[1] if roofs else 0, masks[2] if shadows else 0


def _roomy(village: Village, seat: Seat) -> bool:
    """Whether a roof can be put down somewhere after any two other pieces."""
    return village.owned[seat].bit_count() <= SUPPLY[ROOF] - TURN and village.free.bit_count() >= TURN


def _with_room(village: Village, seat: Seat, valid: Masks) -> Masks:
    """Those of `valid` after which any one piece can still be put down."""
    free = village.free
    if village.left(seat)[ROOF] > 1 and free & (free - 1):
        return valid
    return _tried(village, seat, valid, _in_the_way(village, seat, valid, valid), 1, NOTHING)


def _next_to_last(village: Village, seat: Seat, valid: Masks, hopes: Masks) -> Masks:
    """Those of `valid` that score and leave room for one more, or after which one piece scores."""
    doubtful = _in_the_way(village, seat, valid, hopes)
    if doubtful == NOTHING:
        return valid
    for begins in pairs(village, seat):
        doubtful = _minus(doubtful, begins)
    scored = _both(doubtful, hopes)
    if scored != NOTHING:
        doubtful = _minus(doubtful, _both(scored, _with_room(village, seat, valid)))
    return _minus(valid, doubtful)


def _first(village: Village, seat: Seat, valid: Masks, hopes: Masks) -> Masks:
    """Those of `valid` after which two pieces can be put down that bring a point, if this one did not."""
    doubtful = _unsettled_first(village, seat, valid, hopes)
    if doubtful == NOTHING:
        return valid
    suns_left, _, shadows_left = village.left(seat)
    if _roomy(village, seat) and suns_left > 1 and shadows_left > 1:
        doubtful = _near_every_pair(village, seat, doubtful)
    return _tried(village, seat, valid, doubtful, TURN - 1, hopes)


def _near_every_pair(village: Village, seat: Seat, doubtful: Masks) -> Masks:
    """Those of `doubtful` that hit or touch a square of each kind of pair that could follow."""
    near = VILLAGE
    for suns, roofs, shadows in pairs(village, seat):
        squares = suns | roofs | shadows
        near &= squares | beside(squares)
    return doubtful[0] & near, doubtful[1] & near, doubtful[2] & near


def _unsettled_first(village: Village, seat: Seat, valid: Masks, hopes: Masks) -> Masks:
    """First pieces that stand in the way of every plan "a scoring piece, and a roof somewhere"."""
    if _roomy(village, seat):
        return _in_the_way(village, seat, valid, hopes)
    if village.free.bit_count() < TURN:
        return valid
    roofs_left = village.left(seat)[ROOF]
    with_roofs = hopes if roofs_left > 1 else (hopes[SUN], 0, hopes[SHADOW])
    sun, roof, shadow = _in_the_way(village, seat, valid, with_roofs)
    if roofs_left > 1:
        roof = _in_the_way(village, seat, valid, (hopes[SUN], 0, hopes[SHADOW]))[ROOF]
    elif not _three_shades(village, seat, valid, hopes):
        roof = valid[ROOF]
    else:
        roof = 0
    return sun, roof, shadow


def _three_shades(village: Village, seat: Seat, valid: Masks, hopes: Masks) -> bool:
    """Whether, wherever the last roof goes, two shadows can follow of which one scores."""
    return village.left(seat)[SHADOW] > 1 and hopes[SHADOW].bit_count() > 1 and valid[SHADOW].bit_count() >= TURN


def _in_the_way(village: Village, seat: Seat, valid: Masks, hopes: Masks) -> Masks:
    """Those of `valid` that keep every one of `hopes` from following: by square, neighbourhood or supply."""
    suns, roofs, shadows = hopes
    suns_left, roofs_left, shadows_left = village.left(seat)
    return (
        _blocking(valid[SUN], roofs | (suns if suns_left > 1 else 0), shadows),
        _blocking(valid[ROOF], suns | shadows | (roofs if roofs_left > 1 else 0), 0),
        _blocking(valid[SHADOW], roofs | (shadows if shadows_left > 1 else 0), suns),
    )


def _blocking(places: int, same: int, near: int) -> int:
    """The places that hit every square of `same`, and hit or touch every square of `near`."""
    if same & (same - 1):
        return 0
    if same:
        places &= same
    while places and near:
        low = near & -near
        places &= low | NEAR[low]
        near ^= low
    return places


def _minus(masks: Masks, others: Masks) -> Masks:
    return masks[0] & ~others[0], masks[1] & ~others[1], masks[2] & ~others[2]


def _both(masks: Masks, others: Masks) -> Masks:
    return masks[0] & others[0], masks[1] & others[1], masks[2] & others[2]


def _tried(village: Village, seat: Seat, valid: Masks, doubtful: Masks, left: int, hopes: Masks) -> Masks:
    """`valid` without those doubtful ones after which `left` pieces cannot follow; those among `hopes` have scored."""
    if doubtful == NOTHING:
        return valid
    kept = list(valid)
    for kind, places in enumerate(doubtful):
        rest = places
        while rest:
            bit = rest & -rest
            rest ^= bit
            scored = left == 1 or bool(bit & hopes[kind])
            if legal(village.put(kind, bit, seat), seat, left, scored=scored) == NOTHING:
                kept[kind] ^= bit
    return kept[0], kept[1], kept[2]
