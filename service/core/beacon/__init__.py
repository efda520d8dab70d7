"""A public beacon: its rounds and their signatures, and where it is read."""
