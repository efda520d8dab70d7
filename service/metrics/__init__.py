"""Figures about what is stored and what waits, for operators: the backlog, and all of it for Prometheus."""
