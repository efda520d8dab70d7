"""Text shown to players on pages, in emails and in the API: names, move descriptions, move suggestions and results."""
