"""Mails as mail programs write them, each with its outcome in `outcomes.txt`."""

from pathlib import Path

import pytest

from service.mail.reading import Automatic, Bounce, Complaint, Own, Reading, Reply, Unreadable, read
from service.mail.statements import first_statement
from tests.service.mail.answered import own

GOLDEN = Path(__file__).parents[1] / "golden"


def outcomes() -> dict[str, str]:
    lines = (GOLDEN / "outcomes.txt").read_text(encoding="utf-8").splitlines()
    return dict(line.split(": ", 1) for line in lines)


def told(reading: Reading) -> str:
    match reading:
        case Reply() if own(reading).all:
            return f"answer {first_statement(own(reading).all)}"
        case Unreadable(reason):
            return f"unreadable {reason}"
        case Bounce(status, action, message_id, recipient):
            return f"bounce {action} {status} {recipient or '-'} {message_id or '-'}"
        case Complaint(message_id):
            return f"complaint {message_id or '-'}"
        case Automatic() | Own():
            return type(reading).__name__.lower()
    return "empty"


@pytest.mark.parametrize(("name", "outcome"), outcomes().items())
def test_each_mail_comes_to_what_its_writer_meant(name: str, outcome: str) -> None:
    assert told(read((GOLDEN / f"{name}.eml").read_bytes())) == outcome


def test_every_mail_of_the_set_has_an_outcome() -> None:
    assert {path.stem for path in GOLDEN.glob("*.eml")} == set(outcomes())
