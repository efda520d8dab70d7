"""Plays a bot against the computer on a Sundial, and reports how it did. Of Sundial it needs the rules alone."""
