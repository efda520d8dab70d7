"""What everything stands on: the database, time, settings, keys, addresses, dice, refusals, language."""
