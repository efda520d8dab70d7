"""Reports from the games stored in `arena/`: the table in docs/opponents.md, and the strengths that players see.

`python -m benchmarks.opponents` writes both. Contests that differ only in the seed are merged. Of contests that differ
in a player's behaviour, only the last one counts: the others measured outdated code.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise, takewhile
from pathlib import Path
from statistics import fmean

import click

import rules
from benchmarks.arena.contests import Contest, Spent, spent_on, summed, tally_of
from benchmarks.arena.fingerprints import settled
from benchmarks.arena.keeping import Kept, Results
from benchmarks.arena.playing import Tally
from benchmarks.ladder import RUNGS, Rung
from rules import Game
from workers.search import LEVELS

ROOT = Path(__file__).parents[1]
KEPT = ROOT / "benchmarks" / "arena"
PAGE = ROOT / "docs" / "opponents.md"
STRENGTHS = ROOT / "service" / "presentation" / "strengths.txt"
SECTION = re.compile(r"(<!-- (\w+), by `python -m benchmarks.opponents` -->\n).*?(?=<!-- end -->)", re.DOTALL)
GENTLE = 1000
"""Points of level 1, in each game."""
STEPS = set(pairwise(reversed(RUNGS)))
"""Each player of the ladder with the one below it."""
LEVEL_NAMES = [f"level{number}" for number in LEVELS]
COLUMNS = [
    *((upper, lower) for lower, upper in pairwise(RUNGS[:-1])),
    (LEVEL_NAMES[-1], "greedy"),
    (LEVEL_NAMES[-1], "uct"),
]
"""Players of each column of the table."""


@dataclass
class Match:
    """Contests that differ only in the seed, merged."""

    contest: Contest
    tally: Tally = field(default_factory=Tally)
    spent: list[tuple[Spent, Spent]] = field(default_factory=list)
    reached: dict[str, list[float]] = field(default_factory=dict)
    """Where each plays alone, the points of each game, by player."""

    def add(self, results: Results) -> None:
        """Add the games of one seed."""
        tally_of(results.contest, results.games, self.tally)
        self.spent.append(spent_on(results.games))
        if self.contest.alone:
            for side, name in enumerate(self.contest.sides):
                self.reached.setdefault(name, []).extend(game.points[side] for game in results.games.values())

    @property
    def seconds(self) -> list[float]:
        """Return the mean seconds of an action, by side."""
        sides = [summed([spent[side] for spent in self.spent]) for side in range(2)]
        return [side.seconds / max(1, side.actions) for side in sides]


def matches(kept: Iterable[Results]) -> list[Match]:
    """Merge the results of the current players, by game and then from below."""
    plays = {_kind(results.contest): results.contest.play for results in kept}
    found: dict[str, Match] = {}
    for results in kept:
        kind = _kind(results.contest)
        if results.games and results.contest.play == plays[kind]:
            found.setdefault(kind, Match(results.contest)).add(results)
    return sorted((match for match in found.values() if match.tally.decisions), key=_place)


def _kind(contest: Contest) -> str:
    """Return a name of the contest without its seed and fingerprint."""
    return replace(contest, seed=0, play="").name


def _place(match: Match) -> tuple[object, ...]:
    contest = match.contest
    games, options = list(rules.games()), [*contest.options.values()]
    unusual = options != [option.default for option in contest.game.options.values()]
    return games.index(contest.ruleset), unusual, options, contest.players, _height(contest), contest.part, str(contest)


def _height(contest: Contest) -> int:
    return RUNGS.index(contest.first) if contest.first in RUNGS else len(RUNGS)


def everything() -> list[Match]:
    """Load all results in the repository."""
    return matches([results for path in sorted(KEPT.glob("*.jsonl")) for results in Kept(path).results.values()])


def levels(found: Sequence[Match]) -> str:
    """Build the table of each level against the one below, and of the top one against `greedy` and plain UCT.

    Of several matches of the same two players, the one with the longest time counts.
    """
    rows: dict[str, dict[tuple[str, str], Match]] = {}
    for match in found:
        if match.contest.sides in COLUMNS:
            row = rows.setdefault(_game(match.contest), {})
            row[match.contest.sides] = max(row.get(match.contest.sides, match), match, key=_time)
    lines = [f"| {game} | {' | '.join(_cell(row.get(column)) for column in COLUMNS)} |" for game, row in rows.items()]
    heads = [f"`{first}` : `{second}`" for first, second in COLUMNS]
    return "\n".join([f"| game | {' | '.join(heads)} |", "|---" * (len(COLUMNS) + 1) + "|", *lines])


def _time(match: Match) -> tuple[float, float]:
    return match.contest.part, match.seconds[0]


def _cell(match: Match | None) -> str:
    return f"{match.tally.share:.0%} of {match.tally.decisions}" if match else ""


def _game(contest: Contest) -> str:
    seats = "each alone" if contest.alone else f"{contest.players} seats"
    return ", ".join([f"`{contest.ruleset}`", *(f"`{value}`" for value in contest.options.values()), seats])


def strengths(found: Sequence[Match]) -> Iterator[str]:
    """Yield a line for each level of each game in its usual form: its points, and its share against the one below.

    In a cooperative game it is `alone`, and the mean points of a game alone. A + follows if the level had only a part
    of its time, so it is stronger than that.
    """
    for game in rules.games().values():
        rungs = _usual_rungs(game, found)
        yield from _alone(game, rungs) if game.cooperative else _climbed(game, rungs)


def _climbed(game: Game, rungs: Mapping[str, Match]) -> Iterator[str]:
    points = float(GENTLE)
    yield f"{game.id} {min(LEVELS)} {points:.0f}"
    for name in takewhile(rungs.__contains__, LEVEL_NAMES[1:]):
        match = rungs[name]
        points += Rung(*match.contest.sides, match.tally).step
        yield f"{game.id} {name.removeprefix('level')} {points:.0f} {match.tally.share:.3f}{_more(match)}"


def _alone(game: Game, rungs: Mapping[str, Match]) -> Iterator[str]:
    for name in takewhile(rungs.__contains__, LEVEL_NAMES):
        reached = fmean(points for match in rungs.values() for points in match.reached.get(name, ()))
        yield f"{game.id} {name.removeprefix('level')} alone {reached:.2f}{_more(rungs[name])}"


def _more(match: Match) -> str:
    return " +" if match.contest.part < 1 else ""


def _usual_rungs(game: Game, found: Sequence[Match]) -> dict[str, Match]:
    """Select the rungs with the usual options and the fewest seats, with most of their time, by upper player."""
    usual = game.new_setup(1 if game.cooperative else min(game.players))
    return {
        match.contest.first: match
        for match in sorted(found, key=lambda match: match.contest.part)
        if match.contest.ruleset == game.id
        and (match.contest.options, match.contest.players) == (usual["options"], usual["players"])
        and match.contest.sides in STEPS
        and match.contest.first in LEVEL_NAMES
    }


MAKING: Mapping[str, Callable[[Sequence[Match]], str]] = {"levels": levels}


def page(found: Sequence[Match]) -> str:
    """Render docs/opponents.md with its table updated."""
    return SECTION.sub(lambda part: f"{part[1]}{MAKING[part[2]](found)}\n", PAGE.read_text(encoding="utf-8"))


def told(found: Sequence[Match]) -> str:
    """Format the file of strengths that players see."""
    return "".join(f"{line}\n" for line in strengths(found))


def outdated(found: Sequence[Match]) -> Iterator[str]:
    """Yield the matches played by outdated code; new games will replace them."""
    for match in found:
        if settled(match.contest).play != match.contest.play:
            yield f"{match.contest}: not as it is played by now"


if __name__ == "__main__":
    played = everything()
    PAGE.write_text(page(played), encoding="utf-8")
    STRENGTHS.write_text(told(played), encoding="utf-8")
    for line in outdated(played):
        click.echo(line, err=True)
