"""What apps ask first: where everything is, and how it is spoken (RFC 8414)."""

from __future__ import annotations

from service.core.settings import settings
from service.people.scopes import MEANINGS

AUTHORIZATION_PATH = "/oauth/authorize"
TOKEN_PATH = "/oauth/token"  # noqa: S105  # an address
DEVICE_PATH = "/oauth/device"
REVOCATION_PATH = "/oauth/revoke"
INTROSPECTION_PATH = "/oauth/introspect"
METADATA_PATH = "/.well-known/oauth-authorization-server"
NO_SECRET = ["none"]


def metadata() -> dict[str, str | bool | list[str]]:
    """The document. The issuer is `PUBLIC_URL`."""
    base = settings().public_url
    return {
        "issuer": base,
        "authorization_endpoint": base + AUTHORIZATION_PATH,
        "token_endpoint": base + TOKEN_PATH,
        "device_authorization_endpoint": base + DEVICE_PATH,
        "revocation_endpoint": base + REVOCATION_PATH,
        "introspection_endpoint": base + INTROSPECTION_PATH,
        "scopes_supported": list(MEANINGS),
        "response_types_supported": ["code"],
        "response_modes_supported": ["query"],
        "code_challenge_methods_supported": ["S256"],
        "authorization_response_iss_parameter_supported": True,
        "grant_types_supported": ["authorization_code", "urn:ietf:params:oauth:grant-type:device_code"],
        "token_endpoint_auth_methods_supported": NO_SECRET,
        "revocation_endpoint_auth_methods_supported": NO_SECRET,
        "introspection_endpoint_auth_methods_supported": NO_SECRET,
        "service_documentation": f"{base}/docs",
    }
