"""Exact search for the legal pieces of a turn: each must allow three pieces and at least one point.

Witnesses cut the search short: a piece that scores now still scores after any other piece that does not block it, and
hardly any piece blocks two such pieces. Only undecided pieces are searched. Pairs of pieces that score together are
found for the whole board at once, by shifting masks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from operator import lshift, rshift
from typing import TypeAlias

from rules.game import Seat
from rules.games.siesta.cells import STEPS
from rules.games.siesta.pieces import DIRECTIONS, NEAR, NOTHING, ROOF, ROW, SHADOW, SUN, TURN, VILLAGE, Masks, beside
from rules.games.siesta.sights import SEATS, WAYS
from rules.games.siesta.village import Village

_FAR = 2 * ROW + 1
"""Distance in bits at which no single piece can be on or beside both squares."""
_FEW = 2
"""Largest number of undecided squares to search one by one instead of by pairs."""

Shift: TypeAlias = Callable[[int, int], int]
_THERE_AND_BACK: tuple[tuple[Shift, Shift], ...] = ((lshift, rshift), (rshift, lshift))
_WAYS_ON = tuple((way, abs(step), *_THERE_AND_BACK[step < 0]) for way, step in zip(WAYS, STEPS, strict=True))


def first_turn(village: Village, left: int) -> Masks:
    """Return the legal squares in the first turn of the game: a sun, a roof and a shadow in one line that fits."""
    if left == TURN:
        return VILLAGE, 0, 0
    roofs = shadows = 0
    for up, down in DIRECTIONS:
        roof = village.suns << up >> down & VILLAGE
        shadow = roof << up >> down & VILLAGE
        roofs |= roof if shadow else 0
        shadows |= shadow if roof == village.roofs else 0
    return (0, roofs, 0) if left > 1 else (0, 0, shadows)


def legal(village: Village, seat: Seat, left: int, scored: int) -> Masks:
    """Return the legal squares of each kind for the next of `left` pieces; `scored` is 0 until the turn has its point.

    If nothing is scarce and scoring squares are so far apart that no piece blocks all of them, every valid piece is
    legal.
    """
    if not village.plenty and not _ample(village, seat, left):
        return _legal_of_few(village, seat, left, scored)
    if scored:
        return _fitting(village)
    hopes = suns, roofs, shadows = village.completing(SEATS[seat])
    if left == 1:
        return hopes
    valid, squares = _fitting(village), suns | roofs | shadows
    if 0 < squares & -squares <= squares >> _FAR:
        return valid
    if squares:
        return (_next_to_last if left < TURN else _first)(village, seat, valid, hopes)
    return _by_pairs(village, seat, left, valid)


def _ample(village: Village, seat: Seat, left: int) -> bool:
    """Return whether a roof can be each of `left` pieces, and a sun or a shadow two of them."""
    suns, roofs, shadows = village.left(seat)
    return min(suns, shadows) >= min(left, 2) and roofs >= left <= village.free.bit_count()


def _legal_of_few(village: Village, seat: Seat, left: int, scored: int) -> Masks:
    """Return the legal squares, as `legal` does, while pieces or squares are scarce."""
    valid = placeable(village, seat)
    if scored:
        return valid if left == 1 else _with_room(village, seat, valid)
    hopes = in_stock(village, seat, village.scoring(seat))
    if left == 1:
        return hopes
    return (_next_to_last if left < TURN else _first)(village, seat, valid, hopes)


def placeable(village: Village, seat: Seat) -> Masks:
    """Return the squares that the rules for a single piece allow, by kind."""
    return in_stock(village, seat, _fitting(village))


def _fitting(village: Village) -> Masks:
    """Return the squares that the adjacent pieces allow, by kind."""
    touching = village.touching
    return touching & village.bright, touching, village.shade()


def in_stock(village: Village, seat: Seat, masks: Masks) -> Masks:
    """Keep the masks of kinds that the seat still has in stock."""
    if village.plenty:
        return masks
    suns, roofs, shadows = village.left(seat)
    return masks[SUN] if suns else 0, masks[ROOF] if roofs else 0, masks[SHADOW] if shadows else 0


def _with_room(village: Village, seat: Seat, valid: Masks) -> Masks:
    """Keep the pieces in `valid` that leave room for one more piece."""
    free, stock = village.free, village.stock(seat)
    if stock[ROOF] > 1 and free & (free - 1):
        return valid
    return _tried(village, seat, valid, _in_the_way(stock, valid, valid), 1, valid)


def _next_to_last(village: Village, seat: Seat, valid: Masks, hopes: Masks) -> Masks:
    """Keep the pieces in `valid` that score and leave room for one more, or allow a scoring one."""
    stock = village.stock(seat)
    doubtful = _in_the_way(stock, valid, hopes)
    if doubtful == NOTHING:
        return valid
    scored = _both(doubtful, hopes)
    if scored != NOTHING:
        doubtful = _minus(doubtful, _both(scored, _with_room(village, seat, valid)))
    if (doubtful[0] | doubtful[1] | doubtful[2]).bit_count() <= _FEW:
        return _tried(village, seat, valid, doubtful, 1, NOTHING)
    return _minus(valid, _minus(doubtful, _paired(village, seat)))


def _by_pairs(village: Village, seat: Seat, left: int, valid: Masks) -> Masks:
    """Keep the pieces in `valid` after which `left` - 1 pieces can score together, where no single piece scores."""
    if left < TURN:
        return _both(valid, _paired(village, seat))
    doubtful = _near_every_pair(village, seat, village.stock(seat), valid)
    return _tried(village, seat, valid, doubtful, TURN - 1, NOTHING)


def _paired(village: Village, seat: Seat) -> Masks:
    """Return the squares of each kind that are part of a scoring pair."""
    suns = roofs = shadows = 0
    for sun, roof, shadow in pairs(village, seat, village.stock(seat)):
        suns |= sun
        roofs |= roof
        shadows |= shadow
    return suns, roofs, shadows


def _first(village: Village, seat: Seat, valid: Masks, hopes: Masks) -> Masks:
    """Keep the pieces in `valid` after which two more can be placed, and score unless this one did."""
    stock = village.stock(seat)
    roomy = stock[ROOF] >= TURN and village.free.bit_count() >= TURN
    doubtful = _in_the_way(stock, valid, hopes) if roomy else _unsettled_first(village, stock, valid, hopes)
    if doubtful == NOTHING:
        return valid
    if roomy:
        doubtful = _minus(doubtful, hopes)
        if doubtful == NOTHING:
            return valid
    doubtful = _near_every_pair(village, seat, stock, doubtful)
    return _tried(village, seat, valid, doubtful, TURN - 1, hopes)


def _near_every_pair(village: Village, seat: Seat, stock: Masks, doubtful: Masks) -> Masks:
    """Keep the pieces in `doubtful` that hit or touch a square of every kind of pair still in stock."""
    suns_left, roofs_left, shadows_left = stock
    near = doubtful[0] | doubtful[1] | doubtful[2]
    for suns, roofs, shadows in pairs(village, seat, (suns_left - 1, roofs_left - 1, shadows_left - 1)):
        squares = suns | roofs | shadows
        near &= squares | beside(squares)
        if not near:
            return NOTHING
    return doubtful[0] & near, doubtful[1] & near, doubtful[2] & near


def _unsettled_first(village: Village, stock: Masks, valid: Masks, hopes: Masks) -> Masks:
    """Return the first pieces that block every plan of a scoring piece and a roof, while squares are scarce."""
    if village.free.bit_count() < TURN:
        return valid
    several_roofs = stock[ROOF] > 1
    without_roofs = (hopes[SUN], 0, hopes[SHADOW])
    sun, roof, shadow = _in_the_way(stock, valid, hopes if several_roofs else without_roofs)
    if several_roofs:
        roof = _in_the_way(stock, valid, without_roofs)[ROOF]
    elif not _three_shades(stock, valid, hopes):
        roof = valid[ROOF]
    else:
        roof = 0
    return sun, roof, shadow


def _three_shades(stock: Masks, valid: Masks, hopes: Masks) -> bool:
    """Return whether two shadows can follow the last roof anywhere, one of them scoring."""
    return stock[SHADOW] > 1 and hopes[SHADOW].bit_count() > 1 and valid[SHADOW].bit_count() >= TURN


def _in_the_way(stock: Masks, valid: Masks, hopes: Masks) -> Masks:
    """Return the pieces in `valid` that block all of `hopes` by square, neighbourhood or supply."""
    suns, roofs, shadows = hopes
    suns_left, roofs_left, shadows_left = stock
    after_sun = roofs | suns if suns_left > 1 else roofs
    after_shadow = roofs | shadows if shadows_left > 1 else roofs
    if roofs_left > 1 and after_sun & (after_sun - 1) and after_shadow & (after_shadow - 1):
        return NOTHING
    return (
        _blocking(valid[SUN], after_sun, shadows),
        _blocking(valid[ROOF], suns | shadows | roofs if roofs_left > 1 else suns | shadows, 0),
        _blocking(valid[SHADOW], after_shadow, suns),
    )


def _blocking(places: int, same: int, near: int) -> int:
    """Return the places that hit every square of `same`, and hit or touch every square of `near`."""
    if same & (same - 1):
        return 0
    if same:
        places &= same
    while places and near:
        low = near & -near
        places &= low | NEAR[low.bit_length() - 1]
        near ^= low
    return places


def _minus(masks: Masks, others: Masks) -> Masks:
    return masks[0] & ~others[0], masks[1] & ~others[1], masks[2] & ~others[2]


def _both(masks: Masks, others: Masks) -> Masks:
    return masks[0] & others[0], masks[1] & others[1], masks[2] & others[2]


def _tried(village: Village, seat: Seat, valid: Masks, doubtful: Masks, left: int, scoring: Masks) -> Masks:
    """Remove doubtful pieces from `valid` after which `left` pieces cannot follow.

    Pieces in `scoring` bring the point of the turn.
    """
    if doubtful == NOTHING:
        return valid
    kept = list(valid)
    for kind, places in enumerate(doubtful):
        rest = places
        while rest:
            bit = rest & -rest
            rest ^= bit
            if legal(village.put(kind, bit, seat), seat, left, bit & scoring[kind]) == NOTHING:
                kept[kind] ^= bit
    return kept[0], kept[1], kept[2]


def pairs(village: Village, seat: Seat, stock: Masks) -> Iterator[Masks]:
    """Yield free squares of two pieces that together complete a siesta with a roof of the seat, by kind and direction.

    Each square of an entry belongs to a pair of that entry. The first piece of a pair may not be legal yet; the second
    one may follow it.
    """
    bright = village.bright if stock[SUN] > 0 else 0
    cool = village.cool if stock[SHADOW] > 0 else 0
    if stock[ROOF] > 0:
        yield from _with_roof(village, bright, cool, several=stock[ROOF] > 1)
    if bright and cool:
        yield from _round_houses(village.owned[seat], village.roofs, bright, cool)


def _round_houses(own: int, roofs: int, bright: int, cool: int) -> Iterator[Masks]:
    """Yield a sun and a shadow at both ends of a run of roofs."""
    for step in STEPS[:2]:
        houses = own | _past(own, roofs, lshift, step) & roofs | _past(own, roofs, rshift, step) & roofs
        after, before = houses << step, houses >> step
        for sun, shadow, on, back in (
            (before & bright, after & cool, lshift, rshift),
            (after & bright, before & cool, rshift, lshift),
        ):
            if sun and shadow and (shadow := _past(sun, houses, on, step) & shadow):
                yield _past(shadow, houses, back, step) & sun, 0, shadow


def _with_roof(village: Village, bright: int, cool: int, *, several: bool) -> Iterator[Masks]:
    """Yield a roof and a shadow, a sun and a roof, or two roofs."""
    roofs, free = village.roofs, village.free
    for way, step, on, back in _WAYS_ON:
        lit = village.lit >> way & free
        leading = village.leading >> way & free
        lit_on = _past(lit, roofs, on, step) if lit else 0
        leading_on = _past(leading, roofs, back, step) if leading else 0
        if shadow := lit_on & cool:
            yield 0, _past(shadow, roofs, back, step) & lit, shadow
        if sun := leading_on & bright:
            yield sun, _past(sun, roofs, on, step) & leading, 0
        if several and (second := lit_on & leading):
            yield 0, second | leading_on & lit, 0


def _past(starts: int, roofs: int, on: Shift, step: int) -> int:
    """Return the squares next to `starts`, and next to the roofs that follow without a gap."""
    beyond = on(starts, step)
    seen = beyond & roofs
    while seen:
        seen = on(seen, step)
        beyond |= seen
        seen &= roofs
    return beyond
