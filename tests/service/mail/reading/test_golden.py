"""Mails as mail programs write them, each with its outcome in `outcomes.txt`."""

import pytest

from service.mail.reading import read
from tests.service.mail.answered import GOLDEN, outcome


def outcomes() -> dict[str, str]:
    lines = (GOLDEN / "outcomes.txt").read_text(encoding="utf-8").splitlines()
    return dict(line.split(": ", 1) for line in lines)


@pytest.mark.parametrize(("name", "expected"), outcomes().items())
def test_each_mail_comes_to_what_its_writer_meant(name: str, expected: str) -> None:
    assert outcome(read((GOLDEN / f"{name}.eml").read_bytes())) == expected


def test_every_mail_of_the_set_has_an_outcome() -> None:
    assert {path.stem for path in GOLDEN.glob("*.eml")} == set(outcomes())
