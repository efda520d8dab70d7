"""Plays a bot against the computer on a Sundial of its own that fails now and then, and reports how it did."""
