"""The certificate by which the mail server encrypts, read anew when its file has changed: it is renewed by others."""

from __future__ import annotations

import logging
import ssl
from pathlib import Path

log = logging.getLogger(__name__)


class Certificate:
    """A file in PEM with the certificate, those that it was signed by, and the key, unless that is in another file."""

    def __init__(self, chain: Path, key: Path | None = None) -> None:
        self._chain, self._key = chain, key
        self._read_at = self._changed_at()
        self._context = self._read()

    def context(self) -> ssl.SSLContext:
        """What encrypts a connection; with the file as it was, if what is there by now cannot be used."""
        try:
            if (changed_at := self._changed_at()) != self._read_at:
                self._context, self._read_at = self._read(), changed_at
        except OSError:
            log.warning("the certificate for inbound mail cannot be read any more; the one of before is used")
        return self._context

    def _changed_at(self) -> tuple[int, ...]:
        return tuple(file.stat().st_mtime_ns for file in (self._chain, self._key) if file is not None)

    def _read(self) -> ssl.SSLContext:
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        context.load_cert_chain(self._chain, self._key)
        return context
