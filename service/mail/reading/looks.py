"""Visibility of HTML elements: whether their text can be seen, and how styles are inherited."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from service.mail.reading.styles import Declarations

Colour = tuple[int, int, int] | str | None
"""Red, green and blue; or a colour name, compared as it is; or None for an unknown colour, such as a picture's."""

_WHITE, _BLACK = (255, 255, 255), (0, 0, 0)
_NAMED: dict[str, Colour] = {
    "white": _WHITE,
    "snow": (255, 250, 250),
    "ivory": (255, 255, 240),
    "whitesmoke": (245, 245, 245),
    "black": _BLACK,
    "initial": _BLACK,
}
_TRANSPARENT = "transparent"
_SEEN_THROUGH = frozenset({"", "none", "initial", "unset"})
_KEPT = frozenset({"", "inherit", "unset", "currentcolor"})
_HEX = re.compile(r"#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})(?![0-9a-z])")
_RGB = re.compile(r"rgba?\(\s*(\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})(?:[\s,/]+([\d.]{1,8}%?))?\s*\)")
_NUMBER = re.compile(r"([-+]?(?:\d{1,9}(?:\.\d{0,9})?|\.\d{1,9}))([a-z%]*)")
_WEIGHT = re.compile(r"[1-9]\d\d|1000")
_MOVED = re.compile(r"(?:scale\w?\(\s*0*\.?0*[,)\s])|translate\w?\([^)]*-\d{3,}")
_CLIPPED = re.compile(r"rect\(\s*(?:0|1px)|inset\(\s*(?:[5-9]\d|100)(?:\.\d*)?%|circle\(\s*0")
_PIXELS = {"": 1.0, "px": 1.0, "pt": 4 / 3, "pc": 16.0, "in": 96.0, "cm": 37.8, "mm": 3.78, "rem": 16.0}
_ALIKE = 16
"""Of 255: two colours that differ by less in red, green and blue look alike."""
_READABLE = 2.0
"""Pixels: smaller letters are dots."""
_FAR = -200.0
"""Pixels beyond the edge of the page."""
_FAINT = 0.05


@dataclass(frozen=True, slots=True)
class Look:
    """The inherited style of an element. `gone` is final; a nested element can override every other field."""

    gone: bool = False
    invisible: bool = False
    size: float = 16.0
    colour: Colour = _BLACK
    background: Colour = _WHITE

    @property
    def shows(self) -> bool:
        """Check whether text in this style can be read."""
        return not (self.gone or self.invisible or self.size < _READABLE or _blends(self.colour, self.background))

    def inside(self, style: Declarations) -> Look:
        """Return the style of a nested element with these declarations."""
        if self.gone or not style:
            return self
        seen = style.get("visibility", "inherit")
        return replace(
            self,
            gone=_is_gone(style),
            invisible=self.invisible if seen == "inherit" else seen in ("hidden", "collapse"),
            size=_size(style.get("font-size") or _size_in(style.get("font", "")), self.size),
            colour=_colour(_first(style, "-webkit-text-fill-color", "color"), self.colour),
            background=_background(_first(style, "background-color", "background"), self.background),
        )


def _is_gone(style: Declarations) -> bool:
    return (
        style.get("display") == "none"
        or style.get("mso-hide") == "all"
        or "line-through" in _first(style, "text-decoration-line", "text-decoration")
        or _fraction(style.get("opacity", "1")) <= _FAINT
        or re.match(r"opacity\(0*\.?0*%?\)", style.get("filter", "")) is not None
        or _is_cut_off(style)
        or _is_off_the_page(style)
    )


def _is_cut_off(style: Declarations) -> bool:
    overflow = {style.get(name, "") for name in ("overflow", "overflow-x", "overflow-y")}
    cuts = not overflow.isdisjoint({"hidden", "clip"})
    sides = [_pixels(style[name]) for name in ("height", "width", "max-height", "max-width") if name in style]
    flat = _pixels(style.get("max-height", ""))
    return (
        flat == 0
        or (cuts and any(side is not None and side <= 1 for side in sides))
        or any(_CLIPPED.match(style.get(name, "")) for name in ("clip", "clip-path"))
    )


def _is_off_the_page(style: Declarations) -> bool:
    names = ["text-indent", "margin-left", "margin-top"]
    if style.get("position") in ("absolute", "fixed", "relative"):
        names += ["left", "top", "right", "bottom"]
    places = [_pixels(style[name]) for name in names if name in style]
    is_far = any(place is not None and place <= _FAR for place in places)
    return is_far or bool(_MOVED.search(style.get("transform", "")))


def _first(style: Declarations, *names: str) -> str:
    return next((style[name] for name in names if name in style), "")


def _pixels(length: str, base: float = 16.0) -> float | None:
    """Parse a CSS length into pixels, relative units by `base`; None if it is no length."""
    found = _NUMBER.match(length)
    if found is None:
        return None
    number, unit = float(found[1]), found[2]
    shares = {"em": base, "ex": base / 2, "ch": base / 2, "%": base / 100, "vw": base, "vh": base}
    return number * (shares.get(unit) or _PIXELS.get(unit, 1.0))


def _size(written: str, outer: float) -> float:
    found = _pixels(written, outer)
    return outer if found is None else found


def _size_in(font: str) -> str:
    """Return the font size in the shorthand `italic 12px/1.5 Arial`."""
    sizes = (word for word in font.split() if _NUMBER.match(word) and not _WEIGHT.fullmatch(word))
    return next(sizes, "").partition("/")[0]


def _fraction(written: str) -> float:
    found = _NUMBER.match(written)
    return 1.0 if found is None else float(found[1]) / (100 if found[2] == "%" else 1)


def _background(written: str, behind: Colour) -> Colour:
    if "url(" in written or "gradient(" in written:
        return None
    found = _HEX.search(written) or _RGB.search(written) or re.match(r"[a-z]*", written)
    colour = found[0] if found else ""
    shown = behind if colour in _SEEN_THROUGH else _colour(colour, behind)
    return behind if shown == _TRANSPARENT else shown


def _colour(written: str, outer: Colour) -> Colour:
    if written in _KEPT:
        return outer
    if _HEX.fullmatch(written):
        digits = written[1:] if len(written) > len("#rgba") else "".join(digit * 2 for digit in written[1:])
        red, green, blue, *alpha = bytes.fromhex(digits)
        return _TRANSPARENT if alpha and alpha[0] <= _FAINT * 255 else (red, green, blue)
    if found := _RGB.fullmatch(written):
        red, green, blue = (min(255, int(part)) for part in found.groups()[:3])
        return _TRANSPARENT if found[4] and _fraction(found[4]) <= _FAINT else (red, green, blue)
    return _NAMED.get(written, written)


def _blends(colour: Colour, background: Colour) -> bool:
    """Check whether text of that colour cannot be told from its background."""
    if isinstance(colour, tuple) and isinstance(background, tuple):
        return all(abs(mine - its) < _ALIKE for mine, its in zip(colour, background, strict=True))
    return colour == _TRANSPARENT or (colour is not None and colour == background)
