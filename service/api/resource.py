"""A blueprint whose decorators are the contract of a view: who may call it, what it reads, what it answers."""

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
from service.api.access import CONTRACT, Bucket, admit, charge, contract, contract_of
from service.api.lists import LINES, Listed, as_asked_for, wants_lines
from service.api.parsing import StrictParser
from service.api.spec import SundialApi
from service.core.errors import Refused

View = Callable[..., Any]
"""What answers a request."""
P = ParamSpec("P")
R = TypeVar("R")
V = TypeVar("V", bound=View)
Decorator = Callable[[View], View]


class Resource(Blueprint):
    """A group of addresses. Refusals become problems; answers are negotiated."""

    ARGUMENTS_PARSER = StrictParser()

    def __init__(self, name: str, description: str) -> None:
        super().__init__(name, __name__, description=description)
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


def _noted(view: V, **notes: object) -> V:
    """The view with notes for its documentation; lists are added to."""
    noted = {"operation": _camel_case(view.__name__), **contract_of(view)}
    for name, value in notes.items():
        noted[name] = noted.get(name, []) + value if isinstance(value, list) else value
    setattr(view, CONTRACT, noted)
    return view


def _camel_case(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(word.capitalize() for word in rest)


def _check_acceptable() -> None:
    """NotAcceptable unless the client takes the form in which the view answers."""
    notes, accepted = contract(), request.accept_mimetypes
    offered = [notes.get("produces", "application/json"), *notes.get("forms", ())]
    if request.method != "OPTIONS" and accepted and not any(map(accepted.quality, offered)):
        raise NotAcceptable
