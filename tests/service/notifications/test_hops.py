"""The sending network of an email, from the headers of its relays."""

from __future__ import annotations

import pytest
from flask import Flask

from service.notifications.taking import network_named
from service.security.rates import area
from tests.service.on_sqlite import settings

__all__ = ["settings"]

CLIENT, FORGED = "198.51.100.7", "Received: from x ([203.0.113.9]) by mx.example; Tue, 5 Mar 2024 20:16:30 +0100"


def named(*written: str, looks_inside: bool = False) -> str | None:
    return network_named("\r\n".join([*written, FORGED, "From: ann@example.net"]).encode(), looks_inside=looks_inside)


@pytest.mark.parametrize(
    ("written", "client"),
    [
        ("from [203.0.113.9] (unknown [198.51.100.7])\r\n\tby mx.example (Postfix) with ESMTPS id 1", CLIENT),
        ("from a.example (a.example [IPv6:2001:db8:1:2::7])\r\n\tby mx.example (Postfix)", "2001:db8:1:2::1"),
        ("from a.example ([198.51.100.7] helo=[203.0.113.9])\r\n\tby mx.example with esmtps (Exim 4.96)", CLIENT),
        ("from [198.51.100.7] (helo=a.example) by mx.example (envelope-from <a by ([203.0.113.9]) by b@x>)", CLIENT),
        ("from unknown (HELO [203.0.113.9]) (198.51.100.7) by 0 with SMTP; 5 Mar 2024", CLIENT),
        ("from a.example (198.51.100.7) by b.example (10.0.0.2) with Microsoft SMTP Server id 15.1", CLIENT),
        ("from a.example (a.example. [198.51.100.7]) by mx.google.com with ESMTPS id x (8.14.4/8.14.4)", CLIENT),
    ],
)
def test_the_network_is_the_one_that_the_topmost_server_has_seen(app: Flask, written: str, client: str) -> None:
    assert named(f"Received: {written}") == area(client)


@pytest.mark.parametrize(
    "written", ["by mx.example (Postfix, from userid 33) id 1", "from a.example by mx.example", "from x ([999.1.1.1])"]
)
def test_what_the_topmost_server_does_not_say_nobody_below_it_does(app: Flask, written: str) -> None:
    assert named(f"Received: {written}") is None


def test_a_hop_of_the_operators_own_is_passed_over(app: Flask) -> None:
    own = "Received: from localhost (localhost [127.0.0.1]) by mx.example (Postfix)"
    assert named(own, f"Received: from a ([{CLIENT}]) by mx.example") == area(CLIENT)


def test_hops_inside_of_a_provider_are_passed_over(app: Flask) -> None:
    inside = "Received: from mx ([10.202.2.160]) by box with LMTP", "Received: by 2002:a05:6a10 with SMTP id x"
    assert named(*inside, f"Received: from a ([{CLIENT}]) by mx", looks_inside=True) == area(CLIENT)
