"""Ends with 0 if the program of this container answers: `web` over HTTP, `inbound` over SMTP. Needs no Sundial."""

import os
import smtplib
import sys
import urllib.request

SECONDS = 4


def web() -> None:
    """Raise OSError if it is not ready to serve."""
    address = f"http://127.0.0.1:{os.environ.get('PORT') or 8000}/healthz"
    with urllib.request.urlopen(address, timeout=SECONDS):
        pass


def inbound() -> None:
    """Raise OSError if it takes no mail in."""
    port = int(os.environ.get("INBOUND_SMTP_PORT") or 8025)
    with smtplib.SMTP("127.0.0.1", port, local_hostname="localhost", timeout=SECONDS) as client:
        client.noop()


if __name__ == "__main__":
    try:
        {"web": web, "inbound": inbound}[sys.argv[1]]()
    except OSError as failure:
        sys.exit(f"{sys.argv[1]} is not ready: {failure}")
