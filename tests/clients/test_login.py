"""A program gets a token by the device flow, and polls as instructed."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from service.accounts.oauth.devices import answer_device
from service.db.engines import session
from sundial_client import Patience, Sundial
from sundial_client.__main__ import main
from sundial_client.login import DeviceCode, LoginFailed, login
from tests.clients.script import HANG_UP, Answer, Script
from tests.service.conftest import FakeClock
from tests.service.tables import person
from tests.site import Site

CODES = {
    "device_code": "d", "user_code": "WDJB-MJHT", "verification_uri": "http://x/device",
    "verification_uri_complete": "http://x/device?user_code=WDJB-MJHT", "expires_in": 600, "interval": 5,
}  # fmt: skip
PENDING = Answer(400, {"error": "authorization_pending"})
SLOWER = Answer(400, {"error": "slow_down"})
GIVEN = Answer(200, {"access_token": "sdl_given", "token_type": "Bearer"})


def answering(clock: FakeClock, shown: list[DeviceCode], *, allowed: bool) -> Callable[[float], None]:
    """Lets time pass, and Ann answer."""

    def sleep(seconds: float) -> None:
        clock.advance(seconds=seconds)
        answer_device(person("ann"), shown[0].user_code, clock(), allowed=allowed)
        session().rollback()

    return sleep


def test_the_token_that_somebody_gives_on_a_page_works(site: Site, clock: FakeClock) -> None:
    shown: list[DeviceCode] = []

    token = login(site.address, "my engine", shown.append, ["games:read"], answering(clock, shown, allowed=True))

    assert shown[0].page_with_code.endswith(f"/device?user_code={shown[0].user_code}")
    assert shown[0].minutes == 10
    with Sundial(site.address, token, Patience(seconds=30)) as sundial:
        assert (sundial.me()["name"], sundial.me()["scopes"]) == ("ann", ["games:read"])


def test_who_is_sent_away_gets_none(site: Site, clock: FakeClock) -> None:
    shown: list[DeviceCode] = []

    with pytest.raises(LoginFailed, match="access_denied"):
        login(site.address, "my engine", shown.append, sleep=answering(clock, shown, allowed=False))


def begin(script: Script) -> list[Answer]:
    """Return the responses before the first poll."""
    metadata = {"device_authorization_endpoint": f"{script.url}/d", "token_endpoint": f"{script.url}/t"}
    return [Answer(200, metadata), Answer(200, CODES)]


def test_it_waits_longer_whenever_it_is_told_to_or_the_server_is_away(script: Script, pauses: list[float]) -> None:
    busy = Answer(429, {"error": "temporarily_unavailable"})
    lost = Answer(502, b"<h1>Bad Gateway</h1>")
    script.answers = [*begin(script), PENDING, SLOWER, PENDING, busy, lost, HANG_UP, GIVEN]

    assert login(script.url, "x", lambda _: None, sleep=pauses.append) == "sdl_given"

    assert pauses == [5, 5, 10, 10, 15, 20, 40]


def test_it_gives_up_once_the_code_is_too_old(script: Script, pauses: list[float]) -> None:
    script.answers = [*begin(script), PENDING]

    with pytest.raises(LoginFailed, match="expired_token"):
        login(script.url, "x", lambda _: None, sleep=pauses.append)

    assert sum(pauses) == 600


def test_the_command_prints_the_token_and_nothing_else(
    script: Script, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    metadata, _ = begin(script)
    script.answers = [metadata, Answer(200, CODES | {"interval": 0}), GIVEN]
    monkeypatch.setenv("SUNDIAL_URL", script.url)

    main(["login", "--scopes", "games:read"])

    printed = capsys.readouterr()
    assert printed.out == "sdl_given\n"
    assert "WDJB-MJHT" in printed.err


@pytest.mark.parametrize("arguments", [["login"], ["login", "--url", "http://x", "--scopes", "all"], []])
def test_the_command_says_what_is_missing(
    arguments: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SUNDIAL_URL", raising=False)

    with pytest.raises(SystemExit) as ended:
        main(arguments)

    assert ended.value.code == 2
    assert "usage: sundial_client" in capsys.readouterr().err
