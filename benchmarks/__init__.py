"""How fast the games are, and simple players to measure strength by."""
