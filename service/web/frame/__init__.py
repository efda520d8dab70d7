"""The frame of all pages: sessions, browser languages, rate limits and the two blueprints."""
