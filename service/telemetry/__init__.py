"""Telemetry for operators: logs, request ids, metrics and traces."""
