"""Public generators of clients, tried on openapi.yaml: each makes one, which is compiled, and plays a game."""
