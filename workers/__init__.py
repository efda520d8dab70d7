"""Celery workers: periodic jobs, the computer opponents, and inbound and outbound email."""
