"""Conditional moves in the words of their reader."""

from __future__ import annotations

import pytest

from service.language.catalogue import in_language
from service.play.planning.grammar import read_plan
from service.presentation.plan_words import plan_in_words

PLAN = "if e7 then g7 or g5 (if anything but f8 then e5); if anything then e8"


@pytest.mark.usefixtures("app")
@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", PLAN),
        ("de", "wenn e7 dann g7 oder g5 (wenn alles außer f8 dann e5); wenn alles dann e8"),
        ("it", "se e7 allora g7 oppure g5 (se qualsiasi cosa tranne f8 allora e5); se qualsiasi cosa allora e8"),
    ],
)
def test_a_plan_is_written_in_the_readers_language_and_can_be_sent_back(language: str, told: str) -> None:
    with in_language(language):
        assert plan_in_words(PLAN) == told
    assert read_plan(told) == read_plan(PLAN)
