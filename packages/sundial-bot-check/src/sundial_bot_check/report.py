"""Report on a bot: a line for each game, the faults, and a verdict."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import median

from rules.json_types import Json

from .games import Result

FAULTS = {
    "unavailable": "answers 503",
    "slow": "late answers",
    "cut": "cut connections",
    "repeated_events": "repeated events",
}


@dataclass(frozen=True)
class Report:
    """Results of a check. `asked`: number of the bot's requests; `ended`: how the bot ended, if it did."""

    results: Sequence[Result]
    faults: Mapping[str, int]
    asked: int
    ended: str | None

    @property
    def refused(self) -> Mapping[str, int]:
        """Count illegal moves by code, in all games."""
        counted: Counter[str] = Counter()
        for result in self.results:
            counted.update(result.evidence.refused)
        return dict(counted.most_common())

    @property
    def moves(self) -> int:
        """Count accepted moves."""
        return sum(result.evidence.moves for result in self.results)

    @property
    def is_well(self) -> bool:
        """Return whether every game was played to its end without an illegal move, by a bot that is still there."""
        return not self.refused and self.ended is None and all(result.trouble is None for result in self.results)


def verdict(report: Report) -> str:
    """Return the verdict in one sentence."""
    if report.ended is not None:
        return f"The bot is gone: {report.ended}"
    if not report.asked:
        return "The bot has asked for nothing: does it use SUNDIAL_URL and SUNDIAL_TOKEN?"
    if not report.moves and not report.refused:
        return f"The bot has made {report.asked} requests, and never a move: does it see that it is its turn?"
    if report.refused:
        return f"The rules refused moves of the bot: {counts(report.refused)}. `legal-actions` says what is possible."
    unfinished = sum(result.trouble is not None for result in report.results)
    if unfinished:
        return f"Games that were not played to their end: {unfinished} of {len(report.results)}."
    return f"All is well: games played to their end: {len(report.results)} of {len(report.results)}."


def summary(report: Report) -> str:
    """Format the report for people, below a line for each game."""
    faults = {name: report.faults.get(fault, 0) for fault, name in FAULTS.items()}
    stale = sum(result.evidence.stale for result in report.results)
    lines = [
        f"Moves: {report.moves} accepted; refused: {counts(report.refused) or 'none'}; too late: {stale}",
        f"{'Survived' if report.is_well else 'Met'}: {counts(faults) or 'no faults'}",
        verdict(report),
    ]
    return "\n".join(lines)


def line(result: Result) -> str:
    """Format one game."""
    found = result.evidence
    outcome = "finished" if result.trouble is None else f"NOT finished: {result.trouble}"
    times = f", median {median(found.answers):.2f} s, slowest {max(found.answers):.2f} s" if found.answers else ""
    refused = f", refused: {counts(found.refused)}" if found.refused else ""
    return f"{result.ruleset:18}level {result.level}  {outcome}; moves: {found.moves}{times}{refused}"


def counts(counted: Mapping[str, int]) -> str:
    """Format counts, without zeros."""
    return ", ".join(f"{number} {name}" for name, number in counted.items() if number)


def as_json(report: Report) -> dict[str, Json]:
    """Format the report for programs; times in seconds."""
    return {
        "well": report.is_well,
        "verdict": verdict(report),
        "games": [_game_json(result) for result in report.results],
        "faults": {fault: report.faults.get(fault, 0) for fault in FAULTS},
        "requests": report.asked,
    }


def _game_json(result: Result) -> dict[str, Json]:
    found = result.evidence
    return {
        "ruleset": result.ruleset,
        "level": result.level,
        "game": result.game,
        "finished": result.trouble is None,
        "trouble": result.trouble,
        "moves": found.moves,
        "median_seconds": median(found.answers) if found.answers else None,
        "slowest_seconds": max(found.answers, default=None),
        "refused": dict(found.refused),
        "stale": found.stale,
    }
