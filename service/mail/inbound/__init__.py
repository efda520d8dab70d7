"""Processing of inbound email: one process parses, another acts. No other part of the service depends on the parser."""
