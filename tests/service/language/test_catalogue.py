"""The language of the reader."""

from __future__ import annotations

from pathlib import Path

import pytest
from flask import Flask, render_template_string

from service.config import environment
from service.language.catalogue import (
    gettext,
    in_language,
    known,
    language,
    language_asked_for,
    languages,
    listed,
    ngettext,
    prefer,
)
from service.language.refusals import EXPLANATIONS
from tests.greek import LANGUAGE, translated
from tests.prose import find_catalogues, speak

TITLE = EXPLANATIONS["no-such-ruleset"].title


@pytest.fixture
def settings(sqlite_settings: environment.Config) -> environment.Config:
    """Use SQLite alone, because languages do not depend on the database."""
    return sqlite_settings


@pytest.mark.parametrize(
    ("asked", "title"),
    [
        ("el", translated(TITLE)),
        ("el-GR, el;q=0.9, en;q=0.5", translated(TITLE)),
        ("el-GR, en;q=0.5", translated(TITLE)),
        ("fr, el;q=0.9, en;q=0.5", translated(TITLE)),
        ("en-US, el;q=0.9", TITLE),
        ("el;q=0, fr", TITLE),
        ("fr", TITLE),
        ("*", TITLE),
        ("", TITLE),
        (", ;;q=x, \u00e9", TITLE),
    ],
)
def test_a_reader_is_answered_in_a_language_there_is_a_catalogue_of(
    app: Flask, greek: None, asked: str, title: str
) -> None:
    answer = app.test_client().get("/api/v1/rulesets/chess", headers={"Accept-Language": asked})

    assert answer.get_json()["title"] == title


def test_there_is_english_alone_where_there_is_no_catalogue(app: Flask) -> None:
    find_catalogues(app)
    assert languages() == ["en"]


def test_catalogues_of_a_test_come_in_place_of_those_that_the_app_has_read_before(app: Flask, tmp_path: Path) -> None:
    with in_language("de"):
        before = gettext("Is this email yours?")
    speak(app, tmp_path, "de")
    with in_language("de"):
        assert gettext("Is this email yours?") == f"⟦{before}⟧"


def test_things_are_listed_as_the_language_does_it(app: Flask, greek: None) -> None:
    assert [listed(["Ann", "Bob", "Cy"][:count]) for count in (1, 2, 3)] == ["Ann", "Ann and Bob", "Ann, Bob, and Cy"]
    with in_language(LANGUAGE):
        assert listed(["Ann", "Bob"]) == "Ann και Bob"


@pytest.mark.parametrize(
    ("tag", "found"),
    [
        ("el", "el"),
        ("EL", "el"),
        ("el-GR", "el"),
        ("el_GR", "el"),
        ("en-GB", "en"),
        ("fr", None),
        ("", None),
        (None, None),
    ],
)
def test_a_tag_means_the_language_that_it_is_a_kind_of(
    app: Flask, greek: None, tag: str | None, found: str | None
) -> None:
    assert known(tag) == found


def test_what_is_put_into_a_language_is_in_it_and_only_that(app: Flask, greek: None) -> None:
    with in_language(LANGUAGE):
        assert (language(), gettext("Sign in"), gettext("")) == (LANGUAGE, translated("Sign in"), "")
        assert ngettext("%(num)d player", "%(num)d players", 2) == translated("%(num)d players") % {"num": 2}
        with in_language("fr"):
            assert gettext("Sign in") == "Sign in"
        assert language() == LANGUAGE
    assert language() == "en"


def test_what_is_preferred_beats_what_the_browser_asks_for_if_it_is_there(app: Flask, greek: None) -> None:
    with app.test_request_context(headers={"Accept-Language": "el"}):
        assert (language(), language_asked_for()) == (LANGUAGE, LANGUAGE)
        prefer("en")
        assert (language(), language_asked_for()) == ("en", LANGUAGE)
        prefer("fr")
        assert language() == LANGUAGE


def test_outside_a_request_nobody_asks_for_a_language(app: Flask, greek: None) -> None:
    assert (language_asked_for(), language()) == (None, "en")


@pytest.mark.parametrize(
    ("template", "told"),
    [
        ("{% for name in names %}{{ _('You are %(name)s.', name=name) }}{% endfor %}", "You are &lt;ann&gt;."),
        ("{{ _('You are %(name)s.', name=names[0]|safe) }}", "You are <ann>."),
        ("{{ _('Half of it: 50%%') }}", "Half of it: 50%"),
        ("{{ _('') }}", ""),
        ("{% autoescape false %}{{ _('You are %(name)s.', name=names[0]) }}{% endautoescape %}", "You are <ann>."),
        (
            "{% macro greet(name) %}{{ _('Hello,') }} {{ name }}{% endmacro %}{{ greet(names[0]) }}",
            "Hello, &lt;ann&gt;",
        ),
        ("{% trans name=names[0] %}You are {{ name }}.{% endtrans %}", "You are &lt;ann&gt;."),
    ],
)
def test_what_fills_a_text_of_a_template_is_escaped_where_all_is(app: Flask, template: str, told: str) -> None:
    with app.test_request_context():
        assert render_template_string(template, names=["<ann>"]) == told
