"""Boards for dark screens: the same drawings, in which a table says what becomes of each colour.

What is drawn names its colours in attributes, which any style sheet overrules; so one drawing serves day and night.
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
"""Paper stays light."""
_PAINT = re.compile(rf' ({"|".join(PAINTS)})="(#[0-9a-f]{{3,6}})"')
_ROOT = re.compile("<svg [^>]*>")
_SIZE = re.compile(r'viewBox="0 0 ([\d.]+) ([\d.]+)"')
_NEGATIVE = re.compile(r'<svg [^>]*?data-mail-negative="([\d.]+)"')


@cache
def night() -> Mapping[str, str]:
    """What becomes of each colour of a board, by its hexadecimal name; of others nothing does."""
    return canvas.NIGHT | {day: dark for game in games().values() for day, dark in game.night.items()}


@cache
def night_mark() -> str:
    """A hash of that table: what was drawn by another is another picture."""
    return hashlib.sha256(repr(sorted(night().items())).encode()).hexdigest()


def has_night(svg: str) -> bool:
    """Whether a drawing is another by night: not one whose ground, the last of its whole size, is dark by day."""
    size = _SIZE.search(svg)
    if size is None:
        return True
    grounds = re.findall(f'<rect x="0" y="0" width="{size[1]}" height="{size[2]}" fill="(#[0-9a-f]{{6}})"', svg)
    return not grounds or grounds[-1] in night()


def negative(svg: str) -> float | None:
    """If its night is its negative, the radius of the disc in its middle that shines on, in hundredths of its width.

    Which mails show by a style sheet, so that they have one picture (`rules.canvas.InMails`).
    """
    told = _NEGATIVE.match(svg)
    return float(told[1]) if told else None


def by_night(svg: str) -> str:
    """The drawing as it is on a dark screen."""
    return _PAINT.sub(lambda found: f' {found[1]}="{night().get(found[2], found[2])}"', svg)


def by_day_and_night(svg: str) -> str:
    """The drawing with a style sheet in it, so that it is dark on a dark screen wherever it is shown as an image."""
    used = sorted(set(_PAINT.findall(svg)))
    style = f"<style>{MEDIA}{{{_rules(used)}}}</style>"
    return _ROOT.sub(lambda root: f"{root[0]}{style}", svg, count=1)


def night_sheet() -> str:
    """A style sheet for pages that hold drawings. What `use` repeats has no page round it: rules name no ancestor."""
    rules = _rules([(paint, colour) for colour in night() for paint in PAINTS], "\n")
    return f"{MEDIA} {{\n{rules}\n}}\n"


def _rules(paints: list[tuple[str, str]], between: str = "") -> str:
    dark = [(paint, colour, night()[colour]) for paint, colour in paints if colour in night()]
    return between.join(f'[{paint}="{colour}"]{{{paint}:{shade}}}' for paint, colour, shade in dark)
