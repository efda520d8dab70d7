"""Reactions: what a mail program sends for whoever has pressed an emoji, and nothing of what it says beside it."""

from __future__ import annotations

import pytest

from service.mail.reading import Empty, Reading, Reply, read
from tests.service.mail.reactions import GMAIL, gmail, outlook


@pytest.mark.parametrize("emoji", ["👍", "❤️", "👩🏽‍💻", "🏴󠁧󠁢󠁳󠁣󠁴󠁿", "1️⃣"])
def test_a_reaction_of_gmail_is_its_emoji_whole_and_alone(emoji: str) -> None:
    assert read(gmail(emoji)) == Reply((emoji,))


def test_so_it_is_where_the_part_for_programs_was_lost_on_the_way() -> None:
    assert read(gmail("👍", part="text/x-removed")) == Reply(("👍",))
    assert read(gmail("👍", words="Zoe hat über Gmail reagiert", part="text/x-removed")) == Reply(("👍",))


def test_so_it_is_where_a_mail_has_no_other_part() -> None:
    head = f"From: zoe@example.net\r\nContent-Type: {GMAIL}\r\n\r\n"
    assert read(head.encode() + b'{"version": 1, "emoji": "\\ud83d\\udc4d"}') == Reply(("👍",))


@pytest.mark.parametrize(
    ("name", "emoji"),
    [("like", "👍"), ("heart", "❤️"), ("celebrate", "🎉"), ("laugh", "😆"), ("surprised", "😮"), ("sad", "😢")],
)
@pytest.mark.parametrize("words", ["reacted to your message:", "hat auf Ihre Nachricht reagiert:"])
@pytest.mark.parametrize("form", ["plain", "html"])
def test_a_reaction_of_outlook_is_its_emoji_alone(name: str, emoji: str, words: str, form: str) -> None:
    assert read(outlook(name, words, form)) == Reply((emoji,))


@pytest.mark.parametrize(
    "line",
    ["👍 Zoe reacted via Gmail", "[Like] Zoe reacted to your message:", "[like]\u00a0Zoe reacted:"],
)
def test_who_reacted_is_no_word_of_a_mail_that_was_flattened(line: str) -> None:
    head = "From: zoe@example.net\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n"
    assert read(f"{head}{line}\r\n".encode()) == Reply(("👍",))


def test_a_reaction_of_outlook_that_is_taken_back_says_nothing() -> None:
    assert read(outlook("0")) == Empty()


@pytest.mark.parametrize(
    ("part", "said"),
    [
        ('{"version": 1, "emoji": "place max-15"}', "👍"),
        ('{"version": 1, "emoji": "yes"}', "👍"),
        ('{"version": 1, "emoji": "' + "👍" * 500 + '"}', "👍"),
        ('{"version": 1, "emoji": 7}', "👍"),
        ('["👍"]', "👍"),
        ("[" * 5000, "👍"),
        ("rubbish", "👍"),
    ],
)
def test_what_nobody_sees_of_a_reaction_is_never_words(part: str, said: str) -> None:
    assert read(gmail("👍", json=part)) == Reply((said,))


def own(reading: Reading) -> tuple[str, ...]:
    assert isinstance(reading, Reply)
    return reading.lines


@pytest.mark.parametrize(
    "lines",
    [
        ("[like] the idea:", "place max-15"),
        ("[like] is what I would say",),
        ("[note] to Bob:",),
        ("👍", "Zoe has reacted well"),
        ("place max-15", "as one that reacted via Gmail"),
    ],
)
def test_words_that_look_alike_are_words(lines: tuple[str, ...]) -> None:
    assert own(read("\r\n".join(["From: zoe@example.net", "", *lines]).encode())) == lines
