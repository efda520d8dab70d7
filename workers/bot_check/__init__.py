"""Plays a bot against the computer on a Sundial, and reports how it did.

It needs `rules` and nothing else of Sundial, for it is also installed alone, as the package `sundial_bot_check` of the
distribution `sundial-bot-check` (packages/sundial-bot-check); so its modules name each other by a dot.
"""
