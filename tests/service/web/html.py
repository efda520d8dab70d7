"""HTML as a strict reader sees it: every element closed, in a tree that can be searched."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = frozenset({"base", "br", "img", "input", "link", "meta", "source"})
UNSEEN = frozenset({"script", "style", "title", "desc", "datalist", "option"})


@dataclass
class Element:
    """An element with its attributes and content."""

    tag: str
    attributes: dict[str, str] = field(default_factory=dict)
    inside: list[Element | str] = field(default_factory=list)

    def all(self, *tags: str) -> Iterator[Element]:
        """Yield every nested element of those tags, in document order; of any tag by default."""
        for part in self.inside:
            if isinstance(part, Element):
                if not tags or part.tag in tags:
                    yield part
                yield from part.all(*tags)

    def one(self, tag: str) -> Element:
        """Return the only element of that tag."""
        [found] = self.all(tag)
        return found

    @property
    def text(self) -> str:
        """Return the readable text, with single spaces."""
        return " ".join("".join(self._pieces()).split())

    def _pieces(self) -> Iterator[str]:
        for part in self.inside:
            if isinstance(part, str):
                yield part
            elif part.tag not in UNSEEN:
                yield from part._pieces()
                yield "" if part.tag in ("a", "b", "span", "strong", "code") else " "


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.root = Element("")
        self._open = [self.root]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = Element(tag, {name: value or "" for name, value in attrs})
        assert len(element.attributes) == len(attrs), f"an attribute twice: {attrs}"
        self._open[-1].inside.append(element)
        if tag not in VOID:
            self._open.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._open[-1].inside.append(Element(tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        closed = self._open.pop()
        assert closed.tag == tag, f"<{closed.tag}> is closed by </{tag}> at {self.getpos()}"

    def handle_data(self, data: str) -> None:
        self._open[-1].inside.append(data)

    def finished(self) -> Element:
        self.close()
        assert self._open == [self.root], "something was never closed"
        return self.root


def parse(text: str) -> Element:
    """Parse the document into a tree; fails if an element is not closed correctly."""
    reader = _Reader()
    reader.feed(text)
    return reader.finished()
