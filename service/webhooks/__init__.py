"""Webhooks: endpoints, deliveries, and their outcomes."""
