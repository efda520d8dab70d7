"""The public keys by which records of this service are known."""

from __future__ import annotations

from flask import Response, jsonify

from service.core.record_signatures import jwk
from service.play.record_keys import published_keys
from service.web.frame.blueprints import pages

FRESH_FOR = 300
"""Seconds."""


@pages.get("/.well-known/sundial-record-keys.json")
def record_keys() -> Response:
    """All of them as a JWK Set (RFC 7517), the one in use first."""
    answer = jsonify(keys=[jwk(key) for key in published_keys()])
    answer.mimetype = "application/jwk-set+json"
    answer.headers["Cache-Control"] = f"public, max-age={FRESH_FOR}"
    return answer
