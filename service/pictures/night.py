"""Dark mode for boards: a table maps the colours of each drawing to those of its night version.

Drawings set colours in attributes, which a style sheet overrides, so one drawing serves both.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from functools import cache

from rules import canvas
from rules.registry import games

PAINTS = ("fill", "stroke", "stop-color")
MEDIA = "@media screen and (prefers-color-scheme:dark)"
"""Printed pages stay light."""
_PAINT = re.compile(rf' ({"|".join(PAINTS)})="(#[0-9a-f]{{3,6}})"')
_ROOT = re.compile("<svg [^>]*>")
_SIZE = re.compile(r'viewBox="0 0 ([\d.]+) ([\d.]+)"')
_NEGATIVE = re.compile(r'<svg [^>]*?data-mail-negative="([\d.]+)"')


@cache
def night() -> Mapping[str, str]:
    """Map day colours to night colours, in hexadecimal; other colours do not change."""
    return canvas.NIGHT | {day: dark for game in games().values() for day, dark in game.night.items()}


@cache
def night_mark() -> str:
    """Hash that table, which is part of a night picture's identity."""
    return hashlib.sha256(repr(sorted(night().items())).encode()).hexdigest()


def has_night(svg: str) -> bool:
    """Check whether a drawing changes at night: not if its ground, the last of full size, is dark by day."""
    size = _SIZE.search(svg)
    if size is None:
        return True
    grounds = re.findall(f'<rect x="0" y="0" width="{size[1]}" height="{size[2]}" fill="(#[0-9a-f]{{6}})"', svg)
    return not grounds or grounds[-1] in night()


def negative(svg: str) -> float | None:
    """Return the radius of the bright disc, in hundredths of the width; None unless the night version is the negative.

    Emails then invert one picture by a style sheet (`rules.canvas.InMails`).
    """
    told = _NEGATIVE.match(svg)
    return float(told[1]) if told else None


def by_night(svg: str) -> str:
    """Recolour the drawing for a dark screen."""
    return _PAINT.sub(lambda found: f' {found[1]}="{night().get(found[2], found[2])}"', svg)


def by_day_and_night(svg: str) -> str:
    """Add a style sheet to the drawing that follows the screen's colour scheme, wherever it is shown as an image."""
    used = sorted(set(_PAINT.findall(svg)))
    style = f"<style>{MEDIA}{{{_rules(used)}}}</style>"
    return _ROOT.sub(lambda root: f"{root[0]}{style}", svg, count=1)


def night_sheet() -> str:
    """Build the style sheet for pages with drawings. Its rules name no ancestors, because `use` copies have none."""
    rules = _rules([(paint, colour) for colour in night() for paint in PAINTS], "\n")
    return f"{MEDIA} {{\n{rules}\n}}\n"


def _rules(paints: list[tuple[str, str]], between: str = "") -> str:
    dark = [(paint, colour, night()[colour]) for paint, colour in paints if colour in night()]
    return between.join(f'[{paint}="{colour}"]{{{paint}:{shade}}}' for paint, colour, shade in dark)
