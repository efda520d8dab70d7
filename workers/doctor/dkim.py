"""DKIM: check that the public keys for signatures of our email, ours or the mail server's, are published."""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPublicKey
from cryptography.hazmat.primitives.serialization import load_der_public_key

from service.app import serving
from service.config.environment import Config
from service.db.db_errors import FAILURES
from service.notifications.dkim_keys import Signer, dkim_keys, signer
from workers.doctor.finding import Finding, in_zone, mend, not_checked, well
from workers.doctor.names import LookUp

USUAL = ("default", "mail", "dkim", "sundial", "selector1", "selector2", "s1", "s2", "k1", "google")
"""Common selectors of mail servers and their manuals."""
KINDS = ("rsa", "ed25519")
ED25519_BITS = 256
TOO_SHORT, SHORT = 1024, 2048
"""RFC 8301, 3.2: verifiers reject keys shorter than the first; signers should use the second."""


@dataclass(frozen=True)
class OwnKeys:
    """The public keys, by selector, of our secret ones; and the signer."""

    public: Mapping[str, str] = field(default_factory=dict)
    signer: Signer | None = None

    def signed(self, raw: bytes) -> bytes:
        """Return the email signed with our key, or unchanged if we do not sign."""
        return self.signer.signed(raw) if self.signer else raw


NO_KEYS = OwnKeys()


def own_dkim_keys(config: Config) -> OwnKeys:
    """Return the keys of an installation; none if its database is not available."""
    try:
        with serving(config):
            return OwnKeys({key.selector: key.public for key in dkim_keys() if key.encrypted}, signer())
    except FAILURES:
        return OwnKeys()


def own_dkim(domain: str, keys: Mapping[str, str], look_up: LookUp) -> Iterator[Finding]:
    """Check that each of our keys, by selector, is published unchanged."""
    for selector, public in keys.items():
        yield _own_key(domain, selector, public, _texts(domain, selector, look_up))


def _own_key(domain: str, selector: str, public: str, texts: list[str]) -> Finding:
    about = f"DKIM, {selector}"
    wanted = in_zone(_name(domain, selector), "TXT", f"v=DKIM1; k=rsa; p={public}")
    if not texts:
        return mend(about, "our key is not in the zone, so our signatures cannot be verified", wanted)
    published = "".join(_tags(texts[0])["p"].split())
    if len(texts) == 1 and published and published != public:
        return mend(about, "the key in the zone is not our signing key", wanted)
    found = _key(domain, selector, texts)
    return found if found.is_well else replace(found, publish=wanted)


def dkim(domain: str, selectors: tuple[str, ...], look_up: LookUp) -> Iterator[Finding]:
    """Check the keys of these selectors, or without any, those found under common selectors."""
    found = {selector: _texts(domain, selector, look_up) for selector in selectors or USUAL}
    for selector, texts in found.items():
        if texts or selectors:
            yield _key(domain, selector, texts)
    if not any(found.values()) and not selectors:
        yield not_checked(
            f"DKIM of {domain}",
            "no key under a usual name. Let Sundial sign (sundial dkim make), or name your mail server's key with "
            "--selector",
        )


def _texts(domain: str, selector: str, look_up: LookUp) -> list[str]:
    return [text for text in look_up(_name(domain, selector), "TXT") if "p" in _tags(text)]


def _name(domain: str, selector: str) -> str:
    return f"{selector}._domainkey.{domain}"


def _key(domain: str, selector: str, texts: list[str]) -> Finding:
    about = f"DKIM, {selector}"
    wanted = in_zone(_name(domain, selector), "TXT", "v=DKIM1; k=rsa; p=<the public key of your mail server>")
    if not texts:
        return mend(about, "no key, so signatures of your mail server cannot be verified", wanted)
    if len(texts) > 1:
        return mend(about, f"{len(texts)} keys under one name; others use any of them, or none: keep only one")
    said = _tags(texts[0])
    kind = said.get("k", "rsa")
    if wrong := _wrong(said, kind):
        return mend(about, wrong, wanted if not said["p"] else "")
    return _length(about, kind, said["p"])


def _wrong(said: dict[str, str], kind: str) -> str:
    """Return the fault that makes a key unusable, or an empty string."""
    checks = {
        "p= is empty: the key is revoked; publish your mail server's signing key": not said["p"],
        f"v={said.get('v')}: must be DKIM1": said.get("v", "DKIM1") != "DKIM1",
        f"k={kind}: unknown kind of key; use rsa": kind not in KINDS,
        "h= excludes sha256, the only hash that is still accepted (RFC 8301)": not _holds(said, "h", "sha256"),
        "s= excludes email": not _holds(said, "s", "email", "*"),
        "t=y means testing, so the signatures do not count; remove it": "y" in _list(said, "t"),
    }
    return next((text for text, holds in checks.items() if holds), "")


def _holds(said: dict[str, str], tag: str, *wanted: str) -> bool:
    """Return whether a list contains one of the words; a missing list contains all."""
    return tag not in said or any(word in _list(said, tag) for word in wanted)


def _list(said: dict[str, str], tag: str) -> list[str]:
    return [word.strip() for word in said.get(tag, "").split(":")]


def _length(about: str, kind: str, key: str) -> Finding:
    try:
        length = _bits(kind, b64decode("".join(key.split()), validate=True))
    except (TypeError, ValueError, UnsupportedAlgorithm):
        return mend(about, f"p= is not a {kind} key; was it cut off when it was pasted?")
    if kind == "rsa" and length < TOO_SHORT:
        return mend(about, f"an RSA key of {length} bits, which is not accepted (RFC 8301); create one of {SHORT}")
    advice = f"; {SHORT} are recommended (RFC 8301)" if kind == "rsa" and length < SHORT else ""
    return well(about, f"{kind} key of {length} bits{advice}")


def _tags(text: str) -> dict[str, str]:
    """Parse the tags of a record, without white space around names and values (RFC 6376, 3.2)."""
    pairs = (part.partition("=") for part in text.split(";") if "=" in part)
    return {name.strip(): value.strip() for name, _, value in pairs}


def _bits(kind: str, key: bytes) -> int:
    """Return the length of a key in bits (RFC 8463; RFC 6376, 3.6.1); an RSA key may be bare or with its type."""
    if kind == "ed25519":
        Ed25519PublicKey.from_public_bytes(key)
        return ED25519_BITS
    found = load_der_public_key(key)
    if not isinstance(found, RSAPublicKey):
        raise TypeError(kind)
    return found.key_size
