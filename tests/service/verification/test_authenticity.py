"""Authenticity of records: ours are recognised, and every change is detected."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from flask import Flask

from service.accounts.scopes import SCOPES
from service.accounts.tokens import create_token
from service.cli.record_keys import record_keys
from service.cli.verify import verify
from service.config.environment import Config
from service.db import clock
from service.play.positions import log_of
from service.play.record_keys import KeyInUse, UnknownKey, note_keys, published_keys, withdraw_key
from service.play.records import signed_record
from service.play.seats import resign
from service.verification.authenticity import authenticity
from service.verification.record_chain import chained, signed_part
from service.verification.record_signatures import public_key, sign
from service.verification.recorded import BadRecord
from service.verification.verify import Verdict
from tests.secret_keys import KEY, LAST_KEY, NEXT_KEY
from tests.service.conftest import FakeClock
from tests.service.installations import running, with_keys
from tests.service.on_sqlite import ON_BOTH, settings
from tests.service.tables import Table, table

__all__ = ["settings"]

KEYS_AT = "/.well-known/sundial-record-keys.json"
Record = dict[str, Any]


def record_of(of: Table) -> Record:
    """Return the record as the API does."""
    record: Record = json.loads(json.dumps(signed_record(of.game, log_of(of.game))))
    return record


def verdicts(record: Record, keys: list[str] | None = None) -> dict[str, Verdict]:
    """Return the verdict of each check."""
    return {finding.about: finding.verdict for finding in authenticity(record, keys)}


@pytest.fixture
def playing(app: Flask) -> Table:
    """Create a game with a few moves."""
    begun = table("ada", "bob")
    for _ in range(4):
        begun.play_anything()
    return begun


def test_what_is_given_out_is_known_as_ours(playing: Table) -> None:
    record = record_of(playing)
    assert set(verdicts(record, list(published_keys())).values()) == {Verdict.RIGHT}
    assert verdicts(record) == {"signature": Verdict.RIGHT, "key": Verdict.LATER, "chain": Verdict.RIGHT}
    assert verdicts(record, [public_key(NEXT_KEY)])["key"] == Verdict.WRONG


def test_over_http_it_is_the_same_record(app: Flask, playing: Table) -> None:
    headers = {"Authorization": f"Bearer {token(playing)}"}
    client = app.test_client()
    over_rest = client.get(f"/api/v1/games/{playing.id}/record", headers=headers).json
    exported = client.get("/api/v1/me/export", headers=headers).json["games"][0]["record"]  # type: ignore[index]
    assert over_rest == exported == record_of(playing)


def token(playing: Table) -> str:
    """Create a token of the first player."""
    return create_token(playing.players[0], "test", list(SCOPES), clock.now()).secret


def test_as_a_game_goes_on_its_log_is_only_added_to(playing: Table) -> None:
    before = record_of(playing)
    playing.play_anything()
    resign(playing.id, playing.players[0], clock.now())
    after = record_of(playing)
    assert after["log"][: len(before["log"])] == before["log"]
    assert after["log"][len(before["log"])]["previous"] == before["head"]


def test_who_changes_their_name_or_leaves_changes_nothing_that_was_signed(playing: Table) -> None:
    record = record_of(playing)
    record["places"][0]["account"] = "gone-0123456789ab"
    assert verdicts(record)["signature"] == Verdict.RIGHT


CHANGES: dict[str, tuple[Callable[[Record], object], str]] = {
    "an action": (lambda record: record["log"][1].update(action="place max-15"), "chain"),
    "when it was played": (lambda record: record["log"][-1].update(at="2026-01-01T00:00:00Z"), "chain"),
    "the end of the log": (lambda record: record["log"].pop(), "chain"),
    "the order of the log": (lambda record: record["log"].reverse(), "chain"),
    "what is added to an entry": (lambda record: record["log"][0].update(comment="!"), "chain"),
    "the layout": (lambda record: record["setup"].update(layout={"a1": 1}), "chain"),
    "a contribution": (lambda record: record["places"][0].update(contribution="!"), "chain"),
    "whose a contribution is": (lambda record: record["places"][0].update(contributed="early"), "chain"),
    "when it was given": (lambda record: record["places"][0].update(contributed_at="2026-01-01T00:00:00Z"), "chain"),
    "which came last": (lambda record: record["places"][0].update(contribution_number=9), "chain"),
    "the head": (lambda record: record.update(head="00" * 32), "signature"),
    "the scores": (lambda record: record.update(scores=[99, 0]), "signature"),
    "the winners": (lambda record: record.update(winners=[1]), "signature"),
    "who left": (lambda record: record["places"][0].update(left_by="time"), "signature"),
    "where it is from": (lambda record: record.update(origin="https://elsewhere.example.net"), "signature"),
    "what is added to it": (lambda record: record.update(comment="!"), "signature"),
    "the signature": (lambda record: record["signature"].update(value="A" * 86), "signature"),
    "the signature to another way of writing": (lambda record: record["signature"].update(value="?"), "signature"),
    "the key": (lambda record: record["signature"].update(key=public_key(NEXT_KEY)), "signature"),
    "the key to none": (lambda record: record["signature"].update(key="ü"), "signature"),
}


@pytest.mark.parametrize("change", CHANGES)
def test_whatever_is_changed_afterwards_is_found(playing: Table, change: str) -> None:
    tamper, about = CHANGES[change]
    record = record_of(playing)
    changed = copy.deepcopy(record)
    tamper(changed)
    assert verdicts(record)[about] == Verdict.RIGHT
    assert verdicts(changed)[about] == Verdict.WRONG


def test_who_chains_and_signs_anew_has_not_our_key(playing: Table) -> None:
    ours = list(published_keys())
    record = record_of(playing)
    record["log"].pop()
    record["log"], record["head"] = chained(record)
    record["signature"] = sign(NEXT_KEY, signed_part(record))
    assert verdicts(record, ours) == {"signature": Verdict.RIGHT, "key": Verdict.WRONG, "chain": Verdict.RIGHT}


ODD: tuple[Record, ...] = (
    {"signature": None},
    {"signature": {"algorithm": "none", "key": "", "value": ""}},
    {"log": [{"number": 0, "seat": 0, "action": "x"}]},
    {"head": 7},
)


@pytest.mark.parametrize("change", ODD)
def test_a_record_whose_seal_is_of_the_wrong_kind_is_refused(playing: Table, change: Record) -> None:
    with pytest.raises(BadRecord):
        verdicts({**record_of(playing), **change})


@pytest.mark.parametrize("odd", [2**60, float("nan"), "\ud800"])
def test_what_no_canonical_json_can_hold_is_refused(playing: Table, odd: object) -> None:
    with pytest.raises(ValueError):  # noqa: PT011  # the libraries' own, each of another class
        verdicts({**record_of(playing), "comment": odd})


def run(record: Record, keys: object, folder: Path) -> Result:
    """Run the command on a record and a file of keys."""
    for name, document in (("record", record), ("keys", keys)):
        (folder / name).write_text(json.dumps(document))
    return CliRunner().invoke(verify, [str(folder / "record"), "--keys", str(folder / "keys")])


def test_the_command_says_each_check_in_a_line(app: Flask, playing: Table, tmp_path: Path) -> None:
    keys = app.test_client().get(KEYS_AT)
    assert keys.mimetype == "application/jwk-set+json"
    good = run(record_of(playing), keys.json, tmp_path)
    said = [line.split()[:2] for line in good.output.splitlines()]
    assert (good.exit_code, said[:3]) == (0, [["ok", "signature:"], ["ok", "key:"], ["ok", "chain:"]])

    assert "WRONG  key" in run(record_of(playing), {"keys": []}, tmp_path).output
    odd = run(record_of(playing), [], tmp_path)
    assert (odd.exit_code, "not a JWK Set" in odd.output) == (1, True)


def test_a_command_lists_the_keys_and_withdraws_those_of_before(settings: Config, clock: FakeClock) -> None:
    old, new = public_key(KEY), public_key(NEXT_KEY)
    keys = {"SECRET_KEY": NEXT_KEY, "SECRET_KEY_FALLBACKS": KEY}
    environment = {"SUNDIAL_HOME": str(settings.home), "DATABASE_URL": "", **keys}

    def said(*arguments: str) -> tuple[int, str]:
        result = CliRunner().invoke(record_keys, arguments, env=environment)
        return result.exit_code, result.output

    with running(with_keys(settings, NEXT_KEY, KEY), clock):
        note_keys(clock())
    assert said() == (0, f"{new}\n{old}\n")
    assert said("--withdraw", new)[0] == said("--withdraw", "x" * 43)[0] == 1
    assert said("--withdraw", old) == (0, f"{new}\n")


@ON_BOTH
def test_earlier_keys_stay_published_until_they_are_withdrawn(settings: Config, clock: FakeClock) -> None:
    old, new = public_key(KEY), public_key(NEXT_KEY)
    with running(with_keys(settings, KEY), clock):
        record = record_of(table("ada", "bob"))
    with running(with_keys(settings, NEXT_KEY, KEY), clock):
        note_keys(clock())
        note_keys(clock())
    with running(with_keys(settings, NEXT_KEY), clock) as app:
        published = app.test_client().get(KEYS_AT).json["keys"]  # type: ignore[index]
        assert [key["x"] for key in published] == [new, old]
        assert set(verdicts(record, list(published_keys())).values()) == {Verdict.RIGHT}
        with pytest.raises(KeyInUse):
            withdraw_key(new, clock())
        with pytest.raises(UnknownKey):
            withdraw_key(public_key(LAST_KEY), clock())
        withdraw_key(old, clock())
        assert published_keys() == [new]
        assert verdicts(record, list(published_keys()))["key"] == Verdict.WRONG
