"""One folder is one game, or a family of them, and its own registration in `GAMES`."""
