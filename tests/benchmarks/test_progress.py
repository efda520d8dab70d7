"""How far a long run has come."""

from __future__ import annotations

from io import StringIO

from benchmarks.progress import SELDOM, Progress


class Terminal(StringIO):
    """Somewhere a line can be written anew."""

    def isatty(self) -> bool:
        return True


class Hands:
    """A clock that a test sets."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def after(progress: Progress, hands: Hands, seconds: float) -> None:
    hands.now += seconds
    progress.game_ended()


def test_a_terminal_has_one_line_that_counts_on() -> None:
    stream, hands = Terminal(), Hands()
    progress = Progress("dawn", 2, stream, hands)
    after(progress, hands, 4)
    assert stream.getvalue() == "\rdawn: 1 of 2 games, 4 s"
    after(progress, hands, 5)
    assert stream.getvalue().endswith("\rdawn: 2 of 2 games, 9 s\n")


def test_a_file_has_a_line_now_and_then_and_one_at_the_end() -> None:
    stream, hands = StringIO(), Hands()
    progress = Progress("dawn", 40, stream, hands)
    for _ in range(40):
        after(progress, hands, SELDOM / 10)
    assert stream.getvalue().splitlines() == [
        "dawn: 10 of 40 games, 30 s",
        "dawn: 20 of 40 games, 60 s",
        "dawn: 30 of 40 games, 90 s",
        "dawn: 40 of 40 games, 120 s",
    ]


def test_a_run_that_goes_on_says_first_how_many_games_are_there() -> None:
    stream, hands = StringIO(), Hands()
    progress = Progress("dawn", 40, stream, hands, ended=39)
    after(progress, hands, 3)
    assert stream.getvalue().splitlines() == ["dawn: 39 of 40 games are there already", "dawn: 40 of 40 games, 3 s"]
