"""`sundial token create`: prints a token on standard output, and nothing else."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest
from click.testing import CliRunner
from flask import Flask

from service.accounts.accounts import account_named
from service.accounts.scopes import SCOPES
from service.accounts.tokens import caller_of, token_numbered
from service.cli.token import token
from service.config.environment import Config
from service.db import clock


@pytest.fixture
def settings(sqlite_settings: Config) -> Config:
    """Return the installation of the command's environment."""
    return sqlite_settings


def made(settings: Config, *arguments: str) -> tuple[int, str]:
    """Exit code and output of the command."""
    environment = {"SUNDIAL_HOME": str(settings.home), "SECRET_KEY": settings.secret_key, "DATABASE_URL": ""}
    result = CliRunner().invoke(token, ["create", *arguments], env=environment)
    return result.exit_code, result.output


def test_the_token_works_and_its_account_is_confirmed(app: Flask, settings: Config) -> None:
    code, output = made(settings, "Ann@example.net")
    assert code == 0
    found = token_numbered(caller_of(output.strip(), clock.now()).token_id)
    assert output == output.strip() + "\n"
    assert (found.account.email, found.scopes) == ("ann@example.net", list(SCOPES))
    assert found.account.verified_at


def test_a_bot_has_tokens_of_its_own_with_the_scopes_asked_for(app: Flask, settings: Config) -> None:
    tokens = [
        made(settings, "ann@example.net", "--bot", "deep-sun", "--scopes", "games:read,games:play")[1].strip()
        for _ in range(2)
    ]
    assert len(set(tokens)) == 2
    for secret in tokens:
        found = token_numbered(caller_of(secret, clock.now()).token_id)
        assert (found.account.name, found.account.email, found.scopes) == (
            "deep-sun",
            None,
            ["games:read", "games:play"],
        )
    assert account_named("deep-sun").owner_id


def test_a_token_can_be_given_an_end(app: Flask, settings: Config) -> None:
    secret = made(settings, "ann@example.net", "--expires-in-days", "7")[1].strip()
    found = token_numbered(caller_of(secret, clock.now()).token_id)
    assert found.expires_at is not None
    assert found.expires_at - found.created_at == timedelta(days=7)


def test_without_any_scope_it_may_read_and_nothing_else(app: Flask, settings: Config) -> None:
    assert caller_of(made(settings, "ann@example.net", "--scopes", "")[1].strip(), clock.now()).scopes == (
        "games:read",
    )


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["nobody"], "not an email address"),
        (["ann@example.net", "--scopes", "everything"], "scope does not exist"),
        (["ann@example.net", "--bot", "No Name"], "name cannot be used"),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(app: Flask, settings: Config, arguments: list[str], said: str) -> None:
    code, output = made(settings, *arguments)
    assert code == 1
    assert said in output


def test_without_tables_it_says_what_to_run(tmp_path: Path, settings: Config) -> None:
    result = CliRunner().invoke(token, ["create", "ann@example.net"], env={"SUNDIAL_HOME": str(tmp_path / "new")})
    assert result.exit_code == 1
    assert "sundial upgrade" in result.output
