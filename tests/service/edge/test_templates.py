"""Templates escape what is text, and show what is HTML already as it is."""

from __future__ import annotations

import pytest
from flask import Flask
from markupsafe import Markup

from service.edge.templates import FlatEnvironment


class Emphasis:
    """Something that says itself how it looks as HTML."""

    def __html__(self) -> str:
        return "<em>!</em>"


class Shouted(Markup):
    """HTML of a kind of its own."""


@pytest.mark.parametrize(
    ("shown", "html"),
    [
        ("<b>", "&lt;b&gt;"),
        (Markup("<b>"), "<b>"),
        (Shouted("<i>"), "<i>"),
        (Emphasis(), "<em>!</em>"),
        (7, "7"),
        (None, "None"),
    ],
)
def test_a_template_escapes_what_is_text_and_shows_html_as_it_is(shown: object, html: str) -> None:
    environment = FlatEnvironment(Flask(__name__), autoescape=True)
    template = (
        "{% macro m(x) %}({{ x }}){% endmacro %}{% set y %}{{ shown }}{% endset %}{{ shown }} {{ m(shown) }} {{ y }}"
    )
    assert environment.from_string(template).render(shown=shown) == f"{html} ({html}) {html}"
