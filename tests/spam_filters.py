"""SpamAssassin and rspamd, offline: they read rules and records of this machine alone."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException
from pathlib import Path

from service.embedded.ports import free_port
from tests.debian import program
from tests.nameserver import Nameserver, Zone
from tests.waiting import eventually
from workers.transports import Letter

ADDRESS = "93.184.216.34"
"""Where all emails come from. Filters count addresses that RFC 5737 reserves for examples."""
STARTS = 60.0
"""Seconds until rspamd answers; mostly two."""
_VERDICT = re.compile(r"^Content analysis details: +\((-?[\d.]+) points.*\n\n((?:.+\n)*)", re.MULTILINE)
_RULE = re.compile(r"^ *-?\d+\.\d (\w+)", re.MULTILINE)
_ONLINE = ("bimi", "fuzzy_check", "mx_check", "rbl", "rspamd_update", "surbl")
"""Modules of rspamd that ask servers on the internet."""
_OTHERS = ("controller", "fuzzy", "proxy")


@dataclass(frozen=True)
class Verdict:
    """The points of an email, and the rules that it matched."""

    points: float
    rules: Sequence[str]


def ask_spamassassin(folder: Path, letters: Sequence[Letter]) -> list[Verdict]:
    """Ask about emails as they arrive, by its local rules; `folder` is empty."""
    called = [program("spamassassin"), "--local", "--test-mode", "--nocreate-prefs"]
    for number, letter in enumerate(letters):
        arrived = f"Return-Path: <{letter.sender}>\r\n".encode() + letter.raw
        called.append(str(folder / f"{number}.eml"))
        Path(called[-1]).write_bytes(arrived)
    env = os.environ | {"HOME": str(folder), "LC_ALL": "C"}
    told = subprocess.run(called, env=env, cwd=folder, check=True, capture_output=True).stdout.decode(errors="replace")
    verdicts = [Verdict(float(points), _RULE.findall(table)) for points, table in _VERDICT.findall(told)]
    assert len(verdicts) == len(letters)
    return verdicts


class Rspamd:
    """An rspamd on the loopback, with the settings of its package and a DNS server of the given records."""

    def __init__(self, zone: Zone) -> None:
        self._program = program("rspamd")
        self._home = Path(tempfile.mkdtemp(prefix="sundial-rspamd-"))
        self._port = free_port()
        self._dns = Nameserver(zone)
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it; returns when it answers."""
        self._dns.start()
        self._configure()
        folders = [f"--var={name}={self._home}" for name in ("LOCAL_CONFDIR", "DBDIR", "RUNDIR", "LOGDIR")]
        self._process = subprocess.Popen([self._program, "--no-fork", "--insecure", *folders])
        assert eventually(self._answers, STARTS)

    def stop(self) -> None:
        """Stop it and remove its files."""
        if self._process is not None:
            self._process.terminate()
            self._process.wait()
        self._dns.stop()
        shutil.rmtree(self._home)

    def ask(self, letter: Letter, host: str) -> Verdict:
        """Ask about an email that `host` brings."""
        envelope = {"From": letter.sender, "Rcpt": letter.recipient, "IP": ADDRESS, "Helo": host, "Hostname": host}
        told = json.loads(self._told("POST", "/checkv2", letter.raw, envelope))
        return Verdict(told["score"], sorted(told["symbols"]))

    def _configure(self) -> None:
        domains = self._home / "domains"  # those in our emails: to compile the list of all takes ten seconds
        domains.write_text("de\nnet\norg\n", encoding="ascii")
        said = {
            "options": f'url_tld = "{domains}"; dns {{ nameserver = ["127.0.0.1:{self._dns.port}"]; }}',
            "logging": 'type = "console"; level = "error";',
            "worker-normal": f'bind_socket = "127.0.0.1:{self._port}"; count = 1;',
            **{f"worker-{name}": "enabled = false;" for name in _OTHERS},
        }
        files = {f"{name}.inc": text for name, text in said.items()}
        files |= {f"{name}.conf": "enabled = false;" for name in _ONLINE}
        (self._home / "local.d").mkdir()
        for name, text in files.items():
            (self._home / "local.d" / name).write_text(f"{text}\n", encoding="utf-8")

    def _answers(self) -> bool:
        with suppress(OSError, HTTPException):
            return self._told("GET", "/ping") != b""
        return False

    def _told(self, method: str, path: str, body: bytes = b"", headers: dict[str, str] | None = None) -> bytes:
        connection = HTTPConnection("127.0.0.1", self._port, timeout=60)
        try:
            connection.request(method, path, body, headers or {})
            return connection.getresponse().read()
        finally:
            connection.close()
