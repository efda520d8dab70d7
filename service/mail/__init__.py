"""Outbound and inbound email: composes notices, parses and processes replies. Each folder in `kinds/` is one kind."""
