"""Visible text of an HTML page.

The person who sends an email did not write its hidden text: email programs and newsletters add it. `aria-hidden`
hides nothing: it only keeps text from being read aloud.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from service.mail.reading.limits import Illegible
from service.mail.reading.looks import Look
from service.mail.reading.markup import NO_TAG, Tag, Token, tokens
from service.mail.reading.styles import Declarations, Sheet, style_of

MAX_TAGS = 10_000
"""Above the quote; emails have about one tag in thirty bytes."""


def _names(written: str) -> frozenset[str]:
    return frozenset(written.split())


_VOID = _names("area base br col embed hr img input link meta source wbr")
_UNSEEN = _names("audio canvas datalist iframe noscript object template video")
"""Their content is for programs that cannot show them, or is never shown."""
_CLOSED = _names("details dialog")
"""Their content is visible once they are opened."""
_STRUCK = _names("s strike del")
_BLOCKS = _names(
    "address article aside blockquote center dd details dialog dir div dl dt fieldset figcaption figure footer form"
    " h1 h2 h3 h4 h5 h6 header hr li main menu nav ol p pre section summary table ul"
)
"""Elements whose start tag ends a paragraph."""
_CELLS = _names("caption object table td template th")
"""End tags inside of these do not close elements opened outside."""
_TABLE = _CELLS | _names("tbody thead tfoot tr")
_FORMATS = _names("a b big code em font i s small strike strong tt u")
"""Formatting that goes on after the end of the element around it."""
_FAR_REACHING = _BLOCKS | _FORMATS
"""Their end tags close them from inside of other elements too; those of all others do not reach out of a block."""
_ENDED_BY = {"li": _names("li"), "td": _names("td th"), "th": _names("td th"), "tr": _names("td th tr")}
"""Open elements that a start tag also closes, within its list or table."""
_LISTS, _TABLES = _names("ol ul table"), _names("table")
_CELL, _BLOCK = "any cell", "any block"
_OF_OLD = {
    "body": {"bgcolor": "background-color", "text": "color"},
    "font": {"color": "color"},
    **{name: {"bgcolor": "background-color"} for name in ("table", "td", "th", "tr")},
}
"""Attributes older than style sheets, and their properties."""


def seen(source: str) -> Iterator[Token]:
    """Yield the tokens that are neither hidden nor struck out; raises Illegible `too-many-parts`."""
    page = _Page(Sheet(_sheets(source)))
    for number, (tag, text) in enumerate(tokens(source)):
        if number > MAX_TAGS:
            raise Illegible("too-many-parts")
        shown = page.shows
        page.step(tag)
        if page.shows and not tag.is_raw:
            yield tag if shown or not tag.closes else NO_TAG, text


def _sheets(source: str) -> Iterator[str]:
    """Yield the style sheets of the page; they apply wherever they are."""
    if "<style" in source.lower():
        yield from (text for tag, text in islice(tokens(source), MAX_TAGS) if tag.is_raw and tag.name == "style")


@dataclass(frozen=True, slots=True)
class _Element:
    name: str
    look: Look
    shows: bool


class _Page:
    """The stack of open elements at one point of the source."""

    def __init__(self, sheet: Sheet) -> None:
        self._sheet = sheet
        self._looks: dict[tuple[str, Look], Look] = {}
        self._open = [_Element("", Look(), shows=True)]
        self._places: defaultdict[str, list[int]] = defaultdict(list)
        """Stack positions of the open elements by name; also those of all `_CELLS` and of all blocks."""

    @property
    def shows(self) -> bool:
        """Check whether text is visible at this point."""
        return self._open[-1].shows

    def step(self, tag: Tag) -> None:
        """Process a tag."""
        if tag.closes:
            self._close(tag.name)
        elif tag.name:
            self._end_what_is_left_open(tag.name)
            if not (tag.name in _VOID or tag.is_raw):
                self._push(tag.name, self._look(tag))

    def _look(self, tag: Tag) -> Look:
        outer = self._open[-1].look
        if outer.gone or _is_hidden(tag):
            return _GONE
        if not (tag.attributes or self._sheet.has_rules):
            return outer
        known = self._looks.get((tag.source, outer))
        if known is None:
            known = self._looks[tag.source, outer] = outer.inside(self._style(tag))
        return known

    def _style(self, tag: Tag) -> Declarations:
        marks = [tag.name, "*", *(f".{name}" for name in tag.attributes.get("class", "").split())]
        marks += [f"#{tag.attributes['id']}"] if "id" in tag.attributes else []
        declared = self._sheet.declared(marks, style_of(tag.attributes.get("style", "")))
        of_old = _OF_OLD.get(tag.name, {})
        return {of_old[name]: value for name, value in tag.attributes.items() if name in of_old} | declared

    def _end_what_is_left_open(self, name: str) -> None:
        if name in _BLOCKS and self._last("p") > self._last(_CELL):
            self._cut(self._last("p"))
        around = max(map(self._last, _LISTS if name == "li" else _TABLES))
        ends = [end for end in map(self._last, _ENDED_BY.get(name, ())) if end > around]
        if ends:
            self._cut(min(ends))

    def _close(self, name: str) -> None:
        place = self._last(name)
        barrier = "table" if name in _TABLE else _CELL if name in _FAR_REACHING else _BLOCK
        if place >= 0 and (name == barrier or place > self._last(barrier)):
            self._cut(place)

    def _last(self, name: str) -> int:
        places = self._places.get(name)
        return places[-1] if places else -1

    def _push(self, name: str, look: Look) -> None:
        for kind in _kinds(name):
            self._places[kind].append(len(self._open))
        outer = self._open[-1]
        self._open.append(_Element(name, look, outer.shows if look is outer.look else look.shows))

    def _cut(self, place: int) -> None:
        """Close the element at that position and all inside it; formatting that hid its text goes on."""
        goes_on, ends = None, self._open[place].name
        while len(self._open) > place:
            element = self._open.pop()
            for kind in _kinds(element.name):
                self._places[kind].pop()
            if element.name in _FORMATS and not element.shows and self.shows and len(self._open) > place:
                goes_on = element
        if goes_on and ends not in _TABLE:
            self._push(goes_on.name, goes_on.look)


_GONE = Look(gone=True)


def _kinds(name: str) -> Iterator[str]:
    yield name
    if name in _CELLS:
        yield _CELL
    if name in _BLOCKS or name in _TABLE:
        yield _BLOCK


def _is_hidden(tag: Tag) -> bool:
    return (
        tag.name in _UNSEEN
        or tag.name in _STRUCK
        or "hidden" in tag.attributes
        or (tag.name in _CLOSED and "open" not in tag.attributes)
    )
