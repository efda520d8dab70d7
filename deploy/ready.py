"""Exit with 0 if the program of this container answers: `web` over HTTP, `inbound` over SMTP; needs no Sundial.

The others have no port. They leave signs of life in the database, which one that is frozen or dead no longer does.
"""

import os
import re
import smtplib
import socket
import sys
import urllib.request

SECONDS = 4
SILENCE = 120
"""Seconds without a sign of life: eight were due."""
LAST_SIGN = """
SELECT extract(epoch FROM clock_timestamp() - seen_at) FROM program_sign
WHERE program = %s AND machine = %s AND stopped_at IS NULL
AND EXISTS (SELECT FROM program_sign WHERE seen_at > clock_timestamp() - interval '1 minute')
"""


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


def signs() -> None:
    """Raise OSError if its signs of life have ceased, but not those of all. Pass where nobody can leave any."""
    import psycopg  # noqa: PLC0415  # the two above need no time for it

    url = re.sub(r"prepare_threshold=\w+&?", "", os.environ["DATABASE_URL"]).rstrip("?&")  # psycopg's alone
    try:
        with psycopg.connect(url, connect_timeout=SECONDS) as connection:
            found = connection.execute(LAST_SIGN, [sys.argv[1], socket.gethostname()]).fetchone()
    except (psycopg.OperationalError, psycopg.errors.UndefinedTable):
        return
    if found and found[0] > SILENCE:
        raise TimeoutError(f"no sign of life for {found[0]:.0f} seconds")


if __name__ == "__main__":
    try:
        {"web": web, "inbound": inbound}.get(sys.argv[1], signs)()
    except OSError as failure:
        sys.exit(f"{sys.argv[1]} is not ready: {failure}")
