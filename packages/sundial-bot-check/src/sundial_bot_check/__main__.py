"""Entry point of `python -m sundial_bot_check`."""

from .command import bot_check

bot_check(prog_name="sundial-bot-check")
