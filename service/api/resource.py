"""A blueprint whose decorators declare the contract of a view: access, inputs and outputs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial, wraps
from http import HTTPStatus
from typing import Any, ParamSpec, TypeVar

from flask import Response, request
from flask_smorest import Blueprint
from marshmallow import Schema
from sqlalchemy.exc import SQLAlchemyError
from werkzeug.exceptions import HTTPException, NotAcceptable

from service.api import problems
from service.api.access import CONTRACT, Bucket, admit, as_stranger, charge, contract, contract_of
from service.api.lists import LINES, Listed, as_asked_for, wants_lines
from service.api.parsing import StrictParser
from service.api.spec import SundialApi
from service.language.errors import Forbidden, Refused

View = Callable[..., Any]
"""A view function."""
P = ParamSpec("P")
R = TypeVar("R")
V = TypeVar("V", bound=View)
Decorator = Callable[[View], View]


class Resource(Blueprint):
    """A group of operations. Refusals become problem documents; content types are negotiated."""

    ARGUMENTS_PARSER = StrictParser()

    def __init__(self, name: str, description: str) -> None:
        super().__init__(name, __name__, description=description)
        self.register_error_handler(Refused, problems.of_refusal)
        self.register_error_handler(HTTPException, problems.of_http)
        self.register_error_handler(SQLAlchemyError, problems.of_a_busy_database)
        self.before_request(_check_acceptable)

    def allows(self, scope: str | None, *, anonymous: bool = False) -> Decorator:
        """Require a token with the scope, or any token if it is None. Each request is counted.

        With `anonymous`, requests without a token are answered, too, and so are those whose token lacks the scope.
        """

        def decorator(view: Callable[P, R]) -> Callable[P, R]:
            @wraps(view)
            def wrapper(*args: P.args, **kwargs: P.kwargs) -> R:
                missing = None
                try:
                    admit(scope, anonymous=anonymous)
                except Forbidden as refused:
                    if not anonymous:
                        raise
                    missing = refused
                finally:
                    charge()
                read = partial(view, *args, **kwargs)
                return as_stranger(read, missing) if missing else read()

            refuses = [401, 403, 429] if scope else [401, 429]
            return _noted(wrapper, scope=scope, anonymous=anonymous, limited=True, refuses=refuses)

        return decorator

    def open_to_all(self, view: Callable[P, R]) -> Callable[P, R]:
        """Require no token."""

        @wraps(view)
        def wrapper(*args: P.args, **kwargs: P.kwargs) -> R:
            charge()
            return view(*args, **kwargs)

        return _noted(wrapper, scope=None, limited=True, refuses=[429])

    def open_without_limit(self, view: View) -> View:
        """Require no token and no rate limit, for supervisors."""
        return _noted(view, scope=None)

    def counts_as(self, bucket: Bucket) -> Decorator:
        """Count requests in this bucket instead of that of all reads or all writes."""
        return lambda view: _noted(view, bucket=bucket)

    def refuses(self, *statuses: int) -> Decorator:
        """Document refusals that do not follow from the other decorators."""
        return lambda view: _noted(view, refuses=list(statuses))

    def refuses_by_the_rules(self, view: View) -> View:
        """Document that the rules of the game may refuse the request, with codes of their own."""
        return _noted(view, refuses=[409], by_the_rules=True)

    def reads_headers(self, *names: str) -> Decorator:
        """Document request headers, which are described in `spec`."""
        return lambda view: _noted(view, headers=list(names))

    def gives(self, parts: Mapping[str, str]) -> Decorator:
        """Document links: for each path parameter, an OpenAPI expression for its value in the response."""
        return lambda view: _noted(view, gives=dict(parts))

    def arguments(self, schema: type[Schema], *, location: str = "json", required: bool = True) -> Decorator:
        """Load arguments with a schema, which is instantiated once and not per request."""
        read: Decorator = super().arguments(schema(), location=location, required=required)
        return read

    def produces(self, media_type: str, *others: str) -> Decorator:
        """Produce a content type other than JSON, or one of `others` if the client prefers it."""
        return lambda view: _noted(view, produces=media_type, forms=list(others))

    def lists(self, member: str, following: str | None = None, parameter: str = "cursor") -> Decorator:
        """Answer with a list, as JSON lines on request.

        With `following`, the member with the next page's parameter, a link to the next page is added.
        """
        listed = Listed(member, following, parameter)

        def decorator(view: Callable[P, Response]) -> Callable[P, Response]:
            @wraps(view)
            def wrapper(*args: P.args, **kwargs: P.kwargs) -> Response:
                if wants_lines():
                    request.environ.pop("HTTP_IF_NONE_MATCH", None)  # ETags are those of the JSON document
                answer = view(*args, **kwargs)
                return (
                    as_asked_for(answer, listed) if answer.status_code == HTTPStatus.OK and answer.is_json else answer
                )

            return _noted(wrapper, forms=[LINES], lists=listed)

        return decorator

    def register_views_in_doc(self, api: SundialApi, *registration: object, **options: object) -> None:
        """Describe the views, as flask-smorest does, but only when the document is requested."""
        api.describe_later(partial(super().register_views_in_doc, api, *registration, **options))


def _noted(view: V, **notes: object) -> V:
    """Add notes to the contract of a view; lists are extended."""
    noted = {"operation": _camel_case(view.__name__), **contract_of(view)}
    for name, value in notes.items():
        noted[name] = noted.get(name, []) + value if isinstance(value, list) else value
    setattr(view, CONTRACT, noted)
    return view


def _camel_case(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(word.capitalize() for word in rest)


def _check_acceptable() -> None:
    """Raise NotAcceptable unless the client accepts a content type of the view."""
    notes, accepted = contract(), request.accept_mimetypes
    offered = [notes.get("produces", "application/json"), *notes.get("forms", ())]
    if request.method != "OPTIONS" and accepted and not any(map(accepted.quality, offered)):
        raise NotAcceptable
