"""Whether the public beacon that tables are offered is there, and signs what its chain is to sign."""

from __future__ import annotations

from datetime import datetime, timedelta

from service.core.beacon.chain import Promise
from service.core.beacon.source import BeaconSource
from service.core.config import Config
from service.core.destinations import Resolve, system_resolve
from workers.beacon_reader import BeaconReader, RoundMissing
from workers.doctor.finding import Finding, mend, well

ABOUT = "beacon"
AGO = timedelta(minutes=1)
PATIENCE = 8.0
"""Seconds: less than an examination has."""


def public_beacon(source: BeaconSource, config: Config, now: datetime, resolve: Resolve = system_resolve) -> Finding:
    """Whether a round of a minute ago can be had."""
    promise = Promise.made(source.chain, 0, now - AGO)
    about = f"round {promise.round} of chain {source.chain.hash[:8]}"
    try:
        BeaconReader(source, resolve, config.webhook_allow, PATIENCE).signature(promise)
    except RoundMissing as missing:
        return mend(ABOUT, f"{about} is not to be had from {source.url}: {missing.trouble}")
    return well(ABOUT, f"{about} is there, and signed")
