"""The language that was chosen in this browser: by the links below each page, without an account or a script."""

from __future__ import annotations

from urllib.parse import urlencode

from flask import Blueprint, Response, request, url_for

from service.core.language import known, language, languages, own_name
from service.core.settings import settings

ARGUMENT = "language"
"""Of an address: the page in that language, whoever opens it."""
A_YEAR = 365 * 24 * 3600


def asked_in_address() -> str | None:
    """The language that the address asks for, if it can be had."""
    return known(request.args.get(ARGUMENT))


def chosen_here() -> str | None:
    """The language that was last chosen in this browser, if it can be had."""
    return known(request.cookies.get(_cookie()))


def keep_choice(response: Response) -> Response:
    """Let the next pages be in the language that the address has asked for, too."""
    tag = asked_in_address()
    if tag is not None and tag != chosen_here() and response.mimetype == "text/html":
        response.set_cookie(
            _cookie(), tag, max_age=A_YEAR, path="/", secure=_is_secure(), httponly=True, samesite="Lax"
        )
    return response


def offer(blueprint: Blueprint) -> None:
    """Let templates lead to other languages, and pages of the blueprint remember where somebody has gone."""
    blueprint.after_request(keep_choice)
    blueprint.app_template_global("languages_offered")(languages_offered)
    blueprint.app_template_global("alternates")(alternates)
    blueprint.app_template_global("canonical")(canonical)


def languages_offered() -> list[tuple[str, str, str]]:
    """Tag, own name and address of this page in each language there is; none if there is only one."""
    tags = languages()
    return [(tag, own_name(tag), _page_in(tag)) for tag in tags] if len(tags) > 1 else []


def _page_in(tag: str) -> str:
    """The address of this page in a language; of the first page, where this one is what came of a form."""
    if request.method not in ("GET", "HEAD"):
        return url_for("web.home", language=tag)
    kept = [(name, value) for name, value in request.args.items(multi=True) if name != ARGUMENT]
    return f"{request.path}?{urlencode([*kept, (ARGUMENT, tag)])}"


def alternates(path: str) -> list[tuple[str, str]]:
    """Of a public page: each language there is with its address there, and `x-default` as the browser asks."""
    base = settings().public_url
    tags = languages()
    found = [(tag, f"{base}{path}?{ARGUMENT}={tag}") for tag in tags]
    return [*found, ("x-default", f"{base}{path}")] if len(tags) > 1 else []


def canonical(path: str) -> str:
    """The address that a public page is known by: with its language where the address has asked for one."""
    asked = asked_in_address()
    return f"{settings().public_url}{path}" + (f"?{ARGUMENT}={language()}" if asked else "")


def _cookie() -> str:
    return "__Host-language" if _is_secure() else "language"


def _is_secure() -> bool:
    return settings().public_url.startswith("https:")
