"""Waiting for servers takes as long as necessary, and reports what it waits for."""

from __future__ import annotations

import asyncio

from service.embedded.readiness import until


def test_it_is_told_what_is_waited_for_until_it_answers() -> None:
    answers, told = iter([False, False, True]), list[str]()

    asyncio.run(until(lambda: next(answers), "the web server", told.append, say_every=0))

    assert len(told) == 2
    assert all(line.startswith("Waiting until the web server answers (") for line in told)
    assert list(answers) == []


def test_nothing_is_told_where_it_answers_soon() -> None:
    told = list[str]()
    asyncio.run(until(lambda: True, "the web server", told.append))
    assert told == []
