"""The passport of a bot that was checked: written to a file, and handed in where the bot lives."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path

import click
import httpcore

from rules.json_types import Json

from . import installed_version
from .referee import Referee, Unexpected
from .report import FAULTS, Report
from .signing import signed_passport

HOME = "var"
"""Where a Sundial keeps its key if SUNDIAL_HOME does not say it."""
Issue = Callable[[Report, Callable[[str], None]], None]
"""Makes the passport of a report, and says what was done with it."""


def issuer(environment: Mapping[str, str], name: str | None, file: Path | None, *, hand_in: bool) -> Issue:
    """What is done with a report once it is there; a usage error at once if that cannot be."""
    if file is None and not hand_in:
        return lambda _report, _tell: None
    if not name:
        raise click.UsageError("A passport needs --name: what the bot is called where it lives.")
    url, token = environment.get("SUNDIAL_URL", ""), environment.get("SUNDIAL_TOKEN", "")
    if hand_in and not (url and token):
        raise click.UsageError("--hand-in needs SUNDIAL_URL and SUNDIAL_TOKEN, of the Sundial that the bot lives on.")
    key, whose = signing_key(environment)

    def issue(report: Report, tell: Callable[[str], None]) -> None:
        passport = passport_of(report, name, datetime.now(UTC), key)
        if file is not None:
            file.write_text(json.dumps(passport, indent=2) + "\n")
            tell(f"The passport is in {file}, signed with {whose}.")
        if hand_in and report.is_well:
            tell(handed_in(passport, url.rstrip("/"), token))
        elif hand_in:
            tell("The passport was not handed in, since not all is well.")

    return issue


def passport_of(report: Report, name: str, now: datetime, key: str) -> dict[str, Json]:
    """What a report says of the bot of that name, signed with the key that belongs to a secret key."""
    games: list[Json] = [
        {
            "ruleset": result.ruleset,
            "level": result.level,
            "finished": result.trouble is None,
            "moves": result.evidence.moves,
            "refused": sum(result.evidence.refused.values()),
            "stale": result.evidence.stale,
        }
        for result in report.results
    ]
    content: dict[str, Json] = {
        "bot": name,
        "checked_at": now.strftime("%Y-%m-%dT%H:%M:%SZ"),
        "version": installed_version(),
        "well": report.is_well,
        "games": games,
        "faults": {fault: report.faults.get(fault, 0) for fault in FAULTS},
    }
    return signed_passport(content, key)


def signing_key(environment: Mapping[str, str]) -> tuple[str, str]:
    """The secret key of the Sundial that is installed here, and whose it is; one made for this if there is none."""
    if given := environment.get("SECRET_KEY"):
        return given, "the SECRET_KEY of this environment"
    kept = Path(environment.get("SUNDIAL_HOME") or HOME) / "secret-key"
    try:
        return kept.read_text(), f"the key of the Sundial in {kept.parent}"
    except OSError:
        return secrets.token_hex(32), "a key of its own, as no Sundial is installed here"


def handed_in(passport: Mapping[str, Json], url: str, token: str) -> str:
    """Hand it in; says who vouches for it there. ClickException if it is not taken."""
    try:
        with httpcore.ConnectionPool() as pool:
            told = Referee(url, pool, token).ask("PUT", f"bots/{passport['bot']}/passport", passport)
    except Unexpected as refusal:
        raise click.ClickException(f"The passport was not taken: {refusal}") from None
    by = (
        "which knows the key as its own"
        if told["verified"]
        else "which does not know the key: it counts as its owner's"
    )
    return f"The passport is handed in at {url}, {by}."
