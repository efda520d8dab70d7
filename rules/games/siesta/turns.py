"""Which pieces can begin or go on with a turn that ends with three pieces and at least a point: no dead ends, exactly.

That is a search over the pieces left in the turn. It is cut short by witnesses: a piece that scores on the board as it
is will score after any other piece that does not stand in its way, and two such pieces are seldom both in the way.
Only what no witness settles is tried out.
"""

from __future__ import annotations

from rules.games.siesta.light import NOTHING, Masks, Village, cast, closing, pairs
from rules.games.siesta.pieces import DIRECTIONS, ROOF, SHADOW, SUN, VILLAGE, beside

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


def placeable(village: Village, shade: int) -> Masks:
    """Where each kind may lie as far as the rules for a single piece go; `shade` is where a shadow is in a siesta."""
    taken = village.taken()
    touching = beside(taken) & VILLAGE & ~taken
    return (
        touching & ~beside(village.shadows) if village.suns_left else 0,
        touching if village.roofs_left else 0,
        shade if village.shadows_left else 0,
    )


def legal(village: Village, left: int, *, scored: bool) -> Masks:
    """Where each kind may be put down as the next of `left` pieces; `scored`: the turn has its point already."""
    shade, own_shade = cast(village)
    valid = placeable(village, shade)
    if scored:
        return valid if left == 1 else _with_room(village, valid)
    if left == TURN and own_shade & (own_shade - 1) and _roomy(village):
        hopes = (0, 0, own_shade if village.shadows_left else 0)
        if not any(_in_the_way(village, valid, hopes)):
            return valid
    hopes = scoring(village, own_shade)
    if left == 1:
        return hopes
    return _next_to_last(village, valid, hopes) if left < TURN else _first(village, valid, hopes)


def _free(village: Village) -> int:
    return VILLAGE & ~village.taken()


def _roomy(village: Village) -> bool:
    """Whether a roof can be put down somewhere after any two other pieces."""
    return village.roofs_left >= TURN and _free(village).bit_count() >= TURN


def scoring(village: Village, own_shade: int) -> Masks:
    """Where a single piece scores at once for the seat to act."""
    for_sun, for_roof = closing(village)
    return (
        for_sun if village.suns_left else 0,
        for_roof if village.roofs_left else 0,
        own_shade if village.shadows_left else 0,
    )


def _with_room(village: Village, valid: Masks) -> Masks:
    """Those of `valid` after which any one piece can still be put down."""
    free = _free(village)
    if village.roofs_left > 1 and free & (free - 1):
        return valid
    return _tried(village, valid, _in_the_way(village, valid, valid), 1, NOTHING)


def _next_to_last(village: Village, valid: Masks, hopes: Masks) -> Masks:
    """Those of `valid` that score and leave room for one more, or after which one piece scores."""
    doubtful = _in_the_way(village, valid, hopes)
    if not any(doubtful):
        return valid
    for begins in pairs(village):
        doubtful = _minus(doubtful, begins)
    scored = _both(doubtful, hopes)
    if any(scored):
        doubtful = _minus(doubtful, _both(scored, _with_room(village, valid)))
    return _minus(valid, doubtful)


def _first(village: Village, valid: Masks, hopes: Masks) -> Masks:
    """Those of `valid` after which two pieces can be put down that bring a point, if this one did not."""
    doubtful = _unsettled_first(village, valid, hopes)
    if any(doubtful) and _roomy(village) and village.suns_left > 1 and village.shadows_left > 1:
        doubtful = _near_every_pair(village, doubtful)
    return _tried(village, valid, doubtful, TURN - 1, hopes)


def _near_every_pair(village: Village, doubtful: Masks) -> Masks:
    """Those of `doubtful` that hit or touch a square of each kind of pair that could follow."""
    near = VILLAGE
    for suns, roofs, shadows in pairs(village):
        squares = suns | roofs | shadows
        near &= squares | beside(squares)
    return doubtful[0] & near, doubtful[1] & near, doubtful[2] & near


def _unsettled_first(village: Village, valid: Masks, hopes: Masks) -> Masks:
    """First pieces that stand in the way of every plan "a scoring piece, and a roof somewhere"."""
    if _roomy(village):
        return _in_the_way(village, valid, hopes)
    if _free(village).bit_count() < TURN:
        return valid
    with_roofs = hopes if village.roofs_left > 1 else (hopes[SUN], 0, hopes[SHADOW])
    sun, roof, shadow = _in_the_way(village, valid, with_roofs)
    if village.roofs_left > 1:
        roof = _in_the_way(village, valid, (hopes[SUN], 0, hopes[SHADOW]))[ROOF]
    elif not _three_shades(village, valid, hopes):
        roof = valid[ROOF]
    else:
        roof = 0
    return sun, roof, shadow


def _three_shades(village: Village, valid: Masks, hopes: Masks) -> bool:
    """Whether, wherever the last roof goes, two shadows can follow of which one scores."""
    return village.shadows_left > 1 and hopes[SHADOW].bit_count() > 1 and valid[SHADOW].bit_count() >= TURN


def _in_the_way(village: Village, valid: Masks, hopes: Masks) -> Masks:
    """Those of `valid` that keep every one of `hopes` from following: by square, neighbourhood or supply."""
    suns, roofs, shadows = hopes
    return (
        _blocking(valid[SUN], roofs | (suns if village.suns_left > 1 else 0), shadows),
        _blocking(valid[ROOF], suns | shadows | (roofs if village.roofs_left > 1 else 0), 0),
        _blocking(valid[SHADOW], roofs | (shadows if village.shadows_left > 1 else 0), suns),
    )


def _blocking(places: int, same: int, near: int) -> int:
    """The places that hit every square of `same`, and hit or touch every square of `near`."""
    if same & (same - 1):
        return 0
    if same:
        places &= same
    while places and near:
        low = near & -near
        places &= low | beside(low)
        near ^= low
    return places


def _minus(masks: Masks, others: Masks) -> Masks:
    return masks[0] & ~others[0], masks[1] & ~others[1], masks[2] & ~others[2]


def _both(masks: Masks, others: Masks) -> Masks:
    return masks[0] & others[0], masks[1] & others[1], masks[2] & others[2]


def _tried(village: Village, valid: Masks, doubtful: Masks, left: int, hopes: Masks) -> Masks:
    """`valid` without those doubtful ones after which `left` pieces cannot follow; those among `hopes` have scored."""
    if not any(doubtful):
        return valid
    kept = list(valid)
    for kind, places in enumerate(doubtful):
        rest = places
        while rest:
            bit = rest & -rest
            rest ^= bit
            if not any(legal(_after(village, kind, bit), left, scored=left == 1 or bool(bit & hopes[kind]))):
                kept[kind] ^= bit
    return kept[0], kept[1], kept[2]


def _after(village: Village, kind: int, bit: int) -> Village:
    suns, roofs, own, shadows, suns_left, roofs_left, shadows_left = village
    if kind == SUN:
        return Village(suns | bit, roofs, own, shadows, suns_left - 1, roofs_left, shadows_left)
    if kind == ROOF:
        return Village(suns, roofs | bit, own | bit, shadows, suns_left, roofs_left - 1, shadows_left)
    return Village(suns, roofs, own, shadows | bit, suns_left, roofs_left, shadows_left - 1)
