"""Metrics of an installation for operators: the backlog, and all of them for Prometheus."""
