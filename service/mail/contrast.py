"""Colour contrast: make colours dark enough for white text (WCAG 2.2, 1.4.3)."""

from __future__ import annotations

from functools import cache

ENOUGH = 4.5
_LINEAR = 0.04045
"""Up to here sRGB is linear (IEC 61966-2-1)."""
_STEP = 0.97
_WEIGHTS = (0.2126, 0.7152, 0.0722)


@cache
def readable(colour: str) -> str:
    """Darken a colour (`#rrggbb`) until white text on it is readable. Cached, because there are few seat colours."""
    while contrast("#ffffff", colour) < ENOUGH:
        colour = "#" + "".join(f"{int(value * _STEP):02x}" for value in _channels(colour))
    return colour


def contrast(one: str, other: str) -> float:
    """Compute the contrast ratio of two colours (`#rrggbb`), from 1 to 21."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    shares = (value / 255 for value in _channels(colour))
    linear = [value / 12.92 if value <= _LINEAR else ((value + 0.055) / 1.055) ** 2.4 for value in shares]
    return sum(weight * value for weight, value in zip(_WEIGHTS, linear, strict=True))


def _channels(colour: str) -> bytes:
    return bytes.fromhex(colour.removeprefix("#"))
