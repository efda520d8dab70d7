"""The operator's pages: Markdown in the folder `legal` of SUNDIAL_HOME, for each language if there is a file for it."""

from __future__ import annotations

from pathlib import Path

from rules.prose import N_
from service.config.settings import settings
from service.language.catalogue import gettext, language

PRIVACY = "privacy"
TITLES = {PRIVACY: N_("Privacy"), "terms": N_("Terms"), "imprint": N_("Imprint")}


def published(name: str) -> str | None:
    """Return the Markdown of a page, in the reader's language if the operator wrote it; None if there is none.

    Bytes that are not UTF-8 show as replacement characters. A text without a title gets ours.
    """
    found = _file(name)
    if found is None:
        return None
    text = found.read_text(encoding="utf-8-sig", errors="replace")
    return text if text.lstrip().startswith("# ") else f"# {gettext(TITLES[name])}\n\n{text}"


def linked() -> list[tuple[str, str]]:
    """List the names and titles of the pages to link to: privacy always, others if the operator wrote them."""
    return [(name, gettext(title)) for name, title in TITLES.items() if name == PRIVACY or _file(name)]


def _file(name: str) -> Path | None:
    folder = settings().home / "legal"
    paths = (folder / f"{name}.{language()}.md", folder / f"{name}.md")
    return next((path for path in paths if path.is_file() and path.stat().st_size), None)
