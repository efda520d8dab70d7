"""The templates of pages: Flask's, with less between a template and what it calls (`service.core.quick_templates`)."""

from __future__ import annotations

from flask.templating import Environment

from service.core.quick_templates import QuickEnvironment


class FlatEnvironment(QuickEnvironment, Environment):
    """See there."""
