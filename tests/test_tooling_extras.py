"""Without the extras all works but what they serve, and that says what to install."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.secret_keys import KEY
from tests.sink import Sink

WITHOUT = """
import sys
sys.modules.update(dict.fromkeys(["checkdmarc", "py_arkworks_bls12381", "spftrace"]))  # imports of them fail
from workers.cli import main
main()
"""


def run_without(*command: str, **settings: str) -> subprocess.CompletedProcess[str]:
    """Run a command of Sundial where no extra is installed."""
    called = [sys.executable, "-c", WITHOUT, *command]
    return subprocess.run(called, env=settings, check=False, capture_output=True, text=True, timeout=180)


def test_the_doctor_says_what_it_needs_for_spf_and_dmarc(sink: Sink, tmp_path: Path) -> None:
    home = {"SUNDIAL_HOME": str(tmp_path), "SECRET_KEY": KEY}
    run_without("upgrade", **home)
    mail = {"SMTP_URL": sink.url, "MAIL_DOMAIN": "mail.example.net"}
    done = run_without("doctor", "mail", "--resolver", "127.0.0.1", **home, **mail)

    assert "not checked  SPF: needs the extra `doctor`: install requirements/extras.lock" in done.stdout, done.stderr
    assert "not checked  DMARC: needs the extra `doctor`: install requirements/extras.lock" in done.stdout


def test_a_beacon_that_cannot_be_verified_is_refused(tmp_path: Path) -> None:
    beacon = {"BEACON_URL": "https://api.drand.sh", "BEACON_CHAIN": "quicknet"}
    done = run_without("doctor", SUNDIAL_HOME=str(tmp_path), SECRET_KEY=KEY, **beacon)

    assert "BEACON_URL needs the extra `beacon`: install requirements/extras.lock." in done.stderr
