"""Colours on which white letters can be read (WCAG 2.2, 1.4.3)."""

from __future__ import annotations

from functools import cache

ENOUGH = 4.5
_LINEAR = 0.04045
"""Up to it sRGB is a straight line (IEC 61966-2-1)."""
_STEP = 0.97
_WEIGHTS = (0.2126, 0.7152, 0.0722)


@cache
def readable(colour: str) -> str:
    """The colour (`#rrggbb`), made darker until white letters on it can be read. Seats have few."""
    while contrast("#ffffff", colour) < ENOUGH:
        colour = "#" + "".join(f"{int(value * _STEP):02x}" for value in _channels(colour))
    return colour


def contrast(one: str, other: str) -> float:
    """How much lighter one of two colours (`#rrggbb`) is than the other: from 1 to 21."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    shares = (value / 255 for value in _channels(colour))
    linear = [value / 12.92 if value <= _LINEAR else ((value + 0.055) / 1.055) ** 2.4 for value in shares]
    return sum(weight * value for weight, value in zip(_WEIGHTS, linear, strict=True))


def _channels(colour: str) -> bytes:
    return bytes.fromhex(colour.removeprefix("#"))
