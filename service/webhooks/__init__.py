"""Webhooks: endpoints, what goes to them, and what came of it."""
