"""The job that keeps the public keys of records, so that they are published when their secret keys are gone."""

from __future__ import annotations

from service.config.environment import Config
from service.play.record_keys import published_keys
from service.verification.record_signatures import public_key
from tests.secret_keys import KEY, NEXT_KEY
from tests.service.conftest import FakeClock
from tests.service.installations import running, with_keys
from workers.jobs import secret_keys


def test_a_key_that_was_in_use_is_published_when_it_is_named_no_more(settings: Config, clock: FakeClock) -> None:
    with running(with_keys(settings, KEY), clock):
        secret_keys.run()
    with running(with_keys(settings, NEXT_KEY), clock):
        assert published_keys() == [public_key(NEXT_KEY), public_key(KEY)]
