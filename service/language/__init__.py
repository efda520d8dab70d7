"""Text for people: translations, refusals and their sentences, time zones."""
