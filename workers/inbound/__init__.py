"""The SMTP server that takes in answers to our mails, and the child process in which they are read."""
