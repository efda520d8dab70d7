"""Celery: what is done again and again, the opponents, and the ways that mail takes."""
