"""The report about a bot: its lines and its summary."""

from __future__ import annotations

import json

import pytest

from sundial_bot_check.evidence import Evidence
from sundial_bot_check.games import Result
from sundial_bot_check.report import Report, as_json, line, summary, verdict

WELL = Result("dawn", 1, "aaa", Evidence([0.25, 1.0, 4.0]), None)
ILLEGAL = Result("siesta", 2, "bbb", Evidence([1.0], {"bad-notation": 3}, 2), None)
SLOW = Result("seasons", 3, "ccc", Evidence([2.0]), "not over after 300 seconds")
SILENT = Result("dawn", 1, "ddd", Evidence(), "no move in the first 60 seconds")


def report(*results: Result, asked: int = 100, ended: str | None = None) -> Report:
    return Report(results, {"cut": 2, "unavailable": 7, "mail": 3}, asked, ended)


@pytest.mark.parametrize(
    ("found", "sentence"),
    [
        (report(WELL, WELL), "All is well: games played to their end: 2 of 2."),
        (report(WELL, SLOW), "Games that were not played to their end: 1 of 2."),
        (report(WELL, ILLEGAL, SLOW), "The rules refused moves of the bot: 3 bad-notation."),
        (report(SILENT), "The bot has made 100 requests, and never a move"),
        (report(SILENT, asked=0), "The bot has asked for nothing"),
        (
            report(WELL, ended="it ended with exit code 1 and said nothing"),
            "The bot is gone: it ended with exit code 1",
        ),
    ],
)
def test_the_sentence_says_what_matters_most(found: Report, sentence: str) -> None:
    assert verdict(found).startswith(sentence)


def test_a_bot_is_well_if_all_was_played_without_a_refusal_and_it_is_still_there() -> None:
    assert report(WELL).is_well
    assert not report(WELL, ILLEGAL).is_well
    assert not report(WELL, SLOW).is_well
    assert not report(WELL, ended="it ended with exit code 0").is_well


def test_the_report_has_a_line_for_each_game() -> None:
    assert [line(result) for result in (WELL, ILLEGAL, SILENT)] == [
        "dawn              level 1  finished; moves: 3, median 1.00 s, slowest 4.00 s",
        "siesta            level 2  finished; moves: 1, median 1.00 s, slowest 1.00 s, refused: 3 bad-notation",
        "dawn              level 1  NOT finished: no move in the first 60 seconds; moves: 0",
    ]


def test_the_summary_says_what_was_met() -> None:
    assert summary(report(WELL, ILLEGAL)).splitlines()[:-1] == [
        "Moves: 4 accepted; refused: 3 bad-notation; too late: 2",
        "Met: 7 answers 503, 2 cut connections",
    ]
    assert "Survived: 7 answers 503, 2 cut connections" in summary(report(WELL))


def test_programs_read_the_same() -> None:
    told = json.loads(json.dumps(as_json(report(ILLEGAL, SILENT))))
    assert told["well"] is False
    assert told["faults"] == {"unavailable": 7, "slow": 0, "cut": 2, "repeated_events": 0}
    assert told["games"][0] == {
        "ruleset": "siesta", "level": 2, "game": "bbb", "finished": True, "trouble": None, "moves": 1,
        "median_seconds": 1.0, "slowest_seconds": 1.0, "refused": {"bad-notation": 3}, "stale": 2,
    }  # fmt: skip
    assert told["games"][1]["slowest_seconds"] is None
