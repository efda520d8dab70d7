"""Celery over Redis, for senders and receivers of hints."""

from __future__ import annotations

import pytest
from kombu.exceptions import OperationalError

from service.jobs import queues
from service.jobs.broker import celery_over
from tests.certificate import tls
from tests.sink import Sink


def test_over_tls_nobody_is_taken_for_redis_whom_nobody_vouches_for() -> None:
    stranger = Sink(ssl_context=tls())
    stranger.start()
    try:
        celery = celery_over(stranger.url.replace("smtp", "rediss"), {"max_retries": 0})
        with pytest.raises(OperationalError, match="certificate verify failed"):
            celery.send_task(queues.CLOCKS)
    finally:
        stranger.stop()
