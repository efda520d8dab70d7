"""Those who wait for events are woken when something concerns them, and only then."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import psycopg
import pytest
from sqlalchemy.exc import DBAPIError, OperationalError, ProgrammingError

from service.core.waiting import LongPoll
from service.edge.watch import News, Watch

SOON = 0.001
NEVER = 3600.0


class Log:
    """Tells of one piece of news with each look, or of what is wrong, and then that there is none."""

    def __init__(self, *news: News | DBAPIError) -> None:
        self._news = list(news)
        self.asked_after: list[int] = []

    def __call__(self, after: int) -> News:
        """The next piece of news."""
        self.asked_after.append(after)
        found = self._news.pop(0) if self._news else News(after)
        if isinstance(found, DBAPIError):
            raise found
        return found


def waiting(log: Log, *wishes: LongPoll) -> Sequence[object]:
    """What becomes of those who wait at once."""

    async def wait() -> Sequence[object]:
        watch = Watch(log, SOON)
        return await asyncio.gather(
            *(asyncio.wait_for(watch.until_news(wish), 0.2) for wish in wishes), return_exceptions=True
        )

    return asyncio.run(wait())


def test_news_of_an_account_wakes_who_waits_for_it_and_nobody_else() -> None:
    mine, other = LongPoll(1, None, 5, NEVER), LongPoll(2, None, 5, NEVER)

    woken, still_waiting = waiting(Log(News(6, accounts={1})), mine, other)

    assert woken is None
    assert isinstance(still_waiting, TimeoutError)


def test_news_of_a_game_wakes_who_watches_it() -> None:
    assert waiting(Log(News(6, games={"g"})), LongPoll(1, "g", 5, NEVER)) == [None]


def test_a_wish_comes_back_when_its_time_is_over() -> None:
    assert waiting(Log(), LongPoll(1, None, 5, 0.01)) == [None]


def test_who_answered_late_is_asked_again_at_once() -> None:
    """What happened between a view's look at the log and its wish is not slept through."""

    async def wait() -> set[str]:
        watch = Watch(Log(News(9, accounts={1})), SOON)
        await asyncio.wait_for(watch.until_news(LongPoll(1, None, 5, NEVER)), 1)
        wishes = {"late": LongPoll(3, None, 5, NEVER), "in time": LongPoll(4, None, 9, NEVER)}
        tasks = [asyncio.create_task(watch.until_news(wish), name=name) for name, wish in wishes.items()]
        done, waiting = await asyncio.wait(tasks, timeout=0.3)
        for task in waiting:
            task.cancel()
        return {task.get_name() for task in done}

    assert asyncio.run(wait()) == {"late"}


def test_each_look_begins_where_the_last_one_ended() -> None:
    log = Log(News(6, accounts={2}), News(8, accounts={1}))

    waiting(log, LongPoll(1, None, 5, NEVER))

    assert log.asked_after == [5, 6]


@pytest.mark.parametrize(
    ("failure", "said"),
    [
        (OperationalError("", {}, psycopg.OperationalError("connection refused")), []),
        (
            ProgrammingError("", {}, psycopg.errors.UndefinedTable("no event")),
            ["nobody can be woken: ProgrammingError: "],
        ),
    ],
)
def test_a_look_that_fails_is_told_and_the_next_one_is_taken(
    caplog: pytest.LogCaptureFixture, failure: DBAPIError, said: list[str]
) -> None:
    assert waiting(Log(failure, News(6, accounts={1})), LongPoll(1, None, 5, NEVER)) == [None]
    told = [message for message in caplog.messages if message.startswith("nobody can be woken")]
    assert [message[: len(beginning)] for message, beginning in zip(told, said, strict=True)] == said
