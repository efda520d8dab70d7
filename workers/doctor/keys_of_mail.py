"""What we sign mails with, for whoever looks whether others can check it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from service.core.config import Config
from service.core.troubles import FAILURES
from service.post.dkim_keys import dkim_keys
from service.post.signatures import Signer, signer
from service.serving import serving


@dataclass(frozen=True)
class OwnKeys:
    """The public keys, by selector, of which we have the secret ones; and what signs."""

    public: Mapping[str, str] = field(default_factory=dict)
    signer: Signer | None = None

    def signed(self, raw: bytes) -> bytes:
        """The mail as it goes out: signed, if ours are."""
        return self.signer.signed(raw) if self.signer else raw


NO_KEYS = OwnKeys()


def own_dkim_keys(config: Config) -> OwnKeys:
    """The keys of an installation; none if its database does not say."""
    try:
        with serving(config):
            return OwnKeys({key.selector: key.public for key in dkim_keys() if key.encrypted}, signer())
    except FAILURES:
        return OwnKeys()
