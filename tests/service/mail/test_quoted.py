"""Our own mails, quoted by programs that mark nothing as quoted: nothing in them is ever taken for an answer."""

from collections.abc import Callable

import pytest
from flask import Flask

from service.mail.compose import texts_of
from service.mail.quoted import SentMail, own_lines
from service.mail.reading import Reply, read
from tests.service.mail.answered import own
from tests.service.mail.occasions import begun, invited, mail, newest, part

ANSWERABLE = [("your-turn", begun), ("invitation", invited)]


def quoting(kind: str, type_: str, above: str = "") -> bytes:
    """Write a reply that repeats the newest email of a kind below, without marks."""
    mark = f"<p>{above}</p>" if type_ == "html" and above else f"{above}\n\n"
    return f"Content-Type: text/{type_}; charset=utf-8\n\n{mark}{part(mail(kind), type_)}".encode()


def own_of(answer: bytes, kind: str) -> tuple[str, ...]:
    """Return the reply's lines that are not from the newest email of a kind, whether that email is known or not."""
    reading = read(answer)
    assert isinstance(reading, Reply)
    found = own(reading, SentMail(*texts_of(newest(kind)))).all
    assert own(reading, None).all == found
    return found


@pytest.mark.parametrize("type_", ["plain", "html"])
@pytest.mark.parametrize(("kind", "happens"), ANSWERABLE)
def test_a_mail_sent_back_as_it_is_says_nothing(
    app: Flask, kind: str, happens: Callable[[], object], type_: str
) -> None:
    happens()
    assert own_of(quoting(kind, type_), kind) == ()


@pytest.mark.parametrize("type_", ["plain", "html"])
@pytest.mark.parametrize(("kind", "happens"), ANSWERABLE)
def test_what_stands_above_it_is_the_answer(app: Flask, kind: str, happens: Callable[[], object], type_: str) -> None:
    happens()
    assert own_of(quoting(kind, type_, "place max-8,"), kind) == ("place max-8,",)


def test_a_line_of_ours_that_begins_as_the_move_typed_between_is_not_taken_for_a_second_one() -> None:
    ours = ("Your turn in Siesta", "sun c11", "shadow d9", "places a shadow on d9", "For example:", "roof c10, sun c9")
    move = "shadow d9, roof d8, sun d7"
    sent = SentMail("\n".join(ours), "")

    found = own_lines(Reply((), (*ours[:2], move, *ours[2:])), sent, lambda line: line.startswith(("sun", "shadow")))

    assert found.all == (move,)
