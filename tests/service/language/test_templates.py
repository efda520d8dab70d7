"""Templates speak the reader's language, and share their globals."""

from __future__ import annotations

from flask import Flask
from jinja2 import DictLoader

from service.language.catalogue import in_language
from service.language.templates import FlatEnvironment


def test_a_template_is_compiled_once_and_tells_its_texts_in_each_language(app: Flask) -> None:
    template = app.jinja_env.from_string('{{ _("Games") }} {{ _("Turn %(number)d", number=3) }} {{ _("<br>") }}')
    told = list[str]()
    for tag in ("en", "de", "it", "en"):
        with in_language(tag):
            told.append(template.render())
    assert told == ["Games Turn 3 <br>", "Partien Zug 3 <br>", "Partite Turno 3 <br>", "Games Turn 3 <br>"]


def test_what_is_filled_into_a_text_is_escaped(app: Flask) -> None:
    template = app.jinja_env.from_string('{{ _("Turn %(number)s", number="<b>") }} {{ _("100%%") }}')
    assert template.render() == "Turn &lt;b&gt; 100%"


def test_a_text_in_a_mail_that_is_no_html_is_told_as_it_is(app: Flask) -> None:
    environment = app.jinja_env.overlay(autoescape=False)
    with in_language("de"):
        assert environment.from_string('{{ _("Games") }} {{ _("<br>") }}').render() == "Partien <br>"


def test_a_template_hands_on_globals_of_its_own_and_leaves_those_of_all_as_they_are() -> None:
    environment = FlatEnvironment(
        loader=DictLoader({"part": "{% macro m() %}{{ own }} {{ all }}{% endmacro %}", "page": IMPORTING})
    )
    environment.globals["all"] = "all"
    assert environment.get_template("page", globals={"own": "own"}).render() == "own all"
    assert environment.from_string(IMPORTING).render() == " all"


IMPORTING = "{% from 'part' import m %}{{ m() }}"
