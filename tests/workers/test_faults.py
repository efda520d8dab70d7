"""Faults of a sandbox that happen in its workers."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from service.sandbox.faults import Fault, FaultBox, FaultPlan, Plan
from service.sandbox.files import Kept
from service.webhooks.outcomes import AttemptOutcome
from service.webhooks.requests import WebhookRequest
from workers.faults import Unreliable, repeating
from workers.transports import Letter, TransportError
from workers.transports.mailbox import Mailbox

LETTER = Letter("bounces@sundial.test", "ada@example.net", "<1@sundial.test>", b"the bytes")
PARCEL = WebhookRequest("http://127.0.0.1/", {}, b"{}")


@pytest.fixture
def faults(tmp_path: Path) -> FaultBox:
    return FaultBox(Kept(tmp_path / "faults.json"))


def test_a_mail_is_refused_for_now_and_taken_the_next_time(tmp_path: Path, faults: FaultBox) -> None:
    faults.put(Plan({Fault.MAIL: FaultPlan(next=1)}))
    by = Unreliable(Mailbox(tmp_path / "mailbox"), faults)

    with pytest.raises(TransportError) as refusal:
        by.send(LETTER)
    assert not refusal.value.permanent
    assert not (tmp_path / "mailbox").exists()

    by.send(LETTER)
    assert [kept.read_bytes() for kept in (tmp_path / "mailbox").iterdir()] == [b"the bytes"]


def test_a_webhook_goes_out_twice_and_the_second_answer_counts(faults: FaultBox) -> None:
    faults.put(Plan({Fault.REPEATED_EVENTS: FaultPlan(next=1)}))
    sent: list[WebhookRequest] = []

    async def post(request: WebhookRequest) -> AttemptOutcome:
        sent.append(request)
        return AttemptOutcome(200 + len(sent), None, 1)

    async def post_two() -> list[AttemptOutcome]:
        return [await repeating(post, faults)(PARCEL) for _ in range(2)]

    outcomes = asyncio.run(post_two())

    assert sent == [PARCEL] * 3
    assert [outcome.status for outcome in outcomes] == [202, 203]
