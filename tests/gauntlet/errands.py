"""Act as the recipient of an email: open its link and press the button."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import urlsplit

from tests.gauntlet.state import changes, state
from tests.service.web.html import Element
from tests.service.web.visitor import Page, Visitor


@dataclass(frozen=True)
class Errand:
    """A page with the button that does what its link is for."""

    person: Visitor
    page: Page
    button: str

    def press(self) -> Page:
        """Do it; once more, if it was done before."""
        return self.person.press(self.page, self.button)


def done_by(person: Visitor, links: list[str]) -> int:
    """Do every errand that links are for, and press each button once more; how many there were, each done once."""
    done = 0
    for errand in errands(person, links):
        before = state()
        errand.press()
        after = state()
        assert changes(before, after) != [], f"nothing came of {errand.button!r}"
        errand.press()
        assert changes(after, state()) == [], f"{errand.button!r} works twice"
        done += 1
    return done


def errands(person: Visitor, links: list[str]) -> Iterator[Errand]:
    """Yield the buttons behind the links, once per path, on the page's state at that time."""
    for path, link in {urlsplit(link).path: link for link in links}.items():
        page = person.open(link)
        while not _forms_to(path, page) and (moves := _moves_on(page)):
            page = person.press(page, moves[0])
        for form in _forms_to(path, page)[:1]:
            yield Errand(person, page, next(form.all("button")).text)


def _moves_on(page: Page) -> list[str]:
    buttons = [button.attributes for button in page.tree.all("button")]
    return [attributes["value"] for attributes in buttons if attributes.get("name") == "pick"]


def _forms_to(path: str, page: Page) -> list[Element]:
    """Return the forms that post to the link's address or below it."""
    forms = [form for form in page.tree.all("form") if form.attributes["method"] == "post"]
    return [form for form in forms if f"{form.attributes.get('action') or page.address}/".startswith(f"{path}/")]
