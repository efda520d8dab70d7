"""A DNS server on the loopback with configured records."""

from __future__ import annotations

import socket
from threading import Thread

import dns.flags
import dns.message
import dns.rcode
import dns.rdatatype
import dns.rrset

from service.embedded.ports import free_port

Zone = dict[str, dict[str, list[str]]]
"""For each name its records by their type, in the words of a zone file."""
LARGEST = 65_535
TTL = 60


class Nameserver:
    """Answers over UDP. A name in `broken` is answered with SERVFAIL."""

    def __init__(self, zone: Zone) -> None:
        self.zone = zone
        self.broken: set[str] = set()
        self.port = free_port()
        self._socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._thread = Thread(target=self._serve)

    def start(self) -> None:
        """Begin to listen."""
        self._socket.bind(("127.0.0.1", self.port))
        self._thread.start()

    def stop(self) -> None:
        """Close the socket."""
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as last:
            last.sendto(b"", ("127.0.0.1", self.port))
        self._thread.join()
        self._socket.close()

    def _serve(self) -> None:
        while True:
            wire, client = self._socket.recvfrom(LARGEST)
            if not wire:
                return
            answer = self._answer(dns.message.from_wire(wire))
            self._socket.sendto(answer.to_wire(max_size=LARGEST), client)

    def _name(self, query: dns.message.Message) -> str:
        return query.question[0].name.to_text(omit_final_dot=True)

    def _answer(self, query: dns.message.Message) -> dns.message.Message:
        answer = dns.message.make_response(query)
        answer.flags |= dns.flags.RA
        name, kind = self._name(query), dns.rdatatype.to_text(query.question[0].rdtype)
        if name in self.broken:
            answer.set_rcode(dns.rcode.SERVFAIL)
        elif name not in self.zone:
            answer.set_rcode(dns.rcode.NXDOMAIN)
        self._add(answer, name, kind)
        return answer

    def _add(self, answer: dns.message.Message, name: str, kind: str) -> None:
        """Add the records of a name; of an alias, also those of its target."""
        records = self.zone.get(name, {})
        for found in {kind, "CNAME"} & records.keys():
            answer.answer.append(dns.rrset.from_text(f"{name}.", TTL, "IN", found, *records[found]))
        if kind != "CNAME" and "CNAME" in records:
            self._add(answer, records["CNAME"][0].removesuffix("."), kind)
