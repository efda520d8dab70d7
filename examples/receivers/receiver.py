"""Webhook receiver with nothing but Python; it prints the type, id and game of each event once.

    WEBHOOK_SECRET=whsec_… HOST=127.0.0.1 PORT=8010 python examples/receivers/receiver.py

It remembers ids only while it runs; a program that must do nothing twice stores them for longer.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import os
import re
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SECRET = os.environ["WEBHOOK_SECRET"]
TOLERANCE = 300
"""Largest difference of the clocks in seconds."""
LONGEST = 100_000
seen: set[str] = set()


class Visit(BaseHTTPRequestHandler):
    """One event: verified and answered at once; real work comes afterwards."""

    timeout = 10

    def do_POST(self) -> None:
        """Verify the signature, and print each event once."""
        length = self.headers.get("Content-Length", "")
        body = self.rfile.read(min(int(length), LONGEST) if length.isdecimal() else 0)
        number, moment = self.headers.get("webhook-id", ""), self.headers.get("webhook-timestamp", "")
        if not is_signed(number, moment, self.headers.get("webhook-signature", ""), body):
            self.answer(401, b"")
            return
        event = json.loads(body)
        if event["type"] == "webhook.challenge":
            self.answer(200, event["data"]["challenge"].encode())
            return
        self.answer(204, b"")
        if number not in seen:
            seen.add(number)
            print(event["type"], event["id"], event["game"] or "-", flush=True)

    def answer(self, status: int, body: bytes) -> None:
        """Send a response with this status and body."""
        self.send_response(status)
        if body:
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Log no requests."""


def is_signed(number: str, moment: str, signatures: str, body: bytes) -> bool:
    """Verify that one of the signatures is by the secret, and not older than five minutes."""
    if not re.fullmatch("[0-9]{1,12}", moment) or abs(time.time() - int(moment)) > TOLERANCE:
        return False
    key = base64.b64decode(SECRET.removeprefix("whsec_"))
    right = base64.b64encode(hmac.digest(key, f"{number}.{moment}.".encode() + body, hashlib.sha256))
    return any(hmac.compare_digest(b"v1," + right, each.encode()) for each in signatures.split(" "))


if __name__ == "__main__":
    address = os.environ.get("HOST", "127.0.0.1"), int(os.environ.get("PORT", "8010"))
    ThreadingHTTPServer(address, Visit).serve_forever()
