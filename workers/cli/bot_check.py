"""`sundial bot-check`: is a bot fit to play with people? It is installed alone, too, as `sundial-bot-check`."""

from workers.bot_check.command import bot_check

__all__ = ["bot_check"]
