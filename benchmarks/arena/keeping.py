"""Storage of contests' games as JSON lines, append-only, so that an interrupted run can resume."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path
from typing import TypedDict, final

from benchmarks.arena.contests import Contest, Played, Spent
from benchmarks.json_lines import JsonLines
from benchmarks.progress import Progress

USUAL = Path("var/arena/games.jsonl")
"""Default path of stored games."""
DIGITS = 4
"""Decimal places of seconds."""


@final
class ContestLine(TypedDict):
    """A contest: its name, and the other fields of `Contest`."""

    contest: str
    ruleset: str
    options: dict[str, str]
    players: int
    first: str
    second: str
    seconds: float | None
    part: float
    cpu: bool
    alone: bool
    seed: int
    play: str


@final
class GameLine(TypedDict):
    """A game: the name of its contest, its number, and the other fields of `Played`."""

    of: str
    game: int
    points: list[float]
    won: list[int]
    spent: list[tuple[int, float, float]]


@dataclass
class Results:
    """A contest and its played games by number."""

    contest: Contest
    games: dict[int, Played] = field(default_factory=dict)


class Kept:
    """A file of JSON lines: a contest is described once with its name, and each game refers to it."""

    def __init__(self, path: Path) -> None:
        self._lines = JsonLines(path)
        self.results: dict[str, Results] = {}
        """Results by the name of the contest, in the order of the file."""
        for line in self._lines:
            self._take(line)

    def of(self, contest: Contest) -> Results:
        """Return the stored results of a contest; add it to the file if it is new."""
        if contest.name not in self.results:
            self._lines.write(_contest_line(contest))
            self.results[contest.name] = Results(contest)
        return self.results[contest.name]

    def add(self, contest: Contest, played: Played) -> None:
        """Store a finished game; of two with one number, the first stays."""
        if played.number not in self.of(contest).games:
            self.results[contest.name].games[played.number] = played
            self._lines.write(_game_line(contest, played))

    def _take(self, line: GameLine | ContestLine) -> None:
        if "of" in line:
            self.results[line["of"]].games.setdefault(line["game"], _played(line))
        else:
            self.results.setdefault(line["contest"], Results(_contest(line)))


def _contest_line(contest: Contest) -> ContestLine:
    return {
        "contest": contest.name,
        "ruleset": contest.ruleset,
        "options": dict(contest.options),
        "players": contest.players,
        "first": contest.first,
        "second": contest.second,
        "seconds": contest.seconds,
        "part": contest.part,
        "cpu": contest.cpu,
        "alone": contest.alone,
        "seed": contest.seed,
        "play": contest.play,
    }


def _contest(line: ContestLine) -> Contest:
    return Contest(
        line["ruleset"], line["options"], line["players"], line["first"], line["second"],
        line["seconds"], line["part"], line["cpu"], line["alone"], line["seed"], line["play"],
    )  # fmt: skip


def _game_line(contest: Contest, played: Played) -> GameLine:
    return {
        "of": contest.name,
        "game": played.number,
        "points": list(played.points),
        "won": list(played.won),
        "spent": [(each.actions, round(each.seconds, DIGITS), round(each.slowest, DIGITS)) for each in played.spent],
    }


def _played(line: GameLine) -> Played:
    first, second = (Spent(*spent) for spent in line["spent"])
    return Played(line["game"], tuple(line["points"]), tuple(line["won"]), (first, second))


def play(kept: Kept, contest: Contest, games: int, processes: int = 1) -> dict[int, Played]:
    """Play at least this many games, reusing stored ones, with progress on stderr.

    If more games are stored, only as many as requested are returned.
    """
    numbers, there = contest.numbers(games), kept.of(contest).games
    missing = [number for number in numbers if number not in there]
    progress = Progress(str(contest), len(numbers), ended=len(numbers) - len(missing))
    for played in _played_now(contest, missing, processes):
        kept.add(contest, played)
        progress.game_ended()
    return {number: there[number] for number in numbers}


def _played_now(contest: Contest, numbers: Sequence[int], processes: int) -> Iterator[Played]:
    """Play the games of these numbers, and yield each as it ends."""
    if processes == 1 or len(numbers) == 1:
        yield from map(contest.played, numbers)
        return
    with get_context("spawn").Pool(processes) as pool:
        yield from pool.imap_unordered(contest.played, numbers)
