"""Our key for push services: one for all processes, kept through changes of the secret key and in backups."""

from __future__ import annotations

import sys
from subprocess import PIPE, Popen

from service.config.environment import Config
from service.db.engines import session
from service.models import PushDevice
from service.push.devices import subscription_of
from service.push.keys import carry_push_keys_over, push_key, signer
from tests.push import Browser, subscribed
from tests.secret_keys import KEY
from tests.service.conftest import FakeClock
from tests.service.installations import environment, running, with_keys
from tests.service.tables import person

OTHER_KEY = "another key of at least thirty-two letters"
PRINT_IT = """
import os
from service.app import serving
from service.config.environment import from_environment
from service.push.keys import push_key
with serving(from_environment(os.environ)):
    print(push_key().public)
"""


def test_two_processes_that_start_at_once_make_one(settings: Config) -> None:
    command = [sys.executable, "-c", PRINT_IT]
    both = [Popen(command, env=environment(settings), stdout=PIPE, text=True) for _ in range(2)]
    told = {process.communicate()[0] for process in both}
    assert len(told) == 1
    assert len(told.pop()) == 88


def test_it_stays_and_its_secret_is_encrypted(settings: Config, clock: FakeClock) -> None:
    with running(settings, clock):
        public = push_key().public
        assert b"PRIVATE KEY" not in push_key().encrypted
    with running(settings, clock):
        assert push_key().public == public


def test_it_and_devices_survive_a_change_of_the_secret_key(settings: Config, clock: FakeClock) -> None:
    browser = Browser()
    with running(settings, clock):
        public, device = push_key().public, subscribed(person("ada"), browser).id
    with running(with_keys(settings, OTHER_KEY, KEY), clock):
        carry_push_keys_over()
    with running(with_keys(settings, OTHER_KEY), clock):
        assert push_key().public == public
        assert signer()

        assert subscription_of(session().get_one(PushDevice, device)).endpoint == browser.endpoint


def test_a_lost_one_is_replaced(settings: Config, clock: FakeClock) -> None:
    with running(settings, clock):
        public = push_key().public
    with running(with_keys(settings, OTHER_KEY), clock):
        replaced = push_key().public
        assert replaced != public
        assert push_key().public == replaced
