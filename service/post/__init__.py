"""Mail that goes out and comes in: what is to be told, when, in which mail, and what became of it."""
