"""SPF records, read as RFC 7208 has them: its sections stand beside what they say."""

from __future__ import annotations

import re
from dataclasses import dataclass
from ipaddress import ip_network

from workers.doctor.names import LookUp

VERSION = "v=spf1"
TARGETED = frozenset({"include", "exists"})
"""They must name a domain (5.2, 5.7)."""
HOSTS = frozenset({"a", "mx"})
"""They may name a domain and the lengths of networks (5.3, 5.4)."""
NETWORKS = {"ip4": 4, "ip6": 6}
ASKING = TARGETED | HOSTS | {"ptr"}
"""They ask DNS, and count against the limit (4.6.4)."""
_TERM = re.compile(r"([+?~-]?)([A-Za-z][\w.-]*)([:=/].*)?", re.ASCII)
_HOST = re.compile(r"(?::([^/:=]+))?(?:/(\d{1,2}))?(?://(\d{1,3}))?", re.ASCII)


class BadRecord(ValueError):
    """A record that others take for an error of ours; the text says what is wrong with it."""


class NoRecord(BadRecord):
    """There is none."""


@dataclass(frozen=True)
class Mechanism:
    """One thing that matches some senders, and what is said of them: `+`, `-`, `~` or `?`."""

    qualifier: str
    name: str
    value: str = ""
    """A domain, or a network; empty for the domain that the record stands at."""
    bits: tuple[int, int] = (32, 128)
    """How much of an IPv4 and of an IPv6 address must be the same."""

    @property
    def asks(self) -> bool:
        """Whether DNS has to be asked for it."""
        return self.name in ASKING


@dataclass(frozen=True)
class Record:
    """What one domain says of its senders."""

    text: str
    mechanisms: tuple[Mechanism, ...]
    redirect: str = ""

    @property
    def rest(self) -> str:
        """What is said of everybody else; empty where nothing is."""
        return next((mechanism.qualifier for mechanism in self.mechanisms if mechanism.name == "all"), "")


def published(domain: str, look_up: LookUp) -> Record:
    """The one record of a domain; NoRecord, or BadRecord if there are several (4.5) or it cannot be read."""
    texts = [text for text in look_up(domain, "TXT") if text.lower().split(" ")[0] == VERSION]
    if not texts:
        raise NoRecord(f"{domain} has no record that begins with {VERSION}")
    if len(texts) > 1:
        raise BadRecord(f"{domain} has {len(texts)} records, which counts as none; put all of it into one")
    return read(texts[0])


def read(text: str) -> Record:
    """The record that a text is; BadRecord at the first word that is none of the language (4.6)."""
    mechanisms, redirect = list[Mechanism](), ""
    for word in text.split()[1:]:
        if not (match := _TERM.fullmatch(word)):
            raise BadRecord(f"“{word}” cannot be read")
        qualifier, name, rest = match[1], match[2].lower(), match[3] or ""
        if rest.startswith("=") and not qualifier:
            redirect = rest[1:] if name == "redirect" else redirect
        else:
            mechanisms.append(_mechanism(word, qualifier or "+", name, rest))
    return Record(text, tuple(mechanisms), redirect)


def _mechanism(word: str, qualifier: str, name: str, rest: str) -> Mechanism:
    if name == "all" and not rest:
        return Mechanism(qualifier, name)
    if name in NETWORKS:
        return Mechanism(qualifier, name, _network(word, NETWORKS[name], rest))
    if name in TARGETED and len(rest) > 1:
        return Mechanism(qualifier, name, rest[1:])
    if name == "ptr":
        return Mechanism(qualifier, name, rest[1:])
    if name in HOSTS and (match := _HOST.fullmatch(rest)):
        return Mechanism(qualifier, name, match[1] or "", (int(match[2] or 32), int(match[3] or 128)))
    raise BadRecord(f"“{word}” is no word of SPF (RFC 7208, 4.6)")


def _network(word: str, version: int, rest: str) -> str:
    try:
        network = ip_network(rest[1:], strict=False)
    except ValueError:
        raise BadRecord(f"“{word}” names no network") from None
    if network.version != version:
        raise BadRecord(f"“{word}” names a network of IPv{network.version}")
    return str(network)
