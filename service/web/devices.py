"""Sundial on a device: the app that browsers install and run offline, and its notifications."""

from __future__ import annotations

import json
from dataclasses import dataclass

from flask import Response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from service.accounts.sessions import device_in
from service.db.clock import now
from service.http.browsers import Device
from service.http.code_version import CODE
from service.models import PushDevice
from service.push.devices import devices_of, register, remove_device, send_test
from service.push.keys import push_key
from service.web.assets import FOLDER, GROUND, asset
from service.web.frame.blueprints import pages
from service.web.frame.identity import account_here, own_session, signed_in

ICONS = (("icon-192.png", 192, "any"), ("icon-512.png", 512, "any"), ("icon-maskable.png", 512, "maskable"))


@dataclass(frozen=True)
class PushHere:
    """What a page needs to let this browser get notifications; `devices` are those of the account, with their names."""

    key: str
    account: str
    devices: list[tuple[PushDevice, Device]]

    @property
    def is_on(self) -> bool:
        """Whether this browser gets them."""
        return own_session() in [device.session for device, _ in self.devices]


@pages.app_template_global()
def push_here() -> PushHere:
    """Return what a page needs to switch notifications in this browser on."""
    devices = [(device, device_in(device.session)) for device in devices_of(signed_in().id, now())]
    return PushHere(push_key().public, account_here(), devices)


@pages.get("/manifest.webmanifest")
def manifest() -> Response:
    """Serve the web app manifest, with which phones install the site."""
    drawn = {"src": asset("sundial.svg"), "sizes": "any", "type": "image/svg+xml", "purpose": "any"}
    icons = [
        {"src": asset(name), "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}
        for name, size, purpose in ICONS
    ]
    told = {
        "id": url_for("web.home"),
        "name": "Sundial",
        "short_name": "Sundial",
        "start_url": url_for("web.home"),
        "scope": url_for("web.home"),
        "display": "standalone",
        "background_color": GROUND,
        "theme_color": GROUND,
        "icons": [*icons, drawn],
    }
    return Response(json.dumps(told), mimetype="application/manifest+json")


@pages.get("/sw.js")
def service_worker() -> Response:
    """Serve the service worker; its last line changes with our code, so that browsers fetch its other files anew."""
    script = f"{(FOLDER / 'sw.js').read_text()}// {CODE}\n"
    return Response(script, mimetype="text/javascript", headers={"Cache-Control": "no-cache"})


@pages.get("/offline")
def offline() -> str:
    """Show that there is no connection; the service worker stores it."""
    return render_template("offline.html")


@pages.post("/me/push")
def keep_device() -> ResponseReturnValue:
    """Let this browser get notifications, with the subscription that its script hands in."""
    signed_in()
    own = own_session()
    if own is not None:
        register(own, request.form, now())
    return "", 204


@pages.post("/me/push/<row:session_id>/test")
def test_device(session_id: int) -> ResponseReturnValue:
    """Send a test notification to a device."""
    send_test(signed_in().id, session_id, now())
    return redirect(url_for("web.my_times"), 303)


@pages.post("/me/push/<row:session_id>/end")
def end_device(session_id: int) -> ResponseReturnValue:
    """Send no more notifications to a device."""
    remove_device(signed_in().id, session_id)
    return redirect(url_for("web.my_times"), 303)
