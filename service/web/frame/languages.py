"""The language chosen in this browser with the links at the foot of each page, without an account or a script."""

from __future__ import annotations

from urllib.parse import urlencode

from flask import Blueprint, Response, request, url_for

from service.config.settings import settings
from service.language.catalogue import known, language, languages, own_name

ARGUMENT = "language"
"""Query parameter that selects the language of a page."""
A_YEAR = 365 * 24 * 3600


def asked_in_address() -> str | None:
    """Return the language that the address requests, if it is available."""
    return known(request.args.get(ARGUMENT))


def chosen_here() -> str | None:
    """Return the language that was last chosen in this browser, if it is available."""
    return known(request.cookies.get(_cookie()))


def keep_choice(response: Response) -> Response:
    """Remember the language that the address requested in a cookie."""
    tag = asked_in_address()
    if tag is not None and tag != chosen_here() and response.mimetype == "text/html":
        response.set_cookie(
            _cookie(), tag, max_age=A_YEAR, path="/", secure=_is_secure(), httponly=True, samesite="Lax"
        )
    return response


def offer(blueprint: Blueprint) -> None:
    """Register the language links for templates, and make the blueprint remember the choice."""
    blueprint.after_request(keep_choice)
    blueprint.app_template_global("languages_offered")(languages_offered)
    blueprint.app_template_global("alternates")(alternates)
    blueprint.app_template_global("canonical")(canonical)


def languages_offered() -> list[tuple[str, str, str]]:
    """List tag, own name and this page's address for each available language; empty if there is only one."""
    tags = languages()
    return [(tag, own_name(tag), _page_in(tag)) for tag in tags] if len(tags) > 1 else []


def _page_in(tag: str) -> str:
    """Return this page's address in a language; the home page's if this page answers a form."""
    if request.method not in ("GET", "HEAD"):
        return url_for("web.home", language=tag)
    kept = [(name, value) for name, value in request.args.items(multi=True) if name != ARGUMENT]
    return f"{request.path}?{urlencode([*kept, (ARGUMENT, tag)])}"


def alternates(path: str) -> list[tuple[str, str]]:
    """List a public page's addresses by language (hreflang), with `x-default` for content negotiation."""
    base = settings().public_url
    tags = languages()
    found = [(tag, f"{base}{path}?{ARGUMENT}={tag}") for tag in tags]
    return [*found, ("x-default", f"{base}{path}")] if len(tags) > 1 else []


def canonical(path: str) -> str:
    """Return the canonical address of a public page: with its language if the address requested one."""
    asked = asked_in_address()
    return f"{settings().public_url}{path}" + (f"?{ARGUMENT}={language()}" if asked else "")


def _cookie() -> str:
    return "__Host-language" if _is_secure() else "language"


def _is_secure() -> bool:
    return settings().public_url.startswith("https:")
