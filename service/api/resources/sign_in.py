"""Sign-in without a password."""

from __future__ import annotations

from marshmallow import fields

from service.accounts.sign_in import request_sign_in
from service.api.access import asker
from service.api.resource import Resource
from service.api.schemas.base import EMAIL, Number, Sent, Shown, address, says
from service.db.clock import now
from service.language.catalogue import language_asked_for
from service.security.addresses import normalise
from service.security.rates import SIGN_IN

blueprint = Resource("sign-in", "Sign in by email.")


class SignInRequestSchema(Sent):
    """The address for a code and a link."""

    email = address(required=True, metadata=EMAIL)


class SignInSentSchema(Shown):
    """The email that was sent."""

    email = fields.String(metadata=says("The address that the email was sent to.", example="ann@example.net"))
    minutes = Number(metadata=says("How long the code and the link are valid.", example=30))
    sent = fields.Boolean(
        metadata=says(
            "False if no new email was sent, because one was sent just now: look in your inbox.", example=True
        )
    )


@blueprint.route("/sign-in", methods=["POST"])
@blueprint.open_to_all
@blueprint.counts_as(SIGN_IN)
@blueprint.refuses(429)
@blueprint.response(202, SignInSentSchema)
@blueprint.arguments(SignInRequestSchema)
def request_sign_in_mail(wish: dict[str, str]) -> dict[str, object]:
    """Email a code and a link to an address.

    The code is for `POST /tokens`, the link for a browser. Each can be used once. A repeated request sends the same
    email again, but not within a minute. The response is the same for every address, known here or not.
    """
    asked = request_sign_in(wish["email"], asker(), now(), language=language_asked_for())
    return {"email": normalise(wish["email"]), "minutes": asked.minutes, "sent": asked.sent}
