"""Commands of `sundial` for the service; modules with click commands are discovered automatically."""
