"""Taking up mails that came in: read in one process, which nothing depends on, and done in another."""
