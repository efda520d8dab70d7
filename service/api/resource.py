"""A blueprint whose decorators are the contract of a view: who may call it, what it reads, what it answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import deepcopy
from functools import partial, wraps
from http import HTTPStatus
from typing import Any, ParamSpec, TypeAlias, TypeVar

from flask import Response, request
from flask_smorest import Blueprint
from marshmallow import Schema
from sqlalchemy.exc import SQLAlchemyError
from werkzeug.exceptions import HTTPException, NotAcceptable

from service.api import problems
from service.api.access import Bucket, admit, charge, contract
from service.api.lists import LINES, Listed, as_asked_for, wants_lines
from service.api.parsing import StrictParser
from service.api.spec import GIVES, ID_HEADER, NEXT, RATE_HEADERS, REPLAY, SundialApi, problem_name
from service.core.errors import Refused
from service.people.scopes import MEANINGS

View = Callable[..., Any]
"""What answers a request."""
P = ParamSpec("P")
R = TypeVar("R")
V = TypeVar("V", bound=View)
Decorator = Callable[[View], View]

Described: TypeAlias = dict[str, Any]
"""A part of the document."""
Notes: TypeAlias = Described
"""What decorators have noted of a view."""
ALWAYS = (HTTPStatus.NOT_ACCEPTABLE, HTTPStatus.INTERNAL_SERVER_ERROR, HTTPStatus.SERVICE_UNAVAILABLE)
WITH_A_BODY = (
    HTTPStatus.BAD_REQUEST,
    HTTPStatus.REQUEST_TIMEOUT,
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
    HTTPStatus.UNPROCESSABLE_ENTITY,
)


class Resource(Blueprint):
    """A group of addresses. Refusals become problems; answers are negotiated."""

    ARGUMENTS_PARSER = StrictParser()

    def __init__(self, name: str, description: str) -> None:
        super().__init__(name, __name__, description=description)
        self._prepare_doc_cbks.append(self._prepare_contract_doc)
        self.register_error_handler(Refused, problems.of_refusal)
        self.register_error_handler(HTTPException, problems.of_http)
        self.register_error_handler(SQLAlchemyError, problems.of_a_busy_database)
        self.before_request(_check_acceptable)

    def allows(self, scope: str, *, anonymous: bool = False) -> Decorator:
        """Only with a token that has the scope; with `anonymous` also without a token. It counts, granted or not."""

        def decorator(view: Callable[P, R]) -> Callable[P, R]:
            @wraps(view)
            def wrapper(*args: P.args, **kwargs: P.kwargs) -> R:
                try:
                    admit(scope, anonymous=anonymous)
                finally:
                    charge()
                return view(*args, **kwargs)

            return _noted(wrapper, scope=scope, anonymous=anonymous, limited=True, refuses=[401, 403, 429])

        return decorator

    def open_to_all(self, view: Callable[P, R]) -> Callable[P, R]:
        """Needs no token."""

        @wraps(view)
        def wrapper(*args: P.args, **kwargs: P.kwargs) -> R:
            charge()
            return view(*args, **kwargs)

        return _noted(wrapper, scope=None, limited=True, refuses=[429])

    def open_without_limit(self, view: View) -> View:
        """Needs no token, and can be asked as often as one likes: for supervisors."""
        return _noted(view, scope=None)

    def counts_as(self, bucket: Bucket) -> Decorator:
        """Counts in this bucket, and not in that of all reads or all writes."""
        return lambda view: _noted(view, bucket=bucket)

    def refuses(self, *statuses: int) -> Decorator:
        """Documents refusals that cannot be told from the other decorators."""
        return lambda view: _noted(view, refuses=list(statuses))

    def refuses_by_the_rules(self, view: View) -> View:
        """Documents that the rules of the game may refuse it, with codes of their own."""
        return _noted(view, refuses=[409], by_the_rules=True)

    def reads_headers(self, *names: str) -> Decorator:
        """Documents request headers, described in `spec`."""
        return lambda view: _noted(view, headers=list(names))

    def gives(self, parts: Mapping[str, str]) -> Decorator:
        """Documents where its answer has what addresses are made of: an expression of OpenAPI for each part."""
        return lambda view: _noted(view, gives=dict(parts))

    def arguments(self, schema: type[Schema], *, location: str = "json", required: bool = True) -> Decorator:
        """Reads what is sent by the schema, which is made once and not for each request."""
        read: Decorator = super().arguments(schema(), location=location, required=required)
        return read

    def produces(self, media_type: str, *others: str) -> Decorator:
        """Answers in another form than JSON; in one of `others` if that is what the client would rather have."""
        return lambda view: _noted(view, produces=media_type, forms=list(others))

    def lists(self, member: str, following: str | None = None, parameter: str = "cursor") -> Decorator:
        """Answers with a list, as lines of JSON where that is asked for.

        With `following`, a member that the parameter of the next request takes, it links to that request.
        """
        listed = Listed(member, following, parameter)

        def decorator(view: Callable[P, Response]) -> Callable[P, Response]:
            @wraps(view)
            def wrapper(*args: P.args, **kwargs: P.kwargs) -> Response:
                if wants_lines():
                    request.environ.pop("HTTP_IF_NONE_MATCH", None)  # an ETag is that of the JSON document
                answer = view(*args, **kwargs)
                return (
                    as_asked_for(answer, listed) if answer.status_code == HTTPStatus.OK and answer.is_json else answer
                )

            return _noted(wrapper, forms=[LINES], lists=listed)

        return decorator

    def register_views_in_doc(self, api: SundialApi, *registration: object, **options: object) -> None:
        """Describe the views, as flask-smorest does, but only when somebody asks."""
        api.describe_later(partial(super().register_views_in_doc, api, *registration, **options))

    @staticmethod
    def _prepare_contract_doc(doc: Described, doc_info: Described, **_: object) -> Described:
        notes = doc_info["contract"]
        doc["operationId"] = notes["operation"]
        doc["security"] = _security(notes)
        if notes["scope"] is not None:
            doc["x-scopes"] = [notes["scope"]]
        said = doc_info["docstring"]  # what flask-smorest takes the description from, afterwards
        said["description"] = "\n\n".join(filter(None, (said.get("description"), _who_may(notes), _in_lines(notes))))
        if notes.get("gives"):
            doc[GIVES] = notes["gives"]
        if notes.get("headers"):
            doc.setdefault("parameters", []).extend(notes["headers"])
        with_body = WITH_A_BODY if "requestBody" in doc else ()
        if "If-None-Match" in notes.get("headers", []):
            doc["responses"][304] = {"description": "It is as you know it."}
        for status in {*ALWAYS, *with_body, *notes.get("refuses", [])}:
            doc["responses"][int(status)] = problem_name(status)
        if 422 in doc["responses"]:  # noqa: PLR2004  # flask-smorest's own mark for arguments that do not fit
            doc["responses"][422] = "RuleProblem" if notes.get("by_the_rules") else problem_name(422)
        doc["responses"] = {status: doc["responses"][status] for status in sorted(doc["responses"], key=str)}
        for status, answer in doc["responses"].items():
            if isinstance(answer, dict):
                answer["headers"] = {**answer.get("headers", {}), **_headers(notes), **_links(notes, status)}
        return doc


def _noted(view: V, **notes: object) -> V:
    """The view with notes for its documentation; lists are added to."""
    documented: dict[str, Any] = deepcopy(getattr(view, "_apidoc", {}))
    noted = documented.setdefault("contract", {"operation": _camel_case(view.__name__)})
    for name, value in notes.items():
        noted[name] = noted.get(name, []) + value if isinstance(value, list) else value
    view._apidoc = documented  # type: ignore[attr-defined]  # noqa: SLF001  # where flask-smorest looks for it
    return view


def _headers(notes: Notes) -> Described:
    """The headers of every answer that is no problem."""
    return {
        **(RATE_HEADERS if notes.get("limited") else {}),
        **ID_HEADER,
        **(REPLAY if "Idempotency-Key" in notes.get("headers", []) else {}),
    }


def _links(notes: Notes, status: object) -> Described:
    """The header that leads to the next page, where there are pages."""
    listed: Listed | None = notes.get("lists")
    return NEXT if listed and listed.following and status == HTTPStatus.OK else {}


def _security(notes: Notes) -> list[dict[str, list[str]]]:
    if notes["scope"] is None:
        return []
    needed: dict[str, list[str]] = {"token": []}  # OpenAPI has scopes for OAuth alone
    return [{}, needed] if notes["anonymous"] else [needed]


def _who_may(notes: Notes) -> str:
    """Who may call it, in a sentence."""
    scope = notes["scope"]
    if scope is None:
        return "No token is needed."
    needed = f"a token with the scope `{scope}`: {MEANINGS[scope]}"
    return f"Without a token, or with {needed}" if notes["anonymous"] else f"Needs {needed}"


def _in_lines(notes: Notes) -> str:
    """That it can be had in lines: prose, because of a second content type generators make a second type of answer."""
    listed: Listed | None = notes.get("lists")
    return f"With `Accept: {LINES}` each of `{listed.member}` comes as a line of JSON." if listed else ""


def _camel_case(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(word.capitalize() for word in rest)


def _check_acceptable() -> None:
    """NotAcceptable unless the client takes the form in which the view answers."""
    notes, accepted = contract(), request.accept_mimetypes
    offered = [notes.get("produces", "application/json"), *notes.get("forms", ())]
    if request.method != "OPTIONS" and accepted and not any(map(accepted.quality, offered)):
        raise NotAcceptable
