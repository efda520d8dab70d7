"""Let Sphinx read a checkout of Sundial: names of pages, and figures of the guides."""

from __future__ import annotations

import os
import re
from pathlib import Path
from urllib.parse import quote

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.project import Project
from sphinx.util.docutils import SphinxDirective

import rules
from rules.teaching.figures import FENCE, figure, shown


class Pages(Project):
    """Name the page of `docs/api.md` `api`, and the page of a README by its folder."""

    def path2doc(self, filename: str | os.PathLike[str]) -> str | None:
        name = super().path2doc(os.path.normpath(filename))
        return name and re.sub(r"^docs/|/README$", "", name)


class Figure(SphinxDirective):
    """Draw the case in a figure of a guide."""

    has_content = True

    def run(self) -> list[nodes.Node]:
        path = Path(self.env.doc2path(self.env.docname))
        game = rules.game(path.stem.removeprefix("guide").removeprefix("-") or path.parent.name)
        case = figure(game, "\n".join(self.content) + "\n")
        position, before = shown(case)
        svg = game.picture.svg(position, before)
        words = " ".join(sentence.translated(str) for sentence in game.picture.describe(position))
        image = nodes.image(uri=f"data:image/svg+xml,{quote(svg)}", alt=words)
        return [nodes.figure("", image, nodes.caption("", case.name))]


def name_pages(app: Sphinx) -> None:
    """Replace the `Project` of Sphinx, which it makes only after it has read the configuration."""
    app.project = app.env.project = Pages(app.srcdir, app.config.source_suffix)


def setup(app: Sphinx) -> None:
    """Register the directive and the names, as Sphinx asks of an extension."""
    app.add_directive(FENCE, Figure, override=True)
    app.connect("builder-inited", name_pages)
