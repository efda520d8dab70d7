"""Inbound email: the SMTP server for answers to our emails, and the child process that parses them."""
