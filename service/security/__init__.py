"""Keys, links, encryption, rate limits, and protection against server-side request forgery."""
