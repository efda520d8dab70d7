"""Templates escape what is text, and show what is HTML already as it is."""

from __future__ import annotations

import pytest
from flask import Flask
from jinja2 import pass_context
from jinja2.runtime import Context
from markupsafe import Markup

from service.core.language import in_language
from service.edge.app import FlatEnvironment


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


@pytest.fixture
def environment() -> FlatEnvironment:
    return FlatEnvironment(Flask(__name__), autoescape=True)


@pytest.mark.parametrize(
    ("call", "told"),
    [
        ("m(1)", "1 2 3"),
        ("m('<', '>')", "&lt; &gt; 3"),
        ("m(1, c=4)", "1 2 4"),
        ("m(c=4, a=5)", "5 2 4"),
        ("m()", " 2 3"),
    ],
)
def test_a_macro_tells_of_what_it_is_given_by_place_or_by_name_and_else_of_what_is_usual(
    environment: FlatEnvironment, call: str, told: str
) -> None:
    template = "{% macro m(a, b=2, c=3) %}{{ a }} {{ b }} {{ c }}{% endmacro %}{% for _ in [1] %}{{ " + call
    assert environment.from_string(template + " }}{% endfor %}").render() == told


def test_a_macro_that_is_given_too_much_says_so(environment: FlatEnvironment) -> None:
    template = environment.from_string("{% macro m(a) %}{{ a }}{% endmacro %}{{ m(1, 2) }}")
    with pytest.raises(TypeError, match="not more than 1"):
        template.render()


def test_a_macro_calls_back_what_it_stands_round(environment: FlatEnvironment) -> None:
    template = "{% macro m(a) %}<b>{{ caller() }}{{ a }}</b>{% endmacro %}{% call m('&') %}{{ shown }}{% endcall %}"
    assert environment.from_string(template).render(shown="<") == "<b>&lt;&amp;</b>"


def test_a_template_is_compiled_once_and_tells_its_texts_in_each_language(app: Flask) -> None:
    template = app.jinja_env.from_string('{{ _("Games") }} {{ _("Turn %(number)d", number=3) }} {{ _("<br>") }}')
    told = list[str]()
    for tag in ("en", "de", "it", "en"):
        with in_language(tag):
            told.append(template.render())
    assert told == ["Games Turn 3 <br>", "Partien Zug 3 <br>", "Partite Turno 3 <br>", "Games Turn 3 <br>"]


def test_a_text_in_a_mail_that_is_no_html_is_told_as_it_is(app: Flask) -> None:
    environment = app.jinja_env.overlay(autoescape=False)
    with in_language("de"):
        assert environment.from_string('{{ _("Games") }} {{ _("<br>") }}').render() == "Partien <br>"


def test_a_function_that_asks_for_the_context_sees_what_was_set_in_a_loop(environment: FlatEnvironment) -> None:
    @pass_context
    def at(context: Context, name: str) -> object:
        return context.get(name)

    template = environment.from_string(
        "{% for each in [1, 2] %}{% set x = each %}{{ at('x') }} {% endfor %}{{ at('x') }}"
    )
    assert template.render(at=at) == "1 2 None"
