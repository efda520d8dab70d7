"""The line protocol by which an engine in any language plays through its stdin and stdout (docs/bots.md)."""
